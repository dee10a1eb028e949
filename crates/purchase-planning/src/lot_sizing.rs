//! How much to order, if anything: the cheapest of all order quantities over the coming year, by
//! dynamic programming over the inventory position (Scarf 1960), with lost sales.
//!
//! An order of week `t` decides what is on the shelf between its arrival and that of an order of
//! week `t + 1`. That week costs carrying and shortages there, and an order costs its line.

use crate::demand_path::{DemandPath, WeekSums};
use crate::gamma_loss::GammaDemand;
use crate::number::{floor_to_usize, usize_to_f64};

/// Weeks over which plans are compared.
pub(crate) const PLAN_WEEKS: usize = 46;
/// Positions that are compared.
const POSITIONS: usize = 72;
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

/// What a year costs, in dollars. The total comes first: it decides, the others explain it.
const COMPONENTS: usize = 4;
/// The component of announced price changes.
const PRICE_CHANGES: usize = 3;

/// Expected cost of the coming year, in dollars.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct YearCosts {
    pub carrying: f64,
    /// Margin lost on missing units, weighed by the costs of shortages.
    pub shortage: f64,
    /// Lines of orders.
    pub ordering: f64,
    /// What the ordered units cost more than at today's price; less if negative.
    pub price_changes: f64,
}

impl YearCosts {
    pub fn total(self) -> f64 {
        self.carrying + self.shortage + self.ordering + self.price_changes
    }
}

/// What suppliers ask of a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SupplierTerms<'a> {
    /// By week of the order, equally likely lead times in weeks.
    pub(crate) leads: &'a [[f64; 5]],
    /// By week of the order, what a unit costs more than today; empty if no price changes.
    pub(crate) price_changes: &'a [f64],
    /// Units.
    pub(crate) min_order: f64,
}

/// Cost of a week, in dollars.
#[derive(Debug, Clone, Copy)]
struct WeekRates {
    costs: RowCosts,
    /// Per unit that is ordered, more than today.
    change: f64,
}

/// Cost of an order of a week, in dollars.
#[derive(Debug, Clone, Copy)]
struct OrderPrice {
    line: f64,
    /// Per step, more than today.
    change: f64,
}

/// When an order of a week pays, as positions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct OrderLevels {
    /// The highest position from which an order is cheaper than none.
    pub(crate) reorder: f64,
    /// The position to which that order raises it.
    pub(crate) up_to: f64,
}

/// Lower bounds of the expected cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LowestCosts {
    /// At the position or above.
    pub(crate) from_here: f64,
    /// At the position or below.
    pub(crate) up_to_here: f64,
    pub(crate) anywhere: f64,
}

/// Expected cost of the coming year by inventory position after today's order, without that of the
/// order.
#[derive(Debug, Clone)]
pub(crate) struct PositionCosts<const N: usize> {
    step: f64,
    costs: Vec<[f64; N]>,
    /// By week; none where no order pays.
    levels: Vec<Option<OrderLevels>>,
}

impl<const N: usize> PositionCosts<N> {
    pub(crate) fn compute(
        path: &DemandPath,
        terms: SupplierTerms<'_>,
        costs: RowCosts,
        position: f64,
    ) -> Self {
        let SupplierTerms {
            leads, min_order, ..
        } = terms;
        let highest = highest_position(path, leads, min_order).max(position);
        let step = (highest / usize_to_f64(POSITIONS - 1)).max(1e-6);
        let min_steps = (min_order / step).ceil().max(1.0);
        let mut later = vec![[0.0; N]; POSITIONS];
        let mut now = vec![[0.0; N]; POSITIONS];
        let mut levels = vec![None; PLAN_WEEKS];
        for week in (0..PLAN_WEEKS).rev() {
            let start = usize_to_f64(week);
            let change = terms.price_changes.get(week).copied().unwrap_or(0.0);
            let rates = WeekRates { costs, change };
            week_costs(path, start, leads[week], rates, step, &mut now);
            let (mean, variance) = path.moments(start, start + 1.0);
            let points = GammaDemand::new(mean, variance).points(WEEK_POINTS);
            add_expected(&later, points.map(|demand| demand / step), &mut now);
            let price = OrderPrice {
                line: costs.order,
                change: step * change,
            };
            let chosen = choose_orders(&now, &mut later, min_steps, price);
            levels[week] = chosen.map(|(reorder, up_to)| OrderLevels {
                reorder: reorder * step,
                up_to: usize_to_f64(up_to) * step,
            });
        }
        Self {
            step,
            costs: now,
            levels,
        }
    }

    /// Expected cost at a position.
    pub(crate) fn at(&self, position: f64) -> f64 {
        interpolate(&self.costs, position / self.step)[0]
    }

    /// The lowest costs at, above and below a position.
    pub(crate) fn lowest_around(&self, position: f64) -> LowestCosts {
        let here = self.at(position);
        let mut lowest = LowestCosts {
            from_here: here,
            up_to_here: here,
            anywhere: here,
        };
        for (index, cost) in self.costs.iter().enumerate() {
            let cost = cost[0];
            lowest.anywhere = lowest.anywhere.min(cost);
            if usize_to_f64(index) * self.step >= position {
                lowest.from_here = lowest.from_here.min(cost);
            } else {
                lowest.up_to_here = lowest.up_to_here.min(cost);
            }
        }
        if let [.., before, last] = self.costs.as_slice()
            && last[0] < before[0]
        {
            // The cost falls beyond the last position: there is no bound.
            (lowest.from_here, lowest.anywhere) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        }
        lowest
    }

    /// The next higher of the positions that are compared.
    pub(crate) fn next_position(&self, position: f64) -> f64 {
        if position < 0.0 {
            return 0.0;
        }
        (usize_to_f64(floor_to_usize(position / self.step)) + 1.0) * self.step
    }

    pub(crate) fn highest(&self) -> f64 {
        self.step * usize_to_f64(POSITIONS - 1)
    }

    /// The levels of a week's order.
    pub(crate) fn order_levels(&self, week: usize) -> Option<OrderLevels> {
        self.levels.get(week).copied().flatten()
    }

    /// The first week, after this one, in which an order pays if demand is as expected, and its
    /// units.
    pub(crate) fn next_order(&self, position: f64, path: &DemandPath) -> Option<(usize, f64)> {
        (1..self.levels.len()).find_map(|week| {
            let levels = self.order_levels(week)?;
            let left = position - path.moments(0.0, usize_to_f64(week)).0;
            (left <= levels.reorder).then_some((week, levels.up_to - left.max(0.0)))
        })
    }
}

impl PositionCosts<COMPONENTS> {
    /// What the cost at a position consists of.
    pub(crate) fn terms_at(&self, position: f64) -> YearCosts {
        let [total, carrying, shortage, price_changes] =
            interpolate(&self.costs, position / self.step);
        YearCosts {
            carrying,
            shortage,
            ordering: total - carrying - shortage - price_changes,
            price_changes,
        }
    }
}

/// The first of the total, carrying, shortages and price changes of a week.
fn components<const N: usize>(carrying: f64, shortage: f64, price_changes: f64) -> [f64; N] {
    let total = carrying + shortage + price_changes;
    let all = [total, carrying, shortage, price_changes];
    std::array::from_fn(|component| all[component.min(COMPONENTS - 1)])
}

fn add_price_change<const N: usize>(mut costs: [f64; N], amount: f64) -> [f64; N] {
    costs[0] += amount;
    if let Some(price_changes) = costs.get_mut(PRICE_CHANGES) {
        *price_changes += amount;
    }
    costs
}

fn add_to<const N: usize>(sums: &mut [f64; N], values: [f64; N], weight: f64) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += weight * value;
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

/// Carrying and shortages between the arrivals of this week's and the next week's order. Missing
/// units are not bought, although the position falls by all demand.
fn week_costs<const N: usize>(
    path: &DemandPath,
    start: f64,
    leads: [f64; 5],
    WeekRates { costs, change }: WeekRates,
    step: f64,
    out: &mut [[f64; N]],
) {
    let mut short_before = [0.0; POSITIONS];
    let mut short_after = [0.0; POSITIONS];
    let sold = path.sums_until(start);
    let before = demand_over_lead(path, &sold, leads.map(|lead| start + lead));
    let after = demand_over_lead(path, &sold, leads.map(|lead| start + lead + 1.0));
    GammaDemand::new(before.0, before.1).expected_shortages(step, &mut short_before);
    GammaDemand::new(after.0, after.1).expected_shortages(step, &mut short_after);
    let shortages = short_before.iter().zip(&short_after);
    for (index, (value, (short_before, short_after))) in out.iter_mut().zip(shortages).enumerate() {
        let position = usize_to_f64(index) * step;
        let stock = position - 0.5 * (before.0 - short_before + after.0 - short_after);
        let short = (short_after - short_before).max(0.0);
        *value = components(
            costs.carrying * stock,
            costs.shortage * short,
            -change * short,
        );
    }
}

/// Mean and variance of the demand after `sold` until an order arrives at one of these moments: those
/// of the mixture.
fn demand_over_lead(path: &DemandPath, sold: &WeekSums, arrivals: [f64; 5]) -> (f64, f64) {
    let weight = 1.0 / usize_to_f64(arrivals.len());
    let (mut mean, mut square) = (0.0, 0.0);
    for arrival in arrivals {
        let (one, variance) = path.moments_after(sold, arrival);
        mean += weight * one;
        square += weight * (variance + one * one);
    }
    (mean, (square - mean * mean).max(0.0))
}

/// Adds the expected costs at every position after a demand of so many steps, each equally likely;
/// below 0 the costs at 0.
fn add_expected<const N: usize>(later: &[[f64; N]], steps: [f64; 7], sums: &mut [[f64; N]]) {
    // Between two whole steps the costs are linear, so the demands weigh on whole steps only.
    let mut weights = [0.0; POSITIONS + 1];
    let mut last = 0;
    for demand in steps {
        let whole = floor_to_usize(demand).min(POSITIONS - 1);
        let rest = (demand - usize_to_f64(whole)).min(1.0);
        weights[whole] += (1.0 - rest) / usize_to_f64(steps.len());
        weights[whole + 1] += rest / usize_to_f64(steps.len());
        last = last.max(whole + 1);
    }
    for (step, &weight) in weights.iter().enumerate().take(last + 1) {
        if weight > 0.0 {
            let (empty, others) = sums.split_at_mut(step.min(sums.len()));
            for sum in empty {
                add_to(sum, later[0], weight);
            }
            for (sum, later) in others.iter_mut().zip(later) {
                add_to(sum, *later, weight);
            }
        }
    }
}

/// The cost before the decision of a week: without an order, or with the best one. Returns the
/// highest place from which an order is cheaper, between two indexes, and the index to which it
/// leads.
fn choose_orders<const N: usize>(
    after: &[[f64; N]],
    before: &mut [[f64; N]],
    min_steps: f64,
    price: OrderPrice,
) -> Option<(f64, usize)> {
    let min_steps = floor_to_usize(min_steps).max(1);
    // With the price change of all units of the position that an order leads to.
    let mut best = [f64::INFINITY; N];
    let mut best_index = 0;
    let mut highest = None;
    // What an order saves at the index above.
    let mut saved_above = f64::NEG_INFINITY;
    for index in (0..after.len()).rev() {
        let up_to = index + min_steps;
        if let Some(ordered) = after.get(up_to) {
            let ordered = add_price_change(*ordered, price.change * usize_to_f64(up_to));
            if ordered[0] < best[0] {
                (best, best_index) = (ordered, up_to);
            }
        }
        before[index] = after[index];
        let mut ordered = add_price_change(best, -price.change * usize_to_f64(index));
        ordered[0] += price.line;
        let saved = after[index][0] - ordered[0];
        if saved > 0.0 {
            before[index] = ordered;
            if highest.is_none() {
                let part = if saved_above.is_finite() {
                    saved / (saved - saved_above)
                } else {
                    0.0
                };
                highest = Some((usize_to_f64(index) + part, best_index));
            }
        }
        saved_above = saved;
    }
    highest
}

fn interpolate<const N: usize>(values: &[[f64; N]], place: f64) -> [f64; N] {
    if place <= 0.0 {
        return values[0];
    }
    let index = floor_to_usize(place);
    if index + 1 >= values.len() {
        // Beyond the last position the cost grows as between the last two.
        let last = values.len() - 1;
        let beyond = place - usize_to_f64(last);
        return std::array::from_fn(|one| {
            let slope = values[last][one] - values[last - 1][one];
            values[last][one] + slope * beyond
        });
    }
    let rest = place - usize_to_f64(index);
    std::array::from_fn(|one| values[index][one] * (1.0 - rest) + values[index + 1][one] * rest)
}
