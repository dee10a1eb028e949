//! Checks that Data Sync accepts every row: columns, enums, keys, references, exact decimals and
//! dates.

use std::collections::BTreeSet;

use chrono::{DateTime, Days, NaiveDate};

use super::{GeneratedWarehouse, SourceRow, parse_date, sample_warehouses};

const HEADERS: [(&str, &str); 9] = [
    (
        "inventory_data",
        "item_id,item_name,category,unit,location,on_hand,on_order,booked,reorder_point,pack_size,min_order_quantity,lead_time_days,unit_cost,currency,supplier_id,updated_at",
    ),
    (
        "sales_transactions",
        "transaction_id,order_id,direction,transaction_date,customer_id,supplier_id,item_id,quantity,unit,unit_price,currency,promised_date,delivered_date,location,updated_at",
    ),
    (
        "market_prices",
        "price_date,commodity,market,price,unit,volume,updated_at",
    ),
    (
        "customer_profiles",
        "customer_id,customer_name,state,county,acres,crops,salesperson,email,customer_since,updated_at",
    ),
    (
        "supplier_data",
        "supplier_id,supplier_name,categories,lead_time_days,active,updated_at",
    ),
    (
        "item_catalogue",
        "item_id,item_class,brand,pack_size,pack_unit,active_ingredient,restricted_use,updated_at",
    ),
    (
        "customer_bookings",
        "booking_id,line,customer_id,item_id,location,quantity,unit,unit_price,currency,booked_date,due_date,delivered_quantity,status,updated_at",
    ),
    (
        "purchase_orders",
        "po_id,line,supplier_id,item_id,location,quantity,unit,unit_price,currency,order_date,expected_date,received_quantity,status,updated_at",
    ),
    (
        "price_lists",
        "supplier_id,item_id,unit,unit_price,currency,min_quantity,valid_from,valid_to,updated_at",
    ),
];

/// Plain notation, |value| < 10^12, at most four decimals.
fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (integer, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain(integer) && plain(part) && integer.len() <= 12 && part.len() <= 4
}

fn assert_one_of(row: &SourceRow, column: &str, allowed: &[&str]) {
    assert!(allowed.contains(&row.cell(column)), "{column} of {row:?}");
}

fn assert_decimals(row: &SourceRow, columns: &[&str]) {
    for column in columns {
        assert!(is_decimal(row.cell(column)), "{column} of {row:?}");
    }
}

fn assert_filled(row: &SourceRow, columns: &[&str]) {
    for column in columns {
        assert!(
            !row.cell(column).is_empty() && row.cell(column).trim() == row.cell(column),
            "{column} of {row:?}"
        );
    }
}

fn collect_ids<'a>(read: &'a GeneratedWarehouse, source: &str, column: &str) -> BTreeSet<&'a str> {
    read.source_rows(source)
        .iter()
        .map(|row| row.cell(column))
        .collect()
}

#[test]
fn headers_match_source_tables() {
    for read in sample_warehouses() {
        for (source, header) in HEADERS {
            assert_eq!(read.tables[source].0, header);
        }
    }
}

#[test]
fn transactions_are_valid() {
    for read in sample_warehouses() {
        let items: BTreeSet<(&str, &str)> = read
            .source_rows("inventory_data")
            .iter()
            .map(|row| (row.cell("item_id"), row.cell("unit")))
            .collect();
        let (customers, suppliers) = (
            collect_ids(read, "customer_profiles", "customer_id"),
            collect_ids(read, "supplier_data", "supplier_id"),
        );
        for row in read.source_rows("sales_transactions") {
            assert_filled(row, &["transaction_id", "order_id", "location"]);
            let (customer, supplier) = (row.cell("customer_id"), row.cell("supplier_id"));
            match row.cell("direction") {
                "sale" => assert!(
                    customers.contains(customer) && supplier.is_empty(),
                    "{row:?}"
                ),
                "purchase" => assert!(
                    suppliers.contains(supplier) && customer.is_empty(),
                    "{row:?}"
                ),
                _ => panic!("direction of {row:?}"),
            }
            assert!(
                items.contains(&(row.cell("item_id"), row.cell("unit"))),
                "{row:?}"
            );
            assert_one_of(row, "currency", &["USD"]);
            assert_decimals(row, &["quantity", "unit_price"]);
            assert!(
                super::parse_number(row.cell("unit_price")) > 0.0
                    && super::parse_number(row.cell("quantity")) != 0.0,
                "{row:?}"
            );
        }
    }
}

#[test]
fn the_other_tables_are_valid() {
    for read in sample_warehouses() {
        let suppliers = collect_ids(read, "supplier_data", "supplier_id");
        for row in read.source_rows("inventory_data") {
            assert_one_of(
                row,
                "category",
                &["seed", "fertilizer", "pesticide", "other"],
            );
            assert_one_of(row, "unit", &["bag", "gal", "ton", "lb", "unit"]);
            assert_one_of(row, "currency", &["USD"]);
            assert_decimals(
                row,
                &[
                    "on_hand",
                    "on_order",
                    "booked",
                    "reorder_point",
                    "pack_size",
                    "min_order_quantity",
                ],
            );
            assert_decimals(row, &["lead_time_days", "unit_cost"]);
            assert!(
                super::parse_number(row.cell("on_hand")) >= 0.0
                    && super::parse_number(row.cell("reorder_point")) > 0.0,
                "{row:?}"
            );
            assert!(suppliers.contains(row.cell("supplier_id")), "{row:?}");
        }
        for row in read.source_rows("market_prices") {
            assert_one_of(
                row,
                "commodity",
                &["corn", "soybeans", "wheat", "fertilizer"],
            );
            assert_one_of(
                row,
                "unit",
                if row.cell("commodity") == "fertilizer" {
                    &["usd_per_ton"]
                } else {
                    &["usd_per_bu"]
                },
            );
            assert_decimals(row, &["price", "volume"]);
            assert_filled(row, &["market"]);
        }
        for row in read.source_rows("customer_profiles") {
            assert_filled(
                row,
                &[
                    "customer_id",
                    "customer_name",
                    "state",
                    "county",
                    "salesperson",
                ],
            );
            assert_decimals(row, &["acres"]);
            assert!(
                row.cell("crops")
                    .split(';')
                    .all(|crop| ["corn", "soybeans", "wheat"].contains(&crop)),
                "{row:?}"
            );
            assert!(row.cell("email").ends_with(".example"), "{row:?}");
        }
        for row in read.source_rows("supplier_data") {
            assert_filled(row, &["supplier_id", "supplier_name", "categories"]);
            assert_decimals(row, &["lead_time_days"]);
            assert_one_of(row, "active", &["true", "false"]);
        }
        let categories = read.item_categories();
        let items = collect_ids(read, "item_catalogue", "item_id");
        assert_eq!(items, categories.keys().copied().collect());
        for row in read.source_rows("item_catalogue") {
            assert_filled(row, &["item_class", "brand"]);
            assert_decimals(row, &["pack_size"]);
            assert_one_of(row, "pack_unit", &["bag", "gal", "ton", "lb", "unit"]);
            let is_pesticide = categories[row.cell("item_id")] == "pesticide";
            for column in ["active_ingredient", "restricted_use"] {
                assert_eq!(row.cell(column).is_empty(), !is_pesticide, "{row:?}");
            }
        }
    }
}

#[test]
fn keys_are_unique() {
    let keys: [(&str, &[&str]); 9] = [
        ("inventory_data", &["item_id", "location"]),
        ("sales_transactions", &["transaction_id"]),
        ("market_prices", &["price_date", "commodity", "market"]),
        ("customer_profiles", &["customer_id"]),
        ("supplier_data", &["supplier_id"]),
        ("item_catalogue", &["item_id"]),
        ("customer_bookings", &["booking_id", "line"]),
        ("purchase_orders", &["po_id", "line"]),
        (
            "price_lists",
            &[
                "supplier_id",
                "item_id",
                "unit",
                "currency",
                "valid_from",
                "min_quantity",
            ],
        ),
    ];
    for read in sample_warehouses() {
        for (source, columns) in keys {
            let rows = read.source_rows(source);
            let distinct: BTreeSet<Vec<&str>> = rows
                .iter()
                .map(|row| columns.iter().map(|column| row.cell(column)).collect())
                .collect();
            assert_eq!(distinct.len(), rows.len(), "{source}");
        }
        assert_eq!(
            collect_ids(read, "customer_profiles", "customer_name").len(),
            read.source_rows("customer_profiles").len()
        );
    }
}

#[test]
fn dates_are_within_window() {
    for read in sample_warehouses() {
        let first = read.as_of - Days::new(1460);
        let within =
            |text: &str, earliest: NaiveDate| (earliest..=read.as_of).contains(&parse_date(text));
        let booked: Vec<&str> = read
            .source_rows("sales_transactions")
            .iter()
            .map(|row| row.cell("transaction_date"))
            .collect();
        assert!(booked.is_sorted());
        for row in read.source_rows("sales_transactions") {
            let start = parse_date(row.cell("transaction_date"));
            assert!(within(row.cell("transaction_date"), first), "{row:?}");
            assert!(
                row.cell("delivered_date").is_empty() || within(row.cell("delivered_date"), start),
                "{row:?}"
            );
            assert!(
                row.cell("promised_date").is_empty()
                    || parse_date(row.cell("promised_date")) >= start,
                "{row:?}"
            );
        }
        assert!(
            read.source_rows("market_prices")
                .iter()
                .all(|row| within(row.cell("price_date"), first))
        );
        assert!(
            read.source_rows("customer_profiles")
                .iter()
                .all(|row| within(row.cell("customer_since"), NaiveDate::MIN))
        );
        for (_, rows) in read.tables.values() {
            for row in rows {
                let updated =
                    DateTime::parse_from_rfc3339(row.cell("updated_at")).expect("RFC 3339");
                assert!(
                    row.cell("updated_at").ends_with('Z') && updated.date_naive() <= read.as_of,
                    "{row:?}"
                );
            }
        }
    }
}
