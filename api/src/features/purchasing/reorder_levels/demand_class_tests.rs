//! The levels against simpler policies, on simulated sales of several demand classes.

use super::{LeadWeeks, SalesSeason, WEEKS_PER_YEAR, WeeklyCosts, compute_levels};
use estimators::usize_to_f64;

const LEAD_WEEKS: usize = 3;
const KNOWN_WEEKS: usize = 4 * WEEKS_PER_YEAR;
const SIMULATED_WEEKS: usize = 2 * WEEKS_PER_YEAR;
const ITEMS: u32 = 150;
const COSTS: WeeklyCosts = WeeklyCosts {
    holding: 50.0 * 0.2 / 52.0,
    shortage: 50.0 * 0.3 * 1.5,
    order: 75.0,
};

/// shortage / (shortage + holding x weeks of lead time and review), and its normal quantile.
const SERVICE_LEVEL_PERMILLE: usize = 967;
const SERVICE_DEVIATIONS: f64 = 1.837;

/// `SplitMix64`, so that each item has its own repeatable numbers.
struct Numbers(u64);

impl Numbers {
    /// Evenly distributed from 0 (inclusive) to `end` (exclusive).
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((mixed ^ (mixed >> 31)) % u64::from(end)).unwrap()
    }
}

/// Sales in `percent` of the weeks, of `min` to `max` units each.
fn weekly_sales(item: u32, percent: u32, min: u32, max: u32) -> Vec<f64> {
    let mut numbers = Numbers(u64::from(item));
    (0..KNOWN_WEEKS + SIMULATED_WEEKS)
        .map(|_| {
            if numbers.below(100) < percent {
                f64::from(min + numbers.below(max - min + 1))
            } else {
                0.0
            }
        })
        .collect()
}

/// Cost of a year, and the share of the demand that was filled.
fn simulate(sold: &[f64], policy: impl Fn(&[f64]) -> (f64, f64)) -> (f64, f64) {
    let mut numbers = Numbers(7);
    let (mut on_hand, mut cost, mut lost) = (policy(&sold[..KNOWN_WEEKS]).1, 0.0, 0.0);
    let mut underway: Vec<(usize, f64)> = Vec::new();
    for week in 0..SIMULATED_WEEKS {
        let arrived: f64 = underway
            .iter()
            .filter(|(arrival, _)| *arrival == week)
            .map(|(_, units)| units)
            .sum();
        on_hand += arrived;
        underway.retain(|(arrival, _)| *arrival > week);
        let wanted = sold[KNOWN_WEEKS + week];
        let filled = wanted.min(on_hand);
        on_hand -= filled;
        lost += wanted - filled;
        cost += on_hand * COSTS.holding + (wanted - filled) * COSTS.shortage;
        let (reorder_point, order_up_to) = policy(&sold[..=KNOWN_WEEKS + week]);
        let position = on_hand + underway.iter().map(|(_, units)| units).sum::<f64>();
        if position <= reorder_point && order_up_to > position {
            cost += COSTS.order;
            // A week early to two weeks late.
            let late = match numbers.below(5) {
                0 => 0,
                1 | 2 => 1,
                3 => 2,
                _ => 3,
            };
            underway.push((week + LEAD_WEEKS - 1 + late, order_up_to - position));
        }
    }
    let wanted: f64 = sold[KNOWN_WEEKS..].iter().sum();
    (cost / 2.0, 1.0 - lost / wanted.max(1.0))
}

fn by_levels(known: &[f64]) -> (f64, f64) {
    let season = SalesSeason::from_weekly_sales(known).unwrap();
    let lead = LeadWeeks {
        weeks: LEAD_WEEKS,
        spread: LeadWeeks::DEFAULT_SPREAD,
    };
    let levels = compute_levels(&season, 0, lead, COSTS).unwrap();
    (levels.reorder_point, levels.order_up_to)
}

/// Mean of the last three years, and its economic order quantity.
fn economic_quantity(known: &[f64]) -> (f64, f64) {
    let recent = &known[known.len() - 3 * WEEKS_PER_YEAR..];
    let mean = recent.iter().sum::<f64>() / usize_to_f64(recent.len());
    let quantity = (2.0 * COSTS.order * mean / COSTS.holding).sqrt().max(1.0);
    (mean, quantity)
}

/// The empirical quantile of the last three years' sums over lead time and review.
fn by_quantile(known: &[f64]) -> (f64, f64) {
    let recent = &known[known.len() - 3 * WEEKS_PER_YEAR..];
    let weeks = LEAD_WEEKS + 1;
    let mut sums: Vec<f64> = recent
        .windows(weeks)
        .map(|window| window.iter().sum())
        .collect();
    sums.sort_by(f64::total_cmp);
    let reorder_point = sums[sums.len() * SERVICE_LEVEL_PERMILLE / 1000];
    (reorder_point, reorder_point + economic_quantity(known).1)
}

/// A normal distribution with the mean and variance of the last three years.
fn by_normal(known: &[f64]) -> (f64, f64) {
    let recent = &known[known.len() - 3 * WEEKS_PER_YEAR..];
    let weeks = usize_to_f64(LEAD_WEEKS + 1);
    let (mean, quantity) = economic_quantity(known);
    let deviation = estimators::standard_deviation(recent).unwrap();
    let reorder_point = mean * weeks + SERVICE_DEVIATIONS * deviation * weeks.sqrt();
    (reorder_point, reorder_point + quantity)
}

/// Mean cost and fill of all items of a class.
fn mean_outcome(
    class: (u32, u32, u32),
    policy: impl Fn(&[f64]) -> (f64, f64) + Copy,
) -> (f64, f64) {
    let (percent, min, max) = class;
    let outcomes: Vec<(f64, f64)> = (0..ITEMS)
        .map(|item| simulate(&weekly_sales(item, percent, min, max), policy))
        .collect();
    let n = f64::from(ITEMS);
    (
        outcomes.iter().map(|outcome| outcome.0).sum::<f64>() / n,
        outcomes.iter().map(|outcome| outcome.1).sum::<f64>() / n,
    )
}

#[test]
fn intermittent_demand_costs_little_more_than_by_the_cheapest_simple_policy() {
    for class in [(8, 1, 50), (25, 8, 12), (20, 1, 2), (60, 1, 90)] {
        let (cost, fill) = mean_outcome(class, by_levels);
        let (cheapest, its_fill) = [by_quantile, by_normal]
            .map(|policy| mean_outcome(class, policy))
            .into_iter()
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .unwrap();
        assert!(
            cost <= 1.03 * cheapest && fill >= its_fill - 0.007,
            "{class:?}: {cost:.0} at {fill:.3}, simple {cheapest:.0} at {its_fill:.3}"
        );
    }
}
