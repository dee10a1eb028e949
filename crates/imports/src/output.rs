//! Writes the tables and the rejects. Of rows with the same key one lands.

use crate::cell_fault::CellFault;
use crate::tables::{Column, Table};
use foldhash::fast::FixedState;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::hash::{BuildHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

const ORIGINS_FOLDER: &str = "origins";

pub(crate) struct Reject<'a> {
    pub table: Table,
    pub file: &'a str,
    pub sheet: &'a str,
    pub cell: &'a str,
    pub column: &'a str,
    pub value: &'a str,
    pub fault: CellFault,
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
    /// Block and row of every row, if they are traced.
    origins: Option<BufWriter<File>>,
}

pub(crate) struct Output {
    folder: PathBuf,
    with_traces: bool,
    tables: BTreeMap<Table, TableFile>,
    rejects: csv::Writer<BufWriter<File>>,
    pub rejected: u64,
}

impl Output {
    pub(crate) fn create(folder: &Path) -> Result<Self, csv::Error> {
        std::fs::create_dir_all(folder)?;
        Self::open(folder, false)
    }

    /// With where each row comes from, and the table of each reject.
    pub(crate) fn create_with_traces(folder: &Path) -> Result<Self, csv::Error> {
        std::fs::create_dir_all(folder.join(ORIGINS_FOLDER))?;
        Self::open(folder, true)
    }

    fn open(folder: &Path, with_traces: bool) -> Result<Self, csv::Error> {
        let file = File::create(folder.join("rejects.csv"))?;
        let mut rejects = csv::Writer::from_writer(BufWriter::new(file));
        let mut names = vec!["file", "sheet", "cell", "column", "value", "reason"];
        if with_traces {
            names.push("table");
        }
        rejects.write_record(names)?;
        Ok(Self {
            folder: folder.to_owned(),
            with_traces,
            tables: BTreeMap::new(),
            rejects,
            rejected: 0,
        })
    }

    pub(crate) fn write_reject(&mut self, reject: &Reject<'_>) -> Result<(), csv::Error> {
        self.rejected += 1;
        let value: String = reject.value.chars().take(200).collect();
        let mut record = vec![
            reject.file,
            reject.sheet,
            reject.cell,
            reject.column,
            &value,
            reject.fault.into_str(),
        ];
        if self.with_traces {
            record.push(reject.table.name());
        }
        self.rejects.write_record(record)
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
                let origins = if self.with_traces {
                    let blocks = File::create(path.with_extension("blocks"))?;
                    Some(BufWriter::new(blocks))
                } else {
                    None
                };
                Ok(entry.insert(TableFile {
                    origins,
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
        if let Some(origins) = &mut file.origins {
            origins.write_all(&origin.block.to_le_bytes())?;
            origins.write_all(&origin.row.to_le_bytes())?;
        }
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

    /// Removes the rows that lost. `blocks` has the file and the sheet of each block. Returns the
    /// number of rows of each table.
    pub(crate) fn finish(
        mut self,
        blocks: &[(&str, &str)],
    ) -> Result<Vec<(&'static str, u64)>, csv::Error> {
        self.rejects.flush()?;
        let mut rows = Vec::new();
        for (table, mut file) in std::mem::take(&mut self.tables) {
            file.writer.flush()?;
            rows.push((table.name(), file.rows - file.losers.len() as u64));
            if let Some(mut origins) = file.origins.take() {
                origins.flush()?;
                let traced = self.folder.join(ORIGINS_FOLDER);
                let traced = traced.join(format!("{}.csv", table.name()));
                write_origins(
                    &file.path.with_extension("blocks"),
                    &traced,
                    &file.losers,
                    blocks,
                )?;
            }
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
        Ok(rows)
    }
}

/// Turns the numbers of blocks into the names of their files and sheets.
fn write_origins(
    numbers: &Path,
    traced: &Path,
    losers: &HashSet<u64>,
    blocks: &[(&str, &str)],
) -> Result<(), csv::Error> {
    let mut reader = BufReader::new(File::open(numbers)?);
    let mut writer = csv::Writer::from_writer(BufWriter::new(File::create(traced)?));
    writer.write_record(["file", "sheet", "row"])?;
    let mut ordinal = 0;
    let mut number = [0; 4];
    while !reader.fill_buf()?.is_empty() {
        reader.read_exact(&mut number)?;
        let block = u32::from_le_bytes(number) as usize;
        reader.read_exact(&mut number)?;
        let row = u32::from_le_bytes(number).to_string();
        if !losers.contains(&ordinal) {
            let (file, sheet) = blocks.get(block).copied().unwrap_or_default();
            writer.write_record([file, sheet, &row])?;
        }
        ordinal += 1;
    }
    writer.flush()?;
    std::fs::remove_file(numbers)?;
    Ok(())
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
