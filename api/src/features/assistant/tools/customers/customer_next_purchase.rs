//! `customer_next_purchase`: expected next purchases with their 80% windows.

use super::customer_figures::{
    CustomerLookup, describe_chance, expected_day, expected_window, find_customer,
    has_too_little_history, load_figures_or_explain, overdue_rows,
};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::question_planner::Doubt;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::{Column, MAX_TABLE_ROWS, Row, Table, ToolResult};
use crate::features::customers::CustomerReport;
use crate::features::customers::next_order::{LowConfidenceReason as Ground, NextOrder};
use crate::features::customers::purchase_patterns::PatternRow;
use chrono::{Days, NaiveDate};

/// Minimum number of purchases for a prediction without a doubt.
const MIN_PURCHASES: usize = 3;
/// Maximum number of customers in a sentence.
const MAX_NAMED_CUSTOMERS: usize = 3;
/// Years that the forecast covers.
const FORECAST_YEARS: u64 = 2;
/// Probability of the window, in percent.
const WINDOW_PERCENT: f64 = 80.0;

pub(in super::super) async fn customer_next_purchase(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let Some(report) = load_figures_or_explain(context, sheet, result).await? else {
        return Ok(());
    };
    let as_of = context.as_of();
    match &args.customer {
        Some(name) => match find_customer(&report, name, result) {
            Some(CustomerLookup::WithOrders(rows)) => {
                if let Some(row) = rows.first() {
                    push_next_purchase(row, as_of, args.within_days, sheet, result);
                    if !has_too_little_history(row) {
                        let last = sheet.add_date(
                            format!("Last purchase of {}", row.customer),
                            row.last_purchase,
                            Vec::new(),
                        );
                        result.push_sentence(format!("The last purchase was on {last}."));
                    }
                }
                set_table(&rows, 0, sheet, result);
            }
            Some(CustomerLookup::WithoutOrders) => {
                let name = sheet.add_name("Customer", name, Vec::new());
                result.push_sentence(format!(
                    "{name} has no purchases, so there is not enough history for a prediction."
                ));
                result.doubts.push(Doubt::InsufficientHistory);
            }
            None => {}
        },
        None => push_expected_customers(&report, as_of, args, sheet, result),
    }
    Ok(())
}

/// Adds the next purchase of one customer.
pub(super) fn push_next_purchase(
    row: &PatternRow,
    as_of: NaiveDate,
    within_days: Option<u32>,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let name = sheet.add_name("Customer", &row.customer, Vec::new());
    if has_too_little_history(row) {
        let last = sheet.add_date(
            format!("Last purchase of {}", row.customer),
            row.last_purchase,
            Vec::new(),
        );
        result.push_sentence(format!(
            "{name} has purchases on one day only, {last}: there is not enough history to predict \
                the next purchase."
        ));
        result.doubts.push(Doubt::InsufficientHistory);
        return;
    }
    match row.predicted_next {
        NextOrder::Unlikely => result.push_sentence(format!(
            "{name} is unlikely to return: its last purchase is longer ago than its pattern \
                explains."
        )),
        NextOrder::BeyondHorizon => {
            let years = sheet.add_count(
                "Forecast years",
                FORECAST_YEARS,
                "year",
                "years",
                Vec::new(),
            );
            result.push_sentence(format!("{name} is not expected to buy within {years}."));
        }
        NextOrder::Expected {
            date,
            low,
            high,
            low_confidence: doubt,
        } => {
            let day = sheet.add_date(
                format!("Expected next purchase of {}", row.customer),
                date,
                Vec::new(),
            );
            let percent =
                sheet.add_percent("Probability of the window", WINDOW_PERCENT, Vec::new());
            let from = sheet.add_date("Window from", low, Vec::new());
            let to = match high {
                Some(high) => sheet.add_date("Window to", high, Vec::new()).to_string(),
                None => format!(
                    "more than {} ahead",
                    sheet.add_count(
                        "Forecast years",
                        FORECAST_YEARS,
                        "year",
                        "years",
                        Vec::new()
                    )
                ),
            };
            result.push_sentence(format!(
                "{name} is likely to buy next around {day}. The {percent} window \
                runs from {from} to {to}."
            ));
            if let Some(days) = within_days {
                let inside = as_of
                    .checked_add_days(Days::new(u64::from(days)))
                    .is_some_and(|end| date <= end);
                let days =
                    sheet.add_count("Days ahead", u64::from(days), "day", "days", Vec::new());
                result.push_sentence(format!(
                    "That is {} the next {days}.",
                    if inside { "within" } else { "later than" }
                ));
            }
            if let Some(category) = &row.main_category {
                let category = sheet.add_name("Category", category, Vec::new());
                result
                    .insights
                    .push(format!("{name} mostly buys {category}."));
            }
            push_short_history_note(row, doubt, result);
        }
    }
    if let Some(overdue) = &row.overdue {
        let due = sheet.add_date(
            format!("End of the window of {}", row.customer),
            overdue.due_by,
            Vec::new(),
        );
        let spend = sheet.add_mean_money(
            format!("Usual order of {}", row.customer),
            row.average_spend,
            Vec::new(),
        );
        result.insights.push(format!(
            "{name} is overdue: based on its purchase history, it would have bought by {due}."
        ));
        result
            .actions
            .push(format!("Call {name}: a usual order is {spend}."));
    }
}

/// Adds a note if the predicted day is based on little history.
fn push_short_history_note(row: &PatternRow, doubt: Option<Ground>, result: &mut ToolResult) {
    if doubt == Some(Ground::FewRepeatCustomers) {
        result.push_sentence(
            "Too few customers have bought again so far, so this is based on typical retail \
                customers.",
        );
    } else if row.terms.order_days < MIN_PURCHASES {
        result.push_sentence(
            "This is based on few purchases, so rely on the window rather than \
            on the day.",
        );
    }
    if doubt.is_some() || row.terms.order_days < MIN_PURCHASES {
        result.doubts.push(Doubt::ShortHistory);
    }
}

fn push_expected_customers(
    report: &CustomerReport,
    as_of: NaiveDate,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let end = args
        .within_days
        .and_then(|days| as_of.checked_add_days(Days::new(u64::from(days))));
    let mut expected: Vec<(NaiveDate, &PatternRow)> = report
        .figures
        .patterns
        .iter()
        .filter_map(|row| Some((expected_day(row)?, row)))
        .collect();
    let predicted = expected.len();
    expected.retain(|(day, _)| end.is_none_or(|end| *day <= end));
    // Stable sort: on equal days the largest customer comes first.
    expected.sort_by_key(|(day, _)| *day);
    let days = args
        .within_days
        .map(|days| sheet.add_count("Days ahead", u64::from(days), "day", "days", Vec::new()));
    let unknown = report
        .figures
        .patterns
        .iter()
        .filter(|row| has_too_little_history(row))
        .count();
    if predicted == 0 && unknown == report.figures.patterns.len() {
        result.push_sentence(
            "No customer has bought on more than one day, so there is not enough history to \
                predict a next purchase.",
        );
        result.doubts.push(Doubt::InsufficientHistory);
        return;
    }
    let limit = usize::try_from(args.limit.unwrap_or(5))
        .unwrap_or(MAX_TABLE_ROWS)
        .clamp(1, MAX_TABLE_ROWS);
    let within = days
        .map(|days| format!(" within {days}"))
        .unwrap_or_default();
    if expected.is_empty() {
        result.push_sentence(format!("No customer is expected to buy{within}."));
    } else {
        push_upcoming_purchases(&expected, &within, limit, sheet, result);
    }
    if unknown > 0 {
        let count = sheet.add_count(
            "Customers with too little history",
            unknown as u64,
            "customer",
            "customers",
            Vec::new(),
        );
        result.insights.push(format!(
            "Without a prediction: {count} with purchases on one day only."
        ));
    }
    if let Some(overdue) = describe_overdue(report, sheet, result) {
        // A number of days asks for upcoming purchases only.
        let texts = if days.is_none() {
            &mut result.sentences
        } else {
            &mut result.insights
        };
        texts.push(overdue);
    }
}

/// Adds the customers that are expected to buy, soonest first, of which `limit` are listed.
fn push_upcoming_purchases(
    expected: &[(NaiveDate, &PatternRow)],
    within: &str,
    limit: usize,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let count = sheet.add_count(
        "Customers expected to buy",
        expected.len() as u64,
        "customer",
        "customers",
        Vec::new(),
    );
    let first: Vec<String> = expected
        .iter()
        .take(limit.min(MAX_NAMED_CUSTOMERS))
        .map(|(day, row)| {
            let name = sheet.add_name("Customer", &row.customer, Vec::new());
            format!(
                "{name} around {}",
                sheet.add_date(
                    format!("Expected next purchase of {}", row.customer),
                    *day,
                    Vec::new()
                )
            )
        })
        .collect();
    result.push_sentence(format!(
        "Expected to buy{within}: {count}. Next: {}.",
        first.join(", then ")
    ));
    let visible: Vec<&PatternRow> = expected.iter().take(limit).map(|(_, row)| *row).collect();
    let all = expected.len() - visible.len();
    set_table(&visible, all, sheet, result);
    if expected.iter().any(|(_, row)| {
        matches!(
            row.predicted_next,
            NextOrder::Expected {
                low_confidence: Some(Ground::FewRepeatCustomers),
                ..
            }
        )
    }) {
        result.push_sentence(
            "Too few customers have bought again so far, so the days are based on typical \
                retail customers.",
        );
        result.doubts.push(Doubt::ShortHistory);
    }
}

/// Adds overdue customers and recommends calls.
fn describe_overdue(
    report: &CustomerReport,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Option<String> {
    let overdue = overdue_rows(report);
    if overdue.is_empty() {
        return None;
    }
    let count = sheet.add_count(
        "Overdue customers",
        overdue.len() as u64,
        "customer",
        "customers",
        Vec::new(),
    );
    let names: Vec<String> = overdue
        .iter()
        .take(MAX_NAMED_CUSTOMERS)
        .map(|(row, _)| {
            sheet
                .add_name("Customer", &row.customer, Vec::new())
                .to_string()
        })
        .collect();
    for ((row, _), name) in overdue.iter().zip(&names) {
        let spend = sheet.add_mean_money(
            format!("Usual order of {}", row.customer),
            row.average_spend,
            Vec::new(),
        );
        result
            .actions
            .push(format!("Call {name}: a usual order is {spend}."));
    }
    let chance = describe_chance(report, sheet);
    Some(format!(
        "Overdue based on their purchase history: {count}. Largest: {}. {chance}",
        names.join(", ")
    ))
}

/// Builds the table; `more` is the number of rows not shown.
fn set_table(visible: &[&PatternRow], more: usize, sheet: &mut FactSheet, result: &mut ToolResult) {
    let mut rows = Vec::new();
    for row in visible.iter().take(MAX_TABLE_ROWS) {
        let id = result.next_row_id();
        let refs = || vec![id.clone()];
        let (low, high) = expected_window(row);
        let name = sheet.add_name("Customer", &row.customer, refs());
        let mut date = |label: String, day: Option<NaiveDate>| {
            day.map(|day| sheet.add_date(label, day, refs()))
        };
        let expected = date(
            format!("Expected next purchase of {}", row.customer),
            expected_day(row),
        );
        let low = date(format!("Start of the window of {}", row.customer), low);
        let high = date(format!("End of the window of {}", row.customer), high);
        let last = date(
            format!("Last purchase of {}", row.customer),
            Some(row.last_purchase),
        );
        let spend = sheet.add_mean_money(
            format!("Usual order of {}", row.customer),
            row.average_spend,
            refs(),
        );
        rows.push(Row {
            cells: vec![Some(name), expected, low, high, last, Some(spend)],
            id,
        });
    }
    let columns = vec![
        Column::for_text("Customer"),
        Column::for_text("Expected"),
        Column::for_text("Window from"),
        Column::for_text("Window to"),
        Column::for_text("Last purchase"),
        Column::for_numbers("Usual order"),
    ];
    let total = visible.len() + more;
    result.table = Some(Table {
        title: "Expected next purchases".into(),
        columns,
        rows,
        total,
    });
}
