//! Answers from order lines by column, compared with those of SQL.

use super::SyncFixture;
use crate::TestApp;
use api::db::RolledUpDb;
use metrics::{
    Answer, Calendar, DATASETS, Dataset, Dimension, MemberList, MembersOfLines, Plan, Query,
    ResultRows,
};
use poem::http::StatusCode;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{sleep, timeout};

const QUERIES: usize = 1_500;
const UPDATED_AT: &str = "2026-06-01T00:00:00Z";

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.roll(choices.len())]
    }
}

fn write_lines(dice: &mut Dice) -> String {
    let mut lines = String::from(
        "transaction_id,order_id,direction,transaction_date,customer_id,supplier_id,item_id,quantity,unit,\
         unit_price,currency,promised_date,delivered_date,location,updated_at\n",
    );
    for number in 0..600 {
        let is_sale = dice.roll(5) < 3;
        let day = |dice: &mut Dice| {
            let year = dice.pick(&[2024, 2025, 2026]);
            format!("{year}-{:02}-{:02}", 1 + dice.roll(7), 1 + dice.roll(28))
        };
        let (direction, customer, supplier) = if is_sale {
            ("sale", *dice.pick(&["c1", "c2", "c3", "c9"]), "")
        } else {
            ("purchase", "", *dice.pick(&["s1", "s2"]))
        };
        let quantity = *dice.pick(&["1", "2.5", "10", "-3", "1200.0001"]);
        let price = *dice.pick(&["19.99", "30", "0.0001", "412.5"]);
        let ordered = day(dice);
        let (promised, delivered) = match dice.roll(4) {
            0 => (String::new(), String::new()),
            1 => (ordered.clone(), "2026-12-31".to_owned()),
            2 => (day(dice), String::new()),
            _ => (ordered.clone(), day(dice)),
        };
        // The ids of purchases do not follow their days.
        let id = format!("t{}-{number}", dice.roll(10));
        let values = [
            id.as_str(),
            &format!("o{}", number / 3),
            direction,
            &ordered,
            customer,
            supplier,
            *dice.pick(&["a1", "a2", "a3", "a4", "a5"]),
            quantity,
            *dice.pick(&["gal", "gal", "bag"]),
            price,
            *dice.pick(&["USD", "USD", "CAD"]),
            &promised,
            &delivered,
            *dice.pick(&["Ames", "Boone", ""]),
            UPDATED_AT,
        ];
        lines.push_str(&values.join(","));
        lines.push('\n');
    }
    lines
}

/// An organization whose lines have everything that is unusual: no customer, location or delivery,
/// customers and suppliers without a profile, items without stock, returns, two currencies, several
/// units, several crops, and days after today.
async fn start() -> SyncFixture {
    let farm = SyncFixture::start().await;
    let mut dice = Dice(7);
    let mut stock = String::from(
        "item_id,item_name,category,unit,location,on_hand,on_order,booked,unit_cost,currency,updated_at\n",
    );
    for (item, name, category) in [
        ("a1", "Atrazine 4L", "Herbicide"),
        ("a2", "Corn 105", "seed"),
        ("a3", "Corn 105", "seed"),
        ("a4", "Urea", "fertilizer"),
    ] {
        for (location, cost) in [("Ames", 20), ("Boone", 25)] {
            let unit = dice.pick(&["gal", "bag"]);
            stock.push_str(&format!(
                "{item},{name},{category},{unit},{location},20,0,0,{cost},USD,{UPDATED_AT}\n"
            ));
        }
    }
    farm.warehouse.write_file("inventory_data.csv", stock);
    farm.warehouse.write_file(
        "item_catalogue.csv",
        format!(
            "item_id,item_class,brand,updated_at\na2,Hybrid corn,Silver Plow,{UPDATED_AT}\n\
             a3,,Oak Ridge,{UPDATED_AT}\na7,Lime,Oak Ridge,{UPDATED_AT}\n"
        ),
    );
    farm.warehouse.write_file(
        "customer_profiles.csv",
        format!(
            "customer_id,customer_name,state,county,acres,crops,salesperson,customer_since,updated_at\n\
             c1,Miller Farm,IA,Story,640.5,corn;soybeans,Ann,2020-04-01,{UPDATED_AT}\n\
             c2,Miller Farm,IA,Boone,80,corn,Ben,2024-01-15,{UPDATED_AT}\n\
             c3,Øst Gård,MN,,,wheat,,,{UPDATED_AT}\n\
             c4,Idle Acres,,,1000,,Ann,2019-03-03,{UPDATED_AT}\n"
        ),
    );
    farm.warehouse.write_file(
        "supplier_data.csv",
        format!(
            "supplier_id,supplier_name,active,updated_at\ns1,Prairie Supply,true,{UPDATED_AT}\n"
        ),
    );
    farm.warehouse
        .write_file("sales_transactions.csv", write_lines(&mut dice));
    for table in [
        "inventory_data",
        "item_catalogue",
        "customer_profiles",
        "supplier_data",
        "sales_transactions",
    ] {
        let synced = farm.sync_table(table, json!({})).await;
        assert_eq!(synced.status, StatusCode::OK, "{}", synced.text);
    }
    farm
}

fn random_filter(dice: &mut Dice, dimension: &Dimension) -> Value {
    let operator = *dice.pick(dimension.operators());
    let mut filter = json!({"dimension": dimension.id, "op": operator});
    if matches!(operator, "bought" | "did_not_buy") {
        filter["period"] = json!({"preset": *dice.pick(&["this_year", "last_year", "all"])});
        if dice.roll(2) == 0 {
            let item = json!({"dimension": "item_id", "op": "in", "values": ["a2", "a4"]});
            filter["where"] = json!([item]);
        }
        return filter;
    }
    if matches!(operator, "is_empty" | "is_not_empty") {
        return filter;
    }
    let choices: &[Value] = match dimension.type_name() {
        "number" => &[json!(1), json!(5), json!(30), json!(2.5), json!("640.5")],
        "date" => &[
            json!("2024-02-29"),
            json!("2026-01-01"),
            json!("2025-03-05"),
            json!("2025-06-30"),
        ],
        _ => &[
            json!("Miller Farm"),
            json!("c1"),
            json!("corn"),
            json!("Corn 105"),
            json!("a"),
            json!("ø"),
            json!("USD"),
            json!("gal"),
            json!("Ames"),
            json!("s1"),
            json!("seed"),
            json!("o12"),
            json!("Herbicide"),
            json!(""),
            json!("Ann"),
            json!("IA"),
        ],
    };
    let count = match operator {
        "between" => 2,
        "in" | "not_in" | "contains" | "not_contains" | "starts_with" => 1 + dice.roll(3),
        _ => 1,
    };
    let values: Vec<&Value> = (0..count).map(|_| dice.pick(choices)).collect();
    filter["values"] = json!(values);
    filter
}

fn random_query(dice: &mut Dice, dataset: &Dataset) -> Value {
    let measures: Vec<&str> = (0..=dice.roll(3))
        .map(|_| dice.pick(dataset.measures).id)
        .collect();
    let all: Vec<&Dimension> = dataset.all_dimensions().collect();
    let groups: Vec<&&Dimension> = all.iter().filter(|one| one.is_groupable()).collect();
    let dimensions: Vec<&str> = (0..dice.roll(4)).map(|_| dice.pick(&groups).id).collect();
    let filters: Vec<Value> = (0..dice.roll(3))
        .map(|_| {
            let dimension = *dice.pick(&all);
            random_filter(dice, dimension)
        })
        .collect();
    let mut query = json!({
        "dataset": dataset.id, "measures": measures, "dimensions": dimensions,
        "filters": filters, "limit": 10_000,
    });
    if dataset.has_days() {
        query["period"] = match dice.roll(3) {
            0 => json!({"preset": "all"}),
            1 => json!({"from": "2025-02-10", "to": "2026-04-30"}),
            _ => json!({"preset": *dice.pick(&["this_year", "last_year", "last_12_months"])}),
        };
        if dice.roll(3) == 0 && query["period"] != json!({"preset": "all"}) {
            query["compare"] = json!("previous_year");
        }
    }
    query
}

async fn answer_by_sql(db: &RolledUpDb, mut plan: Plan) -> Result<Answer, metrics::QueryError> {
    let tables = db.metric_tables();
    let mut members = Vec::new();
    for lookup in plan.lookups(&tables) {
        members.push(tables.load_rows(&lookup).await.unwrap());
    }
    plan.set_members(&members);
    let mut results = Vec::new();
    for statement in plan.statements(&tables) {
        results.push(tables.load_rows(&statement).await.unwrap());
    }
    plan.answer(results)
}

#[tokio::test]
async fn columns_give_the_same_answers_as_sql() {
    let farm = start().await;
    let access = farm.app.open_access(&farm.owner).await;
    let db = farm
        .app
        .parts
        .database
        .begin_rolled_up_read(&access)
        .await
        .unwrap();
    let store = db
        .column_store()
        .await
        .expect("a small organization has a copy");
    let mut dice = Dice(3);
    let (mut compared, mut rows) = (0, 0);
    while compared < QUERIES {
        let dataset = &DATASETS[*dice.pick(&[0, 0, 1, 1, 3])];
        let body = random_query(&mut dice, dataset);
        let calendar = Calendar {
            today: "2026-07-20".parse().unwrap(),
            week_start: u32::try_from(1 + dice.roll(7)).unwrap(),
            fiscal_year_start: u32::try_from(1 + dice.roll(12)).unwrap(),
        };
        // Some combinations are refused, such as the same dimension twice.
        let Ok(query) = Query::parse(&body, calendar) else {
            continue;
        };
        compared += 1;
        let plan = Plan::new(query);
        let computed = plan.compute(&store).expect("the copy has these datasets");
        let by_column = plan.answer(computed);
        let by_sql = answer_by_sql(&db, plan).await;
        assert_eq!(
            format!("{by_column:#?}"),
            format!("{by_sql:#?}"),
            "{body} {calendar:?}"
        );
        rows += by_column.map_or(0, |answer| answer.rows.len());
    }
    assert!(rows > 10 * QUERIES, "only {rows} rows were compared");
}

#[tokio::test]
async fn queries_with_all_connections_do_not_wait_for_a_copy() {
    let app = TestApp::start_with_connections(2).await;
    let owner = app.create_organization("Prairie").await;
    let access = app.open_access(&owner).await;
    let database = &app.parts.database;
    let first = database.begin_rolled_up_read(&access).await.unwrap();
    let second = database.begin_rolled_up_read(&access).await.unwrap();
    let both = async { tokio::join!(first.column_store(), second.column_store()) };
    let both = timeout(Duration::from_secs(4), both).await;
    assert!(matches!(both, Ok((None, None))), "{both:?}");
    // The loading gets the first connection that is free.
    drop(first);
    let loaded = async {
        while second.column_store().await.is_none() {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(30), loaded).await.unwrap();
}

#[tokio::test]
async fn columns_have_the_same_members_as_sql() {
    let farm = start().await;
    let delete = "update inventory set deleted_at = updated_at where item_id = 'a4'";
    farm.app.raw.execute_unprepared(delete).await.unwrap();
    let access = farm.app.open_access(&farm.owner).await;
    let database = &farm.app.parts.database;
    let db = database.begin_rolled_up_read(&access).await.unwrap();
    let store = db.column_store().await.unwrap();
    let tables = db.metric_tables();
    let mut compared = Vec::new();
    for dimension in DATASETS.iter().flat_map(Dataset::all_dimensions) {
        let Some(list) = MemberList::new(dimension.id).filter(MemberList::reads_lines) else {
            continue;
        };
        let listed = list.statement(&tables, MembersOfLines::Listed).unwrap();
        let listed = tables.load_rows(&listed).await.unwrap();
        let read = |rows: &ResultRows| -> Vec<String> {
            MemberList::read_names(rows)
                .map(ToOwned::to_owned)
                .collect()
        };
        let mut names: Vec<String> = list.find_in_lines(&store);
        if let Some(rest) = list.statement(&tables, MembersOfLines::LeftOut) {
            names.extend(read(&tables.load_rows(&rest).await.unwrap()));
        }
        let members = list.search(read(&listed), "");
        assert_eq!(list.search(names, ""), members, "{}", dimension.id);
        assert!(members.len() > 1, "{}", dimension.id);
        compared.push(dimension.id);
    }
    compared.sort_unstable();
    compared.dedup();
    let of_lines = ["currency", "item", "item_id", "location", "unit"];
    assert_eq!(compared, of_lines);
}
