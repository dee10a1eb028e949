//! `customer_profile`: last purchase, frequency, usual order, segment and next purchase of one
//! customer.

use super::customer_figures::{
    CustomerLookup, find_customer, has_too_little_history, load_figures_or_explain,
};
use super::customer_next_purchase;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::question_planner::Doubt;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::{Column, MAX_TABLE_ROWS, Row, Table, ToolResult};
use crate::features::customers::CustomerReport;
use crate::features::customers::purchase_patterns::PatternRow;
use crate::features::customers::segments::Segment;

pub(in super::super) async fn customer_profile(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let Some(report) = load_figures_or_explain(context, sheet, result).await? else {
        return Ok(());
    };
    // The registry requires the customer, so the default is never used.
    let name = args.customer.as_deref().unwrap_or_default();
    match find_customer(&report, name, result) {
        Some(CustomerLookup::WithOrders(rows)) => {
            if let Some(row) = rows.first() {
                push_profile(&report, row, sheet, result);
                push_expected_purchase(row, context, sheet, result);
            }
            if rows.len() > 1 {
                let count = sheet.add_count(
                    "Customers of this name",
                    rows.len() as u64,
                    "customer",
                    "customers",
                    Vec::new(),
                );
                result.push_sentence(format!(
                    "There are {count} with this name. This is the largest; the table lists all \
                        of them."
                ));
            }
            set_table(&report, &rows, sheet, result);
        }
        Some(CustomerLookup::WithoutOrders) => {
            let name = sheet.add_name("Customer", name, Vec::new());
            result.push_sentence(format!("{name} has no purchases yet."));
            result.doubts.push(Doubt::InsufficientHistory);
        }
        None => {}
    }
    Ok(())
}

fn push_profile(
    report: &CustomerReport,
    row: &PatternRow,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let name = sheet.add_name("Customer", &row.customer, Vec::new());
    let last = sheet.add_date("Last purchase", row.last_purchase, Vec::new());
    let frequency = sheet.add_measure("Orders a year", row.frequency, "orders a year", Vec::new());
    let spend = sheet.add_mean_money("Usual order", row.average_spend, Vec::new());
    let orders = sheet.add_count(
        "Orders so far",
        row.terms.orders,
        "order",
        "orders",
        Vec::new(),
    );
    let first = sheet.add_date("First purchase", row.terms.first_purchase, Vec::new());
    result.push_sentence(format!(
        "{name} last bought on {last}, at {frequency}; a usual order is {spend}."
    ));
    result.push_sentence(format!("In total, {orders} since {first}."));
    if let Some(segment) = find_segment(report, row) {
        let word = sheet.add_name("Segment", &segment.to_string(), Vec::new());
        let rule = sheet.add_name("Segment definition", segment.rule(), Vec::new());
        result.push_sentence(format!("Segment: {word} ({rule})."));
    }
    if !has_too_little_history(row) {
        let alive = sheet.add_percent(
            "Probability of still being a customer",
            row.terms.p_alive_percent,
            Vec::new(),
        );
        result.insights.push(format!(
            "The probability that {name} is still a customer is {alive}."
        ));
    }
}

/// Segment of the customer on the customer page.
fn find_segment(report: &CustomerReport, row: &PatternRow) -> Option<Segment> {
    report
        .figures
        .segments
        .iter()
        .find(|segment| segment.members.iter().any(|member| member.id == row.id))
        .map(|segment| segment.segment)
}

fn push_expected_purchase(
    row: &PatternRow,
    context: &ToolContext<'_>,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    if has_too_little_history(row) {
        result.push_sentence(
            "With purchases on one day only there is not enough history to predict the next one.",
        );
        result.doubts.push(Doubt::InsufficientHistory);
    } else {
        customer_next_purchase::push_next_purchase(row, context.as_of(), None, sheet, result);
    }
}

fn set_table(
    report: &CustomerReport,
    visible: &[&PatternRow],
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let mut rows = Vec::new();
    for row in visible.iter().take(MAX_TABLE_ROWS) {
        let id = result.next_row_id();
        let refs = || vec![id.clone()];
        let name = sheet.add_name("Customer", &row.customer, refs());
        let last = sheet.add_date(
            format!("Last purchase of {}", row.customer),
            row.last_purchase,
            refs(),
        );
        let frequency = sheet.add_measure(
            format!("Orders a year of {}", row.customer),
            row.frequency,
            "orders a year",
            refs(),
        );
        let spend = sheet.add_mean_money(
            format!("Usual order of {}", row.customer),
            row.average_spend,
            refs(),
        );
        let segment = find_segment(report, row)
            .map(|segment| sheet.add_name("Segment", &segment.to_string(), refs()));
        rows.push(Row {
            cells: vec![
                Some(name),
                Some(last),
                Some(frequency),
                Some(spend),
                segment,
            ],
            id,
        });
    }
    let columns = vec![
        Column::for_text("Customer"),
        Column::for_text("Last purchase"),
        Column::for_numbers("Frequency"),
        Column::for_numbers("Usual order"),
        Column::for_text("Segment"),
    ];
    result.table = Some(Table {
        title: "Customer".into(),
        columns,
        rows,
        total: visible.len(),
    });
}
