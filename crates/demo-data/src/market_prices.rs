//! Writes `market_prices`: weekday quotes of the four commodities over the window.

use std::path::Path as Folder;

use super::amount::{Amount, round_to_i64};
use super::csv_table_writer::{CsvTableWriter, PartialFile};
use super::day::{Day, Window};
use super::error::DemoError;
use super::quotes::Quotes;
use super::random_stream::{RandomStream, StreamTopic};

const COLUMNS: [&str; 7] = [
    "price_date",
    "commodity",
    "market",
    "price",
    "unit",
    "volume",
    "updated_at",
];

/// Rows ordered by day.
pub(super) fn write_market_prices(
    folder: &Folder,
    seed: u64,
    window: Window,
    quotes: &Quotes,
) -> Result<PartialFile, DemoError> {
    let mut table = CsvTableWriter::create(folder, "market_prices", &COLUMNS)?;
    for day in window.days().filter(|day| is_trading_day(*day)) {
        for (number, path) in (0_i64..).zip(quotes.markets()) {
            let market = path.market;
            let mut stream = RandomStream::new(seed, StreamTopic::Volume, number, i64::from(day.0));
            let Some(price) = path
                .price_on(day)
                .filter(|_| !stream.draw_chance(market.no_quote_share))
            else {
                continue;
            };
            table.write_day(Some(day))?;
            table.write_text(market.commodity)?;
            table.write_text(market.name)?;
            table.write_price(Amount::round_to_step(price, market.tick))?;
            table.write_text(market.unit)?;
            table.write_display(round_to_i64(market.volume * stream.log_normal(0.28)))?;
            table.write_updated_at(day, number.unsigned_abs())?;
            table.end_row()?;
        }
    }
    table.finish()
}

/// Monday to Friday except New Year's Day, Independence Day and Christmas.
fn is_trading_day(day: Day) -> bool {
    let date = day.to_date();
    day.is_weekday()
        && !HOLIDAYS.contains(&(chrono::Datelike::month(&date), chrono::Datelike::day(&date)))
}

const HOLIDAYS: [(u32, u32); 3] = [(1, 1), (7, 4), (12, 25)];
