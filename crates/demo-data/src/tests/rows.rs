//! Every row is one that Data Sync takes: columns, enums, keys, references, exact decimals, dates
//! in range.

use std::collections::BTreeSet;

use chrono::{DateTime, Days, NaiveDate};

use super::{Read, Row, date, samples};

const HEADERS: [(&str, &str); 5] = [
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
];

/// Plain notation, |value| < 10^12, at most four decimals.
fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain(whole) && plain(part) && whole.len() <= 12 && part.len() <= 4
}

fn one_of(row: &Row, column: &str, allowed: &[&str]) {
    assert!(allowed.contains(&row.cell(column)), "{column} of {row:?}");
}

fn decimals(row: &Row, columns: &[&str]) {
    for column in columns {
        assert!(is_decimal(row.cell(column)), "{column} of {row:?}");
    }
}

fn filled(row: &Row, columns: &[&str]) {
    for column in columns {
        assert!(
            !row.cell(column).is_empty() && row.cell(column).trim() == row.cell(column),
            "{column} of {row:?}"
        );
    }
}

fn ids<'a>(read: &'a Read, source: &str, column: &str) -> BTreeSet<&'a str> {
    read.rows(source)
        .iter()
        .map(|row| row.cell(column))
        .collect()
}

#[test]
fn headers_are_the_source_tables_columns() {
    for read in samples() {
        for (source, header) in HEADERS {
            assert_eq!(read.tables[source].0, header);
        }
    }
}

#[test]
fn transactions_are_valid() {
    for read in samples() {
        let items: BTreeSet<(&str, &str)> = read
            .rows("inventory_data")
            .iter()
            .map(|row| (row.cell("item_id"), row.cell("unit")))
            .collect();
        let (customers, suppliers) = (
            ids(read, "customer_profiles", "customer_id"),
            ids(read, "supplier_data", "supplier_id"),
        );
        for row in read.rows("sales_transactions") {
            filled(row, &["transaction_id", "order_id", "location"]);
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
            one_of(row, "currency", &["USD"]);
            decimals(row, &["quantity", "unit_price"]);
            assert!(
                super::number(row.cell("unit_price")) > 0.0
                    && super::number(row.cell("quantity")) != 0.0,
                "{row:?}"
            );
        }
    }
}

#[test]
fn the_other_tables_are_valid() {
    for read in samples() {
        let suppliers = ids(read, "supplier_data", "supplier_id");
        for row in read.rows("inventory_data") {
            one_of(
                row,
                "category",
                &["seed", "fertilizer", "pesticide", "other"],
            );
            one_of(row, "unit", &["bag", "gal", "ton", "lb", "unit"]);
            one_of(row, "currency", &["USD"]);
            decimals(
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
            decimals(row, &["lead_time_days", "unit_cost"]);
            assert!(
                super::number(row.cell("on_hand")) >= 0.0
                    && super::number(row.cell("reorder_point")) > 0.0,
                "{row:?}"
            );
            assert!(suppliers.contains(row.cell("supplier_id")), "{row:?}");
        }
        for row in read.rows("market_prices") {
            one_of(
                row,
                "commodity",
                &["corn", "soybeans", "wheat", "fertilizer"],
            );
            one_of(
                row,
                "unit",
                if row.cell("commodity") == "fertilizer" {
                    &["usd_per_ton"]
                } else {
                    &["usd_per_bu"]
                },
            );
            decimals(row, &["price", "volume"]);
            filled(row, &["market"]);
        }
        for row in read.rows("customer_profiles") {
            filled(
                row,
                &[
                    "customer_id",
                    "customer_name",
                    "state",
                    "county",
                    "salesperson",
                ],
            );
            decimals(row, &["acres"]);
            assert!(
                row.cell("crops")
                    .split(';')
                    .all(|crop| ["corn", "soybeans", "wheat"].contains(&crop)),
                "{row:?}"
            );
            assert!(row.cell("email").ends_with(".example"), "{row:?}");
        }
        for row in read.rows("supplier_data") {
            filled(row, &["supplier_id", "supplier_name", "categories"]);
            decimals(row, &["lead_time_days"]);
            one_of(row, "active", &["true", "false"]);
        }
    }
}

#[test]
fn keys_are_unique() {
    let keys: [(&str, &[&str]); 5] = [
        ("inventory_data", &["item_id", "location"]),
        ("sales_transactions", &["transaction_id"]),
        ("market_prices", &["price_date", "commodity", "market"]),
        ("customer_profiles", &["customer_id"]),
        ("supplier_data", &["supplier_id"]),
    ];
    for read in samples() {
        for (source, columns) in keys {
            let rows = read.rows(source);
            let distinct: BTreeSet<Vec<&str>> = rows
                .iter()
                .map(|row| columns.iter().map(|column| row.cell(column)).collect())
                .collect();
            assert_eq!(distinct.len(), rows.len(), "{source}");
        }
        assert_eq!(
            ids(read, "customer_profiles", "customer_name").len(),
            read.rows("customer_profiles").len()
        );
    }
}

#[test]
fn dates_stay_within_four_years_and_the_as_of_day() {
    for read in samples() {
        let first = read.as_of - Days::new(1460);
        let within =
            |text: &str, earliest: NaiveDate| (earliest..=read.as_of).contains(&date(text));
        let booked: Vec<&str> = read
            .rows("sales_transactions")
            .iter()
            .map(|row| row.cell("transaction_date"))
            .collect();
        assert!(booked.is_sorted());
        for row in read.rows("sales_transactions") {
            let start = date(row.cell("transaction_date"));
            assert!(within(row.cell("transaction_date"), first), "{row:?}");
            assert!(
                row.cell("delivered_date").is_empty() || within(row.cell("delivered_date"), start),
                "{row:?}"
            );
            assert!(
                row.cell("promised_date").is_empty() || date(row.cell("promised_date")) >= start,
                "{row:?}"
            );
        }
        assert!(
            read.rows("market_prices")
                .iter()
                .all(|row| within(row.cell("price_date"), first))
        );
        assert!(
            read.rows("customer_profiles")
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
