//! Commodity price forecasts three months ahead, from the end of each February, May, August and
//! November with enough history.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use chrono::NaiveDate;

use super::csv_output::{CsvOutput, format_float};
use super::csv_table::{ColumnIndex, CsvTable, list_files};
use crate::commands::CommandError;
use crate::decimal::Decimal4;
use crate::features::market::monthly_prices::{current_run, split_price_runs};
use crate::features::market::price_outlook::forecast_price_at;
use crate::features::market::quote::DayQuote;
use crate::features::supply_prices::price_index::Month;

/// Forecast months.
const ORIGIN_MONTHS: [u32; 4] = [2, 5, 8, 11];

pub(super) fn run_prices(data: &Path, out: &Path) -> Result<(), CommandError> {
    let mut output = CsvOutput::create(
        out,
        &["series", "origin", "forecast", "lo80", "hi80", "p_up"],
    )?;
    for (name, quotes) in read_prices(data)? {
        let origins = quotes
            .keys()
            .filter(|month| ORIGIN_MONTHS.contains(&month.month_number()));
        for origin in origins {
            let known: Vec<DayQuote> = quotes.range(..=*origin).map(|(_, quote)| *quote).collect();
            let Some(as_of) = first_day_of_month(origin.next_month()) else {
                continue;
            };
            let price_runs = split_price_runs(&known, as_of);
            let Some(price_run) = current_run(&price_runs, as_of) else {
                continue;
            };
            let Some(forecast) =
                forecast_price_at(price_run, price_run.means.len().saturating_sub(1))
            else {
                continue;
            };
            let [price, low, high, p_up] = [
                forecast.price,
                forecast.low_80,
                forecast.high_80,
                forecast.p_up,
            ]
            .map(format_float);
            output.write_row(&[&name, &origin.to_string(), &price, &low, &high, &p_up])?;
        }
    }
    output.finish()
}

fn first_day_of_month(month: Month) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(month.year(), month.month_number(), 1)
}

/// Reads all series by month. Months with an empty cell have no price, and text columns such as
/// units are skipped. If a month occurs in several files, the first one is used.
fn read_prices(data: &Path) -> Result<BTreeMap<String, BTreeMap<Month, DayQuote>>, CommandError> {
    let mut series: BTreeMap<String, BTreeMap<Month, DayQuote>> = BTreeMap::new();
    let mut seen: BTreeSet<Month> = BTreeSet::new();
    for file in list_files(data, "prices_", ".csv")? {
        let table = CsvTable::read_file(&file)?;
        let month_column = table.find_column("month")?;
        let series_of = |name: &&String| *name != "month" && !name.is_empty();
        let columns = table
            .header()
            .iter()
            .filter(series_of)
            .map(|name| Ok((name, table.find_column(name)?)))
            .collect::<Result<Vec<_>, CommandError>>()?;
        let columns: Vec<(&String, ColumnIndex)> = columns
            .into_iter()
            .filter(|(_, column)| !table.is_text_column(*column))
            .collect();
        for record in table.records() {
            let faulty = || record.cell_error(month_column, "a month such as 2005-02");
            let month = Month::parse(record.cell_text(month_column)).ok_or_else(faulty)?;
            let day = first_day_of_month(month).ok_or_else(faulty)?;
            if !seen.insert(month) {
                continue;
            }
            for &(name, column) in &columns {
                let Some(price) = record.parse_optional_positive(column)? else {
                    continue;
                };
                // Quotes have four decimals.
                let price = Decimal4::parse(&format!("{price:.4}"))
                    .ok()
                    .filter(|price| *price > Decimal4::ZERO);
                let price = price
                    .ok_or_else(|| record.cell_error(column, "a price between 0.0001 and 10^12"))?;
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
        table.report_skipped()?;
    }
    Ok(series)
}
