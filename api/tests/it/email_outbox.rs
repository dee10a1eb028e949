//! The email outbox: emails are sent once, retried, deleted when expired, and unreadable in the
//! database.

use crate::TestApp;
use crate::smtp_server::SmtpServer;
use api::email::{Email, EmailKind, Outbox, SmtpSender};
use api::ids::PersonId;
use chrono::TimeDelta;
use entities::email_outbox;
use sea_orm::EntityTrait;
use sea_orm::prelude::Uuid;

const LINK: &str = "http://sprout.test/reset-password#token=T0KEN";

async fn enqueue_email(app: &TestApp, to: &str) {
    let body = format!(
        "Use this link:\n\n{}\n",
        app.parts.mailer.token_url("/reset-password", "T0KEN")
    );
    let expires_at = app.parts.clock.now() + TimeDelta::minutes(30);
    let email = Email {
        kind: EmailKind::PasswordReset,
        to,
        name: "Ada\r\nBcc: eve@elsewhere.example",
        person: None::<PersonId>,
        organization: None,
        subject: "A new password\r\nBcc: eve@elsewhere.example".to_owned(),
        text: body,
        expires_at,
    };
    app.parts
        .database
        .platform()
        .enqueue_email(app.parts.mailer.seal_email(&email).unwrap())
        .await
        .unwrap();
}

fn smtp_sender(server: &SmtpServer) -> SmtpSender {
    SmtpSender::from_url(
        &server.url(),
        "Sprout <alerts@sprout.example>",
        "http://sprout.test",
    )
    .unwrap()
}

async fn send_due(outbox: &Outbox, post: &SmtpSender) {
    while outbox.send_next(post).await.unwrap() {}
}

async fn load_email(app: &TestApp) -> email_outbox::Model {
    email_outbox::Entity::find()
        .one(&app.raw)
        .await
        .unwrap()
        .unwrap()
}

#[tokio::test]
async fn email_is_sent_once_and_its_body_deleted() {
    let app = TestApp::start_with_mail_server().await;
    enqueue_email(&app, "ada@prairie.example").await;
    let waiting = load_email(&app).await;
    assert!(
        !waiting.sealed_body.contains("T0KEN") && !waiting.sealed_body.is_empty(),
        "the database does not show the link"
    );
    assert!(
        app.newest_email_to("ada@prairie.example")
            .await
            .unwrap()
            .1
            .contains(LINK)
    );
    let server = SmtpServer::start().await;
    let (one, other) = (smtp_sender(&server), smtp_sender(&server));
    tokio::join!(send_due(&app.outbox, &one), send_due(&app.outbox, &other));
    let taken = server.received_emails();
    assert_eq!(taken.len(), 1, "one of both senders delivers");
    assert_eq!(taken[0].to, "ada@prairie.example");
    assert!(taken[0].text.contains(LINK), "{}", taken[0].text);
    assert!(
        !taken[0].text.lines().any(|line| line.starts_with("Bcc:")),
        "{}",
        taken[0].text
    );
    let sent = load_email(&app).await;
    assert_eq!(
        (sent.sealed_body.as_str(), sent.sent_at, sent.attempts),
        ("", Some(app.parts.clock.now()), 1)
    );
    app.parts.clock.advance(TimeDelta::days(31));
    app.outbox.purge_expired().await.unwrap();
    assert!(
        email_outbox::Entity::find()
            .one(&app.raw)
            .await
            .unwrap()
            .is_none()
    );
}

#[tokio::test]
async fn email_is_retried_until_its_link_expires() {
    let app = TestApp::start_with_mail_server().await;
    enqueue_email(&app, "ada@prairie.example").await;
    let server = SmtpServer::start().await;
    let post = smtp_sender(&server);
    server.refuse_next(["451 4.7.1 come back later"]);
    send_due(&app.outbox, &post).await;
    let waiting = load_email(&app).await;
    assert_eq!(
        waiting.next_attempt_at - app.parts.clock.now(),
        TimeDelta::minutes(1)
    );
    assert!(waiting.last_error.unwrap().contains("come back later"));
    send_due(&app.outbox, &post).await;
    assert!(server.received_emails().is_empty(), "not before its time");
    app.parts.clock.advance(TimeDelta::minutes(30));
    send_due(&app.outbox, &post).await;
    assert!(
        server.received_emails().is_empty(),
        "the link no longer works"
    );
    app.outbox.purge_expired().await.unwrap();
    assert_eq!(load_email(&app).await.sealed_body, "");
}

#[tokio::test]
async fn email_with_a_body_from_another_row_is_not_sent() {
    let app = TestApp::start_with_mail_server().await;
    enqueue_email(&app, "ada@prairie.example").await;
    let mut copy = load_email(&app).await;
    copy.id = Uuid::from_u128(7);
    copy.to_address = "eve@elsewhere.example".to_owned();
    app.parts
        .database
        .platform()
        .enqueue_email(copy)
        .await
        .unwrap();
    let server = SmtpServer::start().await;
    send_due(&app.outbox, &smtp_sender(&server)).await;
    let to: Vec<_> = server
        .received_emails()
        .into_iter()
        .map(|taken| taken.to)
        .collect();
    assert_eq!(to, ["ada@prairie.example"]);
}
