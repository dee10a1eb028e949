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

/// Weeks of history.
const WEEKS: usize = LOOKBACK_YEARS * WEEKS_PER_YEAR;

/// Sales, less returns, of the years before a day by item, unit and location; the last week ends on
/// that day.
#[derive(Debug, Default)]
pub(super) struct WeeklySales {
    by_location: HashMap<(String, String, String), SoldWeeks>,
    without_location: HashMap<(String, String), SoldWeeks>,
}

/// The weeks with sales in order, each with its index and the units: most items are sold in a few
/// weeks only.
type SoldWeeks = Vec<(u16, ExactSum)>;

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
            .checked_sub_days(Days::new(7 * WEEKS as u64))
            .unwrap_or(NaiveDate::MIN);
        let mut read = Self::default();
        let parameters = vec![DaysThrough::quarter_name(after).into()];
        db.for_each_row::<SalesHistoryRow>(SALES_HISTORY_SQL, parameters, |row| {
            let weeks = parse_weekly_sales(&row.sold, as_of)
                .ok_or_else(|| unreadable_sales(&row.item_id))?;
            if weeks.is_empty() {
                return Ok(());
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
            Ok(())
        })
        .await?;
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
            (Some(own), Some(elsewhere)) => {
                let mut sold = own.clone();
                add_weeks(&mut sold, elsewhere);
                Some(list_all_weeks(&sold))
            }
            (Some(sold), None) | (None, Some(sold)) => Some(list_all_weeks(sold)),
            (None, None) => None,
        }
    }
}

fn add_weeks(sum: &mut SoldWeeks, weeks: &[(u16, ExactSum)]) {
    for (week, more) in weeks {
        match sum.binary_search_by_key(week, |(week, _)| *week) {
            Ok(at) => {
                if let Some((_, units)) = sum.get_mut(at) {
                    *units = units.saturating_add(*more);
                }
            }
            Err(at) => sum.insert(at, (*week, *more)),
        }
    }
}

/// The units of every week, oldest first.
fn list_all_weeks(sold: &[(u16, ExactSum)]) -> Vec<f64> {
    let mut weeks = vec![0.0; WEEKS];
    for (week, units) in sold {
        if let Some(place) = weeks.get_mut(usize::from(*week)) {
            *place = units.to_f64();
        }
    }
    weeks
}

/// Parses days with the two parts of their quantity, in any order: `2026-03-31 0 250000/2026-04-04
/// 0 10000;2026-04-05 0 1`, with `/` between quarters. Returns the weeks with sales, oldest first;
/// `None` if the text has another format.
fn parse_weekly_sales(text: &str, as_of: NaiveDate) -> Option<SoldWeeks> {
    let mut weeks: [Option<ExactSum>; WEEKS] = [None; WEEKS];
    PackedParser::parse_entries(text, |text| {
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
            *week = Some(week.unwrap_or(ExactSum::ZERO).saturating_add(quantity));
        }
        Some(())
    })?;
    let sold = (0..).zip(weeks);
    Some(
        sold.filter_map(|(week, units)| Some((week, units?)))
            .collect(),
    )
}

fn unreadable_sales(item_id: &str) -> DbError {
    DbError::Failed(DbErr::Custom(format!(
        "cannot parse the sales history of {item_id}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal4;

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
        let scaled: Vec<(u16, i128)> = weeks
            .iter()
            .map(|(week, units)| (*week, units.scaled()))
            .collect();
        assert_eq!(
            scaled,
            [(206, i128::from(SUM_RADIX) - 20_000), (207, 40_000)],
            "only the weeks with sales are kept"
        );
        let all = list_all_weeks(&weeks);
        assert_eq!((all.len(), all[205], all[207]), (208, 0.0, 4.0));
        assert_eq!(
            parse_weekly_sales("2026-06-17 0 1;2019-01-01 0 1", as_of),
            Some(Vec::new())
        );
    }

    #[test]
    fn adds_weeks_of_two_places() {
        let units = |text: &str| ExactSum::from(Decimal4::parse(text).unwrap());
        let mut sum = vec![(3, units("1")), (7, units("2"))];
        add_weeks(&mut sum, &[(0, units("5")), (7, units("0.5"))]);
        assert_eq!(sum, [(0, units("5")), (3, units("1")), (7, units("2.5"))]);
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
