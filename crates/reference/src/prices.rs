//! The supply price index and its categories.

use super::amounts::{float_percent_change, round_to_hundredths, scaled_to_f64};
use super::dataset::{Dataset, OrderLine, most_frequent};
use super::figure::Figures;
use super::geks::{Basket, fisher_index, index_series};
use super::month::Month;
use chrono::NaiveDate;
use std::collections::{BTreeMap, HashMap};

/// The index of a category, for the purchase windows.
pub(super) struct CategoryPrices {
    pub(super) category: String,
    pub(super) spend: f64,
    pub(super) points: Vec<(Month, f64)>,
}

/// Reports the panel's figures; returns the categories with an index, largest spend first.
pub(super) fn report_prices(
    dataset: &Dataset,
    currency: Option<&str>,
    as_of: NaiveDate,
    figures: &mut Figures,
) -> Vec<CategoryPrices> {
    let purchases: Vec<&OrderLine> = dataset
        .lines
        .iter()
        .filter(|line| !line.is_sale && line.day <= as_of)
        .collect();
    let in_currency: Vec<&OrderLine> = purchases
        .iter()
        .copied()
        .filter(|line| Some(line.currency.as_str()) == currency && line.quantity > 0)
        .collect();
    let mut by_item: HashMap<&str, Vec<&OrderLine>> = HashMap::new();
    for line in &in_currency {
        by_item.entry(&line.item).or_default().push(line);
    }
    let item_units: HashMap<&str, &str> = by_item
        .iter()
        .filter_map(|(item, lines)| {
            Some((
                *item,
                most_frequent(lines.iter().map(|line| line.unit.as_str()))?,
            ))
        })
        .collect();
    let comparable: Vec<&OrderLine> = in_currency
        .iter()
        .copied()
        .filter(|line| item_units.get(line.item.as_str()) == Some(&line.unit.as_str()))
        .collect();
    figures.push_exact(
        "Price index: lines left out",
        if currency.is_some() {
            purchases.len() - comparable.len()
        } else {
            0
        },
    );
    let months = monthly_baskets(&comparable);
    let points = index_series(&months);
    let newest = report_series("Price index", &points, as_of, figures);
    if newest.is_none() {
        return Vec::new();
    }
    let month = points.last().map(|(month, _)| *month);
    let year_ago = month
        .and_then(|month| fisher_index(months.get(&Month(month.0 - 12))?, months.get(&month)?));
    figures.push_exact("Price index: months", months.len());
    figures.push_exact(
        "Price index: items",
        months
            .values()
            .flat_map(|basket| basket.keys())
            .collect::<std::collections::BTreeSet<_>>()
            .len(),
    );
    figures.push_estimate(
        "Price index: against a year before in %",
        year_ago.and_then(|fisher| float_percent_change(fisher, 1.0)),
    );
    for (month, level) in &points {
        figures.push_estimate(format!("Price index: level of {}", month.to_text()), *level);
    }
    report_category_prices(&comparable, &dataset.item_categories(), as_of, figures)
}

/// Reports the indexes of the categories; returns those with an index, largest spend first.
fn report_category_prices(
    comparable: &[&OrderLine],
    item_categories: &HashMap<&str, &str>,
    as_of: NaiveDate,
    figures: &mut Figures,
) -> Vec<CategoryPrices> {
    let category_of = |line: &OrderLine| {
        item_categories
            .get(line.item.as_str())
            .copied()
            .unwrap_or("Unknown")
            .to_owned()
    };
    let mut by_category: BTreeMap<String, Vec<&OrderLine>> = BTreeMap::new();
    for line in comparable {
        by_category.entry(category_of(line)).or_default().push(line);
    }
    let mut indexed = Vec::new();
    for (category, lines) in by_category {
        let months = monthly_baskets(&lines);
        let spend: f64 = months
            .values()
            .flat_map(Basket::values)
            .map(|(_, value)| value)
            .sum();
        let points = index_series(&months);
        if months.is_empty() {
            continue;
        }
        if report_series(
            &format!("Price index of {category}"),
            &points,
            as_of,
            figures,
        )
        .is_some()
        {
            figures.push_exact(
                format!("Price index of {category}: trend"),
                classify_trend(&points),
            );
            indexed.push(CategoryPrices {
                category,
                spend,
                points,
            });
        }
    }
    indexed.sort_by(|a, b| {
        b.spend
            .total_cmp(&a.spend)
            .then_with(|| a.category.cmp(&b.category))
    });
    figures.push_exact(
        "Price index: categories",
        indexed
            .iter()
            .map(|category| category.category.as_str())
            .collect::<Vec<_>>()
            .join(", "),
    );
    indexed
}

/// Items without a positive amount in a month have no price.
fn monthly_baskets<'a>(lines: &[&'a OrderLine]) -> BTreeMap<Month, Basket<'a>> {
    let mut sums: BTreeMap<(Month, &str), (i128, i128)> = BTreeMap::new();
    for line in lines {
        let (quantity, amount) = sums
            .entry((Month::from_date(line.day), &line.item))
            .or_default();
        (*quantity, *amount) = (*quantity + line.quantity, *amount + line.amount);
    }
    let mut months: BTreeMap<Month, Basket<'a>> = BTreeMap::new();
    for ((month, item), (quantity, amount)) in sums {
        if amount > 0 {
            months
                .entry(month)
                .or_default()
                .insert(item, (scaled_to_f64(quantity), scaled_to_f64(amount)));
        }
    }
    months
}

fn report_series(
    name: &str,
    points: &[(Month, f64)],
    as_of: NaiveDate,
    figures: &mut Figures,
) -> Option<()> {
    let [.., (_, before), (month, last)] = points else {
        figures.push_exact(format!("{name}: Current Index"), None::<f64>);
        return None;
    };
    figures.push_estimate(format!("{name}: Current Index"), round_to_hundredths(*last));
    figures.push_estimate(
        format!("{name}: change in %"),
        float_percent_change(*last, *before),
    );
    figures.push_exact(format!("{name}: last month"), month.to_text());
    figures.push_exact(
        format!("{name}: carried on"),
        if *month < Month::from_date(as_of) {
            "yes"
        } else {
            "no"
        },
    );
    Some(())
}

/// The last 3-month change against 1 % and one standard deviation of the earlier ones; a month
/// without a point has the level of the previous one.
pub(super) fn classify_trend(points: &[(Month, f64)]) -> &'static str {
    let at = |month: Month| {
        points
            .iter()
            .rev()
            .find(|(known, _)| *known <= month)
            .map(|(_, level)| *level)
    };
    let (Some((first, _)), Some((last, _))) = (points.first(), points.last()) else {
        return "stable";
    };
    let mut changes: Vec<f64> = (first.0 + 3..=last.0)
        .filter_map(|month| Some(at(Month(month))? / at(Month(month - 3))? - 1.0))
        .collect();
    let Some(newest) = changes.pop() else {
        return "stable";
    };
    let usual = standard_deviation(&changes).unwrap_or(0.0).max(0.01);
    if newest > usual {
        "rising"
    } else if newest < -usual {
        "falling"
    } else {
        "stable"
    }
}

/// Sample standard deviation; none with fewer than two values.
pub(super) fn standard_deviation(values: &[f64]) -> Option<f64> {
    let n = super::amounts::usize_to_f64(values.len());
    let mean = values.iter().sum::<f64>() / n;
    let deviation = (values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum::<f64>()
        / (n - 1.0))
        .sqrt();
    (values.len() > 1 && deviation.is_finite()).then_some(deviation)
}
