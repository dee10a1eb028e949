//! Rejected rows: each is reported with its location and the expected value; other rows are synced.

use super::{SyncFixture, supplier_rows};
use serde_json::{Value, json};
use std::fmt::Write;

const UPDATED_AT: &str = "2026-06-01T00:00:00Z";

/// Ten rows that are invalid in different ways, among three valid ones.
fn ten_invalid_rows() -> String {
    let row = |start: &str| format!("{start},Ames,{UPDATED_AT}\n");
    [
        row("t1,o1,purchase,2026-06-01,,s1,urea,1,ton,100,USD,,"),
        row("t2,o1,purchase,2026-06-01,,s1,urea,abc,ton,100,USD,,"),
        row("t3,o1,purchase,2026-06-01,,s1,urea,1,ton,-5,USD,,"),
        row("t4,o1,purchase,2026-02-30,,s1,urea,1,ton,100,USD,,"),
        row("t5,o1,sale,2026-06-01,,s1,urea,1,ton,100,USD,,"),
        row("t6,o1,purchase,2026-06-01,c1,,urea,1,ton,100,USD,,"),
        row("t7,o1,purchase,2026-06-01,,s1,urea,1,jug,100,USD,,"),
        row("t8,o1,purchase,2026-06-01,,s1,urea,1,ton,100,dollars,,"),
        row(",o1,purchase,2026-06-01,,s1,urea,1,ton,100,USD,,"),
        row("t10,o1,purchase,2026-06-01,,s1,urea,1e3,ton,100,USD,,"),
        format!(
            "t11,o1,purchase,2026-06-01,,s1,urea,1,ton,100,USD,,,Ames,{UPDATED_AT},one cell too many\n"
        ),
        row("t12,o1,purchase,2026-06-01,,s1,urea,1,ton,100,USD,,"),
        row("t13,o1,sale,2026-06-01,c1,,urea,-1.5,ton,99.99,USD,2026-06-05,"),
    ]
    .concat()
}

#[tokio::test]
async fn ten_faulty_rows_are_listed_with_their_reasons_and_the_others_land() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_transactions(&ten_invalid_rows());
    let answer = farm.sync_table("sales_transactions", json!({})).await;
    let stats = &answer.data()["stats"];
    assert_eq!(
        (
            stats["totalRecords"].as_u64(),
            stats["successfulUpserts"].as_u64(),
            stats["errors"].as_u64()
        ),
        (Some(13), Some(3), Some(10))
    );
    assert_eq!(answer.data()["state"], "succeeded_with_rejects");
    assert_eq!(farm.load_transactions().await.len(), 3);
    let run = answer.data()["runId"].as_str().unwrap();
    let rejects = farm
        .owner
        .get(&format!("/api/data-sync/runs/{run}/rejects"))
        .await;
    let items = rejects.data()["items"].as_array().unwrap();
    let expected = [
        (3, "quantity", "not_number", "plain notation"),
        (4, "unit_price", "negative_value", "may not be negative"),
        (5, "transaction_date", "not_date", "YYYY-MM-DD"),
        (6, "customer_id", "missing_value", "a sale needs it"),
        (7, "supplier_id", "missing_value", "a purchase needs it"),
        (8, "unit", "unlisted_value", "must be one of bag, gal, ton"),
        (9, "currency", "not_currency", "three uppercase letters"),
        (10, "transaction_id", "missing_value", "part of the key"),
        (11, "quantity", "not_number", "plain notation"),
        (
            12,
            "",
            "malformed_row",
            "the row has 16 cells, but the first line has 15 columns",
        ),
    ];
    assert_eq!(items.len(), 10, "{}", rejects.text);
    for (item, (line, column, code, reason)) in items.iter().zip(expected) {
        let found = (
            item["line"].as_u64().unwrap(),
            item["column"].as_str().unwrap_or_default(),
            item["code"].as_str().unwrap(),
        );
        assert_eq!(found, (line, column, code), "{item}");
        assert!(item["reason"].as_str().unwrap().contains(reason), "{item}");
        assert_eq!(
            (&item["table"], &item["file"]),
            (
                &json!("sales_transactions"),
                &json!("sales_transactions.csv")
            )
        );
    }
    assert_eq!(
        (&items[0]["key"], &items[0]["value"]),
        (&json!("t2"), &json!("abc"))
    );
    assert_eq!(items[7]["key"], Value::Null);
    let shown = farm.owner.get("/api/data-sync/status").await;
    assert_eq!(shown.data()["stats"], *stats);
    let errors = shown.data()["recentErrors"].as_array().unwrap();
    assert_eq!(errors.len(), 10);
    assert_eq!(errors[0]["table"], "sales_transactions");
    assert_eq!(errors[0]["reject"], items[0]);
    let error_text = errors[0]["error"].as_str().unwrap();
    assert!(
        error_text.starts_with(
            "sales_transactions.csv, line 3: quantity is not a number in plain notation"
        ) && error_text.ends_with("(found \"abc\")"),
        "{error_text}"
    );
    assert!(
        errors[0]["timestamp"]
            .as_str()
            .unwrap()
            .starts_with("2026-06-16T15:00:00")
    );
}

#[tokio::test]
async fn rejects_come_in_pages_in_the_order_of_the_source() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_transactions(&ten_invalid_rows());
    farm.warehouse
        .write_suppliers(&(supplier_rows(1) + "s9,Acme,,-1,true,2026-06-01T00:00:00Z\n"));
    let answer = farm.run_sync().await;
    let run = answer.data()["runId"].as_str().unwrap();
    let (mut seen, mut cursor, mut pages) = (Vec::new(), String::new(), 0);
    loop {
        let page = farm
            .owner
            .get(&format!(
                "/api/data-sync/runs/{run}/rejects?limit=4{cursor}"
            ))
            .await;
        let items = page.data()["items"].as_array().unwrap();
        assert!(items.len() <= 4);
        seen.extend(items.iter().map(|item| {
            (
                item["table"].as_str().unwrap().to_owned(),
                item["line"].as_u64().unwrap(),
            )
        }));
        pages += 1;
        match page.data()["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    let mut expected: Vec<_> = (3..=12)
        .map(|line| ("sales_transactions".to_owned(), line))
        .collect();
    expected.push(("supplier_data".to_owned(), 3));
    assert_eq!((seen, pages), (expected, 3));
    assert_eq!(
        farm.owner
            .get(&format!(
                "/api/data-sync/runs/{run}/rejects?cursor=nonsense"
            ))
            .await
            .expect_failure(400),
        "invalid_cursor"
    );
    assert_eq!(
        farm.owner
            .get(&format!("/api/data-sync/runs/{run}/rejects?limit=201"))
            .await
            .expect_failure(400),
        "invalid_parameter"
    );
    assert_eq!(
        farm.owner
            .get("/api/data-sync/runs/0197a000-0000-7000-8000-000000000000/rejects")
            .await
            .expect_failure(404),
        "not_found"
    );
}

#[tokio::test]
async fn no_number_of_rejects_ends_a_run() {
    let farm = SyncFixture::start().await;
    let rows: Vec<String> = (0..9_000)
        .map(|id| format!("s{id},Acme,fertilizer,x,true,{UPDATED_AT}\n"))
        .collect();
    farm.warehouse
        .write_suppliers(&(rows.concat() + &supplier_rows(1)));
    assert_eq!(
        farm.sync_supplier_counts().await,
        [9_001, 1, 0, 0, 0, 9_000]
    );
}

/// Suppliers `s1` to `s{count}`, of which the named ones have an invalid lead time.
fn suppliers_with_invalid(count: usize, invalid: &[usize]) -> String {
    let mut rows = String::new();
    for n in 1..=count {
        let days = if invalid.contains(&n) { "soon" } else { "7" };
        writeln!(rows, "s{n},Supplier {n},seed,{days},true,{UPDATED_AT}").unwrap();
    }
    rows
}

async fn supplier_status(farm: &SyncFixture) -> Value {
    let status = farm.owner.get("/api/data-sync/status").await;
    let tables = status.data()["tables"].as_array().unwrap();
    let found = tables
        .iter()
        .find(|table| table["sourceTable"] == "supplier_data");
    found.unwrap().clone()
}

#[tokio::test]
async fn a_table_with_more_than_one_reject_in_a_thousand_rows_is_an_issue() {
    let farm = SyncFixture::start().await;
    farm.warehouse
        .write_suppliers(&suppliers_with_invalid(2_000, &[7, 9]));
    farm.sync_table("supplier_data", json!({})).await.data();
    assert!(supplier_status(&farm).await.get("rejects").is_none());

    farm.warehouse
        .write_suppliers(&suppliers_with_invalid(2_000, &[7, 8, 9]));
    let run = farm.sync_table("supplier_data", json!({})).await;
    let expected = json!({"rejected": 3, "rows": 2_000, "runId": run.data()["runId"]});
    assert_eq!(supplier_status(&farm).await["rejects"], expected);
    let health = farm.owner.get("/api/data-sync/health").await;
    assert_eq!(
        health.data(),
        &json!({
            "bigQuery": true,
            "supabase": true,
            "overall": true,
            "issues": [{
                "table": "supplier_data",
                "message": "3 of 2000 rows of supplier_data were rejected.",
                "rejects": expected,
            }]
        })
    );

    // A retry that loads one of them leaves two, which is no issue.
    farm.warehouse
        .write_suppliers(&suppliers_with_invalid(2_000, &[7, 9]));
    let run = run.data()["runId"].as_str().unwrap();
    farm.owner
        .post(
            &format!("/api/data-sync/runs/{run}/rejects/retry"),
            json!({}),
        )
        .await
        .data();
    assert!(supplier_status(&farm).await.get("rejects").is_none());
}

#[tokio::test]
async fn a_clean_file_does_not_hide_the_rejects_of_another_one() {
    let farm = SyncFixture::start().await;
    let header = "supplier_id,supplier_name,categories,lead_time_days,active,updated_at\n";
    std::fs::create_dir(farm.warehouse.path().join("supplier_data")).unwrap();
    let write_file = |name: &str, rows: &str| {
        farm.warehouse
            .write_file(&format!("supplier_data/{name}"), format!("{header}{rows}"));
    };
    write_file("a.csv", &suppliers_with_invalid(20, &[3]));
    let first = farm.run_sync().await;
    write_file("b.csv", &format!("z1,Zoe,seed,7,true,{UPDATED_AT}\n"));
    farm.owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true}}),
        )
        .await
        .data();
    let rejects = &supplier_status(&farm).await["rejects"];
    assert_eq!(
        (&rejects["rejected"], &rejects["runId"]),
        (&json!(1), &first.data()["runId"])
    );
    write_file("a.csv", &suppliers_with_invalid(20, &[]));
    farm.run_sync().await.data();
    assert!(supplier_status(&farm).await.get("rejects").is_none());
}

#[tokio::test]
async fn rejects_are_counted_by_table_column_and_reason() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(3));
    let row = |id: &str, unit: &str| {
        format!("{id},o1,purchase,2026-06-01,,s1,urea,1,{unit},100,USD,,,Ames,{UPDATED_AT}\n")
    };
    farm.warehouse.write_transactions(
        &[
            row("t1", "bu"),
            row("t2", "oz"),
            row("t3", "ton"),
            row("t4", "ton"),
            row("t4", "ton"),
            row("t4", "ton"),
            row("t4", "ton"),
            row("", "ton"),
        ]
        .concat(),
    );
    let run = farm.run_sync().await;
    let run = run.data()["runId"].as_str().unwrap().to_owned();
    let path = format!("/api/data-sync/runs/{run}/rejects/summary");
    let summary = farm.owner.get(&path).await;
    assert_eq!(summary.data()["total"], 6);
    let items = summary.data()["items"].as_array().unwrap();
    let counted: Vec<_> = items
        .iter()
        .map(|item| {
            (
                item["column"].as_str(),
                item["code"].as_str().unwrap(),
                item["count"].as_u64(),
                item.get("example").and_then(Value::as_str),
            )
        })
        .collect();
    assert_eq!(
        counted,
        [
            (Some("transaction_id"), "duplicate_key", Some(3), Some("t4")),
            (Some("unit"), "unlisted_value", Some(2), Some("bu")),
            (Some("transaction_id"), "missing_value", Some(1), None),
        ]
    );
    assert!(
        items[0]["reason"]
            .as_str()
            .unwrap()
            .starts_with("duplicate key: another row"),
        "{}",
        items[0]
    );
    let other = farm.app.create_organization("Plains").await;
    assert_eq!(other.get(&path).await.expect_failure(404), "not_found");
}
