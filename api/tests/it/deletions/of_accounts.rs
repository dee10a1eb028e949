//! Deleting one's account: nothing that was the person's alone is left, and organizations keep
//! their logs.

use super::dump::Dump;
use super::full_house::{confirm, full_house};
use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use api::features::organizations::Endings;
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

async fn delete(client: &Client, body: Value) -> Answer {
    client
        .send(Method::DELETE, "/api/account", Some(body))
        .await
}

async fn id(client: &Client, pointer: &str) -> String {
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
async fn nothing_of_a_person_is_left_but_what_organizations_tell_of_them() {
    let app = TestApp::start_telling_by_mail().await;
    let house = full_house(&app, "prairie").await;
    // A member with an organization of their own, whom the house has invited, with a key, an
    // invitation sent, a draft and a conversation there.
    let person = app.organization("canarytwo").await;
    let email = id(&person, "/email").await;
    confirm(&app, &email).await;
    let (person_id, own) = (
        id(&person, "/id").await,
        id(&person, "/organization/id").await,
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
    let token = app.token_sent_to(&email).await;
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
        .anonymous()
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
    app.anonymous()
        .post("/api/auth/password-reset", json!({"email": email}))
        .await;
    let before = Dump::of(&app).await;
    assert!(
        before.tables_with(std::slice::from_ref(&person_id)).len() >= 8,
        "{:?}",
        before.tables_with(std::slice::from_ref(&person_id))
    );

    let answer = delete(&there, json!({"password": PASSWORD})).await;
    assert_eq!(answer.failure(409), "organizations_not_named");
    assert!(
        answer.json["message"]
            .as_str()
            .unwrap()
            .contains("canarytwo"),
        "{}",
        answer.text
    );
    assert_eq!(
        delete(&there, json!({"password": "wrong", "organizations": [own]}))
            .await
            .failure(422),
        "wrong_password"
    );
    // The letters until now are not what this is about.
    let answer = delete(
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
        app.anonymous()
            .with_token(token)
            .get("/api/members")
            .await
            .failure(401);
    }
    let (subject, text) = app.letter_to(&email).await.unwrap();
    assert!(
        subject.contains("was deleted") && text.contains("canarytwo larsen"),
        "{text}"
    );
    app.parts.clock.advance(TimeDelta::days(4));
    app.outbox.clear().await.unwrap();
    Endings::new(app.parts.database.clone(), app.parts.clock.clone())
        .look(|| true)
        .await
        .unwrap();

    let after = Dump::of(&app).await;
    // The house's log: it joined, made a key, invited, asked, and left.
    let words = [person_id.clone(), "canarytwo".to_owned(), own];
    assert_eq!(
        after.tables_with(&words),
        ["audit_entry"],
        "{:#?}",
        after.rows_with(&words)
    );
    let owner = app.sign_in(&house.owner_email, PASSWORD).await;
    let told = owner.get("/api/audit-log?limit=2").await;
    assert_eq!(told.data()["items"][1]["action"], "account.deleted");
    let db = app
        .parts
        .database
        .read(&app.access(&owner).await)
        .await
        .unwrap();
    assert!(db.verify_audit(None).await.unwrap().is_ok());
    // The address is free.
    let again =
        json!({"organization": "Anew", "name": "Ada", "email": email, "password": PASSWORD});
    app.anonymous()
        .post("/api/auth/register", again)
        .await
        .data();
}

#[tokio::test]
async fn the_last_letter_is_forgotten_as_soon_as_it_is_sent() {
    let app = TestApp::start_telling_by_mail().await;
    let person = app.organization("canarytwo").await;
    let (email, own) = (
        id(&person, "/email").await,
        id(&person, "/organization/id").await,
    );
    delete(
        &person,
        json!({"password": PASSWORD, "organizations": [own]}),
    )
    .await
    .data();
    let platform = app.parts.database.platform();
    let now = app.parts.clock.now();
    let due = platform.due_letter(now).await.unwrap().unwrap();
    let mine = platform.claim_letter(due, now).await.unwrap().unwrap();
    assert_eq!(mine.to_address, email);
    app.parts.clock.advance(TimeDelta::minutes(2));
    Endings::new(app.parts.database.clone(), app.parts.clock.clone())
        .look(|| true)
        .await
        .unwrap();
    platform.letter_was_sent(&mine, now).await.unwrap();
    assert_eq!(
        Dump::of(&app).await.tables_with(&[email]),
        Vec::<&str>::new()
    );
}

#[tokio::test]
async fn the_only_owner_of_others_hands_over_first() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let colleague = app.colleague(&owner, "member").await;
    let own = id(&owner, "/organization/id").await;
    let body = json!({"password": PASSWORD, "organizations": [own]});
    let refused = delete(&owner, body.clone()).await;
    assert_eq!(refused.failure(409), "last_owner");
    assert!(
        refused.json["message"]
            .as_str()
            .unwrap()
            .contains("Prairie"),
        "{}",
        refused.text
    );
    let next = id(&colleague, "/id").await;
    owner
        .patch(&format!("/api/members/{next}"), json!({"role": "owner"}))
        .await
        .data();
    delete(&owner, body).await.data();
    // The organization was named and is not theirs to take along: it has another owner.
    assert_eq!(id(&colleague, "/organization/id").await, own);
}

#[tokio::test]
async fn nobody_takes_along_an_organization_that_is_not_theirs_alone_nor_the_demo() {
    let app = TestApp::start_with_demo().await;
    let owner = app.organization("Prairie").await;
    let stranger = app.organization("Elsewhere").await;
    let (prairie, elsewhere) = (
        id(&owner, "/organization/id").await,
        id(&stranger, "/organization/id").await,
    );
    delete(
        &stranger,
        json!({"password": PASSWORD, "organizations": [prairie, elsewhere]}),
    )
    .await
    .data();
    owner.get("/api/account").await.data();
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    assert_eq!(
        delete(&demo, json!({"password": "sprout-demo"}))
            .await
            .failure(409),
        "demo_account"
    );
}
