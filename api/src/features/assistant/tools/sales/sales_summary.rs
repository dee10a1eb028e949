//! `sales_summary`: revenue and orders of a period, their change and their breakdown.

use super::{ComparisonPeriod, SalesContext, open_sales_context, push_left_out};
use crate::decimal::ExactSum;
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::period::Period;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Category, GroupBy};
use crate::features::assistant::tool_result::{
    Chart, Column, Line, MAX_TABLE_ROWS, Row, Table, ToolResult,
};
use crate::features::sales::monthly_sales::{self, MonthSales, fill_months};
use crate::features::sales::product_sales::{self, RankOrder, rank_by_revenue, sum_by_category};
use crate::features::sales::sales_totals::{METHOD, SalesTotals};
use crate::features::sales::{SalesReport, read_months, read_products, read_totals};
use chrono::{Datelike, Months, NaiveDate};

pub(in super::super) async fn sales_summary(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let Some(opening) = open_sales_context(context, args, sheet, result).await? else {
        return Ok(());
    };
    let category = args.category.map(Category::as_str);
    let SalesReport {
        sales: now,
        excluded,
    } = read_totals(
        &opening.db,
        context.organization(),
        opening.dates,
        category,
        &opening.proof,
    )
    .await?;
    result.source_row_count = now.lines;
    result.method = Some(METHOD);
    let category_suffix = category
        .map(|category| format!(" of {category} products"))
        .unwrap_or_default();
    if now.lines == 0 {
        opening.push_no_sales(&category_suffix, sheet, result);
    } else {
        let revenue = sheet.add_money("Revenue", now.revenue, Vec::new());
        let orders = sheet.add_count("Orders", now.orders, "order", "orders", Vec::new());
        result.push_sentence(format!(
            "Sales{category_suffix}, {}: {revenue} from {orders}.",
            opening.period_text
        ));
    }
    let base = opening.comparison_period(args.compare, sheet);
    let before = read_totals(
        &opening.db,
        context.organization(),
        base.dates,
        category,
        &opening.proof,
    )
    .await?
    .sales;
    if args.compare.is_some() {
        push_comparison(&opening, &base, &now, &before, sheet, result);
    } else if base.is_complete && now.lines > 0 {
        push_notable_change(&base, &now, &before, sheet, result);
    }
    if now.lines > 0 {
        match args.group_by {
            Some(GroupBy::Month) => {
                let sold = read_months(
                    &opening.db,
                    context.organization(),
                    opening.dates,
                    category,
                    &opening.proof,
                )
                .await?;
                push_months(&opening, &sold, sheet, result);
            }
            Some(group) => {
                let mut sold = read_products(
                    &opening.db,
                    context.organization(),
                    opening.dates,
                    category,
                    &opening.proof,
                )
                .await?
                .sales
                .0;
                rank_by_revenue(&mut sold, RankOrder::HighestFirst);
                let parts: Vec<(String, ExactSum)> = match group {
                    GroupBy::Category => sum_by_category(&sold)
                        .into_iter()
                        .map(|row| (row.category, row.revenue))
                        .collect(),
                    GroupBy::Product | GroupBy::Month => sold
                        .into_iter()
                        .map(|row| (row.item, row.revenue))
                        .collect(),
                };
                push_breakdown(group, &parts, sheet, result);
            }
            None => {}
        }
    }
    push_left_out(excluded, sheet, result);
    Ok(())
}

/// Adds the comparison that was requested, or why there is none.
fn push_comparison(
    opening: &SalesContext,
    base: &ComparisonPeriod,
    now: &SalesTotals,
    before: &SalesTotals,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    if before.lines == 0 {
        result.push_sentence(format!(
            "There were no sales in {} to compare with.",
            base.period_text
        ));
        return;
    }
    let previous = sheet.add_money("Revenue compared with", before.revenue, Vec::new());
    let orders = sheet.add_count(
        "Orders compared with",
        before.orders,
        "order",
        "orders",
        Vec::new(),
    );
    match now.revenue_change_from(before) {
        Some(change) => {
            let change = sheet.add_change("Change of revenue", change, Vec::new());
            result.push_sentence(format!(
                "Compared with {}: {change}, from {previous} and {orders}.",
                base.period_text
            ));
        }
        None => result.push_sentence(format!(
            "In {} it was {previous} from {orders}, so there is no percentage change.",
            base.period_text
        )),
    }
    opening.push_partial_coverage(base, sheet, result);
    push_order_size_change(now, before, base, sheet, result);
}

/// Adds the change from the previous period if it is notable.
fn push_notable_change(
    base: &ComparisonPeriod,
    now: &SalesTotals,
    before: &SalesTotals,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let Some(change) = now.revenue_change_from(before) else {
        return;
    };
    let previous = sheet.add_money("Revenue before", before.revenue, Vec::new());
    let change = sheet.add_change("Change of revenue", change, Vec::new());
    result.insights.push(format!(
        "Revenue compared with {}: {change}, from {previous}.",
        base.period_text
    ));
    push_order_size_change(now, before, base, sheet, result);
}

/// Adds whether the number of orders or their size caused the change.
fn push_order_size_change(
    now: &SalesTotals,
    before: &SalesTotals,
    base: &ComparisonPeriod,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let (Some(mean), Some(change)) = (now.average_order(), now.average_change_from(before)) else {
        return;
    };
    let mean = sheet.add_mean_money("Average order", mean, Vec::new());
    let change = sheet.add_change("Change of the average order", change, Vec::new());
    result.insights.push(format!(
        "The average order is {mean}: {change} compared with {}.",
        base.period_text
    ));
}

fn push_breakdown(
    group: GroupBy,
    parts: &[(String, ExactSum)],
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let (title, heading) = match group {
        GroupBy::Category => ("Sales by category", "Category"),
        GroupBy::Product | GroupBy::Month => ("Sales by product", "Product"),
    };
    let all = parts.iter().fold(ExactSum::ZERO, |sum, (_, revenue)| {
        sum.saturating_add(*revenue)
    });
    result.method = Some(product_sales::METHOD);
    let mut entries: Vec<String> = Vec::new();
    let mut rows = Vec::new();
    for (name, revenue) in parts.iter().take(MAX_TABLE_ROWS) {
        let id = result.next_row_id();
        let refs = || vec![id.clone()];
        let cell = sheet.add_name(heading, name, refs());
        let figure = sheet.add_money(format!("Revenue of {name}"), *revenue, refs());
        let share = revenue
            .percent_of(all)
            .map(|share| sheet.add_percent(format!("Share of {name} in revenue"), share, refs()));
        entries.push(share.map_or_else(
            || format!("{cell} {figure}"),
            |share| format!("{cell} {figure} ({share})"),
        ));
        rows.push(Row {
            cells: vec![Some(cell), Some(figure), share],
            id,
        });
    }
    entries.truncate(4);
    let lead = if parts.len() > 1 {
        "Largest first"
    } else {
        "All of it"
    };
    result.push_sentence(format!("{lead}: {}.", entries.join(", ")));
    let columns = vec![
        Column::for_text(heading),
        Column::for_numbers("Revenue"),
        Column::for_numbers("Share of revenue"),
    ];
    result.table = Some(Table {
        title,
        columns,
        rows,
        total: parts.len(),
    });
}

fn push_months(
    opening: &SalesContext,
    sold: &[MonthSales],
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    result.method = Some(monthly_sales::METHOD);
    let months = fill_months(
        sold,
        opening.days.from.max(opening.extent.first_day),
        opening.dates.through,
    );
    let points = months
        .iter()
        .map(|row| (row.month, row.totals.revenue.to_money()))
        .collect();
    let unit = sheet.currency().to_owned();
    result.chart = Some(Chart {
        title: "Sales by month",
        lines: vec![Line {
            name: "Revenue".to_owned(),
            unit,
            points,
        }],
    });
    let mut rows = Vec::new();
    let mut entries: Vec<(ExactSum, FactId, FactId)> = Vec::new();
    for row in months.iter().rev().take(MAX_TABLE_ROWS) {
        let id = result.next_row_id();
        let refs = || vec![id.clone()];
        let month_text = Period::Month(row.month.year(), row.month.month()).to_text();
        let month = sheet.add_period("Month", &month_text);
        let revenue = sheet.add_money(
            format!("Revenue of {month_text}"),
            row.totals.revenue,
            refs(),
        );
        let orders = sheet.add_count(
            format!("Orders of {month_text}"),
            row.totals.orders,
            "order",
            "orders",
            refs(),
        );
        if is_complete_month(row.month, opening) {
            entries.push((row.totals.revenue, month, revenue));
        }
        rows.push(Row {
            cells: vec![Some(month), Some(revenue), Some(orders)],
            id,
        });
    }
    // The earliest one if several are equal.
    let best = entries.iter().rev().max_by_key(|(revenue, ..)| *revenue);
    let worst = entries.iter().rev().min_by_key(|(revenue, ..)| *revenue);
    if entries.len() > 1
        && let (Some((_, best, high)), Some((_, worst, low))) = (best, worst)
    {
        result.push_sentence(format!(
            "Best month: {best} with {high}. Weakest: {worst} with {low}."
        ));
    }
    let columns = vec![
        Column::for_text("Month"),
        Column::for_numbers("Revenue"),
        Column::for_numbers("Orders"),
    ];
    result.table = Some(Table {
        title: "Sales by month",
        columns,
        rows,
        total: months.len(),
    });
}

/// Whether the month is complete: months in progress and months that the period cuts can't be
/// called weak.
fn is_complete_month(month: NaiveDate, opening: &SalesContext) -> bool {
    let next = month
        .checked_add_months(Months::new(1))
        .and_then(|next| next.pred_opt());
    month >= opening.days.from && next.is_some_and(|last| last <= opening.dates.through)
}
