//! Customers ranked by revenue or orders of a period.

use super::super::sales::{left_out, opened};
use super::SCREEN;
use crate::auth::permission::CustomersRead;
use crate::decimal::ExactSum;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::{Column, Finding, MOST_ROWS, Row, Table};
use crate::features::assistant::registry::{Args, Metric, Order};
use crate::features::sales::buyers::{By, METHOD, rank};
use crate::features::sales::products::First;
use crate::features::sales::{ReadSales, read_buyers};
use crate::http::ApiError;

/// Customers that a sentence names beside the first.
const NAMED: usize = 2;
/// Share of one customer from which on the business hangs on it, in percent.
const MUCH: f64 = 25.0;

pub(in super::super) async fn top_customers(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let customers = desk.require(CustomersRead)?;
    let Some(opening) = opened(desk, args, sheet, found).await? else {
        return Ok(());
    };
    let ReadSales {
        sales: mut buyers,
        excluded,
    } = read_buyers(
        &opening.db,
        desk.organization(),
        opening.dates,
        (&customers, &opening.right),
    )
    .await?;
    found.n = buyers.iter().map(|buyer| buyer.totals.lines).sum();
    found.method = Some(METHOD);
    found.link(SCREEN.0, SCREEN.1);
    let by = if args.metric == Some(Metric::Orders) {
        By::Orders
    } else {
        By::Revenue
    };
    let first = if args.order == Some(Order::Ascending) {
        First::Least
    } else {
        First::Most
    };
    rank(&mut buyers, by, first);
    let limit = usize::try_from(args.limit.unwrap_or(5))
        .unwrap_or(MOST_ROWS)
        .clamp(1, MOST_ROWS);
    let all = buyers
        .iter()
        .fold(ExactSum::ZERO, |sum, buyer| sum.plus(buyer.totals.revenue));

    let mut rows = Vec::new();
    let mut shown = Vec::new();
    for buyer in buyers.iter().take(limit) {
        let id = found.next_row();
        let refs = || vec![id.clone()];
        let name = sheet.name("Customer", &buyer.customer, refs());
        let revenue = sheet.money(
            format!("Revenue of {}", buyer.customer),
            buyer.totals.revenue,
            refs(),
        );
        let orders = sheet.count(
            format!("Orders of {}", buyer.customer),
            buyer.totals.orders,
            "order",
            "orders",
            refs(),
        );
        let percent = buyer.totals.revenue.percent_of(all);
        let share = percent.map(|share| {
            sheet.percent(
                format!("Share of {} in revenue", buyer.customer),
                share,
                refs(),
            )
        });
        rows.push(Row {
            cells: vec![Some(name), Some(revenue), Some(orders), share],
            id,
        });
        let figure = if by == By::Orders { orders } else { revenue };
        shown.push((name, figure, percent.zip(share)));
    }
    let Some((name, figure, share)) = shown.first() else {
        opening.no_sales("", sheet, found);
        left_out(excluded, sheet, found);
        return Ok(());
    };
    let (lead, what) = match (first, by) {
        (First::Most, By::Revenue) => ("Largest customer", "by revenue"),
        (First::Most, By::Orders) => ("Most frequent customer", "by orders"),
        (First::Least, By::Revenue) => ("Smallest customer", "by revenue"),
        (First::Least, By::Orders) => ("Least frequent customer", "by orders"),
    };
    let of_all = share
        .map(|(_, share)| share)
        .filter(|_| by == By::Revenue)
        .map(|share| {
            let total = sheet.money("Revenue of all customers", all, Vec::new());
            format!(", {share} of {total}")
        });
    found.say(format!(
        "{lead} {what}, {}: {name} with {figure}{}.",
        opening.words,
        of_all.unwrap_or_default()
    ));
    let next: Vec<String> = shown
        .iter()
        .skip(1)
        .take(NAMED)
        .map(|(name, figure, _)| format!("{name} with {figure}"))
        .collect();
    if !next.is_empty() {
        found.say(format!("Next: {}.", next.join(", then ")));
    }
    if first == First::Most
        && by == By::Revenue
        && buyers.len() > 1
        && let Some((_, share)) = share.filter(|(percent, _)| *percent >= MUCH)
    {
        found.insights.push(format!(
            "{name} alone accounts for {share} of revenue, so much hangs on this customer."
        ));
    }
    if first == First::Most && by == By::Revenue {
        let base = opening.base(None, sheet);
        if base.whole {
            let before = read_buyers(
                &opening.db,
                desk.organization(),
                base.dates,
                (&customers, &opening.right),
            )
            .await?
            .sales;
            for (buyer, (name, ..)) in buyers.iter().zip(&shown).take(1 + NAMED) {
                let Some(was) = before
                    .iter()
                    .find(|other| other.customer_id == buyer.customer_id)
                else {
                    continue;
                };
                let Some(change) = buyer.totals.change_from(&was.totals) else {
                    continue;
                };
                let fell = change < 0.0;
                let was = sheet.money(
                    format!("Revenue of {} before", buyer.customer),
                    was.totals.revenue,
                    Vec::new(),
                );
                let change = sheet.change(
                    format!("Change of revenue of {}", buyer.customer),
                    change,
                    Vec::new(),
                );
                found.insights.push(format!(
                    "{name} against {}: {change}, from {was}.",
                    base.words
                ));
                if fell {
                    found
                        .actions
                        .push(format!("Call {name}: it bought for less than before."));
                }
            }
        }
    }
    let columns = vec![
        Column::words("Customer"),
        Column::figures("Revenue"),
        Column::figures("Orders"),
        Column::figures("Share of revenue"),
    ];
    let title = if by == By::Orders {
        "Customers by orders"
    } else {
        "Customers by revenue"
    };
    found.table = Some(Table {
        title,
        columns,
        rows,
        total: buyers.len(),
    });
    left_out(excluded, sheet, found);
    Ok(())
}
