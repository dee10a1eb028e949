//! The price index by definition: Tornqvist links between all pairs of months in a window, GEKS
//! over all of them, mean splice.

use super::amounts::usize_to_f64;
use super::month::Month;
use std::collections::BTreeMap;

/// Months in a window.
const WINDOW_MONTHS: usize = 13;

/// Purchases of each item in a month: quantity and amount, both positive.
pub(super) type Basket<'a> = BTreeMap<&'a str, (f64, f64)>;

/// Mean of both value shares of the common items, times the logarithm of each price relative.
fn ln_tornqvist(from: &Basket<'_>, to: &Basket<'_>) -> Option<f64> {
    let both: Vec<((f64, f64), (f64, f64))> = from
        .iter()
        .filter_map(|(item, a)| Some((*a, *to.get(item)?)))
        .collect();
    let (all_from, all_to) = both
        .iter()
        .fold((0.0, 0.0), |(a, b), ((_, from), (_, to))| {
            (a + from, b + to)
        });
    let relative = both
        .iter()
        .map(|((q0, v0), (q1, v1))| {
            0.5 * (v0 / all_from + v1 / all_to) * ((v1 / q1).ln() - (v0 / q0).ln())
        })
        .sum::<f64>();
    (!both.is_empty() && relative.is_finite()).then_some(relative)
}

/// Geometric mean of the price relatives of the old and the new basket.
pub(super) fn fisher_index(from: &Basket<'_>, to: &Basket<'_>) -> Option<f64> {
    let (mut old_at_old, mut old_at_new, mut new_at_old, mut new_at_new) = (0.0, 0.0, 0.0, 0.0);
    for ((q0, v0), (q1, v1)) in from
        .iter()
        .filter_map(|(item, a)| Some((*a, *to.get(item)?)))
    {
        old_at_old += v0;
        old_at_new += v1 / q1 * q0;
        new_at_old += v0 / q0 * q1;
        new_at_new += v1;
    }
    let (laspeyres, paasche): (f64, f64) = (old_at_new / old_at_old, new_at_new / new_at_old);
    let fisher = (laspeyres * paasche).sqrt();
    (fisher.is_finite() && fisher > 0.0).then_some(fisher)
}

/// The level of every linked month, the first 100. Empty with fewer than two.
pub(super) fn index_series(months: &BTreeMap<Month, Basket<'_>>) -> Vec<(Month, f64)> {
    let all: Vec<(&Month, &Basket<'_>)> = months.iter().collect();
    let mut links: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    for (a, (_, from)) in all.iter().enumerate() {
        for (b, (_, to)) in all.iter().enumerate().skip(a).take(WINDOW_MONTHS) {
            if let Some(link) = if a == b {
                Some(0.0)
            } else {
                ln_tornqvist(from, to)
            } {
                links.insert((a, b), link);
                links.insert((b, a), -link);
            }
        }
    }
    let members = largest_group(all.len(), &links);
    let link = |a: usize, b: usize| links.get(&(*members.get(a)?, *members.get(b)?)).copied();
    // Mean over the months of the window that link to both.
    let geks = |window: std::ops::Range<usize>, from: usize, to: usize| {
        let ways: Vec<f64> = window
            .filter_map(|through| Some(link(from, through)? + link(through, to)?))
            .collect();
        (!ways.is_empty()).then(|| ways.iter().sum::<f64>() / usize_to_f64(ways.len()))
    };
    let mut levels: Vec<Option<f64>> = Vec::new();
    for newest in 0..members.len() {
        let start = (newest + 1).saturating_sub(WINDOW_MONTHS);
        let window = start..if start == 0 {
            WINDOW_MONTHS.min(members.len())
        } else {
            newest + 1
        };
        let direct = if start == 0 {
            geks(window.clone(), 0, newest)
        } else {
            None
        };
        let spliced = || {
            let levels: Vec<f64> = (start..newest)
                .filter_map(|older| {
                    let level = levels.get(older).copied().flatten()?;
                    let step = match (
                        geks(window.clone(), start, newest),
                        geks(window.clone(), start, older),
                    ) {
                        (Some(newest), Some(older)) => newest - older,
                        _ => geks(window.clone(), older, newest)?,
                    };
                    Some(level + step)
                })
                .collect();
            (!levels.is_empty()).then(|| levels.iter().sum::<f64>() / usize_to_f64(levels.len()))
        };
        let level = direct.map(|ln| 100_f64.ln() + ln).or_else(spliced);
        levels.push(level);
    }
    let points = members.iter().zip(levels).filter_map(|(member, level)| {
        Some((**all.get(*member).map(|(month, _)| month)?, level?.exp()))
    });
    let points: Vec<(Month, f64)> = points
        .filter(|(_, level)| level.is_finite() && *level > 0.0)
        .collect();
    if points.len() < 2 { Vec::new() } else { points }
}

/// The linked months; of several groups the largest, of equal ones the latest.
fn largest_group(months: usize, links: &BTreeMap<(usize, usize), f64>) -> Vec<usize> {
    let mut group_of: Vec<usize> = (0..months).collect();
    // Until nothing changes: linked months take the lower of their two group numbers.
    loop {
        let mut changed = false;
        for (a, b) in links.keys() {
            let lower = group_of
                .get(*a)
                .copied()
                .unwrap_or(*a)
                .min(group_of.get(*b).copied().unwrap_or(*b));
            for month in [a, b] {
                if let Some(group) = group_of.get_mut(*month).filter(|group| **group != lower) {
                    *group = lower;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (month, group) in group_of.into_iter().enumerate() {
        groups.entry(group).or_default().push(month);
    }
    groups
        .into_values()
        .max_by_key(Vec::len)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_reference_series() {
        let mut months: BTreeMap<Month, Basket<'_>> = BTreeMap::new();
        for line in include_str!("../../../api/tests/data/price_index/lines.csv")
            .lines()
            .skip(1)
        {
            let cells: Vec<&str> = line.split(',').collect();
            let day = format!("{}-01", cells[0]).parse().unwrap();
            let (quantity, value): (f64, f64) =
                (cells[3].parse().unwrap(), cells[4].parse().unwrap());
            let bought = months
                .entry(Month::from_date(day))
                .or_default()
                .entry(cells[1])
                .or_default();
            (bought.0, bought.1) = (bought.0 + quantity, bought.1 + value);
        }
        let series: BTreeMap<String, f64> = index_series(&months)
            .into_iter()
            .map(|(month, level)| (month.to_text(), level))
            .collect();
        let mut met = 0;
        for line in include_str!("../../../api/tests/data/price_index/expected.csv")
            .lines()
            .filter(|line| line.starts_with("ALL,geks13_tornqvist,"))
        {
            let cells: Vec<&str> = line.split(',').collect();
            let expected: f64 = cells[3].parse().unwrap();
            assert!((series[cells[2]] / expected - 1.0).abs() < 1e-6, "{line}");
            met += 1;
        }
        assert!(met > 24, "{met}");
    }
}
