//! Bookings, purchase orders, item catalogue and price lists uploaded beside the five core tables.

use super::{UploadFixture, question_kinds};
use crate::{Client, TestApp};
use entities::{catalogue_item, price_list_entry};
use sea_orm::EntityTrait;
use serde_json::{Value, json};

const UPDATED_AT: &str = "2026-06-01T00:00:00Z";

/// A file of each table, with its own name and columns. Today is 2026-06-16.
fn write_tables() -> Vec<(&'static str, String)> {
    let rows = |header: &str, rows: &[&str]| {
        let mut text = format!("{header},updated_at\n");
        for row in rows {
            text.push_str(row);
            text.push(',');
            text.push_str(UPDATED_AT);
            text.push('\n');
        }
        text
    };
    vec![
        (
            "inventory_data.csv",
            rows(
                "item_id,item_name,category,unit,location,on_hand,on_order,booked,unit_cost,currency,supplier_id",
                &["urea,Urea 46-0-0,fertilizer,ton,Ames,20,0,0,400,USD,s1"],
            ),
        ),
        (
            "sales_transactions.csv",
            rows(
                "transaction_id,order_id,direction,transaction_date,customer_id,supplier_id,item_id,quantity,unit,unit_price,currency,location",
                &[
                    "t1,o1,sale,2026-03-02,c1,,urea,10,ton,500,USD,Ames",
                    "t2,o2,purchase,2026-02-02,,s1,urea,30,ton,390,USD,Ames",
                ],
            ),
        ),
        (
            "market_prices.csv",
            rows(
                "price_date,commodity,market,price,unit",
                &["2026-06-01,corn,CBOT,4.5,usd_per_bu"],
            ),
        ),
        (
            "customer_profiles.csv",
            rows("customer_id,customer_name,state", &["c1,Larsen Farms,Iowa"]),
        ),
        (
            "supplier_data.csv",
            rows(
                "supplier_id,supplier_name,active",
                &["s1,River Seed Co,true"],
            ),
        ),
        (
            "customer_bookings.csv",
            rows(
                "booking_id,line,customer_id,item_id,location,quantity,unit,unit_price,currency,booked_date,due_date,delivered_quantity,status",
                &[
                    "b1,1,c1,urea,Ames,14.5,ton,500,USD,2026-05-01,2026-07-07,2.5,open",
                    "b1,2,c1,urea,Ames,40,ton,500,USD,2026-05-01,2026-07-07,0,canceled",
                ],
            ),
        ),
        (
            "purchase_orders.csv",
            rows(
                "po_id,line,supplier_id,item_id,location,quantity,unit,unit_price,currency,order_date,expected_date,received_quantity,status",
                &[
                    "p1,1,s1,urea,Ames,8,ton,400,USD,2026-05-12,2026-06-24,3,open",
                    "p2,1,s1,urea,Ames,80,ton,400,USD,2026-04-12,2026-05-10,80,received",
                ],
            ),
        ),
        (
            "item_catalogue.csv",
            rows(
                "item_id,item_class,brand,pack_size,pack_unit,density,active_ingredient,epa_number,restricted_use",
                &["urea,dry nitrogen,River,1,ton,,,,false"],
            ),
        ),
        (
            "price_lists.csv",
            rows(
                "supplier_id,item_id,unit,unit_price,currency,min_quantity,valid_from,valid_to",
                &[
                    "s1,urea,ton,410,USD,0,2026-01-01,",
                    "s1,urea,ton,395,USD,20,2026-01-01,2026-12-31",
                ],
            ),
        ),
    ]
}

async fn upload_tables(owner: &Client) -> UploadFixture {
    let upload = UploadFixture::create(owner).await;
    for (name, text) in write_tables() {
        upload.add_file(name, text.as_bytes()).await;
    }
    upload
}

#[tokio::test]
async fn bookings_and_orders_reach_the_position() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let upload = upload_tables(&owner).await;
    let read = upload.inspect().await;
    assert_eq!(question_kinds(read.data()), Vec::<&str>::new());
    assert_eq!(read.data()["rejectedCells"], 0, "{}", read.text);
    let rows: Vec<(&str, u64)> = read.data()["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| {
            (
                table["table"].as_str().unwrap(),
                table["rows"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("inventory_data", 1),
            ("sales_transactions", 2),
            ("market_prices", 1),
            ("customer_profiles", 1),
            ("supplier_data", 1),
            ("customer_bookings", 2),
            ("purchase_orders", 2),
            ("item_catalogue", 1),
            ("price_lists", 2),
        ]
    );
    let imported = upload.import().await;
    assert_eq!(
        imported.data()["stats"]["inserted"],
        13,
        "{}",
        imported.text
    );

    let answer = owner.get("/api/purchasing/position?weeks=6").await;
    let line = &answer.data()["items"][0];
    assert_eq!(
        (&line["itemId"], &line["location"]),
        (&json!("urea"), &json!("Ames"))
    );
    let column = |name: &str| -> Vec<f64> {
        let weeks = line["weeks"].as_array().unwrap();
        weeks
            .iter()
            .map(|week| week[name].as_f64().unwrap())
            .collect()
    };
    // 8 ordered, 3 received, expected in the second week; 14.5 booked, 2.5 delivered, due in the fourth.
    assert_eq!(column("arrivals"), [0.0, 5.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(column("bookings"), [0.0, 0.0, 0.0, 12.0, 0.0, 0.0]);
    assert_eq!(answer.data()["missing"], json!([]), "{}", answer.text);
}

#[tokio::test]
async fn the_catalogue_and_price_lists_are_listed_and_loaded() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let upload = upload_tables(&owner).await;
    upload.inspect().await.data();
    let prices = owner
        .get(&upload.path("/rows?target=price_lists&limit=5"))
        .await;
    let places: Vec<&Value> = prices.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["row"])
        .collect();
    assert_eq!(places, [&json!(2), &json!(3)]);
    let imported = upload.import().await;
    let run = imported.data()["runId"].as_str().unwrap();
    let run = owner.get(&format!("/api/data-sync/runs/{run}")).await;
    let tables = run.data()["tables"].as_array().unwrap();
    for (table, inserted) in [("item_catalogue", 1), ("price_lists", 2)] {
        let result = tables.iter().find(|result| result["table"] == table);
        let result = result.unwrap_or_else(|| panic!("{table}: {}", run.text));
        assert_eq!(result["state"], "succeeded", "{result}");
        assert_eq!(result["inserted"], inserted, "{result}");
    }
    let items = catalogue_item::Entity::find().all(&app.raw).await.unwrap();
    assert_eq!(
        items
            .iter()
            .map(|item| item.item_class.as_deref())
            .collect::<Vec<_>>(),
        [Some("dry nitrogen")]
    );
    let entries = price_list_entry::Entity::find()
        .all(&app.raw)
        .await
        .unwrap();
    assert_eq!(entries.len(), 2);

    // Removing the import removes them again.
    upload.undo().await.data();
    let live = price_list_entry::Entity::find()
        .all(&app.raw)
        .await
        .unwrap();
    assert!(live.iter().all(|entry| entry.deleted_at.is_some()));
}
