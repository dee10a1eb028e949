//! Crop yield forecasts one year ahead, for every year with at least 20 earlier years.

use std::collections::BTreeMap;
use std::path::Path;

use super::csv_output::{CsvOutput, format_float};
use super::csv_table::{CsvTable, list_files};
use crate::commands::CommandError;
use crate::features::crop_yield::forecast::yield_backtest::{YieldBacktest, forecast_yield};
use crate::features::crop_yield::reference_yields::Harvest;

/// The minimum number of earlier years.
const MIN_EARLIER_YEARS: usize = 20;

pub(super) fn run_crop_yields(data: &Path, out: &Path) -> Result<(), CommandError> {
    let series = read_harvests(data)?;
    let records: BTreeMap<&str, YieldBacktest> = series
        .iter()
        .map(|(name, harvests)| (name.as_str(), YieldBacktest::from_harvests(harvests)))
        .collect();
    let mut output = CsvOutput::create(out, &["series", "year", "forecast", "lo80", "hi80"])?;
    for (name, harvests) in &series {
        let Some(record) = records.get(name.as_str()) else {
            continue;
        };
        for harvest in harvests.iter().skip(MIN_EARLIER_YEARS) {
            let Some(forecast) = forecast_yield(harvests, harvest.year) else {
                continue;
            };
            let others = records
                .iter()
                .filter(|(other, _)| **other != name && crop_name(other) == crop_name(name))
                .map(|(_, record)| record);
            let interval = record.forecast_interval(others, harvest.year, forecast);
            let bound = |value: Option<f64>| value.map(format_float).unwrap_or_default();
            let (low, high) = (
                bound(interval.map(|interval| interval.low)),
                bound(interval.map(|interval| interval.high)),
            );
            output.write_row(&[
                name,
                &harvest.year.to_string(),
                &format_float(forecast),
                &low,
                &high,
            ])?;
        }
    }
    output.finish()
}

/// The crop of a series, such as `corn` of `Iowa|corn`. Series of one crop share their forecast
/// errors.
fn crop_name(series: &str) -> &str {
    series.rsplit('|').next().unwrap_or(series)
}

/// Reads all series with their harvests in order of years. If a year has two values, the first one
/// is used.
fn read_harvests(data: &Path) -> Result<BTreeMap<String, Vec<Harvest>>, CommandError> {
    let mut series: BTreeMap<String, BTreeMap<i32, f64>> = BTreeMap::new();
    for file in list_files(data, "yields_", ".csv")? {
        let table = CsvTable::read_file(&file)?;
        let (name, year, bushels) = (
            table.find_column("series")?,
            table.find_column("year")?,
            table.find_column("yield_bu_ac")?,
        );
        for record in table.records() {
            let year: i32 = record.parse_whole(year, "a year")?;
            let Some(bu_per_ac) = record.parse_optional_positive(bushels)? else {
                continue;
            };
            series
                .entry(record.cell_text(name).to_owned())
                .or_default()
                .entry(year)
                .or_insert(bu_per_ac);
        }
        table.report_skipped()?;
    }
    let in_order = |years: BTreeMap<i32, f64>| {
        years
            .into_iter()
            .map(|(year, bu_per_ac)| Harvest { year, bu_per_ac })
            .collect()
    };
    Ok(series
        .into_iter()
        .map(|(name, years)| (name, in_order(years)))
        .collect())
}
