//! What the customers' fields are expected to bear.

use crate::auth::permission::{CustomersRead, MarketRead};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::crop_yield::forecast::{CropForecast, METHOD};
use crate::features::crop_yield::read_yield_report;
use crate::http::ApiError;

const COLUMNS: &[Column] = &[
    Column::for_text("Crop"),
    Column::for_numbers("Forecast"),
    Column::for_numbers("Likely range"),
    Column::for_numbers("Change"),
    Column::for_numbers("Confidence"),
];

/// What the customers' fields are expected to bear, as the dashboard shows it.
pub(super) async fn crop_yield_forecast(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    desk.require(MarketRead)?;
    let right = desk.require(CustomersRead)?;
    let read = read_yield_report(
        &desk.db().await?,
        &desk.yields.current_snapshot().yields,
        &right,
    )
    .await?;
    found.source_row_count = read.customers;
    found.method = Some(METHOD);
    found.add_link("Crop Yield Forecast", "/");
    let rows = read.report.iter().flat_map(|report| &report.forecasts);
    let shown: Vec<&CropForecast> = rows
        .filter(|row| {
            args.crop
                .is_none_or(|crop| row.crop.to_string().eq_ignore_ascii_case(crop.as_str()))
        })
        .collect();
    if shown.is_empty() {
        found.push_no_data(
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
        let id = found.next_row_id();
        let refs = || vec![id.clone()];
        let name = sheet.add_name("Crop", &row.crop_type, refs());
        let bushels = sheet.add_measure(
            format!("Forecast yield of {}", row.crop_type),
            row.forecasted_yield,
            "bu/ac",
            refs(),
        );
        let year = sheet.add_period("Harvest", &row.year.to_string());
        let change = row
            .yield_change_percent
            .map(|change| sheet.add_change("Change against the last harvest", change, refs()));
        let confidence = row
            .confidence_level
            .map(|level| sheet.add_percent("Confidence", level, refs()));
        let range = match (row.low_80, row.high_80) {
            (Some(low), Some(high)) => Some(sheet.add_name(
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
            found.push_sentence(format!(
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
        let accuracy = sheet.add_percent("Forecast accuracy", accuracy, Vec::new());
        found.insights.push(format!(
            "Such forecasts were {accuracy} accurate in the past."
        ));
    }
    Ok(())
}
