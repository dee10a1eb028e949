//! CSV output with full precision. Values that are not finite are empty cells.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::commands::CommandError;

pub(super) struct CsvOutput {
    file: PathBuf,
    csv: csv::Writer<File>,
}

impl CsvOutput {
    pub(super) fn create(file: &Path, columns: &[&str]) -> Result<Self, CommandError> {
        let csv = csv::Writer::from_path(file).map_err(CommandError::with_context(format!(
            "{} cannot be written",
            file.display()
        )))?;
        let mut output = Self {
            file: file.to_path_buf(),
            csv,
        };
        output.write_row(columns)?;
        Ok(output)
    }

    pub(super) fn write_row(&mut self, cells: &[&str]) -> Result<(), CommandError> {
        let operation = format!("{} cannot be written", self.file.display());
        self.csv
            .write_record(cells)
            .map_err(CommandError::with_context(operation))
    }

    pub(super) fn finish(mut self) -> Result<(), CommandError> {
        self.csv
            .flush()
            .map_err(CommandError::with_io_context(format!(
                "{} cannot be written",
                self.file.display()
            )))
    }
}

/// Formats a number without loss; empty if it is not finite.
pub(super) fn format_float(value: f64) -> String {
    if value.is_finite() {
        value.to_string()
    } else {
        String::new()
    }
}

/// `out.csv` with a suffix before the extension: `out.suffix.csv`.
pub(super) fn sibling_path(out: &Path, suffix: &str) -> PathBuf {
    let name = out
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    out.with_file_name(name.strip_suffix(".csv").map_or_else(
        || format!("{name}.{suffix}.csv"),
        |stem| format!("{stem}.{suffix}.csv"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sibling_path_inserts_a_suffix() {
        assert_eq!(
            sibling_path(Path::new("a/out.csv"), "monthly"),
            Path::new("a/out.monthly.csv")
        );
        assert_eq!(
            sibling_path(Path::new("out"), "monthly"),
            Path::new("out.monthly.csv")
        );
        assert_eq!(
            sibling_path(&sibling_path(Path::new("x.csv"), "100"), "monthly"),
            Path::new("x.100.monthly.csv")
        );
    }

    #[test]
    fn numbers_round_trip() {
        assert_eq!(format_float(0.1 + 0.2), "0.30000000000000004");
        assert_eq!(
            (format_float(f64::NAN), format_float(f64::INFINITY)),
            (String::new(), String::new())
        );
    }
}
