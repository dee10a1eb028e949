//! Writes a CSV file of the demo warehouse atomically.
//!
//! Rows go to a hidden file next to the target, which is renamed to the target when all rows are
//! written.

use std::fmt::{Display, Write as _};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::amount::Amount;
use super::day::Day;
use super::error::DemoError;

/// A file that is being written, cell by cell.
pub(super) struct CsvTableWriter {
    csv: csv::Writer<File>,
    partial: PartialFile,
    cell: String,
}

impl CsvTableWriter {
    /// Opens `<source id>.csv` of the folder and writes its header.
    pub(super) fn create(
        folder: &Path,
        source_id: &str,
        columns: &[&str],
    ) -> Result<Self, DemoError> {
        let name = format!("{source_id}.csv");
        let partial = PartialFile {
            path: folder.join(format!(".{name}.{}.part", std::process::id())),
            target: folder.join(&name),
            name,
            rows: 0,
            is_published: false,
        };
        let file = File::create(&partial.path).map_err(|source| partial.file_error(source))?;
        let mut table = Self {
            csv: csv::WriterBuilder::new()
                .buffer_capacity(1 << 17)
                .from_writer(file),
            partial,
            cell: String::new(),
        };
        table
            .csv
            .write_record(columns)
            .map_err(|source| table.partial.row_error(source))?;
        Ok(table)
    }

    pub(super) fn write_text(&mut self, text: &str) -> Result<(), DemoError> {
        self.csv
            .write_field(text)
            .map_err(|source| self.partial.row_error(source))
    }

    pub(super) fn write_blank(&mut self) -> Result<(), DemoError> {
        self.write_text("")
    }

    pub(super) fn write_display(&mut self, value: impl Display) -> Result<(), DemoError> {
        self.cell.clear();
        // Writing to a String does not fail.
        let _ = write!(self.cell, "{value}");
        self.csv
            .write_field(&self.cell)
            .map_err(|source| self.partial.row_error(source))
    }

    /// A day; empty if none.
    pub(super) fn write_day(&mut self, day: Option<Day>) -> Result<(), DemoError> {
        match day {
            Some(day) => self.write_display(day.to_date()),
            None => self.write_blank(),
        }
    }

    pub(super) fn write_quantity(&mut self, amount: Amount) -> Result<(), DemoError> {
        self.write_amount(amount, 0)
    }

    pub(super) fn write_price(&mut self, amount: Amount) -> Result<(), DemoError> {
        self.write_amount(amount, 2)
    }

    fn write_amount(&mut self, amount: Amount, decimals: usize) -> Result<(), DemoError> {
        self.cell.clear();
        amount.append_decimal(&mut self.cell, decimals);
        self.csv
            .write_field(&self.cell)
            .map_err(|source| self.partial.row_error(source))
    }

    /// Time of the last change of a row on `day`: within the first hour of that day (UTC), so that
    /// files written on the as-of day contain no future time. `turn` separates the rows of a day.
    pub(super) fn write_updated_at(&mut self, day: Day, turn: u64) -> Result<(), DemoError> {
        let second = turn.wrapping_mul(37) % 3600;
        self.write_display(format_args!(
            "{}T00:{:02}:{:02}Z",
            day.to_date(),
            second / 60,
            second % 60
        ))
    }

    pub(super) fn end_row(&mut self) -> Result<(), DemoError> {
        self.partial.rows += 1;
        self.csv
            .write_record(None::<&[u8]>)
            .map_err(|source| self.partial.row_error(source))
    }

    /// Closes the file. It keeps its hidden name until it is published.
    pub(super) fn finish(mut self) -> Result<PartialFile, DemoError> {
        self.csv
            .flush()
            .map_err(|source| self.partial.file_error(source))?;
        Ok(self.partial)
    }
}

/// A file with its hidden name; deleted when it is dropped unpublished.
pub(super) struct PartialFile {
    path: PathBuf,
    target: PathBuf,
    name: String,
    rows: u64,
    is_published: bool,
}

impl PartialFile {
    /// Renames the file to its target, replacing an existing one. Returns the name and the number
    /// of rows.
    pub(super) fn publish(mut self) -> Result<(String, u64), DemoError> {
        fs::rename(&self.path, &self.target).map_err(|source| self.file_error(source))?;
        self.is_published = true;
        Ok((std::mem::take(&mut self.name), self.rows))
    }

    fn file_error(&self, source: std::io::Error) -> DemoError {
        DemoError::File {
            path: self.target.clone(),
            source,
        }
    }

    fn row_error(&self, source: csv::Error) -> DemoError {
        DemoError::Row {
            path: self.target.clone(),
            source,
        }
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        if !self.is_published {
            // If deletion fails, the file stays hidden and is ignored.
            let _ = fs::remove_file(&self.path);
        }
    }
}
