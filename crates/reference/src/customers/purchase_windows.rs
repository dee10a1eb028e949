//! Best months for buying: by category, seasonal price plus carrying cost until the peak of demand,
//! against the price at the peak.

use crate::amounts::{round_to_hundredths, scaled_to_f64, usize_to_f64};
use crate::dataset::Dataset;
use crate::figure::Figures;
use crate::month::Month;
use crate::prices::{CategoryPrices, standard_deviation};
use chrono::{Datelike, NaiveDate};
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::collections::{BTreeMap, HashMap};

/// Carrying cost of 20 % a year.
const MONTHLY_HOLDING_RATE: f64 = 0.2 / 12.0;
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Customers' demand for a category in each month of the year, and its lead time in days.
pub(super) struct CategoryDemand {
    by_month: [f64; 12],
    lead_days: u32,
}

pub(super) struct BestMonth {
    pub(super) month: usize,
    pub(super) saving: f64,
    pub(super) range: Option<(f64, f64)>,
}

pub(super) struct PurchaseWindow {
    pub(super) category: String,
    spend: f64,
    /// Percent saved in each month of the year; none without purchases in it.
    savings: [Option<f64>; 12],
    pub(super) best: Option<BestMonth>,
    pub(super) peak_factor: f64,
    /// Of the last month with purchases.
    pub(super) newest_factor: f64,
}

pub(super) fn month_name(month: usize) -> &'static str {
    MONTHS.get(month).copied().unwrap_or_default()
}

/// The whole years before `day` as known on it; without a whole year, all that is known. Items
/// without purchases have no price to value them.
pub(super) fn category_demand<'a>(
    dataset: &'a Dataset,
    currency: Option<&str>,
    costs: &HashMap<(&str, &str), f64>,
    as_of: NaiveDate,
    day: NaiveDate,
) -> BTreeMap<&'a str, CategoryDemand> {
    let categories = dataset.item_categories();
    let category = |item: &str| categories.get(item).copied().unwrap_or("Unknown");
    let last = Month::from_date(day);
    let sold = dataset.lines.iter().filter(|line| {
        line.is_sale
            && line.quantity > 0
            && line.day <= as_of
            && Some(line.currency.as_str()) == currency
    });
    let known: Vec<_> = sold
        .filter(|line| Month::from_date(line.day) <= last)
        .collect();
    let Some(first) = known.iter().map(|line| Month::from_date(line.day)).min() else {
        return BTreeMap::new();
    };
    let months = last.0 - first.0;
    let counted = if months >= 12 {
        months / 12 * 12
    } else {
        months
    };
    let mut by_item: BTreeMap<(&str, &str, Month), i128> = BTreeMap::new();
    for line in known {
        let age = last.0 - Month::from_date(line.day).0;
        if (1..=counted).contains(&age) || counted == 0 {
            *by_item
                .entry((&line.item, &line.unit, Month::from_date(line.day)))
                .or_default() += line.quantity;
        }
    }
    let mut lead_days: HashMap<&str, Vec<u32>> = HashMap::new();
    for row in &dataset.stock {
        lead_days
            .entry(category(&row.item))
            .or_default()
            .extend(row.lead_days);
    }
    let mut demand: BTreeMap<&str, CategoryDemand> = BTreeMap::new();
    for ((item, unit, month), quantity) in by_item {
        let Some(cost) = costs.get(&(item, unit)) else {
            continue;
        };
        let of_category = demand.entry(category(item)).or_insert_with_key(|category| {
            let mut days = lead_days.get(category).cloned().unwrap_or_default();
            days.sort_unstable();
            CategoryDemand {
                by_month: [0.0; 12],
                lead_days: days
                    .get(days.len().saturating_sub(1) / 2)
                    .copied()
                    .unwrap_or(14),
            }
        });
        if let Some(sum) = of_category.by_month.get_mut(month.month_index()) {
            *sum += scaled_to_f64(quantity) * cost;
        }
    }
    demand
}

/// The windows of the categories with 24 months of prices and a demand; none without any. Prices
/// are known up to `day`.
pub(super) fn find_windows(
    prices: &[CategoryPrices],
    demand: &BTreeMap<&str, CategoryDemand>,
    day: NaiveDate,
) -> Option<Vec<PurchaseWindow>> {
    let window = |prices: &CategoryPrices| {
        let points: Vec<(Month, f64)> = prices
            .points
            .iter()
            .copied()
            .filter(|(month, _)| *month <= Month::from_date(day))
            .collect();
        find_window(prices, &points, demand.get(prices.category.as_str())?)
    };
    let windows: Vec<PurchaseWindow> = prices.iter().filter_map(window).collect();
    (!windows.is_empty()).then_some(windows)
}

fn find_window(
    prices: &CategoryPrices,
    points: &[(Month, f64)],
    demand: &CategoryDemand,
) -> Option<PurchaseWindow> {
    let seasons = month_factors(points)?;
    let highest = demand.by_month.iter().copied().fold(0.0, f64::max);
    let peak = demand
        .by_month
        .iter()
        .position(|demand| *demand > 0.0 && *demand >= highest)?;
    let (peak_factor, _) = seasons.get(peak).copied()?;
    let lead_months = (f64::from(demand.lead_days) / 30.4375)
        .ceil()
        .clamp(1.0, 12.0);
    let mut savings = [None; 12];
    let mut cheapest: Option<(f64, usize, usize)> = None;
    for (month, saving) in savings.iter_mut().enumerate() {
        let (factor, years) = seasons.get(month).copied()?;
        let held = (12 + peak - month) % 12;
        let cost = factor + MONTHLY_HOLDING_RATE * usize_to_f64(held);
        *saving = Some(100.0 * (peak_factor - cost) / peak_factor)
            .filter(|saving| years > 0 && saving.is_finite());
        let in_time = years > 0 && usize_to_f64(held) >= lead_months;
        if in_time
            && cheapest
                .is_none_or(|(known, nearer, _)| cost < known || (cost <= known && held < nearer))
        {
            cheapest = Some((cost, held, month));
        }
    }
    let best = cheapest.and_then(|(_, held, month)| {
        let saving = savings
            .get(month)
            .copied()
            .flatten()
            .filter(|saving| round_to_hundredths(*saving) > 0.0)?;
        Some(BestMonth {
            month,
            saving,
            range: saving_range(saving, &past_savings(points, month, held)),
        })
    });
    let newest_factor = points
        .last()
        .and_then(|(month, _)| seasons.get(month.month_index()))
        .map(|(factor, _)| *factor)?;
    Some(PurchaseWindow {
        category: prices.category.clone(),
        spend: prices.spend,
        savings,
        best,
        peak_factor,
        newest_factor,
    })
}

/// For each month of the year: mean price ratio to the twelve months around it, shrunk toward 1 by
/// three years, and the number of years.
fn month_factors(points: &[(Month, f64)]) -> Option<Vec<(f64, usize)>> {
    let (first, last) = (points.first()?.0, points.last()?.0);
    if last.0 - first.0 < 23 {
        return None;
    }
    // Log index in every month, linearly interpolated where nothing was purchased.
    let level = |month: Month| {
        let (before, at) = points.iter().rev().find(|(known, _)| *known <= month)?;
        let (after, then) = points.iter().find(|(known, _)| *known >= month)?;
        let share = if before == after {
            0.0
        } else {
            usize_to_f64(usize::try_from(month.0 - before.0).ok()?)
                / usize_to_f64(usize::try_from(after.0 - before.0).ok()?)
        };
        Some(at.ln() + (then.ln() - at.ln()) * share)
    };
    let mut ratios: Vec<Vec<f64>> = vec![Vec::new(); 12];
    for (month, value) in points {
        let around: Option<Vec<f64>> = (-6..=6)
            .map(|apart| {
                level(Month(month.0 + apart)).map(|level| {
                    if apart == -6 || apart == 6 {
                        level / 2.0
                    } else {
                        level
                    }
                })
            })
            .collect();
        if let Some((around, ratios)) = around.zip(ratios.get_mut(month.month_index())) {
            ratios.push((value.ln() - around.iter().sum::<f64>() / 12.0).exp());
        }
    }
    let factor = |ratios: &Vec<f64>| {
        let n = usize_to_f64(ratios.len());
        let factor = if ratios.is_empty() {
            1.0
        } else {
            1.0 + (ratios.iter().sum::<f64>() / n - 1.0) * n / (n + 3.0)
        };
        (factor, ratios.len())
    };
    Some(ratios.iter().map(factor).collect())
}

/// Percent saved by buying in the month in each past year, less carrying cost.
fn past_savings(points: &[(Month, f64)], month: usize, held: usize) -> Vec<f64> {
    let at = |month: Month| {
        points
            .iter()
            .find(|(known, _)| *known == month)
            .map(|(_, level)| *level)
    };
    let saved = |(bought, level): &(Month, f64)| {
        let peak = at(Month(bought.0 + i64::try_from(held).ok()?))?;
        Some(100.0 * (1.0 - level * (1.0 + MONTHLY_HOLDING_RATE * usize_to_f64(held)) / peak))
    };
    points
        .iter()
        .filter(|(bought, _)| bought.month_index() == month)
        .filter_map(saved)
        .collect()
}

/// 80 % range of the next year's saving: Student's t.
fn saving_range(saving: f64, past: &[f64]) -> Option<(f64, f64)> {
    let n = usize_to_f64(past.len());
    let reach = StudentsT::new(0.0, 1.0, n - 1.0).ok()?.inverse_cdf(0.9);
    let width = reach * standard_deviation(past)? * (1.0 + 1.0 / n).sqrt();
    width.is_finite().then(|| {
        (
            round_to_hundredths(saving - width),
            round_to_hundredths(saving + width),
        )
    })
}

pub(super) fn report_windows(
    now: Option<&[PurchaseWindow]>,
    then: Option<&[PurchaseWindow]>,
    as_of: NaiveDate,
    figures: &mut Figures,
) {
    let bar = |windows: &[PurchaseWindow], month: usize| {
        let known = windows.iter().filter_map(|window| {
            Some((window.spend, window.savings.get(month).copied().flatten()?))
        });
        let (spend, saved) = known.fold((0.0, 0.0), |(spend, saved), (weight, saving)| {
            (spend + weight, saved + weight * saving)
        });
        Some(saved / spend)
            .filter(|value| value.is_finite())
            .map(round_to_hundredths)
    };
    for month in 0..12 {
        let value = now.map(|windows| bar(windows, month));
        if let Some(value) = value {
            figures.push_estimate(format!("Purchase windows: {}", month_name(month)), value);
        }
    }
    // Each category in the best of the next three months, or at its peak if none of them saves.
    let best_months = |windows: &[PurchaseWindow]| -> Vec<(f64, f64, String)> {
        let best = |window: &PurchaseWindow| {
            let coming = (1..=3).filter_map(|ahead| {
                let month = (usize::try_from(as_of.month0()).ok()? + ahead) % 12;
                Some((
                    window.savings.get(month).copied().flatten()?.max(0.0),
                    month,
                ))
            });
            let (saving, month) =
                coming.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
            Some((
                window.spend,
                saving,
                format!("{} in {}", window.category, month_name(month)),
            ))
        };
        windows.iter().filter_map(best).collect()
    };
    let overall = |best: &Vec<(f64, f64, String)>| {
        let (spend, saved) = best
            .iter()
            .fold((0.0, 0.0), |(spend, saved), (weight, saving, _)| {
                (spend + weight, saved + weight * saving)
            });
        Some(saved / spend)
            .filter(|value| value.is_finite())
            .map(round_to_hundredths)
    };
    let now = now.map(best_months);
    let (best, before) = (
        now.as_ref().and_then(overall),
        then.map(best_months).as_ref().and_then(overall),
    );
    figures.push_estimate("Headline: purchase window in %", best);
    figures.push_estimate(
        "Headline: purchase window, change in points",
        best.zip(before)
            .map(|(now, then)| round_to_hundredths(now - then)),
    );
    let mut saving: Vec<(f64, f64, String)> = now
        .unwrap_or_default()
        .into_iter()
        .filter(|(_, saving, _)| round_to_hundredths(*saving) > 0.0)
        .collect();
    saving.sort_by(|a, b| (b.0 * b.1).total_cmp(&(a.0 * a.1)));
    figures.push_exact(
        "Headline: purchase window, months",
        saving
            .into_iter()
            .map(|(_, _, words)| words)
            .collect::<Vec<_>>()
            .join("; "),
    );
}
