//! Invitations to accounts without an organization.

use super::credentials_body;
use crate::mfa_policy::enroll_mfa;
use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use api::auth::totp;
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

const LIST: &str = "/api/auth/unaffiliated/invitations";
const BO: &str = "bo@field.example";
const UNKNOWN_ID: &str = "0197a000-0000-7000-8000-000000000000";

async fn invite_person(by: &Client, email: &str, role: &str) -> String {
    by.post("/api/invitations", json!({"email": email, "role": role}))
        .await
        .data()["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn list_invitations(app: &TestApp, email: &str) -> Answer {
    app.anonymous_client()
        .post(LIST, credentials_body(email, PASSWORD))
        .await
}

async fn pending_invitations(app: &TestApp, email: &str) -> Vec<Value> {
    let answer = list_invitations(app, email).await;
    assert_eq!(answer.data()["emailVerified"], true);
    answer.data()["items"].as_array().unwrap().clone()
}

fn accept_path(id: &str) -> String {
    format!("{LIST}/{id}/accept")
}

async fn accept_invitation(app: &TestApp, id: &str, body: Value) -> Answer {
    app.anonymous_client().post(&accept_path(id), body).await
}

async fn leave_organization(client: &Client) {
    let id = client.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    client
        .send(Method::DELETE, &format!("/api/members/{id}"), None)
        .await
        .data();
}

/// Bo, who has joined by an invitation and left.
async fn bo_without_organization(app: &TestApp, owner: &Client) -> Client {
    invite_person(owner, BO, "member").await;
    let body = json!({"name": "Bo Field", "email": BO, "password": PASSWORD, "invitation": app.emailed_token(BO).await});
    let session = app
        .anonymous_client()
        .post("/api/auth/register", body)
        .await;
    let bo = app
        .anonymous_client()
        .with_token(session.data()["token"].as_str().unwrap());
    leave_organization(&bo).await;
    app.parts.clock.advance(TimeDelta::seconds(1));
    bo
}

fn signed_in(app: &TestApp, session: &Answer) -> Client {
    assert!(
        session.header("set-cookie").contains("sprout_rt="),
        "{session:?}"
    );
    app.anonymous_client()
        .with_token(session.data()["token"].as_str().unwrap())
}

#[tokio::test]
async fn lists_and_accepts_pending_invitations() {
    let app = TestApp::start().await;
    let (prairie, west) = (
        app.create_organization("Prairie").await,
        app.create_organization("West").await,
    );
    bo_without_organization(&app, &prairie).await;
    assert_eq!(pending_invitations(&app, BO).await, Vec::<Value>::new());
    let first = invite_person(&prairie, BO, "viewer").await;
    app.parts.clock.advance(TimeDelta::seconds(1));
    let second = invite_person(&west, BO, "admin").await;
    invite_person(&west, "cy@field.example", "viewer").await;
    let expected = [
        json!({"id": second, "organization": "West", "role": "admin", "invitedBy": "West Owner", "expiresAt": "2026-06-19T15:00:02+00:00"}),
        json!({"id": first, "organization": "Prairie", "role": "viewer", "invitedBy": "Prairie Owner", "expiresAt": "2026-06-19T15:00:01+00:00"}),
    ];
    assert_eq!(
        pending_invitations(&app, " Bo@Field.Example ").await,
        expected
    );
    // Only the email contains the token of its link.
    let token = app.emailed_token(BO).await;
    assert!(!list_invitations(&app, BO).await.text.contains(&token));

    // Concurrent acceptances: one succeeds.
    let (one, other) = tokio::join!(
        accept_invitation(&app, &second, credentials_body(BO, PASSWORD)),
        accept_invitation(&app, &second, credentials_body(BO, PASSWORD))
    );
    let (joined, refused) = if one.status.is_success() {
        (one, other)
    } else {
        (other, one)
    };
    assert!(refused.status.is_client_error(), "{}", refused.text);
    let bo = signed_in(&app, &joined);
    let account = bo.get("/api/account").await;
    assert_eq!(
        (
            &account.data()["farmName"],
            &account.data()["organization"]["role"]
        ),
        (&json!("West"), &json!("admin"))
    );
    let log = west.get("/api/audit-log?action=invitation.accepted").await;
    let entry = &log.data()["items"][0];
    assert_eq!(
        (
            &entry["actor"]["name"],
            &entry["target"]["name"],
            &entry["after"]
        ),
        (&json!("Bo Field"), &json!(BO), &json!({"role": "admin"}))
    );
    assert_eq!(log.data()["items"].as_array().unwrap().len(), 1);
    // Members of an organization use the endpoints of their account instead, and the link of an
    // accepted invitation is used up.
    assert_eq!(
        list_invitations(&app, BO).await.expect_failure(401),
        "invalid_credentials"
    );
    assert_eq!(
        accept_invitation(&app, &first, credentials_body(BO, PASSWORD))
            .await
            .expect_failure(401),
        "invalid_credentials"
    );
    assert_eq!(
        app.anonymous_client()
            .post("/api/invitations/preview", json!({"token": token}))
            .await
            .expect_failure(409),
        "invitation_already_accepted"
    );
    leave_organization(&bo).await;
    assert_eq!(
        accept_invitation(&app, &second, credentials_body(BO, PASSWORD))
            .await
            .expect_failure(409),
        "invitation_already_accepted"
    );
    let back = accept_invitation(&app, &first, credentials_body(BO, PASSWORD)).await;
    assert_eq!(
        signed_in(&app, &back).get("/api/account").await.data()["farmName"],
        "Prairie"
    );
}

#[tokio::test]
async fn rejects_closed_and_foreign_invitations() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let email = owner.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    bo_without_organization(&app, &owner).await;
    // A guessed ID reveals nothing about other people's invitations.
    let others = invite_person(&owner, "cy@field.example", "owner").await;
    let (theirs, nonexistent) = (
        accept_invitation(&app, &others, credentials_body(BO, PASSWORD)).await,
        accept_invitation(&app, UNKNOWN_ID, credentials_body(BO, PASSWORD)).await,
    );
    assert_eq!(
        (theirs.expect_failure(404), &theirs.json["message"]),
        (
            nonexistent.expect_failure(404),
            &nonexistent.json["message"]
        )
    );

    let revoked = invite_person(&owner, BO, "viewer").await;
    owner
        .send(Method::DELETE, &format!("/api/invitations/{revoked}"), None)
        .await
        .data();
    assert!(pending_invitations(&app, BO).await.is_empty());
    assert_eq!(
        accept_invitation(&app, &revoked, credentials_body(BO, PASSWORD))
            .await
            .expect_failure(409),
        "invitation_revoked"
    );

    let old = invite_person(&owner, BO, "viewer").await;
    app.parts.clock.advance(TimeDelta::hours(73));
    assert!(pending_invitations(&app, BO).await.is_empty());
    assert_eq!(
        accept_invitation(&app, &old, credentials_body(BO, PASSWORD))
            .await
            .expect_failure(409),
        "invitation_expired"
    );
    let owner = app.sign_in(&email, PASSWORD).await;
    owner
        .send(
            Method::POST,
            &format!("/api/invitations/{old}/resend"),
            None,
        )
        .await
        .data();
    assert_eq!(
        pending_invitations(&app, BO).await.len(),
        1,
        "resending creates no second invitation"
    );
    // Valid, except for a role that the invitation does not grant.
    let mut raised = credentials_body(BO, PASSWORD);
    raised["role"] = json!("owner");
    assert_eq!(
        accept_invitation(&app, &old, raised).await.status.as_u16(),
        400
    );
    let bo = signed_in(
        &app,
        &accept_invitation(&app, &old, credentials_body(BO, PASSWORD)).await,
    );
    assert_eq!(
        bo.get("/api/account").await.data()["organization"]["role"],
        "viewer"
    );
}

#[tokio::test]
async fn guesses_share_the_sign_in_limits() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    bo_without_organization(&app, &owner).await;
    let member = owner.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    let id = invite_person(&owner, BO, "viewer").await;
    for path in [LIST.to_owned(), accept_path(&id)] {
        let wrong = app
            .anonymous_client()
            .post(&path, credentials_body(BO, "another password"))
            .await;
        let unknown = app
            .anonymous_client()
            .post(&path, credentials_body("nobody@field.example", PASSWORD))
            .await;
        let busy = app
            .anonymous_client()
            .post(&path, credentials_body(&member, PASSWORD))
            .await;
        for answer in [&wrong, &unknown, &busy] {
            assert_eq!(
                (answer.expect_failure(401), &answer.json["message"]),
                ("invalid_credentials", &wrong.json["message"]),
                "{path}"
            );
        }
    }
    for _ in 0..4 {
        list_with_password(&app, "another password")
            .await
            .expect_failure(401);
        accept_invitation(&app, &id, credentials_body(BO, "another password"))
            .await
            .expect_failure(401);
    }
    assert_eq!(
        list_with_password(&app, PASSWORD).await.expect_failure(429),
        "too_many_attempts"
    );
    assert_eq!(
        accept_invitation(&app, &id, credentials_body(BO, PASSWORD))
            .await
            .expect_failure(429),
        "too_many_attempts"
    );
    assert_eq!(
        super::log_in(&app, BO).await.expect_failure(429),
        "too_many_attempts"
    );
}

async fn list_with_password(app: &TestApp, password: &str) -> Answer {
    app.anonymous_client()
        .post(LIST, credentials_body(BO, password))
        .await
}

#[tokio::test]
async fn unverified_email_lists_no_invitations() {
    for app in [
        TestApp::start().await,
        TestApp::start_with_mail_server().await,
    ] {
        // An account that was registered with an address, without any proof of owning it.
        let (email, _) = super::create_unaffiliated_account(&app).await;
        let owner = app.create_organization("Elsewhere").await;
        let own = owner.get("/api/account").await.data()["email"]
            .as_str()
            .unwrap()
            .to_owned();
        if app.parts.mailer.sends_email() {
            let token = app.emailed_token(&own).await;
            app.anonymous_client()
                .post("/api/auth/verify-email", json!({"token": token}))
                .await
                .data();
        }
        app.parts.clock.advance(TimeDelta::seconds(1));
        let id = invite_person(&owner, &email, "admin").await;
        assert_eq!(
            list_invitations(&app, &email).await.data(),
            &json!({"items": [], "emailVerified": false})
        );
        let refused = accept_invitation(&app, &id, credentials_body(&email, PASSWORD)).await;
        assert_eq!(refused.expect_failure(403), "email_not_verified");
        assert!(
            refused.json["message"]
                .as_str()
                .unwrap()
                .contains("Open the link in the invitation email"),
            "{}",
            refused.text
        );
        // The message does not reveal which IDs exist.
        assert_eq!(
            accept_invitation(&app, UNKNOWN_ID, credentials_body(&email, PASSWORD))
                .await
                .json["message"],
            refused.json["message"]
        );
        // None of these attempts consumed the invitation.
        let token = app.emailed_token(&email).await;
        let body =
            json!({"name": "Robin", "email": email, "password": PASSWORD, "invitation": token});
        app.anonymous_client()
            .post("/api/auth/register", body)
            .await
            .data();
    }
}

#[tokio::test]
async fn limits_suspension_and_mfa_apply_without_the_link() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let bo = bo_without_organization(&app, &owner).await;
    let operator = app.create_organization("Sprout Inc").await;
    app.make_operator(&operator).await;
    let id = invite_person(&owner, BO, "viewer").await;
    let tenant = format!(
        "/api/admin/tenants/{}",
        app.open_access(&owner).await.tenant()
    );
    operator
        .put(
            &format!("{tenant}/limits"),
            json!({"people": 1, "reason": "Plan."}),
        )
        .await
        .data();
    assert_eq!(
        accept_invitation(&app, &id, credentials_body(BO, PASSWORD))
            .await
            .expect_failure(403),
        "plan_limit_reached"
    );
    operator
        .put(&format!("{tenant}/limits"), json!({"reason": "Plan."}))
        .await
        .data();
    operator
        .post(&format!("{tenant}/suspend"), json!({"reason": "Unpaid."}))
        .await
        .data();
    assert_eq!(
        accept_invitation(&app, &id, credentials_body(BO, PASSWORD))
            .await
            .expect_failure(403),
        "organization_suspended"
    );
    operator
        .post(&format!("{tenant}/resume"), json!({"reason": "Paid."}))
        .await
        .data();
    assert_eq!(
        pending_invitations(&app, BO).await.len(),
        1,
        "nothing of that has used it up"
    );

    enroll_mfa(&app, &owner).await;
    owner
        .put(&owner.mfa_policy_path().await, json!({"required": true}))
        .await
        .data();
    drop(bo);
    let bo = signed_in(
        &app,
        &accept_invitation(&app, &id, credentials_body(BO, PASSWORD)).await,
    );
    assert_eq!(
        bo.get("/api/account").await.data()["mfaSetupRequired"],
        true
    );
    assert_eq!(
        bo.get("/api/purchasing/settings").await.expect_failure(403),
        "mfa_required"
    );
    let secret = enroll_mfa(&app, &bo).await;
    bo.get("/api/purchasing/settings").await.data();

    // With MFA, each of the two requests needs a new code.
    leave_organization(&bo).await;
    let id = invite_person(&owner, BO, "member").await;
    let with_code = || {
        app.parts.clock.advance(TimeDelta::seconds(30));
        json!({"email": BO, "password": PASSWORD, "otp": totp::code_at(&secret, app.parts.clock.now())})
    };
    assert_eq!(
        list_invitations(&app, BO).await.expect_failure(401),
        "otp_required"
    );
    assert_eq!(
        accept_invitation(&app, &id, credentials_body(BO, PASSWORD))
            .await
            .expect_failure(401),
        "otp_required"
    );
    let code = with_code();
    assert_eq!(
        app.anonymous_client().post(LIST, code.clone()).await.data()["items"][0]["id"],
        id.as_str()
    );
    assert_eq!(
        accept_invitation(&app, &id, code).await.expect_failure(401),
        "wrong_otp",
        "that code has shown the list"
    );
    let joined = accept_invitation(&app, &id, with_code()).await;
    assert_eq!(
        signed_in(&app, &joined).get("/api/account").await.data()["organization"]["role"],
        "member"
    );
}
