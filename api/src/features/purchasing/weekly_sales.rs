//! Weekly sales of each stock row, from which seasonal levels are estimated.

use super::location_map::LocationMap;
use super::reorder_levels::WEEKS_PER_YEAR;
use super::sales_by_stock::SalesByStock;
use crate::db::{DaysThrough, DbError, RolledUpDb, SUM_RADIX, TenantSql};
use crate::decimal::ExactSum;
use crate::packed_parser::PackedParser;
use chrono::{Days, NaiveDate};
use sea_orm::{DbErr, FromQueryResult};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Years of history.
const LOOKBACK_YEARS: usize = 4;

/// Sales, less returns, of the years before a day by item, unit and location; the last week ends on
/// that day.
#[derive(Debug, Default)]
pub(super) struct WeeklySales {
    by_location: HashMap<(String, String, String), Vec<ExactSum>>,
    without_location: HashMap<(String, String), Vec<ExactSum>>,
}

/// The sales of an item in a unit at a location.
#[derive(FromQueryResult)]
pub(super) struct SalesHistoryRow {
    pub(super) item_id: String,
    pub(super) unit: String,
    /// Empty if the lines name no location.
    pub(super) location: String,
    pub(super) sold: String,
}

/// One text per stock row in the format of [`parse_weekly_sales`], with its quarters in any order.
pub(super) const SALES_HISTORY_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, unit, location, string_agg(history, '/') as sold
        from rollup_item_history
        where tenant_id = $1 and quarter >= $2
        group by item_id, unit, location
    ",
);

impl WeeklySales {
    /// Up to and including `as_of`, by the location at which the sales count.
    pub(super) async fn read_until(
        db: &RolledUpDb,
        as_of: NaiveDate,
        locations: &LocationMap,
    ) -> Result<Self, DbError> {
        let after = as_of
            .checked_sub_days(Days::new(7 * (LOOKBACK_YEARS * WEEKS_PER_YEAR) as u64))
            .unwrap_or(NaiveDate::MIN);
        let mut read = Self::default();
        for row in db
            .query_rows::<SalesHistoryRow>(
                SALES_HISTORY_SQL,
                vec![DaysThrough::quarter_name(after).into()],
            )
            .await?
        {
            let weeks = parse_weekly_sales(&row.sold, as_of)
                .ok_or_else(|| unreadable_sales(&row.item_id))?;
            if weeks.is_empty() {
                continue;
            }
            if row.location.is_empty() {
                read.without_location.insert((row.item_id, row.unit), weeks);
            } else {
                let location = locations
                    .stock_location(&row.item_id, &row.location)
                    .to_owned();
                match read.by_location.entry((row.item_id, row.unit, location)) {
                    Entry::Vacant(free) => {
                        free.insert(weeks);
                    }
                    Entry::Occupied(mut taken) => add_weeks(taken.get_mut(), &weeks),
                }
            }
        }
        Ok(read)
    }

    /// Units sold of a stock row by week, oldest first; none without sales in these years.
    pub(super) fn units_sold(
        &self,
        (item_id, unit, location): (&str, &str, &str),
        only_stock: bool,
        sales: &SalesByStock,
    ) -> Option<Vec<f64>> {
        let item = (item_id.to_owned(), unit.to_owned());
        let own = self
            .by_location
            .get(&(item.0.clone(), item.1.clone(), location.to_owned()));
        let elsewhere = self
            .without_location
            .get(&item)
            .filter(|_| sales.is_largest_location(item_id, unit, location, only_stock));
        match (own, elsewhere) {
            (Some(own), Some(elsewhere)) => Some(
                own.iter()
                    .zip(elsewhere)
                    .map(|(own, elsewhere)| own.saturating_add(*elsewhere).to_f64())
                    .collect(),
            ),
            (Some(sold), None) | (None, Some(sold)) => {
                Some(sold.iter().map(|units| units.to_f64()).collect())
            }
            (None, None) => None,
        }
    }
}

fn add_weeks(sum: &mut [ExactSum], weeks: &[ExactSum]) {
    for (week, more) in sum.iter_mut().zip(weeks) {
        *week = week.saturating_add(*more);
    }
}

/// Parses days with the two parts of their quantity, in any order: `2026-03-31 0 250000/2026-04-04
/// 0 10000;2026-04-05 0 1`, with `/` between quarters. Returns the weeks, oldest first; empty if no
/// day is in any of them; `None` if the text has another format.
fn parse_weekly_sales(text: &str, as_of: NaiveDate) -> Option<Vec<ExactSum>> {
    let mut weeks = vec![ExactSum::ZERO; LOOKBACK_YEARS * WEEKS_PER_YEAR];
    let (mut text, mut some) = (PackedParser::new(text), false);
    loop {
        let (day, quantity) = (
            text.parse_day()?,
            ExactSum::from_parts(
                text.parse_next_number()?,
                text.parse_next_number()?,
                SUM_RADIX,
            ),
        );
        let week = usize::try_from((as_of - day).num_days())
            .ok()
            .and_then(|days| weeks.iter_mut().nth_back(days / 7));
        if let Some(week) = week {
            *week = week.saturating_add(quantity);
            some = true;
        }
        if !text.advance_entry()? {
            return Some(if some { weeks } else { Vec::new() });
        }
    }
}

fn unreadable_sales(item_id: &str) -> DbError {
    DbError::Failed(DbErr::Custom(format!(
        "cannot parse the sales history of {item_id}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assigns_days_to_weeks_ending_on_day() {
        let as_of = NaiveDate::from_ymd_opt(2026, 6, 16).unwrap();
        // Later days and days before the history are ignored.
        let weeks = parse_weekly_sales(
            "2026-06-10 0 30000;2026-06-16 0 10000;2026-06-17 0 9/2019-01-01 0 \
            1;2026-06-09 1 -20000",
            as_of,
        )
        .unwrap();
        assert_eq!(weeks.len(), 208);
        let ago = |weeks_ago: usize| weeks[weeks.len() - 1 - weeks_ago].scaled();
        assert_eq!(
            (ago(0), ago(1), ago(2)),
            (40_000, i128::from(SUM_RADIX) - 20_000, 0)
        );
        assert_eq!(
            weeks.iter().filter(|week| **week != ExactSum::ZERO).count(),
            2
        );
        assert_eq!(
            parse_weekly_sales("2026-06-17 0 1;2019-01-01 0 1", as_of),
            Some(Vec::new())
        );
    }

    #[test]
    fn rejects_malformed_text() {
        let as_of = NaiveDate::from_ymd_opt(2026, 6, 16).unwrap();
        for text in [
            "",
            "2026-06-10",
            "2026-06-10 1",
            "2026-06-17 0 1x",
            "2026-06-10 0 1;",
        ] {
            assert_eq!(parse_weekly_sales(text, as_of), None, "{text}");
        }
    }
}
