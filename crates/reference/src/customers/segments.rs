//! The six segments with their predicted needs and savings.

use super::expectations::{CustomerExpectation, Expectations};
use super::purchase_windows::{PurchaseWindow, month_name};
use crate::amounts::{round_to_hundredths, usize_to_f64};
use crate::figure::Figures;
use std::collections::BTreeMap;

const SEGMENTS: [&str; 6] = [
    "Champions",
    "Loyal",
    "Growing",
    "Seasonal one-timers",
    "At risk",
    "Lost",
];

pub(super) fn report_segments(
    now: &Expectations<'_>,
    windows: Option<&[PurchaseWindow]>,
    figures: &mut Figures,
) {
    let mut members: BTreeMap<&str, Vec<&CustomerExpectation<'_>>> = BTreeMap::new();
    for (customer, segment) in now.customers.iter().zip(assign_segments(&now.customers)) {
        members.entry(segment).or_default().push(customer);
    }
    for segment in SEGMENTS {
        let name = |what: &str| format!("Segment {segment}: {what}");
        let Some(members) = members.get(segment) else {
            figures.push_exact(name("customers"), 0_usize);
            continue;
        };
        figures.push_exact(name("customers"), members.len());
        let rates: f64 = members
            .iter()
            .map(|customer| customer.per_year(usize_to_f64(customer.order_count())))
            .sum();
        figures.push_estimate(
            name("orders a year each"),
            rates / usize_to_f64(members.len()),
        );
        figures.push_estimate(
            name("expected orders in 90 days"),
            members
                .iter()
                .map(|customer| customer.expected_within(90))
                .sum::<f64>(),
        );
        let shares = category_shares(members);
        figures.push_estimate(
            name("largest share of a category in %"),
            shares.first().map(|(_, share)| *share),
        );
        figures.push_exact(
            name("optimal purchase time"),
            describe_best_months(&shares, windows),
        );
        let savings = windows.and_then(|windows| expected_savings(members, windows));
        figures.push_estimate(name("potential savings"), savings.map(|savings| savings.0));
        figures.push_estimate(
            name("potential savings, low"),
            savings.and_then(|savings| savings.1),
        );
        figures.push_estimate(
            name("potential savings, high"),
            savings.and_then(|savings| savings.2),
        );
    }
}

fn assign_segments(customers: &[CustomerExpectation<'_>]) -> Vec<&'static str> {
    let (parts, high) = if customers.len() < 25 {
        (3.0, 3.0)
    } else {
        (5.0, 4.0)
    };
    // The part of the mean rank of equal values, from 1.
    let scores = |figure: &dyn Fn(&CustomerExpectation<'_>) -> f64| -> Vec<f64> {
        let all: Vec<f64> = customers.iter().map(figure).collect();
        let score = |own: &f64| {
            let (below, same) = all.iter().fold((0.0, 0.0), |(below, same), other| {
                (
                    below + f64::from(other < own),
                    same + f64::from(other.total_cmp(own).is_eq()),
                )
            });
            let part: f64 = (parts * (below + same / 2.0) / usize_to_f64(all.len())).floor();
            part.min(parts - 1.0) + 1.0
        };
        all.iter().map(score).collect()
    };
    let recency =
        scores(&|customer| -f64::from(i32::try_from(customer.silent_days()).unwrap_or(i32::MAX)));
    let frequency = scores(&|customer| customer.per_year(usize_to_f64(customer.order_count())));
    let amount = scores(&|customer| customer.per_year(customer.total_amount()));
    let segment = |(customer, ((recency, frequency), amount)): (
        &CustomerExpectation<'_>,
        ((&f64, &f64), &f64),
    )| {
        let (last_year, year_before) = (
            customer.order_days_back(365, 0),
            customer.order_days_back(730, 365),
        );
        if customer.alive < 0.5 {
            if *amount >= high { "At risk" } else { "Lost" }
        } else if usize_to_f64(customer.repeat_count()) < customer.years_active().ceil() {
            "Seasonal one-timers"
        } else if [recency, frequency, amount]
            .into_iter()
            .all(|score| *score >= high)
        {
            "Champions"
        } else if last_year - year_before > (last_year + year_before).sqrt() {
            "Growing"
        } else {
            "Loyal"
        }
    };
    customers
        .iter()
        .zip(recency.iter().zip(&frequency).zip(&amount))
        .map(segment)
        .collect()
}

/// Share of each category in percent, largest first.
fn category_shares<'a>(members: &[&CustomerExpectation<'a>]) -> Vec<(&'a str, f64)> {
    let mut amounts: BTreeMap<&str, f64> = BTreeMap::new();
    for (category, (amount, _)) in members
        .iter()
        .flat_map(|customer| customer.categories)
        .filter(|(_, (amount, _))| *amount > 0.0)
    {
        *amounts.entry(category).or_default() += amount;
    }
    let all: f64 = amounts.values().sum();
    let mut shares: Vec<(&str, f64)> = amounts
        .into_iter()
        .map(|(category, amount)| (category, round_to_hundredths(100.0 * amount / all)))
        .collect();
    shares.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    shares
}

fn describe_best_months(shares: &[(&str, f64)], windows: Option<&[PurchaseWindow]>) -> String {
    let too_thin = || "Needs 2 years of purchases".to_owned();
    let Some(windows) = windows else {
        return too_thin();
    };
    let known: Vec<&PurchaseWindow> = shares
        .iter()
        .take(3)
        .filter_map(|(category, _)| windows.iter().find(|window| window.category == *category))
        .collect();
    if known.is_empty() {
        return too_thin();
    }
    let months = known.iter().filter_map(|window| {
        Some(format!(
            "{} ({})",
            month_name(window.best.as_ref()?.month),
            window.category
        ))
    });
    let months: Vec<String> = months.collect();
    if months.is_empty() {
        "No month saves more than keeping the goods costs".to_owned()
    } else {
        months.join(", ")
    }
}

/// A year's expected quantity at the year's mean price, times the window's saving; with the ends of
/// its range.
fn expected_savings(
    members: &[&CustomerExpectation<'_>],
    windows: &[PurchaseWindow],
) -> Option<(f64, Option<f64>, Option<f64>)> {
    let mut values: BTreeMap<&str, f64> = BTreeMap::new();
    for customer in members {
        let per_day = customer.expected_within(365) / usize_to_f64(customer.days.len());
        for (category, (_, at_cost)) in customer
            .categories
            .iter()
            .filter(|(_, (_, at_cost))| *at_cost > 0.0)
        {
            *values.entry(category).or_default() += per_day * at_cost;
        }
    }
    let mut sums: Option<(f64, Option<f64>, Option<f64>)> = None;
    for window in windows {
        let Some(value) = values
            .get(window.category.as_str())
            .map(|value| value / window.newest_factor)
            .filter(|value| value.is_finite() && *value > 0.0)
        else {
            continue;
        };
        let saved = |percent: f64| {
            round_to_hundredths((value * window.peak_factor * percent / 100.0).max(0.0))
        };
        let (own, low, high) = match &window.best {
            Some(best) => (
                saved(best.saving),
                best.range.map(|range| saved(range.0)),
                best.range.map(|range| saved(range.1)),
            ),
            None => (0.0, Some(0.0), Some(0.0)),
        };
        let (sum, lows, highs) = sums.unwrap_or((0.0, Some(0.0), Some(0.0)));
        sums = Some((
            sum + own,
            lows.zip(low).map(|(a, b)| a + b),
            highs.zip(high).map(|(a, b)| a + b),
        ));
    }
    sums.map(|(sum, low, high)| {
        (
            round_to_hundredths(sum),
            low.map(round_to_hundredths),
            high.map(round_to_hundredths),
        )
    })
}
