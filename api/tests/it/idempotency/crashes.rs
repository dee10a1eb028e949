//! A server that dies between a change and its response leaves either both or neither.

use super::{KEYS, count_api_keys, count_stored_responses, export_body, was_replayed, with_key};
use crate::{Client, TestApp};
use api::db::{IdempotentRequest, RequestKey, StoredResponse};
use entities::purchasing_setting;
use poem::http::Method;
use poem::{Body, Request};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, PaginatorTrait};
use std::time::Duration;

async fn count_settings(app: &TestApp) -> u64 {
    purchasing_setting::Entity::find()
        .count(&app.raw)
        .await
        .unwrap()
}

/// An idempotent request whose change is written but whose response is not yet stored.
async fn change_settings(app: &TestApp, owner: &Client) -> std::sync::Arc<IdempotentRequest> {
    let access = app.open_access(owner).await;
    let now = app.parts.clock.now();
    let asked = RequestKey {
        tenant: access.tenant(),
        caller_id: Uuid::from_u128(1),
        key_hash: "key".to_owned(),
        request_hash: "request".to_owned(),
        permissions: String::new(),
        requested_at: now,
    };
    let once = IdempotentRequest::new(asked);
    let work = async {
        let db = app.parts.database.begin_write(&access).await.unwrap();
        let row = purchasing_setting::Model {
            tenant_id: access.tenant().0,
            version: 1,
            holding_cost_percent_e4: None,
            shortage_cost_multiple_e4: None,
            order_cost_e4: Some(1),
            default_lead_time_days: None,
            substitute_acceptance_percent_e4: None,
            updated_by: None,
            updated_at: None,
        };
        db.insert(row.into_active_model().reset_all())
            .await
            .unwrap();
        db.commit().await.unwrap();
    };
    once.scope(work).await;
    once
}

#[tokio::test]
async fn before_the_answer_there_is_neither() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let once = change_settings(&app, &owner).await;
    assert_eq!(
        (
            count_settings(&app).await,
            count_stored_responses(&app).await
        ),
        (0, 0),
        "nothing may be seen before the answer is"
    );
    drop(once);
    // The next writer waits for the rollback.
    owner
        .patch("/api/account", serde_json::json!({"name": "Ada"}))
        .await
        .data();
    assert_eq!(
        (
            count_settings(&app).await,
            count_stored_responses(&app).await
        ),
        (0, 0)
    );
}

#[tokio::test]
async fn with_the_answer_there_are_both() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let once = change_settings(&app, &owner).await;
    once.store_response(
        &app.parts.database,
        &StoredResponse {
            status: 200,
            body: "sealed".to_owned(),
        },
    )
    .await
    .unwrap();
    assert_eq!(
        (
            count_settings(&app).await,
            count_stored_responses(&app).await
        ),
        (1, 1)
    );
}

#[tokio::test]
async fn a_request_that_hangs_up_is_performed_once() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let body = serde_json::to_vec(&export_body()).unwrap();
    for round in 0..12u64 {
        let name = format!("hang-{round}");
        let request = Request::builder()
            .method(Method::POST)
            .uri_str(KEYS)
            .content_type("application/json")
            .header("idempotency-key", &name);
        let request = request
            .header("authorization", format!("Bearer {}", owner.token()))
            .body(Body::from_vec(body.clone()));
        // The request is dropped wherever it is at that time.
        let _ = tokio::time::timeout(
            Duration::from_micros(round * 700),
            owner.send_request(request),
        )
        .await;
        with_key(&owner, &name)
            .post(KEYS, export_body())
            .await
            .data();
        let again = with_key(&owner, &name).post(KEYS, export_body()).await;
        assert!(was_replayed(&again));
        assert_eq!(count_api_keys(&owner).await as u64, round + 1);
    }
}
