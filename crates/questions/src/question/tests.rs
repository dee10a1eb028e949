//! Questions with names of a made-up business, and the queries that they are read as.

use super::{BindingState, Interpretation, read_question};
use crate::members::MemberCatalog;
use crate::plan::{Outcome, Reading};
use chrono::NaiveDate;
use metrics::Calendar;
use proptest::prelude::*;

use serde_json::{Value, json};

fn list(dimension: &str, names: &[&str]) -> (String, Vec<String>) {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    (dimension.to_owned(), names)
}

fn catalog() -> MemberCatalog {
    MemberCatalog::new(members())
}

fn members() -> Vec<(String, Vec<String>)> {
    vec![
        list("category", &["fertilizer", "seed", "pesticide"]),
        list("location", &["Salina", "Hays", "Dodge City"]),
        list("supplier", &["Plains Ammonia", "Kanza Genetics"]),
        list("salesperson", &["Mia Torres", "Ole Berg"]),
        list("state", &["Kansas", "Colorado"]),
        list("county", &["Ellis", "Ford"]),
        list("customer", &["Arrow Creek Farms", "Blue Mesa Ranch"]),
        list(
            "item",
            &[
                "Urea 46-0-0",
                "UAN solution 32 %",
                "Kanza K12 sorghum",
                "Kanza K80 corn",
                "Imidacloprid 2 F",
                "Atrazine 4L",
            ],
        ),
        list("crop", &["sorghum;wheat", "corn"]),
        list("unit", &["ton", "gal", "bag"]),
    ]
}

fn read(question: &str, history: &[&str]) -> Interpretation {
    let today = NaiveDate::from_ymd_opt(2026, 8, 12).unwrap();
    read_question(question, history, &catalog(), Calendar::new(today))
}

#[track_caller]
fn reading(question: &str) -> Reading {
    match read(question, &[]).outcome {
        Outcome::Answer(reading) => reading,
        other => panic!("{question}: {other:?}"),
    }
}

#[track_caller]
fn assert_reads(question: &str, parts: &[(&str, Value)]) {
    let reading = reading(question);
    assert_eq!(reading.unused, Vec::<String>::new(), "{question}");
    let query = &reading.queries[0];
    for (name, value) in parts {
        assert_eq!(&query[name], value, "{question}: {query}");
    }
}

#[test]
fn reads_measures_groupings_and_filters() {
    assert_reads(
        "Sales by branch in July, Kansas only",
        &[
            ("measures", json!(["revenue"])),
            ("dimensions", json!(["location"])),
            ("period", json!({"from": "2026-07-01", "to": "2026-07-31"})),
            (
                "filters",
                json!([{"dimension": "state", "op": "in", "values": ["Kansas"]}]),
            ),
        ],
    );
    assert_reads(
        "gross profit per rep last quarter excluding seed",
        &[
            ("measures", json!(["gross_margin"])),
            ("dimensions", json!(["salesperson"])),
            ("period", json!({"preset": "last_quarter"})),
            (
                "filters",
                json!([{"dimension": "category", "op": "not_in", "values": ["seed"]}]),
            ),
        ],
    );
    assert_reads(
        "insecticide revenue at Hays ytd",
        &[(
            "filters",
            json!([
                {"dimension": "location", "op": "in", "values": ["Hays"]},
                {"dimension": "item", "op": "in", "values": ["Imidacloprid 2 F"]},
            ]),
        )],
    );
}

#[test]
fn compared_periods_are_named_in_many_ways() {
    for (question, compare) in [
        (
            "average order value last quarter compared to the previous quarter",
            "previous_period",
        ),
        (
            "revenue last month relative to the month before",
            "previous_period",
        ),
        (
            "revenue last quarter against the prior year",
            "previous_year",
        ),
    ] {
        assert_reads(question, &[("compare", json!(compare))]);
    }
}

#[test]
fn best_sellers_are_items() {
    assert_reads(
        "best sellers by revenue last month",
        &[
            ("dimensions", json!(["item"])),
            ("measures", json!(["revenue"])),
        ],
    );
}

#[test]
fn months_that_are_spanned_are_the_last_ones() {
    for (question, period) in [
        ("revenue by branch over 3 months", "last_3_months"),
        ("spend with Plains Ammonia over 2 years", "last_24_months"),
    ] {
        assert_reads(question, &[("period", json!({"preset": period}))]);
    }
    // Days are a threshold.
    let query = &reading("suppliers with a lead time over 12 days").queries[0];
    assert_eq!(
        query.get("period"),
        reading("suppliers with a lead time").queries[0].get("period")
    );
}

#[test]
fn word_order_typos_and_synonyms_keep_the_reading() {
    let base = reading("revenue by salesperson this year in Colorado").queries;
    for question in [
        "this year in Colorado, revenue by salesperson",
        "turnover per sales rep this year in Colorado",
        "revnue by salespreson this year in Colrado",
        "Show me sales in Colorado by rep this year please",
    ] {
        assert_eq!(reading(question).queries, base, "{question}");
    }
}

#[test]
fn ranks_limits_and_thresholds() {
    assert_reads(
        "top 3 customers by margin this month",
        &[
            ("measures", json!(["gross_margin"])),
            ("dimensions", json!(["customer"])),
            (
                "order",
                json!([{"by": "gross_margin", "direction": "desc"}]),
            ),
            ("limit", json!(3)),
        ],
    );
    assert_reads(
        "top 2 products per branch by quantity last year",
        &[
            ("dimensions", json!(["location", "item"])),
            ("topPer", json!({"dimension": "location", "limit": 2})),
        ],
    );
    assert_reads(
        "vendors with at least 5 late deliveries since March",
        &[
            ("measures", json!(["late_lines"])),
            ("dimensions", json!(["supplier"])),
            ("period", json!({"preset": "since:2026-03-01"})),
            (
                "having",
                json!([{"measure": "late_lines", "op": ">=", "value": 5}]),
            ),
        ],
    );
    assert_reads(
        "growers in Ford county with fewer than 800 acres",
        &[
            ("dataset", json!("customers")),
            (
                "filters",
                json!([
                    {"dimension": "county", "op": "in", "values": ["Ford"]},
                    {"dimension": "acres", "op": "<", "values": [800]},
                ]),
            ),
        ],
    );
}

#[test]
fn compares_and_explains() {
    assert_reads(
        "spend by category Q2 2026 versus Q2 2025",
        &[
            ("period", json!({"from": "2026-04-01", "to": "2026-06-30"})),
            ("compare", json!({"from": "2025-04-01", "to": "2025-06-30"})),
        ],
    );
    let why = reading("why did sales at Salina drop in June compared with May");
    assert!(why.explanation.is_some());
    assert_eq!(
        why.queries[0]["compare"],
        json!({"from": "2026-05-01", "to": "2026-05-31"})
    );
}

#[test]
fn classes_and_brands_of_the_item_catalog_come_before_active_ingredients() {
    let query = |question: &str, members: Vec<(String, Vec<String>)>| {
        let today = NaiveDate::from_ymd_opt(2026, 8, 12).unwrap();
        let catalog = MemberCatalog::new(members);
        match read_question(question, &[], &catalog, Calendar::new(today)).outcome {
            Outcome::Answer(reading) => reading.queries[0].clone(),
            other => panic!("{question}: {other:?}"),
        }
    };
    let mut with_catalog = members();
    with_catalog.push(list(
        "item_class",
        &["Herbicides, post-emergence", "Adjuvants"],
    ));
    with_catalog.push(list("brand", &["Silver Plow"]));
    let herbicides = query("herbicide revenue this year", with_catalog.clone());
    assert_eq!(
        herbicides["filters"],
        json!([{"dimension": "item_class", "op": "in", "values": ["Herbicides, post-emergence"]}])
    );
    let adjuvants = query(
        "revenue by brand for adjuvants this year",
        with_catalog.clone(),
    );
    assert_eq!(adjuvants["dimensions"], json!(["brand"]));
    assert_eq!(
        adjuvants["filters"],
        json!([{"dimension": "item_class", "op": "in", "values": ["Adjuvants"]}])
    );
    let brand = query(
        "quantity of Silver Plow sold by class in June",
        with_catalog,
    );
    assert_eq!(brand["dimensions"], json!(["item_class"]));
    assert_eq!(
        brand["filters"],
        json!([{"dimension": "brand", "op": "in", "values": ["Silver Plow"]}])
    );
    let by_ingredient = query("herbicide revenue this year", members());
    assert_eq!(
        by_ingredient["filters"],
        json!([{"dimension": "item", "op": "in", "values": ["Atrazine 4L"]}])
    );
}

#[test]
fn reads_what_customers_did_not_buy() {
    assert_reads(
        "customers who bought seed but no fertilizer this year",
        &[
            ("dataset", json!("customers")),
            ("dimensions", json!(["customer"])),
            (
                "filters",
                json!([
                    {
                        "dimension": "customer",
                        "op": "bought",
                        "where": [{"dimension": "category", "op": "in", "values": ["seed"]}],
                        "period": {"preset": "this_year"},
                    },
                    {
                        "dimension": "customer",
                        "op": "did_not_buy",
                        "where": [{"dimension": "category", "op": "in", "values": ["fertilizer"]}],
                        "period": {"preset": "this_year"},
                    },
                ]),
            ),
        ],
    );
}

#[test]
fn follow_ups_change_one_part() {
    let next = read("and in Colorado?", &["revenue by rep last month in Kansas"]);
    assert!(next.is_follow_up);
    let Outcome::Answer(reading) = next.outcome else {
        panic!("{next:?}");
    };
    assert_eq!(
        reading.queries[0]["filters"],
        json!([{"dimension": "state", "op": "in", "values": ["Colorado"]}])
    );
    assert_eq!(reading.queries[0]["dimensions"], json!(["salesperson"]));
}

#[test]
fn names_what_it_does_not_use_and_asks_if_unsure() {
    let read_one = read("revenue in Kansas last month over $5k", &[]);
    let Outcome::Answer(reading) = &read_one.outcome else {
        panic!("{read_one:?}");
    };
    assert_eq!(reading.unused, ["over $5k"]);
    assert!(
        read_one
            .bindings
            .iter()
            .any(|one| one.state == BindingState::Unused)
    );
    for question in [
        "revenue by rep since harvest",
        "spend last month in May 2025",
    ] {
        let asked = read(question, &[]).outcome;
        assert!(
            matches!(asked, Outcome::Ask { .. }),
            "{question}: {asked:?}"
        );
    }
    for question in ["what is our EBITDA?", "is it a good time to buy land"] {
        let outcome = read(question, &[]).outcome;
        assert!(
            matches!(outcome, Outcome::NotMetric | Outcome::Refuse { .. }),
            "{question}: {outcome:?}"
        );
    }
}

/// Every condition that is added to a question changes its queries, is named, or is asked about.
#[test]
fn no_added_condition_is_dropped() {
    let bases = [
        "revenue by category last quarter",
        "spend by supplier this year",
        "stock value by location",
        "top 5 customers by revenue in 2025",
        "average selling price of urea this year",
    ];
    let additions = [
        "at Salina",
        "except seed",
        "over $5k",
        "per state",
        "in May 2025",
        "for Mia Torres",
        "not counting returns",
        "in Colorado",
        "top 3 per location",
        "versus the year before",
        "but only pesticides",
        "excluding Blue Mesa Ranch",
        "since last Tuesday",
        "with fewer than 4 orders",
    ];
    for base in bases {
        let plain = reading(base);
        for addition in additions {
            let question = format!("{base} {addition}");
            if let Outcome::Answer(changed) = read(&question, &[]).outcome {
                assert!(
                    changed.queries != plain.queries || !changed.unused.is_empty(),
                    "{question}: {changed:?}"
                );
            }
        }
    }
}

#[test]
fn follow_ups_change_period_order_measure_and_filters() {
    let filter =
        |op: &str, state: &str| json!([{"dimension": "state", "op": op, "values": [state]}]);
    for (next, part, value) in [
        (
            "make it a year",
            "period",
            json!({"preset": "last_12_months"}),
        ),
        (
            "make it last year",
            "period",
            json!({"preset": "last_year"}),
        ),
        (
            "for the whole year",
            "period",
            json!({"preset": "this_year"}),
        ),
        (
            "change it to Q2",
            "period",
            json!({"from": "2026-04-01", "to": "2026-06-30"}),
        ),
        (
            "and the year before?",
            "period",
            json!({"from": "2025-07-01", "to": "2025-07-31"}),
        ),
        (
            "and the month before?",
            "period",
            json!({"from": "2026-06-01", "to": "2026-06-30"}),
        ),
        ("compare with last year", "compare", json!("previous_year")),
        (
            "compare with last year",
            "period",
            json!({"preset": "last_month"}),
        ),
        ("same but by quantity", "measures", json!(["quantity"])),
        ("margin instead", "measures", json!(["gross_margin"])),
        ("top 3 only", "limit", json!(3)),
        ("make that Colorado", "filters", filter("in", "Colorado")),
        ("as a percentage", "derive", json!(["share"])),
        ("exclude Kansas", "filters", filter("not_in", "Kansas")),
    ] {
        let one = read(next, &["revenue by rep last month in Kansas"]);
        let Outcome::Answer(reading) = one.outcome else {
            panic!("{next}: {:?}", one.outcome);
        };
        assert!(one.is_follow_up, "{next}");
        assert_eq!(reading.unused, Vec::<String>::new(), "{next}");
        assert_eq!(reading.queries[0][part], value, "{next}");
        assert_eq!(
            reading.queries[0]["dimensions"],
            json!(["salesperson"]),
            "{next}"
        );
    }
    // Each step goes on from the one before.
    let history = [
        "revenue by rep last month in Kansas",
        "and the month before?",
    ];
    let Outcome::Answer(reading) = read("and the year before?", &history).outcome else {
        panic!("no answer");
    };
    assert_eq!(
        reading.queries[0]["period"],
        json!({"from": "2025-06-01", "to": "2025-06-30"})
    );
}

#[test]
fn percentages_are_shares_or_reported_as_unused() {
    let shares = reading("revenue by rep last month in percent");
    assert_eq!(shares.queries[0]["derive"], json!(["share"]));
    assert_eq!(shares.assumptions, ["percentages of the total"]);
    assert_eq!(
        reading("revenue last month in percent").unused,
        ["in percent"]
    );
    for question in [
        "gross margin in percent by rep",
        "how much did revenue by rep rise in percent this year",
    ] {
        let known = reading(question);
        assert_eq!(known.queries[0].get("derive"), None, "{question}");
        assert_eq!(known.unused, Vec::<String>::new(), "{question}");
    }
}

#[test]
fn an_earlier_period_needs_a_period_of_its_unit() {
    for history in [&[][..], &["revenue by rep last quarter"]] {
        let one = read("revenue and the month before", history);
        let Outcome::Answer(reading) = one.outcome else {
            panic!("{:?}", one.outcome);
        };
        assert_eq!(reading.unused, ["month before"], "{history:?}");
    }
}

#[test]
fn each_part_of_a_query_can_be_cleared() {
    let question = "top 5 revenue by customer in Salina without seed over $5,000 last quarter versus \
        the year before";
    let one = read(question, &[]);
    let texts: Vec<&str> = one.parts.iter().map(|part| part.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "revenue",
            "by customer",
            "Salina",
            "without seed",
            "over $5,000",
            "top 5",
            "last quarter",
            "versus the year before"
        ]
    );
    for part in &one.parts {
        let Some(clear) = &part.clear else {
            assert_eq!(part.text, "revenue");
            continue;
        };
        let rest = read(clear, &[question]);
        // Periods that were not typed cannot be cleared.
        let typed = rest.parts.iter().filter(|part| part.clear.is_some());
        let kept: Vec<&str> = typed.map(|part| part.text.as_str()).collect();
        let wanted: Vec<&str> = texts
            .iter()
            .copied()
            .filter(|text| *text != part.text && *text != "revenue")
            // They select rows, and a total has none.
            .filter(|text| part.text != "by customer" || !["over $5,000", "top 5"].contains(text))
            .collect();
        assert_eq!(kept, wanted, "{clear}");
        assert!(rest.is_clearing, "{clear}");
        let Outcome::Answer(reading) = rest.outcome else {
            panic!("{clear}: {:?}", rest.outcome);
        };
        assert_eq!(reading.unused, Vec::<String>::new(), "{clear}");
    }
    // Later follow-ups go on from what is left.
    let Outcome::Answer(reading) = read("and in Hays", &[question, "Clear Salina"]).outcome else {
        panic!("no answer");
    };
    let filters = reading.queries[0]["filters"].to_string();
    assert!(
        filters.contains("Hays") && !filters.contains("Salina"),
        "{filters}"
    );
}

#[test]
fn a_part_that_the_question_did_not_have_is_not_used() {
    let history = ["revenue by customer in Salina"];
    for (clear, unused) in [
        ("Clear Hays", "Hays"),
        ("Clear by item", "by item"),
        ("Clear last quarter", "last quarter"),
        ("Clear top 3", "top 3"),
    ] {
        let Outcome::Answer(reading) = read(clear, &history).outcome else {
            panic!("{clear}: no answer");
        };
        assert_eq!(reading.unused, [unused], "{clear}");
    }
}

#[test]
fn clear_without_a_question_before_is_not_used() {
    assert_eq!(reading("clear revenue by item").unused, ["clear"]);
    assert_eq!(reading("revenue by item clear").unused, ["clear"]);
    let Outcome::Answer(next) = read("by month clear", &["revenue by item"]).outcome else {
        panic!("no answer");
    };
    assert_eq!(next.unused, ["clear"]);
    assert_eq!(next.queries[0]["dimensions"], json!(["month"]));
}

#[test]
fn parts_that_were_not_typed_have_the_names_of_the_catalogue() {
    let parts = read("which customers bought most", &[]).parts;
    let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
    assert_eq!(texts, ["revenue", "by customer", "last 12 months"]);
    assert!(parts.iter().all(|part| part.clear.is_none()));
}

#[test]
fn follow_ups_sort_add_and_split_the_rows_before() {
    let base = "top 5 customers by revenue last quarter in Salina";
    for (next, parts) in [
        (
            "sort by margin",
            json!({"measures": ["gross_margin", "revenue"]}),
        ),
        (
            "and rank them by orders",
            json!({"measures": ["orders", "revenue"]}),
        ),
        (
            "show quantity too",
            json!({"measures": ["revenue", "quantity"]}),
        ),
        (
            "add the margin",
            json!({"measures": ["revenue", "gross_margin"]}),
        ),
        ("which items?", json!({"dimensions": ["item"], "limit": 5})),
        ("by month", json!({"dimensions": ["month"], "limit": null})),
        (
            "for all locations",
            json!({"dimensions": ["customer"], "filters": null}),
        ),
        (
            "which ones bought seed?",
            json!({"dimensions": ["customer"], "measures": ["revenue"]}),
        ),
    ] {
        let one = read(next, &[base]);
        let Outcome::Answer(reading) = one.outcome else {
            panic!("{next}: {:?}", one.outcome);
        };
        assert!(one.is_follow_up, "{next}");
        assert_eq!(reading.unused, Vec::<String>::new(), "{next}");
        let query = &reading.queries[0];
        for (name, wanted) in parts.as_object().unwrap() {
            assert_eq!(
                query.get(name).unwrap_or(&Value::Null),
                wanted,
                "{next}: {query}"
            );
        }
        assert_eq!(query["period"], json!({"preset": "last_quarter"}), "{next}");
        // A question of its own has no rows to go on from.
        assert!(!read(next, &[]).is_follow_up, "{next}");
    }
    let Outcome::Answer(why) = read("why?", &[base]).outcome else {
        panic!("no answer");
    };
    assert!(why.explanation.is_some());
    // Without a condition on locations, they are the breakdown.
    let Outcome::Answer(split) = read("for all locations", &["revenue last quarter"]).outcome
    else {
        panic!("no answer");
    };
    assert_eq!(split.queries[0]["dimensions"], json!(["location"]));
}

/// Words of the lexicon, names, numbers and noise, in any order.
fn any_question() -> impl Strategy<Value = String> {
    let known: Vec<String> = crate::lexicon::shared_lexicon()
        .vocabulary()
        .map(str::to_owned)
        .collect();
    let names = vec![
        "Salina",
        "Mia Torres",
        "Urea 46-0-0",
        "Kansas",
        "last quarter",
        "May 2025",
        "$5k",
        "3",
        "12 %",
    ];
    let word = prop_oneof![
        4 => prop::sample::select(known),
        2 => prop::sample::select(names).prop_map(str::to_owned),
        1 => "\\PC{0,8}",
    ];
    prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn any_question_is_read_and_no_word_is_made_up(
        text in any_question(),
        earlier in any_question(),
    ) {
        let one = read(&text, &[&earlier]);
        for binding in &one.bindings {
            prop_assert!(text.contains(&binding.word), "{:?}", binding);
        }
        if let Outcome::Answer(reading) = &one.outcome {
            prop_assert!(!reading.queries.is_empty());
        }
        prop_assert_eq!(read(&text, &[&earlier]), one);
    }
}

#[track_caller]
fn assert_filters(question: &str, filters: &Value) {
    assert_reads(question, &[("filters", filters.clone())]);
}

#[test]
fn who_sells_to_us_is_a_supplier() {
    for question in [
        "who sold us the most pesticide last year",
        "who supplied the most pesticide last year",
    ] {
        assert_reads(
            question,
            &[
                ("dataset", json!("purchases")),
                ("dimensions", json!(["supplier"])),
                ("limit", json!(1)),
            ],
        );
    }
}

#[test]
fn suppliers_without_purchases_are_those_of_other_days() {
    for question in [
        "which suppliers have we not bought from this year",
        "vendors we haven't purchased from this year",
    ] {
        assert_filters(
            question,
            &json!([{"dimension": "supplier", "op": "did_not_buy", "where": [],
                "period": {"preset": "this_year"}}]),
        );
        assert_reads(question, &[("period", json!({"preset": "all"}))]);
    }
}

#[test]
fn asks_about_items_that_did_not_sell() {
    for question in [
        "which products sold nothing in May",
        "items that did not sell in May",
    ] {
        let outcome = read(question, &[]).outcome;
        assert!(matches!(outcome, Outcome::Ask { .. }), "{question}");
    }
}

#[test]
fn customers_who_stopped_bought_before() {
    let test = |op: &str, period: Value| json!({"dimension": "customer", "op": op, "where": [], "period": period});
    assert_filters(
        "which customers stopped buying this year",
        &json!([
            test("bought", json!({"preset": "all"})),
            test("did_not_buy", json!({"preset": "this_year"})),
        ]),
    );
    assert_filters(
        "growers who bought last year but not this year",
        &json!([
            test("bought", json!({"preset": "last_year"})),
            test("did_not_buy", json!({"preset": "this_year"})),
        ]),
    );
}

#[test]
fn a_negated_item_with_its_category_is_one_thing() {
    assert_filters(
        "growers with corn who bought no corn seed this year",
        &json!([
            {"dimension": "crop", "op": "in", "values": ["corn"]},
            {"dimension": "customer", "op": "did_not_buy", "where": [
                {"dimension": "category", "op": "in", "values": ["seed"]},
                {"dimension": "item", "op": "in", "values": ["Kanza K80 corn"]},
            ], "period": {"preset": "this_year"}},
        ]),
    );
    let revenue = reading("revenue this year excluding sorghum seed");
    assert_eq!(
        revenue.queries[0]["filters"],
        json!([{"dimension": "item", "op": "not_in", "values": ["Kanza K12 sorghum"]}])
    );
    assert_eq!(revenue.unused, ["excluding seed"]);
    assert_filters(
        "customers in Kansas without seed purchases this year",
        &json!([
            {"dimension": "state", "op": "in", "values": ["Kansas"]},
            {"dimension": "customer", "op": "did_not_buy", "where": [
                {"dimension": "category", "op": "in", "values": ["seed"]},
            ], "period": {"preset": "this_year"}},
        ]),
    );
}

#[test]
fn thresholds_have_the_unit_that_is_typed() {
    let having = |measure: &str, op: &str, value: i32| json!([{"measure": measure, "op": op, "value": value}]);
    for (question, expected) in [
        (
            "items with less than two weeks of cover at Hays",
            having("days_of_cover", "<", 14),
        ),
        (
            "items sold below 5% margin this year",
            having("gross_margin_percent", "<", 5),
        ),
        (
            "items with margin below 5% this year",
            having("gross_margin_percent", "<", 5),
        ),
        ("items out of stock at Hays", having("on_hand", "<=", 0)),
        (
            "items we bought from more than one supplier this year",
            having("suppliers", ">", 1),
        ),
        (
            "items purchased from exactly one supplier this year",
            having("suppliers", "=", 1),
        ),
        (
            "orders between $5k and $8k in May",
            json!([
                {"measure": "revenue", "op": ">=", "value": 5000},
                {"measure": "revenue", "op": "<=", "value": 8000},
            ]),
        ),
    ] {
        assert_reads(question, &[("having", expected)]);
    }
    assert_eq!(
        reading("customers over 60 days this year").unused,
        ["over 60 days"]
    );
}

#[test]
fn parts_of_periods_are_days() {
    let days = |from: &str, to: &str| json!({"from": from, "to": to});
    for (question, period) in [
        (
            "sales by branch for the week of May 6",
            days("2026-05-04", "2026-05-10"),
        ),
        (
            "sales in the first ten days of June",
            days("2026-06-01", "2026-06-10"),
        ),
        (
            "sales in the last 2 weeks of May",
            days("2026-05-18", "2026-05-31"),
        ),
        (
            "revenue fiscal year to date",
            json!({"preset": "this_fiscal_year"}),
        ),
        ("spend in Q1 vs Q2 2025", days("2025-01-01", "2025-03-31")),
    ] {
        assert_reads(question, &[("period", period)]);
    }
}

#[test]
fn a_year_to_compare_with_leaves_the_period_at_this_year() {
    assert_reads(
        "categories whose margin percentage fell compared with 2025",
        &[
            ("period", json!({"preset": "this_year"})),
            ("compare", days_of_2025()),
        ],
    );
    assert_reads(
        "spend by supplier, first six months of 2026 against the same months of 2025",
        &[
            ("period", json!({"from": "2026-01-01", "to": "2026-06-30"})),
            ("compare", json!("previous_year")),
        ],
    );
    assert_reads(
        "how are we doing this year compared to the same time last year",
        &[
            ("measures", json!(["revenue"])),
            ("compare", json!("previous_year")),
        ],
    );
}

fn days_of_2025() -> Value {
    json!({"from": "2025-01-01", "to": "2025-12-31"})
}

#[test]
fn month_over_month_is_a_row_for_each_month() {
    let growth = reading("month over month change of revenue in 2026");
    assert_eq!(growth.queries[0]["dimensions"], json!(["month"]));
    assert_eq!(growth.unused, ["month over month change"]);
}

#[test]
fn shares_are_rows_of_all_members() {
    for (question, dimension) in [
        (
            "what share of our spend goes to Plains Ammonia this year",
            "supplier",
        ),
        (
            "what percentage of Hays revenue came from seed this year",
            "category",
        ),
        ("share of seed in revenue at Hays this year", "category"),
    ] {
        assert_reads(
            question,
            &[
                ("dimensions", json!([dimension])),
                ("derive", json!(["share"])),
            ],
        );
    }
}

#[test]
fn weekdays_in_the_plural_are_a_condition() {
    assert_filters(
        "sales on Mondays and Fridays this year",
        &json!([{"dimension": "weekday", "op": "in", "values": [1, 5]}]),
    );
}

#[test]
fn asks_about_unknown_groups() {
    let Outcome::Ask { text, options } = read("revenue per truck this year", &[]).outcome else {
        panic!();
    };
    assert!(text.contains("truck"), "{text}");
    for option in options {
        let outcome = read(&option, &[]).outcome;
        assert!(matches!(outcome, Outcome::Answer(_)), "{option}");
    }
}

#[test]
fn unknown_names_are_not_corrected_to_words_of_the_trade() {
    assert_eq!(reading("sales of Acme Farms in May").unused, ["Acme"]);
    assert_eq!(
        reading("sales by Bob Smith in May").unused,
        ["Bob", "Smith"]
    );
}

#[test]
fn orders_are_counted_before_by() {
    assert_reads(
        "orders by branch in May",
        &[
            ("measures", json!(["orders"])),
            ("dimensions", json!(["location"])),
        ],
    );
    assert_reads(
        "revenue and orders by week in May",
        &[("measures", json!(["revenue", "orders"]))],
    );
}

#[test]
fn the_worst_of_a_bad_measure_is_the_highest() {
    for (question, direction) in [
        ("late lines by supplier this year, worst first", "desc"),
        ("worst suppliers by late lines this year", "desc"),
        ("fewest late lines by supplier this year", "asc"),
    ] {
        let by = json!([{"by": "late_lines", "direction": direction}]);
        assert_reads(question, &[("order", by)]);
    }
}

#[test]
fn a_question_about_what_a_customer_bought_lists_items() {
    assert_reads(
        "what did Blue Mesa Ranch buy this year",
        &[("dimensions", json!(["item"]))],
    );
    assert_reads(
        "which counties buy the most seed",
        &[
            ("measures", json!(["revenue"])),
            ("dimensions", json!(["county"])),
        ],
    );
    assert_reads(
        "stock of Urea 46-0-0 and Atrazine 4L by branch",
        &[("dimensions", json!(["location", "item"]))],
    );
    assert_reads(
        "5 counties with the highest revenue per customer this year",
        &[("limit", json!(5))],
    );
}

#[test]
fn buying_both_is_two_conditions() {
    let test = |category: &str| {
        json!({"dimension": "customer", "op": "bought", "where": [
            {"dimension": "category", "op": "in", "values": [category]},
        ], "period": {"preset": "this_year"}})
    };
    for question in [
        "how many growers bought both seed and fertilizer this year",
        "which customers bought both seed and fertilizer this year",
    ] {
        assert_filters(question, &json!([test("seed"), test("fertilizer")]));
    }
    let count = reading("how many growers bought both seed and fertilizer this year");
    assert_eq!(count.queries[0]["measures"], json!(["customers"]));
    assert_eq!(count.queries[0]["dimensions"], Value::Null);
    assert_reads(
        "sales at both Hays and Salina this year",
        &[("dimensions", json!(["location"]))],
    );
}

#[test]
fn a_negation_without_a_place_is_asked_about() {
    let question = "revenue by customer who bought last year but not this year";
    let outcome = read(question, &[]).outcome;
    assert!(matches!(outcome, Outcome::Ask { .. }), "{outcome:?}");
}

#[track_caller]
fn assert_query(question: &str, name: &str, value: &Value) {
    let query = &reading(question).queries[0];
    assert_eq!(&query[name], value, "{question}: {query}");
}

#[test]
fn everything_but_a_name_leaves_it_out() {
    for (question, dimension, name) in [
        ("all but Hays sales last month", "location", "Hays"),
        ("sales of anything but seed in 2025", "category", "seed"),
        ("sales of everything but seed", "category", "seed"),
    ] {
        let filters = json!([{"dimension": dimension, "op": "not_in", "values": [name]}]);
        assert_query(question, "filters", &filters);
    }
}

#[test]
fn reads_open_and_written_periods() {
    let days = |from: &str, to: &str| json!({"from": from, "to": to});
    for (text, period) in [
        (
            "until end of march this year",
            days("2026-01-01", "2026-03-31"),
        ),
        ("until yesterday", days("2026-01-01", "2026-08-11")),
        ("up to june 2025", days("2025-01-01", "2025-06-30")),
        ("by the end of June 2026", days("2026-01-01", "2026-06-30")),
        ("until 2024", json!({"to": "2024-12-31"})),
        ("before last month", json!({"to": "2026-06-30"})),
        ("Oct - Dec 2025", days("2025-10-01", "2025-12-31")),
        ("Jan-Mar", days("2026-01-01", "2026-03-31")),
        ("2023-2025", days("2023-01-01", "2025-12-31")),
        ("on 5/6/2026", days("2026-05-06", "2026-05-06")),
        ("1/3/2026 to 31/3/2026", days("2026-03-01", "2026-03-31")),
        ("two weeks ago", days("2026-07-27", "2026-08-02")),
        ("first week of june", days("2026-06-01", "2026-06-07")),
        ("ever", json!({"preset": "all"})),
    ] {
        assert_reads(&format!("sales {text}"), &[("period", period)]);
    }
}

#[test]
fn less_than_a_period_lists_what_fell() {
    let fell = json!([{"measure": "revenue.change", "op": "<", "value": 0}]);
    for question in [
        "who bought less than last year",
        "customers who spent less this year than last",
        "reps who sold less than last month",
        "which items sold less this year than last",
    ] {
        assert_query(question, "having", &fell);
    }
    let by_50k = json!([{"measure": "revenue.change", "op": "<", "value": -50_000}]);
    assert_query(
        "which accounts lost more than 50k vs last year",
        "having",
        &by_50k,
    );
    assert_query(
        "sales last 90 days vs prior 90 days",
        "compare",
        &json!("previous_period"),
    );
}

#[test]
fn attributes_and_counts_are_not_lost_in_lists() {
    for (question, dimensions, measures) in [
        (
            "revenue by customer state",
            json!(["state"]),
            json!(["revenue"]),
        ),
        (
            "revenue, orders and customers by branch",
            json!(["location"]),
            json!(["revenue", "orders", "customers"]),
        ),
        (
            "customers and margin by state",
            json!(["state"]),
            json!(["customers", "gross_margin"]),
        ),
        (
            "how many states do we ship to",
            json!(["state"]),
            json!(["revenue"]),
        ),
    ] {
        assert_query(question, "dimensions", &dimensions);
        assert_query(question, "measures", &measures);
    }
}

#[test]
fn orders_and_places_are_ranked() {
    for (question, dataset, direction) in [
        ("biggest order this year", "sales", "desc"),
        ("smallest order in July", "sales", "asc"),
        ("biggest purchase this year", "purchases", "desc"),
        ("largest purchase order this year", "purchases", "desc"),
    ] {
        assert_query(question, "dataset", &json!(dataset));
        assert_query(question, "dimensions", &json!(["order"]));
        assert_query(question, "limit", &json!(1));
        let order = &reading(question).queries[0]["order"][0];
        assert_eq!(order["direction"], direction, "{question}");
    }
    assert_query("second biggest customer this year", "limit", &json!(2));
    let per = json!({"dimension": "state", "limit": 1});
    assert_query("largest customer by state", "topPer", &per);
}

#[test]
fn joined_products_are_alternatives() {
    let queries = reading("sales of corn seed and urea this year").queries;
    let dimensions = |index: usize| -> Vec<String> {
        let filters = queries[index]["filters"].as_array().unwrap();
        let names = filters.iter().map(|one| one["dimension"].as_str().unwrap());
        names.map(ToOwned::to_owned).collect()
    };
    assert_eq!(queries.len(), 2);
    assert_eq!(dimensions(0), ["category", "item"]);
    assert_eq!(dimensions(1), ["item"]);
    let both = reading("customers that bought both corn seed and urea in 2026");
    assert_eq!(both.queries[0]["filters"].as_array().unwrap().len(), 2);
}

#[test]
fn purchases_are_negated_one_by_one() {
    let conditions = |question: &str| -> Vec<(String, String)> {
        let query = &reading(question).queries[0];
        let filters = query["filters"].as_array().unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let mut all: Vec<(String, String)> = filters
            .iter()
            .map(|one| (text(&one["op"]), text(&one["where"][0]["op"])))
            .collect();
        all.sort();
        all
    };
    let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
    assert_eq!(
        conditions("who bought seed but never bought urea"),
        [pair("bought", "in"), pair("did_not_buy", "in")]
    );
    for question in [
        "customers who bought nothing but seed this year",
        "customers who bought only seed this year",
    ] {
        assert_eq!(
            conditions(question),
            [pair("bought", "in"), pair("did_not_buy", "not_in")],
            "{question}"
        );
    }
    let never = &reading("customers who never bought seed").queries[0]["filters"][0];
    assert_eq!(never["period"], json!({"preset": "all"}));
}

#[test]
fn numbers_belong_to_what_they_are_about() {
    for (question, having) in [
        (
            "customers with more than 3 orders and over $100k",
            json!([
                {"measure": "orders", "op": ">", "value": 3},
                {"measure": "revenue", "op": ">", "value": 100_000},
            ]),
        ),
        (
            "customers who ordered more than 10 times",
            json!([{"measure": "orders", "op": ">", "value": 10}]),
        ),
        (
            "reps over 4 million",
            json!([{"measure": "revenue", "op": ">", "value": 4_000_000}]),
        ),
        (
            "margin above 20% and revenue over 100k by item",
            json!([
                {"measure": "gross_margin_percent", "op": ">", "value": 20},
                {"measure": "revenue", "op": ">", "value": 100_000},
            ]),
        ),
        (
            "how many customers spent over 100k this year",
            json!([{"measure": "revenue", "op": ">", "value": 100_000}]),
        ),
        (
            "how many customers over 100k this year",
            json!([{"measure": "revenue", "op": ">", "value": 100_000}]),
        ),
        (
            "how many suppliers delivered late in July",
            json!([{"measure": "late_lines", "op": ">", "value": 0}]),
        ),
    ] {
        assert_query(question, "having", &having);
    }
}

#[test]
fn what_cannot_be_left_out_is_asked_about() {
    let weekday = json!([{"dimension": "weekday", "op": "not_in", "values": [1]}]);
    assert_query("sales excluding mondays this year", "filters", &weekday);
    let april = read("sales by month excluding april", &[]).outcome;
    assert!(matches!(april, Outcome::Ask { .. }), "{april:?}");
}

#[test]
fn arguments_of_a_call_are_whole_words() {
    let today = NaiveDate::from_ymd_opt(2026, 8, 12).unwrap();
    let unused = |question: &str, arguments: &[&str]| {
        let arguments: Vec<String> = arguments.iter().map(|one| (*one).to_owned()).collect();
        super::unused_by_call(
            question,
            &catalog(),
            Calendar::new(today),
            &arguments,
            false,
        )
    };
    // The limit 5 is no part of a name.
    assert_eq!(
        unused("top customers for urea", &["5", "customer"]),
        ["urea"]
    );
    assert!(unused("sales of urea", &["Urea 46-0-0"]).is_empty());
    assert_eq!(unused("top 20% customers", &["20"]), ["20%"]);
}

#[test]
fn names_are_compared_without_a_change() {
    let reading = reading("did we make more on corn than on urea last year");
    for query in &reading.queries {
        assert_eq!(query.get("compare"), None, "{query}");
    }
}

#[test]
fn measures_of_different_datasets_have_a_query_each() {
    for question in [
        "sales vs purchases of seed this year",
        "sales and purchases by month",
    ] {
        let reading = reading(question);
        let datasets: Vec<_> = reading.queries.iter().map(|one| &one["dataset"]).collect();
        assert_eq!(datasets, ["sales", "purchases"], "{question}");
        assert!(
            reading
                .queries
                .iter()
                .all(|one| one.get("compare").is_none())
        );
    }
    for question in ["low stock items", "how many items are below reorder point"] {
        assert_eq!(
            read(question, &[]).outcome,
            Outcome::NotMetric,
            "{question}"
        );
    }
}

#[test]
fn joined_periods_are_not_compared_the_wrong_way() {
    let both = json!({"from": "2026-04-01", "to": "2026-05-31"});
    for (question, dimensions) in [
        ("total sales for april and may", json!(["month"])),
        ("sales in april and may by state", json!(["state", "month"])),
    ] {
        assert_reads(
            question,
            &[("period", both.clone()), ("dimensions", dimensions)],
        );
    }
    let later = json!({"from": "2026-07-01", "to": "2026-07-31"});
    assert_query("sales in may and july", "period", &later);
    let sales = "how much did Blue Mesa Ranch buy in 2025 and 2026";
    assert_query(sales, "period", &json!({"preset": "this_year"}));
}

#[test]
fn each_thing_and_period_that_was_bought_is_a_condition() {
    for question in [
        "who bought urea and atrazine this year",
        "customers who bought urea in 2024 and 2025",
        "customers who bought in May and in June",
    ] {
        let query = &reading(question).queries[0];
        let filters = query["filters"].as_array().unwrap();
        assert_eq!(filters.len(), 2, "{question}: {query}");
        assert!(filters.iter().all(|one| one["op"] == "bought"), "{query}");
    }
    let either = &reading("who bought urea or atrazine this year").queries[0];
    assert_eq!(either["filters"].as_array().unwrap().len(), 1);
}

#[test]
fn prices_of_commodities_are_quotes_and_growers_have_crops() {
    let catalog = || {
        let mut all = members();
        all.push(list("commodity", &["corn", "wheat"]));
        MemberCatalog::new(all)
    };
    let today = Calendar::new(NaiveDate::from_ymd_opt(2026, 8, 12).unwrap());
    let query = |question: &str| match read_question(question, &[], &catalog(), today).outcome {
        Outcome::Answer(reading) => reading.queries[0].clone(),
        other => panic!("{question}: {other:?}"),
    };
    for (question, measure) in [
        ("average corn price in 2025", "avg_quote"),
        ("highest wheat price this year", "high"),
        ("lowest corn price this year", "low"),
    ] {
        assert_eq!(query(question)["measures"], json!([measure]), "{question}");
    }
    for question in [
        "customers growing wheat",
        "sales to customers who grow wheat",
        "who grows wheat",
    ] {
        let crop = json!([{"dimension": "crop", "op": "in", "values": ["wheat"]}]);
        assert_eq!(query(question)["filters"], crop, "{question}");
    }
}

#[test]
fn ratios_counts_and_shares_have_their_own_measure() {
    for (question, measure) in [
        ("revenue per ton of fertilizer", "avg_price"),
        ("revenue per order by state", "avg_order_value"),
        ("which state has the most customers", "customers"),
        ("top 5 states by customers this year", "customers"),
    ] {
        assert_query(question, "measures", &json!([measure]));
    }
    assert_eq!(reading("margin per order by rep").unused, ["per order"]);
    let kansas = "Kansas's share of urea sales this year";
    assert_query(kansas, "dimensions", &json!(["state"]));
    let versus = "sales of urea vs atrazine by month this year";
    assert_query(versus, "dimensions", &json!(["month", "item"]));
    let sorted = &reading("sales by item sorted by quantity").queries[0]["order"][0]["by"];
    assert_eq!(sorted, "quantity");
}

#[test]
fn what_cannot_be_said_of_crops_and_days_is_named() {
    assert_eq!(reading("customers who only grow wheat").unused, ["only"]);
    let outcome = read("may sales vs june spend", &[]).outcome;
    assert_eq!(outcome, Outcome::NotMetric);
}

#[test]
fn a_month_alone_keeps_the_year_of_the_question_before() {
    let outcome = read("and q3", &["sales in q2 2025"]).outcome;
    let Outcome::Answer(reading) = outcome else {
        panic!("{outcome:?}");
    };
    let period = json!({"from": "2025-07-01", "to": "2025-09-30"});
    assert_eq!(reading.queries[0]["period"], period);
}
