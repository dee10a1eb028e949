//! Crop yields one year ahead, of every year with at least 20 earlier ones.

use std::collections::BTreeMap;
use std::path::Path;

use super::output::{Output, number};
use super::table::{Table, files};
use crate::commands::CommandError;
use crate::features::crop_yield::forecast::yield_backtest::{YieldBacktest, forecast_yield};
use crate::features::crop_yield::reference_yields::Harvest;

/// Earlier years that a row needs.
const LEAST_EARLIER: usize = 20;

pub(super) fn run(data: &Path, out: &Path) -> Result<(), CommandError> {
    let series = read(data)?;
    let records: BTreeMap<&str, YieldBacktest> = series
        .iter()
        .map(|(name, harvests)| (name.as_str(), YieldBacktest::from_harvests(harvests)))
        .collect();
    let mut output = Output::create(out, &["series", "year", "forecast", "lo80", "hi80"])?;
    for (name, harvests) in &series {
        let Some(record) = records.get(name.as_str()) else {
            continue;
        };
        for harvest in harvests.iter().skip(LEAST_EARLIER) {
            let Some(forecast) = forecast_yield(harvests, harvest.year) else {
                continue;
            };
            let others = records
                .iter()
                .filter(|(other, _)| **other != name && crop(other) == crop(name))
                .map(|(_, record)| record);
            let interval = record.forecast_interval(others, harvest.year, forecast);
            let bound = |value: Option<f64>| value.map(number).unwrap_or_default();
            let (low, high) = (
                bound(interval.map(|interval| interval.low)),
                bound(interval.map(|interval| interval.high)),
            );
            output.row(&[
                name,
                &harvest.year.to_string(),
                &number(forecast),
                &low,
                &high,
            ])?;
        }
    }
    output.finish()
}

/// `corn` of `Iowa|corn`: series of one crop tell of each other's errors.
fn crop(series: &str) -> &str {
    series.rsplit('|').next().unwrap_or(series)
}

/// Every series with its harvests in order of years; of two figures of a year the first one counts.
fn read(data: &Path) -> Result<BTreeMap<String, Vec<Harvest>>, CommandError> {
    let mut series: BTreeMap<String, BTreeMap<i32, f64>> = BTreeMap::new();
    for file in files(data, "yields_", ".csv")? {
        let table = Table::read(&file)?;
        let (name, year, bushels) = (
            table.column("series")?,
            table.column("year")?,
            table.column("yield_bu_ac")?,
        );
        for record in table.records() {
            let year: i32 = record.whole(year, "a year")?;
            let Some(bu_per_ac) = record.positive_if_any(bushels)? else {
                continue;
            };
            series
                .entry(record.text(name).to_owned())
                .or_default()
                .entry(year)
                .or_insert(bu_per_ac);
        }
        table.note_passed_over()?;
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
