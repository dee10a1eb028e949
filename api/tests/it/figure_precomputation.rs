//! Figures that took long are kept over restarts, and computed ahead of requests.

use crate::assistant_purchasing::sync_seasonal_sales;
use crate::{Client, TestApp};
use api::auth::Scope;
use api::cache::{CachedFigure, ComputedFigure, FigureCache, FigureResources, StoredFigure};
use api::db::{ContentKey, DbError};
use api::features::figure_precomputation::{FigurePrecomputer, SharedFigures};
use futures_util::future::BoxFuture;
use sea_orm::{ConnectionTrait, Statement};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Pages of all kinds of stored figures.
const PAGES: [&str; 8] = [
    "/api/purchasing/recommendations",
    "/api/purchasing/plan",
    "/api/purchasing/position",
    "/api/customer-segmentation",
    "/api/call-list",
    "/api/ai-bot/suggestions",
    "/api/analytics/methods",
    "/api/supply-prices/outliers",
];
const KINDS: i64 = 8;
/// The place of the customers page.
const CUSTOMERS: usize = 3;
/// Longer than a free turn takes.
const TURN: Duration = Duration::from_millis(100);

/// Figures of a server that stores all of them, however fast they were.
fn storing_all() -> SharedFigures {
    SharedFigures::new(FigureResources::storing_from(Duration::ZERO))
}

async fn read_pages(client: &Client) -> Vec<Value> {
    let mut pages = Vec::new();
    for page in PAGES {
        pages.push(client.get(page).await.data().clone());
    }
    pages
}

async fn count(app: &TestApp, sql: &str) -> i64 {
    let backend = app.raw.get_database_backend();
    let row = app
        .raw
        .query_one_raw(Statement::from_string(backend, sql))
        .await
        .unwrap();
    row.unwrap().try_get_by_index(0).unwrap()
}

/// Figures are stored in the background.
async fn wait_until_stored(app: &TestApp, organizations: i64) {
    let sql = "
        select count(*)
        from (
            select distinct tenant_id, kind
            from stored_figure
            where part = 0 and kind <> 'lines_by_column'
        ) kinds
    ";
    for _ in 0..200 {
        if count(app, sql).await == KINDS * organizations {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{} kinds are stored", count(app, sql).await);
}

/// Without their rows, no figures could be computed again.
async fn delete_rows(app: &TestApp) {
    for table in [
        "rollup_item_day",
        "rollup_item_month",
        "rollup_item_history",
        "rollup_supplier_item",
        "rollup_customer_history",
        "rollup_customer_basket",
        "purchase_transactions",
        "inventory",
    ] {
        let delete = format!("delete from {table}");
        app.raw.execute_unprepared(&delete).await.unwrap();
    }
}

#[tokio::test]
async fn figures_are_there_after_a_restart() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let other = app.create_separate_organization("Other").await;
    sync_seasonal_sales(&app, &owner).await;
    let server = app.client_with_figures(storing_all());
    let before = read_pages(&server.with_token(owner.token())).await;
    assert_ne!(before[CUSTOMERS]["customersWithOrders"], 0);
    wait_until_stored(&app, 1).await;
    delete_rows(&app).await;

    let restarted = app.client_with_figures(storing_all());
    let after = read_pages(&restarted.with_token(owner.token())).await;
    for (page, (before, after)) in PAGES.iter().zip(before.iter().zip(&after)) {
        assert_eq!(before, after, "{page}");
    }
    // Only their own organization has them.
    let others = read_pages(&restarted.with_token(other.token())).await;
    assert_eq!(others[CUSTOMERS]["customersWithOrders"], 0);
}

#[tokio::test]
async fn stored_figures_of_older_data_are_replaced() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_seasonal_sales(&app, &owner).await;
    let server = app.client_with_figures(storing_all());
    read_pages(&server.with_token(owner.token())).await;
    wait_until_stored(&app, 1).await;
    let newest = "select count(distinct version) from stored_figure where kind = 'purchase_plan'";
    assert_eq!(count(&app, newest).await, 1);

    delete_rows(&app).await;
    app.raw
        .execute_unprepared("update organization set data_version = data_version + 1")
        .await
        .unwrap();
    let restarted = app.replica_client().await.with_token(owner.token());
    let customers = restarted.get(PAGES[CUSTOMERS]).await;
    assert_eq!(customers.data()["customersWithOrders"], 0);
}

#[tokio::test]
async fn incomplete_figures_are_computed_again() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_seasonal_sales(&app, &owner).await;
    let server = app.client_with_figures(storing_all());
    let before = read_pages(&server.with_token(owner.token())).await;
    wait_until_stored(&app, 1).await;
    app.raw
        .execute_unprepared("update stored_figure set parts = parts + 1")
        .await
        .unwrap();
    let restarted = app.client_with_figures(storing_all());
    assert_eq!(
        read_pages(&restarted.with_token(owner.token())).await,
        before
    );
}

fn create_precomputer(app: &TestApp, figures: &SharedFigures) -> FigurePrecomputer {
    let parts = &app.parts;
    FigurePrecomputer::new(
        parts.database.clone(),
        parts.clock.clone(),
        figures.clone(),
        parts.response_cache.computations().clone(),
        parts.yields.clone(),
    )
}

#[tokio::test]
async fn lines_by_column_are_there_after_a_restart() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_seasonal_sales(&app, &owner).await;
    let mut precomputer = create_precomputer(&app, &storing_all());
    assert_eq!(precomputer.precompute_changed(|| false).await.unwrap(), 1);
    let stored = "select count(*) from stored_figure where kind = 'lines_by_column' and part = 0";
    assert_eq!(count(&app, stored).await, 1);
    let query = json!({"measures": ["revenue", "orders"], "dimensions": ["item", "month"]});
    let ask = async |client: &Client| {
        let answer = client.post("/api/metrics/query", query.clone()).await;
        answer.data()["rows"].as_array().unwrap().clone()
    };
    let before = ask(&owner).await;
    assert_ne!(before.len(), 0);

    delete_rows(&app).await;
    let restarted = app.replica_client().await.with_token(owner.token());
    assert_eq!(ask(&restarted).await, before);
    // Newer data needs its own.
    app.raw
        .execute_unprepared("update organization set data_version = data_version + 1")
        .await
        .unwrap();
    let restarted = app.replica_client().await.with_token(owner.token());
    assert_eq!(ask(&restarted).await.len(), 0);
}

#[tokio::test]
async fn names_that_questions_contain_are_loaded_ahead() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_seasonal_sales(&app, &owner).await;
    let figures = storing_all();
    let mut precomputer = create_precomputer(&app, &figures);
    assert_eq!(precomputer.precompute_changed(|| false).await.unwrap(), 1);
    delete_rows(&app).await;
    let ask = async |client: Client| {
        let client = client.with_token(owner.token());
        let question = json!({"query": "how much did we spend on Urea 46-0-0 in 2025"});
        let answer = client.post("/api/ai-bot/query", question).await;
        answer.data()["response"].as_str().unwrap().to_owned()
    };
    let answer = ask(app.client_with_figures(figures)).await;
    assert!(answer.contains("Urea 46-0-0"), "{answer}");
    // A server that has to load them now finds none.
    app.raw
        .execute_unprepared("delete from stored_figure")
        .await
        .unwrap();
    let answer = ask(app.replica_client().await).await;
    assert!(!answer.contains("Urea 46-0-0"), "{answer}");
}

#[tokio::test]
async fn lines_by_column_are_stored_before_later_figures_end() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_seasonal_sales(&app, &owner).await;
    // The plan and order lines do not need it, the customers page does.
    app.raw
        .execute_unprepared("alter table rollup_customer_basket rename to renamed")
        .await
        .unwrap();
    let mut precomputer = create_precomputer(&app, &storing_all());
    assert_eq!(precomputer.precompute_changed(|| false).await.unwrap(), 1);
    let count_stored = async |kind: &str| {
        let sql = format!("select count(*) from stored_figure where kind = '{kind}' and part = 0");
        count(&app, &sql).await
    };
    assert_eq!(count_stored("lines_by_column").await, 1);
    assert_eq!(count_stored("customer_report").await, 0);
}

#[tokio::test]
async fn nothing_stays_of_content_that_could_not_be_encoded() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let access = app.open_access(&owner).await;
    let (database, clock) = (app.parts.database.clone(), app.parts.clock.clone());
    let scope = Scope::for_operator(access, database, clock);
    let key = |version: &str| ContentKey {
        kind: "noise",
        version: version.to_owned(),
    };
    // More than a part, even compressed.
    let noise: Vec<u8> = (0_u64..400_000)
        .flat_map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes())
        .collect();
    let content = noise.clone();
    let stored = scope.store_content(key("1"), move |out| out.write_all(&content));
    stored.await.unwrap();
    let rows = "select count(*) from stored_figure where kind = 'noise'";
    let before = count(&app, rows).await;
    assert!(before > 1);
    let refused = scope.store_content(key("2"), move |out| {
        out.write_all(&noise)?;
        Err(std::io::Error::other("the disk is full"))
    });
    assert!(refused.await.is_err());
    assert_eq!(count(&app, rows).await, before);
    let kept = "select count(*) from stored_figure where kind = 'noise' and version = '1'";
    assert_eq!(count(&app, kept).await, before);
}

#[tokio::test]
async fn figures_are_precomputed_after_a_sync_and_on_a_new_day() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_seasonal_sales(&app, &owner).await;
    let figures = storing_all();
    let parts = &app.parts;
    let mut precomputer = create_precomputer(&app, &figures);
    assert_eq!(precomputer.precompute_changed(|| true).await.unwrap(), 0);
    assert_eq!(precomputer.precompute_changed(|| false).await.unwrap(), 1);
    assert_eq!(precomputer.precompute_changed(|| false).await.unwrap(), 0);
    wait_until_stored(&app, 1).await;

    let expected = read_pages(&owner).await;
    delete_rows(&app).await;
    let server = app.client_with_figures(figures);
    assert_eq!(
        read_pages(&server.with_token(owner.token())).await,
        expected
    );

    parts.clock.advance(chrono::TimeDelta::days(1));
    assert_eq!(precomputer.precompute_changed(|| false).await.unwrap(), 1);
}

#[tokio::test]
async fn the_previous_figures_stay_while_new_ones_are_computed() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_seasonal_sales(&app, &owner).await;
    let page = "/api/customer-segmentation";
    let before = owner.get(page).await;
    assert!(before.json["meta"].get("isUpdating").is_none());

    // The organization's turn does not come.
    let access = app.open_access(&owner).await;
    let computations = app.parts.response_cache.computations();
    let mut permits = Vec::new();
    while let Ok(permit) = timeout(TURN, computations.acquire(access.tenant())).await {
        permits.push(permit.unwrap());
    }
    app.raw
        .execute_unprepared("update organization set data_version = data_version + 1")
        .await
        .unwrap();
    app.parts.authority.clear_lookups();
    let meanwhile = owner.get(page).await;
    assert_eq!(meanwhile.data(), before.data());
    assert_eq!(meanwhile.json["meta"]["isUpdating"], true);
    assert_ne!(meanwhile.header("etag"), before.header("etag"));

    drop(permits);
    let after = owner.get(page).await;
    assert!(after.json["meta"].get("isUpdating").is_none());
    assert_ne!(after.header("etag"), before.header("etag"));
    // The response to newer data is the previous one from now on, and never an older one.
    assert_eq!(owner.get(page).await.header("etag"), after.header("etag"));
}

/// Figures that take as long as `Inputs` says.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct SlowFigure(i64);

impl CachedFigure for SlowFigure {
    fn approximate_bytes(&self) -> usize {
        size_of::<Self>()
    }
}

impl StoredFigure for SlowFigure {
    const KIND: &'static str = "slow_figure";
}

impl ComputedFigure for SlowFigure {
    type Inputs<'a> = Duration;
    type Error = DbError;

    fn compute(scope: &Scope, duration: Duration) -> BoxFuture<'_, Result<Self, DbError>> {
        Box::pin(async move {
            tokio::time::sleep(duration).await;
            Ok(Self(scope.access().organization().data_version))
        })
    }
}

#[tokio::test]
async fn figures_before_are_available_until_those_of_newer_data_are_computed() {
    const LONG: Duration = Duration::from_mins(10);
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let figures = FigureCache::<SlowFigure>::default();
    let open_scope = async || {
        app.parts.authority.clear_lookups();
        let access = app.open_access(&owner).await;
        let (database, clock) = (app.parts.database.clone(), app.parts.clock.clone());
        Scope::for_operator(access, database, clock)
    };
    let scope = open_scope().await;
    let first = figures
        .load_available(&scope, Duration::ZERO)
        .await
        .unwrap();
    assert_eq!((&*first.figures, first.is_updating), (&SlowFigure(0), None));

    app.raw
        .execute_unprepared("update organization set data_version = data_version + 1")
        .await
        .unwrap();
    let scope = open_scope().await;
    let meanwhile = figures.load_available(&scope, LONG).await.unwrap();
    assert_eq!(meanwhile.is_updating, Some(true));
    assert_eq!(*meanwhile.figures, SlowFigure(0));
    let waiting = timeout(Duration::from_secs(3), figures.load(&scope, LONG)).await;
    assert!(waiting.is_err(), "a plain load never gives older figures");

    let after = figures
        .load_available(&scope, Duration::ZERO)
        .await
        .unwrap();
    assert_eq!((&*after.figures, after.is_updating), (&SlowFigure(1), None));
}

#[tokio::test]
async fn prepared_figures_are_stored_and_take_no_memory_until_they_are_read() {
    const LONG: Duration = Duration::from_mins(10);
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let access = app.open_access(&owner).await;
    let (database, clock) = (app.parts.database.clone(), app.parts.clock.clone());
    let scope = Scope::for_operator(access, database, clock);
    let resources = Arc::new(FigureResources::storing_from(Duration::ZERO));
    let figures = FigureCache::<SlowFigure>::new(&resources);
    // Figures that are not there would take longer.
    let load = async || timeout(Duration::from_secs(3), figures.load(&scope, LONG)).await;
    let delete_stored = async || {
        let delete = "delete from stored_figure where kind = 'slow_figure'";
        app.raw.execute_unprepared(delete).await.unwrap();
    };

    figures.prepare(&scope, Duration::ZERO).await.unwrap();
    delete_stored().await;
    assert!(load().await.is_err(), "they were in memory");

    figures.prepare(&scope, Duration::ZERO).await.unwrap();
    assert_eq!(*load().await.unwrap().unwrap(), SlowFigure(0));
    delete_stored().await;
    // Figures that were asked for stay in memory.
    assert_eq!(*load().await.unwrap().unwrap(), SlowFigure(0));
}

#[tokio::test]
async fn figures_of_an_organization_are_computed_one_after_the_other() {
    const LONG: Duration = Duration::from_mins(10);
    let app = TestApp::start().await;
    let open_scope = async |name: &str| {
        let owner = app.create_organization(name).await;
        let access = app.open_access(&owner).await;
        let (database, clock) = (app.parts.database.clone(), app.parts.clock.clone());
        Scope::for_operator(access, database, clock)
    };
    let (prairie, ridge) = (open_scope("Prairie").await, open_scope("Ridge").await);
    let resources = Arc::new(FigureResources::storing_from(LONG));
    let new_cache = || FigureCache::<SlowFigure>::new(&resources);
    let running = tokio::spawn({
        let (cache, prairie) = (new_cache(), prairie.clone());
        async move { cache.load(&prairie, LONG).await.map(drop) }
    });
    let waits = async |scope: &Scope| {
        let cache = new_cache();
        let load = timeout(Duration::from_secs(1), cache.load(scope, Duration::ZERO));
        load.await.is_err()
    };
    let mut attempts = 0;
    // Until the first one has its turn.
    while !waits(&prairie).await {
        attempts += 1;
        assert!(attempts < 1_000, "figures are computed at the same time");
    }
    assert!(!waits(&ridge).await, "others do not wait");
    running.abort();
    assert!(running.await.is_err());
    assert!(!waits(&prairie).await, "the turn ends with its request");
}
