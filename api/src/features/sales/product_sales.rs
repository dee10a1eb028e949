//! Products by revenue or quantity. Quantities of different units are never added: each unit has
//! its own ranking.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use crate::decimal::ExactSum;

/// Method of the ranking, for the details on demand.
pub const METHOD: &str = "Sum of quantity x unit price over the sale lines of the period by item, \
    returns taken off; quantities by item and unit";

/// Sales of an item in one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldItem {
    pub item_id: String,
    pub unit: String,
    pub revenue: ExactSum,
    pub quantity: ExactSum,
    pub lines: u64,
}

/// Sales of an item over all units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    pub item_id: String,
    /// Its name, or its id if no stock row names it.
    pub item: String,
    pub category: String,
    /// Returns reduce it.
    pub revenue: ExactSum,
    pub lines: u64,
    /// Quantity in each unit, by unit.
    pub quantities: BTreeMap<String, ExactSum>,
}

/// Order of a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RankOrder {
    HighestFirst,
    LowestFirst,
}

impl RankOrder {
    pub(super) fn compare_values<T: Ord>(self, a: &T, b: &T) -> Ordering {
        match self {
            Self::HighestFirst => b.cmp(a),
            Self::LowestFirst => a.cmp(b),
        }
    }
}

/// Ranking of the products of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitRanking<'a> {
    pub unit: &'a str,
    /// In the requested order, with the quantity in this unit.
    pub rows: Vec<(&'a Product, ExactSum)>,
}

/// Revenue of a category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryRevenue {
    pub category: String,
    pub revenue: ExactSum,
    pub lines: u64,
}

/// Sums the rows of each item; `named` returns an item's name and category.
pub fn sum_products(rows: Vec<SoldItem>, named: impl Fn(&str) -> (String, String)) -> Vec<Product> {
    let mut by_item: BTreeMap<String, Product> = BTreeMap::new();
    for row in rows {
        let product = by_item.entry(row.item_id).or_insert_with_key(|item_id| {
            let (item, category) = named(item_id);
            Product {
                item_id: item_id.clone(),
                item,
                category,
                revenue: ExactSum::ZERO,
                lines: 0,
                quantities: BTreeMap::new(),
            }
        });
        product.revenue = product.revenue.saturating_add(row.revenue);
        product.lines += row.lines;
        let quantity = product.quantities.entry(row.unit).or_default();
        *quantity = quantity.saturating_add(row.quantity);
    }
    by_item.into_values().collect()
}

/// By revenue, then by name and id.
pub fn rank_by_revenue(products: &mut [Product], first: RankOrder) {
    products.sort_by(|a, b| {
        first
            .compare_values(&a.revenue, &b.revenue)
            .then_with(|| name_key(a).cmp(&name_key(b)))
    });
}

/// By quantity within each unit; the unit with the most revenue comes first.
pub fn rank_by_quantity(products: &[Product], first: RankOrder) -> Vec<UnitRanking<'_>> {
    let mut units: BTreeMap<&str, Vec<(&Product, ExactSum)>> = BTreeMap::new();
    for product in products {
        for (unit, quantity) in &product.quantities {
            units.entry(unit).or_default().push((product, *quantity));
        }
    }
    let mut rankings: Vec<UnitRanking<'_>> = units
        .into_iter()
        .map(|(unit, rows)| UnitRanking { unit, rows })
        .collect();
    let made = |ranking: &UnitRanking<'_>| {
        ranking
            .rows
            .iter()
            .fold(ExactSum::ZERO, |sum, (product, _)| {
                sum.saturating_add(product.revenue)
            })
    };
    // Stable: units of equal revenue stay in alphabetical order.
    rankings.sort_by_key(|ranking| Reverse(made(ranking)));
    for ranking in &mut rankings {
        ranking.rows.sort_by(|(a, more), (b, less)| {
            first
                .compare_values(more, less)
                .then_with(|| name_key(a).cmp(&name_key(b)))
        });
    }
    rankings
}

/// Revenue of each category, largest first, then by name.
pub fn sum_by_category(products: &[Product]) -> Vec<CategoryRevenue> {
    let mut categories: BTreeMap<&str, (ExactSum, u64)> = BTreeMap::new();
    for product in products {
        let (revenue, lines) = categories.entry(&product.category).or_default();
        *revenue = revenue.saturating_add(product.revenue);
        *lines += product.lines;
    }
    let mut revenues: Vec<CategoryRevenue> = categories
        .into_iter()
        .map(|(category, (revenue, lines))| CategoryRevenue {
            category: category.to_owned(),
            revenue,
            lines,
        })
        .collect();
    revenues.sort_by_key(|category| Reverse(category.revenue));
    revenues
}

/// Total revenue.
pub fn total_revenue(products: &[Product]) -> ExactSum {
    products.iter().fold(ExactSum::ZERO, |sum, product| {
        sum.saturating_add(product.revenue)
    })
}

fn name_key(product: &Product) -> (&str, &str) {
    (&product.item, &product.item_id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal4;

    fn exact_sum(text: &str) -> ExactSum {
        ExactSum::from(Decimal4::parse(text).unwrap())
    }

    fn sold_item(item_id: &str, unit: &str, revenue: &str, quantity: &str) -> SoldItem {
        SoldItem {
            item_id: item_id.to_owned(),
            unit: unit.to_owned(),
            revenue: exact_sum(revenue),
            quantity: exact_sum(quantity),
            lines: 1,
        }
    }

    fn sold_products() -> Vec<Product> {
        let rows = vec![
            sold_item("urea", "ton", "900", "2"),
            sold_item("corn", "bag", "600", "3"),
            sold_item("soy", "bag", "300", "5"),
            sold_item("urea", "bag", "100", "4"),
            sold_item("uan", "gal", "-5", "-1"),
        ];
        sum_products(rows, |item| {
            (
                item.to_uppercase(),
                if matches!(item, "corn" | "soy") {
                    "seed"
                } else {
                    "fertilizer"
                }
                .to_owned(),
            )
        })
    }

    #[test]
    fn product_has_one_quantity_per_unit() {
        let mut sold = sold_products();
        rank_by_revenue(&mut sold, RankOrder::HighestFirst);
        let read: Vec<_> = sold
            .iter()
            .map(|product| {
                (
                    product.item.as_str(),
                    product.revenue.to_money(),
                    product.lines,
                )
            })
            .collect();
        assert_eq!(
            read,
            [
                ("UREA", 1_000.0, 2),
                ("CORN", 600.0, 1),
                ("SOY", 300.0, 1),
                ("UAN", -5.0, 1)
            ]
        );
        assert_eq!(
            sold[0].quantities,
            BTreeMap::from([
                ("bag".to_owned(), exact_sum("4")),
                ("ton".to_owned(), exact_sum("2"))
            ])
        );
        rank_by_revenue(&mut sold, RankOrder::LowestFirst);
        assert_eq!(sold[0].item, "UAN");
    }

    #[test]
    fn ranks_quantities_within_unit() {
        let sold = sold_products();
        let read = |first| -> Vec<(String, Vec<String>)> {
            let ranked = rank_by_quantity(&sold, first);
            ranked
                .iter()
                .map(|ranking| {
                    (
                        ranking.unit.to_owned(),
                        ranking
                            .rows
                            .iter()
                            .map(|(product, _)| product.item.clone())
                            .collect(),
                    )
                })
                .collect()
        };
        let expected = |rows: [(&str, &[&str]); 3]| {
            rows.map(|(unit, items)| {
                (
                    unit.to_owned(),
                    items.iter().map(ToString::to_string).collect::<Vec<_>>(),
                )
            })
        };
        // Bags first: products sold in bags made 1,900, those in tons 1,000.
        assert_eq!(
            read(RankOrder::HighestFirst),
            expected([
                ("bag", &["SOY", "UREA", "CORN"]),
                ("ton", &["UREA"]),
                ("gal", &["UAN"])
            ])
        );
        assert_eq!(read(RankOrder::LowestFirst)[0].1, ["CORN", "UREA", "SOY"]);
    }

    #[test]
    fn categories_sum_to_total_revenue() {
        let sold = sold_products();
        let read: Vec<_> = sum_by_category(&sold)
            .into_iter()
            .map(|row| (row.category, row.revenue.to_money(), row.lines))
            .collect();
        assert_eq!(
            read,
            [
                ("fertilizer".to_owned(), 995.0, 3),
                ("seed".to_owned(), 900.0, 2)
            ]
        );
        assert_eq!(total_revenue(&sold), exact_sum("1895"));
        assert_eq!(
            (sum_by_category(&[]), total_revenue(&[])),
            (Vec::new(), ExactSum::ZERO)
        );
    }
}
