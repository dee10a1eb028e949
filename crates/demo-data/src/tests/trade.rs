//! Checks that the trade in the demo data is realistic.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, Days, Months, NaiveDate};

use super::{GeneratedWarehouse, SourceRow, parse_date, parse_number, sample_warehouses};

const MAIN_CATEGORIES: [&str; 3] = ["seed", "fertilizer", "pesticide"];

fn line_value(row: &SourceRow) -> f64 {
    parse_number(row.cell("quantity")) * parse_number(row.cell("unit_price"))
}

fn compute_share(part: usize, total: usize) -> f64 {
    let count = |rows: usize| f64::from(u32::try_from(rows).expect("few rows"));
    count(part) / count(total)
}

fn within_days(read: &GeneratedWarehouse, text: &str, days: u64) -> bool {
    parse_date(text) > read.as_of - Days::new(days)
}

#[test]
fn each_category_has_rows_to_reorder() {
    for read in sample_warehouses() {
        let mut short: BTreeMap<&str, usize> = BTreeMap::new();
        for row in read.source_rows("inventory_data") {
            let position = parse_number(row.cell("on_hand")) + parse_number(row.cell("on_order"))
                - parse_number(row.cell("booked"));
            if position <= parse_number(row.cell("reorder_point")) {
                *short.entry(row.cell("category")).or_default() += 1;
            }
        }
        assert!(
            MAIN_CATEGORIES
                .iter()
                .all(|category| short.contains_key(category)),
            "{short:?}"
        );
        assert!(
            (8..=15).contains(&short.values().sum::<usize>()),
            "{short:?}"
        );
    }
}

#[test]
fn stock_on_order_and_booked_match_transactions() {
    for read in sample_warehouses() {
        let mut open: BTreeMap<(&str, &str, &str), f64> = BTreeMap::new();
        for row in read.source_rows("sales_transactions") {
            let promised = row.cell("promised_date");
            if promised.is_empty() || !row.cell("delivered_date").is_empty() {
                continue;
            }
            if row.cell("direction") == "sale" || within_days(read, promised, 60) {
                let key = (
                    row.cell("direction"),
                    row.cell("item_id"),
                    row.cell("location"),
                );
                *open.entry(key).or_default() += parse_number(row.cell("quantity"));
            }
        }
        for row in read.source_rows("inventory_data") {
            for (direction, column) in [("sale", "booked"), ("purchase", "on_order")] {
                let key = (direction, row.cell("item_id"), row.cell("location"));
                let expected = open.get(&key).copied().unwrap_or_default();
                assert!(
                    (parse_number(row.cell(column)) - expected).abs() < 1e-6,
                    "{column} of {row:?}"
                );
            }
        }
    }
}

#[test]
fn main_categories_have_purchases_in_last_13_months() {
    for read in sample_warehouses() {
        let categories = read.item_categories();
        let bought: BTreeSet<(&str, i32, u32)> = read
            .transaction_lines("purchase")
            .filter(|row| parse_number(row.cell("quantity")) > 0.0)
            .map(|row| {
                (
                    categories[row.cell("item_id")],
                    parse_date(row.cell("transaction_date")),
                )
            })
            .map(|(category, day)| (category, day.year(), day.month()))
            .collect();
        for back in 1..=13 {
            let month = read.as_of - Months::new(back);
            for category in MAIN_CATEGORIES {
                assert!(
                    bought.contains(&(category, month.year(), month.month())),
                    "{category} in {month}"
                );
            }
        }
    }
}

#[test]
fn most_deliveries_are_on_time() {
    for read in sample_warehouses() {
        let due: Vec<&SourceRow> = read
            .transaction_lines("purchase")
            .filter(|row| !row.cell("promised_date").is_empty())
            .filter(|row| {
                within_days(read, row.cell("promised_date"), 365)
                    && parse_date(row.cell("promised_date")) <= read.as_of
            })
            .collect();
        let in_time = due.iter().filter(|row| {
            !row.cell("delivered_date").is_empty()
                && row.cell("delivered_date") <= row.cell("promised_date")
        });
        let rate = 100.0 * compute_share(in_time.count(), due.len());
        assert!((80.0..=97.0).contains(&rate), "{rate}");
        assert!(
            read.transaction_lines("purchase")
                .any(|row| row.cell("promised_date") > read.as_of.to_string().as_str()),
            "nothing is on its way"
        );
    }
}

#[test]
fn sales_are_seasonal() {
    for read in sample_warehouses() {
        let categories = read.item_categories();
        let lines = |category: &str, months: [u32; 3]| {
            read.transaction_lines("sale")
                .filter(|row| categories[row.cell("item_id")] == category)
                .filter(|row| months.contains(&parse_date(row.cell("transaction_date")).month()))
                .count()
        };
        assert!(lines("seed", [3, 4, 5]) > 5 * lines("seed", [6, 7, 8]));
        assert!(lines("pesticide", [5, 6, 7]) > 5 * lines("pesticide", [1, 2, 3]));
        assert!(lines("fertilizer", [9, 10, 11]) > 3 * lines("fertilizer", [7, 8, 12]));
    }
}

#[test]
fn sale_prices_exceed_costs() {
    for read in sample_warehouses() {
        let mut totals: BTreeMap<(&str, &str), (f64, f64)> = BTreeMap::new();
        for row in read.source_rows("sales_transactions") {
            let sum = totals
                .entry((row.cell("item_id"), row.cell("direction")))
                .or_default();
            *sum = (
                sum.0 + line_value(row),
                sum.1 + parse_number(row.cell("quantity")),
            );
        }
        for item in read.item_categories().keys() {
            let price = |direction| {
                totals
                    .get(&(*item, direction))
                    .map(|(value, quantity)| value / quantity)
            };
            let (bought, sold) = (
                price("purchase").expect("purchases"),
                price("sale").expect("sales"),
            );
            assert!(
                (1.03..1.45).contains(&(sold / bought)),
                "{item}: {bought} {sold}"
            );
        }
    }
}

#[test]
fn prices_are_realistic() {
    let ranges = [
        ("FE-1101", 380.0, 680.0),
        ("SE-3103", 200.0, 330.0),
        ("PE-2101", 14.0, 30.0),
        ("FE-1301", 300.0, 600.0),
    ];
    for read in sample_warehouses() {
        for (item, low, high) in ranges {
            let sold = read
                .transaction_lines("sale")
                .filter(|row| row.cell("item_id") == item);
            for price in sold.map(|row| parse_number(row.cell("unit_price"))) {
                assert!((low..=high).contains(&price), "{item} {price}");
            }
        }
        for row in read.source_rows("market_prices") {
            let (low, high) = match row.cell("commodity") {
                "corn" => (3.3, 7.0),
                "soybeans" => (9.0, 16.0),
                "wheat" => (5.0, 9.0),
                _ => (350.0, 900.0),
            };
            assert!(
                (low..=high).contains(&parse_number(row.cell("price"))),
                "{row:?}"
            );
        }
    }
}

#[test]
fn retailer_has_documented_size() {
    for read in sample_warehouses() {
        let year = |direction| -> f64 {
            read.transaction_lines(direction)
                .filter(|row| within_days(read, row.cell("transaction_date"), 365))
                .map(line_value)
                .sum()
        };
        let (sales, purchases) = (year("sale") / 1e6, year("purchase") / 1e6);
        assert!(
            (20.0..45.0).contains(&sales) && (17.0..40.0).contains(&purchases),
            "{sales} {purchases}"
        );
        assert_eq!(read.transaction_lines("purchase").count(), 4_500);
        assert!((300..450).contains(&read.source_rows("customer_profiles").len()));
        let returns = read
            .source_rows("sales_transactions")
            .iter()
            .filter(|row| parse_number(row.cell("quantity")) < 0.0)
            .count();
        assert!((50..600).contains(&returns), "{returns}");
    }
}

#[test]
fn customers_join_and_leave() {
    for read in sample_warehouses() {
        let mut bought: BTreeMap<&str, (NaiveDate, NaiveDate)> = BTreeMap::new();
        for row in read.transaction_lines("sale") {
            let day = parse_date(row.cell("transaction_date"));
            bought
                .entry(row.cell("customer_id"))
                .or_insert((day, day))
                .1 = day;
        }
        let year_ago = read.as_of - Days::new(365);
        let gone = bought.values().filter(|(_, last)| *last < year_ago).count();
        let new = bought
            .values()
            .filter(|(first, _)| *first > year_ago)
            .count();
        assert!(gone > 20 && new > 4, "{gone} {new}");
    }
}
