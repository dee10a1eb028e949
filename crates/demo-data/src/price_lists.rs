//! Writes `price_lists`: the prices that suppliers ask in a quarter, up to those already announced
//! for the next one.
//!
//! A list depends only on the seed and its quarter, and is near the purchase prices of that
//! quarter. It moves a third as far as the costs, because buyers haggle over the rest. Prices are
//! round, so that a small change of the costs changes no list.

use std::path::Path;

use chrono::{Datelike, Months, NaiveDate};

use super::amount::Amount;
use super::business::Business;
use super::csv_table_writer::{CsvTableWriter, PartialFile};
use super::day::{Day, Window};
use super::error::DemoError;
use super::priced_item::{PricedItem, build_priced_items};
use super::quotes::Quotes;
use super::random_stream::{RandomStream, StreamTopic};
use super::suppliers::Supplier;

const COLUMNS: [&str; 9] = [
    "supplier_id",
    "item_id",
    "unit",
    "unit_price",
    "currency",
    "min_quantity",
    "valid_from",
    "valid_to",
    "updated_at",
];

/// Lists before that of the as-of day.
const PAST_QUARTERS: i32 = 4;

/// Share of the difference between the costs of a quarter and of its year that is in a list.
const SEASONAL_SHARE: f64 = 0.35;

/// A list may be above or below the costs by this share.
const SUPPLIER_MARKUP: f64 = 0.015;

/// Price steps: prices from the first number on are multiples of the second, about 1 to 2 %.
const PRICE_STEPS: [(f64, f64); 4] = [(200.0, 5.0), (50.0, 1.0), (20.0, 0.5), (0.0, 0.2)];

/// A calendar quarter, counted from the first one of the year 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Quarter(i32);

impl Quarter {
    fn containing(day: Day) -> Self {
        let date = day.to_date();
        Self(date.year() * 4 + i32::try_from(date.month0() / 3).unwrap_or_default())
    }

    fn plus(self, quarters: i32) -> Self {
        Self(self.0 + quarters)
    }

    fn first_day(self) -> Day {
        let month0 = u32::try_from(self.0.rem_euclid(4)).unwrap_or_default() * 3;
        let date = NaiveDate::from_ymd_opt(self.0.div_euclid(4), 1, 1).unwrap_or(NaiveDate::MAX);
        Day::from_date(date.checked_add_months(Months::new(month0)).unwrap_or(date))
    }

    fn last_day(self) -> Day {
        self.plus(1).first_day() - 1
    }

    /// Mean cost of an item from the first day of this quarter to the last day of another.
    fn mean_cost_until(self, last: Self, priced: &PricedItem) -> f64 {
        let days = (self.first_day().0..=last.last_day().0).map(Day);
        let (count, sum) = days.fold((0.0, 0.0), |(count, sum), day| {
            (count + 1.0, sum + priced.cost_on(day))
        });
        sum / count
    }
}

pub(super) fn write_price_lists(
    folder: &Path,
    business: &Business,
) -> Result<PartialFile, DemoError> {
    let current = Quarter::containing(business.window.last);
    // The list of the next quarter depends on the costs until the end of the one after it.
    let items = price_items_until(business, current.plus(2).last_day());
    let mut table = CsvTableWriter::create(folder, "price_lists", &COLUMNS)?;
    for quarter in (-PAST_QUARTERS..=1).map(|offset| current.plus(offset)) {
        // A list is announced when that of the quarter before begins.
        let announced = quarter.plus(-1).first_day();
        let mut turn = 0;
        for priced in &items {
            let (main, second) = priced.item.suppliers;
            for supplier in [Some(main), second].into_iter().flatten() {
                table.write_text(supplier.facts().id)?;
                table.write_text(priced.item.id)?;
                table.write_text(priced.item.unit)?;
                table.write_price(list_price(business.seed, priced, supplier, quarter))?;
                table.write_text("USD")?;
                table.write_quantity(Amount::ZERO)?;
                table.write_day(Some(quarter.first_day()))?;
                table.write_day(Some(quarter.last_day()))?;
                table.write_updated_at(announced, turn)?;
                table.end_row()?;
                turn += 1;
            }
        }
    }
    table.finish()
}

/// The items with their costs up to a day after the window: the costs of the days that both cover
/// are the same.
fn price_items_until(business: &Business, last: Day) -> Vec<PricedItem> {
    let window = Window {
        last,
        ..business.window
    };
    build_priced_items(business.seed, window, &Quotes::new(business.seed, window))
}

/// Between the mean cost of the year around the quarter and that of the quarter, and a little more
/// or less by supplier.
fn list_price(seed: u64, priced: &PricedItem, supplier: Supplier, quarter: Quarter) -> Amount {
    let year = quarter.plus(-2).mean_cost_until(quarter.plus(1), priced);
    let cost = year + SEASONAL_SHARE * (quarter.mean_cost_until(quarter, priced) - year);
    let markup = RandomStream::new(
        seed,
        StreamTopic::PriceList,
        supplier as i64,
        i64::from(quarter.0),
    )
    .uniform_between(-SUPPLIER_MARKUP, SUPPLIER_MARKUP);
    let price = cost * (1.0 + markup);
    let step = PRICE_STEPS
        .iter()
        .find(|(from, _)| price >= *from)
        .map_or(0.01, |(_, step)| *step);
    Amount::round_to_step(price, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_have_their_days() {
        let day = |text: &str| Day::from_date(text.parse().expect("a date"));
        let fall = Quarter::containing(day("2026-11-23"));
        assert_eq!(
            (fall.first_day(), fall.last_day()),
            (day("2026-10-01"), day("2026-12-31"))
        );
        let winter = fall.plus(1);
        assert_eq!(winter, Quarter::containing(day("2027-01-01")));
        assert_eq!(
            (winter.first_day(), winter.last_day()),
            (day("2027-01-01"), day("2027-03-31"))
        );
        assert_eq!(fall.plus(-2).first_day(), day("2026-04-01"));
    }
}
