//! Merging a read into a table: new and changed rows are written, and nothing else.

use super::{SyncFixture, supplier_row, supplier_rows, table_counts};
use crate::citus_cluster;
use crate::source_warehouse::PurchaseLine;
use api::features::data_sync::SyncCommandOptions;
use sea_orm::{ConnectionTrait, DbBackend};
use serde_json::json;
use std::collections::HashSet;

#[tokio::test]
async fn every_table_lands_and_a_second_sync_writes_nothing() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(3));
    farm.warehouse.write_customers(
        "c1,Oak \
        Farm,Iowa,Story,640.5,corn;soybeans,Ada,oak@farm.example,2019-04-01,2026-06-01T00:00:00Z\n",
    );
    farm.warehouse.write_inventory(
        "urea,Urea 46-0-0,fertilizer,ton,Ames,10,2,1,5,1,2,14,410.25,USD,s1,2026-06-01T00:00:00Z\n",
    );
    farm.warehouse.write_purchases(&[
        PurchaseLine::default(),
        PurchaseLine {
            id: "p2",
            quantity: "-2.5",
            price: "10.01",
            ..PurchaseLine::default()
        },
    ]);
    farm.warehouse.write_file(
        "market_prices.csv",
        "price_date,commodity,market,price,unit,volume,updated_at\n2026-06-01,corn,cbot,4.35,usd_per_bu,1200,2026-06-01T00:00:00Z\n",
    );
    let before = farm.data_version().await;
    let first = farm.run_sync().await;
    assert_eq!(
        first.data()["stats"],
        json!({"totalRecords": 8, "successfulUpserts": 8, "errors": 0, "inserted": 8, "updated": 0, "unchanged": 0, "deleted": 0})
    );
    assert_eq!(first.data()["state"], "succeeded");
    let rows = [
        farm.load_suppliers().await.len(),
        farm.load_customers().await.len(),
        farm.load_inventory().await.len(),
        farm.load_transactions().await.len(),
        farm.load_prices().await.len(),
    ];
    assert_eq!(rows, [3, 1, 1, 2, 1]);
    let amounts: Vec<_> = farm
        .load_transactions()
        .await
        .iter()
        .map(|line| line.amount_e4)
        .collect();
    assert_eq!(amounts, [1_000_000, -250_250]);
    let after = farm.data_version().await;
    assert_eq!(
        after,
        before + 5,
        "each table that changed raises the version"
    );
    let second = farm.run_sync().await;
    assert_eq!(
        second.data()["stats"],
        json!({"totalRecords": 8, "successfulUpserts": 8, "errors": 0, "inserted": 0, "updated": 0, "unchanged": 8, "deleted": 0})
    );
    assert_eq!(farm.data_version().await, after, "nothing changed");
}

#[tokio::test]
async fn only_rows_that_differ_are_updated() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(10));
    assert_eq!(farm.sync_supplier_counts().await, [10, 10, 0, 0, 0, 0]);
    let rows = supplier_rows(10).replace("s3,Acme,fertilizer,10,true", "s3,Acme West,,,false")
        + &supplier_row("s10", "New", "2026-06-02T00:00:00Z");
    farm.warehouse.write_suppliers(&rows);
    assert_eq!(farm.sync_supplier_counts().await, [11, 1, 1, 9, 0, 0]);
    let changed = farm
        .load_suppliers()
        .await
        .into_iter()
        .find(|row| row.supplier_id == "s3")
        .unwrap();
    assert_eq!(
        (
            changed.supplier_name.as_str(),
            changed.categories,
            changed.lead_time_days,
            changed.active
        ),
        ("Acme West", None, None, false)
    );
    // Setting a value and clearing it are changes too.
    farm.warehouse.write_suppliers(
        &(supplier_rows(10) + &supplier_row("s10", "New", "2026-06-02T00:00:00Z")),
    );
    assert_eq!(farm.sync_supplier_counts().await, [11, 0, 1, 10, 0, 0]);
}

#[tokio::test]
async fn of_rows_with_the_same_key_the_newest_is_synced_and_others_are_rejected() {
    let farm = SyncFixture::start().await;
    let rows = [
        supplier_row("a", "old", "2026-06-01T00:00:00Z"),
        supplier_row("a", "newest", "2026-06-03T00:00:00+02:00"),
        supplier_row("b", "first", "2026-06-01T00:00:00Z"),
        supplier_row("a", "middle", "2026-06-02T12:00:00Z"),
        supplier_row("b", "later", "2026-06-01T00:00:00Z"),
        supplier_row("c", "alone", "2026-06-01T00:00:00Z"),
    ];
    farm.warehouse.write_suppliers(&rows.concat());
    let answer = farm.sync_table("supplier_data", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "supplier_data").await),
        [6, 3, 0, 0, 0, 3]
    );
    let names: Vec<_> = farm
        .load_suppliers()
        .await
        .into_iter()
        .map(|row| (row.supplier_id, row.supplier_name))
        .collect();
    assert_eq!(
        names,
        [("a", "newest"), ("b", "later"), ("c", "alone")]
            .map(|(id, name)| (id.to_owned(), name.to_owned()))
    );
    let rejects = farm
        .owner
        .get(&format!(
            "/api/data-sync/runs/{}/rejects",
            answer.data()["runId"].as_str().unwrap()
        ))
        .await;
    let rejected: Vec<_> = rejects.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["line"].as_u64().unwrap(),
                row["key"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    assert_eq!(
        rejected,
        [
            (2, "a".to_owned()),
            (4, "b".to_owned()),
            (5, "a".to_owned())
        ]
    );
    let reason = rejects.data()["items"][0]["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("duplicate key: the row on line 3 of supplier_data.csv"),
        "{reason}"
    );
    // The same file again: duplicates are rejected again, and nothing is written.
    assert_eq!(farm.sync_supplier_counts().await, [6, 0, 0, 3, 0, 3]);
}

#[tokio::test]
async fn a_key_that_comes_again_batches_later_is_found_in_a_first_load() {
    let farm = SyncFixture::start().await;
    let again = supplier_row("s3", "newest", "2026-06-09T00:00:00Z")
        + &supplier_row("s19999", "late", "2026-06-01T00:00:00Z");
    let all = supplier_rows(20_000);
    let (before, behind) = all.split_at(supplier_rows(18_000).len());
    farm.warehouse
        .write_suppliers(&format!("{before}{again}{behind}"));
    let answer = farm.sync_table("supplier_data", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "supplier_data").await),
        [20_002, 20_000, 0, 0, 0, 2]
    );
    let rejects = farm
        .owner
        .get(&format!(
            "/api/data-sync/runs/{}/rejects",
            answer.data()["runId"].as_str().unwrap()
        ))
        .await;
    let rejected: Vec<_> = rejects.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["line"].as_u64().unwrap(),
                row["key"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    assert_eq!(
        rejected,
        [(5, "s3".to_owned()), (18_003, "s19999".to_owned())]
    );
    let suppliers = farm.load_suppliers().await;
    assert_eq!(suppliers.len(), 20_000);
    assert_eq!(
        suppliers
            .into_iter()
            .find(|row| row.supplier_id == "s3")
            .unwrap()
            .supplier_name,
        "newest"
    );
    assert_eq!(
        farm.sync_supplier_counts().await,
        [20_002, 0, 0, 20_000, 0, 2]
    );
}

/// Accepted rows form one stream of batches, which rejects interrupt.
#[tokio::test]
async fn rejects_between_batches_keep_no_other_row_away() {
    let farm = SyncFixture::start().await;
    let broken = |id: &str| supplier_row(id, "broken", "yesterday");
    let all = supplier_rows(8_500);
    let rows: Vec<&str> = all.split_inclusive('\n').collect();
    let part = |from: usize, to: usize| rows[from..to].concat();
    farm.warehouse.write_suppliers(
        &[
            part(0, 99),
            broken("b1"),
            part(99, 5_000),
            broken("b2"),
            part(5_000, 8_450),
            broken("b3"),
            part(8_450, 8_500),
        ]
        .concat(),
    );
    let answer = farm.sync_table("supplier_data", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "supplier_data").await),
        [8_503, 8_500, 0, 0, 0, 3]
    );
    let rejects = farm
        .owner
        .get(&format!(
            "/api/data-sync/runs/{}/rejects",
            answer.data()["runId"].as_str().unwrap()
        ))
        .await;
    let rejected: Vec<_> = rejects.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["line"].as_u64().unwrap(), row["key"].as_str().unwrap()))
        .collect();
    assert_eq!(rejected, [(101, "b1"), (5_003, "b2"), (8_454, "b3")]);
    let suppliers = farm.load_suppliers().await;
    assert_eq!(suppliers.len(), 8_500);
    let ids: HashSet<&str> = suppliers
        .iter()
        .map(|supplier| supplier.supplier_id.as_str())
        .collect();
    assert!(
        rows.iter()
            .filter_map(|row| row.split(',').next())
            .all(|id| ids.contains(id))
    );
}

#[tokio::test]
async fn the_operator_s_command_does_the_same_and_may_read_any_folder() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(4));
    let access = farm.app.open_access(&farm.owner).await;
    let ran = farm
        .app
        .parts
        .sync
        .sync_now(&access, None, SyncCommandOptions::default())
        .await
        .unwrap();
    assert!(
        ran.to_text().contains(
            "supplier_data -> suppliers: 4 read, 4 inserted, 0 updated, 0 \
        unchanged, 0 deleted, 0 rejected"
        ),
        "{}",
        ran.to_text()
    );
    assert!(
        ran.to_text()
            .contains("inventory_data -> inventory: skipped"),
        "{}",
        ran.to_text()
    );
    let json: serde_json::Value = serde_json::from_str(&ran.to_json()).unwrap();
    assert_eq!(json["stats"]["inserted"], 4);
    // The operator's command can read a folder that the server may not read.
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::write(
        elsewhere.path().join("supplier_data.csv"),
        "supplier_id,supplier_name,active,updated_at\nz,Z,true,2026-06-01T00:00:00Z\n",
    )
    .unwrap();
    let ran = farm
        .app
        .parts
        .sync
        .sync_now(
            &access,
            Some(elsewhere.path()),
            SyncCommandOptions {
                table: Some("supplier_data"),
                ..SyncCommandOptions::default()
            },
        )
        .await
        .unwrap();
    assert!(
        ran.to_text()
            .contains("1 read, 1 inserted, 0 updated, 0 unchanged, 4 deleted, 0 rejected"),
        "{}",
        ran.to_text()
    );
    assert!(
        farm.app
            .parts
            .sync
            .sync_now(
                &access,
                None,
                SyncCommandOptions {
                    table: Some("nonsense"),
                    ..SyncCommandOptions::default()
                }
            )
            .await
            .unwrap_err()
            .to_string()
            .contains("inventory_data, sales_transactions")
    );
}

#[tokio::test]
async fn a_target_that_loses_a_row_is_noticed_and_stays_as_it_was() {
    if citus_cluster::coordinator_url().is_some() {
        // A trigger loses the row, and Citus has none on distributed tables.
        return;
    }
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(3));
    assert_eq!(farm.sync_supplier_counts().await, [3, 3, 0, 0, 0, 0]);
    for statement in failing_supplier_sql(farm.app.raw.get_database_backend()) {
        farm.app.raw.execute_unprepared(statement).await.unwrap();
    }
    farm.warehouse.write_suppliers(&supplier_rows(5));
    let answer = farm.run_sync().await;
    assert_eq!(answer.status, 500, "{answer:?}");
    let message = answer.json["message"].as_str().unwrap();
    assert!(
        message.contains("has 4 rows after the merge; 5 were expected"),
        "{message}"
    );
    assert_eq!(farm.load_suppliers().await.len(), 3, "nothing of it lasts");
}

/// SQL that silently prevents the insertion of one supplier.
fn failing_supplier_sql(backend: DbBackend) -> &'static [&'static str] {
    match backend {
        DbBackend::Postgres => &[
            "create function lose() returns trigger language plpgsql as 'begin return null; end'",
            "create trigger lose before insert on suppliers for each row when (new.supplier_id = \
                's4') execute function lose()",
        ],
        _ => &["create trigger warehouse.lose before insert on suppliers \
                when new.supplier_id = 's4' begin select raise(ignore); end"],
    }
}
