//! Lines of draft and ordered purchase orders: recommendations skip the first and count the second.

use super::outstanding_quantity::{OrderedLine, compute_outstanding};
use crate::db::{DbError, RolledUpDb, SUM_RADIX, TenantSql};
use crate::decimal::{Decimal4, ExactSum};
use crate::features::purchasing::location_map::LocationMap;
use crate::features::purchasing::stock_table::StockRecord;
use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use sea_orm::FromQueryResult;
use sea_orm::prelude::Uuid;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Open and ordered lines that affect recommendations.
#[derive(Clone, Debug, Default)]
pub struct PendingLines {
    drafted: HashSet<(String, String)>,
    ordered: HashMap<(String, String), Vec<LineRow>>,
    purchased: PurchaseQuantities,
    as_of: NaiveDate,
}

#[derive(Clone, Debug, FromQueryResult)]
struct LineRow {
    item_id: String,
    location: String,
    unit: String,
    quantity_e4: i64,
    drafted_on: NaiveDate,
    on_order_at_draft_e4: i64,
    purchased_at_draft_e4: i64,
    state: String,
    draft_id: Uuid,
    position: i32,
    supplier_id: Option<String>,
    /// What the supplier confirmed.
    confirmed_e4: Option<i64>,
    /// The delivery day that the supplier named.
    expected_on: Option<NaiveDate>,
    /// The delivery day that the supplier was asked for.
    requested_on: Option<NaiveDate>,
    lead_time_days: i32,
    ordered_at: Option<DateTime<Utc>>,
}

/// Which answers of suppliers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedAnswers {
    /// All. Nothing is known about an order whose day has passed without an answer.
    All,
    /// All but those to this order: it arrives as it was ordered.
    AllBut(Uuid),
}

/// A line of an order that has a delivery day: the supplier's, or the one that was requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromisedLine {
    /// The order number, which is the id of the draft.
    pub order_number: String,
    pub line: String,
    pub supplier_id: String,
    pub drafted_on: NaiveDate,
    pub expected: NaiveDate,
    pub quantity_e4: i64,
}

const LINES_SQL: TenantSql = TenantSql::new(
    r"
        select l.item_id, l.location, l.unit, l.quantity_e4, l.drafted_on, l.on_order_at_draft_e4,
          l.purchased_at_draft_e4, d.state, l.draft_id, l.position, d.supplier_id, l.confirmed_e4,
          l.expected_on, e.requested_on, l.lead_time_days, d.ordered_at
        from purchase_order_draft d
        join purchase_order_line l on l.tenant_id = d.tenant_id and l.draft_id = d.id
        left join purchase_order_email e
          on e.tenant_id = d.tenant_id and e.draft_id = d.id and e.state = 'sent'
        where d.tenant_id = $1
          and d.state in ('draft', 'ordered')
          and (d.state = 'draft' or l.on_order_through >= $2)
        order by l.draft_id, l.position
    ",
);

impl PendingLines {
    /// As of a day. Ordered lines count until their last counted day.
    pub async fn read_as_of(
        db: &RolledUpDb,
        as_of: NaiveDate,
        locations: &LocationMap,
    ) -> Result<Self, DbError> {
        let mut read = Self {
            as_of,
            ..Self::default()
        };
        for row in db
            .query_rows::<LineRow>(LINES_SQL, vec![as_of.into()])
            .await?
        {
            let stock = (row.item_id.clone(), row.location.clone());
            if row.state == "draft" {
                read.drafted.insert(stock);
            } else {
                read.ordered.entry(stock).or_default().push(row);
            }
        }
        if let Some(first) = read
            .ordered
            .values()
            .flatten()
            .map(|row| row.drafted_on)
            .min()
        {
            read.purchased = PurchaseQuantities::read_since(db, first, locations).await?;
        }
        Ok(read)
    }

    /// Whether an open draft contains the item for this location.
    pub fn is_drafted(&self, item_id: &str, location: &str) -> bool {
        self.drafted
            .contains(&(item_id.to_owned(), location.to_owned()))
    }

    /// Quantity ordered for this stock that is not in its quantity on order yet. `only_stock`: the
    /// item has no other stock row.
    pub fn outstanding_for(
        &self,
        stock: &StockRecord,
        only_stock: bool,
        answers: CountedAnswers,
    ) -> Decimal4 {
        let Some(rows) = self
            .ordered
            .get(&(stock.item_id.to_string(), stock.location.to_string()))
        else {
            return Decimal4::ZERO;
        };
        let exact = |scaled: i64| Decimal4::from_scaled(scaled).unwrap_or_default();
        let in_its_unit = rows.iter().filter(|row| *row.unit == *stock.unit);
        let lines: Vec<OrderedLine> = in_its_unit
            .map(|row| OrderedLine {
                quantity: exact(row.counted_e4(answers)),
                on_order_at_draft: exact(row.on_order_at_draft_e4),
                purchased_at_draft: exact(row.purchased_at_draft_e4),
                purchased_now: self.purchased.quantity_since(
                    &row.item_id,
                    &row.unit,
                    &row.location,
                    row.drafted_on,
                    only_stock,
                ),
            })
            .collect();
        compute_outstanding(&lines, exact(stock.on_order_e4))
    }
}

impl PendingLines {
    /// Ordered lines of this stock with a delivery day, the latest first.
    pub fn list_promised(
        &self,
        stock: &StockRecord,
        answers: CountedAnswers,
        time_zone: Tz,
    ) -> Vec<PromisedLine> {
        let key = (stock.item_id.to_string(), stock.location.to_string());
        let rows = self.ordered.get(&key).map_or(&[][..], Vec::as_slice);
        let in_its_unit = rows.iter().filter(|row| *row.unit == *stock.unit);
        let mut lines: Vec<PromisedLine> = in_its_unit
            .filter(|row| row.counted_e4(answers) > 0)
            .filter_map(|row| {
                let expected = if answers == CountedAnswers::AllBut(row.draft_id) {
                    row.day_as_ordered(time_zone)?
                } else {
                    row.expected_on.or_else(|| self.requested_day(row))?
                };
                Some(PromisedLine {
                    order_number: row.draft_id.to_string(),
                    line: row.position.to_string(),
                    supplier_id: row.supplier_id.clone().unwrap_or_default(),
                    drafted_on: row.drafted_on,
                    expected,
                    quantity_e4: row.counted_e4(answers),
                })
            })
            .collect();
        lines.sort_by(|a, b| (b.expected, &b.order_number).cmp(&(a.expected, &a.order_number)));
        lines
    }

    /// Orders that may arrive otherwise than they were ordered, with their items and locations: the
    /// supplier answered, or the day has passed without an answer.
    pub fn list_changed_orders(&self, time_zone: Tz) -> BTreeMap<Uuid, BTreeSet<(&str, &str)>> {
        let mut orders: BTreeMap<Uuid, BTreeSet<(&str, &str)>> = BTreeMap::new();
        for row in self.ordered.values().flatten() {
            let is_overdue = row
                .day_as_ordered(time_zone)
                .is_some_and(|day| day < self.as_of);
            if row.confirmed_e4.is_some() || is_overdue {
                let stock = (row.item_id.as_str(), row.location.as_str());
                orders.entry(row.draft_id).or_default().insert(stock);
            }
        }
        orders
    }

    /// The requested day, until it passes: a supplier that has not answered by then may deliver on
    /// any day.
    fn requested_day(&self, row: &LineRow) -> Option<NaiveDate> {
        row.requested_on.filter(|day| *day >= self.as_of)
    }
}

impl LineRow {
    /// The quantity that counts: what the supplier confirmed, or else what was ordered.
    fn counted_e4(&self, answers: CountedAnswers) -> i64 {
        self.confirmed_e4
            .filter(|_| answers != CountedAnswers::AllBut(self.draft_id))
            .unwrap_or(self.quantity_e4)
    }

    /// When the line arrives if the supplier does as it was asked: on the requested day, or after
    /// the lead time.
    fn day_as_ordered(&self, time_zone: Tz) -> Option<NaiveDate> {
        let ordered_on = self.ordered_at.map_or(self.drafted_on, |at| {
            at.with_timezone(&time_zone).date_naive()
        });
        let lead_days = Days::new(u64::try_from(self.lead_time_days).unwrap_or(0));
        self.requested_on
            .or_else(|| ordered_on.checked_add_days(lead_days))
    }
}

/// Purchased quantities of each item and unit, by day.
#[derive(Clone, Debug, Default)]
pub(in crate::features::purchasing) struct PurchaseQuantities(
    HashMap<(String, String), Vec<PurchasedUnits>>,
);

/// Purchased units of an item at the location at which they count.
#[derive(Clone, Debug)]
struct PurchasedUnits {
    location: String,
    day: NaiveDate,
    units: ExactSum,
}

#[derive(FromQueryResult)]
struct PurchaseRow {
    item_id: String,
    unit: String,
    location: String,
    day: NaiveDate,
    high: i64,
    low: i64,
}

const PURCHASES_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, unit, location, day, cast(sum(quantity_high) as bigint) as high,
          cast(sum(quantity_low) as bigint) as low
        from rollup_item_day
        where tenant_id = $1 and direction = 'purchase' and day >= $2 and not is_return
        group by item_id, unit, location, day
    ",
);

impl PurchaseQuantities {
    /// Purchase lines from `first` on, without returns, at the location at which they count.
    pub(in crate::features::purchasing) async fn read_since(
        db: &RolledUpDb,
        first: NaiveDate,
        locations: &LocationMap,
    ) -> Result<Self, DbError> {
        let mut quantities: HashMap<_, Vec<PurchasedUnits>> = HashMap::new();
        db.for_each_row::<PurchaseRow>(PURCHASES_SQL, vec![first.into()], |row| {
            let purchased = PurchasedUnits {
                location: locations
                    .stock_location(&row.item_id, &row.location)
                    .to_owned(),
                day: row.day,
                units: ExactSum::from_parts(row.high, row.low, SUM_RADIX),
            };
            let of_item = quantities.entry((row.item_id, row.unit)).or_default();
            of_item.push(purchased);
            Ok(())
        })
        .await?;
        Ok(Self(quantities))
    }

    /// Quantity received in this stock from `first` on. Lines without a location count for this
    /// stock if the item has no other stock row.
    pub(super) fn quantity_since(
        &self,
        item_id: &str,
        unit: &str,
        location: &str,
        first: NaiveDate,
        only_stock: bool,
    ) -> Decimal4 {
        let rows = self
            .0
            .get(&(item_id.to_owned(), unit.to_owned()))
            .map(Vec::as_slice)
            .unwrap_or_default();
        let its_own = rows.iter().filter(|row| {
            row.day >= first && (row.location == location || only_stock && row.location.is_empty())
        });
        let sum = its_own.fold(ExactSum::ZERO, |sum, row| sum.saturating_add(row.units));
        i64::try_from(sum.scaled())
            .ok()
            .and_then(|scaled| Decimal4::from_scaled(scaled).ok())
            .unwrap_or_default()
    }

    /// Order days and quantities of this stock before a day. Lines without a location count for this
    /// stock if the item has no other stock row.
    pub(in crate::features::purchasing) fn list_orders<'a>(
        &'a self,
        stock: &'a StockRecord,
        only_stock: bool,
        before: NaiveDate,
    ) -> impl Iterator<Item = (NaiveDate, i64)> + 'a {
        let key = (stock.item_id.to_string(), stock.unit.to_string());
        let rows = self.0.get(&key).map(Vec::as_slice).unwrap_or_default();
        let its_own = rows.iter().filter(move |row| {
            let is_here = *row.location == *stock.location;
            row.day < before && (is_here || only_stock && row.location.is_empty())
        });
        its_own.filter_map(|row| {
            let quantity_e4 = i64::try_from(row.units.scaled()).ok()?;
            (quantity_e4 > 0).then_some((row.day, quantity_e4))
        })
    }
}
