//! How much to order, if anything: the cheapest of all order quantities over the coming year, by
//! dynamic programming over the inventory position (Scarf 1960), with lost sales.
//!
//! An order of week `t` decides what is on the shelf between its arrival and that of an order of
//! week `t + 1`. That week costs carrying and shortages there, and an order costs its line.

use crate::demand_path::DemandPath;
use crate::gamma_loss::GammaDemand;
use crate::number::{floor_to_usize, usize_to_f64};

/// Weeks over which plans are compared.
pub(crate) const PLAN_WEEKS: usize = 46;
/// Positions that are compared.
const POSITIONS: usize = 96;
/// Normal quantiles of the points of a week's demand.
const WEEK_POINTS: [f64; 7] = [-1.56, -0.79, -0.37, 0.0, 0.37, 0.79, 1.56];
/// Weeks of demand that an order can cover beyond its lead time.
const MAX_COVER_WEEKS: f64 = 26.0;

/// Cost of a row, in dollars.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowCosts {
    /// Per unit and week.
    pub(crate) carrying: f64,
    /// Per missing unit.
    pub(crate) shortage: f64,
    /// Per order.
    pub(crate) order: f64,
}

/// Expected cost of the coming year by inventory position after today's order, without that of the
/// order.
#[derive(Debug, Clone)]
pub(crate) struct PositionCosts {
    step: f64,
    costs: Vec<f64>,
}

impl PositionCosts {
    /// `leads`: by week of the order, equally likely lead times in weeks.
    pub(crate) fn compute(
        path: &DemandPath,
        leads: &[[f64; 5]],
        costs: RowCosts,
        min_order: f64,
        position: f64,
    ) -> Self {
        let highest = highest_position(path, leads, min_order).max(position);
        let step = (highest / usize_to_f64(POSITIONS - 1)).max(1e-6);
        let min_steps = (min_order / step).ceil().max(1.0);
        let mut later = vec![0.0; POSITIONS];
        let mut now = vec![0.0; POSITIONS];
        for week in (0..PLAN_WEEKS).rev() {
            let start = usize_to_f64(week);
            week_costs(path, start, leads[week], costs, step, &mut now);
            let (mean, variance) = path.moments(start, start + 1.0);
            let points = GammaDemand::new(mean, variance).points(WEEK_POINTS);
            for (index, value) in now.iter_mut().enumerate() {
                let sum: f64 = points
                    .iter()
                    .map(|demand| interpolate(&later, usize_to_f64(index) - demand / step))
                    .sum();
                *value += sum / usize_to_f64(points.len());
            }
            if week > 0 {
                choose_orders(&now, &mut later, min_steps, costs.order);
            }
        }
        Self { step, costs: now }
    }

    /// Expected cost at a position.
    pub(crate) fn at(&self, position: f64) -> f64 {
        interpolate(&self.costs, position / self.step)
    }

    pub(crate) fn highest(&self) -> f64 {
        self.step * usize_to_f64(POSITIONS - 1)
    }
}

fn highest_position(path: &DemandPath, leads: &[[f64; 5]], min_order: f64) -> f64 {
    let mut highest = min_order;
    for (week, points) in leads.iter().enumerate().take(PLAN_WEEKS) {
        let start = usize_to_f64(week);
        let until = start + points[4] + 1.0 + MAX_COVER_WEEKS / 2.0;
        let (mean, variance) = path.moments(start, until);
        highest = highest.max(mean + 2.5 * variance.sqrt() + min_order);
    }
    highest
}

/// Carrying and shortages between the arrivals of this week's and the next week's order.
fn week_costs(
    path: &DemandPath,
    start: f64,
    leads: [f64; 5],
    costs: RowCosts,
    step: f64,
    out: &mut [f64],
) {
    out.fill(0.0);
    let weight = 1.0 / usize_to_f64(leads.len());
    for lead in leads {
        let before = path.moments(start, start + lead);
        let after = path.moments(start, start + lead + 1.0);
        let (first, last) = (
            GammaDemand::new(before.0, before.1),
            GammaDemand::new(after.0, after.1),
        );
        for (index, value) in out.iter_mut().enumerate() {
            let position = usize_to_f64(index) * step;
            let (short_before, short_after) = (
                first.expected_shortage(position),
                last.expected_shortage(position),
            );
            let stock = position - 0.5 * (before.0 - short_before + after.0 - short_after);
            let short = (short_after - short_before).max(0.0);
            *value += weight * (costs.carrying * stock + costs.shortage * short);
        }
    }
}

/// The cost before the decision of a week: without an order, or with the best one.
fn choose_orders(after: &[f64], before: &mut [f64], min_steps: f64, order_cost: f64) {
    let min_steps = floor_to_usize(min_steps).max(1);
    let mut best = f64::INFINITY;
    for index in (0..after.len()).rev() {
        if let Some(ordered) = after.get(index + min_steps) {
            best = best.min(*ordered);
        }
        before[index] = after[index].min(best + order_cost);
    }
}

fn interpolate(values: &[f64], place: f64) -> f64 {
    if place <= 0.0 {
        return values[0];
    }
    let index = floor_to_usize(place);
    if index + 1 >= values.len() {
        // Beyond the last position the cost grows as between the last two.
        let last = values.len() - 1;
        let slope = values[last] - values[last - 1];
        return values[last] + slope * (place - usize_to_f64(last));
    }
    let rest = place - usize_to_f64(index);
    values[index] * (1.0 - rest) + values[index + 1] * rest
}
