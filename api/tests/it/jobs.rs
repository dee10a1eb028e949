//! The list of background jobs.

use crate::{Client, TestApp};
use api::entropy::Entropy;
use chrono::{DateTime, TimeDelta, Utc};
use entities::job;
use poem::http::StatusCode;
use sea_orm::prelude::Uuid;
use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::{Value, json};

fn start_time() -> DateTime<Utc> {
    "2026-06-16T10:00:00Z".parse().unwrap()
}

/// Inserts a job created `minute` minutes after the first one.
async fn insert_job(app: &TestApp, owner: &Client, minute: i64, kind: &str, state: &str) -> Uuid {
    let at = start_time() + TimeDelta::minutes(minute);
    let id = Entropy::seeded(u64::try_from(minute).unwrap())
        .uuid_v7(at)
        .unwrap();
    let job = job::Model {
        tenant_id: app.open_access(owner).await.tenant().0,
        id,
        kind: kind.to_owned(),
        subject_id: None,
        payload: r#"{"to":"secret@prairie.example"}"#.to_owned(),
        state: state.to_owned(),
        attempts: 3,
        epoch: 1,
        heartbeats: 0,
        last_error: (state == "failed").then(|| "The mail server refused it.".to_owned()),
        last_error_code: None,
        created_at: at,
        due_at: at,
        started_at: (state != "queued").then_some(at),
        finished_at: None,
    };
    job::Entity::insert(job.into_active_model())
        .exec_without_returning(&app.raw)
        .await
        .unwrap();
    id
}

async fn list_job_ids(client: &Client, question: &str) -> (Vec<String>, Option<String>) {
    let answer = client.get(&format!("/api/jobs{question}")).await;
    let items = answer.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|job| job["id"].as_str().unwrap().to_owned())
        .collect();
    (
        items,
        answer.data()["nextCursor"].as_str().map(str::to_owned),
    )
}

#[tokio::test]
async fn lists_jobs_newest_first_by_page_and_state() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    assert_eq!(owner.get("/api/jobs").await.data(), &json!({"items": []}));
    let mut added = Vec::new();
    for (minute, state) in (0..).zip(["done", "failed", "queued", "failed", "running"]) {
        added.insert(
            0,
            insert_job(&app, &owner, minute, "email", state)
                .await
                .to_string(),
        );
    }
    assert_eq!(list_job_ids(&owner, "").await, (added.clone(), None));
    let (first, next) = list_job_ids(&owner, "?limit=2").await;
    assert_eq!(
        (first.as_slice(), next.as_ref()),
        (&added[..2], Some(&added[1]))
    );
    assert_eq!(
        list_job_ids(&owner, &format!("?limit=3&cursor={}", added[1])).await,
        (added[2..].to_vec(), None)
    );
    assert_eq!(
        list_job_ids(&owner, "?state=failed").await,
        (vec![added[1].clone(), added[3].clone()], None)
    );
    assert_eq!(
        list_job_ids(&owner, "?state=failed&limit=1").await,
        (vec![added[1].clone()], Some(added[1].clone()))
    );
    for question in ["?state=lost", "?limit=0", "?limit=201", "?cursor=nonsense"] {
        assert_eq!(
            owner.get(&format!("/api/jobs{question}")).await.status,
            StatusCode::BAD_REQUEST,
            "{question}"
        );
    }
}

#[tokio::test]
async fn job_has_state_but_no_payload() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let id = insert_job(&app, &owner, 0, "email", "failed").await;
    let answer = owner.get("/api/jobs").await;
    let expected = json!({
        "id": id, "kind": "email", "state": "failed", "attempts": 3, "lastError": "The mail server refused it.",
        "createdAt": "2026-06-16T10:00:00+00:00", "dueAt": "2026-06-16T10:00:00+00:00", "startedAt": "2026-06-16T10:00:00+00:00",
    });
    assert_eq!(answer.data()["items"], Value::Array(vec![expected]));
    assert!(!answer.text.contains("secret"), "{}", answer.text);
}

#[tokio::test]
async fn sync_job_refers_to_its_run() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_suppliers("s1,Acme,fertilizer,10,true,2026-06-01T00:00:00Z\n");
    let run = app.sync_warehouse(&owner, &warehouse).await.data()["runId"].clone();
    let jobs = owner.get("/api/jobs").await;
    let job = &jobs.data()["items"][0];
    assert_eq!(
        (
            &job["kind"],
            &job["subject"],
            &job["state"],
            &job["attempts"]
        ),
        (&json!("sync"), &run, &json!("done"), &json!(1))
    );
}

#[tokio::test]
async fn only_owners_and_admins_list_their_own_jobs() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    insert_job(&app, &owner, 0, "sync", "done").await;
    let stranger = app.create_organization("Valley").await;
    assert_eq!(stranger.get("/api/jobs").await.data()["items"], json!([]));
    assert_eq!(
        app.anonymous_client().get("/api/jobs").await.status,
        StatusCode::UNAUTHORIZED
    );
    for (role, status) in [
        ("admin", StatusCode::OK),
        ("member", StatusCode::FORBIDDEN),
        ("viewer", StatusCode::FORBIDDEN),
    ] {
        assert_eq!(
            app.add_member(&owner, role)
                .await
                .get("/api/jobs")
                .await
                .status,
            status,
            "{role}"
        );
    }
}
