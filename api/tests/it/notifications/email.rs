//! Notification emails: one per recipient, retried with backoff.

use super::NotificationFixture;
use crate::smtp_server::{ReceivedEmail, SmtpServer};
use crate::{Client, TestApp};
use api::email::{SmtpSender, UnsubscribeLinks};
use api::features::notifications::{
    NotificationEmailSender, Notifier, Observation, ObservedSubject,
};
use chrono::TimeDelta;
use entities::{job, membership};
use mail_parser::{Message, MessageParser, MimeHeaders};
use poem::Request;
use poem::http::{Method, StatusCode};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::json;

/// A fixture with an SMTP server whose suppliers have just failed.
async fn start_with_failed_sync() -> NotificationFixture {
    let farm = NotificationFixture::from_app(TestApp::start_with_mail_server().await).await;
    farm.break_source("supplier_name");
    farm.run_sync().await.expect_failure(422);
    farm
}

fn email_sender(farm: &NotificationFixture, url: &str) -> NotificationEmailSender {
    let post = SmtpSender::from_url(
        url,
        "Sprout <alerts@sprout.example>",
        "https://sprout.example",
    )
    .unwrap();
    NotificationEmailSender::new(
        farm.app.parts.database.clone(),
        farm.app.parts.clock.clone(),
        post,
        UnsubscribeLinks::new(farm.app.parts.vault.clone()),
    )
}

/// Sends all due emails.
async fn send_due(mails: &NotificationEmailSender) {
    while mails.send_next().await.unwrap() {}
}

async fn load_jobs(farm: &NotificationFixture) -> Vec<job::Model> {
    job::Entity::find()
        .filter(job::Column::Kind.eq("email"))
        .order_by_asc(job::Column::Id)
        .all(&farm.app.raw)
        .await
        .unwrap()
}

fn header_value<'a>(text: &'a str, name: &str) -> &'a str {
    text.lines()
        .find_map(|line| line.strip_prefix(name))
        .unwrap_or_else(|| panic!("no {name} in {text}"))
}

#[tokio::test]
async fn members_who_run_syncs_get_one_email_each() {
    let mut farm = NotificationFixture::from_app(TestApp::start_with_mail_server().await).await;
    for role in ["admin", "member", "viewer"] {
        farm.app.add_member(&farm.owner, role).await;
    }
    farm.break_source("supplier_name");
    farm.warehouse
        .write_inventory("x\n")
        .write_file("inventory_data.csv", "nothing\n");
    assert_eq!(
        farm.run_sync().await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    assert_eq!(farm.list_notifications().await["emailEnabled"], json!(true));
    let server = SmtpServer::start().await;
    let (one, other) = (
        email_sender(&farm, &server.url()),
        email_sender(&farm, &server.url()),
    );
    tokio::join!(send_due(&one), send_due(&other));
    let mut taken = server.received_emails();
    taken.sort_by(|one, other| one.to.cmp(&other.to));
    let to: Vec<&str> = taken.iter().map(|mail| mail.to.as_str()).collect();
    assert_eq!(
        to,
        ["0@prairie.example", "1@admin.example"],
        "two failures in one run are one mail"
    );
    let text = &taken[0].text;
    assert_eq!(
        header_value(text, "Subject: "),
        "Prairie: 2 notifications from Sprout"
    );
    assert_eq!(header_value(text, "Auto-Submitted: "), "auto-generated");
    assert!(
        text.contains("supplier_data failed to sync\n16 June 2026 at 15:00 (UTC)\n"),
        "{text}"
    );
    assert!(
        text.contains("inventory_data failed to sync\n")
            && text.contains("Open Data Sync: https://sprout.example/data-sync\n"),
        "{text}"
    );
    assert_ne!(
        header_value(text, "Message-ID: "),
        header_value(&taken[1].text, "Message-ID: ")
    );
    let done = load_jobs(&farm).await;
    assert!(
        done.iter()
            .all(|job| (job.state.as_str(), job.attempts, &job.last_error) == ("done", 1, &None)),
        "{done:?}"
    );

    // The same failure again sends no email; the recovery does.
    farm.run_sync().await;
    send_due(&one).await;
    assert_eq!(server.received_emails().len(), 2);
    farm.advance_clock(TimeDelta::minutes(5)).await;
    farm.repair_source();
    std::fs::remove_file(farm.warehouse.path().join("inventory_data.csv")).unwrap();
    farm.run_sync().await.data();
    send_due(&one).await;
    let text = &server.received_emails()[2].text;
    assert_eq!(
        header_value(text, "Subject: "),
        "Prairie: supplier_data syncs again"
    );
    assert!(
        text.contains("It had failed since 16 June 2026 at 15:00 (UTC), for 5 minutes."),
        "{text}"
    );
    assert_eq!(server.received_emails().len(), 4);
}

#[tokio::test]
async fn deferred_email_is_retried_with_the_same_id() {
    let farm = start_with_failed_sync().await;
    let server = SmtpServer::start().await;
    let mails = email_sender(&farm, &server.url());
    server.refuse_next(["451 4.7.1 come back later"]);
    send_due(&mails).await;
    let waiting = load_jobs(&farm).await.remove(0);
    assert_eq!((waiting.state.as_str(), waiting.attempts), ("queued", 1));
    assert_eq!(
        waiting.due_at - farm.app.parts.clock.now(),
        TimeDelta::minutes(1)
    );
    assert!(waiting.last_error.unwrap().contains("come back later"));
    send_due(&mails).await;
    assert!(server.received_emails().is_empty(), "not before its time");
    farm.app.parts.clock.advance(TimeDelta::minutes(1));
    send_due(&mails).await;
    let sent = load_jobs(&farm).await.remove(0);
    assert_eq!(
        (sent.state.as_str(), sent.attempts, sent.last_error),
        ("done", 2, None)
    );
    let taken = server.received_emails();
    assert_eq!(taken.len(), 1);
    let errand: serde_json::Value = serde_json::from_str(&sent.payload).unwrap();
    let id = format!(
        "<{}.{}@sprout.example>",
        errand["notifications"][0].as_str().unwrap(),
        errand["person"].as_str().unwrap()
    );
    assert_eq!(header_value(&taken[0].text, "Message-ID: "), id);
}

#[tokio::test]
async fn email_fails_after_eight_attempts_or_unknown_recipient() {
    let farm = start_with_failed_sync().await;
    let server = SmtpServer::start().await;
    let mails = email_sender(&farm, &server.url());
    server.refuse_next(["451 busy"; 8]);
    for attempt in 1..=8 {
        assert_eq!(
            load_jobs(&farm).await[0].state,
            "queued",
            "before attempt {attempt}"
        );
        farm.app.parts.clock.advance(TimeDelta::hours(6));
        send_due(&mails).await;
    }
    let lost = load_jobs(&farm).await.remove(0);
    assert_eq!((lost.state.as_str(), lost.attempts), ("failed", 8));
    farm.app.parts.clock.advance(TimeDelta::days(1));
    send_due(&mails).await;
    assert!(server.received_emails().is_empty());

    let farm = start_with_failed_sync().await;
    server.refuse_next(["550 5.1.1 no such user"]);
    send_due(&email_sender(&farm, &server.url())).await;
    let lost = load_jobs(&farm).await.remove(0);
    assert_eq!((lost.state.as_str(), lost.attempts), ("failed", 1));
    assert!(lost.last_error.unwrap().contains("no such user"));
}

#[tokio::test]
async fn email_of_a_dead_server_is_sent_by_another() {
    let farm = start_with_failed_sync().await;
    let began = load_jobs(&farm).await.remove(0);
    let now = farm.app.parts.clock.now();
    // As a server leaves it that was killed while sending.
    let dead = job::ActiveModel {
        state: sea_orm::Set("running".to_owned()),
        epoch: sea_orm::Set(1),
        attempts: sea_orm::Set(1),
        due_at: sea_orm::Set(now + TimeDelta::minutes(2)),
        ..began.into()
    };
    sea_orm::ActiveModelTrait::update(dead, &farm.app.raw)
        .await
        .unwrap();
    let server = SmtpServer::start().await;
    let mails = email_sender(&farm, &server.url());
    send_due(&mails).await;
    assert!(
        server.received_emails().is_empty(),
        "it may still be on its way"
    );
    farm.app.parts.clock.advance(TimeDelta::minutes(2));
    send_due(&mails).await;
    assert_eq!(
        (
            server.received_emails().len(),
            load_jobs(&farm).await[0].attempts
        ),
        (1, 2)
    );
}

#[tokio::test]
async fn removed_member_gets_no_email() {
    let farm = start_with_failed_sync().await;
    membership::Entity::delete_many()
        .exec(&farm.app.raw)
        .await
        .unwrap();
    let server = SmtpServer::start().await;
    send_due(&email_sender(&farm, &server.url())).await;
    assert!(server.received_emails().is_empty());
    assert_eq!(load_jobs(&farm).await[0].state, "cancelled");
}

#[tokio::test]
async fn without_smtp_no_emails_are_queued() {
    let farm = NotificationFixture::start().await;
    farm.break_source("supplier_name");
    farm.run_sync().await.expect_failure(422);
    assert_eq!(farm.notification_titles().await.len(), 1);
    assert!(load_jobs(&farm).await.is_empty());
}

#[tokio::test]
async fn unreachable_smtp_server_is_retried() {
    let farm = start_with_failed_sync().await;
    // A port that was just released refuses connections.
    let port = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    assert!(
        !email_sender(&farm, &format!("smtp://127.0.0.1:{port}?tls=none"))
            .send_next()
            .await
            .unwrap(),
        "the others need not be tried now"
    );
    let waiting = load_jobs(&farm).await.remove(0);
    assert_eq!((waiting.state.as_str(), waiting.attempts), ("queued", 1));
    let server = SmtpServer::start().await;
    farm.app.parts.clock.advance(TimeDelta::minutes(1));
    send_due(&email_sender(&farm, &server.url())).await;
    assert_eq!(server.received_emails().len(), 1);
}

#[tokio::test]
async fn sends_nothing_without_required_tls() {
    let farm = start_with_failed_sync().await;
    let server = SmtpServer::start().await;
    for scheme in ["smtp", "smtps"] {
        farm.app.parts.clock.advance(TimeDelta::hours(6));
        send_due(&email_sender(
            &farm,
            &format!("{scheme}://me:s3cret@localhost:{}", server.port()),
        ))
        .await;
    }
    let waiting = load_jobs(&farm).await.remove(0);
    assert_eq!(
        (waiting.state.as_str(), waiting.attempts),
        ("queued", 2),
        "{waiting:?}"
    );
    let heard = server.received_commands().join(" ");
    assert!(
        server.received_emails().is_empty()
            && heard.contains("EHLO sprout.example")
            && !heard.contains("AUTH")
            && !heard.contains("MAIL"),
        "{heard}"
    );
    assert!(!waiting.last_error.unwrap().contains("s3cret"));
}

#[tokio::test]
async fn demo_has_notifications_but_no_email() {
    let app = TestApp::start_with_demo().await;
    let access = app
        .parts
        .database
        .platform()
        .find_demo_organization()
        .await
        .unwrap()
        .unwrap();
    let notices = Notifier::new(app.parts.clock.clone(), app.parts.entropy.clone(), true);
    let db = app.parts.database.begin_write(&access).await.unwrap();
    let seen = Observation {
        topic: "test".to_owned(),
        subject: ObservedSubject::Table {
            name: "test".to_owned(),
        },
        status: super::fail_as_broken(),
    };
    notices
        .record_observations(&db, &access, &[seen])
        .await
        .unwrap();
    db.commit().await.unwrap();
    let buyer = app.sign_in("demo@sprout.example", "sprout-demo").await;
    assert_eq!(
        super::item_titles(&buyer.get("/api/notifications").await.data()["items"]),
        ["firing test failed to sync"]
    );
    assert!(job::Entity::find().all(&app.raw).await.unwrap().is_empty());
}

fn parse_email(email: &ReceivedEmail) -> Message<'_> {
    MessageParser::default()
        .parse(&email.text)
        .expect("an email")
}

/// The words of a text, without the marks of HTML.
fn words_of(text: &str) -> Vec<String> {
    let text = text.replace("<br>", " ");
    let mut visible = String::new();
    for (index, part) in text.split('<').enumerate() {
        visible += match part.split_once('>') {
            Some((_, after)) if index > 0 => after,
            _ => part,
        };
        visible.push(' ');
    }
    let visible = visible.replace("&amp;", "&").replace("&#39;", "'");
    visible
        .split_whitespace()
        .filter(|word| *word != "--")
        .map(str::to_owned)
        .collect()
}

/// A failed sync and the email about it.
async fn receive_failure() -> (NotificationFixture, SmtpServer, ReceivedEmail) {
    let farm = start_with_failed_sync().await;
    let server = SmtpServer::start().await;
    send_due(&email_sender(&farm, &server.url())).await;
    let email = server.received_emails().remove(0);
    (farm, server, email)
}

#[tokio::test]
async fn email_has_the_same_content_as_text_and_html() {
    let (_farm, _server, email) = Box::pin(receive_failure()).await;
    let parsed = parse_email(&email);
    let content_type = parsed.content_type().expect("a content type");
    assert_eq!(
        (content_type.ctype(), content_type.subtype()),
        ("multipart", Some("alternative"))
    );
    assert_eq!((parsed.text_body_count(), parsed.html_body_count()), (1, 1));
    let (text, html) = (
        parsed.body_text(0).unwrap().into_owned(),
        parsed.body_html(0).unwrap().into_owned(),
    );
    let (_, body) = html.split_once("<body").unwrap();
    let body = body.split_once('>').unwrap().1;
    assert_eq!(words_of(body), words_of(&text));
    assert!(text.contains("supplier_data failed to sync"), "{text}");
    assert!(
        !html.contains("<img") && !html.contains("url(") && !html.contains("<link"),
        "nothing is loaded from elsewhere: {html}"
    );
}

/// The path of the one-click link of an email.
fn one_click_path(email: &ReceivedEmail) -> String {
    let parsed = parse_email(email);
    assert_eq!(
        header_value(&email.text, "List-Unsubscribe-Post: "),
        "List-Unsubscribe=One-Click"
    );
    let header = parsed.header_raw("List-Unsubscribe").unwrap().trim();
    let path = header.strip_prefix("<https://sprout.example").unwrap();
    path.strip_suffix('>').unwrap().to_owned()
}

#[tokio::test]
async fn one_post_of_a_mail_program_unsubscribes() {
    let (mut farm, server, email) = Box::pin(receive_failure()).await;
    let path = one_click_path(&email);
    let anonymous = farm.app.anonymous_client();

    // A scanner that follows the link changes nothing.
    let shown = anonymous.get(&path).await;
    assert_eq!(shown.status, StatusCode::SEE_OTHER);
    let token = path.rsplit('/').next().unwrap();
    assert_eq!(
        shown.header("location"),
        format!("/unsubscribe#token={token}")
    );
    assert_eq!(list_opt_outs(&farm.owner).await.len(), 0);
    let text = parse_email(&email).body_text(0).unwrap().into_owned();
    assert!(
        text.contains("Unsubscribe: https://sprout.example/unsubscribe#token=v1."),
        "{text}"
    );

    for _ in 0..2 {
        let request = Client::form_request(&path, "List-Unsubscribe=One-Click");
        let answer = anonymous.send_request(request).await;
        assert_eq!(
            answer.data(),
            &json!({"kind": "data_sync", "organization": "Prairie"})
        );
        assert_eq!(answer.header("cache-control"), "no-store");
    }
    let opt_outs = list_opt_outs(&farm.owner).await;
    assert_eq!(
        (opt_outs.len(), &opt_outs[0]["kind"]),
        (1, &json!("data_sync"))
    );

    // The recovery stays in the app, without an email.
    farm.advance_clock(TimeDelta::minutes(5)).await;
    farm.repair_source();
    farm.run_sync().await.data();
    assert_eq!(farm.notification_titles().await.len(), 2);
    send_due(&email_sender(&farm, &server.url())).await;
    assert_eq!(server.received_emails().len(), 1);
    assert_eq!(load_jobs(&farm).await[1].state, "cancelled");

    // On again.
    let id = opt_outs[0]["id"].as_str().unwrap();
    let path = format!("/api/email-opt-outs/{id}");
    farm.owner.send(Method::DELETE, &path, None).await.data();
    farm.break_source("supplier_name");
    farm.run_sync().await.expect_failure(422);
    send_due(&email_sender(&farm, &server.url())).await;
    assert_eq!(server.received_emails().len(), 2);
}

async fn list_opt_outs(client: &Client) -> Vec<serde_json::Value> {
    let listed = client.get("/api/email-opt-outs").await;
    listed.data()["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn unsubscribing_takes_the_token_of_an_email_only() {
    let (farm, _server, email) = Box::pin(receive_failure()).await;
    let path = one_click_path(&email);
    let anonymous = farm.app.anonymous_client();
    let token = path.rsplit('/').next().unwrap().to_owned();
    for wrong in ["", "x", &token[1..], &format!("{token}A")] {
        let body = json!({ "token": wrong });
        let answer = anonymous.post("/api/email-opt-outs", body).await;
        assert_eq!(answer.expect_failure(422), "invalid_link", "{wrong}");
        let path = format!("/api/unsubscribe/{wrong}");
        let answer = anonymous
            .send_request(Client::form_request(&path, ""))
            .await;
        assert_eq!(answer.expect_failure(422), "invalid_link", "{wrong}");
    }
    let hostile = anonymous.get("/api/unsubscribe/x%22%0d%0aa:b").await;
    assert_eq!(hostile.header("location"), "/unsubscribe#token=");
    let request = Request::builder().method(Method::PUT).uri_str(&path);
    let answer = anonymous.send_request(request.finish()).await;
    assert_eq!(answer.expect_failure(405), "method_not_allowed");
    assert_eq!(list_opt_outs(&farm.owner).await.len(), 0);
    let body = json!({ "token": token });
    anonymous.post("/api/email-opt-outs", body).await.data();
    assert_eq!(list_opt_outs(&farm.owner).await.len(), 1);

    // Another member keeps their own subscription and cannot change this one.
    let admin = farm.app.add_member(&farm.owner, "admin").await;
    assert_eq!(list_opt_outs(&admin).await.len(), 0);
    let id = list_opt_outs(&farm.owner).await[0]["id"].clone();
    let path = format!("/api/email-opt-outs/{}", id.as_str().unwrap());
    let answer = admin.send(Method::DELETE, &path, None).await;
    assert_eq!(answer.expect_failure(404), "not_found");

    membership::Entity::delete_many()
        .exec(&farm.app.raw)
        .await
        .unwrap();
    let body = json!({ "token": token });
    let answer = anonymous.post("/api/email-opt-outs", body).await;
    assert_eq!(answer.expect_failure(422), "invalid_link");
}

#[tokio::test]
async fn test_command_sends_an_email_or_says_what_is_missing() {
    let server = SmtpServer::start().await;
    let run = |settings: Vec<(&'static str, String)>| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sprout"));
        command
            .args(["email", "test", "ada@prairie.example"])
            .env_remove("SPROUT_SMTP_URL")
            .env_remove("SPROUT_MAIL_FROM")
            .envs(settings);
        async move {
            let output = tokio::task::spawn_blocking(move || command.output());
            output.await.unwrap().unwrap()
        }
    };
    let without = run(Vec::new()).await;
    assert_eq!(without.status.code(), Some(1));
    let message = String::from_utf8_lossy(&without.stderr).into_owned();
    assert!(message.contains("SPROUT_SMTP_URL"), "{message}");

    let settings = || {
        vec![
            ("SPROUT_SMTP_URL", server.url()),
            (
                "SPROUT_MAIL_FROM",
                "Sprout <alerts@sprout.example>".to_owned(),
            ),
        ]
    };
    let sent = run(settings()).await;
    assert_eq!(sent.status.code(), Some(0), "{sent:?}");
    let received = server.received_emails();
    assert_eq!(received[0].to, "ada@prairie.example");
    let parsed = parse_email(&received[0]);
    assert_eq!(parsed.subject(), Some("Test email from Sprout"));
    assert_eq!(parsed.header_raw("List-Unsubscribe"), None);

    server.refuse_next(["550 5.1.1 no such user"]);
    let refused = run(settings()).await;
    assert_eq!(refused.status.code(), Some(1));
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("no such user"), "{message}");
}
