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
    for _ in 0..MAX_TRANSFERS {
        let before: Vec<f64> = rows.iter().map(|row| row.cost_with(0.0, weeks)).collect();
        let mut best: Option<(f64, TransferLine)> = None;
        for from in 0..rows.len() {
            let movable = rows[from].movable();
            if movable < 1.0 {
                continue;
            }
            let mut last = 0.0;
            for size in 1..=SIZES {
                let units = (movable * (usize_to_f64(size) / usize_to_f64(SIZES)).powi(2)).ceil();
                if units <= last {
                    continue;
                }
                last = units;
                let loss = rows[from].cost_with(-units, weeks) - before[from];
                let freight = costs.transfer_freight_share * rows[from].row.unit_cost() * units;
                let price = costs.transfer + freight;
                for (to, row) in rows.iter().enumerate().filter(|(to, _)| *to != from) {
                    let received = before[to] - row.cost_with(units, weeks);
                    let saving = received - loss - MIN_SAVING * price;
                    if saving > best.map_or(0.0, |(most, _)| most) {
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
        let Some((_, line)) = best else {
            break;
        };
        let units = from_e4(line.quantity_e4);
        rows[line.from].apply(-units, weeks);
        rows[line.to].apply(units, weeks);
        chosen.push(TransferLine {
            from: rows[line.from].index,
            to: rows[line.to].index,
            ..line
        });
    }
    chosen
}
