//! Other items that customers accept instead of one that is missing until an order of today
//! arrives.

use std::collections::BTreeMap;

use crate::input::{Costs, Morning};
use crate::number::{to_e4, usize_to_f64};
use crate::plan::{ItemRows, SHORTAGE_WEIGHT, SubstituteLine, SubstituteTerms, rows_by_item};
use crate::row_plan::RowPlan;

/// Quantities that are compared for a pair of rows.
const SIZES: usize = 16;
/// Items of a group. A text that more items share does not name a product.
const MAX_GROUP_ITEMS: usize = 100;
/// The fewest units are offered that save this share of the most.
const ENOUGH: f64 = 0.95;

/// Groups of items that are planned together: those that can replace each other, and every other
/// item alone.
pub(crate) fn group_items(morning: &Morning) -> Vec<Vec<ItemRows>> {
    let items = rows_by_item(morning);
    let group_of = |rows: &[usize]| {
        let mut rows = rows.iter().map(|row| &morning.rows[*row]);
        rows.find_map(|row| row.substitution_group)
    };
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    if morning.costs.substitute_acceptance > 0.0 {
        for group in items.iter().filter_map(|(_, rows)| group_of(rows)) {
            *sizes.entry(group).or_default() += 1;
        }
        sizes.retain(|_, items| (2..=MAX_GROUP_ITEMS).contains(items));
    }
    let mut grouped: Vec<Vec<ItemRows>> = Vec::with_capacity(items.len());
    let mut place_of_group: BTreeMap<usize, usize> = BTreeMap::new();
    for (item, rows) in items {
        let group = group_of(&rows).filter(|group| sizes.contains_key(group));
        let Some(group) = group else {
            grouped.push(vec![(item, rows)]);
            continue;
        };
        let place = *place_of_group.entry(group).or_insert_with(|| {
            grouped.push(Vec::new());
            grouped.len() - 1
        });
        grouped[place].push((item, rows));
    }
    grouped
}

/// The best substitute of each row that runs short, the costliest shortage first. `rows`: those of a
/// group of items, after transfers. A substitute that saves less than the handling of a transfer is
/// not worth asking customers.
pub(crate) fn choose_substitutes(rows: &mut [RowPlan<'_>], costs: &Costs) -> Vec<SubstituteLine> {
    let acceptance = costs.substitute_acceptance.min(1.0);
    let mut short: Vec<(usize, f64, f64)> = rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let missing = row.near_shortage(0.0, 0.0);
            (index, missing, acceptance * missing * row.costs.shortage)
        })
        .filter(|(.., most)| *most > costs.transfer)
        .collect();
    short.sort_by(|a, b| b.2.total_cmp(&a.2));
    let mut spare: Vec<Option<Vec<SpareUnits>>> = vec![None; rows.len()];
    let mut roles = vec![Role::None; rows.len()];
    let mut chosen = Vec::new();
    for (to, missing, _) in short {
        if roles[to] == Role::Substitute {
            continue;
        }
        let mut best: Option<Offer> = None;
        for from in 0..rows.len() {
            if !rows[from].can_replace(&rows[to]) || roles[from] == Role::Replaced {
                continue;
            }
            let sizes = spare[from].get_or_insert_with(|| list_spare_units(&rows[from]));
            let shortage = Shortage {
                row: &rows[to],
                missing,
                acceptance,
            };
            if let Some(offer) = shortage.find_best_offer(from, &rows[from], sizes)
                && best.is_none_or(|best| best.terms.saving() < offer.terms.saving())
            {
                best = Some(offer);
            }
        }
        let Some(offer) = best.filter(|offer| offer.terms.saving() > costs.transfer) else {
            continue;
        };
        let from = offer.from;
        chosen.push(SubstituteLine {
            row: rows[to].index,
            substitute: rows[from].index,
            quantity_e4: to_e4(offer.units),
            missing_e4: to_e4(missing),
            taken_e4: to_e4(offer.taken),
            arrives_in_days: 7.0 * rows[to].lead_weeks,
            terms: offer.terms,
        });
        rows[from].apply(-offer.units, 0.0);
        (roles[to], roles[from], spare[from]) = (Role::Replaced, Role::Substitute, None);
    }
    chosen
}

/// A row is not both replaced and a substitute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    None,
    Replaced,
    Substitute,
}

/// Units that a row can spare, and the expected cost if it does.
#[derive(Debug, Clone, Copy)]
struct SpareUnits {
    units: f64,
    loss: f64,
}

fn list_spare_units(row: &RowPlan<'_>) -> Vec<SpareUnits> {
    let movable = row.movable();
    let cost = row.cost_with(0.0, 0.0);
    let mut sizes: Vec<SpareUnits> = Vec::with_capacity(SIZES);
    for size in 1..=SIZES {
        let units = (movable * (usize_to_f64(size) / usize_to_f64(SIZES)).powi(2)).ceil();
        if units > sizes.last().map_or(0.0, |last| last.units) {
            let loss = row.cost_with(-units, 0.0) - cost;
            sizes.push(SpareUnits { units, loss });
        }
    }
    sizes
}

/// Units of a row, offered instead of others.
#[derive(Debug, Clone, Copy)]
struct Offer {
    from: usize,
    units: f64,
    /// Units that customers are expected to take.
    taken: f64,
    terms: SubstituteTerms,
}

/// A row that runs short until an order of today arrives.
struct Shortage<'a> {
    row: &'a RowPlan<'a>,
    /// Expected units.
    missing: f64,
    /// The share of customers who accept a substitute.
    acceptance: f64,
}

impl Shortage<'_> {
    /// The fewest units that save about as much as the best quantity.
    fn find_best_offer(
        &self,
        from: usize,
        substitute: &RowPlan<'_>,
        sizes: &[SpareUnits],
    ) -> Option<Offer> {
        let offers: Vec<Offer> = sizes
            .iter()
            .map(|spare| self.offer(from, substitute, *spare))
            .collect();
        let most = offers.iter().map(|offer| offer.terms.saving());
        let most = most.fold(0.0, f64::max);
        offers
            .into_iter()
            .find(|offer| most > 0.0 && offer.terms.saving() >= ENOUGH * most)
    }

    /// If a share of the customers accepts, `units` last for `units / share` missing ones. Units that
    /// nobody takes stay: the substitute's row bears its loss for those that are taken.
    fn offer(&self, from: usize, substitute: &RowPlan<'_>, spare: SpareUnits) -> Offer {
        let left = self.row.near_shortage(spare.units / self.acceptance, 0.0);
        let taken = (self.acceptance * (self.missing - left)).clamp(0.0, spare.units);
        let margins = self.row.row.margin() - substitute.row.margin();
        Offer {
            from,
            units: spare.units,
            taken,
            terms: SubstituteTerms {
                saved_here: self.row.costs.shortage * taken,
                lower_margin: SHORTAGE_WEIGHT * margins.max(0.0) * taken,
                lost_at_substitute: spare.loss * taken / spare.units,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Arrival;
    use crate::plan::{Plan, Planner};
    use crate::test_retailer::{TODAY, history, morning};

    /// In the season, two items with the same active ingredient at each of two locations. None of the
    /// first item is left.
    fn short_retailer(on_hand_of_other: i64) -> Morning {
        let mut morning = morning([0, 0, on_hand_of_other, 0]);
        morning.today = TODAY + 80;
        morning.costs.substitute_acceptance = 0.5;
        for row in &mut morning.rows {
            row.substitution_group = Some(7);
        }
        morning
    }

    fn plan(morning: &Morning) -> Plan {
        Planner::fit(morning, &history()).plan(morning, 4, |_| ()).0
    }

    /// Without transfers, which would empty the other item's row.
    fn without_transfers(mut morning: Morning) -> Morning {
        morning.costs.transfer_freight_share = 100.0;
        morning
    }

    #[test]
    fn a_surplus_covers_units_that_would_be_lost() {
        let morning = without_transfers(short_retailer(600));
        let found = plan(&morning).substitutes;
        assert_eq!(found.len(), 1, "{found:?}");
        let line = found[0];
        assert_eq!((line.row, line.substitute), (0, 2));
        // Of the demand of 14 days, half the customers take the other item.
        assert!((200_000..=250_000).contains(&line.missing_e4), "{line:?}");
        assert!(line.taken_e4 <= line.missing_e4 / 2 + 1);
        assert!(line.taken_e4 <= line.quantity_e4);
        assert!(line.taken_e4 >= line.missing_e4 / 3);
        let terms = line.terms;
        let saving = terms.saved_here - terms.lower_margin - terms.lost_at_substitute;
        assert!((terms.saving() - saving).abs() < 1e-9 && saving > morning.costs.transfer);
        // 20 dollars of margin, 1.5 times, counted twice.
        let units = crate::number::from_e4(line.taken_e4);
        assert!((terms.saved_here - 60.0 * units).abs() < 0.01);
        assert!(terms.lower_margin.abs() < 1e-9);
    }

    #[test]
    fn orders_and_transfers_are_those_without_substitutes() {
        for morning in [short_retailer(600), without_transfers(short_retailer(600))] {
            let mut without = morning.clone();
            without.costs.substitute_acceptance = 0.0;
            let (with, without) = (plan(&morning), plan(&without));
            let mut orders = with.orders.clone();
            orders.sort_by_key(|order| order.row);
            assert_eq!(orders, without.orders);
            assert_eq!(with.transfers, without.transfers);
            assert_eq!(with.later, without.later);
            assert_eq!(without.substitutes, []);
        }
    }

    #[test]
    fn nothing_is_offered_without_a_surplus() {
        for on_hand in [0, 15] {
            let found = plan(&without_transfers(short_retailer(on_hand))).substitutes;
            assert_eq!(found, [], "{on_hand}");
        }
    }

    #[test]
    fn only_rows_of_a_group_and_location_replace_each_other() {
        let mut other_unit = without_transfers(short_retailer(600));
        other_unit.rows[2].substitution_group = Some(8);
        other_unit.rows[3].substitution_group = Some(8);
        assert_eq!(plan(&other_unit).substitutes, []);
        let mut unknown = without_transfers(short_retailer(600));
        for row in &mut unknown.rows {
            row.substitution_group = None;
        }
        assert_eq!(plan(&unknown).substitutes, []);
        let mut elsewhere = without_transfers(short_retailer(600));
        elsewhere.rows[2].location = 2;
        assert_eq!(plan(&elsewhere).substitutes, []);
    }

    #[test]
    fn units_that_arrive_in_time_are_not_replaced() {
        let mut morning = without_transfers(short_retailer(600));
        morning.arrivals = vec![Arrival {
            row: 0,
            ordered: None,
            expected: morning.today,
            quantity_e4: 2_000_000,
        }];
        assert_eq!(plan(&morning).substitutes, []);
    }

    #[test]
    fn fewer_customers_who_accept_save_less() {
        let saving = |acceptance: f64| {
            let mut morning = without_transfers(short_retailer(600));
            morning.costs.substitute_acceptance = acceptance;
            let found = plan(&morning).substitutes;
            found.first().map_or(0.0, |line| line.terms.saving())
        };
        assert!(saving(0.0).abs() < 1e-9);
        assert!(0.0 < saving(0.2) && saving(0.2) < saving(0.5) && saving(0.5) < saving(1.0));
    }

    #[test]
    fn a_substitute_earns_its_own_margin() {
        // If a missing unit costs its margin only, one without a margin saves nothing.
        let terms = |price_e4: i64| {
            let mut morning = without_transfers(short_retailer(600));
            (morning.costs.shortage, morning.costs.shortage_booked) = (1.0, 1.0);
            morning.costs.transfer = 0.0;
            for row in &mut morning.rows {
                row.carrying_share = 0.0;
            }
            morning.rows[2].unit_price_e4 = price_e4;
            let found = plan(&morning).substitutes;
            found.first().map(|line| line.terms)
        };
        let (same, lower) = (terms(1_200_000).unwrap(), terms(1_150_000).unwrap());
        assert!(lower.lower_margin > 0.0);
        assert!(lower.saving() < same.saving());
        assert!(terms(1_000_000).is_none_or(|terms| terms.saving() < 1.0));
    }

    #[test]
    fn the_most_valuable_of_several_is_chosen() {
        let mut morning = without_transfers(short_retailer(600));
        let mut other = morning.rows[2];
        (other.item, other.unit_price_e4) = (2, 1_100_000);
        morning.rows.push(other);
        let found = plan(&morning).substitutes;
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].row, found[0].substitute), (0, 2));
    }

    #[test]
    fn items_of_a_group_are_planned_together() {
        let mut morning = short_retailer(0);
        morning.rows[3].substitution_group = None;
        let together = |morning: &Morning| -> Vec<usize> {
            group_items(morning).iter().map(Vec::len).collect()
        };
        assert_eq!(together(&morning), [2]);
        morning.costs.substitute_acceptance = 0.0;
        assert_eq!(together(&morning), [1, 1]);
        morning.costs.substitute_acceptance = 0.5;
        for item in 2..=MAX_GROUP_ITEMS {
            let mut row = morning.rows[0];
            row.item = item;
            morning.rows.push(row);
        }
        assert_eq!(together(&morning).len(), MAX_GROUP_ITEMS + 1);
    }
}
