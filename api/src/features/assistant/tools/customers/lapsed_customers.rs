//! `lapsed_customers`: customers without a recent purchase, longest inactivity first.

use super::customer_figures::load_figures_or_explain;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::{Column, MAX_TABLE_ROWS, Row, Table, ToolResult};
use crate::features::customers::purchase_patterns::PatternRow;
use chrono::NaiveDate;

/// Default number of days without a purchase.
const DEFAULT_INACTIVE_DAYS: u32 = 90;
/// Maximum number of customers to recommend a call for.
const MAX_CALL_ACTIONS: usize = 3;

pub(in super::super) async fn lapsed_customers(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let Some(report) = load_figures_or_explain(context, sheet, result).await? else {
        return Ok(());
    };
    let as_of = context.as_of();
    let min_days = args.inactive_days.unwrap_or(DEFAULT_INACTIVE_DAYS);
    // Largest customers first.
    let lapsed: Vec<&PatternRow> = report
        .figures
        .patterns
        .iter()
        .filter(|row| inactive_days(row, as_of) >= u64::from(min_days))
        .collect();
    let days = sheet.add_count(
        "Days without a purchase",
        u64::from(min_days),
        "day",
        "days",
        Vec::new(),
    );
    let buying = sheet.add_count(
        "Customers with orders",
        report.figures.with_orders as u64,
        "customer",
        "customers",
        Vec::new(),
    );
    if lapsed.is_empty() {
        result.push_sentence(format!(
            "No customer has lapsed: all of {buying} with orders bought within the last {days}."
        ));
        return Ok(());
    }
    let count = sheet.add_count(
        "Customers without a purchase",
        lapsed.len() as u64,
        "customer",
        "customers",
        Vec::new(),
    );
    result.push_sentence(format!(
        "Without a purchase for {days} or more: {count}, out of {buying} with orders."
    ));

    let mut longest = lapsed.clone();
    // Stable sort: with equal inactivity the largest customer comes first.
    longest.sort_by_key(|row| std::cmp::Reverse(inactive_days(row, as_of)));
    let limit = usize::try_from(args.limit.unwrap_or(5))
        .unwrap_or(MAX_TABLE_ROWS)
        .clamp(1, MAX_TABLE_ROWS);
    set_lapsed_table(&longest, limit, as_of, sheet, result);
    push_calls(&lapsed, sheet, result);
    Ok(())
}

/// Days since the last purchase.
fn inactive_days(row: &PatternRow, as_of: NaiveDate) -> u64 {
    u64::try_from((as_of - row.last_purchase).num_days()).unwrap_or(0)
}

/// Lists the first `limit` customers and names the first of them.
fn set_lapsed_table(
    longest: &[&PatternRow],
    limit: usize,
    as_of: NaiveDate,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let mut rows = Vec::new();
    for row in longest.iter().take(limit) {
        let id = result.next_row_id();
        let refs = || vec![id.clone()];
        let name = sheet.add_name("Customer", &row.customer, refs());
        let last = sheet.add_date(
            format!("Last purchase of {}", row.customer),
            row.last_purchase,
            refs(),
        );
        let since = sheet.add_count(
            format!("Days since the last purchase of {}", row.customer),
            inactive_days(row, as_of),
            "day",
            "days",
            refs(),
        );
        let spend = sheet.add_mean_money(
            format!("Usual order of {}", row.customer),
            row.average_spend,
            refs(),
        );
        if rows.is_empty() {
            result.push_sentence(format!(
                "Inactive the longest: {name}, whose last purchase was on {last}, {since} ago."
            ));
        }
        rows.push(Row {
            cells: vec![Some(name), Some(last), Some(since), Some(spend)],
            id,
        });
    }
    let columns = vec![
        Column::for_text("Customer"),
        Column::for_text("Last purchase"),
        Column::for_numbers("Days since"),
        Column::for_numbers("Usual order"),
    ];
    result.table = Some(Table {
        title: "Customers without a purchase".into(),
        columns,
        rows,
        total: longest.len(),
    });
}

/// Adds what the customers are worth, largest first, and recommends calls.
fn push_calls(lapsed: &[&PatternRow], sheet: &mut FactSheet, result: &mut ToolResult) {
    let together = sheet.add_mean_money(
        "Usual orders together",
        lapsed.iter().map(|row| row.average_spend).sum(),
        Vec::new(),
    );
    if lapsed.len() > 1 {
        result.insights.push(format!(
            "Together, a usual order of each is worth {together}."
        ));
    }
    for row in lapsed.iter().take(MAX_CALL_ACTIONS) {
        let name = sheet.add_name("Customer", &row.customer, Vec::new());
        let spend = sheet.add_mean_money(
            format!("Usual order of {}", row.customer),
            row.average_spend,
            Vec::new(),
        );
        result
            .actions
            .push(format!("Call {name}: a usual order is {spend}."));
    }
}
