//! Organization deletion: immediate loss of access, then purge in steps by any server.

use super::database_dump::DatabaseDump;
use super::full_organization::create_full_organization;
use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use api::db::PendingDeletion;
use api::features::organizations::PurgeWorker;
use chrono::TimeDelta;
use poem::http::Method;
use sea_orm::ConnectionTrait;
use serde_json::json;
use std::time::Duration;

async fn delete_organization(client: &Client, tenant: &str, name: &str, password: &str) -> Answer {
    client
        .send(
            Method::DELETE,
            &format!("/api/organizations/{tenant}"),
            Some(json!({"name": name, "password": password})),
        )
        .await
}

fn tenant_deletion(app: &TestApp) -> PurgeWorker {
    PurgeWorker::new(app.parts.database.clone(), app.parts.clock.clone())
}

async fn finish_deletion(app: &TestApp) {
    app.parts.clock.advance(TimeDelta::minutes(2));
    tenant_deletion(app).purge_pending(|| true).await.unwrap();
    assert!(
        app.parts
            .database
            .platform()
            .list_pending_deletions(10)
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn deletion_removes_all_rows_and_no_others() {
    let app = TestApp::start().await;
    let doomed = create_full_organization(&app, "canaryone").await;
    let neighbor = create_full_organization(&app, "neighbor").await;
    let before = DatabaseDump::from_app(&app).await;
    let ours = [doomed.tenant.clone()];
    let seeded = before.tables_with(&ours);
    for table in [
        "purchase_transactions",
        "sync_reject",
        "withheld_deletion_row",
        "conversation_message",
        "audit_entry",
        "api_key",
        "purchase_order_line",
        "notification",
        "email_outbox",
    ] {
        assert!(seeded.contains(&table), "{table}: {seeded:?}");
    }
    assert!(
        seeded.len() >= 38,
        "rows in {} tables only: {seeded:?}",
        seeded.len()
    );
    let theirs = before.rows_with(&["neighbor".to_owned(), neighbor.tenant.clone()]);
    assert!(theirs.len() > 100);

    delete_organization(&doomed.owner, &doomed.tenant, &doomed.name, PASSWORD)
        .await
        .data();
    finish_deletion(&app).await;

    let after = DatabaseDump::from_app(&app).await;
    assert_eq!(after.rows_with(&ours), []);
    let left: Vec<_> = after.rows_with(&["canaryone".to_owned()]);
    // People keep their accounts and their other organizations.
    let people = [
        "person",
        "organization",
        "audit_entry",
        "verified_email",
        "email_outbox",
        "one_time_token",
        "audit_head",
        "session",
        "membership",
    ];
    assert!(
        left.iter().all(|(table, _)| people.contains(table)),
        "{left:?}"
    );
    let its_own = [
        "supply\"",
        "supply'",
        "yard",
        "plains",
        "chemicals",
        "farm",
        "seller",
        "market",
        "county",
        " key",
    ]
    .map(|word| format!("canaryone {}", word.trim()));
    assert!(
        !left
            .iter()
            .any(|(_, row)| its_own.iter().any(|word| row.contains(word))),
        "{left:?}"
    );
    let still = after.rows_with(&["neighbor".to_owned(), neighbor.tenant.clone()]);
    assert_eq!(still, theirs);
    neighbor.owner.get("/api/purchasing/summary").await.data();
}

#[tokio::test]
async fn deleted_organization_is_rejected_immediately() {
    let app = TestApp::start().await;
    let house = create_full_organization(&app, "canaryone").await;
    let member = app.add_member(&house.owner, "member").await;
    let elsewhere = app.replica_client().await;
    elsewhere
        .with_token(house.owner.token())
        .get("/api/account")
        .await
        .data();
    elsewhere
        .with_token(&house.key)
        .get("/api/customer-segmentation")
        .await;
    delete_organization(&house.owner, &house.tenant, &house.name, PASSWORD)
        .await
        .data();
    for token in [house.owner.token(), member.token(), house.key.as_str()] {
        app.anonymous_client()
            .with_token(token)
            .get("/api/members")
            .await
            .expect_failure(401);
    }
    tokio::time::sleep(Duration::from_millis(1100)).await;
    for token in [house.owner.token(), member.token(), house.key.as_str()] {
        elsewhere
            .with_token(token)
            .get("/api/members")
            .await
            .expect_failure(401);
    }
    let back = app
        .anonymous_client()
        .post(
            "/api/auth/login",
            json!({"email": house.owner_email, "password": PASSWORD}),
        )
        .await;
    assert_eq!(back.expect_failure(403), "no_organization");
    assert!(
        app.parts
            .database
            .platform()
            .find_organization_for_command(&house.tenant)
            .await
            .unwrap()
            .is_none()
    );
    assert!(
        app.parts
            .database
            .platform()
            .list_due_schedules(app.parts.clock.now() + TimeDelta::days(9), 10)
            .await
            .unwrap()
            .is_empty()
    );
    // Its name is available immediately, and its owner can register again.
    let again = json!({"organization": house.name, "name": "Ada", "email": house.owner_email, "password": PASSWORD});
    app.anonymous_client()
        .post("/api/auth/register", again)
        .await
        .data();
}

#[tokio::test]
async fn interrupted_purge_continues_on_another_server() {
    let app = TestApp::start().await;
    let house = create_full_organization(&app, "canaryone").await;
    delete_organization(&house.owner, &house.tenant, &house.name, PASSWORD)
        .await
        .data();
    let doomed = app
        .parts
        .database
        .platform()
        .list_pending_deletions(10)
        .await
        .unwrap();
    let [PendingDeletion { tenant, .. }] = doomed[..] else {
        panic!("{doomed:?}")
    };
    assert_eq!(tenant.to_string(), house.tenant);
    let mut emptying = app.parts.database.begin_purge(doomed[0]).await.unwrap();
    for _ in 0..7 {
        assert!(emptying.delete_batch().await.unwrap());
    }
    drop(emptying);
    assert!(
        DatabaseDump::from_app(&app)
            .await
            .rows_with(std::slice::from_ref(&house.tenant))
            .len()
            > 20,
        "it was stopped in the middle"
    );
    // Stopped again after one step, then resumed too early for the last step, and finally by two
    // servers concurrently.
    tenant_deletion(&app).purge_pending(|| false).await.unwrap();
    tenant_deletion(&app).purge_pending(|| true).await.unwrap();
    let left = DatabaseDump::from_app(&app).await;
    assert_eq!(
        left.tables_with(std::slice::from_ref(&house.tenant)),
        ["organization"],
        "the row itself waits for the last question"
    );
    app.parts.clock.advance(TimeDelta::minutes(2));
    let (one, other) = (tenant_deletion(&app), tenant_deletion(&app));
    let (one, other) = tokio::join!(one.purge_pending(|| true), other.purge_pending(|| true));
    assert!(one.is_ok() && other.is_ok(), "{one:?} {other:?}");
    assert_eq!(
        DatabaseDump::from_app(&app)
            .await
            .rows_with(std::slice::from_ref(&house.tenant)),
        []
    );
}

#[tokio::test]
async fn deletion_needs_owner_name_and_password() {
    let app = TestApp::start_with_demo().await;
    let owner = app.create_organization("Prairie").await;
    let admin = app.add_member(&owner, "admin").await;
    let stranger = app.create_organization("Elsewhere").await;
    let tenant = owner.get("/api/account").await.data()["organization"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        delete_organization(&admin, &tenant, "Prairie", PASSWORD)
            .await
            .expect_failure(403),
        "forbidden"
    );
    assert_eq!(
        delete_organization(&stranger, &tenant, "Prairie", PASSWORD)
            .await
            .expect_failure(404),
        "not_found"
    );
    assert_eq!(
        delete_organization(&owner, &tenant, "prairie", PASSWORD)
            .await
            .expect_failure(422),
        "name_mismatch"
    );
    assert_eq!(
        delete_organization(&owner, &tenant, "Prairie", "wrong")
            .await
            .expect_failure(422),
        "wrong_password"
    );
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    let id = demo.get("/api/account").await.data()["organization"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        delete_organization(&demo, &id, "Demo", "sprout-demo")
            .await
            .expect_failure(409),
        "demo_read_only"
    );
    let enrollment = owner
        .post("/api/account/mfa", json!({"password": PASSWORD}))
        .await;
    let secret = crate::mfa::decode_secret(enrollment.data()["secret"].as_str().unwrap());
    let code = || api::auth::totp::code_at(&secret, app.parts.clock.now());
    owner
        .post("/api/account/mfa/confirm", json!({"otp": code()}))
        .await
        .data();
    assert_eq!(
        delete_organization(&owner, &tenant, "Prairie", PASSWORD)
            .await
            .expect_failure(422),
        "otp_required"
    );
    app.parts.clock.advance(TimeDelta::seconds(30));
    let path = format!("/api/organizations/{tenant}");
    let wrong = json!({"name": "Prairie", "password": PASSWORD, "otp": "000000"});
    assert_eq!(
        owner
            .send(Method::DELETE, &path, Some(wrong))
            .await
            .expect_failure(422),
        "wrong_otp"
    );
    owner.get("/api/account").await.data();
    let right = json!({"name": "Prairie", "password": PASSWORD, "otp": code()});
    owner.send(Method::DELETE, &path, Some(right)).await.data();
    owner.get("/api/account").await.expect_failure(401);
}

#[tokio::test]
async fn audit_log_is_deleted_only_with_its_organization() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let of = |what: &str| format!("delete from audit_entry where {what}");
    assert!(
        app.raw
            .execute_unprepared(&of("1 = 1"))
            .await
            .unwrap_err()
            .to_string()
            .contains("append-only")
    );
    let tenant = owner.get("/api/account").await.data()["organization"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    delete_organization(&owner, &tenant, "Prairie", PASSWORD)
        .await
        .data();
    let back = app
        .raw
        .execute_unprepared("update organization set deletion_started_at = null")
        .await;
    assert!(back.unwrap_err().to_string().contains("cannot be restored"));
    finish_deletion(&app).await;
}
