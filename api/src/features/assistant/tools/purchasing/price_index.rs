//! `price_index`: supply price index and its categories.

use super::super::answer_phrases::{category_label, category_prefix, no_data_text};
use crate::auth::permission::PurchasingRead;
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::question_planner::Doubt;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Category};
use crate::features::assistant::tool_result::{Chart, Column, Line, Row, Table, ToolResult};
use crate::features::purchasing::read_purchase_extent;
use crate::features::supply_prices::price_index::{
    CategoryIndex, IndexSeries, METHOD, Month, PriceIndex, PriceTrend,
};
use chrono::NaiveDate;

/// Maximum number of chart lines, including the one for all purchases.
const MAX_CHART_LINES: usize = 5;
/// Minimum number of months with purchases for an index.
const MIN_MONTHS: u64 = 2;
/// Number of months below which an index is still revised.
const SETTLED_MONTHS: u64 = 13;

pub(in crate::features::assistant::tools) async fn price_index(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let proof = context.require(PurchasingRead)?;
    let db = context.rolled_up_db().await?;
    let bought = read_purchase_extent(&db, context.as_of(), &proof).await?;
    drop(db);
    let report = context.prices.load(context.scope, &proof).await?;
    result.method = Some(METHOD);
    result.add_link("Supply Price Index", "/");
    let of = category_prefix(args.category);
    if bought.is_none() {
        result.push_no_data(no_data_text("purchases"));
        return Ok(());
    }
    let Some(index) = &report.index else {
        push_too_little_history(args.category, sheet, result);
        return Ok(());
    };
    result.source_row_count = index.lines;
    match args.category {
        None => push_overall_index(index, sheet, result),
        Some(category) => match index
            .categories
            .iter()
            .find(|row| row.category == category.as_str())
        {
            Some(row) => push_category_index(row, sheet, result),
            None if index
                .thin_categories
                .iter()
                .any(|thin| thin == category.as_str()) =>
            {
                push_too_little_history(args.category, sheet, result);
            }
            None => result.push_no_data(no_data_text(&format!("{of}purchases"))),
        },
    }
    if report.unusual_price_lines > 0 && !result.sentences.is_empty() {
        let unusual = sheet.add_count(
            "Lines with unusual prices",
            report.unusual_price_lines,
            "line",
            "lines",
            Vec::new(),
        );
        result.push_sentence(format!(
            "Left out until someone confirms their unusual prices on Supply Analysis: {unusual}."
        ));
    }
    if report.excluded > 0 && !result.sentences.is_empty() {
        let left_out = sheet.add_count(
            "Lines left out of the index",
            report.excluded,
            "line",
            "lines",
            Vec::new(),
        );
        result.push_sentence(format!(
            "Left out as returns, or because of other currencies or units: {left_out}."
        ));
    }
    Ok(())
}

fn push_too_little_history(
    category: Option<Category>,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let months = sheet.add_count(
        "Months that an index needs",
        MIN_MONTHS,
        "month",
        "months",
        Vec::new(),
    );
    result.push_sentence(format!(
        "There is not enough history for an index of {}prices: it needs comparable \
        purchases in at least {months}.",
        category_prefix(category)
    ));
    result.doubts.push(Doubt::InsufficientHistory);
}

fn push_overall_index(index: &PriceIndex, sheet: &mut FactSheet, result: &mut ToolResult) {
    let level = sheet.add_measure("Supply price index", index.current_index, "", Vec::new());
    push_level(
        "Your supply price index",
        level,
        index.last_month,
        index.carried,
        sheet,
        result,
    );
    let change = index
        .index_change_percent
        .map(|change| sheet.add_change("Change from the previous month", change, Vec::new()));
    let year = index.year_over_year_percent.map(|change| {
        sheet.add_change(
            "Change from the same month a year earlier",
            change,
            Vec::new(),
        )
    });
    match (change, year) {
        (Some(change), Some(year)) => {
            result.push_sentence(format!(
                "Compared with the previous month with purchases: {change}; with the same month a \
                    year earlier: {year}."
            ));
        }
        (Some(change), None) => result.push_sentence(format!(
            "Compared with the previous month with purchases: {change}."
        )),
        (None, Some(year)) => result.push_sentence(format!(
            "Compared with the same month a year earlier: {year}."
        )),
        (None, None) => {}
    }
    push_provisional_note(&index.series, sheet, result);
    let categories: Vec<&CategoryIndex> = index.categories.iter().collect();
    set_table(&categories, sheet, result);
    result.insights.extend(
        index
            .categories
            .iter()
            .filter_map(|row| describe_price_move(row, sheet)),
    );
    push_actions(&categories, result);
    let all = std::iter::once(build_chart_line("All purchases", &index.series));
    let lines = all
        .chain(
            index
                .categories
                .iter()
                .map(|row| build_chart_line(category_label(&row.category), &row.series)),
        )
        .take(MAX_CHART_LINES);
    result.chart = Some(Chart {
        title: "Supply price index by month".into(),
        lines: lines.collect(),
    });
}

fn push_category_index(row: &CategoryIndex, sheet: &mut FactSheet, result: &mut ToolResult) {
    let level = sheet.add_measure(
        format!("Price index of {}", row.category),
        row.current_price_index,
        "",
        Vec::new(),
    );
    push_level(
        &format!("The price index of {}", row.category),
        level,
        row.last_month,
        row.carried,
        sheet,
        result,
    );
    if let Some(change) = row.price_change_percent {
        let change = sheet.add_change("Change from the previous month", change, Vec::new());
        result.push_sentence(format!(
            "Compared with the previous month with purchases: {change}."
        ));
    }
    push_provisional_note(&row.series, sheet, result);
    set_table(&[row], sheet, result);
    result.insights.extend(describe_price_move(row, sheet));
    push_actions(&[row], result);
    result.chart = Some(Chart {
        title: "Supply price index by month".into(),
        lines: vec![build_chart_line(category_label(&row.category), &row.series)],
    });
}

fn push_level(
    of: &str,
    level: FactId,
    month: Month,
    carried: bool,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let month = sheet.add_period("Month of the index", &format_month(month));
    let base = sheet.add_measure(
        "Index of the first month with purchases",
        100.0,
        "",
        Vec::new(),
    );
    result.push_sentence(format!(
        "{of} is {level} for {month}, where the first month with purchases is {base}."
    ));
    if carried {
        result.push_sentence(
            "There are no purchases since then, so this value is carried \
            forward.",
        );
    }
}

fn push_provisional_note(series: &IndexSeries, sheet: &mut FactSheet, result: &mut ToolResult) {
    if series.provisional {
        let settled = sheet.add_count(
            "Months after which an index is final",
            SETTLED_MONTHS,
            "month",
            "months",
            Vec::new(),
        );
        result.push_sentence(format!(
            "It is provisional: with fewer than {settled} of purchases, every new month revises \
                it."
        ));
    }
}

/// Adds a price change over 3 months that is larger than usual.
fn describe_price_move(row: &CategoryIndex, sheet: &mut FactSheet) -> Option<String> {
    let change = row
        .three_month_change
        .filter(|change| change.trend != PriceTrend::Stable)?;
    let (trend, category) = (change.trend, category_label(&row.category));
    let change = sheet.add_change(
        format!("Change of the prices of {} over 3 months", row.category),
        change.percent,
        Vec::new(),
    );
    let months = sheet.add_count("Months looked back", 3, "month", "months", Vec::new());
    Some(format!(
        "{category}: prices are {trend}, by {change} over {months}, more than usual."
    ))
}

fn push_actions(rows: &[&CategoryIndex], result: &mut ToolResult) {
    if rows.iter().any(|row| row.trend() == PriceTrend::Rising) {
        result.actions.push(
            "Get quotes from other suppliers before the next order of goods that become more \
                expensive."
                .to_owned(),
        );
    }
}

fn set_table(categories: &[&CategoryIndex], sheet: &mut FactSheet, result: &mut ToolResult) {
    let mut rows = Vec::new();
    for row in categories {
        let id = result.next_row_id();
        let at = || vec![id.clone()];
        let cells = vec![
            Some(sheet.add_name("Category", category_label(&row.category), at())),
            Some(sheet.add_measure(
                format!("Index of {}", row.category),
                row.current_price_index,
                "",
                at(),
            )),
            row.price_change_percent.map(|change| {
                sheet.add_change(
                    format!("Change of the index of {}", row.category),
                    change,
                    at(),
                )
            }),
            Some(sheet.add_name(
                format!("Trend of {}", row.category),
                &row.trend().to_string(),
                at(),
            )),
        ];
        rows.push(Row { id, cells });
    }
    let columns = vec![
        Column::for_text("Category"),
        Column::for_numbers("Index"),
        Column::for_numbers("Change"),
        Column::for_text("Trend"),
    ];
    result.table = Some(Table {
        title: "Price index by category".into(),
        columns,
        total: rows.len(),
        rows,
    });
}

/// Each month is drawn at its first day.
fn build_chart_line(name: &str, series: &IndexSeries) -> Line {
    let day = |month: Month| NaiveDate::from_ymd_opt(month.year(), month.month_number(), 1);
    let points = series
        .points
        .iter()
        .filter_map(|point| Some((day(point.month)?, (point.index * 1e6).round() / 1e6)));
    Line {
        name: name.to_owned(),
        unit: String::new(),
        points: points.collect(),
    }
}

fn format_month(month: Month) -> String {
    NaiveDate::from_ymd_opt(month.year(), month.month_number(), 1).map_or_else(
        || month.to_string(),
        |first| first.format("%B %Y").to_string(),
    )
}
