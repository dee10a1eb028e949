//! Rotating the key that signs access tokens.

use crate::test_app::PASSWORD;
use crate::{Client, TestApp};
use api::auth::SIGNS_AFTER;
use chrono::TimeDelta;
use serde_json::{Value, json};
use std::time::Duration;

/// What is known of keys is a second old at most.
const SOON: Duration = Duration::from_millis(1_100);

fn kid(client: &Client) -> String {
    jsonwebtoken::decode_header(client.token())
        .unwrap()
        .kid
        .unwrap()
}

async fn published(client: &Client) -> Vec<String> {
    let set = client.get("/.well-known/jwks.json").await.json;
    set["keys"]
        .as_array()
        .unwrap()
        .iter()
        .map(|key: &Value| key["kid"].as_str().unwrap().to_owned())
        .collect()
}

async fn sign_in(at: &Client) -> Client {
    let answer = at
        .post(
            "/api/auth/login",
            json!({"email": "0@prairie.example", "password": PASSWORD}),
        )
        .await;
    at.with_token(answer.data()["token"].as_str().unwrap())
}

#[tokio::test]
async fn a_rotation_signs_nobody_out_and_all_servers_follow() {
    let app = TestApp::start().await;
    let before = app.organization("Prairie").await;
    let (here, there) = (app.anonymous(), app.replica().await);
    let first = kid(&before);
    assert_eq!(published(&there).await, std::slice::from_ref(&first));

    let epoch = app
        .parts
        .database
        .platform()
        .add_signing_epoch(app.parts.clock.now() + SIGNS_AFTER)
        .await
        .unwrap();
    assert_eq!(epoch, 2);
    tokio::time::sleep(SOON).await;
    // Known everywhere, and nobody signs by it yet.
    let known = published(&here).await;
    assert_eq!(
        (known.len(), &known, &known[1]),
        (2, &published(&there).await, &first)
    );
    assert_eq!(kid(&sign_in(&here).await), first);

    app.parts.clock.advance(SIGNS_AFTER);
    for (signer, other) in [(&here, &there), (&there, &here)] {
        let after = sign_in(signer).await;
        assert_eq!(kid(&after), known[0]);
        other
            .with_token(after.token())
            .get("/api/account")
            .await
            .data();
    }
    // A token of the old key is good to its end, on a server that has never seen it.
    app.parts
        .clock
        .advance(TimeDelta::minutes(10) - SIGNS_AFTER - TimeDelta::seconds(1));
    there
        .with_token(before.token())
        .get("/api/account")
        .await
        .data();
    app.parts.clock.advance(TimeDelta::minutes(2));
    assert_eq!(
        published(&here).await,
        [known[0].clone()],
        "nothing that the old key signed is good any more"
    );
    there
        .with_token(before.token())
        .get("/api/account")
        .await
        .failure(401);
    assert_eq!(kid(&sign_in(&there).await), known[0]);
}

#[tokio::test]
async fn rotations_in_a_row_keep_every_key_that_still_verifies() {
    let app = TestApp::start().await;
    let mut signed = vec![app.organization("Prairie").await];
    for _ in 0..3 {
        app.parts
            .database
            .platform()
            .add_signing_epoch(app.parts.clock.now() + SIGNS_AFTER)
            .await
            .unwrap();
        app.parts.clock.advance(SIGNS_AFTER);
        tokio::time::sleep(SOON).await;
        signed.push(sign_in(&app.anonymous()).await);
    }
    let mut kids: Vec<String> = signed.iter().map(kid).collect();
    kids.reverse();
    assert_eq!(published(&app.anonymous()).await, kids);
    for client in signed {
        client.get("/api/account").await.data();
    }
}
