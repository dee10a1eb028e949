//! `top_customers`: customers ranked by revenue or orders of a period.

use super::super::sales::{open_sales_context, push_left_out};
use super::CUSTOMERS_PAGE;
use crate::auth::permission::CustomersRead;
use crate::decimal::ExactSum;
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Metric, Order};
use crate::features::assistant::tool_result::{Column, MAX_TABLE_ROWS, Row, Table, ToolResult};
use crate::features::sales::buyers::{Buyer, BuyerRanking, METHOD, rank_buyers};
use crate::features::sales::product_sales::RankOrder;
use crate::features::sales::{SalesReport, read_buyers};

/// Maximum number of customers in a sentence after the first.
const MAX_NAMED_CUSTOMERS: usize = 2;
/// Share of one customer above which the business depends on it, in percent.
const MIN_NOTABLE_SHARE_PERCENT: f64 = 25.0;

/// How customers are ranked.
struct Ranking {
    by: BuyerRanking,
    first: RankOrder,
    /// Revenue of all customers.
    all: ExactSum,
    /// Number of customers.
    count: usize,
}

/// A customer in the table of the answer.
struct ListedCustomer {
    name: FactId,
    /// What it is ranked by.
    figure: FactId,
    /// Share of revenue, in percent, with its fact.
    share: Option<(f64, FactId)>,
}

pub(in super::super) async fn top_customers(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
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
    let ranking = Ranking {
        by,
        first,
        all: buyers.iter().fold(ExactSum::ZERO, |sum, buyer| {
            sum.saturating_add(buyer.totals.revenue)
        }),
        count: buyers.len(),
    };
    let (rows, listed) = ranking.list_customers(&buyers, limit, sheet, result);
    if listed.is_empty() {
        opening.push_no_sales("", sheet, result);
        push_left_out(excluded, sheet, result);
        return Ok(());
    }
    ranking.push_ranking(&listed, opening.period_text, sheet, result);
    if ranking.is_by_highest_revenue() {
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
            push_changes(&buyers, &before, &listed, base.period_text, sheet, result);
        }
    }
    ranking.set_table(rows, result);
    push_left_out(excluded, sheet, result);
    Ok(())
}

/// Compares the first customers with an earlier period.
fn push_changes(
    buyers: &[Buyer],
    before: &[Buyer],
    listed: &[ListedCustomer],
    period_text: FactId,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    for (buyer, listed) in buyers.iter().zip(listed).take(1 + MAX_NAMED_CUSTOMERS) {
        let name = listed.name;
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
            "{name} compared with {period_text}: {change}, from {previous}."
        ));
        if fell {
            result
                .actions
                .push(format!("Call {name}: it spent less than before."));
        }
    }
}

impl Ranking {
    fn is_by_highest_revenue(&self) -> bool {
        self.first == RankOrder::HighestFirst && self.by == BuyerRanking::Revenue
    }

    /// The rows of the first `limit` customers, and the facts in them.
    fn list_customers(
        &self,
        buyers: &[Buyer],
        limit: usize,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) -> (Vec<Row>, Vec<ListedCustomer>) {
        let mut rows = Vec::new();
        let mut listed = Vec::new();
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
            let percent = buyer.totals.revenue.percent_of(self.all);
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
            let figure = if self.by == BuyerRanking::Orders {
                orders
            } else {
                revenue
            };
            listed.push(ListedCustomer {
                name,
                figure,
                share: percent.zip(share),
            });
        }
        (rows, listed)
    }

    /// Names the first customers.
    fn push_ranking(
        &self,
        listed: &[ListedCustomer],
        period_text: FactId,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) {
        let Some(ListedCustomer {
            name,
            figure,
            share,
        }) = listed.first()
        else {
            return;
        };
        let (lead, what) = match (self.first, self.by) {
            (RankOrder::HighestFirst, BuyerRanking::Revenue) => ("Largest customer", "by revenue"),
            (RankOrder::HighestFirst, BuyerRanking::Orders) => {
                ("Most frequent customer", "by orders")
            }
            (RankOrder::LowestFirst, BuyerRanking::Revenue) => ("Smallest customer", "by revenue"),
            (RankOrder::LowestFirst, BuyerRanking::Orders) => {
                ("Least frequent customer", "by orders")
            }
        };
        let share_text = share
            .map(|(_, share)| share)
            .filter(|_| self.by == BuyerRanking::Revenue)
            .map(|share| {
                let total = sheet.add_money("Revenue of all customers", self.all, Vec::new());
                format!(", {share} of {total}")
            });
        result.push_sentence(format!(
            "{lead} {what}, {period_text}: {name} with {figure}{}.",
            share_text.unwrap_or_default()
        ));
        let next: Vec<String> = listed
            .iter()
            .skip(1)
            .take(MAX_NAMED_CUSTOMERS)
            .map(|next| format!("{} with {}", next.name, next.figure))
            .collect();
        if !next.is_empty() {
            result.push_sentence(format!("Next: {}.", next.join(", then ")));
        }
        if self.is_by_highest_revenue()
            && self.count > 1
            && let Some((_, share)) =
                share.filter(|(percent, _)| *percent >= MIN_NOTABLE_SHARE_PERCENT)
        {
            result.insights.push(format!(
            "{name} alone accounts for {share} of revenue: the business depends on this customer."
        ));
        }
    }

    fn set_table(&self, rows: Vec<Row>, result: &mut ToolResult) {
        let columns = vec![
            Column::for_text("Customer"),
            Column::for_numbers("Revenue"),
            Column::for_numbers("Orders"),
            Column::for_numbers("Share of revenue"),
        ];
        let title = if self.by == BuyerRanking::Orders {
            "Customers by orders"
        } else {
            "Customers by revenue"
        };
        result.table = Some(Table {
            title,
            columns,
            rows,
            total: self.count,
        });
    }
}
