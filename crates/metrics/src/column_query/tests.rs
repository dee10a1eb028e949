use super::*;
use crate::column_store::{ColumnStoreBuilder, LoadError, LoadedTable};
use crate::plan::Plan;
use crate::query::Query;
use crate::{Answer, AnswerValue};
use serde_json::{Value, json};

/// A line in bags and dollars.
struct Line {
    purchase: Option<&'static str>,
    customer: Option<&'static str>,
    order: &'static str,
    item: &'static str,
    day: &'static str,
    quantity: i64,
    price: i64,
}

fn text(value: Option<&str>) -> Cell {
    value.map_or(Cell::Null, |value| Cell::Text(value.to_owned()))
}

fn cells(line: &Line) -> Vec<Cell> {
    let text = |value: Option<&str>| value.map_or(String::new(), |value| format!("={value}"));
    let day: i64 = julian_day(line.day.parse().unwrap());
    let scaled = |value: i64| (value * 10_000).to_string();
    let fields = [
        text(Some(line.item)),
        text(line.customer),
        text(line.purchase.map(|_| "s1")),
        text(Some(line.order)),
        String::new(),
        text(Some("bag")),
        text(Some("USD")),
        text(line.purchase),
        day.to_string(),
        String::new(),
        String::new(),
        scaled(line.quantity),
        scaled(line.price),
        scaled(line.quantity * line.price),
    ];
    vec![Cell::Text(fields.join("\u{1f}"))]
}

fn sale(
    customer: Option<&'static str>,
    order: &'static str,
    day: &'static str,
    price: i64,
) -> Line {
    Line {
        purchase: None,
        customer,
        order,
        item: "a1",
        day,
        quantity: 1,
        price,
    }
}

fn purchase(id: &'static str, day: &'static str, price: i64) -> Line {
    Line {
        purchase: Some(id),
        ..sale(None, "p1", day, price)
    }
}

fn build(lines: &[Line]) -> ColumnStore {
    let mut builder = ColumnStoreBuilder::new(usize::MAX);
    for line in lines {
        builder.add_row(LoadedTable::Lines, &cells(line)).unwrap();
    }
    let named = [text(Some("c1")), text(Some("Miller"))];
    let crops = text(Some("corn;wheat"));
    let rest = [
        Cell::Null,
        Cell::Null,
        Cell::Null,
        crops,
        Cell::Null,
        Cell::Null,
    ];
    let profile: Vec<Cell> = named.into_iter().chain(rest).collect();
    builder.add_row(LoadedTable::Customers, &profile).unwrap();
    builder.finish().unwrap()
}

fn answer(store: &ColumnStore, query: &Value) -> Answer {
    let calendar = Calendar::new("2026-11-23".parse().unwrap());
    let plan = Plan::new(Query::parse(query, calendar).unwrap());
    let results = plan.compute(store).unwrap();
    plan.answer(results).unwrap()
}

fn number(value: f64) -> AnswerValue {
    AnswerValue::Number(value)
}

fn name(value: &str) -> AnswerValue {
    AnswerValue::Text(value.to_owned())
}

#[test]
fn a_row_counts_for_each_crop_of_its_customer_and_once_in_the_total() {
    let store = build(&[
        sale(Some("c1"), "o1", "2026-05-01", 100),
        sale(Some("c9"), "o2", "2026-05-02", 7),
        sale(Some("c1"), "o3", "2026-12-01", 1_000),
    ]);
    let query = json!({"measures": ["revenue"], "dimensions": ["crop"]});
    let found = answer(&store, &query);
    let mut rows = found.rows;
    rows.sort_by_key(|row| format!("{row:?}"));
    assert_eq!(
        rows,
        [
            vec![AnswerValue::Null, number(7.0)],
            vec![name("corn"), number(100.0)],
            vec![name("wheat"), number(100.0)],
        ]
    );
    // The sale after today does not count.
    assert_eq!(found.totals, [[AnswerValue::Null, number(107.0)]]);
}

#[test]
fn the_last_price_of_a_day_is_that_of_the_last_transaction() {
    let store = build(&[
        purchase("t9", "2026-05-01", 30),
        purchase("t10", "2026-05-02", 20),
        purchase("t2", "2026-05-02", 25),
        sale(Some("c1"), "o1", "2026-05-03", 100),
        sale(Some("c1"), "o2", "2026-05-01", 100),
        sale(Some("c1"), "o3", "2026-04-30", 100),
    ]);
    let last = answer(&store, &json!({"measures": ["last_price"]}));
    assert_eq!(last.totals, [[number(25.0)]]);
    // The first sale has no cost, and is left out.
    let query = json!({"measures": ["cost_of_goods", "gross_margin"]});
    let costs = answer(&store, &query);
    assert_eq!(costs.totals, [[number(55.0), number(145.0)]]);
}

#[test]
fn medians_are_those_of_orders() {
    let lines = [("o1", 10), ("o1", 20), ("o2", 5), ("o3", 100), ("o4", 40)];
    let lines = lines.map(|(order, price)| sale(Some("c1"), order, "2026-05-01", price));
    let query = json!({"measures": ["median_order_value", "orders"]});
    let found = answer(&build(&lines), &query);
    assert_eq!(found.totals, [[number(35.0), number(4.0)]]);
}

#[test]
fn stores_have_a_maximum_size() {
    // The first chunk is packed when it is full.
    const ACCEPTED: usize = 16_384;
    let mut builder = ColumnStoreBuilder::new(100);
    let line = cells(&sale(Some("c1"), "o1", "2026-05-01", 100));
    let results: Vec<_> = (0..=ACCEPTED)
        .map(|_| builder.add_row(LoadedTable::Lines, &line))
        .collect();
    assert_eq!(
        results.iter().filter(|result| result.is_ok()).count(),
        ACCEPTED
    );
    assert_eq!(
        ColumnStoreBuilder::new(10).finish().unwrap_err(),
        LoadError::TooLarge
    );
}

#[test]
fn a_text_with_the_separator_is_refused() {
    let mut builder = ColumnStoreBuilder::new(usize::MAX);
    let line = cells(&sale(Some("c\u{1f}1"), "o1", "2026-05-01", 100));
    let refused = builder.add_row(LoadedTable::Lines, &line);
    assert_eq!(refused, Err(LoadError::Unreadable));
}

#[test]
fn a_decoded_store_gives_the_same_answers() {
    let lines = [
        sale(Some("c1"), "o1", "2026-05-01", 10),
        sale(None, "o2", "2026-05-02", -300),
        sale(Some("c2"), "o2", "2026-06-02", 70_000),
        purchase("t1", "2026-05-01", 7),
    ];
    let store = build(&lines);
    let mut encoded = Vec::new();
    store.encode(&mut encoded).unwrap();
    let decoded = ColumnStore::decode(&mut encoded.as_slice()).unwrap();
    assert_eq!(decoded.bytes(), store.bytes());
    for query in [
        json!({"measures": ["revenue", "orders"], "dimensions": ["customer", "month"]}),
        json!({"measures": ["gross_margin"], "dimensions": ["item"]}),
        json!({"dataset": "purchases", "measures": ["spend"], "dimensions": ["supplier"]}),
    ] {
        let (before, after) = (answer(&store, &query), answer(&decoded, &query));
        assert!(!before.rows.is_empty(), "{query}");
        assert_eq!(after.rows, before.rows, "{query}");
        assert_eq!(after.totals, before.totals, "{query}");
    }
    for end in [0, 3, encoded.len() / 2, encoded.len() - 1] {
        assert!(ColumnStore::decode(&mut &encoded[..end]).is_err(), "{end}");
    }
}

#[test]
fn a_store_without_rows_answers() {
    let store = ColumnStoreBuilder::new(usize::MAX).finish().unwrap();
    let query = json!({"measures": ["revenue"], "dimensions": ["month", "item"]});
    assert!(answer(&store, &query).rows.is_empty());
}
