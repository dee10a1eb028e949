//! Sales of a period: revenue, orders, their change, and how they part.

use super::{Base, Opening, left_out, opened};
use crate::decimal::ExactSum;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::{FactId, FactSheet};
use crate::features::assistant::finding::{Chart, Column, Finding, Line, MOST_ROWS, Row, Table};
use crate::features::assistant::periods::Period;
use crate::features::assistant::registry::{Args, Category, GroupBy};
use crate::features::sales::months::{self, MonthSales, course};
use crate::features::sales::products::{self, First, by_category, rank_by_revenue};
use crate::features::sales::totals::{METHOD, Totals};
use crate::features::sales::{ReadSales, read_months, read_products, read_totals};
use crate::http::ApiError;
use chrono::{Datelike, Months, NaiveDate};

pub(in super::super) async fn sales_summary(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let Some(opening) = opened(desk, args, sheet, found).await? else {
        return Ok(());
    };
    let category = args.category.map(Category::as_str);
    let ReadSales {
        sales: now,
        excluded,
    } = read_totals(
        &opening.db,
        desk.organization(),
        opening.dates,
        category,
        &opening.right,
    )
    .await?;
    found.n = now.lines;
    found.method = Some(METHOD);
    let of_what = category
        .map(|category| format!(" of {category} products"))
        .unwrap_or_default();
    if now.lines == 0 {
        opening.no_sales(&of_what, sheet, found);
    } else {
        let revenue = sheet.money("Revenue", now.revenue, Vec::new());
        let orders = sheet.count("Orders", now.orders, "order", "orders", Vec::new());
        found.say(format!(
            "Sales{of_what}, {}: {revenue} from {orders}.",
            opening.words
        ));
    }
    let base = opening.base(args.compare, sheet);
    let before = read_totals(
        &opening.db,
        desk.organization(),
        base.dates,
        category,
        &opening.right,
    )
    .await?
    .sales;
    if args.compare.is_some() {
        compared(&opening, &base, &now, &before, sheet, found);
    } else if base.whole && now.lines > 0 {
        stands_out(&base, &now, &before, sheet, found);
    }
    if now.lines > 0 {
        match args.group_by {
            Some(GroupBy::Month) => {
                let sold = read_months(
                    &opening.db,
                    desk.organization(),
                    opening.dates,
                    category,
                    &opening.right,
                )
                .await?;
                by_month(&opening, &sold, sheet, found);
            }
            Some(group) => {
                let mut sold = read_products(
                    &opening.db,
                    desk.organization(),
                    opening.dates,
                    category,
                    &opening.right,
                )
                .await?
                .sales
                .0;
                rank_by_revenue(&mut sold, First::Most);
                let parts: Vec<(String, ExactSum)> = match group {
                    GroupBy::Category => by_category(&sold)
                        .into_iter()
                        .map(|row| (row.category, row.revenue))
                        .collect(),
                    GroupBy::Product | GroupBy::Month => sold
                        .into_iter()
                        .map(|row| (row.item, row.revenue))
                        .collect(),
                };
                parted(group, &parts, sheet, found);
            }
            None => {}
        }
    }
    left_out(excluded, sheet, found);
    Ok(())
}

/// The comparison that was asked for, or why there is none.
fn compared(
    opening: &Opening,
    base: &Base,
    now: &Totals,
    before: &Totals,
    sheet: &mut FactSheet,
    found: &mut Finding,
) {
    if before.lines == 0 {
        found.say(format!(
            "There were no sales in {} to compare with.",
            base.words
        ));
        return;
    }
    let was = sheet.money("Revenue compared with", before.revenue, Vec::new());
    let orders = sheet.count(
        "Orders compared with",
        before.orders,
        "order",
        "orders",
        Vec::new(),
    );
    match now.change_from(before) {
        Some(change) => {
            let change = sheet.change("Change of revenue", change, Vec::new());
            found.say(format!(
                "Against {}: {change}, from {was} and {orders}.",
                base.words
            ));
        }
        None => found.say(format!(
            "In {} it was {was} from {orders}, which leaves no percentage to give.",
            base.words
        )),
    }
    opening.own_up(base, sheet, found);
    average(now, before, base, sheet, found);
}

/// How revenue stands against the stretch before, where nobody asked.
fn stands_out(
    base: &Base,
    now: &Totals,
    before: &Totals,
    sheet: &mut FactSheet,
    found: &mut Finding,
) {
    let Some(change) = now.change_from(before) else {
        return;
    };
    let was = sheet.money("Revenue before", before.revenue, Vec::new());
    let change = sheet.change("Change of revenue", change, Vec::new());
    found.insights.push(format!(
        "Revenue against {}: {change}, from {was}.",
        base.words
    ));
    average(now, before, base, sheet, found);
}

/// Whether it was the number of orders or their size that moved.
fn average(now: &Totals, before: &Totals, base: &Base, sheet: &mut FactSheet, found: &mut Finding) {
    let (Some(mean), Some(change)) = (now.average(), now.average_change_from(before)) else {
        return;
    };
    let mean = sheet.mean_money("Average order", mean, Vec::new());
    let change = sheet.change("Change of the average order", change, Vec::new());
    found.insights.push(format!(
        "The average order is {mean}: {change} against {}.",
        base.words
    ));
}

fn parted(
    group: GroupBy,
    parts: &[(String, ExactSum)],
    sheet: &mut FactSheet,
    found: &mut Finding,
) {
    let (title, heading) = match group {
        GroupBy::Category => ("Sales by category", "Category"),
        GroupBy::Product | GroupBy::Month => ("Sales by product", "Product"),
    };
    let all = parts
        .iter()
        .fold(ExactSum::ZERO, |sum, (_, revenue)| sum.plus(*revenue));
    found.method = Some(products::METHOD);
    let mut said: Vec<String> = Vec::new();
    let mut rows = Vec::new();
    for (name, revenue) in parts.iter().take(MOST_ROWS) {
        let id = found.next_row();
        let refs = || vec![id.clone()];
        let cell = sheet.name(heading, name, refs());
        let figure = sheet.money(format!("Revenue of {name}"), *revenue, refs());
        let share = revenue
            .percent_of(all)
            .map(|share| sheet.percent(format!("Share of {name} in revenue"), share, refs()));
        said.push(share.map_or_else(
            || format!("{cell} {figure}"),
            |share| format!("{cell} {figure} ({share})"),
        ));
        rows.push(Row {
            cells: vec![Some(cell), Some(figure), share],
            id,
        });
    }
    said.truncate(4);
    let lead = if parts.len() > 1 {
        "Largest first"
    } else {
        "All of it"
    };
    found.say(format!("{lead}: {}.", said.join(", ")));
    let columns = vec![
        Column::words(heading),
        Column::figures("Revenue"),
        Column::figures("Share of revenue"),
    ];
    found.table = Some(Table {
        title,
        columns,
        rows,
        total: parts.len(),
    });
}

fn by_month(opening: &Opening, sold: &[MonthSales], sheet: &mut FactSheet, found: &mut Finding) {
    found.method = Some(months::METHOD);
    let months = course(
        sold,
        opening.days.from.max(opening.extent.first_day),
        opening.dates.through,
    );
    let points = months
        .iter()
        .map(|row| (row.month, row.totals.revenue.to_money()))
        .collect();
    let unit = sheet.currency().to_owned();
    found.chart = Some(Chart {
        title: "Sales by month",
        lines: vec![Line {
            name: "Revenue".to_owned(),
            unit,
            points,
        }],
    });
    let mut rows = Vec::new();
    let mut said: Vec<(ExactSum, FactId, FactId)> = Vec::new();
    for row in months.iter().rev().take(MOST_ROWS) {
        let id = found.next_row();
        let refs = || vec![id.clone()];
        let words = Period::Month(row.month.year(), row.month.month()).words();
        let month = sheet.period("Month", &words);
        let revenue = sheet.money(format!("Revenue of {words}"), row.totals.revenue, refs());
        let orders = sheet.count(
            format!("Orders of {words}"),
            row.totals.orders,
            "order",
            "orders",
            refs(),
        );
        if is_whole(row.month, opening) {
            said.push((row.totals.revenue, month, revenue));
        }
        rows.push(Row {
            cells: vec![Some(month), Some(revenue), Some(orders)],
            id,
        });
    }
    // The earliest of equal ones.
    let best = said.iter().rev().max_by_key(|(revenue, ..)| *revenue);
    let least = said.iter().rev().min_by_key(|(revenue, ..)| *revenue);
    if said.len() > 1
        && let (Some((_, best, high)), Some((_, least, low))) = (best, least)
    {
        found.say(format!(
            "Best month: {best} with {high}. Weakest: {least} with {low}."
        ));
    }
    let columns = vec![
        Column::words("Month"),
        Column::figures("Revenue"),
        Column::figures("Orders"),
    ];
    found.table = Some(Table {
        title: "Sales by month",
        columns,
        rows,
        total: months.len(),
    });
}

/// A month that has only begun is not weak yet, and neither is one that the period cuts.
fn is_whole(month: NaiveDate, opening: &Opening) -> bool {
    let next = month
        .checked_add_months(Months::new(1))
        .and_then(|next| next.pred_opt());
    month >= opening.days.from && next.is_some_and(|last| last <= opening.dates.through)
}
