//! Rotating the key that signs access tokens.

use crate::test_app::PASSWORD;
use crate::{Client, TestApp};
use api::auth::ACTIVATION_DELAY;
use chrono::TimeDelta;
use serde_json::{Value, json};
use std::time::Duration;

/// Signing keys are cached for one second.
const MAX_CACHE_AGE: Duration = Duration::from_millis(1_100);

fn key_id(client: &Client) -> String {
    jsonwebtoken::decode_header(client.token())
        .unwrap()
        .kid
        .unwrap()
}

async fn published_key_ids(client: &Client) -> Vec<String> {
    let set = client.get("/.well-known/jwks.json").await.json;
    set["keys"]
        .as_array()
        .unwrap()
        .iter()
        .map(|key: &Value| key["kid"].as_str().unwrap().to_owned())
        .collect()
}

async fn sign_in_again(at: &Client) -> Client {
    let answer = at
        .post(
            "/api/auth/login",
            json!({"email": "0@prairie.example", "password": PASSWORD}),
        )
        .await;
    at.with_token(answer.data()["token"].as_str().unwrap())
}

#[tokio::test]
async fn a_rotation_keeps_sessions_and_all_servers_follow() {
    let app = TestApp::start().await;
    let before = app.create_organization("Prairie").await;
    let (here, there) = (app.anonymous_client(), app.replica_client().await);
    let first = key_id(&before);
    assert_eq!(
        published_key_ids(&there).await,
        std::slice::from_ref(&first)
    );

    let epoch = app
        .parts
        .database
        .platform()
        .add_signing_key_version(app.parts.clock.now() + ACTIVATION_DELAY)
        .await
        .unwrap();
    assert_eq!(epoch, 2);
    tokio::time::sleep(MAX_CACHE_AGE).await;
    // Published everywhere, but not yet used for signing.
    let known = published_key_ids(&here).await;
    assert_eq!(
        (known.len(), &known, &known[1]),
        (2, &published_key_ids(&there).await, &first)
    );
    assert_eq!(key_id(&sign_in_again(&here).await), first);

    app.parts.clock.advance(ACTIVATION_DELAY);
    for (signer, other) in [(&here, &there), (&there, &here)] {
        let after = sign_in_again(signer).await;
        assert_eq!(key_id(&after), known[0]);
        other
            .with_token(after.token())
            .get("/api/account")
            .await
            .data();
    }
    // A token of the old key is valid until it expires, even on a server that has never seen it.
    app.parts
        .clock
        .advance(TimeDelta::minutes(10) - ACTIVATION_DELAY - TimeDelta::seconds(1));
    there
        .with_token(before.token())
        .get("/api/account")
        .await
        .data();
    app.parts.clock.advance(TimeDelta::minutes(2));
    assert_eq!(
        published_key_ids(&here).await,
        [known[0].clone()],
        "nothing that the old key signed is good any more"
    );
    there
        .with_token(before.token())
        .get("/api/account")
        .await
        .expect_failure(401);
    assert_eq!(key_id(&sign_in_again(&there).await), known[0]);
}

#[tokio::test]
async fn rotations_in_a_row_keep_every_key_that_still_verifies() {
    let app = TestApp::start().await;
    let mut signed = vec![app.create_organization("Prairie").await];
    for _ in 0..3 {
        app.parts
            .database
            .platform()
            .add_signing_key_version(app.parts.clock.now() + ACTIVATION_DELAY)
            .await
            .unwrap();
        app.parts.clock.advance(ACTIVATION_DELAY);
        tokio::time::sleep(MAX_CACHE_AGE).await;
        signed.push(sign_in_again(&app.anonymous_client()).await);
    }
    let mut kids: Vec<String> = signed.iter().map(key_id).collect();
    kids.reverse();
    assert_eq!(published_key_ids(&app.anonymous_client()).await, kids);
    for client in signed {
        client.get("/api/account").await.data();
    }
}
