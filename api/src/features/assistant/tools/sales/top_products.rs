//! `top_products`: products ranked by revenue, or by quantity for each unit.

use super::{SalesContext, open_sales_context, push_left_out};
use crate::decimal::{Decimal4, ExactSum};
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Category, Metric, Order};
use crate::features::assistant::tool_result::{Column, MAX_TABLE_ROWS, Row, Table, ToolResult};
use crate::features::sales::product_sales::{
    METHOD, Product, RankOrder, rank_by_quantity, rank_by_revenue, total_revenue,
};
use crate::features::sales::{SalesReport, read_products};

/// Maximum number of products in a sentence after the first.
const MAX_NAMED_PRODUCTS: usize = 2;
/// Minimum share of the top product to mention, in percent.
const MIN_NOTABLE_SHARE_PERCENT: f64 = 25.0;

pub(in super::super) async fn top_products(
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
        sales: (mut products, unsold),
        excluded,
    } = read_products(
        &opening.db,
        context.organization(),
        opening.dates,
        category,
        &opening.proof,
    )
    .await?;
    result.source_row_count = products.iter().map(|product| product.lines).sum();
    result.method = Some(METHOD);
    let first = if args.order == Some(Order::Ascending) {
        RankOrder::LowestFirst
    } else {
        RankOrder::HighestFirst
    };
    let category_suffix = category
        .map(|category| format!(" of {category} products"))
        .unwrap_or_default();
    if products.is_empty() {
        opening.push_no_sales(&category_suffix, sheet, result);
        push_left_out(excluded, sheet, result);
        return Ok(());
    }
    rank_by_revenue(&mut products, first);
    let limit = row_limit(args);
    if args.metric == Some(Metric::Quantity) {
        push_ranked_by_quantity(&opening, &products, first, limit, sheet, result);
    } else {
        push_ranked_by_revenue(
            &opening,
            &products,
            first,
            limit,
            &category_suffix,
            sheet,
            result,
        );
        if first == RankOrder::HighestFirst {
            push_comparison(context, &opening, products.first(), category, sheet, result).await?;
        }
    }
    if first == RankOrder::LowestFirst {
        push_unsold_items(&unsold, sheet, result);
    }
    push_left_out(excluded, sheet, result);
    Ok(())
}

fn row_limit(args: &Args) -> usize {
    usize::try_from(args.limit.unwrap_or(5))
        .unwrap_or(MAX_TABLE_ROWS)
        .clamp(1, MAX_TABLE_ROWS)
}

/// Facts of a product in the table and in sentences.
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
    category_suffix: &str,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let all = total_revenue(products);
    let total = sheet.add_money("Revenue of all products", all, Vec::new());
    let mut rows = Vec::new();
    let mut visible = Vec::new();
    for product in products.iter().take(limit) {
        let id = result.next_row_id();
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
        visible.push(ProductFacts {
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
    result.table = Some(Table {
        title: "Products by revenue",
        columns,
        rows,
        total: products.len(),
    });
    let Some(best) = visible.first() else { return };
    let lead = if first == RankOrder::HighestFirst {
        "Best seller"
    } else {
        "Slowest seller"
    };
    let share = best
        .share
        .map(|(_, share)| format!(", {share} of {total}"))
        .unwrap_or_default();
    result.push_sentence(format!(
        "{lead} by revenue{category_suffix}, {}: {} with {}{share}.",
        opening.period_text, best.item, best.figure
    ));
    push_runners_up(&visible, result);
    if first == RankOrder::HighestFirst
        && products.len() > 1
        && let Some((_, share)) = best
            .share
            .filter(|(share, _)| *share >= MIN_NOTABLE_SHARE_PERCENT)
    {
        result.insights.push(format!(
            "{} alone accounts for {share} of revenue.",
            best.item
        ));
    }
    if first == RankOrder::HighestFirst && products.len() > visible.len() && visible.len() > 1 {
        let part = products
            .iter()
            .take(limit)
            .fold(ExactSum::ZERO, |sum, product| {
                sum.saturating_add(product.revenue)
            });
        if let Some(share) = part.percent_of(all) {
            let count = sheet.add_count(
                "Products shown",
                visible.len() as u64,
                "product",
                "products",
                Vec::new(),
            );
            let share =
                sheet.add_percent("Share of the products shown in revenue", share, Vec::new());
            result
                .insights
                .push(format!("The top {count} account for {share} of revenue."));
        }
    }
}

fn push_runners_up(visible: &[ProductFacts], result: &mut ToolResult) {
    let next: Vec<String> = visible
        .iter()
        .skip(1)
        .take(MAX_NAMED_PRODUCTS)
        .map(|row| format!("{} with {}", row.item, row.figure))
        .collect();
    if !next.is_empty() {
        result.push_sentence(format!("Next: {}.", next.join(", then ")));
    }
}

fn push_ranked_by_quantity(
    opening: &SalesContext,
    products: &[Product],
    first: RankOrder,
    limit: usize,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let rankings = rank_by_quantity(products, first);
    let mut rows = Vec::new();
    let mut leaders = Vec::new();
    for ranking in &rankings {
        for (position, (product, quantity)) in ranking.rows.iter().take(limit).enumerate() {
            // Quantities out of range have no figure to show.
            let Some(quantity) = to_decimal(*quantity).filter(|_| rows.len() < MAX_TABLE_ROWS)
            else {
                continue;
            };
            let id = result.next_row_id();
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
            if position == 0 {
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
    result.table = Some(Table {
        title: "Products by quantity and unit",
        columns,
        rows,
        total,
    });
    let lead = if first == RankOrder::HighestFirst {
        "Most sold"
    } else {
        "Least sold"
    };
    result.push_sentence(format!(
        "{lead} by quantity, {}: {}.",
        opening.period_text,
        leaders.join(", ")
    ));
    if rankings.len() > 1 {
        result.push_sentence(
            "Each unit is ranked separately, because quantities in different units can't be \
                compared.",
        );
    }
}

fn to_decimal(quantity: ExactSum) -> Option<Decimal4> {
    Decimal4::from_scaled(i64::try_from(quantity.scaled()).ok()?).ok()
}

/// Adds the change of the top product from the comparison period.
async fn push_comparison(
    context: &ToolContext<'_>,
    opening: &SalesContext,
    best: Option<&Product>,
    category: Option<&str>,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let Some(best) = best else { return Ok(()) };
    let base = opening.comparison_period(None, sheet);
    if !base.is_complete {
        return Ok(());
    }
    let before = read_products(
        &opening.db,
        context.organization(),
        base.dates,
        category,
        &opening.proof,
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
        let previous = sheet.add_money(
            format!("Previous revenue of {}", best.item),
            before.revenue,
            Vec::new(),
        );
        let fell = change < 0.0;
        let change = sheet.add_change(
            format!("Change of revenue of {}", best.item),
            change,
            Vec::new(),
        );
        result.insights.push(format!(
            "Revenue of {item} compared with {}: {change}, from {previous}.",
            base.period_text
        ));
        if fell {
            result.actions.push(format!(
                "Check {item}: it leads, but with less revenue than before."
            ));
        }
    }
    Ok(())
}

/// Adds items in stock without any sale: they are slower than any product that was sold.
fn push_unsold_items(unsold: &[String], sheet: &mut FactSheet, result: &mut ToolResult) {
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
    result.insights.push(format!(
        "In stock without a sale in this period: {count}, such as {}.",
        names.join(", ")
    ));
    if let Some(name) = names.first() {
        result
            .actions
            .push(format!("Check {name}: it is in stock but was not sold."));
    }
}
