//! Compares the amounts of lines with quantity times price. Where they differ, the amount is what
//! was charged, or a column was read as something that it is not.

use crate::cell::Row;
use crate::mapping::Mapping;
use crate::profile::ColumnProfile;
use crate::tables::Table;
use crate::values::is_blank;
use crate::values::numbers::{DecimalSign, read_number};
use rust_decimal::Decimal;

/// Names that fit worse may say another amount of the line, such as its tax.
const STRONG_NAME: f64 = 0.85;
/// Columns that are tried as the quantity.
const MAX_OTHERS: usize = 6;
/// Lines whose amounts are all negative are a ledger's, if there are so many.
const MIN_LEDGER_LINES: u64 = 3;
/// Prices for a hundred or a thousand, for a hundredweight or a ton of what is counted in pounds.
const FACTORS: [Decimal; 4] = [
    Decimal::from_parts(20, 0, 0, false, 0),
    Decimal::ONE_HUNDRED,
    Decimal::ONE_THOUSAND,
    Decimal::from_parts(2000, 0, 0, false, 0),
];
/// Taxes are no more than this share of a price, plus the price.
const MAX_TAXED: Decimal = Decimal::from_parts(13, 0, 0, false, 1);
/// Half a cent of an amount, and another for its own rounding.
const ROUNDING: Decimal = Decimal::from_parts(11, 0, 0, false, 3);

/// A column that may be the amount of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AmountColumn {
    pub index: usize,
    pub name_score: f64,
}

/// How the amount of a line stands to its quantity and its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    /// Equal but for the sign.
    Flipped,
    /// Something was charged at a price of zero.
    ZeroPrice,
    /// The price is for more or fewer units than one.
    Factor,
    Lower,
    Higher,
}

#[derive(Debug, Clone, Default)]
struct Tally {
    compared: u64,
    equal: u64,
    flipped: u64,
    zero_price: u64,
    factor: u64,
    lower: u64,
    higher: u64,
    /// Lines with the amount of the line above, though of the same order and of another product.
    repeated: u64,
    /// The smallest and the largest amount, compared to the product, of those that are higher.
    ratios: Option<(Decimal, Decimal)>,
    /// By other column: lines where it times the price is the amount.
    by_other: Vec<u64>,
}

/// Compares all lines of a block, with either decimal sign.
#[derive(Debug, Clone, Default)]
pub(crate) struct AmountTallies {
    amounts: Vec<AmountColumn>,
    quantity: Option<usize>,
    price: Option<usize>,
    order: Option<usize>,
    others: Vec<usize>,
    /// By amount column: with decimal points, and with decimal commas.
    tallies: Vec<[Tally; 2]>,
    /// The order of the line above, and its amounts.
    last: (String, Vec<[Option<Decimal>; 2]>),
}

/// What amounts say of the price of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AmountUse {
    /// The price is as it is written.
    Confirm,
    /// Where the amount differs, it divided by the quantity is the price.
    Charge,
}

/// What negative amounts of positive quantities say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NegativeAmounts {
    Return,
    /// Nothing: all amounts are, as those of revenue in a ledger.
    Ledger,
    Open,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LineAmounts {
    pub column: usize,
    pub usage: AmountUse,
    pub negative: NegativeAmounts,
}

/// What all lines say together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AmountFinding {
    Nothing,
    Known(LineAmounts),
    /// The price or the amount in this column is no line's.
    OpenPrice(usize),
    /// This column may be the quantity.
    OpenQuantity(usize),
}

impl AmountTallies {
    pub(crate) fn new(mapping: &Mapping, profiles: &[ColumnProfile]) -> Self {
        if mapping.table != Table::SalesTransactions || mapping.amounts.is_empty() {
            return Self::default();
        }
        let is_free = |index: &usize| {
            let is_mapped = mapping
                .columns
                .values()
                .any(|column| column.index == *index);
            !is_mapped && !mapping.amounts.iter().any(|amount| amount.index == *index)
        };
        let numeric = profiles
            .iter()
            .enumerate()
            .filter(|(_, profile)| profile.filled > 0 && profile.numeric_share() > 0.9);
        Self {
            amounts: mapping.amounts.clone(),
            quantity: mapping.column("quantity"),
            price: mapping.column("unit_price"),
            order: mapping.column("order_id"),
            others: numeric
                .map(|(index, _)| index)
                .filter(is_free)
                .take(MAX_OTHERS)
                .collect(),
            tallies: vec![<[Tally; 2]>::default(); mapping.amounts.len()],
            last: (String::new(), Vec::new()),
        }
    }

    pub(crate) fn add(&mut self, row: &Row) {
        let Some(quantity) = self.quantity else {
            return;
        };
        let read = |column: usize| {
            let reading = read_number(row.cell(column));
            [DecimalSign::Point, DecimalSign::Comma].map(|sign| reading.value(Some(sign)))
        };
        let quantity = read(quantity);
        let price = self.price.map(read);
        let others: Vec<[Option<Decimal>; 2]> =
            self.others.iter().map(|column| read(*column)).collect();
        let amounts: Vec<[Option<Decimal>; 2]> = self
            .amounts
            .iter()
            .map(|amount| read(amount.index))
            .collect();
        let order = self
            .order
            .map_or("", |column| row.cell(column).raw_text().trim());
        let is_same_order = !order.is_empty() && order == self.last.0;
        for (at, (tallies, amount)) in self.tallies.iter_mut().zip(&amounts).enumerate() {
            let above = self.last.1.get(at).filter(|_| is_same_order);
            for (sign, tally) in tallies.iter_mut().enumerate() {
                let value = |values: &[Option<Decimal>; 2]| values.get(sign).copied().flatten();
                let (Some(quantity), Some(amount)) = (value(&quantity), value(amount)) else {
                    continue;
                };
                let price = match &price {
                    Some(price) => value(price),
                    // Without prices only the signs are compared.
                    None => amount.checked_div(quantity).map(|price| price.abs()),
                };
                let Some(price) = price else { continue };
                tally.add(quantity, price, amount);
                if above.and_then(value) == Some(amount)
                    && relation(quantity, price, amount) != Some(Relation::Equal)
                {
                    tally.repeated += 1;
                }
                tally.by_other.resize(others.len(), 0);
                for (count, other) in tally.by_other.iter_mut().zip(&others) {
                    let fits = value(other).is_some_and(|other| {
                        relation(other, price, amount) == Some(Relation::Equal)
                    });
                    *count += u64::from(fits && !quantity.is_zero());
                }
            }
        }
        order.clone_into(&mut self.last.0);
        self.last.1 = amounts;
    }

    /// What the lines say, once the decimal sign is known as far as it can be.
    /// With `is_quantity_known` no other column is taken for the quantity.
    pub(crate) fn find(
        &self,
        sign: Option<DecimalSign>,
        has_discounts: bool,
        is_quantity_known: bool,
    ) -> AmountFinding {
        let at = usize::from(sign == Some(DecimalSign::Comma));
        let tallies = self.amounts.iter().zip(&self.tallies);
        let best = tallies
            .filter_map(|(column, tallies)| Some((column, tallies.get(at)?)))
            .filter(|(_, tally)| tally.compared > 0)
            // Of equals the first, whose name fits best.
            .rev()
            .max_by_key(|(_, tally)| tally.equal + tally.flipped);
        let Some((column, tally)) = best else {
            return AmountFinding::Nothing;
        };
        let others = if is_quantity_known {
            &[]
        } else {
            self.others.as_slice()
        };
        tally.find(*column, others, has_discounts)
    }
}

impl Tally {
    fn add(&mut self, quantity: Decimal, price: Decimal, amount: Decimal) {
        let Some(relation) = relation(quantity, price, amount) else {
            return;
        };
        self.compared += 1;
        *match relation {
            Relation::Equal => &mut self.equal,
            Relation::Flipped => &mut self.flipped,
            Relation::ZeroPrice => &mut self.zero_price,
            Relation::Factor => &mut self.factor,
            Relation::Lower => &mut self.lower,
            Relation::Higher => {
                let ratio = quantity
                    .checked_mul(price)
                    .and_then(|product| amount.checked_div(product))
                    .map(|ratio| ratio.abs());
                if let Some(ratio) = ratio {
                    let (least, most) = self.ratios.unwrap_or((ratio, ratio));
                    self.ratios = Some((least.min(ratio), most.max(ratio)));
                }
                &mut self.higher
            }
        } += 1;
    }

    fn find(&self, column: AmountColumn, others: &[usize], has_discounts: bool) -> AmountFinding {
        let fitting = self.equal + self.flipped;
        let differing = self.compared - fitting;
        let known = |usage| {
            AmountFinding::Known(LineAmounts {
                column: column.index,
                usage,
                negative: self.negative(),
            })
        };
        if differing == 0 {
            return known(AmountUse::Confirm);
        }
        let is_proven = fitting >= differing;
        let is_strong = column.name_score >= STRONG_NAME;
        if (!is_proven && !is_strong) || self.repeated * 3 >= differing {
            // Another amount than the line's: its tax, or the total of its document.
            return AmountFinding::Nothing;
        }
        let mut fits_all = self.by_other.iter().zip(others);
        let other = fits_all.find(|(count, _)| **count == self.compared);
        if let Some((_, other)) = other.filter(|_| fitting == 0 || self.compared > 1) {
            return AmountFinding::OpenQuantity(*other);
        }
        let is_explained = self.higher == 0
            && (self.lower == 0 || has_discounts)
            && (self.zero_price == 0 || is_proven);
        if is_explained {
            return known(AmountUse::Charge);
        }
        if self.higher == differing && self.is_taxed() {
            return AmountFinding::Nothing;
        }
        AmountFinding::OpenPrice(column.index)
    }

    /// Whether amounts that are higher than the products are so by one and the same tax.
    fn is_taxed(&self) -> bool {
        let tolerance = Decimal::new(5, 3);
        self.higher > 1
            && self
                .ratios
                .is_some_and(|(least, most)| most <= MAX_TAXED && most - least <= tolerance)
    }

    fn negative(&self) -> NegativeAmounts {
        if self.flipped <= self.equal {
            NegativeAmounts::Return
        } else if self.flipped == self.compared && self.flipped >= MIN_LEDGER_LINES {
            NegativeAmounts::Ledger
        } else {
            NegativeAmounts::Open
        }
    }
}

/// None for lines that say nothing.
fn relation(quantity: Decimal, price: Decimal, amount: Decimal) -> Option<Relation> {
    let (size, rate, total) = (quantity.abs(), price.abs(), amount.abs());
    if size.is_zero() {
        return None;
    }
    if fits(size, rate, total)? {
        let is_same = quantity.is_sign_negative() == amount.is_sign_negative()
            || total.is_zero()
            || price.is_sign_negative();
        return Some(if is_same {
            Relation::Equal
        } else {
            Relation::Flipped
        });
    }
    if rate.is_zero() {
        return Some(Relation::ZeroPrice);
    }
    for factor in FACTORS {
        if fits(size, rate.checked_mul(factor)?, total)?
            || fits(size, rate.checked_div(factor)?, total)?
        {
            return Some(Relation::Factor);
        }
    }
    Some(if total < size.checked_mul(rate)? {
        Relation::Lower
    } else {
        Relation::Higher
    })
}

/// Whether the amount is the product, but for the rounding of the price and its own.
fn fits(quantity: Decimal, price: Decimal, amount: Decimal) -> Option<bool> {
    let half_step = Decimal::new(5, price.normalize().scale().clamp(2, 20) + 1);
    let tolerance = quantity.checked_mul(half_step)?.checked_add(ROUNDING)?;
    let difference = quantity.checked_mul(price)?.checked_sub(amount)?;
    Some(difference.abs() <= tolerance)
}

impl LineAmounts {
    /// The price at which a line was charged, if its amount says another one than `price`.
    pub(crate) fn charged(
        &self,
        row: &Row,
        quantity: Decimal,
        price: Decimal,
        sign: Option<DecimalSign>,
    ) -> Option<Decimal> {
        let amount = self.amount(row, sign)?;
        let is_other = !matches!(
            relation(quantity, price, amount)?,
            Relation::Equal | Relation::Flipped
        );
        (self.usage == AmountUse::Charge && is_other)
            .then(|| amount.checked_div(quantity))?
            .map(|price| price.abs())
    }

    pub(crate) fn amount(&self, row: &Row, sign: Option<DecimalSign>) -> Option<Decimal> {
        let cell = row.cell(self.column);
        if is_blank(cell) {
            return None;
        }
        read_number(cell).value(sign)
    }
}
