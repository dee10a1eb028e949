//! Customers without a purchase for some time, longest silence first.

use super::customer_figures::load_figures_or_explain;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::{Column, MAX_TABLE_ROWS, Row, Table, ToolResult};
use crate::features::customers::purchase_patterns::PatternRow;
use crate::http::ApiError;

/// Days that are taken where none were given.
const DEFAULT_INACTIVE_DAYS: u32 = 90;
/// Customers whom a call is proposed for.
const MAX_CALL_ACTIONS: usize = 3;

pub(in super::super) async fn lapsed_customers(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    let Some(read) = load_figures_or_explain(desk, sheet, found).await? else {
        return Ok(());
    };
    let as_of = desk.as_of();
    let silence = args.inactive_days.unwrap_or(DEFAULT_INACTIVE_DAYS);
    let silent =
        |row: &PatternRow| u64::try_from((as_of - row.last_purchase).num_days()).unwrap_or(0);
    // Largest customers first.
    let quiet: Vec<&PatternRow> = read
        .figures
        .patterns
        .iter()
        .filter(|row| silent(row) >= u64::from(silence))
        .collect();
    let days = sheet.add_count(
        "Days without a purchase",
        u64::from(silence),
        "day",
        "days",
        Vec::new(),
    );
    let buying = sheet.add_count(
        "Customers with orders",
        read.figures.with_orders as u64,
        "customer",
        "customers",
        Vec::new(),
    );
    if quiet.is_empty() {
        found.push_sentence(format!(
            "Nobody has gone quiet: every one of {buying} with orders has bought \
            within the last {days}."
        ));
        return Ok(());
    }
    let count = sheet.add_count(
        "Customers without a purchase",
        quiet.len() as u64,
        "customer",
        "customers",
        Vec::new(),
    );
    found.push_sentence(format!(
        "Without a purchase for {days} or more: {count}, out of {buying} with orders."
    ));

    let mut longest = quiet.clone();
    // Stable: of equal silence the largest customer comes first.
    longest.sort_by_key(|row| std::cmp::Reverse(silent(row)));
    let limit = usize::try_from(args.limit.unwrap_or(5))
        .unwrap_or(MAX_TABLE_ROWS)
        .clamp(1, MAX_TABLE_ROWS);
    let mut rows = Vec::new();
    for row in longest.iter().take(limit) {
        let id = found.next_row_id();
        let refs = || vec![id.clone()];
        let name = sheet.add_name("Customer", &row.customer, refs());
        let last = sheet.add_date(
            format!("Last purchase of {}", row.customer),
            row.last_purchase,
            refs(),
        );
        let since = sheet.add_count(
            format!("Days since the last purchase of {}", row.customer),
            silent(row),
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
            found.push_sentence(format!(
                "Quiet the longest: {name}, whose last purchase was on {last}, {since} ago."
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
    found.table = Some(Table {
        title: "Customers without a purchase",
        columns,
        rows,
        total: longest.len(),
    });

    let together = sheet.add_mean_money(
        "Usual orders together",
        quiet.iter().map(|row| row.average_spend).sum(),
        Vec::new(),
    );
    if quiet.len() > 1 {
        found
            .insights
            .push(format!("One usual order of each would be {together}."));
    }
    for row in quiet.iter().take(MAX_CALL_ACTIONS) {
        let name = sheet.add_name("Customer", &row.customer, Vec::new());
        let spend = sheet.add_mean_money(
            format!("Usual order of {}", row.customer),
            row.average_spend,
            Vec::new(),
        );
        found
            .actions
            .push(format!("Call {name}: a usual order is {spend}."));
    }
    Ok(())
}
