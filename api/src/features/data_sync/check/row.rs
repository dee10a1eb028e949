//! Judges one row: every cell by its column, then what cells demand of each other.

use super::cell::{self, Value};
use super::source_cell::{SourceCell, SourceColumn};
use crate::decimal::{Decimal4, DecimalError};
use crate::features::data_sync::catalogue::Shape;
use crate::features::data_sync::source::{ChangeTime, UPDATED_AT_COLUMN};
use std::borrow::Cow;

/// The cells of one row; a column that the source does not have is `None`.
pub(super) struct Cells<'a> {
    pub columns: &'a [Option<SourceColumn<'a>>],
    pub index: usize,
}

/// What becomes of a row.
pub(super) enum Verdict<'a> {
    /// All is well: the values of the target's columns, in order.
    Lands(Vec<Value<'a>>),
    /// Something is wrong.
    Rejected(Wrong<'a>),
}

/// What is wrong with a row.
pub(super) struct Wrong<'a> {
    /// The first column that is wrong.
    pub column: &'static str,
    /// What stands there.
    pub value: String,
    /// What is wrong and what is expected, of every wrong column.
    pub reason: String,
    /// The key for people, where every part of it stands there.
    pub key: Option<String>,
    /// The key's values under their columns and nothing else, where every part of it is right.
    pub key_values: Option<Vec<Value<'a>>>,
}

impl<'a> Cells<'a> {
    pub(super) fn cell(&self, position: usize) -> SourceCell<'a> {
        self.columns
            .get(position)
            .copied()
            .flatten()
            .map_or(SourceCell::Empty, |column| column.cell(self.index))
    }

    /// A cell for people; empty where there is none.
    fn text(&self, position: usize) -> String {
        self.cell(position).text().into_owned()
    }
}

/// Where the columns of a shape stand that others ask for by name: looked up once, not in every
/// row.
#[derive(Debug)]
pub(super) struct Places {
    pub in_key: Vec<bool>,
    pub moment: Option<usize>,
    /// Which column decides, which is needed then, and the word that decides.
    pub demands: Vec<(usize, usize, &'static str)>,
    /// Quantity and price.
    pub factors: Option<(usize, usize)>,
}

impl Places {
    pub(super) fn of(shape: &'static Shape) -> Self {
        let demands = shape.demands.iter().filter_map(|demand| {
            Some((
                shape.position(demand.column)?,
                shape.position(demand.needed)?,
                demand.word,
            ))
        });
        Self {
            in_key: shape
                .columns
                .iter()
                .map(|column| shape.in_key(column))
                .collect(),
            moment: shape.position(UPDATED_AT_COLUMN),
            demands: demands.collect(),
            factors: shape.amount.as_ref().and_then(|amount| {
                Some((
                    shape.position(amount.quantity)?,
                    shape.position(amount.price)?,
                ))
            }),
        }
    }
}

/// Checks a row.
pub(super) fn judge<'a>(shape: &'static Shape, places: &Places, cells: &Cells<'a>) -> Verdict<'a> {
    let mut values = Vec::with_capacity(shape.columns.len() + 1);
    let mut wrong: Vec<(usize, String)> = Vec::new();
    for (position, (column, in_key)) in shape.columns.iter().zip(&places.in_key).enumerate() {
        match cell::read(column, *in_key, &cells.cell(position)) {
            Ok(value) => values.push(value),
            Err(reason) => {
                wrong.push((position, format!("{} {reason}", column.name)));
                values.push(Value::Missing);
            }
        }
    }
    for (decides, needed, decisive) in &places.demands {
        let asked = matches!(values.get(*decides), Some(Value::Text(word)) if word == decisive);
        if asked && cells.cell(*needed) == SourceCell::Empty {
            let name = shape.columns.get(*needed).map_or("", |column| column.name);
            wrong.push((
                *needed,
                format!("{name} is empty, but a {decisive} needs it"),
            ));
        }
    }
    if let (Some(amount), Some(factors)) = (&shape.amount, places.factors) {
        match amount_of(factors, &values) {
            Ok(value) => values.push(value.map_or(Value::Missing, Value::BigInt)),
            Err(_) => {
                wrong.push((
                    factors.0,
                    format!(
                        "{} x {} is out of range (must be smaller than 1000000000000 either way)",
                        amount.quantity, amount.price
                    ),
                ));
            }
        }
    }
    let Some((first, _)) = wrong.first() else {
        return Verdict::Lands(values);
    };
    let column = shape.columns.get(*first).map_or("", |column| column.name);
    let value = cells.text(*first);
    let reason = wrong
        .iter()
        .map(|(_, reason)| reason.as_str())
        .collect::<Vec<_>>()
        .join("; also ");
    let key_texts: Vec<Cow<'_, str>> = key_positions(shape)
        .map(|position| cells.text(position).into())
        .collect();
    let right = key_positions(shape).all(|position| wrong.iter().all(|(bad, _)| *bad != position));
    Verdict::Rejected(Wrong {
        column,
        value,
        reason,
        key: key_in_words(&key_texts),
        key_values: right.then(|| only_key(shape, values)),
    })
}

/// When a row with these values says that it changed.
pub(super) fn moment_among(places: &Places, values: &[Value<'_>]) -> ChangeTime {
    match places.moment.and_then(|position| values.get(position)) {
        Some(Value::Instant(moment)) => ChangeTime::At(*moment),
        _ => ChangeTime::Unreadable,
    }
}

/// When a row says that it changed, whatever else is wrong with it.
pub(super) fn moment_of(shape: &'static Shape, cells: &Cells<'_>) -> ChangeTime {
    let Some((position, column)) = shape
        .columns
        .iter()
        .enumerate()
        .find(|(_, column)| column.name == UPDATED_AT_COLUMN)
    else {
        return ChangeTime::Unreadable;
    };
    match cells.cell(position) {
        SourceCell::Empty => ChangeTime::Missing,
        cell => {
            cell::read(column, false, &cell).map_or(ChangeTime::Unreadable, |value| match value {
                Value::Instant(moment) => ChangeTime::At(moment),
                _ => ChangeTime::Unreadable,
            })
        }
    }
}

/// The key of a row for people, where every part of it stands there.
pub(super) fn key_of(shape: &'static Shape, cells: &Cells<'_>) -> Option<String> {
    let texts: Vec<Cow<'_, str>> = key_positions(shape)
        .map(|position| cells.text(position).into())
        .collect();
    key_in_words(&texts)
}

/// The key of a row that could not be taken apart, for people and as values, as far as it can be
/// told.
pub(super) fn key_of_fault<'a>(
    shape: &'static Shape,
    key: &'a [String],
) -> (Option<String>, Option<Vec<Value<'a>>>) {
    let texts: Vec<Cow<'_, str>> = key.iter().map(|text| text.as_str().into()).collect();
    if texts.len() != shape.key.len() {
        return (None, None);
    }
    let values: Option<Vec<Value<'a>>> = (shape.columns.iter())
        .map(|column| {
            match shape
                .key
                .iter()
                .position(|name| *name == column.name)
                .and_then(|at| key.get(at))
            {
                Some(text) => cell::read(column, true, &SourceCell::of_text(text)).ok(),
                None => Some(Value::Missing),
            }
        })
        .chain(shape.amount.iter().map(|_| Some(Value::Missing)))
        .collect();
    (key_in_words(&texts), values)
}

fn key_positions(shape: &'static Shape) -> impl Iterator<Item = usize> {
    shape.key.iter().filter_map(|name| shape.position(name))
}

fn key_in_words(texts: &[Cow<'_, str>]) -> Option<String> {
    texts
        .iter()
        .all(|text| !text.is_empty())
        .then(|| texts.join(" / "))
}

fn only_key<'a>(shape: &Shape, values: Vec<Value<'a>>) -> Vec<Value<'a>> {
    let kept = values
        .into_iter()
        .zip(shape.columns)
        .map(|(value, column)| {
            if shape.in_key(column) {
                value
            } else {
                Value::Missing
            }
        });
    kept.chain(shape.amount.iter().map(|_| Value::Missing))
        .collect()
}

/// What a quantity and a price come to, all three scaled by 10^4; none where one of them is missing
/// or not right, which has been told already.
pub(super) fn amount(
    quantity: Option<i64>,
    price: Option<i64>,
) -> Result<Option<i64>, DecimalError> {
    let factor = |scaled: Option<i64>| scaled.and_then(|scaled| Decimal4::from_scaled(scaled).ok());
    let (Some(quantity), Some(price)) = (factor(quantity), factor(price)) else {
        return Ok(None);
    };
    quantity
        .checked_mul(price)
        .map(|product| Some(product.scaled()))
}

fn amount_of(
    (quantity, price): (usize, usize),
    values: &[Value<'_>],
) -> Result<Option<i64>, DecimalError> {
    let number = |position| {
        if let Some(Value::BigInt(scaled)) = values.get(position) {
            Some(*scaled)
        } else {
            None
        }
    };
    amount(number(quantity), number(price))
}
