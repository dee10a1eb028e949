//! MFA required by an organization for its members, and by an installation for its operators.

use crate::mfa::decode_secret;
use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use api::app::build_app;
use api::auth::{Authority, InstallationSecret, SigningKey, totp};
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// A page that every member can see.
const FIGURES: &str = "/api/purchasing/settings";
/// Longer than servers cache lookups.
const MAX_CACHE_AGE: Duration = Duration::from_millis(1_100);

/// Enables MFA for the client's person. Returns the secret.
pub(crate) async fn enroll_mfa(app: &TestApp, client: &Client) -> Vec<u8> {
    let enrollment = client
        .post("/api/account/mfa", json!({"password": PASSWORD}))
        .await;
    let secret = decode_secret(enrollment.data()["secret"].as_str().unwrap());
    client
        .post(
            "/api/account/mfa/confirm",
            json!({"otp": totp::code_at(&secret, app.parts.clock.now())}),
        )
        .await
        .data();
    secret
}

async fn require_mfa(client: &Client, required: bool) -> Answer {
    let path = client.mfa_policy_path().await;
    client.put(&path, json!({"required": required})).await
}

async fn get_mfa_policy(client: &Client) -> Answer {
    let path = client.mfa_policy_path().await;
    client.get(&path).await
}

async fn get_account(client: &Client) -> Value {
    client.get("/api/account").await.data().clone()
}

fn assert_mfa_required(answer: &Answer) {
    assert_eq!(answer.expect_failure(403), "mfa_required");
    assert!(
        answer.json["message"]
            .as_str()
            .unwrap()
            .starts_with("Prairie requires MFA for all members. Set it up"),
        "{}",
        answer.text
    );
}

#[tokio::test]
async fn required_mfa_blocks_members_until_enrollment() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let member = app.add_member(&owner, "member").await;
    let replica = app.replica_client().await;
    let elsewhere = replica.with_token(member.token());
    for client in [&member, &elsewhere] {
        client.get(FIGURES).await.data();
    }
    assert_eq!(
        get_mfa_policy(&owner).await.data(),
        &json!({"required": false, "members": 2, "membersWithoutMfa": 2})
    );
    assert_eq!(
        require_mfa(&owner, true).await.expect_failure(409),
        "own_mfa_required"
    );
    member.get(FIGURES).await.data();
    enroll_mfa(&app, &owner).await;
    assert_eq!(
        require_mfa(&owner, true).await.data(),
        &json!({"required": true, "members": 2, "membersWithoutMfa": 1})
    );
    // Effective immediately on the server that changed it, and soon on others.
    assert_mfa_required(&member.get(FIGURES).await);
    tokio::time::sleep(MAX_CACHE_AGE).await;
    assert_mfa_required(&elsewhere.get(FIGURES).await);
    assert_mfa_required(&elsewhere.get("/api/data-sync/events").await);
    assert_mfa_required(
        &member
            .send(
                Method::DELETE,
                "/api/account",
                Some(json!({"password": PASSWORD})),
            )
            .await,
    );
    owner.get(FIGURES).await.data();
    // They learn the reason, however they sign in.
    let email = get_account(&member).await["email"]
        .as_str()
        .unwrap()
        .to_owned();
    let again = app.sign_in(&email, PASSWORD).await;
    assert_mfa_required(&again.get(FIGURES).await);
    let own = get_account(&again).await;
    assert_eq!(
        (&own["mfaSetupRequired"], &own["permissions"]),
        (&json!(true), &json!([]))
    );
    assert_eq!(
        again.get("/api/organizations").await.data()["items"][0]["mfaRequired"],
        true
    );
    let (subject, text) = app.newest_email_to(&email).await.unwrap();
    assert_eq!(subject, "Prairie requires MFA");
    assert!(
        text.contains("Prairie Owner now requires multi-factor authentication (MFA)")
            && text.contains("http://sprout.test/account"),
        "{text}"
    );

    let secret = enroll_mfa(&app, &again).await;
    for client in [&again, &member] {
        client.get(FIGURES).await.data();
    }
    assert!(get_account(&again).await.get("mfaSetupRequired").is_none());
    tokio::time::sleep(MAX_CACHE_AGE).await;
    elsewhere.get(FIGURES).await.data();
    assert_eq!(get_mfa_policy(&owner).await.data()["membersWithoutMfa"], 0);

    // MFA cannot be disabled while it is required.
    app.parts.clock.advance(TimeDelta::seconds(60));
    let end =
        || json!({"password": PASSWORD, "otp": totp::code_at(&secret, app.parts.clock.now())});
    let stays = again
        .send(Method::DELETE, "/api/account/mfa", Some(end()))
        .await;
    assert_eq!(stays.expect_failure(409), "mfa_enforced");
    assert!(
        stays.json["message"]
            .as_str()
            .unwrap()
            .starts_with("Prairie requires MFA"),
        "{}",
        stays.text
    );
    assert_eq!(require_mfa(&owner, false).await.data()["required"], false);
    again
        .send(Method::DELETE, "/api/account/mfa", Some(end()))
        .await
        .data();
    again.get(FIGURES).await.data();
}

#[tokio::test]
async fn the_email_about_required_mfa_is_in_the_language_of_the_member() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let member = app.add_member(&owner, "member").await;
    let preferences = "/api/account/preferences";
    let chosen = json!({"language": "pt"});
    member.patch(preferences, chosen).await.data();
    enroll_mfa(&app, &owner).await;
    require_mfa(&owner, true).await.data();
    let account = get_account(&member).await;
    let email = account["email"].as_str().unwrap();
    let (subject, text) = app.newest_email_to(email).await.unwrap();
    assert_eq!(subject, "Prairie exige MFA");
    for part in [
        "Olá, A member,",
        "Prairie Owner agora exige a autenticação multifator",
        "http://sprout.test/account",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[tokio::test]
async fn policy_changes_are_audited_and_members_emailed_once() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let admin = app.add_member(&owner, "admin").await;
    let email = get_account(&admin).await["email"]
        .as_str()
        .unwrap()
        .to_owned();
    enroll_mfa(&app, &owner).await;
    for required in [true, true, false, false, true] {
        require_mfa(&owner, required).await.data();
    }
    let emails = app
        .parts
        .database
        .platform()
        .list_emails(200)
        .await
        .unwrap();
    let recipients: Vec<_> = emails
        .iter()
        .filter(|entry| entry.kind == "mfa_required")
        .map(|entry| entry.to_address.as_str())
        .collect();
    assert_eq!(recipients, [email.as_str()]);
    let log = owner.get("/api/audit-log?limit=200").await;
    let entries: Vec<_> = log.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["action"] == "organization.mfa_policy_updated")
        .collect();
    let after: Vec<_> = entries
        .iter()
        .map(|entry| {
            (
                &entry["before"]["mfaRequired"],
                &entry["after"]["mfaRequired"],
            )
        })
        .collect();
    let (on, off) = (json!(true), json!(false));
    assert_eq!(
        after,
        [(&off, &on), (&on, &off), (&off, &on)],
        "unchanged settings are not logged"
    );
    // Only those who manage members can change and see the policy.
    require_mfa(&owner, false).await.data();
    let member = app.add_member(&owner, "member").await;
    assert_eq!(
        get_mfa_policy(&member).await.expect_failure(403),
        "forbidden"
    );
    assert_eq!(
        require_mfa(&member, false).await.expect_failure(403),
        "forbidden"
    );
    assert_eq!(
        require_mfa(&admin, true).await.expect_failure(409),
        "own_mfa_required"
    );
    enroll_mfa(&app, &admin).await;
    require_mfa(&admin, true).await.data();
}

#[tokio::test]
async fn policy_applies_to_its_organization_and_not_to_keys() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let member = app.add_member(&owner, "admin").await;
    let made = member
        .post(
            "/api/api-keys",
            json!({"name": "Export", "permissions": ["purchasing.read"]}),
        )
        .await;
    let key = app
        .anonymous_client()
        .with_token(made.data()["token"].as_str().unwrap());
    let other = member
        .post("/api/organizations", json!({"name": "Elsewhere"}))
        .await;
    let (other, prairie) = (
        other.data()["id"].as_str().unwrap().to_owned(),
        get_account(&owner).await["organization"]["id"]
            .as_str()
            .unwrap()
            .to_owned(),
    );
    enroll_mfa(&app, &owner).await;
    require_mfa(&owner, true).await.data();
    assert_mfa_required(&member.get(FIGURES).await);
    key.get(FIGURES).await.data();
    // Responses stored under idempotency keys are not replayed either.
    assert_mfa_required(
        &member
            .with_header("idempotency-key", "0198c5a0-7d3e-7a44")
            .post(
                "/api/invitations",
                json!({"email": "a@b.example", "role": "viewer"}),
            )
            .await,
    );
    let switch = async |client: &Client, to: &str| {
        let moved = client
            .send(
                Method::POST,
                &format!("/api/organizations/{to}/switch"),
                None,
            )
            .await;
        app.anonymous_client()
            .with_token(moved.data()["token"].as_str().unwrap())
    };
    let there = switch(&member, &other).await;
    there.get(FIGURES).await.data();
    let back = switch(&there, &prairie).await;
    assert_mfa_required(&back.get(FIGURES).await);
}

#[tokio::test]
async fn demo_cannot_require_mfa() {
    let app = TestApp::start_with_demo().await;
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    assert_eq!(
        require_mfa(&demo, true).await.expect_failure(409),
        "demo_read_only"
    );
}

#[tokio::test]
async fn installation_can_require_mfa_of_operators() {
    let app_ = TestApp::start().await;
    let operator = app_.create_organization("Prairie").await;
    app_.make_operator(&operator).await;
    let parts = app_.parts.clone();
    let keys = SigningKey::first_version(&InstallationSecret::from_bytes([7; 32])).unwrap();
    let authority = Authority::new(
        parts.database.clone(),
        parts.clock.clone(),
        parts.entropy.clone(),
        keys,
        parts.public_url.clone(),
        false,
    );
    let authority = Arc::new(authority.with_operator_mfa(true));
    let strict = Client::anonymous(Arc::new(build_app(&api::app::AppDependencies {
        authority,
        ..parts
    })))
    .with_token(operator.token());
    operator.get("/api/admin/tenants").await.data();
    assert_eq!(
        strict.get("/api/admin/tenants").await.expect_failure(403),
        "operator_mfa_required"
    );
    strict.get(FIGURES).await.data();
    assert_eq!(get_account(&strict).await["operator"], true);
    let secret = enroll_mfa(&app_, &strict).await;
    strict.get("/api/admin/tenants").await.data();
    app_.parts.clock.advance(TimeDelta::seconds(60));
    let end = json!({"password": PASSWORD, "otp": totp::code_at(&secret, app_.parts.clock.now())});
    assert_eq!(
        strict
            .send(Method::DELETE, "/api/account/mfa", Some(end.clone()))
            .await
            .expect_failure(409),
        "mfa_enforced"
    );
    operator
        .send(Method::DELETE, "/api/account/mfa", Some(end))
        .await
        .data();
}
