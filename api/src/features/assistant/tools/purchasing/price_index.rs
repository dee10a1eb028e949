//! What the business pays, against its past.

use super::super::answer_phrases::{category_label, category_prefix, no_data_text};
use crate::auth::permission::PurchasingRead;
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::question_planner::Doubt;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, Category};
use crate::features::assistant::tool_result::{Chart, Column, Line, Row, Table, ToolResult};
use crate::features::purchasing::read_purchase_extent;
use crate::features::supply_prices::price_index::{
    CategoryIndex, IndexSeries, METHOD, Month, PriceIndex, PriceTrend, compute_three_month_change,
};
use crate::features::supply_prices::read_price_index;
use crate::http::ApiError;
use chrono::NaiveDate;

/// Lines of the chart at most, that of all purchases included.
const MAX_CHART_LINES: usize = 5;
/// Months with purchases that an index needs.
const MIN_MONTHS: u64 = 2;
/// Months below which an index is still revised.
const SETTLED_MONTHS: u64 = 13;

pub(in crate::features::assistant::tools) async fn price_index(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    let right = desk.require(PurchasingRead)?;
    let db = desk.rolled_up_db().await?;
    let bought = read_purchase_extent(&db, desk.as_of(), &right).await?;
    let read = read_price_index(&db, desk.organization(), desk.as_of(), &right).await?;
    drop(db);
    found.method = Some(METHOD);
    found.add_link("Supply Price Index", "/");
    let of = category_prefix(args.category);
    if bought.lines == 0 {
        found.push_no_data(no_data_text("purchases"));
        return Ok(());
    }
    let Some(index) = read.index else {
        push_too_little_history(args.category, sheet, found);
        return Ok(());
    };
    found.source_row_count = index.lines;
    match args.category {
        None => push_overall_index(&index, sheet, found),
        Some(category) => match index
            .categories
            .iter()
            .find(|row| row.category == category.as_str())
        {
            Some(row) => push_category_index(row, sheet, found),
            None if index
                .thin_categories
                .iter()
                .any(|thin| thin == category.as_str()) =>
            {
                push_too_little_history(args.category, sheet, found);
            }
            None => found.push_no_data(no_data_text(&format!("{of}purchases"))),
        },
    }
    if read.excluded > 0 && !found.sentences.is_empty() {
        let left_out = sheet.add_count(
            "Lines left out of the index",
            read.excluded,
            "line",
            "lines",
            Vec::new(),
        );
        found.push_sentence(format!(
            "Not compared, because returns or in other currencies or units: {left_out}."
        ));
    }
    Ok(())
}

fn push_too_little_history(
    category: Option<Category>,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) {
    let months = sheet.add_count(
        "Months that an index needs",
        MIN_MONTHS,
        "month",
        "months",
        Vec::new(),
    );
    found.push_sentence(format!(
        "There is not enough history for an index of {}prices: it needs comparable \
        purchases in at least {months}.",
        category_prefix(category)
    ));
    found.doubts.push(Doubt::InsufficientHistory);
}

fn push_overall_index(index: &PriceIndex, sheet: &mut FactSheet, found: &mut ToolResult) {
    let level = sheet.add_measure("Supply price index", index.current_index, "", Vec::new());
    push_level(
        "Your supply price index",
        level,
        index.last_month,
        index.carried,
        sheet,
        found,
    );
    let change = index
        .index_change_percent
        .map(|change| sheet.add_change("Change against the month before", change, Vec::new()));
    let year = index.year_over_year_percent.map(|change| {
        sheet.add_change(
            "Change against the same month a year before",
            change,
            Vec::new(),
        )
    });
    match (change, year) {
        (Some(change), Some(year)) => {
            found.push_sentence(format!(
                "Against the month with purchases before that is {change}; against \
                the same month a year before, {year}."
            ));
        }
        (Some(change), None) => found.push_sentence(format!(
            "Against the month with purchases before that is {change}."
        )),
        (None, Some(year)) => found.push_sentence(format!(
            "Against the same month a year before that is {year}."
        )),
        (None, None) => {}
    }
    push_provisional_note(&index.series, sheet, found);
    let categories: Vec<&CategoryIndex> = index.categories.iter().collect();
    set_table(&categories, sheet, found);
    found.insights.extend(
        index
            .categories
            .iter()
            .filter_map(|row| describe_price_move(row, sheet)),
    );
    push_actions(&categories, found);
    let all = std::iter::once(build_chart_line("All purchases", &index.series));
    let lines = all
        .chain(
            index
                .categories
                .iter()
                .map(|row| build_chart_line(category_label(&row.category), &row.series)),
        )
        .take(MAX_CHART_LINES);
    found.chart = Some(Chart {
        title: "Supply price index by month",
        lines: lines.collect(),
    });
}

fn push_category_index(row: &CategoryIndex, sheet: &mut FactSheet, found: &mut ToolResult) {
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
        found,
    );
    if let Some(change) = row.price_change_percent {
        let change = sheet.add_change("Change against the month before", change, Vec::new());
        found.push_sentence(format!(
            "Against the month with purchases before that is {change}."
        ));
    }
    push_provisional_note(&row.series, sheet, found);
    set_table(&[row], sheet, found);
    found.insights.extend(describe_price_move(row, sheet));
    push_actions(&[row], found);
    found.chart = Some(Chart {
        title: "Supply price index by month",
        lines: vec![build_chart_line(category_label(&row.category), &row.series)],
    });
}

fn push_level(
    of: &str,
    level: FactId,
    month: Month,
    carried: bool,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) {
    let month = sheet.add_period("Month of the index", &format_month(month));
    let base = sheet.add_measure(
        "Index of the first month with purchases",
        100.0,
        "",
        Vec::new(),
    );
    found.push_sentence(format!(
        "{of} stands at {level} for {month}, where the first month with purchases is {base}."
    ));
    if carried {
        found.push_sentence("Nothing has been bought since, so that value is carried on.");
    }
}

fn push_provisional_note(series: &IndexSeries, sheet: &mut FactSheet, found: &mut ToolResult) {
    if series.provisional {
        let settled = sheet.add_count(
            "Months after which an index is settled",
            SETTLED_MONTHS,
            "month",
            "months",
            Vec::new(),
        );
        found.push_sentence(format!(
            "It is provisional: with fewer than {settled} of purchases every new \
            month still revises it."
        ));
    }
}

/// What moves by more than it usually does in 3 months.
fn describe_price_move(row: &CategoryIndex, sheet: &mut FactSheet) -> Option<String> {
    let change = compute_three_month_change(&row.series.points)
        .filter(|_| row.trend != PriceTrend::Stable)?;
    let (trend, category) = (row.trend, category_label(&row.category));
    let change = sheet.add_change(
        format!("Change of the index of {} over 3 months", row.category),
        change,
        Vec::new(),
    );
    let months = sheet.add_count("Months looked back", 3, "month", "months", Vec::new());
    Some(format!(
        "{category}: prices are {trend}, by {change} over {months}, more than they usually move."
    ))
}

fn push_actions(rows: &[&CategoryIndex], found: &mut ToolResult) {
    if rows.iter().any(|row| row.trend == PriceTrend::Rising) {
        found.actions.push(
            "Get quotes from other suppliers before the next order of what is getting dearer."
                .to_owned(),
        );
    }
}

fn set_table(categories: &[&CategoryIndex], sheet: &mut FactSheet, found: &mut ToolResult) {
    let mut rows = Vec::new();
    for row in categories {
        let id = found.next_row_id();
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
                &row.trend.to_string(),
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
    found.table = Some(Table {
        title: "Price index by category",
        columns,
        total: rows.len(),
        rows,
    });
}

/// The first of each month stands for it.
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
