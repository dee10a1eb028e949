//! The organization that a sign-in enters, account recovery by operators, and who may invite.

use crate::test_app::PASSWORD;
use crate::{Client, TestApp};
use api::features::accounts::{MfaResetOutcome, reset_mfa, revoke_all_sessions};
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::json;

async fn current_organization(client: &Client) -> String {
    client.get("/api/account").await.data()["organization"]["name"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn sign_in_enters_the_last_used_organization() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let made = owner
        .post("/api/organizations", json!({"name": "West"}))
        .await;
    let west = made.data()["id"].as_str().unwrap().to_owned();
    assert_eq!(
        current_organization(&app.sign_in("0@prairie.example", PASSWORD).await).await,
        "Prairie"
    );
    app.parts.clock.advance(TimeDelta::seconds(5));
    let there = owner
        .send(
            Method::POST,
            &format!("/api/organizations/{west}/switch"),
            None,
        )
        .await;
    let there = app
        .anonymous_client()
        .with_token(there.data()["token"].as_str().unwrap());
    assert_eq!(
        current_organization(&app.sign_in("0@prairie.example", PASSWORD).await).await,
        "West"
    );
    // Another owner removes them, so the previous organization is left.
    let bo = app.add_member(&there, "owner").await;
    let id = there.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    bo.send(Method::DELETE, &format!("/api/members/{id}"), None)
        .await
        .data();
    assert_eq!(
        current_organization(&app.sign_in("0@prairie.example", PASSWORD).await).await,
        "Prairie"
    );
}

#[tokio::test]
async fn with_smtp_only_verified_people_can_invite() {
    let app = TestApp::start_with_mail_server().await;
    let owner = app.create_organization("Prairie").await;
    let invite = json!({"email": "bo@field.example", "role": "viewer"});
    let refused = owner.post("/api/invitations", invite.clone()).await;
    assert_eq!(refused.expect_failure(403), "email_not_verified");
    assert!(
        refused.json["message"]
            .as_str()
            .unwrap()
            .contains("Verify your own email address first"),
        "{}",
        refused.text
    );
    assert!(app.newest_email_to("bo@field.example").await.is_none());
    let token = app.emailed_token("0@prairie.example").await;
    app.anonymous_client()
        .post("/api/auth/verify-email", json!({"token": token}))
        .await
        .data();
    let sent = owner.post("/api/invitations", invite).await;
    let id = sent.data()["id"].as_str().unwrap().to_owned();
    // Another admin with an unconfirmed address cannot resend it either.
    let admin = app.add_member(&owner, "admin").await;
    let again = |client: Client| async move {
        client
            .send(Method::POST, &format!("/api/invitations/{id}/resend"), None)
            .await
    };
    assert_eq!(
        again.clone()(admin).await.expect_failure(403),
        "email_not_verified"
    );
    again(owner).await.data();
}

#[tokio::test]
async fn without_smtp_everyone_can_invite() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    owner
        .post(
            "/api/invitations",
            json!({"email": "bo@field.example", "role": "viewer"}),
        )
        .await
        .data();
}

#[tokio::test]
async fn operator_mfa_reset_is_audited_and_emailed() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let email = "0@prairie.example";
    let reset = || {
        reset_mfa(
            " 0@Prairie.example",
            &app.parts.database,
            &app.parts.mailer,
            &app.parts.clock,
        )
    };
    assert_eq!(reset().await.unwrap(), MfaResetOutcome::NotEnabled);
    let enrollment = owner
        .post("/api/account/mfa", json!({"password": PASSWORD}))
        .await;
    // An unconfirmed enrollment is not required at sign-in, so there is nothing to reset.
    assert_eq!(reset().await.unwrap(), MfaResetOutcome::NotEnabled);
    let secret = crate::mfa::decode_secret(enrollment.data()["secret"].as_str().unwrap());
    let code = api::auth::totp::code_at(&secret, app.parts.clock.now());
    owner
        .post("/api/account/mfa/confirm", json!({"otp": code}))
        .await
        .data();
    let sign_in = json!({"email": email, "password": PASSWORD});
    assert_eq!(
        app.anonymous_client()
            .post("/api/auth/login", sign_in.clone())
            .await
            .expect_failure(401),
        "otp_required"
    );

    app.parts.clock.advance(TimeDelta::seconds(1));
    assert_eq!(reset().await.unwrap(), MfaResetOutcome::Reset(1));
    assert_eq!(
        app.replica_client()
            .await
            .with_token(owner.token())
            .get("/api/account")
            .await
            .expect_failure(401),
        "unauthorized"
    );
    let (subject, text) = app.newest_email_to(email).await.unwrap();
    assert!(
        subject.contains("turned off") && text.contains("an operator of this Sprout server"),
        "{subject} {text}"
    );
    let back = app.sign_in(email, PASSWORD).await;
    let log = back.get("/api/audit-log").await;
    let row = log.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["action"] == "mfa.disabled")
        .unwrap()
        .clone();
    assert_eq!(
        (row["actor"]["kind"].as_str(), &row["after"]),
        (
            Some("system"),
            &json!({"by": "operator", "revokedSessions": 1})
        )
    );
    assert_eq!(back.get("/api/account/mfa").await.data()["enabled"], false);
    assert_eq!(reset().await.unwrap(), MfaResetOutcome::NotEnabled);
    let unknown = reset_mfa(
        "nobody@prairie.example",
        &app.parts.database,
        &app.parts.mailer,
        &app.parts.clock,
    )
    .await;
    assert_eq!(unknown.unwrap(), MfaResetOutcome::UnknownAccount);
}

#[tokio::test]
async fn operator_revokes_all_sessions_of_a_person() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let elsewhere = app.sign_in("0@prairie.example", PASSWORD).await;
    let stays = app.add_member(&owner, "admin").await;
    let end = async |email: &str| {
        revoke_all_sessions(email, &app.parts.database, &app.parts.clock)
            .await
            .unwrap()
    };
    assert_eq!(end(" 0@Prairie.example").await, Some(2));
    let replica = app.replica_client().await;
    for session in [&owner, &elsewhere] {
        assert_eq!(
            replica
                .with_token(session.token())
                .get("/api/account")
                .await
                .expect_failure(401),
            "unauthorized"
        );
    }
    replica
        .with_token(stays.token())
        .get("/api/account")
        .await
        .data();
    // The rest of the account is unchanged.
    let back = app.sign_in("0@prairie.example", PASSWORD).await;
    let log = back.get("/api/audit-log").await;
    let row = log.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["action"] == "session.all_revoked")
        .unwrap()
        .clone();
    assert_eq!(
        (row["actor"]["kind"].as_str(), &row["after"]),
        (
            Some("system"),
            &json!({"by": "operator", "revokedSessions": 2})
        )
    );
    assert_eq!(end("nobody@prairie.example").await, None);
}

#[tokio::test]
async fn concurrent_source_updates_both_succeed() {
    let app = TestApp::start().await;
    let (north, south) = (app.create_warehouse("north"), app.create_warehouse("south"));
    north.write_suppliers("s1,Plains,fertilizer,10,true,2026-06-01T00:00:00Z\n");
    south.write_suppliers("s1,Plains,fertilizer,10,true,2026-06-01T00:00:00Z\n");
    for round in 0..6 {
        let owner = app.create_organization(&format!("Prairie {round}")).await;
        let set = |path: String| {
            let owner = owner.clone();
            async move {
                owner
                    .put(
                        "/api/data-sync/source",
                        json!({"kind": "files", "path": path}),
                    )
                    .await
            }
        };
        // The first two are the organization's first sources; the next two replace them.
        for _ in 0..2 {
            let (one, other) = tokio::join!(
                set(north.path().display().to_string()),
                set(south.path().display().to_string())
            );
            one.data();
            other.data();
            let now = owner.get("/api/data-sync/source").await;
            assert!(
                [one.data()["path"].as_str(), other.data()["path"].as_str()]
                    .contains(&now.data()["path"].as_str())
            );
            assert!(now.data()["path"].is_string());
        }
        let log = owner.get("/api/audit-log").await;
        let entries: Vec<_> = log.data()["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|row| row["action"] == "data_source.updated")
            .cloned()
            .collect();
        assert_eq!(entries.len(), 4);
        // Each entry has the previous source, except the very first.
        assert_eq!(
            entries.iter().filter(|row| row["before"].is_null()).count(),
            1,
            "{entries:?}"
        );
    }
}
