//! What a price is for: one of the row's unit, unless a column such as `Per` or the name of the
//! price's column says another amount, such as 100 kg.

use super::{RowConverter, plain_text};
use crate::answers::{Question, QuestionKind};
use crate::cell::Cell;
use crate::cell_fault::CellFault;
use crate::lexicon::fold;
use crate::tables::{Column, Kind, Table};
use crate::unit_evidence::UnitWord;
use crate::values::is_blank;
use crate::values::numbers::read_number;
use crate::values::units::{UnitFactor, convert_unit, is_count, read_amount, read_unit};
use crate::values::words::UNITS;
use rust_decimal::Decimal;

/// The amount that a price is for: so many of a unit, or of the row's where it names none.
struct Basis {
    count: Decimal,
    unit: Option<UnitFactor>,
    text: String,
}

impl Basis {
    fn for_row_unit(count: Decimal) -> Self {
        Self {
            count,
            unit: None,
            text: String::new(),
        }
    }
}

impl RowConverter<'_> {
    /// The factor of the row's price: that of its quantity, unless the price is for another amount.
    /// None if there is no unit, or if it is open how the price's compares to it.
    pub(super) fn price_factor(&mut self, unit: Option<&UnitFactor>) -> Option<UnitFactor> {
        let unit = unit?;
        let target = match self.context.mapping.table {
            Table::InventoryData => "unit_cost",
            _ => "unit_price",
        };
        // A price that is computed of a total is for one of the quantity's unit.
        if self
            .source(target)
            .is_none_or(|source| is_blank(source.cell))
        {
            return Some(unit.clone());
        }
        // So is one that the line's amount confirms or corrects.
        if self.has_amount() {
            return Some(unit.clone());
        }
        let basis = if self.source("_price_basis").is_some() {
            self.basis_of_cell(target)?
        } else {
            self.basis_of_name(target)
        };
        let Some(basis) = basis else {
            return Some(unit.clone());
        };
        let factor = match &basis.unit {
            None => Some(unit.clone()),
            Some(found) => self.convert_basis(found, unit),
        };
        let Some(factor) = factor else {
            self.ask_for_basis(&basis, unit, target);
            return None;
        };
        let times = factor.times.checked_mul(basis.count)?;
        Some(UnitFactor { times, ..factor })
    }

    fn has_amount(&self) -> bool {
        let amounts = self.context.line_amounts;
        amounts.is_some_and(|amounts| {
            amounts
                .amount(self.row, self.context.decimal_sign)
                .is_some()
        })
    }

    /// The basis in the unit of the row's quantity, by weight, volume or what is known of the item.
    fn convert_basis(&self, basis: &UnitFactor, unit: &UnitFactor) -> Option<UnitFactor> {
        convert_unit(basis, &unit.unit)
            .or_else(|| {
                let known = self.known_item()?.to_stock_unit(basis.clone());
                (known.unit == unit.unit).then_some(known)
            })
            // "Each" is one of what is counted, whatever that is.
            .or_else(|| (basis.unit == "unit").then(|| unit.clone()))
    }

    /// The basis of a cell; `None` within if it is blank, and without if it cannot be read.
    #[expect(clippy::option_option, reason = "blank differs from unreadable")]
    fn basis_of_cell(&mut self, target: &'static str) -> Option<Option<Basis>> {
        let column = Column {
            name: "_price_basis",
            kind: Kind::Text,
            required: false,
        };
        let source = self.source(column.name)?;
        if is_blank(source.cell) {
            return Some(None);
        }
        let Some(source) = self.readable(&column) else {
            self.rename_bad(column.name, target);
            return None;
        };
        let reading = read_number(source.cell);
        if reading.is_number() {
            let count = self.number(source, target)?;
            if count <= Decimal::ZERO {
                self.reject(source, target, CellFault::NotPositive);
                return None;
            }
            return Some(Some(Basis::for_row_unit(count)));
        }
        let text = plain_text(source.cell);
        if let Some(count) = count_of_letter(&text) {
            return Some(Some(Basis::for_row_unit(count)));
        }
        let is_row_unit = self
            .unit_text
            .as_deref()
            .is_some_and(|unit| fold(unit) == fold(&text));
        if is_row_unit {
            return Some(None);
        }
        let found = self
            .answered_factor(&text)
            .map(|unit| (Decimal::ONE, unit))
            .or_else(|| match self.context.unit_evidence.read(&text) {
                UnitWord::Clear(word) => read_amount(word),
                UnitWord::Open => None,
            })
            .or_else(|| {
                let package = self.known_item().and_then(|item| item.package(&text))?;
                Some((Decimal::ONE, package))
            });
        let Some((count, unit)) = found else {
            self.ask_for_unit(&text);
            return None;
        };
        Some(Some(Basis {
            count,
            unit: Some(unit),
            text,
        }))
    }

    /// The basis that the name of the price's column says, as in `Price ($/ton)` or `Cost per 100`.
    fn basis_of_name(&self, target: &str) -> Option<Basis> {
        let notes = self.context.notes(target).iter();
        let mut parts = notes.flat_map(|note| note.split('/')).map(str::trim);
        parts.find_map(|part| {
            let part = part.strip_prefix("per ").unwrap_or(part);
            let number = read_number(&Cell::Text(part.to_owned()));
            if let Some(count) = number.point.filter(|count| *count > Decimal::ZERO) {
                return Some(Basis::for_row_unit(count));
            }
            let (count, unit) = read_amount(part)?;
            // "Price per unit" means one of the row's unit.
            let is_any = unit.unit == "unit";
            Some(Basis {
                count,
                unit: (!is_any).then_some(unit),
                text: part.to_owned(),
            })
        })
    }

    /// What a bag holds connects it with a price per pound. Nothing else that is asked does.
    fn ask_for_basis(&mut self, basis: &Basis, unit: &UnitFactor, target: &'static str) {
        let counts = |unit: Option<&UnitFactor>| unit.is_some_and(|unit| is_count(&unit.unit));
        let counted = if is_count(&unit.unit) {
            self.unit_text.clone()
        } else {
            counts(basis.unit.as_ref()).then(|| basis.text.clone())
        };
        match counted.filter(|text| self.answered_factor(text).is_none()) {
            Some(text) => self.ask_for_unit(&text),
            None => {
                if let Some(source) = self.source(target) {
                    self.reject(source, target, CellFault::OutOfRange);
                }
            }
        }
    }

    pub(super) fn ask_for_unit(&mut self, text: &str) {
        self.context.ask(
            Question::new(QuestionKind::Unit, format!("How much is a {text}?"))
                .about_value(text)
                .with_options(&UNITS),
        );
        self.waiting = true;
    }

    /// The unit in which an amount's own column is, as in `On Order (ton)` beside `On Hand (lb)`.
    pub(super) fn measure_factor(
        &mut self,
        target: &str,
        unit: Option<&UnitFactor>,
    ) -> Option<UnitFactor> {
        let unit = unit?;
        let note = if self.source("unit").is_some() {
            self.context.counted_package(target)
        } else {
            self.context.note_unit(target)
        };
        let Some(note) = note.filter(|note| self.unit_text.as_ref() != Some(note)) else {
            return Some(unit.clone());
        };
        if self
            .unit_text
            .as_deref()
            .is_some_and(|text| is_same_word(text, &note))
        {
            return Some(unit.clone());
        }
        let package = self.known_item().and_then(|item| item.package(&note));
        let found = self
            .answered_factor(&note)
            .or_else(|| read_unit(&note))
            .or(package);
        let converted = found.and_then(|found| self.convert_basis(&found, unit));
        if converted.is_none() {
            self.ask_for_unit(&note);
        }
        converted
    }
}

/// Whether both are one word, in singular or plural.
fn is_same_word(one: &str, other: &str) -> bool {
    let stem = |word: &str| fold(word).trim_end_matches('s').to_owned();
    stem(one) == stem(other)
}

/// Letters by which price lists say each, hundred and thousand.
fn count_of_letter(text: &str) -> Option<Decimal> {
    Some(match fold(text).trim_end_matches('.') {
        "e" => Decimal::ONE,
        "c" => Decimal::ONE_HUNDRED,
        "m" => Decimal::ONE_THOUSAND,
        _ => return None,
    })
}
