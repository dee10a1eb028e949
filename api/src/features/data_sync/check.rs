//! Checks every cell of a batch: what is right becomes typed columns, what is not becomes a reject
//! that says what is expected.

use super::catalogue::Shape;
use super::source::{ChangeTime, ChangeTimes, RowFault, SourceBatch};
use crate::db::{RejectedRow, RowLocator, StagedFile};
use arrow_array::cast::AsArray;
use arrow_array::types::TimestampMicrosecondType;
use arrow_array::{ArrayRef, BooleanArray, Int64Array, RecordBatch};
use arrow_schema::{ArrowError, Schema};
use columns::Builder;
use place::Place;
use row::{Cells, Places, Verdict};
use source_cell::SourceColumn;
use std::sync::Arc;

mod cell;
mod columns;
mod columnwise;
mod place;
mod row;
mod source_cell;
mod wanted;

pub use wanted::WantedRows;

/// The most characters of a value that a reject keeps.
const VALUE_CHARS: usize = 200;

/// A batch that has been checked.
#[derive(Debug)]
pub struct CheckedBatch {
    /// What can be staged, in the columns of [`crate::db::TargetTable::staged`]. Rejected rows
    /// whose key is known stand among them with `landed` false.
    pub rows: RecordBatch,
    /// The file that they come from.
    pub file: Option<StagedFile>,
    /// The rows that cannot land.
    pub rejects: Vec<RejectedRow>,
    /// How many rows the source sent.
    pub read: u64,
    /// How many bytes of the source they were.
    pub bytes: u64,
    /// When they say that they changed.
    pub moments: ChangeTimes,
}

/// Checks the batches of one table, one after the other.
#[derive(Debug)]
pub struct Checker {
    shape: &'static Shape,
    places: Arc<Places>,
    schema: Arc<Schema>,
    /// Of a source without files, how many there were.
    rows: u64,
    /// The last one that rows came from.
    file: Option<StagedFile>,
    only: Option<Arc<WantedRows>>,
}

impl Checker {
    /// A checker at the start of a table.
    pub fn new(shape: &'static Shape) -> Self {
        Self {
            shape,
            places: Arc::new(Places::of(shape)),
            schema: Arc::new(Schema::new(columns::fields(shape))),
            rows: 0,
            file: None,
            only: None,
        }
    }

    /// Passes over all rows but `wanted`, where there are any.
    #[must_use]
    pub fn only(self, wanted: Option<Arc<WantedRows>>) -> Self {
        Self {
            only: wanted,
            ..self
        }
    }

    /// Checks a batch. An error means that the source sent something that is no table of this shape
    /// at all.
    pub fn check(&mut self, batch: &SourceBatch) -> Result<CheckedBatch, ArrowError> {
        let cells = self
            .shape
            .columns
            .iter()
            .map(|column| SourceColumn::of(&batch.rows, column.name))
            .collect::<Result<Vec<_>, _>>()?;
        self.enter(batch.file.as_ref());
        if batch.faults.is_empty()
            && self.only.is_none()
            && let Some(columns) =
                columnwise::read(self.shape, &self.places, &cells, batch.rows.num_rows())
        {
            return self.all_land(batch, columns);
        }
        let mut out = Out {
            places: Arc::clone(&self.places),
            builders: columns::builders(self.shape),
            rejects: Vec::new(),
            only: self.only.clone(),
            passed_over: 0,
            moments: ChangeTimes::default(),
        };
        let mut faults = batch.faults.iter().peekable();
        for index in 0..batch.rows.num_rows() {
            let line = batch.lines.get(index).copied();
            // Rows and faults come in the order of the file, each on its own; together they are
            // numbered as they stand there.
            while let Some(fault) =
                faults.next_if(|fault| line.is_some_and(|line| fault.line < line))
            {
                out.fault(self.shape, self.place(Some(fault.line))?, fault);
            }
            out.row(
                self.shape,
                self.place(line)?,
                &Cells {
                    columns: &cells,
                    index,
                },
            );
        }
        for fault in faults {
            out.fault(self.shape, self.place(Some(fault.line))?, fault);
        }
        let read = (batch.rows.num_rows() + batch.faults.len()) as u64 - out.passed_over;
        let columns: Vec<ArrayRef> = out.builders.into_iter().map(Builder::finish).collect();
        Ok(CheckedBatch {
            rows: RecordBatch::try_new(Arc::clone(&self.schema), columns)?,
            file: self.file.clone(),
            rejects: out.rejects,
            read,
            bytes: batch.bytes,
            moments: out.moments,
        })
    }

    /// The batch whose rows all land, with these columns of theirs.
    fn all_land(
        &mut self,
        batch: &SourceBatch,
        mut columns: Vec<ArrayRef>,
    ) -> Result<CheckedBatch, ArrowError> {
        let rows = batch.rows.num_rows();
        let places =
            (0..rows).map(|row| Ok(self.staged_place(batch.lines.get(row).copied())?.as_i64()));
        let places = places.collect::<Result<Int64Array, ArrowError>>()?;
        let mut moments = ChangeTimes::default();
        let at = self.places.moment.and_then(|position| {
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
            read: rows as u64,
            bytes: batch.bytes,
            moments,
        })
    }

    /// Takes note of the file that the next rows come from.
    fn enter(&mut self, name: Option<&Arc<str>>) {
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

    /// The place of the next row.
    fn place(&mut self, line: Option<u64>) -> Result<Place, ArrowError> {
        let staged = self.staged_place(line)?;
        let file = self.file.as_ref().zip(line);
        Ok(Place {
            staged,
            line: file.and_then(|(_, line)| i64::try_from(line).ok()),
            file: file.map(|(file, _)| Arc::clone(&file.name)),
        })
    }

    /// The same, as the staging table has it.
    fn staged_place(&mut self, line: Option<u64>) -> Result<RowLocator, ArrowError> {
        let staged = if let Some((file, line)) = self.file.as_ref().zip(line) {
            RowLocator::in_file(file.number, line)
        } else {
            self.rows += 1;
            RowLocator::in_order(self.rows - 1)
        };
        staged.ok_or_else(|| {
            ArrowError::InvalidArgumentError(
                "it has more rows or files than can be numbered".to_owned(),
            )
        })
    }
}

/// What a batch becomes, while it does.
struct Out {
    places: Arc<Places>,
    builders: Vec<Builder>,
    rejects: Vec<RejectedRow>,
    only: Option<Arc<WantedRows>>,
    passed_over: u64,
    moments: ChangeTimes,
}

impl Out {
    fn row(&mut self, shape: &'static Shape, place: Place, cells: &Cells<'_>) {
        if self.passes_over(|| row::key_of(shape, cells), &place) {
            return;
        }
        match row::judge(shape, &self.places, cells) {
            Verdict::Lands(values) => {
                if let ChangeTime::At(moment) = row::moment_among(&self.places, &values) {
                    self.moments.add_accepted(moment);
                }
                place.append(&mut self.builders, &values, true);
            }
            Verdict::Rejected(wrong) => {
                self.moments.add_rejected(row::moment_of(shape, cells));
                if let Some(key) = &wrong.key_values {
                    place.append(&mut self.builders, key, false);
                }
                self.rejects.push(place.rejected(
                    wrong.key,
                    Some(wrong.column),
                    Some(&wrong.value),
                    wrong.reason,
                ));
            }
        }
    }

    /// Whether a row is not among those that are wanted; counts it then.
    fn passes_over(&mut self, key: impl FnOnce() -> Option<String>, place: &Place) -> bool {
        let Some(only) = &self.only else { return false };
        let key = key().map(|key| place::storable(&key));
        let passes = !only.has(key.as_deref(), place.file.as_deref(), place.line);
        self.passed_over += u64::from(passes);
        passes
    }

    fn fault(&mut self, shape: &'static Shape, place: Place, fault: &RowFault) {
        let (key, values) = row::key_of_fault(shape, &fault.key);
        if self.passes_over(|| key.clone(), &place) {
            return;
        }
        self.moments.add_rejected(ChangeTime::Unreadable);
        if let Some(values) = values {
            place.append(&mut self.builders, &values, false);
        }
        self.rejects.push(place.rejected(
            key,
            fault.column,
            fault.value.as_deref(),
            fault.reason.clone(),
        ));
    }
}

#[cfg(test)]
mod tests;
