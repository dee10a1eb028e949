//! The demo warehouse as its readers see it: the files are written, read back and held against what
//! they promise.

mod files;
mod rows;
mod trade;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use chrono::NaiveDate;

use super::DemoWarehouse;

pub(super) const SOURCES: [&str; 5] = [
    "inventory_data",
    "sales_transactions",
    "market_prices",
    "customer_profiles",
    "supplier_data",
];

/// A row, read by column name.
#[derive(Debug)]
pub(super) struct Row {
    header: csv::StringRecord,
    cells: csv::StringRecord,
}

impl Row {
    pub(super) fn cell(&self, column: &str) -> &str {
        let place = self
            .header
            .iter()
            .position(|name| name == column)
            .expect("a column");
        &self.cells[place]
    }
}

/// A written warehouse, read back.
pub(super) struct Read {
    pub(super) as_of: NaiveDate,
    pub(super) tables: BTreeMap<&'static str, (String, Vec<Row>)>,
}

impl Read {
    pub(super) fn rows(&self, source: &str) -> &[Row] {
        &self.tables[source].1
    }

    /// The category of every item.
    pub(super) fn categories(&self) -> BTreeMap<&str, &str> {
        self.rows("inventory_data")
            .iter()
            .map(|row| (row.cell("item_id"), row.cell("category")))
            .collect()
    }

    pub(super) fn lines(&self, direction: &str) -> impl Iterator<Item = &Row> {
        self.rows("sales_transactions")
            .iter()
            .filter(move |row| row.cell("direction") == direction)
    }
}

pub(super) fn date(text: &str) -> NaiveDate {
    text.parse().expect("an ISO date")
}

pub(super) fn number(text: &str) -> f64 {
    text.parse().expect("a number")
}

pub(super) fn warehouse(seed: u64, as_of: &str, transactions: u64) -> DemoWarehouse {
    DemoWarehouse {
        seed,
        as_of: date(as_of),
        transactions,
    }
}

pub(super) fn read(warehouse: DemoWarehouse) -> Read {
    let folder = tempfile::tempdir().expect("a folder");
    warehouse.write(folder.path()).expect("a warehouse");
    Read {
        as_of: warehouse.as_of,
        tables: SOURCES
            .into_iter()
            .map(|source| (source, table(folder.path(), source)))
            .collect(),
    }
}

fn table(folder: &Path, source: &str) -> (String, Vec<Row>) {
    let mut reader = csv::Reader::from_path(folder.join(format!("{source}.csv"))).expect("a file");
    let header = reader.headers().expect("a header").clone();
    let columns = header.iter().collect::<Vec<_>>().join(",");
    let rows = reader
        .records()
        .map(|record| Row {
            header: header.clone(),
            cells: record.expect("a row"),
        })
        .collect();
    (columns, rows)
}

/// Four warehouses of the default size: an ordinary day, a leap day, a New Year and a Sunday.
pub(super) fn samples() -> &'static [Read] {
    static SAMPLES: OnceLock<Vec<Read>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        [
            (7, "2026-11-21"),
            (1, "2024-02-29"),
            (2, "2025-01-01"),
            (3, "2026-07-19"),
        ]
        .map(|(seed, as_of)| read(warehouse(seed, as_of, super::DEFAULT_TRANSACTIONS)))
        .into()
    })
}
