//! Checks a batch column by column with the rules of the row check. Twice as fast, but it only
//! finds out whether all rows are valid. If not, the row check runs and gives the reasons.

use super::cell_parser::{self, CellValue};
use super::column_builder::ColumnBuilder;
use super::foreign_cell;
use super::row_check::{self, ColumnPositions};
use super::source_cell::{SourceCell, SourceColumn};
use crate::db::TargetType;
use crate::features::data_sync::target_table::to_target_type;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, Int64Array};
use sources::{ColumnSpec, SourceSchema};
use std::borrow::Cow;
use std::sync::Arc;

/// The target columns of `rows` rows; `None` if any row is invalid.
pub(super) fn check_columns(
    shape: &'static SourceSchema,
    places: &ColumnPositions,
    cells: &[Option<SourceColumn<'_>>],
    rows: usize,
) -> Option<Vec<ArrayRef>> {
    let mut columns = Vec::with_capacity(shape.columns.len() + 1);
    for (position, ((column, in_key), cells)) in (shape.columns.iter())
        .zip(&places.is_key)
        .zip(cells)
        .enumerate()
    {
        columns.push(match cells {
            None if places.updated_at == Some(position) => {
                let mut out = ColumnBuilder::new(to_target_type(column.kind));
                (0..rows).for_each(|_| out.append_value(&foreign_cell::NO_CHANGE_TIME));
                out.finish()
            }
            cells => check_column(column, *in_key, cells.as_ref(), rows)?,
        });
    }
    for (decides, needed, decisive) in &places.conditional_requirements {
        let words = columns.get(*decides)?.as_string_opt::<i32>()?;
        let needed = cells.get(*needed).copied().flatten();
        let lacks = |index| {
            words.is_valid(index)
                && words.value(index) == *decisive
                && needed.is_none_or(|column| column.cell(index) == SourceCell::Empty)
        };
        if (0..rows).any(lacks) {
            return None;
        }
    }
    if let (Some(_), Some((quantity, price))) = (&shape.amount, places.amount_factors) {
        let numbers = |position: usize| columns.get(position)?.as_primitive_opt::<Int64Type>();
        let (quantities, prices) = (numbers(quantity)?, numbers(price)?);
        let amounts: Int64Array = quantities
            .iter()
            .zip(prices)
            .map(|(quantity, price)| row_check::compute_amount(quantity, price))
            .collect::<Result<_, _>>()
            .ok()?;
        columns.push(Arc::new(amounts));
    }
    Some(columns)
}

fn check_column(
    column: &ColumnSpec,
    in_key: bool,
    cells: Option<&SourceColumn<'_>>,
    rows: usize,
) -> Option<ArrayRef> {
    if let Some(cells) = cells.filter(|cells| is_unchanged(column, in_key, cells)) {
        return Some(Arc::clone(cells.array()));
    }
    let mut out = ColumnBuilder::new(to_target_type(column.kind));
    for row in 0..rows {
        let cell = cells.map_or(SourceCell::Empty, |cells| cells.cell(row));
        out.append_value(&cell_parser::parse_cell(column, in_key, &cell).ok()?);
    }
    Some(out.finish())
}

/// Whether the source column can be used unchanged as the target column.
fn is_unchanged(column: &ColumnSpec, in_key: bool, cells: &SourceColumn<'_>) -> bool {
    let Some(texts) = cells
        .array()
        .as_string_opt::<i32>()
        .filter(|_| to_target_type(column.kind) == TargetType::Text)
    else {
        return false;
    };
    (0..texts.len()).all(|row| {
        let text = texts.value(row);
        let cell = if texts.is_null(row) {
            SourceCell::Empty
        } else {
            SourceCell::from_text(text)
        };
        match cell_parser::parse_cell(column, in_key, &cell) {
            Ok(CellValue::Text(Cow::Borrowed(kept))) => kept.len() == text.len(),
            Ok(CellValue::Missing) => texts.is_null(row),
            _ => false,
        }
    })
}
