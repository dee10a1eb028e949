//! The files of a folder, row by row, and what its cells may hold.

mod csv;
mod parquet;

use super::amounts;
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What columns are called at the source where that is not our name: by table and our column.
pub type SourceNames = HashMap<(String, String), String>;

/// Rows that could not be used, by table: the product rejects them too, and may know an older
/// version of them.
pub type Unread = HashMap<String, u64>;

/// Why the files cannot be read; the text says what to do.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error("{path} cannot be read: {reason}")]
    Unreadable { path: String, reason: String },
    #[error(
        "{folder} holds none of the five tables: give the folder that holds \
            sales_transactions.csv and its neighbours"
    )]
    NoTables { folder: String },
}

impl SourceError {
    fn of(path: &Path, reason: &impl ToString) -> Self {
        Self::Unreadable {
            path: path.display().to_string(),
            reason: reason.to_string(),
        }
    }
}

/// A folder with tables.
pub(super) struct Folder<'a> {
    folder: PathBuf,
    names: &'a SourceNames,
}

/// A row: the cells of a table by our names.
pub(super) struct Row<'a> {
    cell: &'a Lookup<'a>,
}

/// A row that nobody can use.
pub(super) struct Unusable;

/// What stands in a cell; nothing where it is empty.
pub(super) type Cell<T> = Result<Option<T>, Unusable>;

/// What must stand there.
pub(super) fn needed<T>(cell: Cell<T>) -> Result<T, Unusable> {
    cell?.ok_or(Unusable)
}

/// Whoever takes a file's rows: each as a look-up of its cells by the names of the source.
type Take<'a> = &'a mut dyn FnMut(&Lookup<'_>);

type Lookup<'a> = dyn Fn(&str) -> Option<String> + 'a;

impl<'a> Folder<'a> {
    pub(super) fn open(folder: &Path, names: &'a SourceNames) -> Result<Self, SourceError> {
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
            if !opened.files(table)?.is_empty() {
                return Ok(opened);
            }
        }
        Err(SourceError::NoTables {
            folder: folder.display().to_string(),
        })
    }

    /// The files of a table in the order of their names.
    fn files(&self, table: &str) -> Result<Vec<PathBuf>, SourceError> {
        let mut files: Vec<PathBuf> = ["csv", "parquet"]
            .map(|extension| self.folder.join(format!("{table}.{extension}")))
            .into_iter()
            .filter(|path| path.is_file())
            .collect();
        let several = self.folder.join(table);
        if several.is_dir() {
            for entry in
                std::fs::read_dir(&several).map_err(|error| SourceError::of(&several, &error))?
            {
                let path = entry
                    .map_err(|error| SourceError::of(&several, &error))?
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

    /// Hands every row of a table to `take`, which says whether it could use it.
    pub(super) fn each(
        &mut self,
        table: &str,
        unread: &mut Unread,
        mut take: impl FnMut(&Row<'_>) -> Result<(), Unusable>,
    ) -> Result<(), SourceError> {
        let mut passed_over = 0;
        let source_name = |column: &str| {
            self.names
                .get(&(table.to_owned(), column.to_owned()))
                .cloned()
                .unwrap_or_else(|| column.to_owned())
        };
        let mut take = |cell: &Lookup<'_>| {
            let cell = |column: &str| cell(&source_name(column));
            passed_over += u64::from(take(&Row { cell: &cell }).is_err());
        };
        for file in self.files(table)? {
            if file.extension().is_some_and(|extension| extension == "csv") {
                csv::each(&file, &mut take)?;
            } else {
                parquet::each(&file, &mut take)?;
            }
        }
        if passed_over > 0 {
            unread.insert(table.to_owned(), passed_over);
        }
        Ok(())
    }
}

impl Row<'_> {
    fn cell(&self, name: &str) -> Option<String> {
        (self.cell)(name)
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty())
    }

    pub(super) fn optional(&self, name: &str) -> Cell<String> {
        self.read(name, |text| {
            (!text.contains('\0') && text.len() <= 64 * 1024).then(|| text.to_owned())
        })
    }

    pub(super) fn text(&self, name: &str) -> Result<String, Unusable> {
        needed(self.optional(name))
    }

    /// Part of the key.
    pub(super) fn key(&self, name: &str) -> Result<String, Unusable> {
        self.text(name)
            .ok()
            .filter(|text| text.len() <= 512)
            .ok_or(Unusable)
    }

    pub(super) fn word(&self, name: &str, words: &[&str]) -> Result<String, Unusable> {
        self.cell(name)
            .filter(|cell| words.contains(&cell.as_str()))
            .ok_or(Unusable)
    }

    pub(super) fn currency(&self, name: &str) -> Result<String, Unusable> {
        self.cell(name)
            .filter(|cell| {
                cell.len() == 3 && cell.chars().all(|letter| letter.is_ascii_uppercase())
            })
            .ok_or(Unusable)
    }

    pub(super) fn number(&self, name: &str) -> Cell<i128> {
        self.read(name, amounts::read)
    }

    pub(super) fn not_negative(&self, name: &str) -> Cell<i128> {
        self.read(name, |text| {
            amounts::read(text).filter(|number| *number >= 0)
        })
    }

    pub(super) fn days(&self, name: &str) -> Cell<u32> {
        self.read(name, |text| {
            text.parse()
                .ok()
                .filter(|days| *days <= 36_500 && text.chars().all(|digit| digit.is_ascii_digit()))
        })
    }

    pub(super) fn day(&self, name: &str) -> Cell<NaiveDate> {
        self.read(name, |text| {
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

    /// When the row was last changed.
    pub(super) fn moment(&self) -> Result<DateTime<Utc>, Unusable> {
        let moment = self
            .cell("updated_at")
            .and_then(|text| DateTime::parse_from_rfc3339(&text).ok())
            .map(|moment| moment.to_utc());
        moment
            .filter(|moment| (1..=9999).contains(&moment.year()))
            .ok_or(Unusable)
    }

    fn read<T>(&self, name: &str, read: impl Fn(&str) -> Option<T>) -> Cell<T> {
        self.cell(name)
            .map(|text| read(&text).ok_or(Unusable))
            .transpose()
    }
}
