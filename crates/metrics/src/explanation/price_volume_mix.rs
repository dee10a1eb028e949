//! Splits the change of an amount into price, volume and mix.
//!
//! An item in a unit has a price in a period if its quantity is positive. Items with prices in both
//! periods change by `price` = amount now - amount at old prices; the rest of their change is
//! `volume`, the old amount x the growth of the quantity, and `mix`, what is left. Quantities are
//! added within a unit only, so volume and mix are sums over units.

use super::change_parts::round_parts;
use super::{ChangeEffect, Effect};
use crate::figure::Figure;
use crate::sql::Cell;
use std::collections::BTreeMap;

/// Amount and quantity of an item in a unit.
#[derive(Clone, Debug)]
pub(super) struct ItemFigures {
    unit: Cell,
    pub(super) now: Option<(Figure, Figure)>,
    pub(super) before: Option<(Figure, Figure)>,
}

impl ItemFigures {
    pub(super) fn new(unit: Cell) -> Self {
        Self {
            unit,
            now: None,
            before: None,
        }
    }
}

/// Sums over items of one unit that have prices in both periods.
#[derive(Clone, Copy, Debug, Default)]
struct UnitSums {
    amount: Figure,
    quantity: Figure,
    amount_before: Figure,
    quantity_before: Figure,
    /// The quantities now at the prices before.
    amount_at_old_prices: Figure,
}

/// The effects, which add up to the change; none if a figure does not fit, or if items do not add
/// up to the change.
pub(super) fn split_amount(items: &[ItemFigures], change: Figure) -> Option<Vec<ChangeEffect>> {
    let mut units: BTreeMap<&Cell, UnitSums> = BTreeMap::new();
    let (mut new, mut ended, mut unpriced) = (Figure::ZERO, Figure::ZERO, Figure::ZERO);
    for item in items {
        match (item.now, item.before) {
            (Some((amount, quantity)), Some((old_amount, old_quantity)))
                if quantity.is_positive() && old_quantity.is_positive() =>
            {
                let sums = units.entry(&item.unit).or_default();
                let at_old_price = scale(old_amount, quantity, old_quantity)?;
                sums.amount = sums.amount.plus(amount)?;
                sums.quantity = sums.quantity.plus(quantity)?;
                sums.amount_before = sums.amount_before.plus(old_amount)?;
                sums.quantity_before = sums.quantity_before.plus(old_quantity)?;
                sums.amount_at_old_prices = sums.amount_at_old_prices.plus(at_old_price)?;
            }
            (Some((amount, quantity)), None) if quantity.is_positive() => {
                new = new.plus(amount)?;
            }
            (None, Some((amount, quantity))) if quantity.is_positive() => {
                ended = ended.minus(amount)?;
            }
            (now, before) => {
                let amount = |side: Option<(Figure, Figure)>| side.map_or(Figure::ZERO, |s| s.0);
                unpriced = unpriced.plus(amount(now).minus(amount(before))?)?;
            }
        }
    }
    let (mut price, mut volume, mut mix) = (Figure::ZERO, Figure::ZERO, Figure::ZERO);
    for sums in units.values() {
        let at_old_mix = scale(sums.amount_before, sums.quantity, sums.quantity_before)?;
        price = price.plus(sums.amount.minus(sums.amount_at_old_prices)?)?;
        volume = volume.plus(at_old_mix.minus(sums.amount_before)?)?;
        mix = mix.plus(sums.amount_at_old_prices.minus(at_old_mix)?)?;
    }
    let parts = [price, volume, mix, new, ended, unpriced];
    let shown = round_parts(&parts)?;
    let mut sum = Figure::ZERO;
    for part in &shown {
        sum = sum.plus(*part)?;
    }
    let effects = [
        Effect::Price,
        Effect::Volume,
        Effect::Mix,
        Effect::NewItems,
        Effect::EndedItems,
        Effect::Unpriced,
    ];
    let effects = effects.into_iter().zip(shown);
    let effects = effects.map(|(effect, amount)| ChangeEffect { effect, amount });
    (sum == change).then(|| effects.collect())
}

/// An amount at another quantity, with the decimals of amounts.
fn scale(amount: Figure, quantity: Figure, old_quantity: Figure) -> Option<Figure> {
    amount
        .multiplied_by(quantity)?
        .divided_by(old_quantity)?
        .rounded_to_4()
}
