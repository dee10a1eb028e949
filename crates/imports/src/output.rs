//! Writes the tables and the rejects. Of rows with the same key one lands.

use crate::tables::{Column, Table};
use foldhash::fast::FixedState;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::hash::{BuildHasher, Hash, Hasher};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

pub(crate) struct Reject<'a> {
    pub file: &'a str,
    pub sheet: &'a str,
    pub cell: &'a str,
    pub column: &'a str,
    pub value: &'a str,
    pub reason: &'a str,
}

/// Where a row comes from: an index into the origins, its row, and the letters of its key's column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin {
    pub block: u32,
    pub row: u32,
}

struct Winner {
    ordinal: u64,
    updated: Option<i64>,
    origin: Origin,
}

struct TableFile {
    path: PathBuf,
    writer: csv::Writer<BufWriter<File>>,
    rows: u64,
    keys: HashMap<u128, Winner>,
    losers: HashSet<u64>,
}

pub(crate) struct Output {
    folder: PathBuf,
    tables: BTreeMap<Table, TableFile>,
    rejects: csv::Writer<BufWriter<File>>,
    pub rejected: u64,
}

impl Output {
    pub(crate) fn create(folder: &Path) -> Result<Self, csv::Error> {
        std::fs::create_dir_all(folder)?;
        let file = File::create(folder.join("rejects.csv"))?;
        let mut rejects = csv::Writer::from_writer(BufWriter::new(file));
        rejects.write_record(["file", "sheet", "cell", "column", "value", "reason"])?;
        Ok(Self {
            folder: folder.to_owned(),
            tables: BTreeMap::new(),
            rejects,
            rejected: 0,
        })
    }

    pub(crate) fn write_reject(&mut self, reject: &Reject<'_>) -> Result<(), csv::Error> {
        self.rejected += 1;
        let value: String = reject.value.chars().take(200).collect();
        self.rejects.write_record([
            reject.file,
            reject.sheet,
            reject.cell,
            reject.column,
            &value,
            reject.reason,
        ])
    }

    /// Makes sure that the table has a file, even without rows.
    pub(crate) fn open_table(&mut self, table: Table) -> Result<(), csv::Error> {
        self.table(table).map(|_| ())
    }

    fn table(&mut self, table: Table) -> Result<&mut TableFile, csv::Error> {
        match self.tables.entry(table) {
            std::collections::btree_map::Entry::Occupied(entry) => Ok(entry.into_mut()),
            std::collections::btree_map::Entry::Vacant(entry) => {
                let path = self.folder.join(format!("{}.csv", table.name()));
                let mut writer = csv::Writer::from_writer(BufWriter::new(File::create(&path)?));
                writer.write_record(table.columns().iter().map(|column: &Column| column.name))?;
                Ok(entry.insert(TableFile {
                    path,
                    writer,
                    rows: 0,
                    keys: HashMap::new(),
                    losers: HashSet::new(),
                }))
            }
        }
    }

    /// Writes a row. Returns where the row stands that has the same key and lost, if there is one.
    pub(crate) fn write_row(
        &mut self,
        table: Table,
        values: &[String],
        updated: Option<i64>,
        origin: Origin,
    ) -> Result<Option<Origin>, csv::Error> {
        let key = hash_key(table.key().iter().filter_map(|name| {
            table
                .index(name)
                .and_then(|index| values.get(index))
                .map(String::as_str)
        }));
        let file = self.table(table)?;
        let ordinal = file.rows;
        file.rows += 1;
        file.writer.write_record(values)?;
        let Some(winner) = file.keys.get_mut(&key) else {
            file.keys.insert(
                key,
                Winner {
                    ordinal,
                    updated,
                    origin,
                },
            );
            return Ok(None);
        };
        if updated < winner.updated {
            file.losers.insert(ordinal);
            return Ok(Some(origin));
        }
        file.losers.insert(winner.ordinal);
        let loser = winner.origin;
        *winner = Winner {
            ordinal,
            updated,
            origin,
        };
        Ok(Some(loser))
    }

    pub(crate) fn finish(mut self) -> Result<(), csv::Error> {
        self.rejects.flush()?;
        for (_, mut file) in std::mem::take(&mut self.tables) {
            file.writer.flush()?;
            if file.losers.is_empty() {
                continue;
            }
            let all = file.path.with_extension("all");
            std::fs::rename(&file.path, &all)?;
            let mut reader = csv::Reader::from_path(&all)?;
            let mut writer = csv::Writer::from_writer(BufWriter::new(File::create(&file.path)?));
            writer.write_record(reader.headers()?)?;
            for (ordinal, record) in (0_u64..).zip(reader.records()) {
                let record = record?;
                if !file.losers.contains(&ordinal) {
                    writer.write_record(&record)?;
                }
            }
            writer.flush()?;
            std::fs::remove_file(&all)?;
        }
        Ok(())
    }
}

pub(crate) fn hash_key<'a>(parts: impl Iterator<Item = &'a str>) -> u128 {
    let mut one = FixedState::with_seed(1).build_hasher();
    let mut two = FixedState::with_seed(2).build_hasher();
    for part in parts {
        part.hash(&mut one);
        part.hash(&mut two);
    }
    (u128::from(one.finish()) << 64) | u128::from(two.finish())
}
