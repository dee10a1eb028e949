//! The business that the rows tell of is one that a farm-input buyer would believe.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, Days, Months, NaiveDate};

use super::{Read, Row, date, number, samples};

const MAIN: [&str; 3] = ["seed", "fertilizer", "pesticide"];

fn value(row: &Row) -> f64 {
    number(row.cell("quantity")) * number(row.cell("unit_price"))
}

fn share(part: usize, whole: usize) -> f64 {
    let count = |rows: usize| f64::from(u32::try_from(rows).expect("few rows"));
    count(part) / count(whole)
}

fn within_days(read: &Read, text: &str, days: u64) -> bool {
    date(text) > read.as_of - Days::new(days)
}

#[test]
fn each_category_has_rows_to_reorder() {
    for read in samples() {
        let mut short: BTreeMap<&str, usize> = BTreeMap::new();
        for row in read.rows("inventory_data") {
            let position = number(row.cell("on_hand")) + number(row.cell("on_order"))
                - number(row.cell("booked"));
            if position <= number(row.cell("reorder_point")) {
                *short.entry(row.cell("category")).or_default() += 1;
            }
        }
        assert!(
            MAIN.iter().all(|category| short.contains_key(category)),
            "{short:?}"
        );
        assert!(
            (8..=15).contains(&short.values().sum::<usize>()),
            "{short:?}"
        );
    }
}

#[test]
fn stock_on_order_and_booked_are_those_of_the_transactions() {
    for read in samples() {
        let mut open: BTreeMap<(&str, &str, &str), f64> = BTreeMap::new();
        for row in read.rows("sales_transactions") {
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
                *open.entry(key).or_default() += number(row.cell("quantity"));
            }
        }
        for row in read.rows("inventory_data") {
            for (direction, column) in [("sale", "booked"), ("purchase", "on_order")] {
                let key = (direction, row.cell("item_id"), row.cell("location"));
                let expected = open.get(&key).copied().unwrap_or_default();
                assert!(
                    (number(row.cell(column)) - expected).abs() < 1e-6,
                    "{column} of {row:?}"
                );
            }
        }
    }
}

#[test]
fn every_main_category_is_bought_in_each_of_the_last_13_months() {
    for read in samples() {
        let categories = read.categories();
        let bought: BTreeSet<(&str, i32, u32)> = read
            .lines("purchase")
            .filter(|row| number(row.cell("quantity")) > 0.0)
            .map(|row| {
                (
                    categories[row.cell("item_id")],
                    date(row.cell("transaction_date")),
                )
            })
            .map(|(category, day)| (category, day.year(), day.month()))
            .collect();
        for back in 1..=13 {
            let month = read.as_of - Months::new(back);
            for category in MAIN {
                assert!(
                    bought.contains(&(category, month.year(), month.month())),
                    "{category} in {month}"
                );
            }
        }
    }
}

#[test]
fn suppliers_mostly_deliver_in_time() {
    for read in samples() {
        let due: Vec<&Row> = read
            .lines("purchase")
            .filter(|row| !row.cell("promised_date").is_empty())
            .filter(|row| {
                within_days(read, row.cell("promised_date"), 365)
                    && date(row.cell("promised_date")) <= read.as_of
            })
            .collect();
        let in_time = due.iter().filter(|row| {
            !row.cell("delivered_date").is_empty()
                && row.cell("delivered_date") <= row.cell("promised_date")
        });
        let rate = 100.0 * share(in_time.count(), due.len());
        assert!((80.0..=97.0).contains(&rate), "{rate}");
        assert!(
            read.lines("purchase")
                .any(|row| row.cell("promised_date") > read.as_of.to_string().as_str()),
            "nothing is on its way"
        );
    }
}

#[test]
fn seasons_show() {
    for read in samples() {
        let categories = read.categories();
        let lines = |category: &str, months: [u32; 3]| {
            read.lines("sale")
                .filter(|row| categories[row.cell("item_id")] == category)
                .filter(|row| months.contains(&date(row.cell("transaction_date")).month()))
                .count()
        };
        assert!(lines("seed", [3, 4, 5]) > 5 * lines("seed", [6, 7, 8]));
        assert!(lines("pesticide", [5, 6, 7]) > 5 * lines("pesticide", [1, 2, 3]));
        assert!(lines("fertilizer", [9, 10, 11]) > 3 * lines("fertilizer", [7, 8, 12]));
    }
}

#[test]
fn what_is_sold_was_bought_for_less() {
    for read in samples() {
        let mut totals: BTreeMap<(&str, &str), (f64, f64)> = BTreeMap::new();
        for row in read.rows("sales_transactions") {
            let sum = totals
                .entry((row.cell("item_id"), row.cell("direction")))
                .or_default();
            *sum = (sum.0 + value(row), sum.1 + number(row.cell("quantity")));
        }
        for item in read.categories().keys() {
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
fn prices_are_those_of_the_trade() {
    let ranges = [
        ("FE-1101", 380.0, 680.0),
        ("SE-3103", 200.0, 330.0),
        ("PE-2101", 14.0, 30.0),
        ("FE-1301", 300.0, 600.0),
    ];
    for read in samples() {
        for (item, low, high) in ranges {
            let sold = read.lines("sale").filter(|row| row.cell("item_id") == item);
            for price in sold.map(|row| number(row.cell("unit_price"))) {
                assert!((low..=high).contains(&price), "{item} {price}");
            }
        }
        for row in read.rows("market_prices") {
            let (low, high) = match row.cell("commodity") {
                "corn" => (3.3, 7.0),
                "soybeans" => (9.0, 16.0),
                "wheat" => (5.0, 9.0),
                _ => (350.0, 900.0),
            };
            assert!((low..=high).contains(&number(row.cell("price"))), "{row:?}");
        }
    }
}

#[test]
fn the_retailer_has_the_size_it_says() {
    for read in samples() {
        let year = |direction| -> f64 {
            read.lines(direction)
                .filter(|row| within_days(read, row.cell("transaction_date"), 365))
                .map(value)
                .sum()
        };
        let (sales, purchases) = (year("sale") / 1e6, year("purchase") / 1e6);
        assert!(
            (20.0..45.0).contains(&sales) && (17.0..40.0).contains(&purchases),
            "{sales} {purchases}"
        );
        assert_eq!(read.lines("purchase").count(), 4_500);
        assert!((300..450).contains(&read.rows("customer_profiles").len()));
        let returns = read
            .rows("sales_transactions")
            .iter()
            .filter(|row| number(row.cell("quantity")) < 0.0)
            .count();
        assert!((50..600).contains(&returns), "{returns}");
    }
}

#[test]
fn customers_come_and_go() {
    for read in samples() {
        let mut bought: BTreeMap<&str, (NaiveDate, NaiveDate)> = BTreeMap::new();
        for row in read.lines("sale") {
            let day = date(row.cell("transaction_date"));
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
