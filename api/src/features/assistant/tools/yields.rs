//! What the customers' fields are expected to bear.

use crate::auth::permission::{CustomersRead, MarketRead};
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::{Column, Finding, Row, Table};
use crate::features::assistant::registry::Args;
use crate::features::crop_yield::forecast::{CropForecast, METHOD};
use crate::features::crop_yield::read_yields;
use crate::http::ApiError;

const COLUMNS: &[Column] = &[
    Column::words("Crop"),
    Column::figures("Forecast"),
    Column::figures("Likely range"),
    Column::figures("Change"),
    Column::figures("Confidence"),
];

/// What the customers' fields are expected to bear, as the dashboard shows it.
pub(super) async fn crop_yield_forecast(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    desk.require(MarketRead)?;
    let right = desk.require(CustomersRead)?;
    let read = read_yields(&desk.db().await?, &desk.yields.now().yields, &right).await?;
    found.n = read.customers;
    found.method = Some(METHOD);
    found.link("Crop Yield Forecast", "/");
    let rows = read.report.iter().flat_map(|report| &report.forecasts);
    let shown: Vec<&CropForecast> = rows
        .filter(|row| {
            args.crop
                .is_none_or(|crop| row.crop.to_string().eq_ignore_ascii_case(crop.as_str()))
        })
        .collect();
    if shown.is_empty() {
        found.nothing(
            "There is no yield forecast for that: it needs customers with a state and \
            crops. Sync customer_profiles with both.",
        );
        return Ok(());
    }
    let mut table = Table {
        title: "Yield forecasts",
        columns: COLUMNS.to_vec(),
        rows: Vec::new(),
        total: shown.len(),
    };
    for (place, row) in shown.iter().enumerate() {
        let id = found.next_row();
        let refs = || vec![id.clone()];
        let name = sheet.name("Crop", &row.crop_type, refs());
        let bushels = sheet.measure(
            format!("Forecast yield of {}", row.crop_type),
            row.forecasted_yield,
            "bu/ac",
            refs(),
        );
        let year = sheet.period("Harvest", &row.year.to_string());
        let change = row
            .yield_change_percent
            .map(|change| sheet.change("Change against the last harvest", change, refs()));
        let confidence = row
            .confidence_level
            .map(|level| sheet.percent("Confidence", level, refs()));
        let range = match (row.low_80, row.high_80) {
            (Some(low), Some(high)) => Some(sheet.name(
                "Likely range",
                &format!("{low:.1} to {high:.1} bu/ac"),
                refs(),
            )),
            _ => None,
        };
        // The first few are said, all are listed: as on the dashboard.
        if place < 3 {
            let against = change.map_or_else(String::new, |change| {
                format!(", {change} against the last harvest")
            });
            found.say(format!(
                "{name} is forecast at {bushels} for {year}{against}."
            ));
        }
        table.rows.push(Row {
            cells: vec![Some(name), Some(bushels), range, change, confidence],
            id,
        });
    }
    found.table = Some(table);
    if let Some(accuracy) = read.report.and_then(|report| report.forecast_accuracy) {
        let accuracy = sheet.percent("Forecast accuracy", accuracy, Vec::new());
        found.insights.push(format!(
            "Such forecasts were {accuracy} accurate in the past."
        ));
    }
    Ok(())
}
