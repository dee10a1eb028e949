//! Parses delivery times as `rollup_delivery_history` stores them: `2026-03-31 2026-04-09 2` (order
//! day, delivery day, lines), with `;` between entries and `/` between quarters.

use crate::db::{DaysThrough, DbError, RolledUpDb, TenantSql};
use crate::packed_parser::PackedParser;
use chrono::NaiveDate;
use sea_orm::{DbErr, FromQueryResult};
use std::collections::BTreeMap;

/// Lines of an item from a supplier that were ordered on one day and delivered on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Delivery {
    pub(super) ordered: NaiveDate,
    pub(super) delivered: NaiveDate,
    pub(super) lines: u64,
}

impl Delivery {
    fn parse_entry(text: &mut PackedParser<'_>) -> Option<Self> {
        let ordered = text.parse_day()?;
        text.expect_byte(b' ')?;
        Some(Self {
            ordered,
            delivered: text.parse_day()?,
            lines: u64::try_from(text.parse_next_number()?).ok()?,
        })
    }

    /// Days from order to delivery; none if the delivery precedes the order.
    fn days_taken(&self) -> Option<u32> {
        u32::try_from((self.delivered - self.ordered).num_days()).ok()
    }
}

#[derive(FromQueryResult)]
struct HistoryRow {
    supplier_id: String,
    item_id: String,
    history: String,
}

/// The quarters are in any order.
const HISTORIES_SQL: TenantSql = TenantSql::new(
    r"
        select supplier_id, item_id, string_agg(history, '/') as history
        from rollup_delivery_history
        where tenant_id = $1 and quarter >= $2
        group by supplier_id, item_id
    ",
);

/// The deliveries of an item from a supplier.
pub(super) struct ItemDeliveries {
    /// None if the lines name no supplier.
    pub(super) supplier_id: Option<String>,
    pub(super) item_id: String,
    deliveries: Vec<Delivery>,
}

impl ItemDeliveries {
    /// Deliveries ordered after `after`, plus the rest of that quarter; without a day, all. All of
    /// them at once take much memory.
    pub(super) async fn for_each_since(
        db: &RolledUpDb,
        after: Option<NaiveDate>,
        mut each: impl FnMut(Self),
    ) -> Result<(), DbError> {
        let first_quarter = after.map(DaysThrough::quarter_name).unwrap_or_default();
        let parameters = vec![first_quarter.into()];
        db.for_each_row::<HistoryRow>(HISTORIES_SQL, parameters, |row| {
            let deliveries = parse_deliveries(&row.history)
                .ok_or_else(|| unreadable_deliveries(&row.item_id))?;
            each(Self {
                supplier_id: Some(row.supplier_id).filter(|id| !id.is_empty()),
                item_id: row.item_id,
                deliveries,
            });
            Ok(())
        })
        .await
    }

    /// Number of lines of the matching deliveries, by days from order to delivery.
    pub(super) fn lines_by_days(&self, matches: impl Fn(&Delivery) -> bool) -> BTreeMap<u32, u64> {
        let mut lines: BTreeMap<u32, u64> = BTreeMap::new();
        for delivery in self.deliveries.iter().filter(|delivery| matches(delivery)) {
            if let Some(days) = delivery.days_taken() {
                *lines.entry(days).or_default() += delivery.lines;
            }
        }
        lines
    }

    /// Order days, with the days until a delivery that arrived through `as_of`.
    pub(super) fn list_received(
        &self,
        as_of: NaiveDate,
    ) -> impl Iterator<Item = (NaiveDate, u32)> + '_ {
        self.deliveries
            .iter()
            .filter(move |delivery| delivery.delivered <= as_of)
            .filter_map(|delivery| Some((delivery.ordered, delivery.days_taken()?)))
    }

    /// Order days, each with a delivery day that does not precede it.
    pub(super) fn list_delivery_days(&self) -> impl Iterator<Item = (NaiveDate, NaiveDate)> + '_ {
        let deliveries = self.deliveries.iter();
        deliveries
            .filter(|delivery| delivery.days_taken().is_some())
            .map(|delivery| (delivery.ordered, delivery.delivered))
    }
}

/// None if the text has another format.
fn parse_deliveries(text: &str) -> Option<Vec<Delivery>> {
    let mut all = Vec::new();
    PackedParser::parse_entries(text, |text| {
        all.push(Delivery::parse_entry(text)?);
        Some(())
    })?;
    Some(all)
}

fn unreadable_deliveries(item_id: &str) -> DbError {
    DbError::Failed(DbErr::Custom(format!(
        "cannot parse the delivery history of {item_id}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_by_days_to_delivery() {
        let text = "2026-03-31 2026-04-09 2;2026-03-31 2026-04-10 1/2026-04-01 2026-04-10 \
            4;2026-04-02 2026-04-01 8";
        let read = ItemDeliveries {
            supplier_id: None,
            item_id: "urea".to_owned(),
            deliveries: parse_deliveries(text).unwrap(),
        };
        let april = NaiveDate::from_ymd_opt(2026, 4, 1).unwrap();
        assert_eq!(
            read.lines_by_days(|_| true),
            BTreeMap::from([(9, 6), (10, 1)]),
            "deliveries before their order are ignored"
        );
        assert_eq!(
            read.lines_by_days(|one| one.ordered < april),
            BTreeMap::from([(9, 2), (10, 1)])
        );
    }

    #[test]
    fn rejects_malformed_text() {
        for text in [
            "",
            "2026-03-31",
            "2026-03-31 2026-04-09",
            "2026-03-31 2026-04-09 -1",
            "2026-03-31 9 2",
            "2026-03-31 2026-04-09 2;",
        ] {
            assert_eq!(parse_deliveries(text), None, "{text}");
        }
    }
}
