//! The outbox for operators: who reads a link that lets its reader in is written down, and nobody
//! reads one where a mail server sends it.

use super::{create_operator, email_of, id_of};
use crate::TestApp;
use serde_json::{Value, json};

const EMAILS: &str = "/api/admin/letters";

fn list_items(answer: &crate::Answer) -> Vec<Value> {
    answer.data()["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn letters_are_listed_without_words_and_read_on_the_record() {
    let app = TestApp::start().await;
    let operator = create_operator(&app).await;
    let owner = app.create_organization("Prairie").await;
    app.parts.clock.advance(chrono::TimeDelta::seconds(1));
    owner
        .post(
            "/api/invitations",
            json!({"email": "bo@field.example", "role": "viewer"}),
        )
        .await
        .data();
    app.parts.clock.advance(chrono::TimeDelta::seconds(1));
    app.anonymous_client()
        .post(
            "/api/auth/password-reset",
            json!({"email": email_of(&owner).await}),
        )
        .await;
    assert_eq!(owner.get(EMAILS).await.expect_failure(403), "operator_only");

    let listed = operator.get(EMAILS).await;
    let kinds: Vec<_> = list_items(&listed)
        .iter()
        .map(|letter| letter["kind"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(kinds, ["password_reset", "invitation"]);
    assert_eq!(
        (&listed.data()["byMail"], &list_items(&listed)[0]["state"]),
        (&json!(false), &json!("waiting"))
    );
    let token = app.emailed_token("bo@field.example").await;
    assert!(!listed.text.contains("#token="), "{}", listed.text);
    let page = operator.get(&format!("{EMAILS}?limit=1")).await;
    let next = page.data()["nextCursor"].as_str().unwrap().to_owned();
    let second = operator
        .get(&format!("{EMAILS}?limit=1&cursor={next}"))
        .await;
    assert_eq!(
        (
            list_items(&second)[0]["kind"].as_str(),
            second.data().get("nextCursor")
        ),
        (Some("invitation"), None)
    );

    let id = list_items(&second)[0]["id"].as_str().unwrap().to_owned();
    let read = operator.get(&format!("{EMAILS}/{id}")).await;
    assert!(
        read.data()["text"]
            .as_str()
            .unwrap()
            .contains(&format!("#token={token}")),
        "{}",
        read.text
    );
    let acts = operator.get("/api/admin/acts").await;
    let act = &acts.data()["items"][0];
    assert_eq!(
        (&act["action"], &act["targetId"], &act["targetName"]),
        (
            &json!("letter.read"),
            &json!(id),
            &json!("invitation to bo@field.example")
        )
    );
    assert_eq!(
        (&act["operatorName"], act["requestId"].is_string()),
        (&json!("Sprout Inc Owner"), true)
    );
    // Its organization is told too, and not by what stands in it.
    let log = owner.get("/api/audit-log?action=letter.read").await;
    assert_eq!(
        (
            &log.data()["items"][0]["author"]["kind"],
            &log.data()["items"][0]["target"]["id"]
        ),
        (&json!("operator"), &json!(id))
    );
    assert!(!log.text.contains(&token) && !acts.text.contains(&token));
    assert_eq!(
        operator
            .get(&format!("{EMAILS}/0197a000-0000-7000-8000-000000000000"))
            .await
            .expect_failure(404),
        "not_found"
    );
    // What is of no use any more has no words, and reading nothing is nothing to write down.
    app.parts.clock.advance(chrono::TimeDelta::days(4));
    app.outbox.purge_expired().await.unwrap();
    let operator = app
        .sign_in("0@sprout-inc.example", crate::test_app::PASSWORD)
        .await;
    let old = operator.get(&format!("{EMAILS}/{id}")).await;
    assert_eq!(
        (
            old.data()["letter"]["state"].as_str(),
            old.data().get("text")
        ),
        (Some("too_old"), None)
    );
    assert!(
        old.data()["withheld"]
            .as_str()
            .unwrap()
            .contains("forgotten"),
        "{}",
        old.text
    );
    assert_eq!(
        operator.get("/api/admin/acts").await.data()["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|act| act["action"] == "letter.read")
            .count(),
        1
    );
    assert!(!id_of(&operator).await.is_empty());
}

#[tokio::test]
async fn where_a_mail_server_sends_them_operators_read_none() {
    let app = TestApp::start_with_mail_server().await;
    let operator = create_operator(&app).await;
    let owner = app.create_organization("Prairie").await;
    app.anonymous_client()
        .post(
            "/api/auth/password-reset",
            json!({"email": email_of(&owner).await}),
        )
        .await;
    let listed = operator.get(EMAILS).await;
    assert_eq!(listed.data()["byMail"], true);
    let reset = list_items(&listed)
        .into_iter()
        .find(|letter| letter["kind"] == "password_reset")
        .unwrap();
    let read = operator
        .get(&format!("{EMAILS}/{}", reset["id"].as_str().unwrap()))
        .await;
    assert!(
        read.data().get("text").is_none() && !read.text.contains("#token="),
        "{}",
        read.text
    );
    assert!(
        read.data()["withheld"]
            .as_str()
            .unwrap()
            .starts_with("A mail server sends the letters"),
        "{}",
        read.text
    );
    assert_eq!(
        operator.get("/api/admin/acts").await.data()["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|act| act["action"] == "letter.read")
            .count(),
        0
    );
}
