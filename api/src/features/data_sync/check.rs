//! Checks every cell of a batch. Valid rows become typed columns. Invalid rows become rejects with
//! a reason that says what is expected.

use crate::db::{RejectedRow, RowLocator, StagedFile};
use arrow_array::cast::AsArray;
use arrow_array::types::TimestampMicrosecondType;
use arrow_array::{ArrayRef, BooleanArray, Int64Array, RecordBatch};
use arrow_schema::{ArrowError, Schema};
use chrono_tz::Tz;
use column_builder::ColumnBuilder;
use row_check::{ColumnPositions, RowCells, RowOutcome};
use row_location::RowLocation;
use source_cell::{SourceCell, SourceColumn};
use sources::{
    ChangeTime, ChangeTimes, ColumnSpec, Layout, RowFault, SourceBatch, SourceSchema,
    UPDATED_AT_COLUMN,
};
use std::sync::Arc;
use value_error::ValueError;

mod cell_parser;
mod column_builder;
mod columnwise_check;
mod expression_value;
mod foreign_cell;
mod item_lookup;
mod row_check;
mod row_location;
mod row_selection;
mod source_cell;
mod value_error;
mod value_mapping;

pub use expression_value::explain_invalid_text;
pub use item_lookup::ItemLookup;
pub use row_selection::RowSelection;

/// Maximum number of characters of a value that a reject stores.
const MAX_VALUE_CHARS: usize = 200;

/// Why a text is no value of a column, as a predicate that follows it; `None` if it is one. The unit
/// of a quantity can be an amount of another one, such as `2.5 gal`.
pub fn explain_invalid_value(column: &ColumnSpec, text: &str) -> Option<String> {
    if foreign_cell::is_convertible_unit(column, text) {
        return None;
    }
    let parsed = cell_parser::parse_cell(column, false, &SourceCell::from_text(text));
    parsed.err().map(|error| error.reason)
}

/// The cells of a sample as text, in the order of its columns. Cells of a type that is not read are
/// empty.
pub fn read_sample_rows(rows: &RecordBatch, columns: usize) -> Vec<Vec<String>> {
    let columns: Vec<Option<SourceColumn<'_>>> = (0..columns)
        .map(|position| {
            let found = SourceColumn::find_in_batch(rows, &format!("input_{position}"));
            found.ok().flatten()
        })
        .collect();
    let text = |column: &Option<SourceColumn<'_>>, row| {
        column.map_or_else(String::new, |column| {
            let cell = column.cell(row);
            truncate_sample(&cell.display_text())
        })
    };
    (0..rows.num_rows())
        .map(|row| columns.iter().map(|column| text(column, row)).collect())
        .collect()
}

fn truncate_sample(text: &str) -> String {
    text.chars().take(MAX_VALUE_CHARS).collect()
}

/// The result of checking a batch.
#[derive(Debug)]
pub struct CheckedBatch {
    /// Rows to stage, in the columns of [`crate::db::TargetTable::staged_columns`]. Includes
    /// rejected rows whose key is valid, marked as not accepted, so that the merge does not delete
    /// their earlier version.
    pub rows: RecordBatch,
    /// The file that the rows come from.
    pub file: Option<StagedFile>,
    /// The rejected rows.
    pub rejects: Vec<RejectedRow>,
    /// Number of rejected rows whose key is unknown or uncertain.
    pub unidentified: u64,
    /// Number of rows read from the source.
    pub read: u64,
    /// Number of bytes read from the source.
    pub bytes: u64,
    /// Change times of the rows.
    pub change_times: ChangeTimes,
    /// Whether the source has no column of change times.
    pub lacks_change_times: bool,
    /// Number of values that had more than 4 decimals.
    pub rounded: u64,
}

/// Checks the batches of one table in order.
#[derive(Debug)]
pub struct BatchChecker {
    shape: &'static SourceSchema,
    layout: Layout,
    positions: Arc<ColumnPositions>,
    schema: Arc<Schema>,
    /// Number of rows so far, for sources without files.
    row_count: u64,
    /// The file of the latest rows.
    file: Option<StagedFile>,
    selection: Option<Arc<RowSelection>>,
    /// The time zone of times without an offset.
    zone: Tz,
    items: ItemLookup,
}

impl BatchChecker {
    /// Creates a checker for the start of a table. Times without an offset are in `zone`.
    pub fn new(layout: Layout, zone: Tz) -> Self {
        let shape = layout.shape;
        Self {
            shape,
            layout,
            positions: Arc::new(ColumnPositions::new(shape)),
            schema: Arc::new(Schema::new(column_builder::staging_fields(shape))),
            row_count: 0,
            file: None,
            selection: None,
            zone,
            items: ItemLookup::empty(),
        }
    }

    /// Reads packages by the packs of these items.
    #[must_use]
    pub fn with_items(self, items: ItemLookup) -> Self {
        Self { items, ..self }
    }

    /// Skips all rows that are not in `wanted`. `None`: skips none.
    #[must_use]
    pub fn with_selection(self, wanted: Option<Arc<RowSelection>>) -> Self {
        Self {
            selection: wanted,
            ..self
        }
    }

    /// Checks a batch. Fails if the columns of the batch do not fit the table, or if it has too
    /// many rows to number.
    pub fn check_batch(&mut self, batch: &SourceBatch) -> Result<CheckedBatch, ArrowError> {
        let mapped = value_mapping::map_values(&batch.rows, &self.layout)?;
        let (rows, faults) = (mapped.rows, mapped.faults);
        let cells = self
            .shape
            .columns
            .iter()
            .map(|column| SourceColumn::find_in_batch(&rows, column.name))
            .collect::<Result<Vec<_>, _>>()?;
        self.track_file(batch.file.as_ref());
        let lacks_change_times = rows.column_by_name(UPDATED_AT_COLUMN).is_none();
        if batch.faults.is_empty()
            && faults.is_empty()
            && self.selection.is_none()
            && let Some(columns) = columnwise_check::check_columns(
                self.shape,
                &self.positions,
                &cells,
                batch.rows.num_rows(),
            )
        {
            return self.accept_batch(batch, columns, lacks_change_times);
        }
        let mut out = BatchOutput {
            positions: Arc::clone(&self.positions),
            builders: column_builder::staging_builders(self.shape),
            rejects: Vec::new(),
            selection: self.selection.clone(),
            skipped: 0,
            unidentified: 0,
            change_times: ChangeTimes::default(),
            zone: self.zone,
            rounded: 0,
        };
        let mut row_faults = batch.faults.iter().peekable();
        for index in 0..batch.rows.num_rows() {
            let line = batch.lines.get(index).copied();
            // Rows and faults are two lists in file order. Merge them, so that locations are
            // numbered in file order.
            while let Some(fault) =
                row_faults.next_if(|fault| line.is_some_and(|line| fault.line < line))
            {
                out.reject_fault(self.shape, self.next_location(Some(fault.line))?, fault);
            }
            out.check_row(
                self.shape,
                self.next_location(line)?,
                &RowCells {
                    columns: &cells,
                    index,
                    faults: &faults,
                },
                &self.items,
            );
        }
        for fault in row_faults {
            out.reject_fault(self.shape, self.next_location(Some(fault.line))?, fault);
        }
        if let Some(error) = self.items.take_error() {
            return Err(ArrowError::ExternalError(error));
        }
        let read = (batch.rows.num_rows() + batch.faults.len()) as u64 - out.skipped;
        let columns: Vec<ArrayRef> = out
            .builders
            .into_iter()
            .map(ColumnBuilder::finish)
            .collect();
        Ok(CheckedBatch {
            rows: RecordBatch::try_new(Arc::clone(&self.schema), columns)?,
            file: self.file.clone(),
            rejects: out.rejects,
            unidentified: out.unidentified,
            read,
            bytes: batch.bytes,
            change_times: out.change_times,
            lacks_change_times,
            rounded: out.rounded,
        })
    }

    /// The result for a batch without invalid rows. `columns` are its checked columns.
    fn accept_batch(
        &mut self,
        batch: &SourceBatch,
        mut columns: Vec<ArrayRef>,
        lacks_change_times: bool,
    ) -> Result<CheckedBatch, ArrowError> {
        let rows = batch.rows.num_rows();
        let places =
            (0..rows).map(|row| Ok(self.next_locator(batch.lines.get(row).copied())?.as_i64()));
        let places = places.collect::<Result<Int64Array, ArrowError>>()?;
        let mut moments = ChangeTimes::default();
        let at = self.positions.updated_at.and_then(|position| {
            columns
                .get(position)?
                .as_primitive_opt::<TimestampMicrosecondType>()
        });
        at.iter()
            .flat_map(|at| at.iter().flatten())
            .for_each(|moment| moments.add_accepted(moment));
        columns.push(Arc::new(places));
        columns.push(Arc::new(BooleanArray::from(vec![true; rows])));
        Ok(CheckedBatch {
            rows: RecordBatch::try_new(Arc::clone(&self.schema), columns)?,
            file: self.file.clone(),
            rejects: Vec::new(),
            unidentified: 0,
            read: rows as u64,
            bytes: batch.bytes,
            change_times: moments,
            lacks_change_times,
            rounded: 0,
        })
    }

    /// Switches to the file that the next rows come from.
    fn track_file(&mut self, name: Option<&Arc<str>>) {
        let number = self.file.as_ref().map_or(0, |file| file.number);
        self.file = match (name, self.file.take()) {
            (Some(name), Some(file)) if *name == file.name => Some(file),
            (Some(name), _) => Some(StagedFile {
                number: number + 1,
                name: Arc::clone(name),
            }),
            (None, _) => None,
        };
    }

    /// The location of the next row.
    fn next_location(&mut self, line: Option<u64>) -> Result<RowLocation, ArrowError> {
        let staged = self.next_locator(line)?;
        let file = self.file.as_ref().zip(line);
        Ok(RowLocation {
            locator: staged,
            line: file.and_then(|(_, line)| i64::try_from(line).ok()),
            file: file.map(|(file, _)| Arc::clone(&file.name)),
        })
    }

    /// The location of the next row in the format of the staging table.
    fn next_locator(&mut self, line: Option<u64>) -> Result<RowLocator, ArrowError> {
        let staged = if let Some((file, line)) = self.file.as_ref().zip(line) {
            RowLocator::in_file(file.number, line)
        } else {
            self.row_count += 1;
            RowLocator::in_order(self.row_count - 1)
        };
        staged.ok_or_else(|| {
            ArrowError::InvalidArgumentError(
                "it has more rows or files than can be numbered".to_owned(),
            )
        })
    }
}

/// Result of a batch under construction.
struct BatchOutput {
    positions: Arc<ColumnPositions>,
    builders: Vec<ColumnBuilder>,
    rejects: Vec<RejectedRow>,
    selection: Option<Arc<RowSelection>>,
    skipped: u64,
    unidentified: u64,
    change_times: ChangeTimes,
    zone: Tz,
    rounded: u64,
}

impl BatchOutput {
    fn check_row(
        &mut self,
        shape: &'static SourceSchema,
        place: RowLocation,
        cells: &RowCells<'_>,
        items: &ItemLookup,
    ) {
        if self.skip_row(|| row_check::row_key_text(shape, cells), &place) {
            return;
        }
        match row_check::check_row(shape, &self.positions, cells, self.zone, items) {
            RowOutcome::Accepted(values, rounded) => {
                self.rounded += rounded;
                if let ChangeTime::At(moment) =
                    row_check::read_change_time(&self.positions, &values)
                {
                    self.change_times.add_accepted(moment);
                }
                place.append_row(&mut self.builders, &values, true);
            }
            RowOutcome::Rejected(wrong) => {
                self.change_times
                    .add_rejected(row_check::parse_change_time(shape, cells));
                match &wrong.key_values {
                    Some(key) => place.append_row(&mut self.builders, key, false),
                    None => self.unidentified += 1,
                }
                self.rejects.push(place.into_rejected_row(
                    wrong.key,
                    Some(wrong.column),
                    Some(&wrong.value),
                    wrong.error,
                ));
            }
        }
    }

    /// Whether the row is outside of the selection. Counts skipped rows.
    fn skip_row(&mut self, key: impl FnOnce() -> Option<String>, place: &RowLocation) -> bool {
        let Some(only) = &self.selection else {
            return false;
        };
        let key = key().map(|key| row_location::sanitize_text(&key));
        let passes = !only.contains_row(key.as_deref(), place.file.as_deref(), place.line);
        self.skipped += u64::from(passes);
        passes
    }

    fn reject_fault(&mut self, shape: &'static SourceSchema, place: RowLocation, fault: &RowFault) {
        let (key, values) = row_check::parse_fault_key(shape, &fault.key);
        if self.skip_row(|| key.clone(), &place) {
            return;
        }
        self.change_times.add_rejected(ChangeTime::Unreadable);
        // The cells of a malformed row may be shifted, so its key can be that of another row.
        self.unidentified += 1;
        if let Some(values) = values {
            place.append_row(&mut self.builders, &values, false);
        }
        self.rejects.push(place.into_rejected_row(
            key,
            fault.column,
            fault.value.as_deref(),
            ValueError::new(fault.code, fault.reason.clone()),
        ));
    }
}

#[cfg(test)]
mod tests;
