//! CSV input. Errors name file, line and column.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use chrono::NaiveDate;

use crate::commands::{CommandError, print_note};

/// Texts that stand for a missing value.
const MISSING_VALUES: [&str; 9] = ["", "nan", "na", "n/a", "<na>", "null", "none", "-", ".."];

/// A CSV file in memory.
#[derive(Debug)]
pub(super) struct CsvTable {
    file: PathBuf,
    header: Vec<String>,
    rows: Vec<CsvRow>,
    /// The number of skipped values that are zero or negative.
    skipped_cells: Cell<u32>,
}

#[derive(Debug)]
struct CsvRow {
    /// The line number; the header is line 1.
    line: u64,
    cells: csv::StringRecord,
}

/// A row of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct CsvRecord<'a> {
    table: &'a CsvTable,
    row: &'a CsvRow,
}

/// The index of a column.
#[derive(Debug, Clone, Copy)]
pub(super) struct ColumnIndex(usize);

/// The files of `folder` with this prefix and suffix, sorted by name; an error if there are none.
pub(super) fn list_files(
    folder: &Path,
    prefix: &str,
    suffix: &str,
) -> Result<Vec<PathBuf>, CommandError> {
    let folder_error = || format!("the folder {} cannot be read", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(CommandError::with_io_context(folder_error()))? {
        let path = entry
            .map_err(CommandError::with_io_context(folder_error()))?
            .path();
        let matches_name = path
            .file_name()
            .and_then(|name| name.to_str())
            .and_then(|name| name.strip_prefix(prefix))
            .is_some_and(|rest| rest.ends_with(suffix));
        if matches_name && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(CommandError::Refused(format!(
            "there is no {prefix}*{suffix} in {}",
            folder.display()
        )));
    }
    Ok(files)
}

/// Computes line numbers of records. The CSV reader skips empty lines without counting them.
struct LineCounter<'a> {
    text: &'a [u8],
    offset: usize,
    line: u64,
}

impl LineCounter<'_> {
    /// The line of the record that starts at `byte`. Offsets must be increasing.
    fn line_at(&mut self, byte: u64) -> u64 {
        let byte = usize::try_from(byte).unwrap_or(usize::MAX);
        while let Some(&current) = self
            .text
            .get(self.offset)
            .filter(|current| self.offset < byte || matches!(current, b'\n' | b'\r'))
        {
            self.line += u64::from(current == b'\n');
            self.offset += 1;
        }
        self.line
    }
}

impl CsvTable {
    /// At least one row.
    pub(super) fn read_file(file: &Path) -> Result<Self, CommandError> {
        let table = Self::read_part(file)?;
        if table.rows.is_empty() {
            return Err(CommandError::Refused(format!(
                "{} has no rows",
                file.display()
            )));
        }
        Ok(table)
    }

    /// One of several files of a table, which may have no rows.
    pub(super) fn read_part(file: &Path) -> Result<Self, CommandError> {
        let csv_error = |error: &csv::Error| {
            let line = error
                .position()
                .map(|position| format!(", line {}", position.line()))
                .unwrap_or_default();
            CommandError::Refused(format!("{}{line}: {error}", file.display()))
        };
        let text = fs::read_to_string(file).map_err(CommandError::with_io_context(format!(
            "{} cannot be read",
            file.display()
        )))?;
        let mut lines = LineCounter {
            text: text.as_bytes(),
            offset: 0,
            line: 1,
        };
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let header = reader
            .headers()
            .map_err(|error| csv_error(&error))?
            .iter()
            .map(|name| name.trim_start_matches('\u{feff}').to_owned())
            .collect();
        let mut rows = Vec::new();
        for record in reader.records() {
            let cells = record.map_err(|error| csv_error(&error))?;
            let line = lines.line_at(cells.position().map_or(0, csv::Position::byte));
            rows.push(CsvRow { line, cells });
        }
        Ok(Self {
            file: file.to_path_buf(),
            header,
            rows,
            skipped_cells: Cell::new(0),
        })
    }

    /// Prints how many values were skipped, if any.
    pub(super) fn report_skipped(&self) -> Result<(), CommandError> {
        match self.skipped_cells.get() {
            0 => Ok(()),
            cells => print_note(&format!(
                "{}: {cells} values of zero or less skipped\n",
                self.file.display()
            )),
        }
    }

    pub(super) fn header(&self) -> &[String] {
        &self.header
    }

    pub(super) fn find_column(&self, name: &str) -> Result<ColumnIndex, CommandError> {
        let index = self.header.iter().position(|column| column == name);
        index.map(ColumnIndex).ok_or_else(|| {
            CommandError::Refused(format!(
                "{}, line 1: there is no column {name}",
                self.file.display()
            ))
        })
    }

    /// Whether a column contains text and no number, such as a unit.
    pub(super) fn is_text_column(&self, column: ColumnIndex) -> bool {
        let mut written = self
            .records()
            .map(|record| record.cell_text(column))
            .filter(|text| !is_missing(text))
            .peekable();
        written.peek().is_some() && written.all(|text| text.parse::<f64>().is_err())
    }

    pub(super) fn records(&self) -> impl Iterator<Item = CsvRecord<'_>> {
        self.rows.iter().map(|row| CsvRecord { table: self, row })
    }
}

impl<'a> CsvRecord<'a> {
    /// The text of the cell; empty if the row is too short.
    pub(super) fn cell_text(self, ColumnIndex(index): ColumnIndex) -> &'a str {
        self.row.cells.get(index).unwrap_or_default()
    }

    /// Parses the cell. `what` names what is expected, such as "a day".
    pub(super) fn parse_cell<T: FromStr>(
        self,
        column: ColumnIndex,
        what: &str,
    ) -> Result<T, CommandError> {
        self.cell_text(column)
            .parse()
            .map_err(|_| self.cell_error(column, what))
    }

    /// Parses a finite number.
    pub(super) fn parse_number(self, column: ColumnIndex) -> Result<f64, CommandError> {
        let number: f64 = self.parse_cell(column, "a number")?;
        if number.is_finite() {
            Ok(number)
        } else {
            Err(self.cell_error(column, "a number"))
        }
    }

    /// Parses a positive number.
    pub(super) fn parse_positive(self, column: ColumnIndex) -> Result<f64, CommandError> {
        let number = self.parse_number(column)?;
        if number > 0.0 {
            Ok(number)
        } else {
            Err(self.cell_error(column, "a number above 0"))
        }
    }

    /// Parses a finite number; `None` for a missing value, such as an empty cell, `NaN` or `NA`.
    pub(super) fn parse_optional_number(
        self,
        column: ColumnIndex,
    ) -> Result<Option<f64>, CommandError> {
        if is_missing(self.cell_text(column)) {
            Ok(None)
        } else {
            self.parse_number(column).map(Some)
        }
    }

    /// Like [`Self::parse_optional_number`], for values that must be positive, such as prices.
    /// Other values are skipped and counted, so that one error does not discard a series.
    pub(super) fn parse_optional_positive(
        self,
        column: ColumnIndex,
    ) -> Result<Option<f64>, CommandError> {
        let number = self.parse_optional_number(column)?;
        if number.is_some_and(|number| number <= 0.0) {
            self.table
                .skipped_cells
                .set(self.table.skipped_cells.get().saturating_add(1));
        }
        Ok(number.filter(|number| *number > 0.0))
    }

    /// Parses an integer, which may be written as `1950.0`. `what` names what is expected, such as
    /// "a year".
    pub(super) fn parse_whole<T: FromStr>(
        self,
        column: ColumnIndex,
        what: &str,
    ) -> Result<T, CommandError> {
        let text = self.cell_text(column);
        let digits = text
            .split_once('.')
            .filter(|(_, after)| after.bytes().all(|digit| digit == b'0'))
            .map_or(text, |(digits, _)| digits);
        digits.parse().map_err(|_| self.cell_error(column, what))
    }

    /// Parses a date and ignores a time of day after it.
    pub(super) fn parse_day(self, column: ColumnIndex) -> Result<NaiveDate, CommandError> {
        let text = self.cell_text(column);
        text.split([' ', 'T'])
            .next()
            .unwrap_or_default()
            .parse()
            .map_err(|_| self.cell_error(column, "a day such as 2023-03-31"))
    }

    pub(super) fn cell_error(self, ColumnIndex(index): ColumnIndex, what: &str) -> CommandError {
        let name = self
            .table
            .header
            .get(index)
            .map(String::as_str)
            .unwrap_or_default();
        let (file, line, text) = (
            self.table.file.display(),
            self.row.line,
            self.cell_text(ColumnIndex(index)),
        );
        CommandError::Refused(format!(
            "{file}, line {line}: {name} must be {what}, not \"{text}\""
        ))
    }
}

fn is_missing(text: &str) -> bool {
    MISSING_VALUES
        .iter()
        .any(|nothing| text.eq_ignore_ascii_case(nothing))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_table(text: &str) -> Result<CsvTable, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("prices_x.csv");
        fs::write(&file, text).unwrap();
        CsvTable::read_file(&file).map_err(|error| {
            error
                .to_string()
                .replace(&folder.path().display().to_string(), "")
        })
    }

    #[test]
    fn errors_name_line_and_column() {
        let read = parse_table("month,maize\n2001-01,5\n\n2001-03,five\n").unwrap();
        let maize = read.find_column("maize").unwrap();
        let numbers: Vec<Result<f64, String>> = read
            .records()
            .map(|record| {
                record
                    .parse_positive(maize)
                    .map_err(|error| error.to_string())
            })
            .collect();
        assert_eq!(numbers[0], Ok(5.0));
        assert!(
            numbers[1]
                .as_ref()
                .unwrap_err()
                .ends_with("prices_x.csv, line 4: maize must be a number, not \"five\""),
            "{numbers:?}"
        );
        assert!(
            read.find_column("wheat")
                .unwrap_err()
                .to_string()
                .ends_with("prices_x.csv, line 1: there is no column wheat")
        );
    }

    #[test]
    fn rejects_or_skips_invalid_numbers() {
        let read = parse_table("a,b,c,d,e\nNaN,inf,-1,0,\n").unwrap();
        let record = read.records().next().unwrap();
        let column = |name: &str| read.find_column(name).unwrap();
        assert!(
            ["a", "b", "c", "d", "e"]
                .iter()
                .all(|name| record.parse_positive(column(name)).is_err())
        );
        let figure = |name: &str| record.parse_optional_positive(column(name));
        assert!(figure("b").is_err());
        assert_eq!(
            ["a", "c", "d", "e"].map(|name| figure(name).unwrap()),
            [None; 4]
        );
        assert_eq!(read.skipped_cells.get(), 2);
        assert_eq!(
            (
                record.parse_optional_number(column("c")).unwrap(),
                record.parse_optional_number(column("e")).unwrap()
            ),
            (Some(-1.0), None)
        );
    }

    #[test]
    fn parses_values_of_other_programs() {
        let read = parse_table(
            "year,day,unit,gone,price\n1950.0,2024-04-02 \
            00:00:00,usd,NA,1e1\n1951,2024-04-03T10:00,,n/a,..\n1950.5,2024-04,eur,,7\n",
        )
        .unwrap();
        let column = |name: &str| read.find_column(name).unwrap();
        let years: Vec<Option<i32>> = read
            .records()
            .map(|record| record.parse_whole(column("year"), "a year").ok())
            .collect();
        let days: Vec<Option<String>> = read
            .records()
            .map(|record| {
                record
                    .parse_day(column("day"))
                    .ok()
                    .map(|day| day.to_string())
            })
            .collect();
        assert_eq!(years, [Some(1950), Some(1951), None]);
        assert_eq!(
            days,
            [
                Some("2024-04-02".to_owned()),
                Some("2024-04-03".to_owned()),
                None
            ]
        );
        assert_eq!(
            ["year", "unit", "gone", "price"].map(|name| read.is_text_column(column(name))),
            [false, true, false, false]
        );
        let prices: Vec<Option<f64>> = read
            .records()
            .map(|record| record.parse_optional_positive(column("price")).unwrap())
            .collect();
        assert_eq!(prices, [Some(10.0), None, Some(7.0)]);
    }

    #[test]
    fn rejects_empty_files_and_ragged_rows() {
        assert!(
            parse_table("month,maize\n")
                .unwrap_err()
                .ends_with("prices_x.csv has no rows")
        );
        assert!(
            parse_table("")
                .unwrap_err()
                .ends_with("prices_x.csv has no rows")
        );
        let ragged = parse_table("month,maize\n2001-01,5\n2001-02,5,6\n").unwrap_err();
        assert!(ragged.contains("prices_x.csv, line 3"), "{ragged}");
    }

    #[test]
    fn lists_files_by_prefix_and_suffix() {
        let folder = tempfile::tempdir().unwrap();
        let none = list_files(folder.path(), "index_", "_lines.csv")
            .unwrap_err()
            .to_string();
        assert!(
            none.starts_with("there is no index_*_lines.csv in "),
            "{none}"
        );
        for name in [
            "index_b_lines.csv",
            "index_a_lines.csv",
            "index_a_expected.csv",
            "my_index_lines.csv",
        ] {
            fs::write(folder.path().join(name), "a\n1\n").unwrap();
        }
        let names: Vec<PathBuf> = list_files(folder.path(), "index_", "_lines.csv").unwrap();
        assert_eq!(
            names,
            ["index_a_lines.csv", "index_b_lines.csv"].map(|name| folder.path().join(name))
        );
        assert!(list_files(&folder.path().join("missing"), "a", "b").is_err());
    }
}
