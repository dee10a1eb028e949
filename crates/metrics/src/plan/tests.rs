use super::*;
use crate::calendar::Calendar;
use crate::sql::{Cell, Dialect};
use sea_query::{PostgresQueryBuilder, SelectStatement, SqliteQueryBuilder};
use serde_json::{Value, json};

struct AllRows(Dialect);

impl Source for AllRows {
    fn dialect(&self) -> Dialect {
        self.0
    }

    fn table(&self, name: &'static str, _rows: Rows) -> SelectStatement {
        SqlQuery::select().expr(Expr::cust("*")).from(name).take()
    }
}

fn parse(query: &Value) -> Result<Query, QueryError> {
    Query::parse(query, Calendar::new("2026-11-23".parse().unwrap()))
}

fn wrong_path(query: &Value) -> String {
    parse(query).unwrap_err().path
}

fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

/// A row of revenue by category and currency: the two parts of the sum, and the lines.
fn revenue_row(category: &str, currency: &str, scaled: i64) -> Vec<Cell> {
    let parts = [scaled / 10_000_000, scaled % 10_000_000, 1].map(Cell::Integer);
    let keys = [text(category), text(currency)];
    keys.into_iter().chain(parts).collect()
}

#[test]
fn names_the_part_that_is_wrong() {
    for (query, path) in [
        (json!({"measures": ["revenu"]}), "measures[0]"),
        (json!({"measures": ["revenue", "on_hand"]}), "measures"),
        (
            json!({"measures": ["revenue"], "dimensions": ["item", "planet"]}),
            "dimensions[1]",
        ),
        (
            json!({"measures": ["revenue"], "dimensions": ["month", "customer_id"]}),
            "dimensions[1]",
        ),
        (
            json!({"measures": ["on_hand"], "dimensions": ["month"]}),
            "dimensions[0]",
        ),
        (
            json!({"measures": ["on_hand"], "period": {"preset": "today"}}),
            "period",
        ),
        (json!({"measures": ["revenue"], "sql": "select 1"}), "sql"),
        (json!({"measures": ["revenue"], "cursor": 12}), "cursor"),
        (json!({"measures": ["revenue"], "limit": 1.5}), "limit"),
        (
            json!({"measures": ["revenue"], "period": {"preset": "someday"}}),
            "period.preset",
        ),
    ] {
        assert_eq!(wrong_path(&query), path, "{query}");
    }
    let filter = |filter: Value| json!({"measures": ["revenue"], "filters": [filter]});
    for (query, path) in [
        (
            json!({"dimension": "nope", "op": "in", "values": ["a"]}),
            "filters[0].dimension",
        ),
        (
            json!({"dimension": "item", "op": "<", "values": ["a"]}),
            "filters[0].op",
        ),
        (
            json!({"dimension": "item", "op": "in", "values": [1]}),
            "filters[0].values",
        ),
        (json!({"dimension": "item", "op": "bought"}), "filters[0]"),
        (
            json!({"dimension": "customer", "op": "bought", "where": [
                {"dimension": "nope", "op": "in", "values": ["a"]},
            ]}),
            "filters[0].where[0].dimension",
        ),
    ] {
        assert_eq!(wrong_path(&filter(query)), path);
    }
}

#[test]
fn suggests_the_closest_ids() {
    let error = parse(&json!({"measures": ["revenu"]})).unwrap_err();
    assert!(error.message.contains("\"revenue\""), "{}", error.message);
}

#[test]
fn compiles_every_measure_for_both_engines() {
    for dataset in &crate::DATASETS {
        for measure in dataset.measures {
            let query = json!({
                "dataset": dataset.id, "measures": [measure.id],
                "dimensions": [dataset.dimensions[0].id],
            });
            let plan = Plan::new(parse(&query).unwrap());
            for dialect in [Dialect::Sqlite, Dialect::Postgres] {
                for statement in plan.statements(&AllRows(dialect)) {
                    let sql = match dialect {
                        Dialect::Sqlite => statement.select().to_string(SqliteQueryBuilder),
                        Dialect::Postgres => statement.select().to_string(PostgresQueryBuilder),
                    };
                    assert!(sql.starts_with("SELECT "), "{sql}");
                    assert!(!statement.columns().is_empty());
                }
            }
        }
    }
}

#[test]
fn keeps_currencies_apart_and_totals_cover_all_pages() {
    let query = json!({
        "measures": ["revenue"], "dimensions": ["category"], "derive": ["share", "rank"],
        "limit": 2,
    });
    let plan = Plan::new(parse(&query).unwrap());
    let rows = vec![
        revenue_row("seed", "USD", 300_000),
        revenue_row("seed", "EUR", 50_000),
        revenue_row("other", "USD", 100_000),
    ];
    let answer = plan.answer(vec![rows]).unwrap();
    let ids: Vec<&str> = answer
        .columns
        .iter()
        .map(|column| column.id.as_str())
        .collect();
    assert_eq!(
        ids,
        [
            "category",
            "currency",
            "revenue",
            "revenue.share",
            "revenue.rank"
        ]
    );
    let name = |value: &str| crate::AnswerValue::Text(value.to_owned());
    let number = crate::AnswerValue::Number;
    assert_eq!(
        answer.rows,
        [
            vec![
                name("seed"),
                name("USD"),
                number(30.0),
                number(75.0),
                number(1.0)
            ],
            vec![
                name("other"),
                name("USD"),
                number(10.0),
                number(25.0),
                number(2.0)
            ],
        ]
    );
    let totals: Vec<_> = answer.totals.iter().map(|row| row[2].clone()).collect();
    assert_eq!(totals, [number(5.0), number(40.0)]);
    assert_eq!((answer.row_count, answer.source_rows), (3, 3));
    let next = json!({
        "measures": ["revenue"], "dimensions": ["category"], "derive": ["share", "rank"],
        "limit": 2, "cursor": answer.next_cursor.unwrap(),
    });
    assert!(parse(&next).is_ok());
    let other = json!({"measures": ["spend"], "cursor": next["cursor"]});
    assert_eq!(wrong_path(&other), "cursor");
}

#[test]
fn shows_one_currency_as_the_unit_of_the_column() {
    let query = json!({"measures": ["revenue"], "dimensions": ["category"]});
    let plan = Plan::new(parse(&query).unwrap());
    let answer = plan
        .answer(vec![vec![revenue_row("seed", "USD", 10_000)]])
        .unwrap();
    assert_eq!(answer.columns.len(), 2);
    assert_eq!(answer.columns[1].unit.as_deref(), Some("USD"));
}

#[test]
fn ids_are_compared_as_they_are() {
    let query = json!({
        "dataset": "sales", "measures": ["revenue"], "dimensions": ["customer_id", "customer"],
        "filters": [{"dimension": "item_id", "op": "=", "value": "i1"}],
    });
    let plan = Plan::new(parse(&query).unwrap());
    let tables = AllRows(Dialect::Sqlite);
    assert!(
        plan.lookups(&tables).is_empty(),
        "names would need the members"
    );
    let sql = plan.statements(&tables)[0]
        .select()
        .to_string(SqliteQueryBuilder);
    assert!(sql.contains("i1") && sql.contains("item_id"), "{sql}");
}
