//! `avg_order_value`: the average order of a period and its change.

use super::{open_sales_context, push_left_out};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::ToolResult;
use crate::features::sales::sales_totals::AVERAGE_METHOD;
use crate::features::sales::{SalesReport, read_totals};

pub(in super::super) async fn avg_order_value(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let Some(opening) = open_sales_context(context, args, sheet, result).await? else {
        return Ok(());
    };
    let SalesReport {
        sales: now,
        excluded,
    } = read_totals(
        &opening.db,
        context.organization(),
        opening.dates,
        None,
        &opening.proof,
    )
    .await?;
    result.source_row_count = now.lines;
    result.method = Some(AVERAGE_METHOD);
    let Some(mean) = now.average_order() else {
        opening.push_no_sales("", sheet, result);
        push_left_out(excluded, sheet, result);
        return Ok(());
    };
    let mean = sheet.add_mean_money("Average order", mean, Vec::new());
    let revenue = sheet.add_money("Revenue", now.revenue, Vec::new());
    let orders = sheet.add_count("Orders", now.orders, "order", "orders", Vec::new());
    result.push_sentence(format!(
        "Average order, {}: {mean}, from {revenue} over {orders}.",
        opening.period_text
    ));

    let base = opening.comparison_period(args.compare, sheet);
    let before = read_totals(
        &opening.db,
        context.organization(),
        base.dates,
        None,
        &opening.proof,
    )
    .await?
    .sales;
    let previous = before
        .average_order()
        .map(|previous| sheet.add_mean_money("Average order compared with", previous, Vec::new()));
    let change = now
        .average_change_from(&before)
        .map(|change| sheet.add_change("Change of the average order", change, Vec::new()));
    match (previous, change) {
        (Some(previous), Some(change)) if args.compare.is_some() => {
            result.push_sentence(format!(
                "Compared with {}: {change}, from {previous}.",
                base.period_text
            ));
            opening.push_partial_coverage(&base, sheet, result);
        }
        (Some(previous), Some(change)) if base.is_complete => result.insights.push(format!(
            "The average order compared with {}: {change}, from {previous}.",
            base.period_text
        )),
        (Some(previous), None) if args.compare.is_some() => {
            result.push_sentence(format!(
                "In {} it was {previous}, so there is no percentage change.",
                base.period_text
            ));
        }
        (None, _) if args.compare.is_some() => result.push_sentence(format!(
            "There were no orders in {} to compare with.",
            base.period_text
        )),
        _ => {}
    }
    push_left_out(excluded, sheet, result);
    Ok(())
}
