//! The outbox of letters: sent once whoever sends, put off, forgotten when of no use, and never
//! readable in the database.

use crate::TestApp;
use crate::smtp_server::SmtpServer;
use api::ids::PersonId;
use api::mail::{Letter, LetterKind, Outbox, Post};
use chrono::TimeDelta;
use entities::letter;
use sea_orm::EntityTrait;
use sea_orm::prelude::Uuid;

const LINK: &str = "http://sprout.test/reset-password#token=T0KEN";

async fn put_up(app: &TestApp, to: &str) {
    let words = format!(
        "Use this link:\n\n{}\n",
        app.parts.letters.link("/reset-password", "T0KEN")
    );
    let expires_at = app.parts.clock.now() + TimeDelta::minutes(30);
    let letter = Letter {
        kind: LetterKind::PasswordReset,
        to,
        name: "Ada\r\nBcc: eve@elsewhere.example",
        person: None::<PersonId>,
        organization: None,
        subject: "A new password\r\nBcc: eve@elsewhere.example".to_owned(),
        text: words,
        expires_at,
    };
    app.parts
        .database
        .platform()
        .put_up_letter(app.parts.letters.write(&letter).unwrap())
        .await
        .unwrap();
}

fn post(server: &SmtpServer) -> Post {
    Post::open(
        &server.url(),
        "Sprout <alerts@sprout.example>",
        "http://sprout.test",
    )
    .unwrap()
}

async fn send(outbox: &Outbox, post: &Post) {
    while outbox.send_one(post).await.unwrap() {}
}

async fn kept(app: &TestApp) -> letter::Model {
    letter::Entity::find().one(&app.raw).await.unwrap().unwrap()
}

#[tokio::test]
async fn a_letter_is_sent_once_and_its_words_are_forgotten() {
    let app = TestApp::start_telling_by_mail().await;
    put_up(&app, "ada@prairie.example").await;
    let waiting = kept(&app).await;
    assert!(
        !waiting.body.contains("T0KEN") && !waiting.body.is_empty(),
        "the database does not show the link"
    );
    assert!(
        app.letter_to("ada@prairie.example")
            .await
            .unwrap()
            .1
            .contains(LINK)
    );
    let server = SmtpServer::start().await;
    let (one, other) = (post(&server), post(&server));
    tokio::join!(send(&app.outbox, &one), send(&app.outbox, &other));
    let taken = server.taken();
    assert_eq!(taken.len(), 1, "whoever sends");
    assert_eq!(taken[0].to, "ada@prairie.example");
    assert!(taken[0].text.contains(LINK), "{}", taken[0].text);
    assert!(
        !taken[0].text.lines().any(|line| line.starts_with("Bcc:")),
        "{}",
        taken[0].text
    );
    let sent = kept(&app).await;
    assert_eq!(
        (sent.body.as_str(), sent.sent_at, sent.attempts),
        ("", Some(app.parts.clock.now()), 1)
    );
    app.parts.clock.advance(TimeDelta::days(31));
    app.outbox.clear().await.unwrap();
    assert!(
        letter::Entity::find()
            .one(&app.raw)
            .await
            .unwrap()
            .is_none()
    );
}

#[tokio::test]
async fn a_letter_is_put_off_and_not_sent_when_its_link_is_too_old() {
    let app = TestApp::start_telling_by_mail().await;
    put_up(&app, "ada@prairie.example").await;
    let server = SmtpServer::start().await;
    let post = post(&server);
    server.refuse(["451 4.7.1 come back later"]);
    send(&app.outbox, &post).await;
    let waiting = kept(&app).await;
    assert_eq!(
        waiting.due_at - app.parts.clock.now(),
        TimeDelta::minutes(1)
    );
    assert!(waiting.last_error.unwrap().contains("come back later"));
    send(&app.outbox, &post).await;
    assert!(server.taken().is_empty(), "not before its time");
    app.parts.clock.advance(TimeDelta::minutes(30));
    send(&app.outbox, &post).await;
    assert!(
        server.taken().is_empty(),
        "nobody can use the link any more"
    );
    app.outbox.clear().await.unwrap();
    assert_eq!(kept(&app).await.body, "");
}

#[tokio::test]
async fn a_letter_whose_words_were_moved_here_is_not_sent() {
    let app = TestApp::start_telling_by_mail().await;
    put_up(&app, "ada@prairie.example").await;
    let mut copy = kept(&app).await;
    copy.id = Uuid::from_u128(7);
    copy.to_address = "eve@elsewhere.example".to_owned();
    app.parts
        .database
        .platform()
        .put_up_letter(copy)
        .await
        .unwrap();
    let server = SmtpServer::start().await;
    send(&app.outbox, &post(&server)).await;
    let to: Vec<_> = server.taken().into_iter().map(|taken| taken.to).collect();
    assert_eq!(to, ["ada@prairie.example"]);
}
