//! What other columns than its own say of a price: a discount in percent.

use crate::cell::Cell;
use crate::layout::{Block, HeaderColumn};
use crate::lexicon::fold;
use crate::mapping::Mapping;
use crate::profile::ColumnProfile;
use crate::values::numbers::{DecimalSign, read_number};
use rust_decimal::Decimal;

/// The columns of a block that say more of its prices.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct PriceTerms {
    pub discount: Option<usize>,
}

impl PriceTerms {
    pub(crate) fn find(block: &Block, mapping: &Mapping, profiles: &[ColumnProfile]) -> Self {
        let Some(price) = mapping.column("unit_price") else {
            return Self::default();
        };
        let says =
            |column: &HeaderColumn, concept: &str| column.meaning.concepts.contains(&concept);
        let of_column = |index: usize| block.columns.iter().find(|column| column.index == index);
        let is_net = of_column(price).is_some_and(|column| says(column, "NET"));
        let free = || {
            block.columns.iter().filter_map(|column| {
                let mut mapped = mapping.columns.values();
                let is_free = !mapped.any(|mapped| mapped.index == column.index);
                let profile = profiles.get(column.index)?;
                (is_free && profile.filled > 0).then_some((column, profile))
            })
        };
        // A net price has its discount already.
        let discount = free().find(|(column, profile)| {
            says(column, "DISCOUNT") && is_in_percent(&column.name, profile) && !is_net
        });
        Self {
            discount: discount.map(|(column, _)| column.index),
        }
    }
}

/// Whether the name or each cell says percent, and no cell can be a share of one.
fn is_in_percent(name: &str, profile: &ColumnProfile) -> bool {
    let name = fold(name);
    let is_named = ["%", "pct", "percent", "prozent"]
        .iter()
        .any(|word| name.contains(word));
    let zero = |word: &str| {
        let reading = read_number(&Cell::Text(word.to_owned()));
        reading
            .point
            .or(reading.comma)
            .is_some_and(|value| value.is_zero())
    };
    let has_sign = |word: &String| word.ends_with('%');
    let mut words = profile.distinct.iter();
    let is_signed = words.all(|word| has_sign(word) || zero(word));
    let mut words = profile.distinct.iter();
    let is_over_one = words.any(|word| {
        let reading = read_number(&Cell::Text(word.clone()));
        reading
            .point
            .or(reading.comma)
            .is_some_and(|value| value > Decimal::ONE)
    });
    is_signed || (is_named && is_over_one)
}

/// The share of a price that remains after a discount such as `10` or `10%`; none if that is no
/// discount.
pub(crate) fn read_remaining_share(cell: &Cell, sign: Option<DecimalSign>) -> Option<Decimal> {
    let text = cell.raw_text().trim();
    let bare = text.strip_suffix('%').unwrap_or(text).trim();
    let percent = match cell {
        Cell::Text(_) => read_number(&Cell::Text(bare.to_owned())).value(sign)?,
        _ => read_number(cell).value(sign)?,
    };
    let is_discount = percent >= Decimal::ZERO && percent <= Decimal::ONE_HUNDRED;
    let share = Decimal::ONE.checked_sub(percent.checked_div(Decimal::ONE_HUNDRED)?)?;
    is_discount.then_some(share)
}
