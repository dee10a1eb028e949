//! The CSV file that a task writes: numbers with all their digits, and never one that is not
//! finite.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::commands::CommandError;

pub(super) struct Output {
    file: PathBuf,
    csv: csv::Writer<File>,
}

impl Output {
    pub(super) fn create(file: &Path, columns: &[&str]) -> Result<Self, CommandError> {
        let csv = csv::Writer::from_path(file).map_err(CommandError::failed(format!(
            "{} cannot be written",
            file.display()
        )))?;
        let mut output = Self {
            file: file.to_path_buf(),
            csv,
        };
        output.row(columns)?;
        Ok(output)
    }

    pub(super) fn row(&mut self, cells: &[&str]) -> Result<(), CommandError> {
        let what = format!("{} cannot be written", self.file.display());
        self.csv
            .write_record(cells)
            .map_err(CommandError::failed(what))
    }

    pub(super) fn finish(mut self) -> Result<(), CommandError> {
        self.csv.flush().map_err(CommandError::io(format!(
            "{} cannot be written",
            self.file.display()
        )))
    }
}

/// A number so that it is read back to the last bit; empty where it is not finite.
pub(super) fn number(value: f64) -> String {
    if value.is_finite() {
        value.to_string()
    } else {
        String::new()
    }
}

/// `out.csv` with `word` before its ending: `out.word.csv`.
pub(super) fn beside(out: &Path, word: &str) -> PathBuf {
    let name = out
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    out.with_file_name(name.strip_suffix(".csv").map_or_else(
        || format!("{name}.{word}.csv"),
        |stem| format!("{stem}.{word}.csv"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_file_stands_beside_the_first() {
        assert_eq!(
            beside(Path::new("a/out.csv"), "monthly"),
            Path::new("a/out.monthly.csv")
        );
        assert_eq!(
            beside(Path::new("out"), "monthly"),
            Path::new("out.monthly.csv")
        );
        assert_eq!(
            beside(&beside(Path::new("x.csv"), "100"), "monthly"),
            Path::new("x.100.monthly.csv")
        );
    }

    #[test]
    fn numbers_keep_their_digits() {
        assert_eq!(number(0.1 + 0.2), "0.30000000000000004");
        assert_eq!(
            (number(f64::NAN), number(f64::INFINITY)),
            (String::new(), String::new())
        );
    }
}
