//! One CSV file of the demo warehouse, never seen half written.
//!
//! Rows go to a hidden file beside the target, which takes the target's name only when all is
//! written.

use std::fmt::{Display, Write as _};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::amount::Amount;
use super::day::Day;
use super::error::DemoError;

/// A file that is being written, cell by cell from left to right.
pub(super) struct Table {
    csv: csv::Writer<File>,
    partial: Partial,
    cell: String,
}

impl Table {
    /// Opens `<source id>.csv` of the folder and writes its header.
    pub(super) fn create(
        folder: &Path,
        source_id: &str,
        columns: &[&str],
    ) -> Result<Self, DemoError> {
        let name = format!("{source_id}.csv");
        let partial = Partial {
            path: folder.join(format!(".{name}.{}.part", std::process::id())),
            target: folder.join(&name),
            name,
            rows: 0,
            published: false,
        };
        let file = File::create(&partial.path).map_err(|source| partial.refused(source))?;
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
            .map_err(|source| table.partial.broken(source))?;
        Ok(table)
    }

    pub(super) fn text(&mut self, text: &str) -> Result<(), DemoError> {
        self.csv
            .write_field(text)
            .map_err(|source| self.partial.broken(source))
    }

    pub(super) fn blank(&mut self) -> Result<(), DemoError> {
        self.text("")
    }

    pub(super) fn print(&mut self, value: impl Display) -> Result<(), DemoError> {
        self.cell.clear();
        // Writing to a String does not fail.
        let _ = write!(self.cell, "{value}");
        self.csv
            .write_field(&self.cell)
            .map_err(|source| self.partial.broken(source))
    }

    /// A day, or nothing.
    pub(super) fn day(&mut self, day: Option<Day>) -> Result<(), DemoError> {
        match day {
            Some(day) => self.print(day.date()),
            None => self.blank(),
        }
    }

    pub(super) fn quantity(&mut self, amount: Amount) -> Result<(), DemoError> {
        self.amount(amount, 0)
    }

    pub(super) fn price(&mut self, amount: Amount) -> Result<(), DemoError> {
        self.amount(amount, 2)
    }

    fn amount(&mut self, amount: Amount, decimals: usize) -> Result<(), DemoError> {
        self.cell.clear();
        amount.print(&mut self.cell, decimals);
        self.csv
            .write_field(&self.cell)
            .map_err(|source| self.partial.broken(source))
    }

    /// When a row that last changed on `day` was loaded: within the first hour of that day (UTC),
    /// so that files written on the as-of day never carry a time that is still to come. `turn` sets
    /// the rows of a day apart.
    pub(super) fn loaded(&mut self, day: Day, turn: u64) -> Result<(), DemoError> {
        let second = turn.wrapping_mul(37) % 3600;
        self.print(format_args!(
            "{}T00:{:02}:{:02}Z",
            day.date(),
            second / 60,
            second % 60
        ))
    }

    pub(super) fn end_row(&mut self) -> Result<(), DemoError> {
        self.partial.rows += 1;
        self.csv
            .write_record(None::<&[u8]>)
            .map_err(|source| self.partial.broken(source))
    }

    /// Closes the file. It keeps its hidden name until it is published.
    pub(super) fn finish(mut self) -> Result<Partial, DemoError> {
        self.csv
            .flush()
            .map_err(|source| self.partial.refused(source))?;
        Ok(self.partial)
    }
}

/// A file under its hidden name; removed when it is dropped unpublished.
pub(super) struct Partial {
    path: PathBuf,
    target: PathBuf,
    name: String,
    rows: u64,
    published: bool,
}

impl Partial {
    /// Gives the file its name in place of the one that was there. Returns the name and the number
    /// of rows.
    pub(super) fn publish(mut self) -> Result<(String, u64), DemoError> {
        fs::rename(&self.path, &self.target).map_err(|source| self.refused(source))?;
        self.published = true;
        Ok((std::mem::take(&mut self.name), self.rows))
    }

    fn refused(&self, source: std::io::Error) -> DemoError {
        DemoError::File {
            path: self.target.clone(),
            source,
        }
    }

    fn broken(&self, source: csv::Error) -> DemoError {
        DemoError::Row {
            path: self.target.clone(),
            source,
        }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.published {
            // What cannot be removed is hidden, and no reader of the folder looks at it.
            let _ = fs::remove_file(&self.path);
        }
    }
}
