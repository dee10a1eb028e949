//! In which months it pays to buy.

use super::super::answer_phrases::{category_label, category_prefix, no_data_text};
use crate::auth::permission::{PurchasingRead, SalesRead};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::question_planner::Doubt;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::customers::purchase_windows::{
    BestWindow, CategoryWindow, METHOD, PurchaseWindows,
};
use crate::features::customers::{PurchaseWindowReport, read_purchase_windows};
use crate::features::purchasing::read_purchase_extent;
use crate::http::ApiError;

/// Years of purchases that a window needs.
const MIN_YEARS: u64 = 2;
/// Percent of years that a range holds.
const RANGE_PERCENT: f64 = 80.0;

pub(in crate::features::assistant::tools) async fn purchase_windows(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    let right = desk.require(PurchasingRead)?;
    let bought = read_purchase_extent(&desk.rolled_up_db().await?, desk.as_of(), &right).await?;
    found.method = Some(METHOD);
    found.add_link("Purchase patterns", "/purchase-patterns");
    if bought.lines == 0 {
        found.push_no_data(no_data_text("purchases"));
        return Ok(());
    }
    let read = load_permitted_windows(desk).await?;
    found.source_row_count = read.lines;
    let of = category_prefix(args.category);
    let wanted = |row: &&CategoryWindow| {
        args.category
            .is_none_or(|category| row.category == category.as_str())
    };
    let Some(known) = read
        .windows
        .filter(|windows| windows.categories.iter().any(|row| wanted(&row)))
    else {
        let years = sheet.add_count(
            "Years that a window needs",
            MIN_YEARS,
            "year",
            "years",
            Vec::new(),
        );
        found.push_sentence(format!(
            "There is not enough history to tell the best month for {of}purchases: it needs \
                {years} of purchases, and sales to see when demand peaks."
        ));
        found.doubts.push(Doubt::InsufficientHistory);
        return Ok(());
    };
    let rows: Vec<&CategoryWindow> = known.categories.iter().filter(wanted).collect();
    if args.category.is_none() {
        push_best_month_overall(&known, sheet, found);
    }
    for row in &rows {
        push_category(row, sheet, found);
    }
    if let ([row], Some(_)) = (rows.as_slice(), args.category) {
        set_month_table(row, sheet, found);
    } else {
        set_category_table(&rows, sheet, found);
    }
    Ok(())
}

/// The windows as the screen reads them.
pub(in crate::features::assistant) async fn load_permitted_windows(
    desk: &ToolContext<'_>,
) -> Result<PurchaseWindowReport, ApiError> {
    let (costs, sales) = (desk.require(PurchasingRead)?, desk.require(SalesRead)?);
    Ok(read_purchase_windows(
        &desk.rolled_up_db().await?,
        desk.organization(),
        desk.as_of(),
        (&costs, &sales),
    )
    .await?)
}

/// The highest bar of the screen's chart.
fn push_best_month_overall(
    windows: &PurchaseWindows,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
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
    found.push_sentence(format!(
        "Over all that you buy, {month} is usually cheapest: {saving} saved against \
        buying at the peak of demand, keeping the goods included."
    ));
}

fn push_category(row: &CategoryWindow, sheet: &mut FactSheet, found: &mut ToolResult) {
    let name = category_label(&row.category);
    let peak = sheet.add_period(
        format!("Peak of demand for {}", row.category),
        row.peak.name(),
    );
    let Some(best) = &row.best else {
        found.push_sentence(format!(
            "{name}: no month saves more than keeping the goods costs, so buy \
            towards the peak of demand in {peak}."
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
    found.push_sentence(format!(
        "{name}: {month} is usually best, with {saving} saved against buying at the \
        peak of demand in {peak}, keeping the goods included."
    ));
    found
        .insights
        .extend(describe_track_record(row, best, sheet));
    found
        .actions
        .push(format!("{name}: plan the purchase for {month}."));
}

/// How sure the saving is, from the past years.
fn describe_track_record(
    row: &CategoryWindow,
    best: &BestWindow,
    sheet: &mut FactSheet,
) -> Vec<String> {
    let name = category_label(&row.category);
    let mut said = Vec::new();
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
        said.push(format!(
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
        said.push(format!(
            "{name}: the saving of a single year lies between {low} and {high} in {often} of years."
        ));
    }
    said
}

fn set_month_table(row: &CategoryWindow, sheet: &mut FactSheet, found: &mut ToolResult) {
    let mut rows = Vec::new();
    for terms in &row.months {
        let id = found.next_row_id();
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
        Column::for_numbers("Saved against the peak"),
    ];
    found.table = Some(Table {
        title: "Saving by month of purchase",
        columns,
        total: rows.len(),
        rows,
    });
}

fn set_category_table(
    categories: &[&CategoryWindow],
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) {
    let mut rows = Vec::new();
    for row in categories {
        let id = found.next_row_id();
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
        Column::for_numbers("Saved against the peak"),
        Column::for_text("Peak of demand"),
    ];
    found.table = Some(Table {
        title: "Best month to buy",
        columns,
        total: rows.len(),
        rows,
    });
}
