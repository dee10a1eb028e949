//! The customers' figures for an answer: those of the screen, read the same way.

use super::SCREEN;
use crate::auth::permission::{CustomersRead, Permission, PurchasingRead, SalesRead};
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::Finding;
use crate::features::assistant::planner::{Doubt, UNKNOWN_NAME};
use crate::features::customers::next_order::NextOrder;
use crate::features::customers::outlook;
use crate::features::customers::patterns::PatternRow;
use crate::features::customers::{ReadFigures, read_figures};
use crate::http::ApiError;
use chrono::{Days, NaiveDate};
use std::sync::Arc;

/// What the screen needs.
const NEEDED: [Permission; 3] = [
    Permission::CustomersRead,
    Permission::SalesRead,
    Permission::PurchasingRead,
];
/// Days after which a customer is no longer overdue but gone.
const OVERDUE_AT_MOST: u64 = 365;

/// The figures of today; none where the caller may not see one of the things that they are made
/// from.
pub(in crate::features::assistant) async fn figures_of(
    desk: &Desk<'_>,
) -> Result<Option<Arc<ReadFigures>>, ApiError> {
    if !NEEDED
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
        read_figures(
            desk.rolled_up_db().await?,
            desk.organization(),
            desk.as_of(),
            proofs,
        )
        .await
    };
    Ok(Some(
        Box::pin(desk.customer_figures.of(desk.scope, desk.as_of(), read)).await?,
    ))
}

/// The figures for an answer; none where there is nothing to answer from, which has been said then.
pub(super) async fn opened(
    desk: &Desk<'_>,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<Option<Arc<ReadFigures>>, ApiError> {
    let Some(read) = figures_of(desk).await? else {
        let tool = found.call.tool;
        let missing = NEEDED
            .into_iter()
            .filter(|permission| !desk.scope.permissions().contains(*permission));
        found
            .doubts
            .extend(missing.map(|permission| Doubt::NotPermitted {
                tool,
                permission: permission.name(),
            }));
        return Ok(None);
    };
    found.n = read.lines;
    found.method = Some(outlook::METHOD);
    found.link(SCREEN.0, SCREEN.1);
    if read.figures.with_orders == 0 {
        found.nothing(
            "There is no data on customers' orders yet. Connect a source and run a data \
            sync, then ask again.",
        );
        found.link("Data Sync", "/data-sync");
        return Ok(None);
    }
    if read.excluded > 0 {
        let lines = sheet.count(
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
pub(super) enum Known<'a> {
    /// Largest first, where several have the name.
    WithOrders(Vec<&'a PatternRow>),
    WithoutOrders,
}

/// Looks a name up; none where nobody has it, which has been said then.
pub(super) fn known<'a>(
    read: &'a ReadFigures,
    name: &str,
    found: &mut Finding,
) -> Option<Known<'a>> {
    let rows: Vec<&PatternRow> = read
        .figures
        .patterns
        .iter()
        .filter(|row| row.customer == name)
        .collect();
    if !rows.is_empty() {
        return Some(Known::WithOrders(rows));
    }
    if read
        .figures
        .without_orders
        .iter()
        .any(|known| known == name)
    {
        return Some(Known::WithoutOrders);
    }
    found.nothing(UNKNOWN_NAME);
    None
}

/// Whether the window that the last order opened has passed without another order, though not for
/// so long that the customer is gone.
pub(in crate::features::assistant) fn is_overdue(row: &PatternRow, as_of: NaiveDate) -> bool {
    let gone = as_of
        .checked_sub_days(Days::new(OVERDUE_AT_MOST))
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
        row.predicted_next.date()
    }
}

/// The ends of the 80 % window.
pub(super) fn window(row: &PatternRow) -> (Option<NaiveDate>, Option<NaiveDate>) {
    match row.predicted_next {
        NextOrder::Expected { low, high, .. } if !has_too_little_history(row) => (Some(low), high),
        NextOrder::Expected { .. } | NextOrder::Unlikely | NextOrder::TooFar => (None, None),
    }
}
