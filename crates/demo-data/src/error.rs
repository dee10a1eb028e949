//! Errors of the demo generator, with what to do.

use std::path::PathBuf;

use chrono::NaiveDate;

/// Error of the demo generator.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The as-of day is outside the supported years.
    #[error("the as-of day {0} is out of range: choose a day from 2010-01-01 to 2099-12-31")]
    AsOf(NaiveDate),
    /// The number of transactions is out of range.
    #[error("{0} transactions cannot be written: choose 1 to 1,000,000,000")]
    Transactions(u64),
    /// The folder cannot be created, or a file in it cannot be opened or renamed.
    #[error(
        "cannot write {path}: {source}; check that the folder exists, is writable and has free \
         space"
    )]
    File {
        /// The folder or file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// A row cannot be written to an open file.
    #[error("cannot write a row of {path}: {source}; check that the disk has space left")]
    Row {
        /// The file.
        path: PathBuf,
        /// Error of the CSV writer.
        source: csv::Error,
    },
}
