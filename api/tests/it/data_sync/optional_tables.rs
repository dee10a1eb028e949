//! Bookings, purchase orders, item catalogue and price lists: loaded when the source has them, and
//! never missed when it has not.

use super::{SyncFixture, supplier_rows, table_counts};
use entities::{catalogue_item, customer_booking, price_list_entry, purchase_order};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

const UPDATED_AT: &str = "2026-06-01T00:00:00Z";

const OPTIONAL_TABLES: [&str; 4] = [
    "customer_bookings",
    "purchase_orders",
    "item_catalogue",
    "price_lists",
];

const PRICE_HEADER: &str =
    "supplier_id,item_id,unit,unit_price,currency,min_quantity,valid_from,valid_to,updated_at\n";

fn price_row(price: &str, min_quantity: &str) -> String {
    format!("s1,urea,ton,{price},USD,{min_quantity},2026-01-01,,{UPDATED_AT}\n")
}

impl SyncFixture {
    fn write_table(&self, table: &str, text: &str) {
        std::fs::write(self.warehouse.path().join(format!("{table}.csv")), text).unwrap();
    }

    /// `(unit_price_e4, min_quantity_e4, deleted)` of the prices of urea.
    async fn load_price_list(&self) -> Vec<(i64, i64, bool)> {
        price_list_entry::Entity::find()
            .filter(price_list_entry::Column::TenantId.eq(self.tenant_id().await))
            .filter(price_list_entry::Column::ItemId.eq("urea"))
            .order_by_asc(price_list_entry::Column::MinQuantityE4)
            .all(&self.app.raw)
            .await
            .unwrap()
            .into_iter()
            .map(|row| {
                (
                    row.unit_price_e4,
                    row.min_quantity_e4,
                    row.deleted_at.is_some(),
                )
            })
            .collect()
    }

    /// The tables of the latest run, by their source names.
    async fn tables_of_run(&self, answer: &crate::Answer) -> Vec<String> {
        let run = answer.data()["runId"].as_str().unwrap();
        let run = self.owner.get(&format!("/api/data-sync/runs/{run}")).await;
        let name = |table: &Value| table["table"].as_str().unwrap().to_owned();
        run.data()["tables"]
            .as_array()
            .unwrap()
            .iter()
            .map(name)
            .collect()
    }
}

#[tokio::test]
async fn every_column_of_bookings_and_orders_lands() {
    let farm = SyncFixture::start().await;
    farm.write_table(
        "customer_bookings",
        &format!(
            "booking_id,line,customer_id,item_id,location,quantity,unit,unit_price,currency,\
             booked_date,due_date,delivered_quantity,status,updated_at\n\
             b1,1,c1,urea,Ames,12.5,ton,410.25,USD,2026-01-08,2026-04-10,2.5,open,{UPDATED_AT}\n\
             b1,2,c1,urea,Ames,3,ton,,USD,2026-01-08,,,canceled,{UPDATED_AT}\n"
        ),
    );
    farm.write_table(
        "purchase_orders",
        &format!(
            "po_id,line,supplier_id,item_id,location,quantity,unit,unit_price,currency,order_date,\
             expected_date,received_quantity,status,updated_at\n\
             p1,1,s1,urea,Ames,80,ton,380.5,USD,2026-01-12,2026-01-28,80,received,{UPDATED_AT}\n"
        ),
    );
    let answer = farm.run_sync().await;
    assert_eq!(answer.data()["stats"]["inserted"], 3, "{}", answer.text);

    let bookings = customer_booking::Entity::find()
        .filter(customer_booking::Column::TenantId.eq(farm.tenant_id().await))
        .order_by_asc(customer_booking::Column::Line)
        .all(&farm.app.raw)
        .await
        .unwrap();
    let [full, sparse] = &bookings[..] else {
        panic!("{bookings:?}");
    };
    assert_eq!(
        (
            full.booking_id.as_str(),
            full.customer_id.as_str(),
            full.item_id.as_str(),
            full.location.as_str(),
            full.quantity_e4,
            full.unit.as_str(),
            full.unit_price_e4,
        ),
        ("b1", "c1", "urea", "Ames", 125_000, "ton", Some(4_102_500))
    );
    assert_eq!(
        (
            full.booked_date.to_string().as_str(),
            full.due_date.unwrap().to_string().as_str(),
            full.delivered_quantity_e4,
            full.status.as_str(),
        ),
        ("2026-01-08", "2026-04-10", Some(25_000), "open")
    );
    assert_eq!(
        (
            sparse.unit_price_e4,
            sparse.due_date,
            sparse.delivered_quantity_e4,
            sparse.status.as_str()
        ),
        (None, None, None, "canceled")
    );

    let order = purchase_order::Entity::find()
        .filter(purchase_order::Column::TenantId.eq(farm.tenant_id().await))
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (
            order.po_id.as_str(),
            order.supplier_id.as_str(),
            order.quantity_e4,
            order.unit_price_e4,
            order.expected_date.unwrap().to_string().as_str(),
            order.received_quantity_e4,
            order.status.as_str(),
        ),
        (
            "p1",
            "s1",
            800_000,
            Some(3_805_000),
            "2026-01-28",
            Some(800_000),
            "received"
        )
    );
}

#[tokio::test]
async fn every_column_of_the_catalogue_and_price_lists_lands() {
    let farm = SyncFixture::start().await;
    farm.write_table(
        "item_catalogue",
        &format!(
            "item_id,item_class,brand,pack_size,pack_unit,density,active_ingredient,epa_number,\
             restricted_use,updated_at\n\
             rup,herbicide,River,2.5,gal,10.0125,paraquat,100-1431,true,{UPDATED_AT}\n"
        ),
    );
    farm.write_table(
        "price_lists",
        &format!("{PRICE_HEADER}{}", price_row("99.9999", "0")),
    );
    let answer = farm.run_sync().await;
    assert_eq!(answer.data()["stats"]["inserted"], 2, "{}", answer.text);

    let item = catalogue_item::Entity::find()
        .filter(catalogue_item::Column::TenantId.eq(farm.tenant_id().await))
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (
            item.item_class.as_deref(),
            item.brand.as_deref(),
            item.pack_size_e4,
            item.pack_unit.as_deref(),
            item.density_e4,
            item.active_ingredient.as_deref(),
            item.epa_number.as_deref(),
            item.restricted_use,
        ),
        (
            Some("herbicide"),
            Some("River"),
            Some(25_000),
            Some("gal"),
            Some(100_125),
            Some("paraquat"),
            Some("100-1431"),
            Some(true)
        )
    );
    assert_eq!(farm.load_price_list().await, [(999_999, 0, false)]);
}

#[tokio::test]
async fn a_price_list_is_compared_by_all_parts_of_its_key() {
    let farm = SyncFixture::start().await;
    // So many other prices that one that ends is no reason to withhold its deletion.
    let others: String = (0..20)
        .map(|item| price_row("50", "0").replace("urea", &format!("item{item}")))
        .collect();
    let write = |rows: &[String]| {
        farm.write_table(
            "price_lists",
            &format!("{PRICE_HEADER}{others}{}", rows.concat()),
        );
    };
    let sync = async || {
        let answer = farm.sync_table("price_lists", json!({})).await;
        table_counts(&farm.table_result(&answer, "price_lists").await)
    };
    write(&[price_row("100", "0"), price_row("95", "20")]);
    assert_eq!(sync().await, [22, 22, 0, 0, 0, 0]);

    // One price changes, one ends, and one is added from another quantity on.
    write(&[
        price_row("101", "0").replace("2026-06-01", "2026-06-02"),
        price_row("90", "50").replace("2026-06-01", "2026-06-02"),
    ]);
    assert_eq!(sync().await, [22, 1, 1, 20, 1, 0]);
    assert_eq!(
        farm.load_price_list().await,
        [
            (1_010_000, 0, false),
            (950_000, 200_000, true),
            (900_000, 500_000, false)
        ]
    );

    // The same key in another spelling of its number is a duplicate.
    write(&[
        price_row("101", "0"),
        price_row("90", "50"),
        price_row("91", "50.0"),
    ]);
    let answer = farm.sync_table("price_lists", json!({})).await;
    let counts = table_counts(&farm.table_result(&answer, "price_lists").await);
    assert_eq!((counts[0], counts[5]), (23, 1), "{}", answer.text);
}

#[tokio::test]
async fn a_run_lists_no_optional_table_that_the_source_lacks() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(1));
    farm.write_table(
        "price_lists",
        &format!("{PRICE_HEADER}{}", price_row("100", "0")),
    );
    let answer = farm.run_sync().await;
    assert_eq!(answer.data()["state"], "succeeded", "{}", answer.text);
    let tables = farm.tables_of_run(&answer).await;
    let optional: Vec<_> = OPTIONAL_TABLES
        .into_iter()
        .filter(|optional| tables.iter().any(|table| table == optional))
        .collect();
    assert_eq!(
        (tables.len(), optional),
        (6, vec!["price_lists"]),
        "{tables:?}"
    );

    // Asked for by itself, the table is said to be absent.
    let alone = farm.sync_table("item_catalogue", json!({})).await;
    assert_eq!(farm.tables_of_run(&alone).await, ["item_catalogue"]);
}

#[tokio::test]
async fn templates_say_which_tables_are_optional() {
    let farm = SyncFixture::start().await;
    let answer = farm.owner.get("/api/data-sync/templates").await;
    let optional: Vec<_> = answer.data()["tables"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|table| table["optional"] == true)
        .map(|table| table["sourceTable"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(optional, OPTIONAL_TABLES);
}
