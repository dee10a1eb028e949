//! The six segments, with what each is expected to need and to save.

use super::expected::{Expectations, Expected};
use super::windows::{Window, month_name};
use crate::amounts::{count, rounded};
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

pub(super) fn tell(now: &Expectations<'_>, windows: Option<&[Window]>, told: &mut Figures) {
    let mut members: BTreeMap<&str, Vec<&Expected<'_>>> = BTreeMap::new();
    for (customer, segment) in now.customers.iter().zip(segments(&now.customers)) {
        members.entry(segment).or_default().push(customer);
    }
    for segment in SEGMENTS {
        let name = |what: &str| format!("Segment {segment}: {what}");
        let Some(members) = members.get(segment) else {
            told.exact(name("customers"), 0_usize);
            continue;
        };
        told.exact(name("customers"), members.len());
        let rates: f64 = members
            .iter()
            .map(|customer| customer.per_year(count(customer.orders())))
            .sum();
        told.estimate(name("orders a year each"), rates / count(members.len()));
        told.estimate(
            name("expected orders in 90 days"),
            members
                .iter()
                .map(|customer| customer.expected_within(90))
                .sum::<f64>(),
        );
        let shares = shares(members);
        told.estimate(
            name("largest share of a category in %"),
            shares.first().map(|(_, share)| *share),
        );
        told.exact(name("optimal purchase time"), optimal(&shares, windows));
        let savings = windows.and_then(|windows| savings(members, windows));
        told.estimate(name("potential savings"), savings.map(|savings| savings.0));
        told.estimate(
            name("potential savings, low"),
            savings.and_then(|savings| savings.1),
        );
        told.estimate(
            name("potential savings, high"),
            savings.and_then(|savings| savings.2),
        );
    }
}

fn segments(customers: &[Expected<'_>]) -> Vec<&'static str> {
    let (parts, high) = if customers.len() < 25 {
        (3.0, 3.0)
    } else {
        (5.0, 4.0)
    };
    // The part in which the mean rank of equal figures lies, from 1.
    let scores = |figure: &dyn Fn(&Expected<'_>) -> f64| -> Vec<f64> {
        let all: Vec<f64> = customers.iter().map(figure).collect();
        let score = |own: &f64| {
            let (below, same) = all.iter().fold((0.0, 0.0), |(below, same), other| {
                (
                    below + f64::from(other < own),
                    same + f64::from(other.total_cmp(own).is_eq()),
                )
            });
            let part: f64 = (parts * (below + same / 2.0) / count(all.len())).floor();
            part.min(parts - 1.0) + 1.0
        };
        all.iter().map(score).collect()
    };
    let recency =
        scores(&|customer| -f64::from(i32::try_from(customer.silent_days()).unwrap_or(i32::MAX)));
    let frequency = scores(&|customer| customer.per_year(count(customer.orders())));
    let amount = scores(&|customer| customer.per_year(customer.amount()));
    let segment =
        |(customer, ((recency, frequency), amount)): (&Expected<'_>, ((&f64, &f64), &f64))| {
            let (last_year, year_before) =
                (customer.days_back(365, 0), customer.days_back(730, 365));
            if customer.alive < 0.5 {
                if *amount >= high { "At risk" } else { "Lost" }
            } else if count(customer.repeats()) < customer.years().ceil() {
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

/// Share of each category in percent, the largest first.
fn shares<'a>(members: &[&Expected<'a>]) -> Vec<(&'a str, f64)> {
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
        .map(|(category, amount)| (category, rounded(100.0 * amount / all)))
        .collect();
    shares.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    shares
}

fn optimal(shares: &[(&str, f64)], windows: Option<&[Window]>) -> String {
    let too_thin = || "Needs 2 years of purchases".to_owned();
    let Some(windows) = windows else {
        return too_thin();
    };
    let known: Vec<&Window> = shares
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

/// A year's expected quantity at the year's mean price, times what the window saves; with the ends
/// of its range.
fn savings(
    members: &[&Expected<'_>],
    windows: &[Window],
) -> Option<(f64, Option<f64>, Option<f64>)> {
    let mut values: BTreeMap<&str, f64> = BTreeMap::new();
    for customer in members {
        let per_day = customer.expected_within(365) / count(customer.days.len());
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
        let saved = |percent: f64| rounded((value * window.peak_factor * percent / 100.0).max(0.0));
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
    sums.map(|(sum, low, high)| (rounded(sum), low.map(rounded), high.map(rounded)))
}
