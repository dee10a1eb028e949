//! What was sold by day, on the days on which the sales count as demand.

use std::collections::{BTreeMap, HashMap};

use chrono::{Datelike, NaiveDate};
use purchase_planning::SalesDating;
use sea_orm::{DbErr, FromQueryResult};

use super::location_map::LocationMap;
use super::stock_table::StockTable;
use crate::db::{DaysThrough, DbError, RolledUpDb, SUM_RADIX, TenantSql};
use crate::decimal::ExactSum;
use crate::features::data_sync::{MovedSales, MovedSeries, read_sales_dating};
use crate::packed_parser::PackedParser;

/// The sales, less returns, of an item in a unit at a location.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DemandSeries {
    pub(super) item_id: String,
    pub(super) unit: String,
    /// Empty if the lines name no location.
    pub(super) location: String,
    /// In any order.
    pub(super) sold: Vec<(NaiveDate, ExactSum)>,
}

#[derive(FromQueryResult)]
struct SalesHistoryRow {
    item_id: String,
    unit: String,
    location: String,
    sold: String,
}

/// The quarters are in any order.
const SALES_HISTORY_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, unit, location, string_agg(history, '/') as sold
        from rollup_item_history
        where tenant_id = $1 and quarter >= $2
        group by item_id, unit, location
    ",
);

/// Item, unit and location.
type SeriesKey = (String, String, String);

impl DemandSeries {
    /// Calls `each` for every item, unit and location, with the sales since the first day of the
    /// quarter of `after`.
    pub(super) async fn for_each_since(
        db: &RolledUpDb,
        after: NaiveDate,
        mut each: impl FnMut(Self),
    ) -> Result<(), DbError> {
        let first_day = quarter_start(after);
        let dating = SalesDating::from(read_sales_dating(db).await?);
        let mut moved: HashMap<SeriesKey, Vec<MovedSales>> = HashMap::new();
        if dating == SalesDating::Booking {
            MovedSeries::for_each(db, |series| {
                let key = (series.item_id, series.unit, series.location);
                moved.insert(key, series.sales);
            })
            .await?;
        }
        let parameters = vec![DaysThrough::quarter_name(after).into()];
        db.for_each_row::<SalesHistoryRow>(SALES_HISTORY_SQL, parameters, |row| {
            let sold = parse_days(&row.sold).ok_or_else(|| {
                DbError::Failed(DbErr::Custom(format!(
                    "cannot parse the sales history of {}",
                    row.item_id
                )))
            })?;
            let key = (row.item_id, row.unit, row.location);
            let sold = match moved.remove(&key) {
                Some(sales) => move_sales(sold, &sales, dating, first_day),
                None => sold,
            };
            each(Self::new(key, sold));
            Ok(())
        })
        .await?;
        // Dated before the first day, and delivered since.
        for (key, sales) in moved {
            let sold = move_sales(Vec::new(), &sales, dating, first_day);
            if !sold.is_empty() {
                each(Self::new(key, sold));
            }
        }
        Ok(())
    }

    /// The stock row at which the sales count.
    pub(super) fn find_row(&self, stock: &StockTable, locations: &LocationMap) -> Option<usize> {
        stock.find_counted((&self.item_id, &self.unit, &self.location), locations)
    }

    fn new((item_id, unit, location): SeriesKey, sold: Vec<(NaiveDate, ExactSum)>) -> Self {
        Self {
            item_id,
            unit,
            location,
            sold,
        }
    }
}

/// Takes moved sales off the days of their dates and adds them on the days on which they count.
/// Days before the first are left out.
fn move_sales(
    sold: Vec<(NaiveDate, ExactSum)>,
    moved: &[MovedSales],
    dating: SalesDating,
    first_day: NaiveDate,
) -> Vec<(NaiveDate, ExactSum)> {
    let mut days: BTreeMap<NaiveDate, ExactSum> = sold.into_iter().collect();
    for sales in moved {
        if sales.dated >= first_day {
            let sum = days.entry(sales.dated).or_default();
            *sum = sum.saturating_sub(sales.quantity);
        }
        if let Some(day) = dating.demand_day(sales.dated, sales.delivery)
            && day >= first_day
        {
            let sum = days.entry(day).or_default();
            *sum = sum.saturating_add(sales.quantity);
        }
    }
    days.retain(|_, sum| *sum != ExactSum::ZERO);
    days.into_iter().collect()
}

fn quarter_start(day: NaiveDate) -> NaiveDate {
    day.with_day(1)
        .and_then(|first| first.with_month0(first.month0() / 3 * 3))
        .unwrap_or(day)
}

/// Days with the two parts of their quantity: `2026-03-31 0 250000;2026-04-04 0 10000`, with `/`
/// between quarters.
fn parse_days(text: &str) -> Option<Vec<(NaiveDate, ExactSum)>> {
    let mut days = Vec::new();
    PackedParser::parse_entries(text, |text| {
        let day = text.parse_day()?;
        let (high, low) = (text.parse_next_number()?, text.parse_next_number()?);
        days.push((day, ExactSum::from_parts(high, low, SUM_RADIX)));
        Some(())
    })?;
    Some(days)
}

#[cfg(test)]
mod tests {
    use purchase_planning::SaleDelivery;

    use super::*;
    use crate::decimal::Decimal4;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn units(text: &str) -> ExactSum {
        Decimal4::parse(text).unwrap().into()
    }

    fn moved(dated: &str, delivery: SaleDelivery<NaiveDate>, quantity: &str) -> MovedSales {
        MovedSales {
            dated: day(dated),
            delivery,
            lines: 1,
            quantity: units(quantity),
        }
    }

    #[test]
    fn moves_sales_to_the_days_of_delivery() {
        let sold = vec![
            (day("2026-01-10"), units("50")),
            (day("2026-01-11"), units("20")),
            (day("2026-04-02"), units("5")),
        ];
        let sales = [
            moved("2026-01-10", SaleDelivery::On(day("2026-04-02")), "30"),
            moved("2026-01-11", SaleDelivery::Outstanding, "20"),
            // Dated before the first day, so `sold` lacks it.
            moved("2025-12-30", SaleDelivery::On(day("2026-04-20")), "7"),
            moved("2026-01-10", SaleDelivery::On(day("2025-12-31")), "1"),
        ];
        let first_day = day("2026-01-01");
        assert_eq!(
            move_sales(sold.clone(), &sales, SalesDating::Booking, first_day),
            [
                (day("2026-01-10"), units("19")),
                (day("2026-04-02"), units("35")),
                (day("2026-04-20"), units("7")),
            ]
        );
        assert_eq!(
            move_sales(sold.clone(), &[], SalesDating::Booking, first_day),
            sold
        );
    }

    #[test]
    fn parses_quarters_in_any_order() {
        assert_eq!(
            parse_days("2026-04-01 0 10000/2026-01-10 1 -20000;2026-01-11 0 0"),
            Some(vec![
                (day("2026-04-01"), units("1")),
                (day("2026-01-10"), units("998")),
                (day("2026-01-11"), ExactSum::ZERO),
            ])
        );
        for text in [
            "",
            "2026-06-10",
            "2026-06-10 1",
            "2026-06-17 0 1x",
            "2026-06-10 0 1;",
        ] {
            assert_eq!(parse_days(text), None, "{text}");
        }
    }

    #[test]
    fn starts_with_the_quarter() {
        assert_eq!(quarter_start(day("2026-06-30")), day("2026-04-01"));
        assert_eq!(quarter_start(day("2026-12-31")), day("2026-10-01"));
    }
}
