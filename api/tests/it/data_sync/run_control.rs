//! Runs that people cancel, watch, and retry for rejected rows.

use crate::{Client, TestApp, Warehouse};
use entities::{purchase_transaction, sync_lease, sync_run};
use sea_orm::sea_query::Expr;
use sea_orm::{EntityTrait, QueryOrder};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};

const SALES_HEADER: &str = "transaction_id,order_id,direction,transaction_date,customer_id,supplier_id,item_id,quantity,unit,unit_price,currency,promised_date,delivered_date,location,updated_at\n";

fn many_sales(rows: usize) -> String {
    let mut text = SALES_HEADER.to_owned();
    for row in 0..rows {
        writeln!(
            text,
            "t{row},o{row},sale,2026-05-01,c1,,urea,1,ton,10,USD,,,Ames,2026-05-01T00:00:00Z"
        )
        .unwrap();
    }
    text
}

async fn start_sync(owner: &Client, warehouse: &Warehouse) -> String {
    owner
        .put(
            "/api/data-sync/source",
            json!({"kind": "files", "path": warehouse.path()}),
        )
        .await
        .data();
    let started = owner
        .with_header("prefer", "respond-async")
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": false}}),
        )
        .await;
    assert_eq!(started.status.as_u16(), 202, "{}", started.text);
    started.json["data"]["runId"].as_str().unwrap().to_owned()
}

fn table_of_run<'a>(run: &'a Value, id: &str) -> &'a Value {
    run["tables"]
        .as_array()
        .unwrap()
        .iter()
        .find(|table| table["table"] == id)
        .unwrap()
}

async fn wait_for_end(owner: &Client, run: &str) -> Value {
    for _ in 0..600 {
        let answer = owner.get(&format!("/api/data-sync/runs/{run}")).await;
        if !["queued", "running"].contains(&answer.data()["state"].as_str().unwrap()) {
            return answer.data().clone();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the run does not end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_run_ends_within_two_seconds_keeps_what_had_landed_and_gives_way() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,1,0,0,5,1,1,7,400,USD,,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_file("sales_transactions.csv", many_sales(400_000));
    let run = start_sync(&owner, &warehouse).await;
    // Waits until the large table reports progress.
    let mut seen = Value::Null;
    for _ in 0..400 {
        let status = owner.get(&format!("/api/data-sync/runs/{run}")).await;
        let sales = table_of_run(status.data(), "sales_transactions").clone();
        if sales["state"] == "running" && sales["read"].as_u64().unwrap() > 0 {
            seen = sales;
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(
        seen["state"], "running",
        "the large table was never seen at work"
    );
    assert_eq!(seen["progress"]["startedAt"], "2026-06-16T15:00:00+00:00");
    let (bytes, total) = (
        seen["bytesRead"].as_u64().unwrap(),
        seen["bytesTotal"].as_u64().unwrap(),
    );
    assert_eq!(
        total,
        std::fs::metadata(warehouse.path().join("sales_transactions.csv"))
            .unwrap()
            .len()
    );
    assert!(0 < bytes && bytes < total, "{seen}");

    let asked = Instant::now();
    let cancelled = owner
        .send(
            poem::http::Method::POST,
            &format!("/api/data-sync/runs/{run}/cancel"),
            None,
        )
        .await;
    let took = asked.elapsed();
    assert_eq!(cancelled.data()["state"], "cancelled", "{}", cancelled.text);
    assert!(took < Duration::from_secs(4), "cancelling took {took:?}");
    assert_eq!(
        table_of_run(cancelled.data(), "inventory_data")["state"],
        "succeeded"
    );
    assert_eq!(
        table_of_run(cancelled.data(), "sales_transactions")["state"],
        "cancelled"
    );
    assert_eq!(
        table_of_run(cancelled.data(), "supplier_data")["message"],
        "The run was cancelled before this table was started."
    );

    // The cancelled table has no rows, the stock has, and the next run starts without delay.
    assert_eq!(
        owner.get("/api/purchasing/summary").await.json["meta"]["n"],
        0
    );
    warehouse.write_file("sales_transactions.csv", many_sales(3));
    let next = owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": false}}),
        )
        .await;
    assert_eq!(next.data()["stats"]["totalRecords"], 4, "{}", next.text);
    let again = owner
        .send(
            poem::http::Method::POST,
            &format!("/api/data-sync/runs/{run}/cancel"),
            None,
        )
        .await;
    assert_eq!(again.expect_failure(409), "sync_not_running");
}

#[tokio::test]
async fn a_waiting_request_reports_a_cancellation_elsewhere() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_file("sales_transactions.csv", many_sales(200_000));
    let run = start_sync(&owner, &warehouse).await;
    // As another server requests it: only in the database.
    let wish = sync_run::Entity::update_many().col_expr(
        sync_run::Column::CancelRequestedAt,
        Expr::value(app.parts.clock.now()),
    );
    wish.exec(&app.raw).await.unwrap();
    let record = wait_for_end(&owner, &run).await;
    assert_eq!(record["state"], "cancelled", "{record}");
    assert!(
        record["error"]
            .as_str()
            .unwrap()
            .starts_with("The sync was cancelled."),
        "{record}"
    );
    assert_eq!(record["errorCode"], "sync_cancelled", "{record}");
}

#[tokio::test]
async fn only_the_rows_that_could_not_land_are_tried_again() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    let row = |id: &str, price: &str| {
        format!(
            "{id},{id},sale,2026-05-01,c1,,urea,1,ton,{price},USD,,,Ames,2026-05-01T00:00:00Z\n"
        )
    };
    warehouse.write_transactions(
        &[
            row("a", "10"),
            row("b", "ten"),
            row("c", "30"),
            row("d", "fourty"),
        ]
        .concat(),
    );
    let synced = app.sync_warehouse(&owner, &warehouse).await;
    assert_eq!(synced.data()["stats"]["errors"], 2);
    let run = synced.data()["runId"].as_str().unwrap().to_owned();
    let retry = format!("/api/data-sync/runs/{run}/rejects/retry");

    // b is fixed on another line, d is still invalid, c is changed, and a is removed: the retry
    // only covers b and d.
    warehouse.write_transactions(&[row("c", "31"), row("d", "fourty"), row("b", "20")].concat());
    let retried = owner.send(poem::http::Method::POST, &retry, None).await;
    let stats = &retried.data()["stats"];
    assert_eq!(
        (
            &stats["totalRecords"],
            &stats["inserted"],
            &stats["errors"],
            &stats["deleted"]
        ),
        (&json!(2), &json!(1), &json!(1), &json!(0)),
        "{stats}"
    );
    let rows = purchase_transaction::Entity::find()
        .order_by_asc(purchase_transaction::Column::TransactionId)
        .all(&app.raw)
        .await
        .unwrap();
    assert!(rows.iter().all(|row| row.deleted_at.is_none()));
    assert_eq!(
        rows.iter().map(|row| row.unit_price_e4).collect::<Vec<_>>(),
        [100_000, 200_000, 300_000]
    );
    let kinds = owner.get("/api/data-sync/runs").await;
    assert_eq!(kinds.data()["items"][0]["kind"], "retry");

    // The retry's own reject can be retried; a run without rejects cannot.
    let second = retried.data()["runId"].as_str().unwrap().to_owned();
    warehouse.write_transactions(&[row("c", "31"), row("d", "40"), row("b", "20")].concat());
    let last = owner
        .send(
            poem::http::Method::POST,
            &format!("/api/data-sync/runs/{second}/rejects/retry"),
            None,
        )
        .await;
    assert_eq!(
        (
            &last.data()["stats"]["inserted"],
            &last.data()["stats"]["errors"]
        ),
        (&json!(1), &json!(0))
    );
    let done = last.data()["runId"].as_str().unwrap();
    let nothing = owner
        .send(
            poem::http::Method::POST,
            &format!("/api/data-sync/runs/{done}/rejects/retry"),
            None,
        )
        .await;
    assert_eq!(nothing.expect_failure(422), "no_rejected_rows");
}

#[tokio::test]
async fn rejects_come_as_a_file_that_no_spreadsheet_takes_for_formulas() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    let mut rows = String::new();
    for row in 0..1_203 {
        writeln!(
            rows,
            "t{row},o{row},sale,2026-05-01,c1,,urea,1,ton,=1+1,USD,,,Ames,2026-05-01T00:00:00Z"
        )
        .unwrap();
    }
    warehouse.write_transactions(&rows);
    let synced = app.sync_warehouse(&owner, &warehouse).await;
    let run = synced.data()["runId"].as_str().unwrap().to_owned();
    let file = owner
        .with_header("accept", "text/csv")
        .get(&format!("/api/data-sync/runs/{run}/rejects"))
        .await;
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(
        file.header("content-disposition"),
        format!("attachment; filename=\"rejected-rows-{run}.csv\"")
    );
    let lines: Vec<&str> = file.text.lines().collect();
    assert_eq!(lines.len(), 1_204);
    assert_eq!(lines[0], "table,file,line,key,column,value,reason");
    assert!(
        lines[1].starts_with("sales_transactions,sales_transactions.csv,2,t0,unit_price,'=1+1,"),
        "{}",
        lines[1]
    );
    assert!(
        lines[1203].starts_with("sales_transactions,sales_transactions.csv,1204,t1202,"),
        "{}",
        lines[1203]
    );
    let unknown = owner
        .with_header("accept", "text/csv")
        .get("/api/data-sync/runs/0197a000-0000-7000-8000-000000000000/rejects")
        .await;
    assert_eq!(unknown.expect_failure(404), "not_found");
}

#[tokio::test]
async fn a_run_can_be_followed_to_its_end() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    assert_eq!(
        owner.get("/api/data-sync/events").await.text,
        "",
        "nothing was ever synced"
    );
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_file("sales_transactions.csv", many_sales(20_000));
    let run = start_sync(&owner, &warehouse).await;
    let stream = owner.get("/api/data-sync/events").await;
    assert!(
        stream
            .header("content-type")
            .starts_with("text/event-stream")
    );
    let states: Vec<String> = (stream.text.lines())
        .filter_map(|line| serde_json::from_str::<Value>(line.strip_prefix("data:")?.trim()).ok())
        .inspect(|event| assert_eq!(event["id"], *run))
        .map(|event| event["state"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        states.last().map(String::as_str),
        Some("succeeded"),
        "{states:?}"
    );
}

#[tokio::test]
async fn removed_members_get_no_more_progress_of_a_run() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let viewer = app.add_member(&owner, "viewer").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_file("sales_transactions.csv", many_sales(3));
    app.sync_warehouse(&owner, &warehouse).await.data();
    // A run that stays in progress during the test.
    sync_run::Entity::update_many()
        .col_expr(sync_run::Column::State, Expr::value("running"))
        .exec(&app.raw)
        .await
        .unwrap();
    let run = sync_run::Entity::find()
        .one(&app.raw)
        .await
        .unwrap()
        .unwrap()
        .id;
    let held =
        sync_lease::Entity::update_many().col_expr(sync_lease::Column::RunId, Expr::value(run));
    let held = held.col_expr(
        sync_lease::Column::ExpiresAt,
        Expr::value(app.parts.clock.now() + chrono::TimeDelta::minutes(1)),
    );
    held.exec(&app.raw).await.unwrap();
    let id = viewer.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let following = tokio::spawn(async move { viewer.get("/api/data-sync/events").await });
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert!(!following.is_finished(), "the run goes on");
    owner
        .send(
            poem::http::Method::DELETE,
            &format!("/api/members/{id}"),
            None,
        )
        .await
        .data();
    let events = tokio::time::timeout(Duration::from_secs(4), following)
        .await
        .expect("the stream has ended")
        .unwrap();
    assert!(events.text.contains("running"), "{}", events.text);
}
