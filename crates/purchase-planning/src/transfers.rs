//! Transfers between the locations of an item, where they cost less than what they save.

use crate::input::Costs;
use crate::number::{from_e4, to_e4, usize_to_f64};
use crate::plan::{TransferLine, TransferTerms};
use crate::row_plan::RowPlan;

/// Quantities that are compared for a pair of locations.
const SIZES: usize = 16;
/// Transfers of an item in one plan.
const MAX_TRANSFERS: usize = 4;
/// A transfer has to save so many times its cost: what it saves is uncertain.
const MIN_SAVING: f64 = 1.2;

/// Moves units between the rows of one item, the best transfer first.
pub(crate) fn choose_transfers(rows: &mut [RowPlan<'_>], costs: &Costs) -> Vec<TransferLine> {
    let weeks = costs.transfer_days / 7.0;
    let mut chosen = Vec::new();
    let mut limits: Vec<TransferLimits> = rows
        .iter()
        .map(|row| TransferLimits::new(row, weeks))
        .collect();
    for _ in 0..MAX_TRANSFERS {
        let Some(line) = find_best_transfer(rows, &limits, costs) else {
            break;
        };
        let units = from_e4(line.quantity_e4);
        for (row, units) in [(line.from, -units), (line.to, units)] {
            rows[row].apply(units, weeks);
            limits[row] = TransferLimits::new(&rows[row], weeks);
        }
        chosen.push(TransferLine {
            from: rows[line.from].index,
            to: rows[line.to].index,
            ..line
        });
    }
    chosen
}

/// What a transfer can save at most at a row: pairs that cannot save more than the best one are not
/// computed.
#[derive(Debug, Clone, Copy)]
struct TransferLimits {
    /// Expected cost without a transfer.
    cost: f64,
    received: f64,
    given: f64,
}

impl TransferLimits {
    /// `weeks`: those that a transfer takes.
    fn new(row: &RowPlan<'_>, weeks: f64) -> Self {
        let cost = row.cost_with(0.0, weeks);
        let (received, given) = row.lowest_costs();
        Self {
            cost,
            received: cost - received,
            given: cost - given,
        }
    }
}

/// The transfer that saves most, with indexes into `rows`.
fn find_best_transfer(
    rows: &[RowPlan<'_>],
    limits: &[TransferLimits],
    costs: &Costs,
) -> Option<TransferLine> {
    let weeks = costs.transfer_days / 7.0;
    let mut best: Option<(f64, TransferLine)> = None;
    let most_received = |from: usize| {
        let others = limits.iter().enumerate().filter(|(to, _)| *to != from);
        others.fold(f64::NEG_INFINITY, |most, (_, limit)| {
            most.max(limit.received)
        })
    };
    for from in 0..rows.len() {
        let movable = rows[from].movable();
        if movable < 1.0 {
            continue;
        }
        let most_received = most_received(from);
        let mut previous = 0.0;
        for size in 1..=SIZES {
            let units = (movable * (usize_to_f64(size) / usize_to_f64(SIZES)).powi(2)).ceil();
            if units <= previous {
                continue;
            }
            previous = units;
            let freight = costs.transfer_freight_share * rows[from].row.unit_cost() * units;
            let price = costs.transfer + freight;
            let threshold = best.map_or(0.0, |(most, _)| most) + MIN_SAVING * price;
            if most_received + limits[from].given <= threshold {
                continue;
            }
            let loss = rows[from].cost_with(-units, weeks) - limits[from].cost;
            for (to, row) in rows.iter().enumerate().filter(|(to, _)| *to != from) {
                let threshold = best.map_or(0.0, |(most, _)| most);
                if limits[to].received - loss - MIN_SAVING * price <= threshold {
                    continue;
                }
                let received = limits[to].cost - row.cost_with(units, weeks);
                let saving = received - loss - MIN_SAVING * price;
                if saving > threshold {
                    let terms = TransferTerms {
                        saved_at_destination: received,
                        lost_at_source: loss,
                        handling: costs.transfer,
                        freight,
                    };
                    let quantity_e4 = to_e4(units);
                    best = Some((
                        saving,
                        TransferLine {
                            from,
                            to,
                            quantity_e4,
                            terms,
                        },
                    ));
                }
            }
        }
    }
    best.map(|(_, line)| line)
}
