//! Multilateral price index without chain drift: bilateral superlative indexes on matched goods,
//! averaged over all link periods.
//!
//! Bilateral: Fisher (1922), Tornqvist (1936). Multilateral: GEKS after Gini, Elteto, Koves, Szulc;
//! rolling window over Tornqvist links (CCDI) after Ivancic, Diewert, Fox, "Scanner data, time
//! aggregation and the construction of price indexes", Journal of Econometrics 161 (2011) 24-35;
//! mean splice after Diewert, Fox, "Substitution bias in multilateral methods for CPI
//! construction", JBES 40 (2022) 355-369.

use super::{mean, usize_to_f64};

/// Level of the first period.
pub const BASE_LEVEL: f64 = 100.0;

/// A good in a period; observations without positive and finite price and quantity are ignored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observation {
    pub good: usize,
    pub price: f64,
    pub quantity: f64,
}

impl Observation {
    fn value(&self) -> f64 {
        self.price * self.quantity
    }

    fn is_usable(&self) -> bool {
        self.price > 0.0 && self.quantity > 0.0 && self.value().is_finite()
    }
}

/// The goods of a period, ascending and unique.
#[derive(Debug, Clone, Default)]
pub struct Period(Vec<Observation>);

impl Period {
    /// If a good has several observations, the first one counts.
    pub fn new(mut observations: Vec<Observation>) -> Self {
        observations.retain(Observation::is_usable);
        observations.sort_by_key(|observation| observation.good);
        observations.dedup_by_key(|observation| observation.good);
        Self(observations)
    }

    /// The goods common to both periods.
    fn matched_goods<'a>(
        &'a self,
        later: &'a Self,
    ) -> impl Iterator<Item = (&'a Observation, &'a Observation)> {
        let mut candidates = later.0.iter().peekable();
        self.0.iter().filter_map(move |first| {
            while candidates
                .next_if(|second| second.good < first.good)
                .is_some()
            {}
            candidates
                .next_if(|second| second.good == first.good)
                .map(|second| (first, second))
        })
    }
}

/// Log Tornqvist price relative from one period to a later one: mean value shares times log price
/// relatives. None without a common good.
pub fn ln_tornqvist(from: &Period, to: &Period) -> Option<f64> {
    let (first, second) = from
        .matched_goods(to)
        .fold((0.0, 0.0), |(first, second), (a, b)| {
            (first + a.value(), second + b.value())
        });
    if first <= 0.0 || second <= 0.0 {
        return None;
    }
    let relative: f64 = from
        .matched_goods(to)
        .map(|(a, b)| {
            0.5 * (a.value() / first + b.value() / second) * (b.price.ln() - a.price.ln())
        })
        .sum();
    relative.is_finite().then_some(relative)
}

/// Fisher price relative from one period to a later one: geometric mean of Laspeyres and Paasche.
/// None without a common good.
pub fn fisher_index(from: &Period, to: &Period) -> Option<f64> {
    let sums = from
        .matched_goods(to)
        .fold([0.0; 4], |[p0q0, p1q0, p0q1, p1q1], (a, b)| {
            [
                p0q0 + a.value(),
                p1q0 + b.price * a.quantity,
                p0q1 + a.price * b.quantity,
                p1q1 + b.value(),
            ]
        });
    let [p0q0, p1q0, p0q1, p1q1] = sums;
    let relative = ((p1q0 / p0q0) * (p1q1 / p0q1)).sqrt();
    (relative.is_finite() && relative > 0.0).then_some(relative)
}

/// Index levels of consecutive periods, the first 100: GEKS over Tornqvist links in a rolling
/// window, each new period spliced on by the geometric mean over the window's older ones. A period
/// without links to the others has no level; of several unlinked groups of periods the largest is
/// the series (the latest if equal).
pub fn rolling_index(periods: &[Period], window: usize) -> Vec<Option<f64>> {
    let window = window.max(1);
    let links = PeriodLinks::from_periods(periods, window);
    let members = links.largest_group();
    let links = links.restrict_to(&members);
    let mut levels: Vec<Option<f64>> = Vec::with_capacity(members.len());
    for newest in 0..members.len() {
        let start = (newest + 1).saturating_sub(window);
        let opening = start == 0;
        // Levels come from the first full window until then.
        let end = if opening {
            window.min(members.len())
        } else {
            newest + 1
        };
        let span = start..end;
        let from_start = links.ln_geks(span.clone(), start, newest);
        let level = if opening && from_start.is_some() {
            from_start.map(|ln| BASE_LEVEL.ln() + ln)
        } else {
            let spliced: Vec<f64> = (start..newest)
                .filter_map(|older| {
                    let level = levels.get(older).copied().flatten()?;
                    let step = match (from_start, links.ln_geks(span.clone(), start, older)) {
                        (Some(newest), Some(older)) => newest - older,
                        // The window's first period does not reach one of the two: compare them
                        // directly.
                        _ => links.ln_geks(span.clone(), older, newest)?,
                    };
                    Some(level + step)
                })
                .collect();
            mean(&spliced)
        };
        levels.push(level);
    }
    let mut series = vec![None; periods.len()];
    for (&member, level) in members.iter().zip(levels) {
        if let Some(slot) = series.get_mut(member) {
            *slot = level
                .map(f64::exp)
                .filter(|level| level.is_finite() && *level > 0.0);
        }
    }
    series
}

/// Log relatives between all periods that can share a window, each computed once.
struct PeriodLinks {
    /// `back[to][steps]` leads from period `to - steps` to period `to`.
    back: Vec<Vec<Option<f64>>>,
}

impl PeriodLinks {
    fn from_periods(periods: &[Period], window: usize) -> Self {
        let back = periods
            .iter()
            .enumerate()
            .map(|(to, later)| {
                let earlier = periods.get(..=to).unwrap_or_default().iter().rev();
                earlier
                    .take(window)
                    .enumerate()
                    .map(|(steps, earlier)| {
                        if steps == 0 {
                            Some(0.0)
                        } else {
                            ln_tornqvist(earlier, later)
                        }
                    })
                    .collect()
            })
            .collect();
        Self { back }
    }

    fn ln_relative(&self, from: usize, to: usize) -> Option<f64> {
        let link = |from: usize, to: usize| self.back.get(to)?.get(to - from).copied().flatten();
        if from <= to {
            link(from, to)
        } else {
            link(to, from).map(|ln| -ln)
        }
    }

    /// Mean over the window's link periods that reach both ends.
    fn ln_geks(&self, window: std::ops::Range<usize>, from: usize, to: usize) -> Option<f64> {
        let (mut sum, mut links) = (0.0, 0);
        for link in window {
            if let (Some(first), Some(second)) =
                (self.ln_relative(from, link), self.ln_relative(link, to))
            {
                sum += first + second;
                links += 1;
            }
        }
        (links > 0).then(|| sum / usize_to_f64(links))
    }

    /// The periods of the largest linked group in order; of equal groups the latest.
    fn largest_group(&self) -> Vec<usize> {
        let periods = self.back.len();
        let mut seen = vec![false; periods];
        let mut largest: Vec<usize> = Vec::new();
        for seed in 0..periods {
            let mut group = Vec::new();
            let mut open = vec![seed];
            while let Some(period) = open.pop() {
                if seen.get(period).copied().unwrap_or(true) {
                    continue;
                }
                if let Some(mark) = seen.get_mut(period) {
                    *mark = true;
                }
                group.push(period);
                open.extend(
                    (0..periods).filter(|&other| self.ln_relative(period, other).is_some()),
                );
            }
            if group.len() >= largest.len() && !group.is_empty() {
                largest = group;
            }
        }
        largest.sort_unstable();
        largest
    }

    /// The links among `members`, without gaps.
    fn restrict_to(&self, members: &[usize]) -> Self {
        let back = members
            .iter()
            .enumerate()
            .map(|(position, &to)| {
                members
                    .get(..=position)
                    .unwrap_or_default()
                    .iter()
                    .rev()
                    .map(|&from| self.ln_relative(from, to))
                    .collect()
            })
            .collect();
        Self { back }
    }
}

#[cfg(test)]
mod tests;
