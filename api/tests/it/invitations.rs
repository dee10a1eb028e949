//! Invitations: for one email address and one role, once, with an expiry.

use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use poem::http::{Method, StatusCode};
use serde_json::{Value, json};

const BO: &str = "bo@field.example";

async fn invite_person(by: &Client, email: &str, role: &str) -> Answer {
    by.post("/api/invitations", json!({"email": email, "role": role}))
        .await
}

async fn accept_invitation(client: &Client, token: &str) -> Answer {
    client
        .post("/api/invitations/accept", json!({"token": token}))
        .await
}

async fn preview_invitation(app: &TestApp, token: &str) -> Answer {
    app.anonymous_client()
        .post("/api/invitations/preview", json!({"token": token}))
        .await
}

async fn register_person(app: &TestApp, email: &str, token: Option<&str>) -> Answer {
    let mut body = json!({"organization": "Of their own", "name": "Bo Field", "email": email, "password": PASSWORD});
    if let Some(token) = token {
        body["invitation"] = json!(token);
    }
    app.anonymous_client()
        .post("/api/auth/register", body)
        .await
}

fn client_of(app: &TestApp, session: &Answer) -> Client {
    app.anonymous_client()
        .with_token(session.data()["token"].as_str().unwrap())
}

async fn pending_invitations(client: &Client) -> Vec<Value> {
    client.get("/api/invitations").await.data()["items"]
        .as_array()
        .unwrap()
        .clone()
}

#[tokio::test]
async fn an_invitation_is_in_the_language_of_its_recipient_or_sender() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    invite_person(&owner, BO, "admin").await.data();
    let (subject, text) = app.newest_email_to(BO).await.unwrap();
    let inviter = owner.get("/api/account").await.data()["name"].clone();
    let inviter = inviter.as_str().unwrap();
    assert_eq!(subject, format!("{inviter} invites you to Prairie"));
    for part in [
        "to join Prairie on Sprout as an admin.",
        "until 19 June 2026 at 15:00 (UTC):",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }

    let preferences = "/api/account/preferences";
    let chosen = json!({"language": "es"});
    owner.patch(preferences, chosen).await.data();
    app.parts.clock.advance(TimeDelta::minutes(1));
    let created = invite_person(&owner, BO, "viewer").await;
    let (subject, text) = app.newest_email_to(BO).await.unwrap();
    assert_eq!(subject, format!("{inviter} le invita a Prairie"));
    for part in [
        "unirse a Prairie en Sprout como lector.",
        "hasta el 19 de junio de 2026 a las 15:01 (UTC):",
        "/invitation#token=",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }

    // The address belongs to a person with a language of their own.
    let registered = register_person(&app, BO, None).await;
    let bo = client_of(&app, &registered);
    let chosen = json!({"language": "pt"});
    bo.patch(preferences, chosen).await.data();
    app.parts.clock.advance(TimeDelta::minutes(1));
    let id = created.data()["id"].as_str().unwrap();
    let path = format!("/api/invitations/{id}/resend");
    owner.post(&path, json!({})).await.data();
    let (subject, text) = app.newest_email_to(BO).await.unwrap();
    assert_eq!(subject, format!("{inviter} convida você para Prairie"));
    assert!(text.contains("no Sprout como leitor."), "{text}");
}

#[tokio::test]
async fn registering_with_a_link_joins_the_organization() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let invited = invite_person(&owner, " Bo@Field.Example ", "member").await;
    assert_eq!(
        (
            &invited.data()["email"],
            &invited.data()["role"],
            &invited.data()["expired"]
        ),
        (&json!(BO), &json!("member"), &json!(false))
    );
    let (subject, text) = app.newest_email_to(BO).await.unwrap();
    assert_eq!(subject, "Prairie Owner invites you to Prairie");
    assert!(
        text.contains("http://sprout.test/invitation#token="),
        "{text}"
    );
    assert!(text.contains("19 June 2026 at 15:00 (UTC)"), "{text}");
    let token = app.emailed_token(BO).await;
    let shown = preview_invitation(&app, &token).await;
    let expected = json!({"organization": "Prairie", "role": "member", "email": BO, "invitedBy": "Prairie Owner", "expiresAt": "2026-06-19T15:00:00+00:00"});
    assert_eq!(*shown.data(), expected);
    let bo = client_of(&app, &register_person(&app, BO, Some(&token)).await);
    let account = bo.get("/api/account").await;
    assert_eq!(
        (
            &account.data()["farmName"],
            &account.data()["organization"]["role"]
        ),
        (&json!("Prairie"), &json!("member"))
    );
    assert_eq!(
        bo.get("/api/organizations").await.data()["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert!(pending_invitations(&owner).await.is_empty());
    assert_eq!(
        preview_invitation(&app, &token).await.expect_failure(409),
        "invitation_already_accepted"
    );
    assert_eq!(
        register_person(&app, BO, Some(&token))
            .await
            .expect_failure(409),
        "invitation_already_accepted"
    );
}

#[tokio::test]
async fn existing_account_joins_once_and_keeps_its_organization() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let bo = client_of(&app, &register_person(&app, BO, None).await);
    invite_person(&owner, BO, "viewer").await.data();
    let token = app.emailed_token(BO).await;
    // Concurrent acceptances: one succeeds.
    let (one, other) = tokio::join!(
        accept_invitation(&bo, &token),
        accept_invitation(&bo, &token)
    );
    let (joined, refused) = if one.status == StatusCode::OK {
        (one, other)
    } else {
        (other, one)
    };
    assert_eq!(
        (
            &joined.data()["name"],
            &joined.data()["role"],
            &joined.data()["current"]
        ),
        (&json!("Prairie"), &json!("viewer"), &json!(false))
    );
    assert!(
        ["invitation_already_accepted", "already_member"].contains(&refused.expect_failure(409)),
        "{}",
        refused.text
    );
    assert_eq!(
        accept_invitation(&bo, &token).await.expect_failure(409),
        "invitation_already_accepted"
    );
    let id = joined.data()["id"].as_str().unwrap();
    let switched = bo
        .send(
            Method::POST,
            &format!("/api/organizations/{id}/switch"),
            None,
        )
        .await;
    assert_eq!(
        client_of(&app, &switched).get("/api/account").await.data()["farmName"],
        "Prairie"
    );
}

#[tokio::test]
async fn rejects_other_accounts_and_a_role_in_the_body() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let eve = app.create_organization("Elsewhere").await;
    invite_person(&owner, BO, "viewer").await.data();
    let token = app.emailed_token(BO).await;
    assert_eq!(
        accept_invitation(&eve, &token).await.expect_failure(403),
        "invitation_email_mismatch"
    );
    assert_eq!(
        register_person(&app, "eve@elsewhere.example", Some(&token))
            .await
            .expect_failure(403),
        "invitation_email_mismatch"
    );
    let raised = eve
        .post(
            "/api/invitations/accept",
            json!({"token": token, "role": "owner"}),
        )
        .await;
    assert_eq!(raised.status.as_u16(), 400, "{}", raised.text);
    let raised = json!({"name": "Bo", "email": BO, "password": PASSWORD, "invitation": token, "role": "owner"});
    assert_eq!(
        app.anonymous_client()
            .post("/api/auth/register", raised)
            .await
            .status
            .as_u16(),
        400
    );
    // None of these attempts consumed the invitation.
    let bo = client_of(&app, &register_person(&app, BO, Some(&token)).await);
    assert_eq!(
        bo.get("/api/account").await.data()["organization"]["role"],
        "viewer"
    );
}

#[tokio::test]
async fn invitation_ends_by_expiry_revocation_or_replacement() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let email = owner.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    invite_person(&owner, BO, "member").await.data();
    let first = app.emailed_token(BO).await;
    app.parts.clock.advance(TimeDelta::hours(73));
    let owner = app.sign_in(&email, PASSWORD).await;
    for answer in [
        preview_invitation(&app, &first).await,
        register_person(&app, BO, Some(&first)).await,
    ] {
        assert_eq!(answer.expect_failure(409), "invitation_expired");
        assert!(
            answer.json["message"]
                .as_str()
                .unwrap()
                .contains("to resend it"),
            "{}",
            answer.text
        );
    }
    let listed = pending_invitations(&owner).await;
    assert_eq!(listed[0]["expired"], true);
    let id = listed[0]["id"].as_str().unwrap().to_owned();
    let again = owner
        .send(Method::POST, &format!("/api/invitations/{id}/resend"), None)
        .await;
    assert_eq!(again.data()["expired"], false);
    let second = app.emailed_token(BO).await;
    assert_ne!(first, second);
    assert_eq!(
        preview_invitation(&app, &first).await.expect_failure(409),
        "invitation_replaced"
    );
    preview_invitation(&app, &second).await.data();
    owner
        .send(Method::DELETE, &format!("/api/invitations/{id}"), None)
        .await
        .data();
    assert_eq!(
        preview_invitation(&app, &second).await.expect_failure(409),
        "invitation_revoked"
    );
    assert_eq!(
        register_person(&app, BO, Some(&second))
            .await
            .expect_failure(409),
        "invitation_revoked"
    );
    assert_eq!(
        owner
            .send(Method::DELETE, &format!("/api/invitations/{id}"), None)
            .await
            .expect_failure(404),
        "not_found"
    );
    assert_eq!(
        owner
            .send(Method::POST, &format!("/api/invitations/{id}/resend"), None)
            .await
            .expect_failure(404),
        "not_found"
    );
    // Inviting the same address twice leaves one invitation.
    invite_person(&owner, BO, "viewer").await.data();
    app.parts.clock.advance(TimeDelta::seconds(1));
    invite_person(&owner, BO, "member").await.data();
    assert_eq!(pending_invitations(&owner).await.len(), 1);
    let bo = client_of(
        &app,
        &register_person(&app, BO, Some(&app.emailed_token(BO).await)).await,
    );
    assert_eq!(
        bo.get("/api/account").await.data()["organization"]["role"],
        "member"
    );
    assert_eq!(
        preview_invitation(&app, "no-token")
            .await
            .expect_failure(404),
        "not_found"
    );
}

#[tokio::test]
async fn cannot_invite_above_own_role_or_after_demotion() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let admin = app.add_member(&owner, "admin").await;
    let member = app.add_member(&owner, "member").await;
    assert_eq!(
        invite_person(&admin, BO, "owner").await.expect_failure(403),
        "forbidden"
    );
    assert_eq!(
        invite_person(&member, BO, "viewer")
            .await
            .expect_failure(403),
        "forbidden"
    );
    assert!(app.newest_email_to(BO).await.is_none());
    // Only an owner can revoke an invitation to become an owner.
    let owners = invite_person(&owner, "cy@field.example", "owner")
        .await
        .data()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        admin
            .send(Method::DELETE, &format!("/api/invitations/{owners}"), None)
            .await
            .expect_failure(403),
        "forbidden"
    );
    invite_person(&admin, BO, "admin").await.data();
    let token = app.emailed_token(BO).await;
    let id = admin.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    owner
        .patch(&format!("/api/members/{id}"), json!({"role": "member"}))
        .await
        .data();
    assert_eq!(
        register_person(&app, BO, Some(&token))
            .await
            .expect_failure(409),
        "invitation_revoked"
    );
    assert_eq!(pending_invitations(&owner).await.len(), 1);
}

#[tokio::test]
async fn response_does_not_reveal_existing_accounts() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    register_person(&app, BO, None).await.data();
    let strip = |answer: &Answer| {
        let mut data = answer.data().clone();
        data["id"] = Value::Null;
        data["email"] = Value::Null;
        data
    };
    let (known, unknown) = (
        invite_person(&owner, BO, "viewer").await,
        invite_person(&owner, "nobody@field.example", "viewer").await,
    );
    assert_eq!(strip(&known), strip(&unknown));
    let owner_email = owner.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        invite_person(&owner, &owner_email, "viewer")
            .await
            .expect_failure(409),
        "already_member"
    );
    let wrong = invite_person(&owner, "no address", "viewer").await;
    assert_eq!(
        (wrong.expect_failure(422), &wrong.json["details"][0]["path"]),
        ("invalid_values", &json!("email"))
    );
}

#[tokio::test]
async fn invitation_emails_are_rate_limited() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    for _ in 0..5 {
        invite_person(&owner, BO, "viewer").await.data();
    }
    let refused = invite_person(&owner, BO, "viewer").await;
    assert_eq!(
        (refused.expect_failure(429), refused.header("retry-after")),
        ("too_many_attempts", "600")
    );
    for number in 0..35 {
        invite_person(&owner, &format!("{number}@field.example"), "viewer")
            .await
            .data();
    }
    assert_eq!(
        invite_person(&owner, "one-more@field.example", "viewer")
            .await
            .expect_failure(429),
        "too_many_attempts"
    );
    app.parts.clock.advance(TimeDelta::minutes(1));
    invite_person(&owner, "one-more@field.example", "viewer")
        .await
        .data();
}

#[tokio::test]
async fn invitations_are_isolated_by_organization() {
    let app = TestApp::start_with_demo().await;
    let owner = app.create_organization("Prairie").await;
    let stranger = app.create_organization("Elsewhere").await;
    let id = invite_person(&owner, BO, "viewer").await.data()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(pending_invitations(&stranger).await.is_empty());
    assert_eq!(
        stranger
            .send(Method::DELETE, &format!("/api/invitations/{id}"), None)
            .await
            .expect_failure(404),
        "not_found"
    );
    assert_eq!(
        stranger
            .send(Method::POST, &format!("/api/invitations/{id}/resend"), None)
            .await
            .expect_failure(404),
        "not_found"
    );
    assert_eq!(pending_invitations(&owner).await.len(), 1);
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    assert_eq!(
        invite_person(&demo, BO, "viewer").await.expect_failure(409),
        "demo_read_only"
    );
}

/// A person who has left their last organization gets a specific error, and can join again with the
/// same password.
#[tokio::test]
async fn account_without_organization_can_join_again() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let login = async |password: &str| {
        app.anonymous_client()
            .post(
                "/api/auth/login",
                json!({"email": BO, "password": password}),
            )
            .await
    };
    for way_back in ["an organization of their own", "an invitation"] {
        // The newest email is that of this invitation.
        app.parts.clock.advance(TimeDelta::seconds(1));
        invite_person(&owner, BO, "viewer").await.data();
        let token = app.emailed_token(BO).await;
        let bo = client_of(&app, &register_person(&app, BO, Some(&token)).await);
        let id = bo.get("/api/account").await.data()["id"]
            .as_str()
            .unwrap()
            .to_owned();
        bo.send(Method::DELETE, &format!("/api/members/{id}"), None)
            .await
            .data();
        assert_eq!(login(PASSWORD).await.expect_failure(403), "no_organization");
        assert_eq!(
            login("another password").await.expect_failure(401),
            "invalid_credentials"
        );
        if way_back == "an invitation" {
            break;
        }
        let wrong = json!({"organization": "Theirs", "name": "Eve", "email": BO, "password": "another password"});
        assert_eq!(
            app.anonymous_client()
                .post("/api/auth/register", wrong)
                .await
                .expect_failure(409),
            "email_taken"
        );
        let own = client_of(&app, &register_person(&app, BO, None).await);
        assert_eq!(own.get("/api/account").await.data()["id"], json!(id));
        assert_eq!(
            own.get("/api/account").await.data()["farmName"],
            "Of their own"
        );
        // Removed again, to test the other way to join.
        let cy = app.add_member(&own, "owner").await;
        cy.send(Method::DELETE, &format!("/api/members/{id}"), None)
            .await
            .data();
    }
    app.parts.clock.advance(TimeDelta::seconds(1));
    invite_person(&owner, BO, "member").await.data();
    let bo = client_of(
        &app,
        &register_person(&app, BO, Some(&app.emailed_token(BO).await)).await,
    );
    assert_eq!(
        bo.get("/api/account").await.data()["organization"]["role"],
        "member"
    );
}

#[tokio::test]
async fn invitation_link_verifies_the_email_address() {
    let app = TestApp::start_with_mail_server().await;
    let owner = app.create_organization("Prairie").await;
    let own = app.emailed_token("0@prairie.example").await;
    app.anonymous_client()
        .post("/api/auth/verify-email", json!({"token": own}))
        .await
        .data();
    invite_person(&owner, BO, "viewer").await.data();
    let token = app.emailed_token(BO).await;
    let bo = client_of(&app, &register_person(&app, BO, Some(&token)).await);
    assert_eq!(bo.get("/api/account").await.data()["emailVerified"], true);
    let (subject, _) = app.newest_email_to(BO).await.unwrap();
    assert_eq!(
        subject, "Prairie Owner invites you to Prairie",
        "another email was sent"
    );
}
