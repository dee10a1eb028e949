//! The exact figures of draft orders.

use super::store::Draft;
use crate::decimal::{Decimal4, ExactSum};
use entities::purchase_order_line;

/// The figures of a line.
#[derive(Clone, Copy, Debug)]
pub(in crate::features::purchasing) struct LineFigures {
    pub(in crate::features::purchasing) quantity: Decimal4,
    /// The price of one unit.
    pub(in crate::features::purchasing) unit_cost: Decimal4,
    /// Quantity x unit cost, with four decimals.
    pub(in crate::features::purchasing) amount: ExactSum,
}

impl LineFigures {
    pub(in crate::features::purchasing) fn from_row(row: &purchase_order_line::Model) -> Self {
        let (quantity, unit_cost) = (
            decimal_or_zero(row.quantity_e4),
            decimal_or_zero(row.unit_cost_e4),
        );
        Self {
            quantity,
            unit_cost,
            amount: quantity.checked_mul(unit_cost).unwrap_or_default().into(),
        }
    }
}

impl Draft {
    /// The total, in the currency of the draft.
    pub(in crate::features::purchasing) fn total(&self) -> ExactSum {
        let amounts = self
            .lines
            .iter()
            .map(|line| LineFigures::from_row(line).amount);
        amounts.fold(ExactSum::ZERO, ExactSum::saturating_add)
    }
}

/// Zero is unreachable: values are validated when they are written.
pub(in crate::features::purchasing) fn decimal_or_zero(scaled: i64) -> Decimal4 {
    Decimal4::from_scaled(scaled).unwrap_or_default()
}
