//! Several servers on one PostgreSQL database: notifications of changes, and figures from a
//! streaming replica.

use crate::source_warehouse::PurchaseLine;
use crate::{Client, SourceDatabase, TestApp, Warehouse, postgres_server};
use api::commands::background_tasks::clear_changed_lookups;
use api::db::{ChangeListener, Database};
use poem::http::Method;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

const HOUR: Duration = Duration::from_hours(1);
/// The connections that listen.
const LISTENERS: &str = r"
    from pg_stat_activity
    where datname = current_database()
      and query like 'select pg_backend_pid() from pg_notify(%'
";

async fn start_on_postgres() -> TestApp {
    let database = SourceDatabase::create().await;
    let url = format!(
        "postgres://postgres@{}/{}",
        SourceDatabase::host_and_port(),
        database.name
    );
    TestApp::start_on_database(&url).await
}

async fn count_rows(raw: &DatabaseConnection, sql: &str) -> i64 {
    let counted =
        Statement::from_string(DbBackend::Postgres, format!("select count(*) as n {sql}"));
    let row = raw.query_one_raw(counted).await.unwrap().unwrap();
    row.try_get("", "n").unwrap()
}

/// Another server whose lookups live for an hour, unless it learns of a change.
async fn start_listening_replica(app: &TestApp) -> (Client, JoinHandle<()>) {
    let (replica, authority) = app.replica_with_lookup_age(HOUR).await;
    let listener = ChangeListener::from_urls(None, app.database_url()).unwrap();
    let task = tokio::spawn(clear_changed_lookups(listener, authority));
    wait_until(async || count_rows(&app.raw, LISTENERS).await == 1).await;
    (replica, task)
}

/// A deadline for what happens at once, unless the machine is busy.
async fn wait_until(mut condition: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !condition().await {
        assert!(begun.elapsed() < Duration::from_mins(1), "it never happens");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn status(client: &Client, path: &str) -> u16 {
    client.get(path).await.status.as_u16()
}

fn write_orders(warehouse: &Warehouse, orders: usize) {
    let ids: Vec<String> = (0..orders).map(|number| number.to_string()).collect();
    let lines: Vec<_> = ids
        .iter()
        .map(|id| PurchaseLine {
            id,
            order: id,
            ..PurchaseLine::default()
        })
        .collect();
    warehouse.write_purchases(&lines);
}

/// The purchases of the last twelve months, of which each order is 100.
async fn read_spend(client: &Client) -> Value {
    let answer = client.get("/api/purchasing/summary").await;
    answer.data()["totalSpend"]["value"].clone()
}

#[tokio::test]
async fn other_servers_learn_of_changes_at_once() {
    let app = start_on_postgres().await;
    let owner = app.create_organization("Prairie").await;
    let colleague = app.add_member(&owner, "admin").await;
    let (replica, listening) = start_listening_replica(&app).await;
    let (deaf, _) = app.replica_with_lookup_age(HOUR).await;
    let warehouse = app.create_warehouse("orders");
    write_orders(&warehouse, 1);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let there = replica.with_token(owner.token());
    let unaware = deaf.with_token(owner.token());
    wait_until(async || read_spend(&there).await == json!(100.0)).await;
    assert_eq!(read_spend(&unaware).await, json!(100.0));

    // Rows: another version of the data.
    write_orders(&warehouse, 2);
    app.sync_warehouse(&owner, &warehouse).await.data();
    wait_until(async || read_spend(&there).await == json!(200.0)).await;
    assert_eq!(
        read_spend(&unaware).await,
        json!(100.0),
        "without notifications, the lookup lives for an hour"
    );

    // Permissions.
    let member = replica.with_token(colleague.token());
    assert_eq!(status(&member, "/api/members").await, 200);
    let account = colleague.get("/api/account").await;
    let id = account.data()["id"].as_str().unwrap().to_owned();
    let demoted = owner
        .patch(&format!("/api/members/{id}"), json!({"role": "viewer"}))
        .await;
    demoted.data();
    wait_until(async || {
        member.get("/api/account").await.data()["organization"]["role"] == "viewer"
    })
    .await;

    // Sessions.
    let left = owner
        .send(Method::DELETE, &format!("/api/members/{id}"), None)
        .await;
    left.data();
    wait_until(async || status(&member, "/api/account").await == 401).await;
    listening.abort();
}

#[tokio::test]
async fn changes_during_a_lost_connection_are_not_missed() {
    let app = start_on_postgres().await;
    let owner = app.create_organization("Prairie").await;
    let (replica, listening) = start_listening_replica(&app).await;
    for role in ["member", "viewer", "member"] {
        let colleague = app.add_member(&owner, role).await;
        let there = replica.with_token(colleague.token());
        assert_eq!(status(&there, "/api/account").await, 200);
        let ended = format!("select pg_terminate_backend(pid) {LISTENERS}");
        app.raw.execute_unprepared(&ended).await.unwrap();
        let account = colleague.get("/api/account").await;
        let id = account.data()["id"].as_str().unwrap().to_owned();
        let removal = format!("/api/members/{id}");
        owner.send(Method::DELETE, &removal, None).await.data();
        wait_until(async || status(&there, "/api/account").await == 401).await;
        wait_until(async || count_rows(&app.raw, LISTENERS).await == 1).await;
    }
    listening.abort();
}

#[tokio::test]
async fn a_pooler_of_transactions_that_drops_notifications_is_noticed() {
    let app = start_on_postgres().await;
    let (_, name) = app.database_url().rsplit_once('/').unwrap();
    let address = postgres_server::start_pooler();
    let pooled = format!("postgres://postgres@{address}/{name}?statement-cache-capacity=0");
    let deaf = ChangeListener::from_urls(Some(&pooled), &pooled).unwrap();
    assert!(deaf.subscribe().await.is_err());
    let direct = ChangeListener::from_urls(Some(app.database_url()), &pooled).unwrap();
    assert!(direct.subscribe().await.is_ok());
}

/// Reads figures until the replica, which has just started, has served one.
async fn wait_for_replica(app: &TestApp, owner: &Client) {
    let access = app.open_access(owner).await;
    let database = &app.parts.database;
    wait_until(async || {
        drop(database.begin_rolled_up_read(&access).await.unwrap());
        database.count_replica_reads().0 > 0
    })
    .await;
}

#[tokio::test]
async fn figures_of_a_replica_are_never_older_than_the_sync() {
    let primary = postgres_server::start_server();
    let replica = postgres_server::start_replica(&primary);
    let server = sea_orm::Database::connect(&primary).await.unwrap();
    // Other tests do without. Here, a commit is sent to the replica at once.
    let durable = "alter database postgres set synchronous_commit = on";
    server.execute_unprepared(durable).await.unwrap();
    let app = TestApp::start_with_replica(&primary, &replica).await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("orders");
    write_orders(&warehouse, 1);
    app.sync_warehouse(&owner, &warehouse).await.data();
    wait_for_replica(&app, &owner).await;
    let database = &app.parts.database;
    for orders in 2..12 {
        write_orders(&warehouse, orders);
        app.sync_warehouse(&owner, &warehouse).await.data();
        #[expect(clippy::cast_precision_loss, reason = "small")]
        let spend = json!(orders as f64 * 100.0);
        assert_eq!(read_spend(&owner).await, spend);
    }
    assert!(database.has_replica_at(&replica).await.unwrap());
    assert!(!database.has_replica_at(&primary).await.unwrap());

    // A replica that stays behind.
    let standby = sea_orm::Database::connect(&replica).await.unwrap();
    let pause = "select pg_wal_replay_pause()";
    standby.execute_unprepared(pause).await.unwrap();
    let (reads, fallbacks) = database.count_replica_reads();
    write_orders(&warehouse, 20);
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(read_spend(&owner).await, json!(2000.0));
    assert_eq!(database.count_replica_reads().0, reads);
    assert!(database.count_replica_reads().1 > fallbacks);
    let resume = "select pg_wal_replay_resume()";
    standby.execute_unprepared(resume).await.unwrap();
    wait_until(async || {
        let access = app.open_access(&owner).await;
        drop(database.begin_rolled_up_read(&access).await.unwrap());
        database.count_replica_reads().0 > reads
    })
    .await;

    // A replica that is promoted is none.
    standby
        .execute_unprepared("select pg_promote()")
        .await
        .unwrap();
    write_orders(&warehouse, 21);
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(read_spend(&owner).await, json!(2100.0));
    assert!(!database.has_replica_at(&replica).await.unwrap());
}

#[tokio::test]
async fn another_database_is_no_replica() {
    let app = start_on_postgres().await;
    let other = SourceDatabase::create().await;
    let server = SourceDatabase::host_and_port();
    let other = format!("postgres://postgres@{server}/{}", other.name);
    let database = Database::connect(app.database_url()).await.unwrap();
    assert!(!database.has_replica_at(&other).await.unwrap());
    let database = database.with_read_replica(&other).await.unwrap();
    let owner = app.create_organization("Prairie").await;
    let access = app.open_access(&owner).await;
    drop(database.begin_rolled_up_read(&access).await.unwrap());
    assert_eq!(database.count_replica_reads(), (0, 1));
    // A server that is away costs nothing after the first attempt.
    let gone = database
        .with_read_replica("postgres://postgres@127.0.0.1:1/postgres")
        .await
        .unwrap();
    for _ in 0..3 {
        drop(gone.begin_rolled_up_read(&access).await.unwrap());
    }
    assert_eq!(gone.count_replica_reads(), (0, 3));
}
