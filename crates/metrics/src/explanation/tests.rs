use super::*;
use crate::Calendar;
use serde_json::{Value, json};

fn parse(body: &Value) -> Result<Explanation, QueryError> {
    Explanation::parse(body, Calendar::new("2026-11-23".parse().unwrap()))
}

fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

/// A row of a sum: keys, the two parts of the sum scaled by 10^4, and the number of lines.
fn sum_row(keys: &[&str], scaled: &[i64], lines: i64) -> Vec<Cell> {
    let parts = scaled
        .iter()
        .flat_map(|sum| [sum / 10_000_000, sum % 10_000_000]);
    let keys = keys.iter().map(|key| text(key));
    let numbers = parts.chain([lines]).map(Cell::Integer);
    keys.chain(numbers).collect()
}

fn figure(text: &str) -> Figure {
    text.parse().unwrap()
}

const PERIODS: [&str; 2] = ["period", "compare"];

fn body(measure: &str, dimensions: &[&str]) -> Value {
    json!({
        "measure": measure, "dimensions": dimensions,
        "period": {"preset": "this_month"}, "compare": "previous_year",
    })
}

#[test]
fn contributions_and_effects_add_up_to_the_change() {
    let mut body = body("revenue", &["category"]);
    body["limit"] = json!(1);
    body["premise"] = json!("decrease");
    let explanation = parse(&body).unwrap();
    // Seed rose by 10.0001, other fell by 3.
    let by_category = vec![
        vec![
            sum_row(&["seed", "USD"], &[300_001], 2),
            sum_row(&["other", "USD"], &[70_000], 1),
        ],
        vec![
            sum_row(&["seed", "USD"], &[200_000], 2),
            sum_row(&["other", "USD"], &[100_000], 1),
        ],
    ];
    // Amount and quantity by item and unit: (item, name, unit, currency).
    let by_item = vec![
        vec![
            sum_row(&["a", "A", "bag", "USD"], &[300_001, 60_000], 2),
            sum_row(&["b", "B", "bag", "USD"], &[70_000, 10_000], 1),
        ],
        vec![
            sum_row(&["a", "A", "bag", "USD"], &[200_000, 50_000], 2),
            sum_row(&["c", "C", "gal", "USD"], &[100_000, 10_000], 1),
        ],
    ];
    let change = explanation.answer(vec![by_category, by_item]).unwrap();
    let part = &change.parts[0];
    assert_eq!(part.change, Some(figure("7.0001")));
    assert_eq!(part.direction, Some(Direction::Increase));
    assert_eq!(part.is_premise_true, Some(false));
    assert_eq!(
        change.notes,
        ["The premise is false: Revenue did not fall; it rose."]
    );
    let category = &part.dimensions[0];
    assert_eq!(
        category.members[0].member,
        AnswerValue::Text("seed".to_owned())
    );
    assert_eq!(category.members[0].contribution, figure("10.0001"));
    let others = category.others.unwrap();
    assert_eq!((others.count, others.contribution), (1, figure("-3")));
    assert_eq!(category.overlap, Figure::ZERO);
    // A: 6 bags at 5.00002 instead of 5 at 4. B is new, C ended.
    let amounts: Vec<(Effect, Figure)> = part
        .effects
        .iter()
        .map(|one| (one.effect, one.amount))
        .collect();
    assert_eq!(
        amounts,
        [
            (Effect::Price, figure("6.0001")),
            (Effect::Volume, figure("4")),
            (Effect::Mix, Figure::ZERO),
            (Effect::NewItems, figure("7")),
            (Effect::EndedItems, figure("-10")),
            (Effect::Unpriced, Figure::ZERO),
        ]
    );
}

#[test]
fn contributions_to_a_ratio_add_up_to_its_change() {
    let body = body("avg_price", &["category"]);
    let explanation = parse(&body).unwrap();
    assert_eq!(explanation.dimension_count(), 1);
    let rows = |sums: [(&str, [i64; 2]); 3]| {
        let row = |(name, sums): (&str, [i64; 2])| sum_row(&[name, "USD", "bag"], &sums, 1);
        sums.into_iter().map(row).collect::<Vec<_>>()
    };
    let now = rows([
        ("x", [100_000, 30_000]),
        ("y", [70_000, 70_000]),
        ("z", [10_000, 10_000]),
    ]);
    let then = rows([
        ("x", [90_000, 70_000]),
        ("y", [50_000, 40_000]),
        ("z", [30_000, 10_000]),
    ]);
    let change = explanation.answer(vec![vec![now, then]]).unwrap();
    let part = &change.parts[0];
    let dimension = &part.dimensions[0];
    let mut sum = dimension.overlap;
    for member in &dimension.members {
        sum = sum.plus(member.contribution).unwrap();
    }
    assert_eq!(Some(sum), part.change);
    assert_eq!(dimension.overlap, Figure::ZERO);
    assert!(part.effects.is_empty());
}

#[test]
fn rows_that_count_for_several_members_are_an_overlap() {
    let body = body("orders", &["category"]);
    let explanation = parse(&body).unwrap();
    let row = |name: Option<&str>, orders: i64| {
        let keys = name.map(text);
        let numbers = [orders, 9].map(Cell::Integer);
        keys.into_iter().chain(numbers).collect::<Vec<Cell>>()
    };
    // An order of both categories counts once in totals.
    let results = vec![
        vec![row(Some("seed"), 4), row(Some("other"), 3)],
        vec![row(None, 5)],
        vec![row(Some("seed"), 2)],
        vec![row(None, 2)],
    ];
    let change = explanation.answer(vec![results]).unwrap();
    let part = &change.parts[0];
    assert_eq!(part.change, Some(Figure::from_integer(3)));
    let dimension = &part.dimensions[0];
    let contributions: Vec<Figure> = dimension.members.iter().map(|m| m.contribution).collect();
    assert_eq!(contributions, [3, 2].map(Figure::from_integer));
    assert_eq!(dimension.overlap, Figure::from_integer(-2));
}

#[test]
fn names_the_part_that_is_wrong() {
    let with = |name: &str, value: Value| {
        let mut body = body("revenue", &["category"]);
        body[name] = value;
        body
    };
    for (body, path) in [
        (with("measure", json!("revenu")), "measure"),
        (with("measure", json!("on_hand")), "period"),
        (
            with("dimensions", json!(["item", "month"])),
            "dimensions[1]",
        ),
        (with("dimensions", json!(["item", "item"])), "dimensions[1]"),
        (with("dimensions", json!(["currency"])), "dimensions[0]"),
        (with("dimensions", json!([])), "dimensions"),
        (with("premise", json!("growth")), "premise"),
        (with("compare", json!("next_year")), "compare"),
        (with("limit", json!(0)), "limit"),
        (
            with("filters", json!([{"dimension": "x", "op": "in"}])),
            "filters[0].dimension",
        ),
        (with("having", json!([])), "having"),
    ] {
        assert_eq!(parse(&body).unwrap_err().path, path, "{body}");
    }
    for name in PERIODS {
        let mut body = body("revenue", &["category"]);
        body.as_object_mut().unwrap().remove(name);
        assert_eq!(parse(&body).unwrap_err().path, name);
    }
}
