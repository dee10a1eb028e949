//! Figures of one data version are computed once for all screens, and rows are read one by one.

use crate::TestApp;
use crate::assistant_purchasing::{ask_question, find_fact, sync_seasonal_sales};
use crate::call_list::{SETTINGS, sync_growers};
use api::db::{DbError, TenantSql};
use entities::customer;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, QueryResult};
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};

const SUGGESTIONS: &str = "/api/ai-bot/suggestions";

#[tokio::test]
async fn the_index_and_the_windows_are_computed_once_for_all_screens() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_seasonal_sales(&app, &owner).await;
    let page = owner.get("/api/analytics/supply-price-index").await;
    let index = page.data()["overview"]["current_index"].clone();
    assert!(index.is_number());
    let suggestions = owner.get(SUGGESTIONS).await.data().clone();
    let has_window = |list: &serde_json::Value| {
        let mut found = list["suggestions"].as_array().unwrap().iter();
        found.any(|suggestion| suggestion["id"] == "buy-month-fertilizer")
    };
    assert!(has_window(&suggestions), "{suggestions}");

    // Without their rows, neither could be computed again.
    for table in [
        "rollup_item_month",
        "rollup_item_day",
        "rollup_supplier_item",
    ] {
        let delete = format!("delete from {table}");
        app.raw.execute_unprepared(&delete).await.unwrap();
    }
    assert_eq!(owner.get(SUGGESTIONS).await.data(), &suggestions);
    let answer = ask_question(&owner, "What is our supply price index?").await;
    assert_eq!(find_fact(&answer, "Supply price index"), &index);
}

#[tokio::test]
async fn the_call_list_is_computed_once_for_page_and_calendar() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let account = owner.get("/api/account").await;
    let email = account.data()["email"].as_str().unwrap().to_owned();
    sync_growers(&app, &owner, &[&email]).await;
    let everybody = json!({"heldBackPercent": 0});
    owner.put(SETTINGS, everybody).await.data();
    let list = owner.get("/api/call-list?limit=200").await;
    assert_eq!(list.data()["total"], 40);
    assert_eq!(list.json["meta"]["n"], json!(160));

    // Without the lines, it could not be computed again.
    let delete = "delete from purchase_transactions";
    app.raw.execute_unprepared(delete).await.unwrap();
    let created = owner.post("/api/calendar-feed", json!({})).await;
    let url = created.data()["url"].as_str().unwrap().to_owned();
    let path = url.strip_prefix("http://sprout.test").unwrap();
    let feed = app.anonymous_client().get(path).await;
    assert_eq!(feed.text.matches("SUMMARY:Purchase window").count(), 40);
}

static ROWS_IN_MEMORY: AtomicUsize = AtomicUsize::new(0);

/// A row that counts how many of its kind are in memory.
struct CountedRow(i64);

impl FromQueryResult for CountedRow {
    fn from_query_result(row: &QueryResult, prefix: &str) -> Result<Self, DbErr> {
        ROWS_IN_MEMORY.fetch_add(1, Ordering::Relaxed);
        Ok(Self(row.try_get(prefix, "n")?))
    }
}

impl Drop for CountedRow {
    fn drop(&mut self) {
        ROWS_IN_MEMORY.fetch_sub(1, Ordering::Relaxed);
    }
}

const NUMBERS: TenantSql = TenantSql::new(
    r"
        with recursive numbers(n) as (
            select cast(1 as bigint)
            union all
            select n + 1 from numbers where n < 10000
          )
        select numbers.n
        from numbers
        join (select count(*) as customers from customers where tenant_id = $1) counted
          on customers >= 0
        order by numbers.n
    ",
);

#[tokio::test]
async fn rows_are_read_one_by_one() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let access = app.open_access(&owner).await;
    let db = app.parts.database.begin_read(&access).await.unwrap();
    let (mut rows, mut sum, mut most) = (0, 0, 0);
    db.for_each_row::<CountedRow>(NUMBERS, Vec::new(), |row| {
        (rows, sum) = (rows + 1, sum + row.0);
        most = most.max(ROWS_IN_MEMORY.load(Ordering::Relaxed));
        Ok(())
    })
    .await
    .unwrap();
    assert_eq!((rows, sum, most), (10_000, 50_005_000, 1));

    // After an error, the transaction reads on.
    let mut read = 0;
    let stopped = db.for_each_row::<CountedRow>(NUMBERS, Vec::new(), |row| {
        read = row.0;
        if read < 3 {
            return Ok(());
        }
        Err(DbError::Failed(DbErr::Custom("enough".to_owned())))
    });
    assert!(matches!(stopped.await, Err(DbError::Failed(_))));
    assert_eq!(read, 3);
    assert!(
        db.find::<customer::Entity>()
            .all()
            .await
            .unwrap()
            .is_empty()
    );
    let all = db.query_rows::<CountedRow>(NUMBERS, Vec::new()).await;
    assert_eq!(all.unwrap().len(), 10_000);
}
