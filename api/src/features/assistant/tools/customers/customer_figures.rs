//! Customer figures for answers, from the same reads as the customer page.

use super::CUSTOMERS_PAGE;
use crate::auth::permission::{CustomersRead, Permission, PurchasingRead, SalesRead};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::question_planner::{Doubt, UNKNOWN_NAME_TEXT};
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_result::ToolResult;
use crate::features::customers::CustomerReport;
use crate::features::customers::next_order::NextOrder;
use crate::features::customers::order_outlook;
use crate::features::customers::overdue_customers::Overdue;
use crate::features::customers::purchase_patterns::PatternRow;
use chrono::NaiveDate;
use std::sync::Arc;

/// Permissions that the customer page requires.
const REQUIRED_PERMISSIONS: [Permission; 3] = [
    Permission::CustomersRead,
    Permission::SalesRead,
    Permission::PurchasingRead,
];

/// Loads today's figures; none if the caller lacks a permission for the data behind them.
pub(in crate::features::assistant) async fn load_permitted_figures(
    context: &ToolContext<'_>,
) -> Result<Option<Arc<CustomerReport>>, ToolError> {
    if !REQUIRED_PERMISSIONS
        .iter()
        .all(|permission| context.scope.permissions().contains(*permission))
    {
        return Ok(None);
    }
    let proofs = (
        &context.require(CustomersRead)?,
        &context.require(SalesRead)?,
        &context.require(PurchasingRead)?,
    );
    let reports = context.customer_figures;
    Ok(Some(reports.load(context.scope, proofs).await?))
}

/// Loads the figures. If there is no data, adds a sentence about that and returns none.
pub(super) async fn load_figures_or_explain(
    context: &ToolContext<'_>,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<Option<Arc<CustomerReport>>, ToolError> {
    let Some(report) = load_permitted_figures(context).await? else {
        let Some(tool) = result.tool() else {
            return Ok(None);
        };
        let missing = REQUIRED_PERMISSIONS
            .into_iter()
            .filter(|permission| !context.scope.permissions().contains(*permission));
        result
            .doubts
            .extend(missing.map(|permission| Doubt::MissingPermission {
                tool,
                permission: permission.name(),
            }));
        return Ok(None);
    };
    result.source_row_count = report.lines;
    result.method = Some(order_outlook::METHOD);
    result.add_link(CUSTOMERS_PAGE.0, CUSTOMERS_PAGE.1);
    if report.figures.with_orders == 0 {
        result.push_no_data(
            "There is no data on customers' orders yet. Connect a source and run a data \
            sync, then ask again.",
        );
        result.add_link("Data Sync", "/data-sync");
        return Ok(None);
    }
    if report.excluded > 0 {
        let lines = sheet.add_count(
            "Order lines in other currencies",
            report.excluded,
            "order line",
            "order lines",
            Vec::new(),
        );
        result
            .insights
            .push(format!("Left out: {lines} in other currencies."));
    }
    Ok(Some(report))
}

/// Result of looking up a customer by name.
pub(super) enum CustomerLookup<'a> {
    /// Patterns of the customers with this name, largest first.
    WithOrders(Vec<&'a PatternRow>),
    WithoutOrders,
}

/// Looks up a customer. If there is no customer with this name, adds a sentence about that and
/// returns none.
pub(super) fn find_customer<'a>(
    report: &'a CustomerReport,
    name: &str,
    result: &mut ToolResult,
) -> Option<CustomerLookup<'a>> {
    let rows: Vec<&PatternRow> = report
        .figures
        .patterns
        .iter()
        .filter(|row| row.customer == name)
        .collect();
    if !rows.is_empty() {
        return Some(CustomerLookup::WithOrders(rows));
    }
    if report
        .figures
        .without_orders
        .iter()
        .any(|listed| listed == name)
    {
        return Some(CustomerLookup::WithoutOrders);
    }
    result.push_no_data(UNKNOWN_NAME_TEXT);
    None
}

/// Rows of the overdue customers, largest expected loss first.
pub(in crate::features::assistant) fn overdue_rows(
    report: &CustomerReport,
) -> Vec<(&PatternRow, &Overdue)> {
    let mut rows: Vec<(&PatternRow, &Overdue)> = report
        .figures
        .patterns
        .iter()
        .filter_map(|row| Some((row, row.overdue.as_ref()?)))
        .collect();
    // Stable: of equal losses the largest customer comes first.
    rows.sort_by(|(_, a), (_, b)| b.expected_loss.total_cmp(&a.expected_loss));
    rows
}

/// A sentence on how many customers would be past their windows by chance.
pub(in crate::features::assistant) fn describe_chance(
    report: &CustomerReport,
    sheet: &mut FactSheet,
) -> String {
    let overdue = &report.figures.overdue;
    let past = sheet.add_count(
        "Customers past their window",
        overdue.past_window as u64,
        "customer is",
        "customers are",
        Vec::new(),
    );
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a number of customers"
    )]
    let chance = overdue.expected_by_chance.round() as u64;
    let chance = sheet.add_count(
        "Customers past their window by chance",
        chance,
        "customer",
        "customers",
        Vec::new(),
    );
    format!("{past} past the window in all; by chance alone, {chance} would be.")
}

/// Whether there is only one purchase: a predicted day would reflect other customers, not this one.
pub(super) fn has_too_little_history(row: &PatternRow) -> bool {
    row.terms.order_days < 2
}

/// Expected day; none without a prediction or with too little history.
pub(super) fn expected_day(row: &PatternRow) -> Option<NaiveDate> {
    if has_too_little_history(row) {
        None
    } else {
        row.predicted_next.expected_date()
    }
}

/// Limits of the 80% window.
pub(super) fn expected_window(row: &PatternRow) -> (Option<NaiveDate>, Option<NaiveDate>) {
    match row.predicted_next {
        NextOrder::Expected { low, high, .. } if !has_too_little_history(row) => (Some(low), high),
        NextOrder::Expected { .. } | NextOrder::Unlikely | NextOrder::BeyondHorizon => (None, None),
    }
}
