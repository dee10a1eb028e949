//! The customers' figures for an answer: those of the screen, read the same way.

use super::CUSTOMERS_SCREEN;
use crate::auth::permission::{CustomersRead, Permission, PurchasingRead, SalesRead};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::question_planner::{Doubt, UNKNOWN_NAME_TEXT};
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_result::ToolResult;
use crate::features::customers::next_order::NextOrder;
use crate::features::customers::order_outlook;
use crate::features::customers::purchase_patterns::PatternRow;
use crate::features::customers::{CustomerReport, read_customer_report};
use crate::http::ApiError;
use chrono::{Days, NaiveDate};
use std::sync::Arc;

/// What the screen needs.
const REQUIRED_PERMISSIONS: [Permission; 3] = [
    Permission::CustomersRead,
    Permission::SalesRead,
    Permission::PurchasingRead,
];
/// Days after which a customer is no longer overdue but gone.
const MAX_OVERDUE_DAYS: u64 = 365;

/// The figures of today; none where the caller may not see one of the things that they are made
/// from.
pub(in crate::features::assistant) async fn load_permitted_figures(
    desk: &ToolContext<'_>,
) -> Result<Option<Arc<CustomerReport>>, ApiError> {
    if !REQUIRED_PERMISSIONS
        .iter()
        .all(|permission| desk.scope.permissions().contains(*permission))
    {
        return Ok(None);
    }
    let proofs = (
        &desk.require(CustomersRead)?,
        &desk.require(SalesRead)?,
        &desk.require(PurchasingRead)?,
    );
    let read = async {
        read_customer_report(
            desk.rolled_up_db().await?,
            desk.organization(),
            desk.as_of(),
            proofs,
        )
        .await
    };
    Ok(Some(
        Box::pin(
            desk.customer_figures
                .get_or_compute(desk.scope, desk.as_of(), read),
        )
        .await?,
    ))
}

/// The figures for an answer; none where there is nothing to answer from, which has been said then.
pub(super) async fn load_figures_or_explain(
    desk: &ToolContext<'_>,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<Option<Arc<CustomerReport>>, ApiError> {
    let Some(read) = load_permitted_figures(desk).await? else {
        let tool = found.call.tool;
        let missing = REQUIRED_PERMISSIONS
            .into_iter()
            .filter(|permission| !desk.scope.permissions().contains(*permission));
        found
            .doubts
            .extend(missing.map(|permission| Doubt::MissingPermission {
                tool,
                permission: permission.name(),
            }));
        return Ok(None);
    };
    found.source_row_count = read.lines;
    found.method = Some(order_outlook::METHOD);
    found.add_link(CUSTOMERS_SCREEN.0, CUSTOMERS_SCREEN.1);
    if read.figures.with_orders == 0 {
        found.push_no_data(
            "There is no data on customers' orders yet. Connect a source and run a data \
            sync, then ask again.",
        );
        found.add_link("Data Sync", "/data-sync");
        return Ok(None);
    }
    if read.excluded > 0 {
        let lines = sheet.add_count(
            "Order lines in other currencies",
            read.excluded,
            "order line",
            "order lines",
            Vec::new(),
        );
        found
            .insights
            .push(format!("Left out: {lines} in other currencies."));
    }
    Ok(Some(read))
}

/// What is known of a customer by its name.
pub(super) enum CustomerLookup<'a> {
    /// Largest first, where several have the name.
    WithOrders(Vec<&'a PatternRow>),
    WithoutOrders,
}

/// Looks a name up; none where nobody has it, which has been said then.
pub(super) fn find_customer<'a>(
    read: &'a CustomerReport,
    name: &str,
    found: &mut ToolResult,
) -> Option<CustomerLookup<'a>> {
    let rows: Vec<&PatternRow> = read
        .figures
        .patterns
        .iter()
        .filter(|row| row.customer == name)
        .collect();
    if !rows.is_empty() {
        return Some(CustomerLookup::WithOrders(rows));
    }
    if read
        .figures
        .without_orders
        .iter()
        .any(|known| known == name)
    {
        return Some(CustomerLookup::WithoutOrders);
    }
    found.push_no_data(UNKNOWN_NAME_TEXT);
    None
}

/// Whether the window that the last order opened has passed without another order, though not for
/// so long that the customer is gone.
pub(in crate::features::assistant) fn is_overdue(row: &PatternRow, as_of: NaiveDate) -> bool {
    let gone = as_of
        .checked_sub_days(Days::new(MAX_OVERDUE_DAYS))
        .unwrap_or(NaiveDate::MIN);
    row.due_by.is_some_and(|due| due < as_of && due >= gone)
}

/// One purchase so far: a predicted day would be other customers', not this one's.
pub(super) fn has_too_little_history(row: &PatternRow) -> bool {
    row.terms.order_days < 2
}

/// The expected day; none where there is none, or too little history for one.
pub(super) fn expected_day(row: &PatternRow) -> Option<NaiveDate> {
    if has_too_little_history(row) {
        None
    } else {
        row.predicted_next.expected_date()
    }
}

/// The ends of the 80 % window.
pub(super) fn expected_window(row: &PatternRow) -> (Option<NaiveDate>, Option<NaiveDate>) {
    match row.predicted_next {
        NextOrder::Expected { low, high, .. } if !has_too_little_history(row) => (Some(low), high),
        NextOrder::Expected { .. } | NextOrder::Unlikely | NextOrder::BeyondHorizon => (None, None),
    }
}
