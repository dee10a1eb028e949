//! Writes `market_prices`: weekday quotes of the four commodities over the window.

use std::path::Path as Folder;

use super::amount::{Amount, whole};
use super::day::{Day, Window};
use super::error::DemoError;
use super::quotes::Quotes;
use super::stream::{Stream, Topic};
use super::table::{Partial, Table};

const COLUMNS: [&str; 7] = [
    "price_date",
    "commodity",
    "market",
    "price",
    "unit",
    "volume",
    "updated_at",
];

/// Rows in the order of their days.
pub(super) fn write(
    folder: &Folder,
    seed: u64,
    window: Window,
    quotes: &Quotes,
) -> Result<Partial, DemoError> {
    let mut table = Table::create(folder, "market_prices", &COLUMNS)?;
    for day in window.days().filter(|day| is_trading_day(*day)) {
        for (number, path) in (0_i64..).zip(quotes.markets()) {
            let market = path.market;
            let mut stream = Stream::new(seed, Topic::Volume, number, i64::from(day.0));
            let Some(price) = path.price(day).filter(|_| !stream.chance(market.silent)) else {
                continue;
            };
            table.day(Some(day))?;
            table.text(market.commodity)?;
            table.text(market.name)?;
            table.price(Amount::in_steps(price, market.tick))?;
            table.text(market.unit)?;
            table.print(whole(market.volume * stream.spread(0.28)))?;
            table.loaded(day, number.unsigned_abs())?;
            table.end_row()?;
        }
    }
    table.finish()
}

/// Monday to Friday but New Year, Independence Day and Christmas.
fn is_trading_day(day: Day) -> bool {
    let date = day.date();
    day.is_weekday()
        && !HOLIDAYS.contains(&(chrono::Datelike::month(&date), chrono::Datelike::day(&date)))
}

const HOLIDAYS: [(u32, u32); 3] = [(1, 1), (7, 4), (12, 25)];
