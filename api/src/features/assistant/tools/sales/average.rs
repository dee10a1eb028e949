//! The average order of a period, and its change.

use super::{left_out, opened};
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::Finding;
use crate::features::assistant::registry::Args;
use crate::features::sales::totals::AVERAGE_METHOD;
use crate::features::sales::{ReadSales, read_totals};
use crate::http::ApiError;

pub(in super::super) async fn avg_order_value(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let Some(opening) = opened(desk, args, sheet, found).await? else {
        return Ok(());
    };
    let ReadSales {
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
    found.n = now.lines;
    found.method = Some(AVERAGE_METHOD);
    let Some(mean) = now.average() else {
        opening.no_sales("", sheet, found);
        left_out(excluded, sheet, found);
        return Ok(());
    };
    let mean = sheet.mean_money("Average order", mean, Vec::new());
    let revenue = sheet.money("Revenue", now.revenue, Vec::new());
    let orders = sheet.count("Orders", now.orders, "order", "orders", Vec::new());
    found.say(format!(
        "Average order, {}: {mean}, from {revenue} over {orders}.",
        opening.words
    ));

    let base = opening.base(args.compare, sheet);
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
        .average()
        .map(|was| sheet.mean_money("Average order compared with", was, Vec::new()));
    let change = now
        .average_change_from(&before)
        .map(|change| sheet.change("Change of the average order", change, Vec::new()));
    match (was, change) {
        (Some(was), Some(change)) if args.compare.is_some() => {
            found.say(format!("Against {}: {change}, from {was}.", base.words));
            opening.own_up(&base, sheet, found);
        }
        (Some(was), Some(change)) if base.whole => found.insights.push(format!(
            "The average order against {}: {change}, from {was}.",
            base.words
        )),
        (Some(was), None) if args.compare.is_some() => {
            found.say(format!(
                "In {} it was {was}, which leaves no percentage to give.",
                base.words
            ));
        }
        (None, _) if args.compare.is_some() => found.say(format!(
            "There were no orders in {} to compare with.",
            base.words
        )),
        _ => {}
    }
    left_out(excluded, sheet, found);
    Ok(())
}
