//! Reads the files of a folder row by row and parses their cells.

mod csv;
mod parquet;

use super::amounts;
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Where the folder has tables and columns that it calls otherwise.
#[derive(Debug, Default)]
pub struct SourceNames {
    /// Names of files and folders by table.
    pub tables: HashMap<String, String>,
    /// Columns by table and product column.
    pub columns: HashMap<(String, String), SourceColumn>,
}

/// Where the values of a column come from.
#[derive(Debug, Default)]
pub struct SourceColumn {
    /// Name in the folder.
    pub name: String,
    /// The value of every row.
    pub constant: Option<String>,
    /// Values by the word that stands for them, in lower case.
    pub words: HashMap<String, String>,
}

impl SourceColumn {
    fn read(&self, cell: &CellLookup<'_>) -> Option<String> {
        if self.constant.is_some() {
            return self.constant.clone();
        }
        let text = cell(&self.name);
        let word = text.as_deref().unwrap_or_default().trim().to_lowercase();
        self.words.get(&word).cloned().or(text)
    }
}

/// Number of unusable rows by table. The product rejects them too, but may have an older version of
/// them.
pub type UnreadRows = HashMap<String, u64>;

/// Why the files cannot be read, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error("cannot read {path}: {reason}")]
    Unreadable { path: String, reason: String },
    #[error(
        "{folder} contains none of the five tables: give the folder that contains \
         sales_transactions.csv"
    )]
    NoTables { folder: String },
}

impl SourceError {
    fn from_reason(path: &Path, reason: &impl ToString) -> Self {
        Self::Unreadable {
            path: path.display().to_string(),
            reason: reason.to_string(),
        }
    }
}

/// A folder with tables.
pub(super) struct SourceFolder<'a> {
    folder: PathBuf,
    names: &'a SourceNames,
}

/// A row: cells by product column.
pub(super) struct Row<'a> {
    cell: &'a CellLookup<'a>,
}

/// The row is unusable.
pub(super) struct InvalidRow;

/// Value of a cell; none if it is empty.
pub(super) type CellResult<T> = Result<Option<T>, InvalidRow>;

/// Requires a value.
pub(super) fn require_cell<T>(cell: CellResult<T>) -> Result<T, InvalidRow> {
    cell?.ok_or(InvalidRow)
}

/// Receives the rows of a file, each as a lookup of cells by source column.
type RowSink<'a> = &'a mut dyn FnMut(&CellLookup<'_>);

type CellLookup<'a> = dyn Fn(&str) -> Option<String> + 'a;

impl<'a> SourceFolder<'a> {
    pub(super) fn open_folder(folder: &Path, names: &'a SourceNames) -> Result<Self, SourceError> {
        let opened = Self {
            folder: folder.to_owned(),
            names,
        };
        let tables = [
            "sales_transactions",
            "inventory_data",
            "customer_profiles",
            "supplier_data",
            "market_prices",
        ];
        for table in tables {
            if !opened.list_files(table)?.is_empty() {
                return Ok(opened);
            }
        }
        Err(SourceError::NoTables {
            folder: folder.display().to_string(),
        })
    }

    /// The files of a table, by name.
    fn list_files(&self, table: &str) -> Result<Vec<PathBuf>, SourceError> {
        let table = self.names.tables.get(table).map_or(table, String::as_str);
        let mut files: Vec<PathBuf> = ["csv", "parquet"]
            .map(|extension| self.folder.join(format!("{table}.{extension}")))
            .into_iter()
            .filter(|path| path.is_file())
            .collect();
        let several = self.folder.join(table);
        if several.is_dir() {
            for entry in std::fs::read_dir(&several)
                .map_err(|error| SourceError::from_reason(&several, &error))?
            {
                let path = entry
                    .map_err(|error| SourceError::from_reason(&several, &error))?
                    .path();
                if path
                    .extension()
                    .is_some_and(|extension| extension == "csv" || extension == "parquet")
                {
                    files.push(path);
                }
            }
            files.sort();
        }
        Ok(files)
    }

    /// Passes every row of a table to `take`, which returns whether the row is usable.
    pub(super) fn for_each_row(
        &mut self,
        table: &str,
        unread: &mut UnreadRows,
        mut take: impl FnMut(&Row<'_>) -> Result<(), InvalidRow>,
    ) -> Result<(), SourceError> {
        let mut passed_over = 0;
        let mut take = |cell: &CellLookup<'_>| {
            let cell = |column: &str| {
                let mapped = self
                    .names
                    .columns
                    .get(&(table.to_owned(), column.to_owned()));
                mapped.map_or_else(|| cell(column), |mapped| mapped.read(cell))
            };
            passed_over += u64::from(take(&Row { cell: &cell }).is_err());
        };
        for file in self.list_files(table)? {
            if file.extension().is_some_and(|extension| extension == "csv") {
                csv::for_each_csv_row(&file, &mut take)?;
            } else {
                parquet::for_each_parquet_row(&file, &mut take)?;
            }
        }
        if passed_over > 0 {
            unread.insert(table.to_owned(), passed_over);
        }
        Ok(())
    }
}

impl Row<'_> {
    fn cell_text(&self, name: &str) -> Option<String> {
        (self.cell)(name)
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty())
    }

    pub(super) fn optional_text(&self, name: &str) -> CellResult<String> {
        self.parse_cell(name, |text| {
            (!text.contains('\0') && text.len() <= 64 * 1024).then(|| text.to_owned())
        })
    }

    pub(super) fn required_text(&self, name: &str) -> Result<String, InvalidRow> {
        require_cell(self.optional_text(name))
    }

    /// A part of the key.
    pub(super) fn key_text(&self, name: &str) -> Result<String, InvalidRow> {
        self.required_text(name)
            .ok()
            .filter(|text| text.len() <= 512)
            .ok_or(InvalidRow)
    }

    /// One of the words, in any case.
    pub(super) fn one_of(&self, name: &str, words: &[&str]) -> Result<String, InvalidRow> {
        self.cell_text(name)
            .map(|cell| cell.to_lowercase())
            .filter(|cell| words.contains(&cell.as_str()))
            .ok_or(InvalidRow)
    }

    pub(super) fn currency_code(&self, name: &str) -> Result<String, InvalidRow> {
        self.cell_text(name)
            .filter(|cell| {
                cell.len() == 3 && cell.chars().all(|letter| letter.is_ascii_uppercase())
            })
            .ok_or(InvalidRow)
    }

    pub(super) fn decimal_cell(&self, name: &str) -> CellResult<i128> {
        self.parse_cell(name, amounts::parse_decimal)
    }

    pub(super) fn non_negative_cell(&self, name: &str) -> CellResult<i128> {
        self.parse_cell(name, |text| {
            amounts::parse_decimal(text).filter(|number| *number >= 0)
        })
    }

    pub(super) fn day_count(&self, name: &str) -> CellResult<u32> {
        self.parse_cell(name, |text| {
            text.parse()
                .ok()
                .filter(|days| *days <= 36_500 && text.chars().all(|digit| digit.is_ascii_digit()))
        })
    }

    pub(super) fn date_cell(&self, name: &str) -> CellResult<NaiveDate> {
        self.parse_cell(name, |text| {
            let form = text.len() == 10
                && text.char_indices().all(|(at, letter)| {
                    if at == 4 || at == 7 {
                        letter == '-'
                    } else {
                        letter.is_ascii_digit()
                    }
                });
            text.parse()
                .ok()
                .filter(|day: &NaiveDate| form && (1..=9999).contains(&day.year()))
        })
    }

    /// Time of the row's last change.
    pub(super) fn updated_at(&self) -> Result<DateTime<Utc>, InvalidRow> {
        let moment = self
            .cell_text("updated_at")
            .and_then(|text| DateTime::parse_from_rfc3339(&text).ok())
            .map(|moment| moment.to_utc());
        moment
            .filter(|moment| (1..=9999).contains(&moment.year()))
            .ok_or(InvalidRow)
    }

    fn parse_cell<T>(&self, name: &str, read: impl Fn(&str) -> Option<T>) -> CellResult<T> {
        self.cell_text(name)
            .map(|text| read(&text).ok_or(InvalidRow))
            .transpose()
    }
}
