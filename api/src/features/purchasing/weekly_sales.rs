//! What was sold of each stock row in each week: the past that levels by season are told from.

use super::demand::SalesByStock;
use super::levels::WEEKS;
use crate::db::{DbError, RolledUpDb, SUM_RADIX, TenantSql, Until};
use crate::decimal::ExactSum;
use crate::written::Written;
use chrono::{Days, NaiveDate};
use sea_orm::{DbErr, FromQueryResult};
use std::collections::HashMap;

/// Years that are looked back.
const YEARS: usize = 4;

/// Sales of the years before a day, returns taken off, by item, unit and location; the last week
/// ends with that day.
#[derive(Debug, Default)]
pub(super) struct WeeklySales {
    at: HashMap<(String, String, String), Vec<ExactSum>>,
    anywhere: HashMap<(String, String), Vec<ExactSum>>,
}

#[derive(FromQueryResult)]
struct StockDays {
    item_id: String,
    unit: String,
    /// Empty where the lines do not say.
    location: String,
    sold: String,
}

/// One text for each stock row, as [`by_week`] reads it, its quarters in any order.
const QUARTERS: TenantSql = TenantSql::new(
    r"
        select item_id, unit, location, string_agg(history, '/') as sold
        from rollup_item_history
        where tenant_id = $1 and quarter >= $2
        group by item_id, unit, location
    ",
);

impl WeeklySales {
    /// Up to and including `as_of`.
    pub(super) async fn read(db: &RolledUpDb, as_of: NaiveDate) -> Result<Self, DbError> {
        let after = as_of
            .checked_sub_days(Days::new(7 * (YEARS * WEEKS) as u64))
            .unwrap_or(NaiveDate::MIN);
        let mut read = Self::default();
        for row in db
            .rows::<StockDays>(QUARTERS, vec![Until::quarter(after).into()])
            .await?
        {
            let weeks = by_week(&row.sold, as_of).ok_or_else(|| unreadable(&row.item_id))?;
            if weeks.is_empty() {
                continue;
            }
            if row.location.is_empty() {
                read.anywhere.insert((row.item_id, row.unit), weeks);
            } else {
                read.at.insert((row.item_id, row.unit, row.location), weeks);
            }
        }
        Ok(read)
    }

    /// Units sold of a stock row by week, oldest first; none where there were no sales in these
    /// years.
    pub(super) fn sold(
        &self,
        (item_id, unit, location): (&str, &str, &str),
        only_stock: bool,
        sales: &SalesByStock,
    ) -> Option<Vec<f64>> {
        let item = (item_id.to_owned(), unit.to_owned());
        let own = self
            .at
            .get(&(item.0.clone(), item.1.clone(), location.to_owned()));
        let elsewhere = self
            .anywhere
            .get(&item)
            .filter(|_| sales.is_largest(item_id, unit, location, only_stock));
        match (own, elsewhere) {
            (Some(own), Some(elsewhere)) => Some(
                own.iter()
                    .zip(elsewhere)
                    .map(|(own, elsewhere)| own.plus(*elsewhere).to_f64())
                    .collect(),
            ),
            (Some(sold), None) | (None, Some(sold)) => {
                Some(sold.iter().map(|units| units.to_f64()).collect())
            }
            (None, None) => None,
        }
    }
}

/// Days with the two parts of their quantity, in any order: `2026-03-31 0 250000/2026-04-04 0
/// 10000;2026-04-05 0 1`, with `/` between quarters. The oldest week comes first; no weeks at all
/// where no day lies in any of them, and `None` where the text is none of these.
fn by_week(text: &str, as_of: NaiveDate) -> Option<Vec<ExactSum>> {
    let mut weeks = vec![ExactSum::ZERO; YEARS * WEEKS];
    let (mut text, mut some) = (Written::of(text), false);
    loop {
        let (day, quantity) = (
            text.day()?,
            ExactSum::from_parts(text.next_number()?, text.next_number()?, SUM_RADIX),
        );
        let week = usize::try_from((as_of - day).num_days())
            .ok()
            .and_then(|days| weeks.iter_mut().nth_back(days / 7));
        if let Some(week) = week {
            *week = week.plus(quantity);
            some = true;
        }
        if !text.next_entry()? {
            return Some(if some { weeks } else { Vec::new() });
        }
    }
}

fn unreadable(item_id: &str) -> DbError {
    DbError::Failed(DbErr::Custom(format!(
        "the days on which {item_id} was sold cannot be read"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_fall_into_the_weeks_that_end_with_the_day() {
        let as_of = NaiveDate::from_ymd_opt(2026, 6, 16).unwrap();
        // Days to come and those of before count nowhere.
        let weeks = by_week(
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
            by_week("2026-06-17 0 1;2019-01-01 0 1", as_of),
            Some(Vec::new())
        );
    }

    #[test]
    fn a_text_that_is_not_one_is_no_week_without_sales() {
        let as_of = NaiveDate::from_ymd_opt(2026, 6, 16).unwrap();
        for text in [
            "",
            "2026-06-10",
            "2026-06-10 1",
            "2026-06-17 0 1x",
            "2026-06-10 0 1;",
        ] {
            assert_eq!(by_week(text, as_of), None, "{text}");
        }
    }
}
