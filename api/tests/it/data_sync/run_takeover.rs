//! Runs whose server has died: another server continues with the remaining tables.

use super::{SyncFixture, supplier_rows};
use api::features::data_sync::{HeartbeatConfig, HeartbeatMonitor};
use entities::{job, sync_lease, sync_run, sync_run_table};
use poem::http::Method;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, ExprTrait, IntoActiveModel, QueryFilter,
    QueryOrder, Set,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const OTHERS: [&str; 4] = [
    "inventory_data",
    "sales_transactions",
    "market_prices",
    "customer_profiles",
];

/// A run whose server was killed while it read the suppliers; the tables before were synced.
async fn start_interrupted_run(farm: &SyncFixture) -> String {
    farm.warehouse.write_suppliers(&supplier_rows(3));
    farm.warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,1,0,0,5,1,1,7,400,USD,,2026-06-01T00:00:00Z\n",
    );
    let run = farm.run_sync().await.data()["runId"]
        .as_str()
        .unwrap()
        .to_owned();
    let raw = &farm.app.raw;
    let state = |state: &str| Expr::value(state.to_owned());
    let run_again =
        sync_run::Entity::update_many().col_expr(sync_run::Column::State, state("running"));
    run_again
        .col_expr(
            sync_run::Column::FinishedAt,
            Expr::value(None::<chrono::DateTime<chrono::Utc>>),
        )
        .exec(raw)
        .await
        .unwrap();
    let cut_off = sync_run_table::Entity::update_many()
        .filter(sync_run_table::Column::SourceTable.eq("supplier_data"));
    cut_off
        .col_expr(sync_run_table::Column::State, state("running"))
        .col_expr(sync_run_table::Column::Inserted, Expr::value(0_i64))
        .exec(raw)
        .await
        .unwrap();
    let job = job::Entity::update_many().col_expr(job::Column::State, state("running"));
    job.col_expr(
        job::Column::FinishedAt,
        Expr::value(None::<chrono::DateTime<chrono::Utc>>),
    )
    .exec(raw)
    .await
    .unwrap();
    let end = farm.app.parts.clock.now() + chrono::TimeDelta::seconds(45);
    // Ending the run advanced the epoch of its lease; a killed run would still have the earlier
    // one.
    let held = sync_lease::Entity::update_many().col_expr(
        sync_lease::Column::Epoch,
        Expr::col(sync_lease::Column::Epoch).sub(1),
    );
    held.col_expr(sync_lease::Column::ExpiresAt, Expr::value(end))
        .exec(raw)
        .await
        .unwrap();
    farm.warehouse.write_suppliers(&supplier_rows(5));
    run
}

async fn load_job(farm: &SyncFixture) -> job::Model {
    job::Entity::find()
        .order_by_desc(job::Column::Id)
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap()
}

async fn take_over_runs(farm: &SyncFixture, silences: &mut HeartbeatMonitor, at: Instant) -> usize {
    farm.app
        .parts
        .sync
        .take_over_stale_runs(silences, at)
        .await
        .unwrap()
}

async fn wait_for_end(farm: &SyncFixture, run: &str) -> Value {
    for _ in 0..400 {
        let answer = farm.owner.get(&format!("/api/data-sync/runs/{run}")).await;
        if answer.data()["state"] != "running" {
            return answer.data().clone();
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the run does not end");
}

/// Turns the interrupted run into one whose server was killed after the last table that the source
/// has: only tables that it does not have remain.
async fn leave_absent_tables_only(farm: &SyncFixture) {
    let raw = &farm.app.raw;
    let of_suppliers = sync_run_table::Column::SourceTable.eq("supplier_data");
    let suppliers = sync_run_table::Entity::find()
        .filter(of_suppliers.clone())
        .one(raw)
        .await
        .unwrap()
        .unwrap();
    sync_run_table::Entity::update_many()
        .filter(of_suppliers)
        .col_expr(sync_run_table::Column::State, Expr::value("succeeded"))
        .exec(raw)
        .await
        .unwrap();
    for (position, table) in [(7, "purchase_orders"), (8, "item_catalogue")] {
        let mut queued = suppliers.clone().into_active_model();
        queued.source_table = Set(table.to_owned());
        queued.position = Set(position);
        queued.state = Set("queued".to_owned());
        sync_run_table::Entity::insert(queued.reset_all())
            .exec(raw)
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_run_that_lacks_only_absent_tables_succeeds() {
    let farm = SyncFixture::start().await;
    let run = start_interrupted_run(&farm).await;
    leave_absent_tables_only(&farm).await;
    let (mut monitor, seen) = (HeartbeatMonitor::default(), Instant::now());
    take_over_runs(&farm, &mut monitor, seen).await;
    let after_timeout = seen + HeartbeatConfig::default().timeout();
    assert_eq!(take_over_runs(&farm, &mut monitor, after_timeout).await, 1);
    let done = wait_for_end(&farm, &run).await;
    assert_eq!(done["state"], "succeeded", "{done}");
}

#[tokio::test]
async fn another_server_goes_on_with_the_tables_that_are_not_done() {
    let farm = SyncFixture::start().await;
    let run = start_interrupted_run(&farm).await;
    assert_eq!(
        farm.owner.get("/api/data-sync/status").await.data()["isRunning"],
        true,
        "it is about to be gone on with"
    );
    let (mut silences, seen) = (HeartbeatMonitor::default(), Instant::now());
    assert_eq!(
        take_over_runs(&farm, &mut silences, seen).await,
        0,
        "the first look starts the heartbeat timeout"
    );
    assert_eq!(
        take_over_runs(&farm, &mut silences, seen + Duration::from_secs(6)).await,
        0
    );
    assert_eq!(
        take_over_runs(&farm, &mut silences, seen + Duration::from_secs(7)).await,
        1
    );
    let done = wait_for_end(&farm, &run).await;
    assert_eq!(done["state"], "succeeded", "{done}");
    let table = |id: &str| {
        done["tables"]
            .as_array()
            .unwrap()
            .iter()
            .find(|table| table["table"] == id)
            .unwrap()
            .clone()
    };
    assert_eq!(
        (
            &table("supplier_data")["inserted"],
            &table("supplier_data")["unchanged"]
        ),
        (&json!(2), &json!(3))
    );
    assert_eq!(
        table("inventory_data")["inserted"],
        1,
        "it was not read again"
    );
    assert!(
        OTHERS
            .iter()
            .all(|id| ["succeeded", "skipped"].contains(&table(id)["state"].as_str().unwrap())),
        "{done}"
    );
    let job = load_job(&farm).await;
    assert_eq!((job.state.as_str(), job.attempts), ("done", 2));
    assert!(job.last_error.unwrap().contains("sent no heartbeat"));
    assert_eq!(job.last_error_code.as_deref(), Some("heartbeat_lost"));
    // The run is over: no server takes it over, and the next run can start.
    assert_eq!(
        take_over_runs(&farm, &mut silences, seen + Duration::from_secs(90)).await,
        0
    );
    assert_eq!(farm.run_sync().await.data()["stats"]["unchanged"], 6);
}

#[tokio::test]
async fn a_server_that_speaks_is_left_alone_whatever_the_clocks_say() {
    let farm = SyncFixture::start().await;
    start_interrupted_run(&farm).await;
    let (mut silences, mut at) = (HeartbeatMonitor::default(), Instant::now());
    for hours in [2, -4, 2] {
        farm.app
            .parts
            .clock
            .advance(chrono::TimeDelta::hours(hours));
        job::Entity::update_many()
            .col_expr(
                job::Column::Heartbeats,
                Expr::col(job::Column::Heartbeats).add(1),
            )
            .exec(&farm.app.raw)
            .await
            .unwrap();
        at += Duration::from_secs(6);
        assert_eq!(take_over_runs(&farm, &mut silences, at).await, 0, "{hours}");
    }
    // A job that announced its stop is taken over without waiting.
    job::Entity::update_many()
        .col_expr(job::Column::Heartbeats, Expr::value(-1_i64))
        .exec(&farm.app.raw)
        .await
        .unwrap();
    assert_eq!(take_over_runs(&farm, &mut silences, at).await, 1);
}

/// A server looks at every poll interval. The killed one has just sent a heartbeat, which the other
/// sees at its next look.
#[tokio::test]
async fn a_killed_server_is_followed_within_10_seconds() {
    let farm = SyncFixture::start().await;
    let run = start_interrupted_run(&farm).await;
    let (mut monitor, started) = (HeartbeatMonitor::default(), Instant::now());
    let interval = HeartbeatConfig::default().poll_interval();
    take_over_runs(&farm, &mut monitor, started).await;
    job::Entity::update_many()
        .col_expr(
            job::Column::Heartbeats,
            Expr::col(job::Column::Heartbeats).add(1),
        )
        .exec(&farm.app.raw)
        .await
        .unwrap();
    let mut after_kill = interval;
    while take_over_runs(&farm, &mut monitor, started + after_kill).await == 0 {
        after_kill += interval;
        assert!(after_kill <= Duration::from_secs(10), "not within 10 s");
    }
    assert_eq!(wait_for_end(&farm, &run).await["state"], "succeeded");
}

#[tokio::test]
async fn of_two_servers_one_goes_on() {
    let farm = SyncFixture::start().await;
    let run = start_interrupted_run(&farm).await;
    let (mut one, mut two, seen) = (
        HeartbeatMonitor::default(),
        HeartbeatMonitor::default(),
        Instant::now(),
    );
    take_over_runs(&farm, &mut one, seen).await;
    take_over_runs(&farm, &mut two, seen).await;
    let later = seen + Duration::from_secs(31);
    let (first, second) = tokio::join!(
        take_over_runs(&farm, &mut one, later),
        take_over_runs(&farm, &mut two, later)
    );
    assert_eq!(first + second, 1);
    assert_eq!(wait_for_end(&farm, &run).await["state"], "succeeded");
    assert_eq!(load_job(&farm).await.attempts, 2);
}

#[tokio::test]
async fn what_cannot_go_on_is_ended_in_words() {
    let farm = SyncFixture::start().await;
    let silent = Instant::now() + Duration::from_mins(1);
    let taken_up = async |farm: &SyncFixture| {
        let mut silences = HeartbeatMonitor::default();
        take_over_runs(farm, &mut silences, Instant::now()).await;
        take_over_runs(farm, &mut silences, silent).await
    };
    // The run was cancelled in the meantime.
    let run = start_interrupted_run(&farm).await;
    farm.owner
        .send(
            Method::POST,
            &format!("/api/data-sync/runs/{run}/cancel"),
            None,
        )
        .await;
    assert_eq!(taken_up(&farm).await, 0);
    assert_eq!(
        (
            wait_for_end(&farm, &run).await["state"].clone(),
            load_job(&farm).await.state
        ),
        (json!("cancelled"), "cancelled".to_owned())
    );
    assert_eq!(
        farm.owner.get("/api/notifications").await.data()["items"],
        json!([]),
        "canceling a run notifies no one"
    );

    // The run has crashed every server that took it over.
    let run = start_interrupted_run(&farm).await;
    job::Entity::update_many()
        .col_expr(job::Column::Attempts, Expr::value(5))
        .exec(&farm.app.raw)
        .await
        .unwrap();
    assert_eq!(taken_up(&farm).await, 0);
    let done = wait_for_end(&farm, &run).await;
    assert!(
        done["state"] == "failed"
            && done["error"]
                .as_str()
                .unwrap()
                .contains("interrupted too often"),
        "{done}"
    );
    assert_eq!(done["errorCode"], "sync_interrupted", "{done}");
    let open = farm.owner.get("/api/notifications").await.data()["openAlerts"].clone();
    assert_eq!(
        (
            open.as_array().unwrap().len(),
            &open[0]["topic"],
            &open[0]["message"]
        ),
        (1, &json!("sync:run"), &done["error"]),
        "{open}"
    );

    // The run retried rejects of a run that no longer exists.
    let run = start_interrupted_run(&farm).await;
    let payload = load_job(&farm).await.payload.replace(
        "\"retry_of\":null",
        "\"retry_of\":\"00000000-0000-7000-8000-000000000001\"",
    );
    job::Entity::update_many()
        .col_expr(job::Column::Payload, Expr::value(payload))
        .exec(&farm.app.raw)
        .await
        .unwrap();
    assert_eq!(taken_up(&farm).await, 0);
    assert_eq!(
        (
            wait_for_end(&farm, &run).await["state"].clone(),
            load_job(&farm).await.state
        ),
        (json!("failed"), "failed".to_owned())
    );

    // The source was changed.
    let run = start_interrupted_run(&farm).await;
    farm.set_source(&farm.app.create_warehouse("other")).await;
    assert_eq!(taken_up(&farm).await, 0);
    let done = wait_for_end(&farm, &run).await;
    assert!(
        done["state"] == "failed"
            && done["error"]
                .as_str()
                .unwrap()
                .contains("the source has changed since"),
        "{done}"
    );
    let job = load_job(&farm).await;
    assert_eq!(job.last_error.as_deref(), done["error"].as_str());
    assert_eq!(job.last_error_code.as_deref(), done["errorCode"].as_str());
    assert_eq!(
        farm.owner.get("/api/data-sync/status").await.data()["isRunning"],
        false
    );
}
