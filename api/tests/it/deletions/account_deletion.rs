//! Account deletion: personal data is deleted, audit logs stay.

use super::database_dump::DatabaseDump;
use super::full_organization::{confirm_email, create_full_organization};
use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use api::features::organizations::PurgeWorker;
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

async fn delete_account(client: &Client, body: Value) -> Answer {
    client
        .send(Method::DELETE, "/api/account", Some(body))
        .await
}

async fn id_at(client: &Client, pointer: &str) -> String {
    client
        .get("/api/account")
        .await
        .data()
        .pointer(pointer)
        .unwrap()
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn deletion_leaves_only_audit_entries() {
    let app = TestApp::start_with_mail_server().await;
    let house = create_full_organization(&app, "prairie").await;
    // A member with an organization of their own and, in the other organization, an API key, a sent
    // invitation, a draft and a conversation.
    let person = app.create_organization("canarytwo").await;
    let email = id_at(&person, "/email").await;
    confirm_email(&app, &email).await;
    let (person_id, own) = (
        id_at(&person, "/id").await,
        id_at(&person, "/organization/id").await,
    );
    person
        .patch("/api/account", json!({"name": "canarytwo larsen"}))
        .await
        .data();
    house
        .owner
        .post("/api/invitations", json!({"email": email, "role": "admin"}))
        .await
        .data();
    let token = app.emailed_token(&email).await;
    person
        .post("/api/invitations/accept", json!({"token": token}))
        .await
        .data();
    let there = person
        .send(
            Method::POST,
            &format!("/api/organizations/{}/switch", house.tenant),
            None,
        )
        .await;
    let there = app
        .anonymous_client()
        .with_token(there.data()["token"].as_str().unwrap());
    let made = there
        .post(
            "/api/api-keys",
            json!({"name": "a key", "permissions": ["sales.read"]}),
        )
        .await;
    let key = made.data()["token"].as_str().unwrap().to_owned();
    there
        .post(
            "/api/invitations",
            json!({"email": "somebody@field.example", "role": "viewer"}),
        )
        .await
        .data();
    there
        .post(
            "/api/ai-bot/query",
            json!({"query": "What did we buy of canarytwo?"}),
        )
        .await
        .data();
    app.anonymous_client()
        .post("/api/auth/password-reset", json!({"email": email}))
        .await;
    let before = DatabaseDump::from_app(&app).await;
    assert!(
        before.tables_with(std::slice::from_ref(&person_id)).len() >= 8,
        "{:?}",
        before.tables_with(std::slice::from_ref(&person_id))
    );

    let answer = delete_account(&there, json!({"password": PASSWORD})).await;
    assert_eq!(answer.expect_failure(409), "organizations_not_confirmed");
    assert!(
        answer.json["message"]
            .as_str()
            .unwrap()
            .contains("canarytwo"),
        "{}",
        answer.text
    );
    assert_eq!(
        delete_account(&there, json!({"password": "wrong", "organizations": [own]}))
            .await
            .expect_failure(422),
        "wrong_password"
    );
    // Emails sent before the deletion are not relevant here.
    let answer = delete_account(
        &there,
        json!({"password": PASSWORD, "organizations": [own]}),
    )
    .await;
    answer.data();
    assert!(
        answer.header("set-cookie").contains("Max-Age=0"),
        "{}",
        answer.header("set-cookie")
    );
    assert_eq!(answer.header("clear-site-data"), "\"cache\"");
    for token in [person.token(), there.token(), key.as_str()] {
        app.anonymous_client()
            .with_token(token)
            .get("/api/members")
            .await
            .expect_failure(401);
    }
    let (subject, text) = app.newest_email_to(&email).await.unwrap();
    assert!(
        subject.contains("was deleted") && text.contains("canarytwo larsen"),
        "{text}"
    );
    app.parts.clock.advance(TimeDelta::days(4));
    app.outbox.purge_expired().await.unwrap();
    PurgeWorker::new(app.parts.database.clone(), app.parts.clock.clone())
        .purge_pending(|| true)
        .await
        .unwrap();

    let after = DatabaseDump::from_app(&app).await;
    // The organization's audit log: joined, created a key, invited, asked, and left.
    let words = [person_id.clone(), "canarytwo".to_owned(), own];
    assert_eq!(
        after.tables_with(&words),
        ["audit_entry"],
        "{:#?}",
        after.rows_with(&words)
    );
    let owner = app.sign_in(&house.owner_email, PASSWORD).await;
    let log = owner.get("/api/audit-log?limit=2").await;
    assert_eq!(log.data()["items"][1]["action"], "account.deleted");
    let db = app
        .parts
        .database
        .begin_read(&app.open_access(&owner).await)
        .await
        .unwrap();
    assert!(db.verify_audit_log(None).await.unwrap().is_ok());
    // The email address is available again.
    let again =
        json!({"organization": "Anew", "name": "Ada", "email": email, "password": PASSWORD});
    app.anonymous_client()
        .post("/api/auth/register", again)
        .await
        .data();
}

#[tokio::test]
async fn last_email_is_deleted_after_sending() {
    let app = TestApp::start_with_mail_server().await;
    let person = app.create_organization("canarytwo").await;
    let (email, own) = (
        id_at(&person, "/email").await,
        id_at(&person, "/organization/id").await,
    );
    delete_account(
        &person,
        json!({"password": PASSWORD, "organizations": [own]}),
    )
    .await
    .data();
    let platform = app.parts.database.platform();
    let now = app.parts.clock.now();
    let due = platform.find_due_email(now).await.unwrap().unwrap();
    let mine = platform.claim_email(due, now).await.unwrap().unwrap();
    assert_eq!(mine.to_address, email);
    app.parts.clock.advance(TimeDelta::minutes(2));
    PurgeWorker::new(app.parts.database.clone(), app.parts.clock.clone())
        .purge_pending(|| true)
        .await
        .unwrap();
    platform.mark_email_sent(&mine, now).await.unwrap();
    assert_eq!(
        DatabaseDump::from_app(&app).await.tables_with(&[email]),
        Vec::<&str>::new()
    );
}

#[tokio::test]
async fn last_owner_must_transfer_ownership_first() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let colleague = app.add_member(&owner, "member").await;
    let own = id_at(&owner, "/organization/id").await;
    let body = json!({"password": PASSWORD, "organizations": [own]});
    let refused = delete_account(&owner, body.clone()).await;
    assert_eq!(refused.expect_failure(409), "last_owner");
    assert!(
        refused.json["message"]
            .as_str()
            .unwrap()
            .contains("Prairie"),
        "{}",
        refused.text
    );
    let next = id_at(&colleague, "/id").await;
    owner
        .patch(&format!("/api/members/{next}"), json!({"role": "owner"}))
        .await
        .data();
    delete_account(&owner, body).await.data();
    // The named organization stays, because it has another owner.
    assert_eq!(id_at(&colleague, "/organization/id").await, own);
}

#[tokio::test]
async fn cannot_delete_shared_organizations_or_the_demo() {
    let app = TestApp::start_with_demo().await;
    let owner = app.create_organization("Prairie").await;
    let stranger = app.create_organization("Elsewhere").await;
    let (prairie, elsewhere) = (
        id_at(&owner, "/organization/id").await,
        id_at(&stranger, "/organization/id").await,
    );
    delete_account(
        &stranger,
        json!({"password": PASSWORD, "organizations": [prairie, elsewhere]}),
    )
    .await
    .data();
    owner.get("/api/account").await.data();
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    assert_eq!(
        delete_account(&demo, json!({"password": "sprout-demo"}))
            .await
            .expect_failure(409),
        "demo_read_only"
    );
}
