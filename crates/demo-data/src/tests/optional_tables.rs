//! Checks that bookings, purchase orders and price lists agree with transactions and stock.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Days, Months, NaiveDate};

use super::{
    GeneratedWarehouse, SourceRow, build_warehouse, generate_warehouse, parse_date, parse_number,
    sample_warehouses,
};

/// What a line of an order shares with its transaction: order, party, item, location, quantity,
/// unit, price, currency, days, and whether it is delivered.
type OrderTerms<'a> = [&'a str; 11];

fn list_terms<'a>(row: &'a SourceRow, columns: [&str; 10], delivered: bool) -> OrderTerms<'a> {
    let mut terms = [""; 11];
    for (term, column) in terms.iter_mut().zip(columns) {
        *term = row.cell(column);
    }
    terms[10] = if delivered { "delivered" } else { "" };
    terms
}

/// Promised transactions of a direction, without returns, which are never promised.
fn list_promised<'a>(
    read: &'a GeneratedWarehouse,
    direction: &str,
    party: &str,
) -> Vec<OrderTerms<'a>> {
    let columns = [
        "order_id",
        party,
        "item_id",
        "location",
        "quantity",
        "unit",
        "unit_price",
        "currency",
        "transaction_date",
        "promised_date",
    ];
    let promised = read
        .transaction_lines(direction)
        .filter(|row| !row.cell("promised_date").is_empty());
    let mut terms: Vec<_> = promised
        .map(|row| list_terms(row, columns, !row.cell("delivered_date").is_empty()))
        .collect();
    terms.sort_unstable();
    terms
}

fn list_ordered<'a>(
    read: &'a GeneratedWarehouse,
    table: &str,
    [id, party, ordered, expected, done]: [&str; 5],
) -> Vec<OrderTerms<'a>> {
    let columns = [
        id,
        party,
        "item_id",
        "location",
        "quantity",
        "unit",
        "unit_price",
        "currency",
        ordered,
        expected,
    ];
    let mut terms: Vec<_> = read
        .source_rows(table)
        .iter()
        .map(|row| list_terms(row, columns, row.cell("status") == done))
        .collect();
    terms.sort_unstable();
    terms
}

#[test]
fn bookings_are_the_sales_with_a_promised_day() {
    for read in sample_warehouses() {
        let columns = [
            "booking_id",
            "customer_id",
            "booked_date",
            "due_date",
            "delivered",
        ];
        let booked = list_ordered(read, "customer_bookings", columns);
        assert_eq!(booked, list_promised(read, "sale", "customer_id"));
        assert!(booked.len() > 2_000, "{}", booked.len());
    }
}

#[test]
fn purchase_orders_are_the_purchases_with_a_promised_day() {
    for read in sample_warehouses() {
        let columns = [
            "po_id",
            "supplier_id",
            "order_date",
            "expected_date",
            "received",
        ];
        let ordered = list_ordered(read, "purchase_orders", columns);
        assert_eq!(ordered, list_promised(read, "purchase", "supplier_id"));
        let bought = read
            .transaction_lines("purchase")
            .filter(|row| parse_number(row.cell("quantity")) > 0.0);
        assert_eq!(ordered.len(), bought.count());
    }
}

#[test]
fn lines_are_delivered_in_full_or_open() {
    for read in sample_warehouses() {
        for (table, done, quantity) in [
            ("customer_bookings", "delivered", "delivered_quantity"),
            ("purchase_orders", "received", "received_quantity"),
        ] {
            for row in read.source_rows(table) {
                let expected = if row.cell("status") == done {
                    row.cell("quantity")
                } else {
                    "0"
                };
                assert_eq!(row.cell(quantity), expected, "{row:?}");
            }
        }
        let given_up = read.as_of - Days::new(60);
        for row in read.source_rows("purchase_orders") {
            let is_given_up = parse_date(row.cell("expected_date")) <= given_up;
            match row.cell("status") {
                "received" => {}
                "open" => assert!(!is_given_up, "{row:?}"),
                status => assert!(status == "canceled" && is_given_up, "{row:?}"),
            }
        }
        assert!(
            read.source_rows("customer_bookings")
                .iter()
                .all(|row| row.cell("status") != "canceled"),
            "the sales know no cancellations"
        );
    }
}

#[test]
fn open_lines_are_what_is_booked_and_on_order() {
    for read in sample_warehouses() {
        let mut open: BTreeMap<(&str, &str, &str), f64> = BTreeMap::new();
        for table in ["customer_bookings", "purchase_orders"] {
            for row in read.source_rows(table) {
                if row.cell("status") == "open" {
                    let key = (table, row.cell("item_id"), row.cell("location"));
                    *open.entry(key).or_default() += parse_number(row.cell("quantity"));
                }
            }
        }
        for row in read.source_rows("inventory_data") {
            for (table, column) in [
                ("customer_bookings", "booked"),
                ("purchase_orders", "on_order"),
            ] {
                let key = (table, row.cell("item_id"), row.cell("location"));
                let expected = open.remove(&key).unwrap_or_default();
                assert!(
                    (parse_number(row.cell(column)) - expected).abs() < 1e-6,
                    "{column} of {row:?}: {expected}"
                );
            }
        }
        assert!(open.is_empty(), "without a stock row: {open:?}");
    }
}

#[test]
fn lines_of_an_order_are_numbered() {
    for read in sample_warehouses() {
        for (table, id) in [
            ("customer_bookings", "booking_id"),
            ("purchase_orders", "po_id"),
        ] {
            let mut lines: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for row in read.source_rows(table) {
                lines
                    .entry(row.cell(id))
                    .or_default()
                    .push(row.cell("line"));
            }
            for (order, numbers) in &lines {
                let expected: Vec<String> = (1..=numbers.len()).map(|n| n.to_string()).collect();
                assert_eq!(*numbers, expected, "{order}");
            }
            assert!(lines.values().any(|numbers| numbers.len() > 2), "{table}");
        }
    }
}

fn is_valid_on(row: &SourceRow, day: NaiveDate) -> bool {
    (parse_date(row.cell("valid_from"))..=parse_date(row.cell("valid_to"))).contains(&day)
}

/// Prices of a day by supplier and item.
fn collect_prices(read: &GeneratedWarehouse, day: NaiveDate) -> BTreeMap<(&str, &str), f64> {
    read.source_rows("price_lists")
        .iter()
        .filter(|row| is_valid_on(row, day))
        .map(|row| {
            let key = (row.cell("supplier_id"), row.cell("item_id"));
            (key, parse_number(row.cell("unit_price")))
        })
        .collect()
}

#[test]
fn every_purchase_has_a_list_price_near_it() {
    for read in sample_warehouses() {
        let first = read.as_of - Months::new(12);
        let mut ratios = Vec::new();
        for row in read.transaction_lines("purchase") {
            let day = parse_date(row.cell("transaction_date"));
            if day < first || row.cell("promised_date").is_empty() {
                continue;
            }
            let listed: Vec<f64> = read
                .source_rows("price_lists")
                .iter()
                .filter(|list| is_valid_on(list, day))
                .filter(|list| {
                    ["supplier_id", "item_id", "unit", "currency"]
                        .iter()
                        .all(|column| list.cell(column) == row.cell(column))
                })
                .map(|list| parse_number(list.cell("unit_price")))
                .collect();
            let [listed] = listed[..] else {
                panic!("{listed:?} for {row:?}");
            };
            let ratio = parse_number(row.cell("unit_price")) / listed;
            assert!((0.8..1.2).contains(&ratio), "{ratio} of {row:?}");
            ratios.push(ratio);
        }
        let count = f64::from(u32::try_from(ratios.len()).expect("few orders"));
        let mean = ratios.iter().sum::<f64>() / count;
        assert!((mean - 1.0).abs() < 0.02, "{mean}");
        let near = ratios.iter().filter(|ratio| (0.9..1.1).contains(*ratio));
        assert!(near.count() * 10 > ratios.len() * 9, "{ratios:?}");
    }
}

#[test]
fn next_list_is_announced_with_other_prices() {
    for read in sample_warehouses() {
        let now = collect_prices(read, read.as_of);
        let next = collect_prices(read, read.as_of + Months::new(3));
        let items: BTreeSet<&str> = read.item_categories().into_keys().collect();
        let listed: BTreeSet<&str> = now.keys().map(|(_, item)| *item).collect();
        assert_eq!(listed, items);
        assert_eq!(
            now.keys().collect::<Vec<_>>(),
            next.keys().collect::<Vec<_>>()
        );
        let changes: Vec<f64> = now
            .iter()
            .map(|(key, price)| next[key] / price - 1.0)
            .collect();
        assert!(
            changes.iter().all(|change| change.abs() < 0.12),
            "{changes:?}"
        );
        let counts = [
            changes.iter().filter(|change| **change > 0.01).count(),
            changes.iter().filter(|change| **change < -0.01).count(),
            changes.iter().filter(|change| change.abs() < 1e-9).count(),
        ];
        assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    }
}

#[test]
fn a_list_stays_as_it_was_announced() {
    let read = |as_of| generate_warehouse(build_warehouse(7, as_of, 1_000));
    let (announced, valid) = (read("2026-10-01"), read("2027-03-31"));
    let first = |read: &GeneratedWarehouse| -> Vec<Vec<String>> {
        read.source_rows("price_lists")
            .iter()
            .filter(|row| row.cell("valid_from") == "2027-01-01")
            .map(|row| row.cells.iter().map(str::to_owned).collect())
            .collect()
    };
    assert_eq!(first(&announced), first(&valid));
    assert!(!first(&valid).is_empty());
}
