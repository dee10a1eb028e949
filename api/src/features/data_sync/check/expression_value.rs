//! Computes the value of an expression from the cells of one row: exactly, or not at all.

use super::foreign_cell::read_number;
use super::source_cell::{SourceCell, SourceColumn};
use chrono::NaiveDate;
use imports::vocabulary::{self, DateOrder, DecimalSign};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use sources::{Expression, Operation, trim_cell};

/// An expression and the columns of a batch that it is computed from.
pub(super) struct ExpressionColumns<'a> {
    expression: &'a Expression,
    /// In the order of the expression. `None` if the batch lacks the column.
    columns: Vec<Option<SourceColumn<'a>>>,
}

/// The cells of an expression in one row: the name of each and its text, `None` if it is empty.
struct Inputs<'a> {
    names: &'a [String],
    cells: Vec<SourceCell<'a>>,
}

/// A form of dates that [`Operation::ReadDate`] reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DateForm {
    Text(DateOrder),
    /// `20260331`
    YearMonthDay,
    /// `1260331`: the century since 1900, then the year of two digits.
    CenturyYearMonthDay,
}

impl DateForm {
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "mdy" => Self::Text(DateOrder::MonthFirst),
            "dmy" => Self::Text(DateOrder::DayFirst),
            "yyyymmdd" => Self::YearMonthDay,
            "cyymmdd" => Self::CenturyYearMonthDay,
            _ => return None,
        })
    }
}

fn decimal_sign(name: &str) -> Option<DecimalSign> {
    match name {
        "point" => Some(DecimalSign::Point),
        "comma" => Some(DecimalSign::Comma),
        _ => None,
    }
}

fn factor(text: &str) -> Option<Decimal> {
    let factor = Decimal::from_str_exact(text).ok()?;
    (!factor.is_zero()).then_some(factor)
}

/// Why the text of an operation is not valid, as a sentence; `None` if it is.
pub fn explain_invalid_text(operation: Operation, text: &str) -> Option<&'static str> {
    let (is_valid, message) = match operation {
        Operation::ReadDate => (
            DateForm::from_name(text).is_some(),
            "The form of the date must be mdy, dmy, yyyymmdd or cyymmdd.",
        ),
        Operation::ReadNumber => (
            decimal_sign(text).is_some(),
            "The decimal sign must be point or comma.",
        ),
        Operation::Scale => (
            factor(text).is_some(),
            "The factor must be a number other than zero, such as 0.01.",
        ),
        Operation::RemovePrefix => (!text.is_empty(), "Enter the prefix to remove."),
        _ => return None,
    };
    (!is_valid).then_some(message)
}

impl<'a> ExpressionColumns<'a> {
    pub(super) fn new(expression: &'a Expression, columns: Vec<Option<SourceColumn<'a>>>) -> Self {
        Self {
            expression,
            columns,
        }
    }

    /// The value of a row, as in a CSV file; `None` if it is empty. Fails with a predicate that
    /// follows the column's name.
    pub(super) fn compute_value(&self, row: usize) -> Result<Option<String>, String> {
        let inputs = self.inputs(row);
        let Expression {
            operation,
            text,
            words,
            ..
        } = self.expression;
        match operation {
            Operation::FirstFilled => (0..inputs.cells.len())
                .find_map(|position| inputs.text(position).transpose())
                .transpose(),
            Operation::Concatenate => Ok(inputs.all_texts()?.map(|parts| parts.join(text))),
            Operation::RemovePrefix => Ok(inputs.text(0)?.map(|whole| {
                let rest = whole.strip_prefix(text.as_str());
                rest.map_or(whole.clone(), |rest| trim_cell(rest).to_owned())
            })),
            Operation::Add => inputs.fold_numbers(Decimal::checked_add),
            Operation::Subtract => inputs.fold_numbers(Decimal::checked_sub),
            Operation::Multiply => inputs.fold_numbers(Decimal::checked_mul),
            Operation::Divide => inputs.divide(),
            Operation::Scale => inputs.map_number(|number| number.checked_mul(factor(text)?)),
            Operation::Absolute => inputs.map_number(|number| Some(number.abs())),
            Operation::NegateWhen if inputs.is_word(1, words) => {
                inputs.map_number(|number| Some(-number))
            }
            Operation::NegativeWhen if inputs.is_word(1, words) => {
                inputs.map_number(|number| Some(-number.abs()))
            }
            Operation::NegateWhen | Operation::NegativeWhen => inputs.map_number(Some),
            Operation::KeepWhen if inputs.is_word(1, words) => inputs.text(0),
            Operation::KeepWhen => Ok(None),
            Operation::WordBySign => inputs.choose_word(words),
            Operation::DateFromParts => inputs.join_date(),
            Operation::ReadDate => inputs.read_date(text),
            Operation::ReadNumber => inputs.read_number(text),
        }
    }

    /// The cells of a row, for messages.
    pub(super) fn describe_inputs(&self, row: usize) -> String {
        let inputs = self.inputs(row);
        let texts = inputs.cells.iter().map(SourceCell::display_text);
        let texts: Vec<String> = texts.map(std::borrow::Cow::into_owned).collect();
        texts.join(" | ")
    }

    fn inputs(&self, row: usize) -> Inputs<'a> {
        let cell = |column: &Option<SourceColumn<'a>>| {
            column.map_or(SourceCell::Empty, |column| column.cell(row))
        };
        Inputs {
            names: &self.expression.columns,
            cells: self.columns.iter().map(cell).collect(),
        }
    }
}

impl Inputs<'_> {
    fn name(&self, position: usize) -> &str {
        self.names.get(position).map_or("", String::as_str)
    }

    /// The text of a cell; `None` if it is empty.
    fn text(&self, position: usize) -> Result<Option<String>, String> {
        let wrong = |what: &str| {
            Err(format!(
                "cannot be computed: {} {what}",
                self.name(position)
            ))
        };
        match self.cells.get(position) {
            None | Some(SourceCell::Empty) => Ok(None),
            Some(SourceCell::Bytes(_)) => wrong("is not UTF-8 text"),
            Some(SourceCell::OutOfRange) => wrong("is out of range"),
            Some(SourceCell::Text(text)) if vocabulary::is_nothing(text) => Ok(None),
            Some(cell) => Ok(Some(cell.display_text().into_owned())),
        }
    }

    /// The number of a cell; `None` if it is empty.
    fn number(&self, position: usize) -> Result<Option<Decimal>, String> {
        if self.text(position)?.is_none() {
            return Ok(None);
        }
        let number = self.cells.get(position).and_then(read_number);
        number.map(Some).ok_or_else(|| {
            format!(
                "cannot be computed: {} is not a number in plain notation",
                self.name(position)
            )
        })
    }

    /// All values, or `None` if all are empty. Fails if only some are.
    fn all<T>(
        &self,
        read: impl Fn(usize) -> Result<Option<T>, String>,
    ) -> Result<Option<Vec<T>>, String> {
        let values = (0..self.cells.len())
            .map(read)
            .collect::<Result<Vec<_>, _>>()?;
        if values.iter().all(Option::is_none) {
            return Ok(None);
        }
        let mut found = Vec::with_capacity(values.len());
        for (position, value) in values.into_iter().enumerate() {
            found.push(
                value.ok_or_else(|| {
                    format!("cannot be computed: {} is empty", self.name(position))
                })?,
            );
        }
        Ok(Some(found))
    }

    fn all_texts(&self) -> Result<Option<Vec<String>>, String> {
        self.all(|position| self.text(position))
    }

    fn all_numbers(&self) -> Result<Option<Vec<Decimal>>, String> {
        self.all(|position| self.number(position))
    }

    fn fold_numbers(
        &self,
        step: impl Fn(Decimal, Decimal) -> Option<Decimal>,
    ) -> Result<Option<String>, String> {
        let Some(numbers) = self.all_numbers()? else {
            return Ok(None);
        };
        let mut numbers = numbers.into_iter();
        let first = numbers.next();
        let result = first.and_then(|first| numbers.try_fold(first, step));
        plain_number(result)
    }

    fn map_number(
        &self,
        change: impl Fn(Decimal) -> Option<Decimal>,
    ) -> Result<Option<String>, String> {
        let Some(number) = self.number(0)? else {
            return Ok(None);
        };
        plain_number(change(number))
    }

    fn divide(&self) -> Result<Option<String>, String> {
        let numbers = self.all_numbers()?;
        let Some([dividend, divisor]) = numbers.as_deref() else {
            return Ok(None);
        };
        if divisor.is_zero() {
            return Err(format!("cannot be computed: {} is zero", self.name(1)));
        }
        plain_number(dividend.checked_div(*divisor))
    }

    /// Whether a cell is one of the words. An empty word is an empty cell.
    fn is_word(&self, position: usize, words: &[String]) -> bool {
        let text = self
            .cells
            .get(position)
            .map_or_else(Default::default, SourceCell::display_text);
        let text = super::value_mapping::fold_word(&text);
        let mut words = words.iter();
        words.any(|word| super::value_mapping::fold_word(word) == text)
    }

    fn choose_word(&self, words: &[String]) -> Result<Option<String>, String> {
        let Some(number) = self.number(0)? else {
            return Ok(None);
        };
        if number.is_zero() {
            return Err(format!("cannot be computed: {} is zero", self.name(0)));
        }
        let position = usize::from(number > Decimal::ZERO);
        Ok(words.get(position).cloned())
    }

    /// The date of year, month and day. Zero in all of them is no date.
    fn join_date(&self) -> Result<Option<String>, String> {
        let numbers = self.all_numbers()?;
        let Some([year, month, day]) = numbers.as_deref() else {
            return Ok(None);
        };
        if [year, month, day].iter().all(|part| part.is_zero()) {
            return Ok(None);
        }
        let part = |number: &Decimal| {
            let is_whole = number.fract().is_zero();
            is_whole.then(|| number.to_u32()).flatten()
        };
        let date = part(year)
            .zip(part(month))
            .zip(part(day))
            .and_then(|((year, month), day)| build_date(full_year(year), month, day));
        date.map(|date| Some(date.to_string()))
            .ok_or_else(|| "cannot be computed: year, month and day are no date".to_owned())
    }

    fn read_date(&self, form: &str) -> Result<Option<String>, String> {
        let Some(text) = self.text(0)? else {
            return Ok(None);
        };
        let digits = |width: usize| {
            let is_number = text.len() <= width && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse::<u32>().ok()).flatten()
        };
        let from_digits = |year: u32, rest: u32| build_date(year, rest / 100 % 100, rest % 100);
        let is_dated = matches!(
            self.cells.first(),
            Some(SourceCell::Date(_) | SourceCell::LocalDateTime(_) | SourceCell::Instant(_))
        );
        let found = match DateForm::from_name(form) {
            _ if is_dated => Some(text.clone()),
            Some(DateForm::YearMonthDay | DateForm::CenturyYearMonthDay)
                if digits(8) == Some(0) =>
            {
                return Ok(None);
            }
            Some(DateForm::YearMonthDay) => digits(8)
                .and_then(|number| from_digits(number / 10_000, number))
                .map(|day| day.to_string()),
            Some(DateForm::CenturyYearMonthDay) => digits(7)
                .and_then(|number| from_digits(1900 + number / 10_000, number))
                .map(|day| day.to_string()),
            Some(DateForm::Text(order)) => {
                vocabulary::read_moment_in(&text, Some(order)).map(|(at, offset)| {
                    let offset = offset.map_or_else(String::new, |offset| offset.to_string());
                    format!("{}{offset}", at.format("%Y-%m-%dT%H:%M:%S%.f"))
                })
            }
            None => None,
        };
        found.map(Some).ok_or_else(|| {
            format!(
                "cannot be computed: {} is no date of the form {form}",
                self.name(0)
            )
        })
    }

    fn read_number(&self, sign: &str) -> Result<Option<String>, String> {
        let Some(text) = self.text(0)? else {
            return Ok(None);
        };
        let number = match (self.cells.first(), decimal_sign(sign)) {
            (Some(SourceCell::Text(_)), Some(sign)) => vocabulary::read_number_with(&text, sign),
            (Some(cell), _) => read_number(cell),
            (None, _) => None,
        };
        let number = number.ok_or_else(|| {
            format!(
                "cannot be computed: {} is not a number with a decimal {sign}",
                self.name(0)
            )
        })?;
        plain_number(Some(number))
    }
}

/// Years of two digits are those from 1950 to 2049.
fn full_year(year: u32) -> u32 {
    match year {
        0..=49 => 2000 + year,
        50..=99 => 1900 + year,
        year => year,
    }
}

/// A date of business; other years are no years.
fn build_date(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    let year = (1900..=2199).contains(&year).then_some(year)?;
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
}

fn plain_number(result: Option<Decimal>) -> Result<Option<String>, String> {
    result
        .map(|number| Some(number.normalize().to_string()))
        .ok_or_else(|| "cannot be computed: the result is out of range".to_owned())
}

#[cfg(test)]
mod tests;
