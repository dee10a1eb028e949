//! Products ranked by revenue, or by quantity within their unit.

use super::{SalesContext, open_sales_context, push_left_out};
use crate::decimal::{Decimal4, ExactSum};
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, Category, Metric, Order};
use crate::features::assistant::tool_result::{Column, MAX_TABLE_ROWS, Row, Table, ToolResult};
use crate::features::sales::product_sales::{
    METHOD, Product, RankOrder, rank_by_quantity, rank_by_revenue, total_revenue,
};
use crate::features::sales::{SalesReport, read_products};
use crate::http::ApiError;

/// Products that a sentence names beside the first.
const MAX_NAMED_PRODUCTS: usize = 2;
/// Share of the first product from which on it is worth a word, in percent.
const MIN_NOTABLE_SHARE_PERCENT: f64 = 25.0;

pub(in super::super) async fn top_products(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    let Some(opening) = open_sales_context(desk, args, sheet, found).await? else {
        return Ok(());
    };
    let category = args.category.map(Category::as_str);
    let SalesReport {
        sales: (mut products, unsold),
        excluded,
    } = read_products(
        &opening.db,
        desk.organization(),
        opening.dates,
        category,
        &opening.right,
    )
    .await?;
    found.source_row_count = products.iter().map(|product| product.lines).sum();
    found.method = Some(METHOD);
    let first = if args.order == Some(Order::Ascending) {
        RankOrder::LowestFirst
    } else {
        RankOrder::HighestFirst
    };
    let of_what = category
        .map(|category| format!(" of {category} products"))
        .unwrap_or_default();
    if products.is_empty() {
        opening.push_no_sales(&of_what, sheet, found);
        push_left_out(excluded, sheet, found);
        return Ok(());
    }
    rank_by_revenue(&mut products, first);
    let limit = row_limit(args);
    if args.metric == Some(Metric::Quantity) {
        push_ranked_by_quantity(&opening, &products, first, limit, sheet, found);
    } else {
        push_ranked_by_revenue(&opening, &products, first, limit, &of_what, sheet, found);
        if first == RankOrder::HighestFirst {
            push_comparison(desk, &opening, products.first(), category, sheet, found).await?;
        }
    }
    if first == RankOrder::LowestFirst {
        push_unsold_items(&unsold, sheet, found);
    }
    push_left_out(excluded, sheet, found);
    Ok(())
}

fn row_limit(args: &Args) -> usize {
    usize::try_from(args.limit.unwrap_or(5))
        .unwrap_or(MAX_TABLE_ROWS)
        .clamp(1, MAX_TABLE_ROWS)
}

/// A product in the table and in sentences.
struct ProductFacts {
    item: FactId,
    figure: FactId,
    share: Option<(f64, FactId)>,
}

fn push_ranked_by_revenue(
    opening: &SalesContext,
    products: &[Product],
    first: RankOrder,
    limit: usize,
    of_what: &str,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) {
    let all = total_revenue(products);
    let total = sheet.add_money("Revenue of all products", all, Vec::new());
    let mut rows = Vec::new();
    let mut shown = Vec::new();
    for product in products.iter().take(limit) {
        let id = found.next_row_id();
        let refs = || vec![id.clone()];
        let item = sheet.add_name("Product", &product.item, refs());
        let category = sheet.add_name("Category", &product.category, refs());
        let figure = sheet.add_money(
            format!("Revenue of {}", product.item),
            product.revenue,
            refs(),
        );
        let share = product.revenue.percent_of(all).map(|share| {
            (
                share,
                sheet.add_percent(
                    format!("Share of {} in revenue", product.item),
                    share,
                    refs(),
                ),
            )
        });
        rows.push(Row {
            cells: vec![
                Some(item),
                Some(category),
                Some(figure),
                share.map(|(_, id)| id),
            ],
            id,
        });
        shown.push(ProductFacts {
            item,
            figure,
            share,
        });
    }
    let columns = vec![
        Column::for_text("Product"),
        Column::for_text("Category"),
        Column::for_numbers("Revenue"),
        Column::for_numbers("Share of revenue"),
    ];
    found.table = Some(Table {
        title: "Products by revenue",
        columns,
        rows,
        total: products.len(),
    });
    let Some(best) = shown.first() else { return };
    let lead = if first == RankOrder::HighestFirst {
        "Best seller"
    } else {
        "Slowest seller"
    };
    let share = best
        .share
        .map(|(_, share)| format!(", {share} of {total}"))
        .unwrap_or_default();
    found.push_sentence(format!(
        "{lead} by revenue{of_what}, {}: {} with {}{share}.",
        opening.period_text, best.item, best.figure
    ));
    push_runners_up(&shown, found);
    if first == RankOrder::HighestFirst
        && products.len() > 1
        && let Some((_, share)) = best
            .share
            .filter(|(share, _)| *share >= MIN_NOTABLE_SHARE_PERCENT)
    {
        found
            .insights
            .push(format!("{} alone brings in {share} of revenue.", best.item));
    }
    if first == RankOrder::HighestFirst && products.len() > shown.len() && shown.len() > 1 {
        let part = products
            .iter()
            .take(limit)
            .fold(ExactSum::ZERO, |sum, product| {
                sum.saturating_add(product.revenue)
            });
        if let Some(share) = part.percent_of(all) {
            let count = sheet.add_count(
                "Products shown",
                shown.len() as u64,
                "product",
                "products",
                Vec::new(),
            );
            let share =
                sheet.add_percent("Share of the products shown in revenue", share, Vec::new());
            found
                .insights
                .push(format!("The first {count} bring in {share} of revenue."));
        }
    }
}

fn push_runners_up(shown: &[ProductFacts], found: &mut ToolResult) {
    let next: Vec<String> = shown
        .iter()
        .skip(1)
        .take(MAX_NAMED_PRODUCTS)
        .map(|row| format!("{} with {}", row.item, row.figure))
        .collect();
    if !next.is_empty() {
        found.push_sentence(format!("Next: {}.", next.join(", then ")));
    }
}

fn push_ranked_by_quantity(
    opening: &SalesContext,
    products: &[Product],
    first: RankOrder,
    limit: usize,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) {
    let rankings = rank_by_quantity(products, first);
    let mut rows = Vec::new();
    let mut leaders = Vec::new();
    for ranking in &rankings {
        for (place, (product, quantity)) in ranking.rows.iter().take(limit).enumerate() {
            // Beyond the range of quantities there is no figure to show.
            let Some(quantity) = to_decimal(*quantity).filter(|_| rows.len() < MAX_TABLE_ROWS)
            else {
                continue;
            };
            let id = found.next_row_id();
            let refs = || vec![id.clone()];
            let item = sheet.add_name("Product", &product.item, refs());
            let unit = sheet.add_name("Unit", ranking.unit, refs());
            let figure = sheet.add_quantity(
                format!("Quantity of {} sold", product.item),
                quantity,
                ranking.unit,
                refs(),
            );
            let revenue = sheet.add_money(
                format!("Revenue of {}", product.item),
                product.revenue,
                refs(),
            );
            rows.push(Row {
                cells: vec![Some(item), Some(unit), Some(figure), Some(revenue)],
                id,
            });
            if place == 0 {
                leaders.push(format!("{item} with {figure}"));
            }
        }
    }
    let columns = vec![
        Column::for_text("Product"),
        Column::for_text("Unit"),
        Column::for_numbers("Quantity"),
        Column::for_numbers("Revenue"),
    ];
    let total = rankings.iter().map(|ranking| ranking.rows.len()).sum();
    found.table = Some(Table {
        title: "Products by quantity, within their unit",
        columns,
        rows,
        total,
    });
    let lead = if first == RankOrder::HighestFirst {
        "Most sold"
    } else {
        "Least sold"
    };
    found.push_sentence(format!(
        "{lead} by quantity, {}: {}.",
        opening.period_text,
        leaders.join(", ")
    ));
    if rankings.len() > 1 {
        found.push_sentence(
            "Each unit has a ranking of its own, because quantities in different units \
            cannot be compared.",
        );
    }
}

fn to_decimal(quantity: ExactSum) -> Option<Decimal4> {
    Decimal4::from_scaled(i64::try_from(quantity.scaled()).ok()?).ok()
}

/// How the best product did in the stretch before.
async fn push_comparison(
    desk: &ToolContext<'_>,
    opening: &SalesContext,
    best: Option<&Product>,
    category: Option<&str>,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    let Some(best) = best else { return Ok(()) };
    let base = opening.comparison_period(None, sheet);
    if !base.is_complete {
        return Ok(());
    }
    let before = read_products(
        &opening.db,
        desk.organization(),
        base.dates,
        category,
        &opening.right,
    )
    .await?
    .sales
    .0;
    let before = before
        .iter()
        .find(|product| product.item_id == best.item_id);
    if let Some((before, change)) =
        before.and_then(|before| Some((before, best.revenue.percent_change_from(before.revenue)?)))
    {
        let item = sheet.add_name("Product", &best.item, Vec::new());
        let was = sheet.add_money(
            format!("Revenue of {} before", best.item),
            before.revenue,
            Vec::new(),
        );
        let fell = change < 0.0;
        let change = sheet.add_change(
            format!("Change of revenue of {}", best.item),
            change,
            Vec::new(),
        );
        found.insights.push(format!(
            "Revenue of {item} against {}: {change}, from {was}.",
            base.period_text
        ));
        if fell {
            found.actions.push(format!(
                "Look at {item}: it leads, but brings in less than before."
            ));
        }
    }
    Ok(())
}

/// What lies on the shelf without a sale is slower than anything that was sold.
fn push_unsold_items(unsold: &[String], sheet: &mut FactSheet, found: &mut ToolResult) {
    if unsold.is_empty() {
        return;
    }
    let count = sheet.add_count(
        "Products in stock without a sale",
        unsold.len() as u64,
        "product",
        "products",
        Vec::new(),
    );
    let names: Vec<String> = unsold
        .iter()
        .take(1 + MAX_NAMED_PRODUCTS)
        .map(|name| {
            sheet
                .add_name("Product without a sale", name, Vec::new())
                .to_string()
        })
        .collect();
    found.insights.push(format!(
        "In stock without a sale in this period: {count}, such as {}.",
        names.join(", ")
    ));
    if let Some(name) = names.first() {
        found
            .actions
            .push(format!("Look at {name}: it is in stock and was not sold."));
    }
}
