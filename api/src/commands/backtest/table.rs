//! The CSV files of a folder, read whole; what cannot be read is named by its file, line and
//! column.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use chrono::NaiveDate;

use crate::commands::{CommandError, note};

/// What people and programs write where there is no figure.
const NOTHING: [&str; 9] = ["", "nan", "na", "n/a", "<na>", "null", "none", "-", ".."];

/// One file.
#[derive(Debug)]
pub(super) struct Table {
    file: PathBuf,
    header: Vec<String>,
    rows: Vec<Row>,
    /// Figures that were zero or less and were passed over.
    passed_over: Cell<u32>,
}

#[derive(Debug)]
struct Row {
    /// Header = 1.
    line: u64,
    cells: csv::StringRecord,
}

/// A row of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record<'a> {
    table: &'a Table,
    row: &'a Row,
}

/// The place of a column.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column(usize);

/// Every file of `folder` whose name begins and ends so, by name. At least one.
pub(super) fn files(folder: &Path, begins: &str, ends: &str) -> Result<Vec<PathBuf>, CommandError> {
    let cannot = || format!("the folder {} cannot be read", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(CommandError::io(cannot()))? {
        let path = entry.map_err(CommandError::io(cannot()))?.path();
        let named = path
            .file_name()
            .and_then(|name| name.to_str())
            .and_then(|name| name.strip_prefix(begins))
            .is_some_and(|rest| rest.ends_with(ends));
        if named && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(CommandError::Refused(format!(
            "there is no {begins}*{ends} in {}",
            folder.display()
        )));
    }
    Ok(found)
}

/// Counts lines, empty ones too; the reader of cells passes those over.
struct Lines<'a> {
    text: &'a [u8],
    place: usize,
    line: u64,
}

impl Lines<'_> {
    /// The line of the row that begins at a byte, or after the line ends there. Asked in order.
    fn of(&mut self, byte: u64) -> u64 {
        let byte = usize::try_from(byte).unwrap_or(usize::MAX);
        while let Some(&letter) = self
            .text
            .get(self.place)
            .filter(|letter| self.place < byte || matches!(letter, b'\n' | b'\r'))
        {
            self.line += u64::from(letter == b'\n');
            self.place += 1;
        }
        self.line
    }
}

impl Table {
    pub(super) fn read(file: &Path) -> Result<Self, CommandError> {
        let faulty = |error: &csv::Error| {
            let line = error
                .position()
                .map(|position| format!(", line {}", position.line()))
                .unwrap_or_default();
            CommandError::Refused(format!("{}{line}: {error}", file.display()))
        };
        let text = fs::read_to_string(file).map_err(CommandError::io(format!(
            "{} cannot be read",
            file.display()
        )))?;
        let mut lines = Lines {
            text: text.as_bytes(),
            place: 0,
            line: 1,
        };
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let header = reader
            .headers()
            .map_err(|error| faulty(&error))?
            .iter()
            .map(|name| name.trim_start_matches('\u{feff}').to_owned())
            .collect();
        let mut rows = Vec::new();
        for record in reader.records() {
            let cells = record.map_err(|error| faulty(&error))?;
            let line = lines.of(cells.position().map_or(0, csv::Position::byte));
            rows.push(Row { line, cells });
        }
        if rows.is_empty() {
            return Err(CommandError::Refused(format!(
                "{} has no rows",
                file.display()
            )));
        }
        Ok(Self {
            file: file.to_path_buf(),
            header,
            rows,
            passed_over: Cell::new(0),
        })
    }

    /// Says how many figures were passed over, where any were.
    pub(super) fn note_passed_over(&self) -> Result<(), CommandError> {
        match self.passed_over.get() {
            0 => Ok(()),
            cells => note(&format!(
                "{}: {cells} figures of zero or less are passed over\n",
                self.file.display()
            )),
        }
    }

    pub(super) fn header(&self) -> &[String] {
        &self.header
    }

    pub(super) fn column(&self, name: &str) -> Result<Column, CommandError> {
        let place = self.header.iter().position(|column| column == name);
        place.map(Column).ok_or_else(|| {
            CommandError::Refused(format!(
                "{}, line 1: there is no column {name}",
                self.file.display()
            ))
        })
    }

    /// Whether a column has words alone, a unit or a remark: something stands in it, and no number.
    pub(super) fn is_words(&self, column: Column) -> bool {
        let mut written = self
            .records()
            .map(|record| record.text(column))
            .filter(|text| !is_nothing(text))
            .peekable();
        written.peek().is_some() && written.all(|text| text.parse::<f64>().is_err())
    }

    pub(super) fn records(&self) -> impl Iterator<Item = Record<'_>> {
        self.rows.iter().map(|row| Record { table: self, row })
    }
}

impl<'a> Record<'a> {
    /// The cell as it stands there; empty where the row ends before it.
    pub(super) fn text(self, Column(place): Column) -> &'a str {
        self.row.cells.get(place).unwrap_or_default()
    }

    /// The cell as a `T`; `what` says what is expected, such as "a day".
    pub(super) fn parse<T: FromStr>(self, column: Column, what: &str) -> Result<T, CommandError> {
        self.text(column)
            .parse()
            .map_err(|_| self.faulty(column, what))
    }

    /// The cell as a finite number.
    pub(super) fn number(self, column: Column) -> Result<f64, CommandError> {
        let number: f64 = self.parse(column, "a number")?;
        if number.is_finite() {
            Ok(number)
        } else {
            Err(self.faulty(column, "a number"))
        }
    }

    /// The cell as a number above zero.
    pub(super) fn positive(self, column: Column) -> Result<f64, CommandError> {
        let number = self.number(column)?;
        if number > 0.0 {
            Ok(number)
        } else {
            Err(self.faulty(column, "a number above 0"))
        }
    }

    /// The cell as a finite number, or none where it says that there is none: it is empty, `NaN`,
    /// `NA` or the like.
    pub(super) fn number_if_any(self, column: Column) -> Result<Option<f64>, CommandError> {
        if is_nothing(self.text(column)) {
            Ok(None)
        } else {
            self.number(column).map(Some)
        }
    }

    /// The same of figures that are above zero by nature, such as prices. One that is not is no
    /// figure: it is passed over and counted, so that a slip in one series does not cost all
    /// others.
    pub(super) fn positive_if_any(self, column: Column) -> Result<Option<f64>, CommandError> {
        let number = self.number_if_any(column)?;
        if number.is_some_and(|number| number <= 0.0) {
            self.table
                .passed_over
                .set(self.table.passed_over.get().saturating_add(1));
        }
        Ok(number.filter(|number| *number > 0.0))
    }

    /// The cell as a whole number, which may be written with a point, `1950.0`; `what` says what is
    /// expected, such as "a year".
    pub(super) fn whole<T: FromStr>(self, column: Column, what: &str) -> Result<T, CommandError> {
        let text = self.text(column);
        let digits = text
            .split_once('.')
            .filter(|(_, after)| after.bytes().all(|digit| digit == b'0'))
            .map_or(text, |(digits, _)| digits);
        digits.parse().map_err(|_| self.faulty(column, what))
    }

    /// The cell as a day, whatever time of it is written behind.
    pub(super) fn day(self, column: Column) -> Result<NaiveDate, CommandError> {
        let text = self.text(column);
        text.split([' ', 'T'])
            .next()
            .unwrap_or_default()
            .parse()
            .map_err(|_| self.faulty(column, "a day such as 2023-03-31"))
    }

    pub(super) fn faulty(self, Column(place): Column, what: &str) -> CommandError {
        let name = self
            .table
            .header
            .get(place)
            .map(String::as_str)
            .unwrap_or_default();
        let (file, line, text) = (
            self.table.file.display(),
            self.row.line,
            self.text(Column(place)),
        );
        CommandError::Refused(format!(
            "{file}, line {line}: {name} must be {what}, not \"{text}\""
        ))
    }
}

fn is_nothing(text: &str) -> bool {
    NOTHING
        .iter()
        .any(|nothing| text.eq_ignore_ascii_case(nothing))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Result<Table, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("prices_x.csv");
        fs::write(&file, text).unwrap();
        Table::read(&file).map_err(|error| {
            error
                .to_string()
                .replace(&folder.path().display().to_string(), "")
        })
    }

    #[test]
    fn faults_are_named_by_line_and_column() {
        let read = table("month,maize\n2001-01,5\n\n2001-03,five\n").unwrap();
        let maize = read.column("maize").unwrap();
        let numbers: Vec<Result<f64, String>> = read
            .records()
            .map(|record| record.positive(maize).map_err(|error| error.to_string()))
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
            read.column("wheat")
                .unwrap_err()
                .to_string()
                .ends_with("prices_x.csv, line 1: there is no column wheat")
        );
    }

    #[test]
    fn wild_numbers_are_none() {
        let read = table("a,b,c,d,e\nNaN,inf,-1,0,\n").unwrap();
        let record = read.records().next().unwrap();
        let column = |name: &str| read.column(name).unwrap();
        assert!(
            ["a", "b", "c", "d", "e"]
                .iter()
                .all(|name| record.positive(column(name)).is_err())
        );
        let figure = |name: &str| record.positive_if_any(column(name));
        assert!(figure("b").is_err());
        assert_eq!(
            ["a", "c", "d", "e"].map(|name| figure(name).unwrap()),
            [None; 4]
        );
        assert_eq!(read.passed_over.get(), 2);
        assert_eq!(
            (
                record.number_if_any(column("c")).unwrap(),
                record.number_if_any(column("e")).unwrap()
            ),
            (Some(-1.0), None)
        );
    }

    #[test]
    fn other_programs_spellings_are_read() {
        let read = table(
            "year,day,unit,gone,price\n1950.0,2024-04-02 \
            00:00:00,usd,NA,1e1\n1951,2024-04-03T10:00,,n/a,..\n1950.5,2024-04,eur,,7\n",
        )
        .unwrap();
        let column = |name: &str| read.column(name).unwrap();
        let years: Vec<Option<i32>> = read
            .records()
            .map(|record| record.whole(column("year"), "a year").ok())
            .collect();
        let days: Vec<Option<String>> = read
            .records()
            .map(|record| record.day(column("day")).ok().map(|day| day.to_string()))
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
            ["year", "unit", "gone", "price"].map(|name| read.is_words(column(name))),
            [false, true, false, false]
        );
        let prices: Vec<Option<f64>> = read
            .records()
            .map(|record| record.positive_if_any(column("price")).unwrap())
            .collect();
        assert_eq!(prices, [Some(10.0), None, Some(7.0)]);
    }

    #[test]
    fn files_without_rows_and_rows_of_another_length_are_refused() {
        assert!(
            table("month,maize\n")
                .unwrap_err()
                .ends_with("prices_x.csv has no rows")
        );
        assert!(table("").unwrap_err().ends_with("prices_x.csv has no rows"));
        let ragged = table("month,maize\n2001-01,5\n2001-02,5,6\n").unwrap_err();
        assert!(ragged.contains("prices_x.csv, line 3"), "{ragged}");
    }

    #[test]
    fn files_are_found_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let none = files(folder.path(), "index_", "_lines.csv")
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
        let names: Vec<PathBuf> = files(folder.path(), "index_", "_lines.csv").unwrap();
        assert_eq!(
            names,
            ["index_a_lines.csv", "index_b_lines.csv"].map(|name| folder.path().join(name))
        );
        assert!(files(&folder.path().join("missing"), "a", "b").is_err());
    }
}
