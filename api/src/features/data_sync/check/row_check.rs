//! Checks one row: each cell by its column, then the rules between cells.

use super::cell_parser::{self, CellValue};
use super::foreign_cell::{self, ForeignRow, RowContext};
use super::item_lookup::ItemLookup;
use super::source_cell::{SourceCell, SourceColumn};
use super::value_error::ValueError;
use super::value_mapping::ValueFaults;
use crate::decimal::{Decimal4, DecimalError};
use chrono_tz::Tz;
use sources::{ChangeTime, RejectCode, SourceSchema, UPDATED_AT_COLUMN};
use std::borrow::Cow;

/// The cells of one row. A column that is missing from the source is `None`.
pub(super) struct RowCells<'a> {
    pub columns: &'a [Option<SourceColumn<'a>>],
    pub index: usize,
    /// Values of these columns that cannot be computed.
    pub faults: &'a ValueFaults,
}

/// The result of checking a row.
pub(super) enum RowOutcome<'a> {
    /// A valid row: the values of the target columns, in order, and the number of those that were
    /// rounded.
    Accepted(Vec<CellValue<'a>>, u64),
    /// An invalid row.
    Rejected(RowError<'a>),
}

/// Why a row is invalid.
pub(super) struct RowError<'a> {
    /// The first invalid column.
    pub column: &'static str,
    /// The value of that column.
    pub value: String,
    /// What is wrong and what is expected. The reason names every invalid column.
    pub error: ValueError,
    /// The key as text; `None` if a part of it is empty.
    pub key: Option<String>,
    /// The key's values in their columns, all other columns missing; `None` if a part of the key is
    /// invalid.
    pub key_values: Option<Vec<CellValue<'a>>>,
}

impl<'a> RowCells<'a> {
    pub(super) fn cell(&self, position: usize) -> SourceCell<'a> {
        self.columns
            .get(position)
            .copied()
            .flatten()
            .map_or(SourceCell::Empty, |column| column.cell(self.index))
    }

    fn has_column(&self, position: usize) -> bool {
        matches!(self.columns.get(position), Some(Some(_)))
    }

    /// The cell as text for messages; empty if there is none.
    fn cell_text(&self, position: usize) -> String {
        self.cell(position).display_text().into_owned()
    }
}

/// Positions of the columns that are looked up by name. Computed once per table instead of once per
/// row.
#[derive(Debug)]
pub(super) struct ColumnPositions {
    pub is_key: Vec<bool>,
    pub updated_at: Option<usize>,
    pub item_id: Option<usize>,
    /// Position of the deciding column, position of the column that it makes required, and the
    /// value that does so.
    pub conditional_requirements: Vec<(usize, usize, &'static str)>,
    /// Positions of quantity and price.
    pub amount_factors: Option<(usize, usize)>,
}

impl ColumnPositions {
    pub(super) fn new(shape: &'static SourceSchema) -> Self {
        let demands = shape.conditional_requirements.iter().filter_map(|demand| {
            Some((
                shape.column_index(demand.condition_column)?,
                shape.column_index(demand.required_column)?,
                demand.condition_value,
            ))
        });
        Self {
            is_key: shape
                .columns
                .iter()
                .map(|column| shape.is_key_column(column))
                .collect(),
            updated_at: shape.column_index(UPDATED_AT_COLUMN),
            item_id: shape.column_index("item_id"),
            conditional_requirements: demands.collect(),
            amount_factors: shape.amount.as_ref().and_then(|amount| {
                Some((
                    shape.column_index(amount.quantity)?,
                    shape.column_index(amount.price)?,
                ))
            }),
        }
    }
}

/// Checks a row.
pub(super) fn check_row<'a>(
    shape: &'static SourceSchema,
    places: &ColumnPositions,
    cells: &RowCells<'a>,
    zone: Tz,
    items: &ItemLookup,
) -> RowOutcome<'a> {
    let mut values = Vec::with_capacity(shape.columns.len() + 1);
    let mut wrong: Vec<(usize, ValueError)> = Vec::new();
    let mut foreign = ForeignRow::default();
    for (position, (column, in_key)) in shape.columns.iter().zip(&places.is_key).enumerate() {
        if places.updated_at == Some(position) && !cells.has_column(position) {
            values.push(foreign_cell::NO_CHANGE_TIME);
            continue;
        }
        if let Some(fault) = cells.faults.find(cells.index, column.name) {
            let reason = format!("{} {}", column.name, fault.reason);
            wrong.push((position, ValueError::new(RejectCode::NotComputable, reason)));
            values.push(CellValue::Missing);
            continue;
        }
        let cell = cells.cell(position);
        let value = cell_parser::parse_cell(column, *in_key, &cell).or_else(|error| {
            let item = || items.find(text_value(values.get(places.item_id?)?)?);
            foreign
                .read_cell(
                    column,
                    *in_key,
                    &cell,
                    &RowContext {
                        shape,
                        zone,
                        item: &item,
                    },
                )
                .ok_or(error)
        });
        match value {
            Ok(value) => values.push(value),
            Err(ValueError { code, reason }) => {
                let reason = format!("{} {reason}", column.name);
                wrong.push((position, ValueError::new(code, reason)));
                values.push(CellValue::Missing);
            }
        }
    }
    for position in foreign.convert_amounts(shape, &mut values, |position| cells.cell(position)) {
        let name = shape.columns.get(position).map_or("", |column| column.name);
        let reason = format!("{name} is out of range in its unit");
        wrong.push((position, ValueError::new(RejectCode::OutOfRange, reason)));
    }
    wrong.extend(foreign_cell::find_quote_fault(shape, &values));
    for (decides, needed, decisive) in &places.conditional_requirements {
        let asked = matches!(values.get(*decides), Some(CellValue::Text(word)) if word == decisive);
        let is_known_wrong = wrong.iter().any(|(position, _)| position == needed);
        if asked && !is_known_wrong && cells.cell(*needed) == SourceCell::Empty {
            let name = shape.columns.get(*needed).map_or("", |column| column.name);
            let reason = format!("{name} is empty, but a {decisive} needs it");
            wrong.push((*needed, ValueError::new(RejectCode::MissingValue, reason)));
        }
    }
    if let (Some(amount), Some(factors)) = (&shape.amount, places.amount_factors) {
        if let Ok(value) = compute_row_amount(factors, &values) {
            values.push(value.map_or(CellValue::Missing, CellValue::BigInt));
        } else {
            let reason = format!(
                "{} x {} is out of range (must be smaller than 1000000000000 either way)",
                amount.quantity, amount.price
            );
            wrong.push((factors.0, ValueError::new(RejectCode::OutOfRange, reason)));
        }
    }
    let Some((first, error)) = wrong.first() else {
        return RowOutcome::Accepted(values, foreign.rounded);
    };
    let code = if wrong.len() == 1 {
        error.code
    } else {
        RejectCode::SeveralValues
    };
    let column = shape.columns.get(*first).map_or("", |column| column.name);
    let value = match cells.faults.find(cells.index, column) {
        Some(fault) => fault.inputs.clone(),
        None => cells.cell_text(*first),
    };
    let reason = wrong
        .iter()
        .map(|(_, error)| error.reason.as_str())
        .collect::<Vec<_>>()
        .join("; also ");
    let key_texts: Vec<Cow<'_, str>> = key_positions(shape)
        .map(|position| cells.cell_text(position).into())
        .collect();
    let right = key_positions(shape).all(|position| wrong.iter().all(|(bad, _)| *bad != position));
    RowOutcome::Rejected(RowError {
        column,
        value,
        error: ValueError::new(code, reason),
        key: join_key(&key_texts),
        key_values: right.then(|| keep_key_values(shape, values)),
    })
}

fn text_value<'a>(value: &'a CellValue<'_>) -> Option<&'a str> {
    match value {
        CellValue::Text(text) => Some(text),
        _ => None,
    }
}

/// The change time of a valid row.
pub(super) fn read_change_time(places: &ColumnPositions, values: &[CellValue<'_>]) -> ChangeTime {
    match places.updated_at.and_then(|position| values.get(position)) {
        Some(CellValue::Instant(moment)) => ChangeTime::At(*moment),
        _ => ChangeTime::Unreadable,
    }
}

/// The change time of a row that may have other invalid cells.
pub(super) fn parse_change_time(shape: &'static SourceSchema, cells: &RowCells<'_>) -> ChangeTime {
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
            cell_parser::parse_cell(column, false, &cell).map_or(ChangeTime::Unreadable, |value| {
                match value {
                    CellValue::Instant(moment) => ChangeTime::At(moment),
                    _ => ChangeTime::Unreadable,
                }
            })
        }
    }
}

/// The key of a row as text; `None` if a part of it is empty.
pub(super) fn row_key_text(shape: &'static SourceSchema, cells: &RowCells<'_>) -> Option<String> {
    let texts: Vec<Cow<'_, str>> = key_positions(shape)
        .map(|position| cells.cell_text(position).into())
        .collect();
    join_key(&texts)
}

/// The key of a row that could not be split into cells, as text and as values. Each is `None` if it
/// is not known.
pub(super) fn parse_fault_key<'a>(
    shape: &'static SourceSchema,
    key: &'a [String],
) -> (Option<String>, Option<Vec<CellValue<'a>>>) {
    let texts: Vec<Cow<'_, str>> = key.iter().map(|text| text.as_str().into()).collect();
    if texts.len() != shape.key.len() {
        return (None, None);
    }
    let values: Option<Vec<CellValue<'a>>> = (shape.columns.iter())
        .map(|column| {
            match shape
                .key
                .iter()
                .position(|name| *name == column.name)
                .and_then(|at| key.get(at))
            {
                Some(text) => {
                    cell_parser::parse_cell(column, true, &SourceCell::from_text(text)).ok()
                }
                None => Some(CellValue::Missing),
            }
        })
        .chain(shape.amount.iter().map(|_| Some(CellValue::Missing)))
        .collect();
    (join_key(&texts), values)
}

fn key_positions(shape: &'static SourceSchema) -> impl Iterator<Item = usize> {
    shape.key.iter().filter_map(|name| shape.column_index(name))
}

fn join_key(texts: &[Cow<'_, str>]) -> Option<String> {
    texts
        .iter()
        .all(|text| !text.is_empty())
        .then(|| texts.join(" / "))
}

fn keep_key_values<'a>(shape: &SourceSchema, values: Vec<CellValue<'a>>) -> Vec<CellValue<'a>> {
    let kept = values
        .into_iter()
        .zip(shape.columns)
        .map(|(value, column)| {
            if shape.is_key_column(column) {
                value
            } else {
                CellValue::Missing
            }
        });
    kept.chain(shape.amount.iter().map(|_| CellValue::Missing))
        .collect()
}

/// Quantity times price, all three scaled by 10^4. `None` if either is missing or invalid; an
/// invalid one has already been reported.
pub(super) fn compute_amount(
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

fn compute_row_amount(
    (quantity, price): (usize, usize),
    values: &[CellValue<'_>],
) -> Result<Option<i64>, DecimalError> {
    let number = |position| {
        if let Some(CellValue::BigInt(scaled)) = values.get(position) {
            Some(*scaled)
        } else {
            None
        }
    };
    compute_amount(number(quantity), number(price))
}
