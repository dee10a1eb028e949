//! The supply price index and its categories.

use super::amounts::{float_percent_change, round_to_hundredths, scaled_to_f64};
use super::dataset::{Dataset, OrderLine, most_frequent};
use super::figure::Figures;
use super::geks::{Basket, fisher_index, index_series};
use super::month::Month;
use super::unusual_prices::UnusualPrices;
use chrono::NaiveDate;
use statrs::distribution::{ContinuousCDF, StudentsT};
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
    unusual: &UnusualPrices<'_>,
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
    figures.push_exact(
        "Price index: lines with unusual prices",
        in_currency
            .iter()
            .filter(|line| unusual.contains(line))
            .count(),
    );
    let is_usual = |line: &&OrderLine| !unusual.contains(line);
    let comparable: Vec<&OrderLine> = comparable.into_iter().filter(is_usual).collect();
    let in_currency: Vec<&OrderLine> = in_currency.into_iter().filter(is_usual).collect();
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
    report_category_prices(
        &comparable,
        &in_currency,
        &dataset.item_categories(),
        as_of,
        figures,
    )
}

/// Reports the indexes of the categories; returns those with an index, largest spend first.
fn report_category_prices(
    comparable: &[&OrderLine],
    in_currency: &[&OrderLine],
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
            figures.push_exact(format!("Price index of {category}: trend"), {
                let own: Vec<&OrderLine> = in_currency
                    .iter()
                    .copied()
                    .filter(|line| category_of(line) == category)
                    .collect();
                classify_purchase_trend(&own, Month::from_date(as_of))
            });
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

/// Item, supplier and unit.
type SeriesKey<'a> = (&'a str, &'a str, &'a str);
/// A month's mean price of an item at a supplier in a unit: logarithm, and amount paid.
type PriceMonths = BTreeMap<i64, (f64, f64)>;

/// The newest prices of the last three months against those three months before, of at most a year
/// earlier: a change of more than 1 % that chance explains in less than 5 % of cases.
fn classify_purchase_trend(lines: &[&OrderLine], as_of: Month) -> &'static str {
    let mut sums: BTreeMap<SeriesKey<'_>, BTreeMap<i64, (i128, i128)>> = BTreeMap::new();
    for line in lines {
        let (quantity, amount) = sums
            .entry((
                &line.item,
                line.supplier.as_deref().unwrap_or_default(),
                &line.unit,
            ))
            .or_default()
            .entry(Month::from_date(line.day).0)
            .or_default();
        (*quantity, *amount) = (*quantity + line.quantity, *amount + line.amount);
    }
    let series: Vec<PriceMonths> = sums
        .into_values()
        .map(|months| {
            months
                .into_iter()
                .filter(|(_, (_, amount))| *amount > 0)
                .map(|(month, (quantity, amount))| {
                    let amount = scaled_to_f64(amount);
                    (month, ((amount / scaled_to_f64(quantity)).ln(), amount))
                })
                .collect()
        })
        .collect();
    let Some((change, variance)) = matched_change(&series, as_of.0) else {
        return "stable";
    };
    let history = as_of.0 - 38..=as_of.0 - 3;
    let own: Vec<f64> = series
        .iter()
        .flat_map(|months| {
            months
                .range(..=as_of.0)
                .zip(months.range(..=as_of.0).skip(1))
        })
        .filter(|((before, _), (month, _))| history.contains(month) && *month - *before <= 12)
        .map(|((_, (before, _)), (_, (after, _)))| (after - before) * (after - before) / 2.0)
        .collect();
    let shared: Vec<f64> = history
        .filter_map(|month| matched_change(&series, month))
        .map(|(change, variance)| change * change / variance)
        .collect();
    let root = |squares: &[f64]| {
        (squares.iter().sum::<f64>() / super::amounts::usize_to_f64(squares.len())).sqrt()
    };
    let quantile = |freedom: usize| {
        StudentsT::new(0.0, 1.0, super::amounts::usize_to_f64(freedom.max(1)))
            .map_or(f64::INFINITY, |student| student.inverse_cdf(0.975))
    };
    let noise = match (own.len(), shared.len()) {
        (0 | 1, _) => f64::INFINITY,
        (_, 0..=5) if root(&own) <= 0.0005 => 0.0,
        (_, 0..=5) => f64::INFINITY,
        (pairs, changes) => {
            (quantile(pairs * 2 / 3) * root(&own)).max(quantile(changes / 3) * root(&shared))
        }
    };
    let percent = change.exp() - 1.0;
    if percent.abs() <= 0.01 || change.abs() <= noise * variance.sqrt() {
        "stable"
    } else if percent > 0.0 {
        "rising"
    } else {
        "falling"
    }
}

/// Change of the logarithms, weighted by the mean of both months' shares of the amounts, and twice
/// the sum of the squared weights.
fn matched_change(series: &[PriceMonths], at: i64) -> Option<(f64, f64)> {
    let pairs: Vec<_> = series
        .iter()
        .filter_map(|months| {
            let (_, newest) = months.range(at - 2..=at).next_back()?;
            let (_, base) = months.range(at - 14..=at - 3).next_back()?;
            Some((*base, *newest))
        })
        .collect();
    let base_sum: f64 = pairs.iter().map(|((_, amount), _)| amount).sum();
    let newest_sum: f64 = pairs.iter().map(|(_, (_, amount))| amount).sum();
    let (change, squares) = pairs
        .iter()
        .fold((0.0, 0.0), |(change, squares), (base, newest)| {
            let weight = f64::midpoint(base.1 / base_sum, newest.1 / newest_sum);
            (
                change + weight * (newest.0 - base.0),
                squares + 2.0 * weight * weight,
            )
        });
    (!pairs.is_empty()).then_some((change, squares))
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
