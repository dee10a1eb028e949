//! Products ranked by revenue, or by quantity within their unit.

use super::{Opening, left_out, opened};
use crate::decimal::{Decimal4, ExactSum};
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::{FactId, FactSheet};
use crate::features::assistant::finding::{Column, Finding, MOST_ROWS, Row, Table};
use crate::features::assistant::registry::{Args, Category, Metric, Order};
use crate::features::sales::products::{
    First, METHOD, Product, rank_by_quantity, rank_by_revenue, revenue,
};
use crate::features::sales::{ReadSales, read_products};
use crate::http::ApiError;

/// Products that a sentence names beside the first.
const NAMED: usize = 2;
/// Share of the first product from which on it is worth a word, in percent.
const MUCH: f64 = 25.0;

pub(in super::super) async fn top_products(
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
    found.n = products.iter().map(|product| product.lines).sum();
    found.method = Some(METHOD);
    let first = if args.order == Some(Order::Ascending) {
        First::Least
    } else {
        First::Most
    };
    let of_what = category
        .map(|category| format!(" of {category} products"))
        .unwrap_or_default();
    if products.is_empty() {
        opening.no_sales(&of_what, sheet, found);
        left_out(excluded, sheet, found);
        return Ok(());
    }
    rank_by_revenue(&mut products, first);
    let limit = limit(args);
    if args.metric == Some(Metric::Quantity) {
        by_quantity(&opening, &products, first, limit, sheet, found);
    } else {
        by_revenue(&opening, &products, first, limit, &of_what, sheet, found);
        if first == First::Most {
            compared(desk, &opening, products.first(), category, sheet, found).await?;
        }
    }
    if first == First::Least {
        shelf_warmers(&unsold, sheet, found);
    }
    left_out(excluded, sheet, found);
    Ok(())
}

fn limit(args: &Args) -> usize {
    usize::try_from(args.limit.unwrap_or(5))
        .unwrap_or(MOST_ROWS)
        .clamp(1, MOST_ROWS)
}

/// A product in the table and in sentences.
struct Shown {
    item: FactId,
    figure: FactId,
    share: Option<(f64, FactId)>,
}

fn by_revenue(
    opening: &Opening,
    products: &[Product],
    first: First,
    limit: usize,
    of_what: &str,
    sheet: &mut FactSheet,
    found: &mut Finding,
) {
    let all = revenue(products);
    let total = sheet.money("Revenue of all products", all, Vec::new());
    let mut rows = Vec::new();
    let mut shown = Vec::new();
    for product in products.iter().take(limit) {
        let id = found.next_row();
        let refs = || vec![id.clone()];
        let item = sheet.name("Product", &product.item, refs());
        let category = sheet.name("Category", &product.category, refs());
        let figure = sheet.money(
            format!("Revenue of {}", product.item),
            product.revenue,
            refs(),
        );
        let share = product.revenue.percent_of(all).map(|share| {
            (
                share,
                sheet.percent(
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
        shown.push(Shown {
            item,
            figure,
            share,
        });
    }
    let columns = vec![
        Column::words("Product"),
        Column::words("Category"),
        Column::figures("Revenue"),
        Column::figures("Share of revenue"),
    ];
    found.table = Some(Table {
        title: "Products by revenue",
        columns,
        rows,
        total: products.len(),
    });
    let Some(best) = shown.first() else { return };
    let lead = if first == First::Most {
        "Best seller"
    } else {
        "Slowest seller"
    };
    let share = best
        .share
        .map(|(_, share)| format!(", {share} of {total}"))
        .unwrap_or_default();
    found.say(format!(
        "{lead} by revenue{of_what}, {}: {} with {}{share}.",
        opening.words, best.item, best.figure
    ));
    named_next(&shown, found);
    if first == First::Most
        && products.len() > 1
        && let Some((_, share)) = best.share.filter(|(share, _)| *share >= MUCH)
    {
        found
            .insights
            .push(format!("{} alone brings in {share} of revenue.", best.item));
    }
    if first == First::Most && products.len() > shown.len() && shown.len() > 1 {
        let part = products
            .iter()
            .take(limit)
            .fold(ExactSum::ZERO, |sum, product| sum.plus(product.revenue));
        if let Some(share) = part.percent_of(all) {
            let count = sheet.count(
                "Products shown",
                shown.len() as u64,
                "product",
                "products",
                Vec::new(),
            );
            let share = sheet.percent("Share of the products shown in revenue", share, Vec::new());
            found
                .insights
                .push(format!("The first {count} bring in {share} of revenue."));
        }
    }
}

fn named_next(shown: &[Shown], found: &mut Finding) {
    let next: Vec<String> = shown
        .iter()
        .skip(1)
        .take(NAMED)
        .map(|row| format!("{} with {}", row.item, row.figure))
        .collect();
    if !next.is_empty() {
        found.say(format!("Next: {}.", next.join(", then ")));
    }
}

fn by_quantity(
    opening: &Opening,
    products: &[Product],
    first: First,
    limit: usize,
    sheet: &mut FactSheet,
    found: &mut Finding,
) {
    let rankings = rank_by_quantity(products, first);
    let mut rows = Vec::new();
    let mut leaders = Vec::new();
    for ranking in &rankings {
        for (place, (product, quantity)) in ranking.rows.iter().take(limit).enumerate() {
            // Beyond the range of quantities there is no figure to show.
            let Some(quantity) = exact(*quantity).filter(|_| rows.len() < MOST_ROWS) else {
                continue;
            };
            let id = found.next_row();
            let refs = || vec![id.clone()];
            let item = sheet.name("Product", &product.item, refs());
            let unit = sheet.name("Unit", ranking.unit, refs());
            let figure = sheet.quantity(
                format!("Quantity of {} sold", product.item),
                quantity,
                ranking.unit,
                refs(),
            );
            let revenue = sheet.money(
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
        Column::words("Product"),
        Column::words("Unit"),
        Column::figures("Quantity"),
        Column::figures("Revenue"),
    ];
    let total = rankings.iter().map(|ranking| ranking.rows.len()).sum();
    found.table = Some(Table {
        title: "Products by quantity, within their unit",
        columns,
        rows,
        total,
    });
    let lead = if first == First::Most {
        "Most sold"
    } else {
        "Least sold"
    };
    found.say(format!(
        "{lead} by quantity, {}: {}.",
        opening.words,
        leaders.join(", ")
    ));
    if rankings.len() > 1 {
        found.say(
            "Each unit has a ranking of its own, because quantities in different units \
            cannot be compared.",
        );
    }
}

fn exact(quantity: ExactSum) -> Option<Decimal4> {
    Decimal4::from_scaled(i64::try_from(quantity.scaled()).ok()?).ok()
}

/// How the best product did in the stretch before.
async fn compared(
    desk: &Desk<'_>,
    opening: &Opening,
    best: Option<&Product>,
    category: Option<&str>,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let Some(best) = best else { return Ok(()) };
    let base = opening.base(None, sheet);
    if !base.whole {
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
        let item = sheet.name("Product", &best.item, Vec::new());
        let was = sheet.money(
            format!("Revenue of {} before", best.item),
            before.revenue,
            Vec::new(),
        );
        let fell = change < 0.0;
        let change = sheet.change(
            format!("Change of revenue of {}", best.item),
            change,
            Vec::new(),
        );
        found.insights.push(format!(
            "Revenue of {item} against {}: {change}, from {was}.",
            base.words
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
fn shelf_warmers(unsold: &[String], sheet: &mut FactSheet, found: &mut Finding) {
    if unsold.is_empty() {
        return;
    }
    let count = sheet.count(
        "Products in stock without a sale",
        unsold.len() as u64,
        "product",
        "products",
        Vec::new(),
    );
    let names: Vec<String> = unsold
        .iter()
        .take(1 + NAMED)
        .map(|name| {
            sheet
                .name("Product without a sale", name, Vec::new())
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
