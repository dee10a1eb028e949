//! The email outbox for operators: reads are audited, and refused if an SMTP server is configured.

use super::{create_operator, email_of, id_of};
use crate::TestApp;
use serde_json::{Value, json};

const EMAILS: &str = "/api/admin/emails";

fn list_items(answer: &crate::Answer) -> Vec<Value> {
    answer.data()["items"].as_array().unwrap().clone()
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn emails_are_listed_without_body_and_reads_are_audited() {
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
    assert_eq!(
        owner.get(EMAILS).await.expect_failure(403),
        "operator_required"
    );

    let listed = operator.get(EMAILS).await;
    let kinds: Vec<_> = list_items(&listed)
        .iter()
        .map(|email| email["kind"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(kinds, ["password_reset", "invitation"]);
    assert_eq!(
        (
            &listed.data()["emailEnabled"],
            &list_items(&listed)[0]["state"]
        ),
        (&json!(false), &json!("pending"))
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
        read.data()["body"]
            .as_str()
            .unwrap()
            .contains(&format!("#token={token}")),
        "{}",
        read.text
    );
    let acts = operator.get("/api/admin/audit-log").await;
    let act = &acts.data()["items"][0];
    assert_eq!(
        (&act["action"], &act["targetId"], &act["targetName"]),
        (
            &json!("email.read"),
            &json!(id),
            &json!("invitation to bo@field.example")
        )
    );
    assert_eq!(
        (&act["operatorName"], act["requestId"].is_string()),
        (&json!("Sprout Inc Owner"), true)
    );
    // The organization's audit log shows the read, without the content of the email.
    let log = owner.get("/api/audit-log?action=email.read").await;
    assert_eq!(
        (
            &log.data()["items"][0]["actor"]["kind"],
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
    // Expired emails have no text, and failing to read one is not audited.
    app.parts.clock.advance(chrono::TimeDelta::days(4));
    app.outbox.purge_expired().await.unwrap();
    let operator = app
        .sign_in("0@sprout-inc.example", crate::test_app::PASSWORD)
        .await;
    let old = operator.get(&format!("{EMAILS}/{id}")).await;
    assert_eq!(
        (
            old.data()["email"]["state"].as_str(),
            old.data().get("body")
        ),
        (Some("expired"), None)
    );
    assert!(
        old.data()["withheldReason"]
            .as_str()
            .unwrap()
            .contains("was sent or has expired"),
        "{}",
        old.text
    );
    assert_eq!(
        operator.get("/api/admin/audit-log").await.data()["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|act| act["action"] == "email.read")
            .count(),
        1
    );
    assert!(!id_of(&operator).await.is_empty());
}

#[tokio::test]
async fn operators_cannot_read_emails_with_smtp() {
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
    assert_eq!(listed.data()["emailEnabled"], true);
    let reset = list_items(&listed)
        .into_iter()
        .find(|email| email["kind"] == "password_reset")
        .unwrap();
    let read = operator
        .get(&format!("{EMAILS}/{}", reset["id"].as_str().unwrap()))
        .await;
    assert!(
        read.data().get("body").is_none() && !read.text.contains("#token="),
        "{}",
        read.text
    );
    assert!(
        read.data()["withheldReason"]
            .as_str()
            .unwrap()
            .starts_with("An SMTP server sends the emails"),
        "{}",
        read.text
    );
    assert_eq!(
        operator.get("/api/admin/audit-log").await.data()["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|act| act["action"] == "email.read")
            .count(),
        0
    );
}
