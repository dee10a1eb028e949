//! Two-step sign-in that is demanded, by an organization of its members and by an installation of
//! its operators.

use crate::second_factor::bytes_of;
use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use api::app::app;
use api::auth::{Authority, Keys, Secret, totp};
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

const STEP: &str = "/api/second-step";
/// Something of the organization that everybody in it sees.
const FIGURES: &str = "/api/purchasing/settings";
/// Longer than a server may believe what it looked up.
const SOON: Duration = Duration::from_millis(1_100);

/// Sets two-step sign-in up for whoever is behind a client, with their secret.
pub(crate) async fn set_up(app: &TestApp, client: &Client) -> Vec<u8> {
    let begun = client
        .post("/api/account/mfa", json!({"password": PASSWORD}))
        .await;
    let secret = bytes_of(begun.data()["secret"].as_str().unwrap());
    client
        .post(
            "/api/account/mfa/confirm",
            json!({"otp": totp::code_at(&secret, app.parts.clock.now())}),
        )
        .await
        .data();
    secret
}

async fn demand(client: &Client, required: bool) -> Answer {
    client.put(STEP, json!({"required": required})).await
}

async fn account(client: &Client) -> Value {
    client.get("/api/account").await.data().clone()
}

fn refused(answer: &Answer) {
    assert_eq!(answer.failure(403), "second_step_required");
    assert!(
        answer.json["message"].as_str().unwrap().starts_with(
            "Prairie asks for two-step sign-in of everybody who belongs to it: set it up"
        ),
        "{}",
        answer.text
    );
}

#[tokio::test]
async fn members_without_a_second_step_reach_nothing_before_they_have_set_it_up() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let member = app.colleague(&owner, "member").await;
    let replica = app.replica().await;
    let elsewhere = replica.with_token(member.token());
    for client in [&member, &elsewhere] {
        client.get(FIGURES).await.data();
    }
    assert_eq!(
        owner.get(STEP).await.data(),
        &json!({"required": false, "members": 2, "membersWithout": 2})
    );
    assert_eq!(
        demand(&owner, true).await.failure(409),
        "own_second_step_first"
    );
    member.get(FIGURES).await.data();
    set_up(&app, &owner).await;
    assert_eq!(
        demand(&owner, true).await.data(),
        &json!({"required": true, "members": 2, "membersWithout": 1})
    );
    // At once on the server that was told, and soon on others.
    refused(&member.get(FIGURES).await);
    tokio::time::sleep(SOON).await;
    refused(&elsewhere.get(FIGURES).await);
    refused(&elsewhere.get("/api/data-sync/events").await);
    refused(
        &member
            .send(
                Method::DELETE,
                "/api/account",
                Some(json!({"password": PASSWORD})),
            )
            .await,
    );
    owner.get(FIGURES).await.data();
    // They learn why, from whichever door they come in by.
    let email = account(&member).await["email"].as_str().unwrap().to_owned();
    let again = app.sign_in(&email, PASSWORD).await;
    refused(&again.get(FIGURES).await);
    let own = account(&again).await;
    assert_eq!(
        (&own["secondStepMissing"], &own["permissions"]),
        (&json!(true), &json!([]))
    );
    assert_eq!(
        again.get("/api/organizations").await.data()["items"][0]["secondStepRequired"],
        true
    );
    let (subject, text) = app.letter_to(&email).await.unwrap();
    assert_eq!(subject, "Prairie asks for two-step sign-in");
    assert!(
        text.contains("Prairie Owner has turned two-step sign-in on")
            && text.contains("http://sprout.test/account"),
        "{text}"
    );

    let secret = set_up(&app, &again).await;
    for client in [&again, &member] {
        client.get(FIGURES).await.data();
    }
    assert!(account(&again).await.get("secondStepMissing").is_none());
    tokio::time::sleep(SOON).await;
    elsewhere.get(FIGURES).await.data();
    assert_eq!(owner.get(STEP).await.data()["membersWithout"], 0);

    // It stays on for as long as it is demanded.
    app.parts.clock.advance(TimeDelta::seconds(60));
    let end =
        || json!({"password": PASSWORD, "otp": totp::code_at(&secret, app.parts.clock.now())});
    let stays = again
        .send(Method::DELETE, "/api/account/mfa", Some(end()))
        .await;
    assert_eq!(stays.failure(409), "mfa_demanded");
    assert!(
        stays.json["message"]
            .as_str()
            .unwrap()
            .starts_with("Prairie asks for two-step sign-in"),
        "{}",
        stays.text
    );
    assert_eq!(demand(&owner, false).await.data()["required"], false);
    again
        .send(Method::DELETE, "/api/account/mfa", Some(end()))
        .await
        .data();
    again.get(FIGURES).await.data();
}

#[tokio::test]
async fn who_demands_it_stands_in_the_log_and_members_are_written_to_once() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let admin = app.colleague(&owner, "admin").await;
    let email = account(&admin).await["email"].as_str().unwrap().to_owned();
    set_up(&app, &owner).await;
    for required in [true, true, false, false, true] {
        demand(&owner, required).await.data();
    }
    let letters = app.parts.database.platform().letters(200).await.unwrap();
    let told: Vec<_> = letters
        .iter()
        .filter(|letter| letter.kind == "second_step_demanded")
        .map(|letter| letter.to_address.as_str())
        .collect();
    assert_eq!(told, [email.as_str()]);
    let log = owner.get("/api/audit-log?limit=200").await;
    let said: Vec<_> = log.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["action"] == "organization.second_step_set")
        .collect();
    let after: Vec<_> = said
        .iter()
        .map(|entry| {
            (
                &entry["before"]["secondStepRequired"],
                &entry["after"]["secondStepRequired"],
            )
        })
        .collect();
    let (on, off) = (json!(true), json!(false));
    assert_eq!(
        after,
        [(&off, &on), (&on, &off), (&off, &on)],
        "what changed nothing is not told"
    );
    // Only those who manage members say and see it.
    demand(&owner, false).await.data();
    let member = app.colleague(&owner, "member").await;
    assert_eq!(member.get(STEP).await.failure(403), "forbidden");
    assert_eq!(demand(&member, false).await.failure(403), "forbidden");
    assert_eq!(
        demand(&admin, true).await.failure(409),
        "own_second_step_first"
    );
    set_up(&app, &admin).await;
    demand(&admin, true).await.data();
}

#[tokio::test]
async fn it_holds_in_the_organization_that_demands_it_alone_and_keys_go_on() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let member = app.colleague(&owner, "admin").await;
    let made = member
        .post(
            "/api/api-keys",
            json!({"name": "Export", "permissions": ["purchasing.read"]}),
        )
        .await;
    let key = app
        .anonymous()
        .with_token(made.data()["token"].as_str().unwrap());
    let other = member
        .post("/api/organizations", json!({"name": "Elsewhere"}))
        .await;
    let (other, prairie) = (
        other.data()["id"].as_str().unwrap().to_owned(),
        account(&owner).await["organization"]["id"]
            .as_str()
            .unwrap()
            .to_owned(),
    );
    set_up(&app, &owner).await;
    demand(&owner, true).await.data();
    refused(&member.get(FIGURES).await);
    key.get(FIGURES).await.data();
    // Nothing that was answered under a key of a request before is given again either.
    refused(
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
        app.anonymous()
            .with_token(moved.data()["token"].as_str().unwrap())
    };
    let there = switch(&member, &other).await;
    there.get(FIGURES).await.data();
    let back = switch(&there, &prairie).await;
    refused(&back.get(FIGURES).await);
}

#[tokio::test]
async fn the_demo_demands_nothing() {
    let app = TestApp::start_with_demo().await;
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    assert_eq!(demand(&demo, true).await.failure(409), "demo_account");
}

#[tokio::test]
async fn an_installation_may_demand_it_of_its_operators() {
    let app_ = TestApp::start().await;
    let operator = app_.organization("Prairie").await;
    app_.make_operator(&operator).await;
    let parts = app_.parts.clone();
    let keys = Keys::of(&Secret::of_bytes([7; 32])).unwrap();
    let authority = Authority::new(
        parts.database.clone(),
        parts.clock.clone(),
        parts.entropy.clone(),
        keys,
        parts.public_url.clone(),
        false,
    );
    let authority = Arc::new(authority.demanding_second_step_of_operators(true));
    let strict = Client::anonymous(Arc::new(app(&api::app::Parts { authority, ..parts })))
        .with_token(operator.token());
    operator.get("/api/admin/tenants").await.data();
    assert_eq!(
        strict.get("/api/admin/tenants").await.failure(403),
        "operator_second_step_required"
    );
    strict.get(FIGURES).await.data();
    assert_eq!(account(&strict).await["operator"], true);
    let secret = set_up(&app_, &strict).await;
    strict.get("/api/admin/tenants").await.data();
    app_.parts.clock.advance(TimeDelta::seconds(60));
    let end = json!({"password": PASSWORD, "otp": totp::code_at(&secret, app_.parts.clock.now())});
    assert_eq!(
        strict
            .send(Method::DELETE, "/api/account/mfa", Some(end.clone()))
            .await
            .failure(409),
        "mfa_demanded"
    );
    operator
        .send(Method::DELETE, "/api/account/mfa", Some(end))
        .await
        .data();
}
