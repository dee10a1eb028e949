//! Who may create accounts and organizations.

use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use api::config::{Mode, SignUpPolicy};
use serde_json::{Value, json};

const REFUSED: &str = "sign_up_closed";

fn registration(email: &str) -> Value {
    json!({"organization": "Prairie", "name": "Ada", "email": email, "password": PASSWORD})
}

async fn register(client: &Client, email: &str) -> Answer {
    client.post("/api/auth/register", registration(email)).await
}

/// The token of an invitation to `email`.
async fn invite(app: &TestApp, owner: &Client, email: &str) -> String {
    owner
        .post(
            "/api/invitations",
            json!({"email": email, "role": "member"}),
        )
        .await
        .data();
    app.emailed_token(email).await
}

async fn register_invited(client: &Client, email: &str, token: &str) -> Answer {
    let mut body = registration(email);
    body["invitation"] = json!(token);
    client.post("/api/auth/register", body).await
}

async fn advertised_policy(client: &Client) -> Value {
    client.get("/health/ready").await.data()["signUp"].clone()
}

#[tokio::test]
async fn the_first_account_can_always_be_created() {
    for policy in [SignUpPolicy::Invite, SignUpPolicy::Closed] {
        // The demo's account does not count.
        let app = TestApp::start_with_demo().await;
        let client = app.client_with_sign_up(policy);
        assert_eq!(advertised_policy(&client).await, "open");
        let first = register(&client, "ada@prairie.example").await;
        assert_eq!(first.data()["organization"]["role"], "owner");
        assert_ne!(advertised_policy(&client).await, "open");
        let second = register(&client, "bo@field.example").await;
        assert_eq!(second.expect_failure(403), REFUSED);
    }
}

#[tokio::test]
async fn of_two_concurrent_registrations_one_is_the_first() {
    let app = TestApp::start().await;
    let client = app.client_with_sign_up(SignUpPolicy::Invite);
    let (one, other) = tokio::join!(
        register(&client, "ada@prairie.example"),
        register(&client, "bo@field.example")
    );
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 403], "{} {}", one.text, other.text);
}

#[tokio::test]
async fn invitations_are_the_only_way_in() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let token = invite(&app, &owner, "bo@field.example").await;
    let client = app.client_with_sign_up(SignUpPolicy::Invite);
    assert_eq!(advertised_policy(&client).await, "invite");
    let stranger = register(&client, "cy@stranger.example").await;
    assert_eq!(stranger.expect_failure(403), REFUSED);
    assert!(
        stranger.json["message"]
            .as_str()
            .unwrap()
            .contains("by invitation only"),
        "{}",
        stranger.text
    );
    let guessed = register_invited(&client, "cy@stranger.example", "guessed").await;
    assert_eq!(guessed.expect_failure(404), "not_found");
    let invited = register_invited(&client, "bo@field.example", &token).await;
    assert_eq!(invited.data()["organization"]["role"], "member");
}

#[tokio::test]
async fn refusals_do_not_reveal_accounts() {
    let app = TestApp::start().await;
    register(&app.anonymous_client(), "ada@prairie.example").await;
    let client = app.client_with_sign_up(SignUpPolicy::Invite);
    let known = register(&client, "ada@prairie.example").await;
    let unknown = register(&client, "cy@stranger.example").await;
    assert_eq!(known.expect_failure(403), unknown.expect_failure(403));
    assert_eq!(known.json["message"], unknown.json["message"]);
}

#[tokio::test]
async fn closed_servers_accept_no_invited_accounts() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let token = invite(&app, &owner, "bo@field.example").await;
    let client = app.client_with_sign_up(SignUpPolicy::Closed);
    assert_eq!(advertised_policy(&client).await, "closed");
    let invited = register_invited(&client, "bo@field.example", &token).await;
    assert_eq!(invited.expect_failure(403), REFUSED);
    let stranger = register(&client, "cy@stranger.example").await;
    assert_eq!(stranger.expect_failure(403), REFUSED);
}

#[tokio::test]
async fn closed_servers_let_existing_accounts_accept_invitations() {
    let app = TestApp::start().await;
    let (prairie, field) = (
        app.create_organization("Prairie").await,
        app.create_organization("Field").await,
    );
    let email = field.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    let token = invite(&app, &prairie, &email).await;
    let joined = app
        .client_with_sign_up(SignUpPolicy::Closed)
        .with_token(field.token())
        .post("/api/invitations/accept", json!({"token": token}))
        .await;
    joined.data();
}

#[tokio::test]
async fn new_organizations_need_open_sign_up() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    for policy in [SignUpPolicy::Invite, SignUpPolicy::Closed] {
        let client = app.client_with_sign_up(policy).with_token(owner.token());
        let refused = client
            .post("/api/organizations", json!({"name": "Second"}))
            .await;
        assert_eq!(refused.expect_failure(403), REFUSED);
    }
    let open = owner
        .post("/api/organizations", json!({"name": "Second"}))
        .await;
    assert_eq!(open.data()["role"], "owner");
}

#[test]
fn the_default_depends_on_the_mode() {
    let mut config = crate::test_app::test_config(std::path::Path::new("."));
    config.sign_up = None;
    assert_eq!(config.sign_up(), SignUpPolicy::Invite);
    config.mode = Mode::Hosted;
    assert_eq!(config.sign_up(), SignUpPolicy::Open);
    config.sign_up = Some(SignUpPolicy::Closed);
    assert_eq!(config.sign_up(), SignUpPolicy::Closed);
}
