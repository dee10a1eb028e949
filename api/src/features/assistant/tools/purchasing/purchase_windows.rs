//! `purchase_windows`: best months to buy.

use super::super::answer_phrases::{category_label, category_prefix, no_data_text};
use crate::auth::permission::{PurchasingRead, SalesRead};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::question_planner::Doubt;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::customers::PurchaseWindowReport;
use crate::features::customers::purchase_windows::{
    BestWindow, CategoryWindow, METHOD, PurchaseWindows,
};
use crate::features::purchasing::read_purchase_extent;
use std::sync::Arc;

/// Minimum number of years of purchases for a window.
const MIN_YEARS: u64 = 2;
/// Share of years within a range, in percent.
const RANGE_PERCENT: f64 = 80.0;

pub(in crate::features::assistant::tools) async fn purchase_windows(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let proof = context.require(PurchasingRead)?;
    let bought =
        read_purchase_extent(&context.rolled_up_db().await?, context.as_of(), &proof).await?;
    result.method = Some(METHOD);
    result.add_link("Purchase patterns", "/purchase-patterns");
    if bought.is_none() {
        result.push_no_data(no_data_text("purchases"));
        return Ok(());
    }
    let report = load_permitted_windows(context).await?;
    result.source_row_count = report.lines;
    let of = category_prefix(args.category);
    let wanted = |row: &&CategoryWindow| {
        args.category
            .is_none_or(|category| row.category == category.as_str())
    };
    let Some(known) = report
        .windows
        .as_ref()
        .filter(|windows| windows.categories.iter().any(|row| wanted(&row)))
    else {
        let years = sheet.add_count(
            "Years that a window needs",
            MIN_YEARS,
            "year",
            "years",
            Vec::new(),
        );
        result.push_sentence(format!(
            "There is not enough history to find the best month for {of}purchases. This needs \
                {years} of purchases, and sales to find the peak of demand."
        ));
        result.doubts.push(Doubt::InsufficientHistory);
        return Ok(());
    };
    let rows: Vec<&CategoryWindow> = known.categories.iter().filter(wanted).collect();
    if args.category.is_none() {
        push_best_month_overall(known, sheet, result);
    }
    for row in &rows {
        push_category(row, sheet, result);
    }
    if let ([row], Some(_)) = (rows.as_slice(), args.category) {
        set_month_table(row, sheet, result);
    } else {
        set_category_table(&rows, sheet, result);
    }
    Ok(())
}

/// Loads the windows of the customer page.
pub(in crate::features::assistant) async fn load_permitted_windows(
    context: &ToolContext<'_>,
) -> Result<Arc<PurchaseWindowReport>, ToolError> {
    let (costs, sales) = (
        context.require(PurchasingRead)?,
        context.require(SalesRead)?,
    );
    let prices = context.prices.load(context.scope, &costs).await?;
    let inputs = (prices, &costs, &sales);
    Ok(context.windows.load(context.scope, inputs).await?)
}

/// Adds the highest bar of the page's chart.
fn push_best_month_overall(
    windows: &PurchaseWindows,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let bars = windows
        .months
        .iter()
        .filter_map(|bar| Some((bar.month, bar.value?)));
    let Some((month, saving)) = bars
        .reduce(|best, bar| if bar.1 > best.1 { bar } else { best })
        .filter(|(_, saving)| *saving > 0.0)
    else {
        return;
    };
    let month = sheet.add_period("Best month over all categories", month.name());
    let saving = sheet.add_percent(
        "Saving of the best month over all categories",
        saving,
        Vec::new(),
    );
    result.push_sentence(format!(
        "Over all categories, {month} is usually cheapest: it saves {saving} compared with buying \
            at the peak of demand, holding costs included."
    ));
}

fn push_category(row: &CategoryWindow, sheet: &mut FactSheet, result: &mut ToolResult) {
    let name = category_label(&row.category);
    let peak = sheet.add_period(
        format!("Peak of demand for {}", row.category),
        row.peak.name(),
    );
    let Some(best) = &row.best else {
        result.push_sentence(format!(
            "{name}: no month saves more than the holding costs, so buy close to the peak of \
                demand in {peak}."
        ));
        return;
    };
    let month = sheet.add_period(
        format!("Best month to buy {}", row.category),
        best.terms.month.name(),
    );
    let saving = sheet.add_percent(
        format!("Saving of the best month for {}", row.category),
        best.saving_percent,
        Vec::new(),
    );
    result.push_sentence(format!(
        "{name}: {month} is usually best, with a saving of {saving} compared with buying at the \
            peak of demand in {peak}, holding costs included."
    ));
    result
        .insights
        .extend(describe_track_record(row, best, sheet));
    result
        .actions
        .push(format!("{name}: plan the purchase for {month}."));
}

/// Adds how reliable the saving was in past years.
fn describe_track_record(
    row: &CategoryWindow,
    best: &BestWindow,
    sheet: &mut FactSheet,
) -> Vec<String> {
    let name = category_label(&row.category);
    let mut sentences = Vec::new();
    if best.years > 0 {
        let cheaper = sheet.add_count(
            format!(
                "Years in which the best month for {} was cheaper",
                row.category
            ),
            best.years_cheaper as u64,
            "year",
            "years",
            Vec::new(),
        );
        let years = sheet.add_count(
            format!("Years on record for {}", row.category),
            best.years as u64,
            "year",
            "years",
            Vec::new(),
        );
        sentences.push(format!(
            "{name}: buying then was cheaper in {cheaper} of {years} on record."
        ));
    }
    if let Some(range) = best.range {
        let often = sheet.add_percent(
            "Share of years that a range holds",
            RANGE_PERCENT,
            Vec::new(),
        );
        let low = sheet.add_percent(
            format!("Low end of the saving for {}", row.category),
            range.low_80,
            Vec::new(),
        );
        let high = sheet.add_percent(
            format!("High end of the saving for {}", row.category),
            range.high_80,
            Vec::new(),
        );
        sentences.push(format!(
            "{name}: in {often} of years, the saving is between {low} and {high}."
        ));
    }
    sentences
}

fn set_month_table(row: &CategoryWindow, sheet: &mut FactSheet, result: &mut ToolResult) {
    let mut rows = Vec::new();
    for terms in &row.months {
        let id = result.next_row_id();
        let month = sheet.add_period("Month", terms.month.name());
        let saving = terms.saving_percent.map(|saving| {
            sheet.add_percent(
                format!("Saving in {}", terms.month.name()),
                saving,
                vec![id.clone()],
            )
        });
        rows.push(Row {
            id,
            cells: vec![Some(month), saving],
        });
    }
    let columns = vec![
        Column::for_text("Month"),
        Column::for_numbers("Saving compared with the peak"),
    ];
    result.table = Some(Table {
        title: "Saving by month of purchase".into(),
        columns,
        total: rows.len(),
        rows,
    });
}

fn set_category_table(
    categories: &[&CategoryWindow],
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let mut rows = Vec::new();
    for row in categories {
        let id = result.next_row_id();
        let at = || vec![id.clone()];
        let cells = vec![
            Some(sheet.add_name("Category", category_label(&row.category), at())),
            row.best.map(|best| {
                sheet.add_period(
                    format!("Best month to buy {}", row.category),
                    best.terms.month.name(),
                )
            }),
            row.best.map(|best| {
                sheet.add_percent(
                    format!("Saving on {}", row.category),
                    best.saving_percent,
                    at(),
                )
            }),
            Some(sheet.add_period(
                format!("Peak of demand for {}", row.category),
                row.peak.name(),
            )),
        ];
        rows.push(Row { id, cells });
    }
    let columns = vec![
        Column::for_text("Category"),
        Column::for_text("Best month"),
        Column::for_numbers("Saving compared with the peak"),
        Column::for_text("Peak of demand"),
    ];
    result.table = Some(Table {
        title: "Best month to buy".into(),
        columns,
        total: rows.len(),
        rows,
    });
}
