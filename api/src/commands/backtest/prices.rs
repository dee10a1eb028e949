//! Commodity prices three months ahead, made at the end of every February, May, August and November
//! whose months before give a forecast.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use chrono::NaiveDate;

use super::output::{Output, number};
use super::table::{Column, Table, files};
use crate::commands::CommandError;
use crate::decimal::Decimal4;
use crate::features::market::monthly_prices::{current_run, split_price_runs};
use crate::features::market::price_outlook::forecast_price_at;
use crate::features::market::quote::DayQuote;
use crate::features::supply_prices::price_index::Month;

/// Every third month.
const ORIGINS: [u32; 4] = [2, 5, 8, 11];

pub(super) fn run(data: &Path, out: &Path) -> Result<(), CommandError> {
    let mut output = Output::create(
        out,
        &["series", "origin", "forecast", "lo80", "hi80", "p_up"],
    )?;
    for (name, quotes) in read(data)? {
        let origins = quotes
            .keys()
            .filter(|month| ORIGINS.contains(&month.month_number()));
        for origin in origins {
            let known: Vec<DayQuote> = quotes.range(..=*origin).map(|(_, quote)| *quote).collect();
            let Some(as_of) = first_day(origin.next_month()) else {
                continue;
            };
            let stretches = split_price_runs(&known, as_of);
            let Some(stretch) = current_run(&stretches, as_of) else {
                continue;
            };
            let Some(forecast) = forecast_price_at(stretch, stretch.means.len().saturating_sub(1))
            else {
                continue;
            };
            let [price, low, high, p_up] = [
                forecast.price,
                forecast.low_80,
                forecast.high_80,
                forecast.p_up,
            ]
            .map(number);
            output.row(&[&name, &origin.to_string(), &price, &low, &high, &p_up])?;
        }
    }
    output.finish()
}

fn first_day(month: Month) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(month.year(), month.month_number(), 1)
}

/// Every series with its months; a month whose cell is empty has no price. A column of words, such
/// as a unit, is no series. Of two files that have a month the first one counts.
fn read(data: &Path) -> Result<BTreeMap<String, BTreeMap<Month, DayQuote>>, CommandError> {
    let mut series: BTreeMap<String, BTreeMap<Month, DayQuote>> = BTreeMap::new();
    let mut seen: BTreeSet<Month> = BTreeSet::new();
    for file in files(data, "prices_", ".csv")? {
        let table = Table::read(&file)?;
        let month_column = table.column("month")?;
        let series_of = |name: &&String| *name != "month" && !name.is_empty();
        let columns = table
            .header()
            .iter()
            .filter(series_of)
            .map(|name| Ok((name, table.column(name)?)))
            .collect::<Result<Vec<_>, CommandError>>()?;
        let columns: Vec<(&String, Column)> = columns
            .into_iter()
            .filter(|(_, column)| !table.is_words(*column))
            .collect();
        for record in table.records() {
            let faulty = || record.faulty(month_column, "a month such as 2005-02");
            let month = Month::parse(record.text(month_column)).ok_or_else(faulty)?;
            let day = first_day(month).ok_or_else(faulty)?;
            if !seen.insert(month) {
                continue;
            }
            for &(name, column) in &columns {
                let Some(price) = record.positive_if_any(column)? else {
                    continue;
                };
                // Quotes are kept with four decimals.
                let price = Decimal4::parse(&format!("{price:.4}"))
                    .ok()
                    .filter(|price| *price > Decimal4::ZERO);
                let price = price
                    .ok_or_else(|| record.faulty(column, "a price between 0.0001 and 10^12"))?;
                series.entry(name.clone()).or_default().insert(
                    month,
                    DayQuote {
                        day,
                        price,
                        volume: None,
                    },
                );
            }
        }
        table.note_passed_over()?;
    }
    Ok(series)
}
