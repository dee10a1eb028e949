//! What stock is worth to a row: expected cost until an order of today could arrive, and after.

use crate::demand_path::DemandPath;
use crate::gamma_loss::GammaDemand;
use crate::input::StockRow;
use crate::lot_sizing::{PositionCosts, RowCosts, SupplierTerms};
use crate::number::{floor_to_usize, from_e4, to_e4, usize_to_f64};
use crate::plan::{LaterOrder, OrderLine, RowLevel};

/// A row on the morning of a plan.
#[derive(Debug, Clone)]
pub(crate) struct RowPlan<'a> {
    pub(crate) index: usize,
    pub(crate) row: &'a StockRow,
    pub(crate) path: DemandPath,
    pub(crate) by_position: PositionCosts<1>,
    pub(crate) terms: SupplierTerms<'a>,
    pub(crate) costs: RowCosts,
    /// Weeks from today, and units.
    pub(crate) arrivals: Vec<(f64, f64)>,
    pub(crate) on_hand: f64,
    /// On hand and underway.
    pub(crate) position: f64,
    /// Weeks until an order of today arrives.
    pub(crate) lead_weeks: f64,
}

impl RowPlan<'_> {
    /// Units expected to be missing until an order of today arrives, if `extra` units come in
    /// `extra_weeks`, or leave now if negative.
    pub(crate) fn near_shortage(&self, extra: f64, extra_weeks: f64) -> f64 {
        let mut stock = self.on_hand + extra.min(0.0);
        let mut more = extra.max(0.0);
        let mut missing = 0.0_f64;
        let mut look = |until: f64, stock: f64| {
            let (mean, variance) = self.path.moments(0.0, until);
            let short = GammaDemand::new(mean, variance).expected_shortage(stock);
            missing = missing.max(short);
        };
        for &(weeks, units) in &self.arrivals {
            if more > 0.0 && weeks >= extra_weeks {
                look(extra_weeks, stock);
                stock += more;
                more = 0.0;
            }
            if weeks >= self.lead_weeks {
                break;
            }
            look(weeks, stock);
            stock += units;
        }
        if more > 0.0 {
            look(extra_weeks, stock);
            stock += more;
        }
        look(self.lead_weeks.max(extra_weeks), stock);
        missing
    }

    /// Expected cost of the coming year if units are added or taken, without their transfer.
    pub(crate) fn cost_with(&self, extra: f64, extra_weeks: f64) -> f64 {
        let wait = self.by_position.at(self.position + extra);
        let later = self
            .best_order(extra)
            .map_or(wait, |(cost, _)| cost.min(wait));
        self.costs.shortage * self.near_shortage(extra, extra_weeks) + later
    }

    /// Bounds below the expected cost of the coming year, if any units are added or taken.
    pub(crate) fn lowest_costs(&self) -> (f64, f64) {
        let bounds = self.by_position.lowest_around(self.position);
        (
            bounds.from_here,
            bounds.up_to_here.min(self.costs.order + bounds.anywhere),
        )
    }

    pub(crate) fn apply(&mut self, extra: f64, extra_weeks: f64) {
        self.position += extra;
        if extra < 0.0 {
            self.on_hand += extra;
        } else {
            self.arrivals.push((extra_weeks, extra));
            self.arrivals.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
    }

    /// The cheapest order: its expected cost with that of its line, and its packs.
    ///
    /// The cost is linear between the positions that are compared, so only the packs next to each
    /// of them can be the cheapest.
    fn best_order(&self, extra: f64) -> Option<(f64, f64)> {
        let position = self.position + extra;
        let pack = self.row.pack_size();
        let room = (self.by_position.highest() - position).max(0.0) / pack;
        let most = (usize_to_f64(floor_to_usize(room)) + 1.0).max(self.row.min_packs());
        let mut best: Option<(f64, f64)> = None;
        let mut look = |packs: f64| {
            let cost = self.costs.order + self.by_position.at(position + packs * pack);
            if best.is_none_or(|(lowest, _)| cost < lowest) {
                best = Some((cost, packs));
            }
        };
        let mut packs = self.row.min_packs();
        while packs <= most {
            look(packs);
            let next = self.by_position.next_position(position + packs * pack);
            let last_before = ((next - position) / pack).floor();
            if last_before > packs + 1.0 {
                look(last_before.min(most));
                packs = last_before + 1.0;
            } else {
                packs += 1.0;
            }
        }
        best
    }

    /// The order to place today, if it is cheaper than to wait a week.
    pub(crate) fn choose_order(&self) -> Option<OrderLine> {
        let wait = self.by_position.at(self.position);
        let (cost, packs) = self.best_order(0.0)?;
        if cost >= wait {
            return None;
        }
        let quantity = packs * self.row.pack_size();
        let terms = PositionCosts::compute(&self.path, self.terms, self.costs, self.position);
        let mut now = terms.terms_at(self.position + quantity);
        now.ordering += self.costs.order;
        let covered_weeks = self.lead_weeks + 1.0;
        Some(OrderLine {
            row: self.index,
            quantity_e4: to_e4(quantity),
            cost_of_waiting: wait - cost,
            now,
            wait: terms.terms_at(self.position),
            arrives_in_days: 7.0 * self.lead_weeks,
            position_e4: to_e4(self.position),
            demand_until_next_e4: to_e4(self.path.moments(0.0, covered_weeks).0),
        })
    }

    /// The highest position from which an order of today pays; none where no order does. Packs make
    /// the row's own decision differ close to it: there the decision counts.
    pub(crate) fn level(&self, is_ordered: bool) -> RowLevel {
        let position_e4 = to_e4(self.position);
        let level = self.by_position.order_levels(0);
        let level_e4 = level.map(|level| to_e4(level.reorder));
        let reorder_point_e4 = if is_ordered {
            Some(level_e4.map_or(position_e4, |level| level.max(position_e4)))
        } else {
            level_e4
                .map(|level| level.min(position_e4 - 1))
                .filter(|level| *level >= 0)
        };
        RowLevel {
            row: self.index,
            position_e4,
            reorder_point_e4,
        }
    }

    /// When an order will pay if it does not today.
    pub(crate) fn find_later_order(&self) -> Option<LaterOrder> {
        let (week, units) = self.by_position.next_order(self.position, &self.path)?;
        let packs = (units / self.row.pack_size()).ceil();
        Some(LaterOrder {
            row: self.index,
            week,
            quantity_e4: to_e4(packs.max(self.row.min_packs()) * self.row.pack_size()),
        })
    }

    /// Whether its item replaces that of another row there.
    pub(crate) fn can_replace(&self, other: &Self) -> bool {
        self.row.substitution_group.is_some()
            && self.row.substitution_group == other.row.substitution_group
            && self.row.location == other.row.location
            && self.row.item != other.row.item
    }

    /// Whole units on hand.
    pub(crate) fn movable(&self) -> f64 {
        from_e4(self.row.on_hand_e4)
            .min(self.on_hand)
            .floor()
            .max(0.0)
    }
}
