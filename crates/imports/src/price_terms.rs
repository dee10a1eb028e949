//! What other columns than its own say of a price: a discount in percent, and how many units it is for.

use crate::cell::Cell;
use crate::item_units::ItemUnits;
use crate::layout::{Block, HeaderColumn};
use crate::lexicon::fold;
use crate::mapping::Mapping;
use crate::profile::ColumnProfile;
use crate::values::numbers::{DecimalSign, read_number};
use crate::values::units::{UnitFactor, read_unit};
use rust_decimal::Decimal;

/// The columns of a block that say more of its prices.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct PriceTerms {
    pub discount: Option<usize>,
    pub basis: Option<usize>,
}

/// What a price is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PriceBasis {
    Count(Decimal),
    Unit(UnitFactor),
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
        let basis = free().find(|(column, profile)| {
            let is_basis =
                says(column, "PRICE_UNIT") || (says(column, "PRICE") && says(column, "UNIT"));
            let mut words = profile.distinct.iter();
            is_basis && words.all(|word| is_basis_word(word))
        });
        Self {
            discount: discount.map(|(column, _)| column.index),
            basis: basis.map(|(column, _)| column.index),
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

fn is_count(value: Decimal) -> bool {
    [1, 10, 100, 1000, 10_000]
        .iter()
        .any(|count| value == Decimal::from(*count))
}

fn is_basis_word(word: &str) -> bool {
    let reading = read_number(&Cell::Text(word.to_owned()));
    [reading.point, reading.comma]
        .into_iter()
        .flatten()
        .any(is_count)
        || read_word(word).is_some()
}

fn read_word(word: &str) -> Option<PriceBasis> {
    match fold(word).as_str() {
        "c" => Some(PriceBasis::Count(Decimal::ONE_HUNDRED)),
        "m" => Some(PriceBasis::Count(Decimal::ONE_THOUSAND)),
        "e" => Some(PriceBasis::Count(Decimal::ONE)),
        _ => read_unit(word).map(PriceBasis::Unit),
    }
}

/// `100`, `C` or `ton`; none if that says nothing of a price.
pub(crate) fn read_basis(cell: &Cell, sign: Option<DecimalSign>) -> Option<PriceBasis> {
    let count = read_number(cell)
        .value(sign)
        .filter(|count| is_count(*count));
    count
        .map(PriceBasis::Count)
        .or_else(|| read_word(cell.raw_text()))
}

impl PriceBasis {
    /// A price for this, as the price for one of `unit`'s; none if nothing connects the two.
    pub(crate) fn price(
        self,
        value: Decimal,
        unit: &UnitFactor,
        item: Option<&ItemUnits>,
    ) -> Option<Decimal> {
        match self {
            PriceBasis::Count(count) => unit.price(value.checked_div(count)?),
            // Each of what is counted, whatever that is called.
            PriceBasis::Unit(basis) if basis.unit == "unit" || unit.unit == "unit" => {
                unit.price(value)
            }
            PriceBasis::Unit(basis) => {
                let units = ItemUnits {
                    stock_unit: Some(unit.unit.clone()),
                    ..item.cloned().unwrap_or_default()
                };
                let basis = units.to_stock_unit(basis);
                (basis.unit == unit.unit).then(|| basis.price(value))?
            }
        }
    }
}
