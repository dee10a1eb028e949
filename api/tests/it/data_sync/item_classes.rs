//! The organization's own words for categories, and the classes and brands of its item catalog.

use super::SyncFixture;
use poem::http::StatusCode;
use serde_json::{Value, json};

const UPDATED_AT: &str = "2026-06-01T00:00:00Z";

fn write_rows(header: &str, rows: &[&str]) -> String {
    let mut text = format!("{header},updated_at\n");
    for row in rows {
        text.push_str(&format!("{row},{UPDATED_AT}\n"));
    }
    text
}

/// An organization with items of four categories, one of which is mapped from a number, and two
/// items in the catalog.
async fn start() -> SyncFixture {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_file(
        "inventory_data.csv",
        write_rows(
            "item_id,item_name,category,unit,location,on_hand,on_order,booked,unit_cost,currency",
            &[
                "a1,Atrazine 4L,Herbicide,gal,Ames,20,0,0,20,USD",
                "a2,Crop oil,7100,gal,Ames,5,0,0,10,USD",
                "a3,Corn 105,Seeds,bag,Ames,8,0,0,250,USD",
                "a4,Urea,fertilizer,ton,Ames,9,0,0,400,USD",
            ],
        ),
    );
    farm.warehouse.write_file(
        "item_catalogue.csv",
        write_rows(
            "item_id,item_class,brand",
            &["a3,Hybrid corn,Silver Plow", "a2,,Oak Ridge"],
        ),
    );
    farm.warehouse.write_file(
        "sales_transactions.csv",
        write_rows(
            "transaction_id,order_id,direction,transaction_date,customer_id,supplier_id,item_id,quantity,unit,unit_price,currency,location",
            &[
                "t1,o1,sale,2026-05-02,c1,,a1,10,gal,30,USD,Ames",
                "t2,o1,sale,2026-05-02,c1,,a2,2,gal,15,USD,Ames",
                "t3,o2,sale,2026-05-03,c1,,a3,4,bag,300,USD,Ames",
                "t4,o3,sale,2026-05-04,c1,,a4,1,ton,500,USD,Ames",
                "t5,o4,purchase,2026-04-04,,s1,a1,5,gal,20,USD,Ames",
            ],
        ),
    );
    let mapping = json!({"tables": [{"sourceTable": "inventory_data", "columns": [{
        "targetColumn": "category",
        "sourceColumn": "category",
        "valueWords": [{"word": "7100", "value": "pesticide"}],
    }]}]});
    let mapped = farm.owner.put("/api/data-sync/mapping", mapping).await;
    assert_eq!(mapped.status, StatusCode::OK, "{}", mapped.text);
    for table in ["inventory_data", "item_catalogue", "sales_transactions"] {
        let synced = farm.sync_table(table, json!({})).await;
        assert_eq!(synced.status, StatusCode::OK, "{}", synced.text);
    }
    farm
}

/// Members of a dimension and their figures.
async fn query_rows(farm: &SyncFixture, query: Value) -> Vec<(Option<String>, String)> {
    let answer = farm.owner.post("/api/metrics/query", query).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let rows = answer.data()["rows"].as_array().unwrap();
    rows.iter()
        .map(|row| {
            let figure = row[1].to_string();
            (
                row[0].as_str().map(ToOwned::to_owned),
                figure.trim_matches('"').to_owned(),
            )
        })
        .collect()
}

fn rows(expected: &[(&str, &str)]) -> Vec<(Option<String>, String)> {
    expected
        .iter()
        .map(|(name, figure)| {
            let name = (!name.is_empty()).then(|| (*name).to_owned());
            (name, (*figure).to_owned())
        })
        .collect()
}

#[tokio::test]
async fn figures_are_grouped_and_filtered_by_class_and_brand() {
    let farm = start().await;
    let by_class = |dataset: &str, measure: &str| {
        json!({
            "dataset": dataset,
            "measures": [measure],
            "dimensions": ["item_class"],
            "order": [{"by": measure, "direction": "desc"}],
        })
    };
    assert_eq!(
        query_rows(&farm, by_class("sales", "revenue")).await,
        rows(&[
            ("Hybrid corn", "1200.0"),
            ("", "500.0"),
            ("Herbicide", "300.0"),
            ("7100", "30.0"),
        ])
    );
    assert_eq!(
        query_rows(&farm, by_class("purchases", "spend")).await,
        rows(&[("Herbicide", "100.0")])
    );
    let stock = json!({
        "measures": ["stock_value"],
        "dimensions": ["brand"],
        "filters": [{"dimension": "category", "op": "in", "values": ["seed", "pesticide"]}],
        "order": [{"by": "stock_value", "direction": "desc"}],
    });
    assert_eq!(
        query_rows(&farm, stock).await,
        rows(&[
            ("Silver Plow", "2000.0"),
            ("", "400.0"),
            ("Oak Ridge", "50.0")
        ])
    );
    let members = farm
        .owner
        .get("/api/metrics/members?dimension=item_class&q=h")
        .await;
    assert_eq!(
        members.data()["members"],
        json!(["Herbicide", "Hybrid corn"])
    );
}

#[tokio::test]
async fn items_show_their_class_and_brand() {
    let farm = start().await;
    for (id, class, brand) in [
        ("a1", json!("Herbicide"), Value::Null),
        ("a2", json!("7100"), json!("Oak Ridge")),
        ("a3", json!("Hybrid corn"), json!("Silver Plow")),
        ("a4", Value::Null, Value::Null),
    ] {
        let item = farm.owner.get(&format!("/api/items/{id}")).await;
        assert_eq!(item.data()["itemClass"], class, "{id}");
        assert_eq!(item.data()["brand"], brand, "{id}");
    }
}

#[tokio::test]
async fn questions_name_classes_and_brands() {
    let farm = start().await;
    for (question, figure) in [
        ("Herbicide revenue in May 2026", "$300.00"),
        ("Revenue of hybrid corn in May 2026", "$1,200.00"),
        ("Revenue of Oak Ridge in May 2026", "$30.00"),
    ] {
        let answer = farm
            .owner
            .post("/api/ai-bot/query", json!({"query": question}))
            .await;
        let text = answer.data()["response"].as_str().unwrap();
        assert!(text.contains(figure), "{question}: {text}");
        assert_eq!(answer.data()["confidence"], "High", "{question}");
    }
}
