//! Checks the files: deterministic bytes, exact counts, no partial files, error messages.

use std::fs;
use std::path::Path;

use super::super::DemoWarehouse;
use super::{SOURCES, build_warehouse, parse_date};

fn read_bytes(warehouse: DemoWarehouse) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    warehouse.write_files(folder.path()).expect("a warehouse");
    SOURCES
        .map(|source| fs::read(folder.path().join(format!("{source}.csv"))).expect("a file"))
        .into()
}

fn list_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn same_parameters_give_same_bytes() {
    let order = build_warehouse(7, "2026-11-21", 3_000);
    assert_eq!(read_bytes(order), read_bytes(order));
    let other = read_bytes(DemoWarehouse { seed: 8, ..order });
    for (file, changed) in read_bytes(order).iter().zip(&other).take(4) {
        assert_ne!(file, changed);
    }
}

#[test]
fn order_tables_are_optional_and_change_no_other_file() {
    let all = build_warehouse(7, "2026-11-21", 3_000);
    let folder = tempfile::tempdir().expect("a folder");
    let fewer = DemoWarehouse {
        order_tables: false,
        ..all
    };
    let written = fewer.write_files(folder.path()).expect("a warehouse");
    assert_eq!(written.files.len(), 6);
    assert_eq!(list_names(folder.path()).len(), 6);
    for (source, expected) in SOURCES.iter().zip(read_bytes(all)).take(6) {
        let file = fs::read(folder.path().join(format!("{source}.csv"))).expect("a file");
        assert_eq!(file, expected, "{source}");
    }
}

#[test]
fn contains_requested_number_of_transactions() {
    let orders = [
        (1, "2024-02-29"),
        (2, "2025-01-01"),
        (19, "2026-11-22"),
        (1_000, "2010-01-01"),
        (12_345, "2099-12-31"),
    ];
    for (transactions, as_of) in orders {
        let folder = tempfile::tempdir().expect("a folder");
        let written = build_warehouse(5, as_of, transactions)
            .write_files(folder.path())
            .expect("a warehouse");
        let file = "sales_transactions.csv";
        assert!(
            written.files.contains(&(file.to_owned(), transactions)),
            "{as_of}"
        );
        let text = fs::read_to_string(folder.path().join(file)).expect("the file");
        assert_eq!(text.lines().count() as u64, transactions + 1, "{as_of}");
    }
}

#[test]
fn next_day_shares_most_rows() {
    let today = read_bytes(build_warehouse(7, "2026-11-21", 30_000));
    let tomorrow = read_bytes(build_warehouse(7, "2026-11-22", 30_000));
    let lines = |file: &[u8]| -> std::collections::BTreeSet<String> {
        String::from_utf8_lossy(file)
            .lines()
            .map(str::to_owned)
            .collect()
    };
    let changed: Vec<usize> = today
        .iter()
        .zip(&tomorrow)
        .map(|(old, new)| lines(new).difference(&lines(old)).count())
        .collect();
    assert!(changed[1] < 120, "transactions: {}", changed[1]);
    assert!(changed[2..6].iter().all(|rows| *rows < 10), "{changed:?}");
    // Bookings and orders change with their transactions, and an order once more when it is given up.
    assert!(changed[6] + changed[7] <= changed[1] + 1, "{changed:?}");
    assert_eq!(changed[8], 0, "the quarter is the same");
}

#[test]
fn replaces_files_and_leaves_no_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let deep = folder.path().join("a/b");
    build_warehouse(7, "2026-11-20", 100)
        .write_files(&deep)
        .expect("a warehouse");
    build_warehouse(7, "2026-11-21", 200)
        .write_files(&deep)
        .expect("a warehouse");
    assert_eq!(
        list_names(&deep),
        [
            "customer_bookings.csv",
            "customer_profiles.csv",
            "inventory_data.csv",
            "item_catalogue.csv",
            "market_prices.csv",
            "price_lists.csv",
            "purchase_orders.csv",
            "sales_transactions.csv",
            "supplier_data.csv"
        ]
    );
}

#[test]
fn rejects_invalid_parameters_without_writing() {
    let folder = tempfile::tempdir().expect("a folder");
    let order = DemoWarehouse::new(parse_date("2026-11-21"));
    for (wrong, hint) in [
        (
            DemoWarehouse {
                transactions: 0,
                ..order
            },
            "choose 1 to",
        ),
        (
            DemoWarehouse {
                transactions: 1_000_000_001,
                ..order
            },
            "choose 1 to",
        ),
        (
            DemoWarehouse {
                as_of: parse_date("2009-12-31"),
                ..order
            },
            "choose a day from 2010-01-01",
        ),
        (
            DemoWarehouse {
                as_of: parse_date("2100-01-01"),
                ..order
            },
            "to 2099-12-31",
        ),
    ] {
        let message = wrong
            .write_files(folder.path())
            .expect_err("a message")
            .to_string();
        assert!(message.contains(hint), "{message}");
    }
    assert!(list_names(folder.path()).is_empty());
    fs::create_dir(folder.path().join("inventory_data.csv")).expect("a blocking folder");
    let message = order
        .write_files(folder.path())
        .expect_err("a message")
        .to_string();
    assert!(message.contains("inventory_data.csv"), "{message}");
    assert!(
        list_names(folder.path())
            .iter()
            .all(|name| !name.starts_with('.'))
    );
}
