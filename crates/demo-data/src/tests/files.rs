//! The files themselves: the same bytes, exact counts, nothing half written, refusals in words.

use std::fs;
use std::path::Path;

use super::super::DemoWarehouse;
use super::{SOURCES, date, warehouse};

fn bytes(warehouse: DemoWarehouse) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    warehouse.write(folder.path()).expect("a warehouse");
    SOURCES
        .map(|source| fs::read(folder.path().join(format!("{source}.csv"))).expect("a file"))
        .into()
}

fn names(folder: &Path) -> Vec<String> {
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
fn the_same_order_gives_the_same_bytes() {
    let order = warehouse(7, "2026-11-21", 3_000);
    assert_eq!(bytes(order), bytes(order));
    let other = bytes(DemoWarehouse { seed: 8, ..order });
    for (file, changed) in bytes(order).iter().zip(&other).take(4) {
        assert_ne!(file, changed);
    }
}

#[test]
fn holds_exactly_the_transactions_asked_for() {
    let orders = [
        (1, "2024-02-29"),
        (2, "2025-01-01"),
        (19, "2026-11-22"),
        (1_000, "2010-01-01"),
        (12_345, "2099-12-31"),
    ];
    for (transactions, as_of) in orders {
        let folder = tempfile::tempdir().expect("a folder");
        let written = warehouse(5, as_of, transactions)
            .write(folder.path())
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
fn a_day_later_most_rows_are_the_same() {
    let today = bytes(warehouse(7, "2026-11-21", 30_000));
    let tomorrow = bytes(warehouse(7, "2026-11-22", 30_000));
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
    assert!(changed[2..].iter().all(|rows| *rows < 10), "{changed:?}");
}

#[test]
fn replaces_the_files_and_leaves_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let deep = folder.path().join("a/b");
    warehouse(7, "2026-11-20", 100)
        .write(&deep)
        .expect("a warehouse");
    warehouse(7, "2026-11-21", 200)
        .write(&deep)
        .expect("a warehouse");
    assert_eq!(
        names(&deep),
        [
            "customer_profiles.csv",
            "inventory_data.csv",
            "market_prices.csv",
            "sales_transactions.csv",
            "supplier_data.csv"
        ]
    );
}

#[test]
fn refuses_in_words_and_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let order = DemoWarehouse::new(date("2026-11-21"));
    for (wrong, hint) in [
        (
            DemoWarehouse {
                transactions: 0,
                ..order
            },
            "ask for 1 to",
        ),
        (
            DemoWarehouse {
                transactions: 1_000_000_001,
                ..order
            },
            "ask for 1 to",
        ),
        (
            DemoWarehouse {
                as_of: date("2009-12-31"),
                ..order
            },
            "choose a day from 2010-01-01",
        ),
        (
            DemoWarehouse {
                as_of: date("2100-01-01"),
                ..order
            },
            "to 2099-12-31",
        ),
    ] {
        let refusal = wrong
            .write(folder.path())
            .expect_err("a refusal")
            .to_string();
        assert!(refusal.contains(hint), "{refusal}");
    }
    assert!(names(folder.path()).is_empty());
    fs::create_dir(folder.path().join("inventory_data.csv")).expect("a folder in the way");
    let refusal = order
        .write(folder.path())
        .expect_err("a refusal")
        .to_string();
    assert!(refusal.contains("inventory_data.csv"), "{refusal}");
    assert!(
        names(folder.path())
            .iter()
            .all(|name| !name.starts_with('.'))
    );
}
