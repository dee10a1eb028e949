//! `crop_yield_forecast`: forecast yields of the customers' fields.

use crate::auth::permission::{CustomersRead, MarketRead};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::crop_yield::forecast::{CropForecast, METHOD};
use crate::features::crop_yield::read_yield_report;

const COLUMNS: &[Column] = &[
    Column::for_text("Crop"),
    Column::for_numbers("Forecast"),
    Column::for_numbers("Likely range"),
    Column::for_numbers("Change"),
    Column::for_numbers("Confidence"),
];

/// Adds the forecasts of the dashboard.
pub(super) async fn crop_yield_forecast(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    context.require(MarketRead)?;
    let proof = context.require(CustomersRead)?;
    let yields = read_yield_report(
        &context.db().await?,
        &context.yields.current_snapshot().yields,
        &proof,
    )
    .await?;
    result.source_row_count = yields.customers;
    result.method = Some(METHOD);
    result.add_link("Crop Yield Forecast", "/");
    let rows = yields.report.iter().flat_map(|report| &report.forecasts);
    let visible: Vec<&CropForecast> = rows
        .filter(|row| {
            args.crop
                .is_none_or(|crop| row.crop.to_string().eq_ignore_ascii_case(crop.as_str()))
        })
        .collect();
    if visible.is_empty() {
        result.push_no_data(
            "There is no yield forecast for this. It needs customers with a state and crops: sync \
                customer_profiles with both.",
        );
        return Ok(());
    }
    let mut table = Table {
        title: "Yield forecasts".into(),
        columns: COLUMNS.to_vec(),
        rows: Vec::new(),
        total: visible.len(),
    };
    for (position, row) in visible.iter().enumerate() {
        let id = result.next_row_id();
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
            .map(|change| sheet.add_change("Change from the last harvest", change, refs()));
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
        // Sentences describe the first three rows; the table lists all, as on the dashboard.
        if position < 3 {
            let against = change.map_or_else(String::new, |change| {
                format!(", {change} compared with the last harvest")
            });
            result.push_sentence(format!(
                "{name} is forecast at {bushels} for {year}{against}."
            ));
        }
        table.rows.push(Row {
            cells: vec![Some(name), Some(bushels), range, change, confidence],
            id,
        });
    }
    result.table = Some(table);
    if let Some(accuracy) = yields.report.and_then(|report| report.forecast_accuracy) {
        let accuracy = sheet.add_percent("Forecast accuracy", accuracy, Vec::new());
        result
            .insights
            .push(format!("Past forecasts were {accuracy} accurate."));
    }
    Ok(())
}
