//! Why a demo warehouse could not be written, in words that say what to do.

use std::path::PathBuf;

use chrono::NaiveDate;

/// What stops the generator.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The as-of day lies outside the years that the calendar of the generator covers.
    #[error("the as-of day {0} cannot be used: choose a day from 2010-01-01 to 2099-12-31")]
    AsOf(NaiveDate),
    /// No rows, or more than a folder of files is meant for.
    #[error("{0} transactions cannot be written: ask for 1 to 1,000,000,000")]
    Transactions(u64),
    /// The folder cannot be made, or a file in it cannot be opened or put in place.
    #[error(
        "cannot write {path}: {source}; check that the folder exists, may be written to and has \
            space left"
    )]
    File {
        /// The folder or file that was being written.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// A row cannot be written to an open file.
    #[error("cannot write a row of {path}: {source}; check that the disk has space left")]
    Row {
        /// The file that was being written.
        path: PathBuf,
        /// What the CSV writer said.
        source: csv::Error,
    },
}
