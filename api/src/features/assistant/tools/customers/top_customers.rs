//! `top_customers`: customers ranked by revenue or orders of a period.

use super::super::sales::{open_sales_context, push_left_out};
use super::CUSTOMERS_PAGE;
use crate::auth::permission::CustomersRead;
use crate::decimal::ExactSum;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, Metric, Order};
use crate::features::assistant::tool_result::{Column, MAX_TABLE_ROWS, Row, Table, ToolResult};
use crate::features::sales::buyers::{BuyerRanking, METHOD, rank_buyers};
use crate::features::sales::product_sales::RankOrder;
use crate::features::sales::{SalesReport, read_buyers};
use crate::http::ApiError;

/// Maximum number of customers in a sentence after the first.
const MAX_NAMED_CUSTOMERS: usize = 2;
/// Share of one customer above which the business depends on it, in percent.
const MIN_NOTABLE_SHARE_PERCENT: f64 = 25.0;

pub(in super::super) async fn top_customers(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ApiError> {
    let customers = context.require(CustomersRead)?;
    let Some(opening) = open_sales_context(context, args, sheet, result).await? else {
        return Ok(());
    };
    let SalesReport {
        sales: mut buyers,
        excluded,
    } = read_buyers(
        &opening.db,
        context.organization(),
        opening.dates,
        (&customers, &opening.proof),
    )
    .await?;
    result.source_row_count = buyers.iter().map(|buyer| buyer.totals.lines).sum();
    result.method = Some(METHOD);
    result.add_link(CUSTOMERS_PAGE.0, CUSTOMERS_PAGE.1);
    let by = if args.metric == Some(Metric::Orders) {
        BuyerRanking::Orders
    } else {
        BuyerRanking::Revenue
    };
    let first = if args.order == Some(Order::Ascending) {
        RankOrder::LowestFirst
    } else {
        RankOrder::HighestFirst
    };
    rank_buyers(&mut buyers, by, first);
    let limit = usize::try_from(args.limit.unwrap_or(5))
        .unwrap_or(MAX_TABLE_ROWS)
        .clamp(1, MAX_TABLE_ROWS);
    let all = buyers.iter().fold(ExactSum::ZERO, |sum, buyer| {
        sum.saturating_add(buyer.totals.revenue)
    });

    let mut rows = Vec::new();
    let mut visible = Vec::new();
    for buyer in buyers.iter().take(limit) {
        let id = result.next_row_id();
        let refs = || vec![id.clone()];
        let name = sheet.add_name("Customer", &buyer.customer, refs());
        let revenue = sheet.add_money(
            format!("Revenue of {}", buyer.customer),
            buyer.totals.revenue,
            refs(),
        );
        let orders = sheet.add_count(
            format!("Orders of {}", buyer.customer),
            buyer.totals.orders,
            "order",
            "orders",
            refs(),
        );
        let percent = buyer.totals.revenue.percent_of(all);
        let share = percent.map(|share| {
            sheet.add_percent(
                format!("Share of {} in revenue", buyer.customer),
                share,
                refs(),
            )
        });
        rows.push(Row {
            cells: vec![Some(name), Some(revenue), Some(orders), share],
            id,
        });
        let figure = if by == BuyerRanking::Orders {
            orders
        } else {
            revenue
        };
        visible.push((name, figure, percent.zip(share)));
    }
    let Some((name, figure, share)) = visible.first() else {
        opening.push_no_sales("", sheet, result);
        push_left_out(excluded, sheet, result);
        return Ok(());
    };
    let (lead, what) = match (first, by) {
        (RankOrder::HighestFirst, BuyerRanking::Revenue) => ("Largest customer", "by revenue"),
        (RankOrder::HighestFirst, BuyerRanking::Orders) => ("Most frequent customer", "by orders"),
        (RankOrder::LowestFirst, BuyerRanking::Revenue) => ("Smallest customer", "by revenue"),
        (RankOrder::LowestFirst, BuyerRanking::Orders) => ("Least frequent customer", "by orders"),
    };
    let share_text = share
        .map(|(_, share)| share)
        .filter(|_| by == BuyerRanking::Revenue)
        .map(|share| {
            let total = sheet.add_money("Revenue of all customers", all, Vec::new());
            format!(", {share} of {total}")
        });
    result.push_sentence(format!(
        "{lead} {what}, {}: {name} with {figure}{}.",
        opening.period_text,
        share_text.unwrap_or_default()
    ));
    let next: Vec<String> = visible
        .iter()
        .skip(1)
        .take(MAX_NAMED_CUSTOMERS)
        .map(|(name, figure, _)| format!("{name} with {figure}"))
        .collect();
    if !next.is_empty() {
        result.push_sentence(format!("Next: {}.", next.join(", then ")));
    }
    if first == RankOrder::HighestFirst
        && by == BuyerRanking::Revenue
        && buyers.len() > 1
        && let Some((_, share)) = share.filter(|(percent, _)| *percent >= MIN_NOTABLE_SHARE_PERCENT)
    {
        result.insights.push(format!(
            "{name} alone accounts for {share} of revenue: the business depends on this customer."
        ));
    }
    if first == RankOrder::HighestFirst && by == BuyerRanking::Revenue {
        let base = opening.comparison_period(None, sheet);
        if base.is_complete {
            let before = read_buyers(
                &opening.db,
                context.organization(),
                base.dates,
                (&customers, &opening.proof),
            )
            .await?
            .sales;
            for (buyer, (name, ..)) in buyers.iter().zip(&visible).take(1 + MAX_NAMED_CUSTOMERS) {
                let Some(previous) = before
                    .iter()
                    .find(|other| other.customer_id == buyer.customer_id)
                else {
                    continue;
                };
                let Some(change) = buyer.totals.revenue_change_from(&previous.totals) else {
                    continue;
                };
                let fell = change < 0.0;
                let previous = sheet.add_money(
                    format!("Previous revenue of {}", buyer.customer),
                    previous.totals.revenue,
                    Vec::new(),
                );
                let change = sheet.add_change(
                    format!("Change of revenue of {}", buyer.customer),
                    change,
                    Vec::new(),
                );
                result.insights.push(format!(
                    "{name} compared with {}: {change}, from {previous}.",
                    base.period_text
                ));
                if fell {
                    result
                        .actions
                        .push(format!("Call {name}: it spent less than before."));
                }
            }
        }
    }
    let columns = vec![
        Column::for_text("Customer"),
        Column::for_numbers("Revenue"),
        Column::for_numbers("Orders"),
        Column::for_numbers("Share of revenue"),
    ];
    let title = if by == BuyerRanking::Orders {
        "Customers by orders"
    } else {
        "Customers by revenue"
    };
    result.table = Some(Table {
        title,
        columns,
        rows,
        total: buyers.len(),
    });
    push_left_out(excluded, sheet, result);
    Ok(())
}
