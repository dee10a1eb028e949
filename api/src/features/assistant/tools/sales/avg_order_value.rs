//! The average order of a period, and its change.

use super::{open_sales_context, push_left_out};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::ToolResult;
use crate::features::sales::sales_totals::AVERAGE_METHOD;
use crate::features::sales::{SalesReport, read_totals};
use crate::http::ApiError;

pub(in super::super) async fn avg_order_value(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    let Some(opening) = open_sales_context(desk, args, sheet, found).await? else {
        return Ok(());
    };
    let SalesReport {
        sales: now,
        excluded,
    } = read_totals(
        &opening.db,
        desk.organization(),
        opening.dates,
        None,
        &opening.right,
    )
    .await?;
    found.source_row_count = now.lines;
    found.method = Some(AVERAGE_METHOD);
    let Some(mean) = now.average_order() else {
        opening.push_no_sales("", sheet, found);
        push_left_out(excluded, sheet, found);
        return Ok(());
    };
    let mean = sheet.add_mean_money("Average order", mean, Vec::new());
    let revenue = sheet.add_money("Revenue", now.revenue, Vec::new());
    let orders = sheet.add_count("Orders", now.orders, "order", "orders", Vec::new());
    found.push_sentence(format!(
        "Average order, {}: {mean}, from {revenue} over {orders}.",
        opening.period_text
    ));

    let base = opening.comparison_period(args.compare, sheet);
    let before = read_totals(
        &opening.db,
        desk.organization(),
        base.dates,
        None,
        &opening.right,
    )
    .await?
    .sales;
    let was = before
        .average_order()
        .map(|was| sheet.add_mean_money("Average order compared with", was, Vec::new()));
    let change = now
        .average_change_from(&before)
        .map(|change| sheet.add_change("Change of the average order", change, Vec::new()));
    match (was, change) {
        (Some(was), Some(change)) if args.compare.is_some() => {
            found.push_sentence(format!(
                "Against {}: {change}, from {was}.",
                base.period_text
            ));
            opening.push_partial_coverage(&base, sheet, found);
        }
        (Some(was), Some(change)) if base.is_complete => found.insights.push(format!(
            "The average order against {}: {change}, from {was}.",
            base.period_text
        )),
        (Some(was), None) if args.compare.is_some() => {
            found.push_sentence(format!(
                "In {} it was {was}, which leaves no percentage to give.",
                base.period_text
            ));
        }
        (None, _) if args.compare.is_some() => found.push_sentence(format!(
            "There were no orders in {} to compare with.",
            base.period_text
        )),
        _ => {}
    }
    push_left_out(excluded, sheet, found);
    Ok(())
}
