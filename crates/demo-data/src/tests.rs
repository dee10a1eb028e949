//! Writes demo warehouses, reads them back and checks their properties.

mod files;
mod optional_tables;
mod rows;
mod trade;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use chrono::NaiveDate;

use super::DemoWarehouse;

pub(super) const SOURCES: [&str; 9] = [
    "inventory_data",
    "sales_transactions",
    "market_prices",
    "customer_profiles",
    "supplier_data",
    "item_catalogue",
    "customer_bookings",
    "purchase_orders",
    "price_lists",
];

/// A row, with cells by column name.
#[derive(Debug)]
pub(super) struct SourceRow {
    header: csv::StringRecord,
    cells: csv::StringRecord,
}

impl SourceRow {
    pub(super) fn cell(&self, column: &str) -> &str {
        let index = self
            .header
            .iter()
            .position(|name| name == column)
            .expect("a column");
        &self.cells[index]
    }
}

/// A demo warehouse read back.
pub(super) struct GeneratedWarehouse {
    pub(super) as_of: NaiveDate,
    pub(super) tables: BTreeMap<&'static str, (String, Vec<SourceRow>)>,
}

impl GeneratedWarehouse {
    pub(super) fn source_rows(&self, source: &str) -> &[SourceRow] {
        &self.tables[source].1
    }

    /// The category of every item.
    pub(super) fn item_categories(&self) -> BTreeMap<&str, &str> {
        self.source_rows("inventory_data")
            .iter()
            .map(|row| (row.cell("item_id"), row.cell("category")))
            .collect()
    }

    pub(super) fn transaction_lines(&self, direction: &str) -> impl Iterator<Item = &SourceRow> {
        self.source_rows("sales_transactions")
            .iter()
            .filter(move |row| row.cell("direction") == direction)
    }
}

pub(super) fn parse_date(text: &str) -> NaiveDate {
    text.parse().expect("an ISO date")
}

pub(super) fn parse_number(text: &str) -> f64 {
    text.parse().expect("a number")
}

pub(super) fn build_warehouse(seed: u64, as_of: &str, transactions: u64) -> DemoWarehouse {
    DemoWarehouse {
        seed,
        as_of: parse_date(as_of),
        transactions,
        order_tables: true,
    }
}

pub(super) fn generate_warehouse(warehouse: DemoWarehouse) -> GeneratedWarehouse {
    let folder = tempfile::tempdir().expect("a folder");
    warehouse.write_files(folder.path()).expect("a warehouse");
    GeneratedWarehouse {
        as_of: warehouse.as_of,
        tables: SOURCES
            .into_iter()
            .map(|source| (source, read_source_file(folder.path(), source)))
            .collect(),
    }
}

fn read_source_file(folder: &Path, source: &str) -> (String, Vec<SourceRow>) {
    let mut reader = csv::Reader::from_path(folder.join(format!("{source}.csv"))).expect("a file");
    let header = reader.headers().expect("a header").clone();
    let columns = header.iter().collect::<Vec<_>>().join(",");
    let rows = reader
        .records()
        .map(|record| SourceRow {
            header: header.clone(),
            cells: record.expect("a row"),
        })
        .collect();
    (columns, rows)
}

/// Four warehouses of the default size: a regular day, a leap day, New Year's Day and a Sunday.
pub(super) fn sample_warehouses() -> &'static [GeneratedWarehouse] {
    static SAMPLES: OnceLock<Vec<GeneratedWarehouse>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        [
            (7, "2026-11-21"),
            (1, "2024-02-29"),
            (2, "2025-01-01"),
            (3, "2026-07-19"),
        ]
        .map(|(seed, as_of)| {
            generate_warehouse(build_warehouse(seed, as_of, super::DEFAULT_TRANSACTIONS))
        })
        .into()
    })
}
