//! Syncs with an idempotency key: one runs, and repeated requests return that run.

use super::{count_stored_responses, was_replayed, with_key};
use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use entities::{idempotent_request, sync_lease, sync_run};
use poem::http::Method;
use sea_orm::sea_query::Expr;
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::{Value, json};

const SYNC: &str = "/api/data-sync/sync";

fn full_sync_body() -> Value {
    json!({"options": {"incrementalSync": false}})
}

async fn start_with_source(app: &TestApp) -> Client {
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,3,0,0,15,,,16,700,USD,,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_suppliers("s1,Plains,fertilizer,10,true,2026-06-01T00:00:00Z\nbad,Bad,fertilizer,ten,true,2026-06-01T00:00:00Z\n");
    owner
        .put(
            "/api/data-sync/source",
            json!({"kind": "files", "path": warehouse.path()}),
        )
        .await
        .data();
    owner
}

async fn count_runs(app: &TestApp) -> u64 {
    sync_run::Entity::find().count(&app.raw).await.unwrap()
}

/// As if the server had died before it stored the response.
async fn delete_stored_responses(app: &TestApp) {
    let rows = idempotent_request::Entity::update_many().col_expr(
        idempotent_request::Column::ResponseStatus,
        Expr::value(Option::<i32>::None),
    );
    rows.col_expr(
        idempotent_request::Column::ResponseBody,
        Expr::value(Option::<String>::None),
    )
    .exec(&app.raw)
    .await
    .unwrap();
}

#[tokio::test]
async fn a_key_gives_the_first_run_again() {
    let app = TestApp::start().await;
    let owner = start_with_source(&app).await;
    let first = with_key(&owner, "one").post(SYNC, full_sync_body()).await;
    first.data();
    let again = with_key(&owner, "one").post(SYNC, full_sync_body()).await;
    assert!(
        was_replayed(&again) && again.text == first.text,
        "{}",
        again.text
    );
    assert_eq!(count_runs(&app).await, 1);
    // Without a stored response, the record of the run provides the answer.
    delete_stored_responses(&app).await;
    let from_record = with_key(&owner, "one").post(SYNC, full_sync_body()).await;
    assert_eq!(from_record.data(), first.data());
    assert!(was_replayed(
        &with_key(&owner, "one").post(SYNC, full_sync_body()).await
    ));
    delete_stored_responses(&app).await;
    let started = with_key(&owner, "one")
        .with_header("prefer", "respond-async")
        .post(SYNC, full_sync_body())
        .await;
    assert_eq!(
        (started.status.as_u16(), &started.json["data"]["runId"]),
        (202, &first.data()["runId"]),
        "{}",
        started.text
    );
    assert_eq!(count_runs(&app).await, 1);
    assert!(!was_replayed(
        &with_key(&owner, "two").post(SYNC, full_sync_body()).await
    ));
    assert_eq!(count_runs(&app).await, 2);
}

#[tokio::test]
async fn a_run_that_goes_on_is_named_and_none_is_begun() {
    let app = TestApp::start().await;
    let owner = start_with_source(&app).await;
    let first = with_key(&owner, "one").post(SYNC, full_sync_body()).await;
    delete_stored_responses(&app).await;
    let at_work =
        sync_run::Entity::update_many().col_expr(sync_run::Column::State, Expr::value("running"));
    at_work.exec(&app.raw).await.unwrap();
    let held = sync_lease::Entity::update_many().col_expr(
        sync_lease::Column::ExpiresAt,
        Expr::value(app.parts.clock.now() + TimeDelta::minutes(1)),
    );
    let run: sea_orm::prelude::Uuid = first.data()["runId"].as_str().unwrap().parse().unwrap();
    held.col_expr(sync_lease::Column::RunId, Expr::value(run))
        .exec(&app.raw)
        .await
        .unwrap();
    let refused = with_key(&owner, "one").post(SYNC, full_sync_body()).await;
    assert_eq!(refused.expect_failure(409), "idempotency_in_progress");
    assert!(
        refused.json["message"]
            .as_str()
            .unwrap()
            .contains(first.data()["runId"].as_str().unwrap()),
        "{}",
        refused.text
    );
    assert_eq!(count_runs(&app).await, 1);
}

#[tokio::test]
async fn a_failed_run_is_not_repeated_and_its_response_is_replayed() {
    let app = TestApp::start().await;
    let owner = start_with_source(&app).await;
    let warehouse = app.create_warehouse("broken");
    warehouse.write_file("supplier_data.csv", "supplier_name\nPlains\n");
    owner
        .put(
            "/api/data-sync/source",
            json!({"kind": "files", "path": warehouse.path()}),
        )
        .await
        .data();
    let first = with_key(&owner, "one").post(SYNC, full_sync_body()).await;
    let code = first.expect_failure(422).to_owned();
    let again = with_key(&owner, "one").post(SYNC, full_sync_body()).await;
    assert!(was_replayed(&again));
    assert_eq!(
        (
            again.status.as_u16(),
            again.json["code"].as_str(),
            &again.text
        ),
        (422, Some(code.as_str()), &first.text)
    );
    assert_eq!(count_runs(&app).await, 1);
}

#[tokio::test]
async fn two_at_once_on_two_servers_start_one() {
    let app = TestApp::start().await;
    let owner = start_with_source(&app).await;
    let elsewhere = app.replica_client().await.with_token(owner.token());
    let of_run = |answer: &Answer| answer.json["data"]["runId"].as_str().map(str::to_owned);
    let (one, other) = (with_key(&owner, "one"), with_key(&elsewhere, "one"));
    let (one, other) = tokio::join!(
        one.post(SYNC, full_sync_body()),
        other.post(SYNC, full_sync_body())
    );
    let done: Vec<_> = [&one, &other].into_iter().filter_map(of_run).collect();
    for answer in [&one, &other]
        .into_iter()
        .filter(|answer| !answer.status.is_success())
    {
        assert_eq!(answer.expect_failure(409), "idempotency_in_progress");
    }
    assert!(
        !done.is_empty() && done.iter().all(|run| *run == done[0]),
        "{} {}",
        one.text,
        other.text
    );
    assert_eq!(count_runs(&app).await, 1);
    // Repeated requests return that run, on either server.
    for client in [&owner, &elsewhere] {
        assert_eq!(
            of_run(&with_key(client, "one").post(SYNC, full_sync_body()).await).as_ref(),
            done.first()
        );
    }
    assert_eq!(
        (count_runs(&app).await, count_stored_responses(&app).await),
        (1, 1)
    );
}

#[tokio::test]
async fn a_refused_start_keeps_nothing() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    assert_eq!(
        with_key(&owner, "one")
            .post(SYNC, full_sync_body())
            .await
            .expect_failure(422),
        "source_not_configured"
    );
    assert_eq!(
        (count_runs(&app).await, count_stored_responses(&app).await),
        (0, 0)
    );
    let nothing = with_key(&owner, "two")
        .send(
            Method::POST,
            "/api/data-sync/runs/0197a000-0000-7000-8000-000000000000/cancel",
            None,
        )
        .await;
    assert_eq!(nothing.expect_failure(404), "not_found");
    assert_eq!(count_stored_responses(&app).await, 0);
}
