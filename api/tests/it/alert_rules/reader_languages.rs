//! One stored notification of a rule reads in the language and time zone of each recipient, in the
//! app, by email and in a channel.

use super::channels::{add_channel, texts};
use super::{AlertFixture, RULES, revenue_rule};
use crate::Client;
use crate::smtp_server::SmtpServer;
use crate::test_app::PASSWORD;
use crate::webhooks::{Receiver, send_due};
use api::email::{SmtpSender, UnsubscribeLinks};
use api::features::notifications::NotificationEmailSender;
use entities::notification;
use mail_parser::MessageParser;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

const PREFERENCES: &str = "/api/account/preferences";

/// Sends all due notification emails, and returns their recipients, subjects and texts.
async fn send_emails(farm: &AlertFixture) -> Vec<(String, String, String)> {
    let server = SmtpServer::start().await;
    let smtp = SmtpSender::from_url(
        &server.url(),
        "Sprout <alerts@sprout.example>",
        "https://sprout.example",
    );
    let parts = &farm.app.parts;
    let sender = NotificationEmailSender::new(
        parts.database.clone(),
        parts.clock.clone(),
        smtp.unwrap(),
        UnsubscribeLinks::new(parts.vault.clone()),
    );
    while sender.send_next().await.unwrap() {}
    let parse = |email: crate::smtp_server::ReceivedEmail| {
        let parsed = MessageParser::default().parse(&email.text).unwrap();
        let html = parsed.body_html(0).unwrap();
        let language = if email.to.starts_with("0@") {
            "en"
        } else {
            "de"
        };
        assert!(
            html.contains(&format!("<html lang=\"{language}\">")),
            "{html}"
        );
        (
            email.to.clone(),
            parsed.subject().unwrap().to_owned(),
            parsed.body_text(0).unwrap().into_owned(),
        )
    };
    let mut sent: Vec<_> = server.received_emails().into_iter().map(parse).collect();
    sent.sort();
    sent
}

/// Title and body of the notifications of rules, oldest first.
async fn read_bell(reader: &Client) -> Vec<(String, String)> {
    let listed = reader.get("/api/notifications?limit=200").await;
    let items = listed.data()["items"].as_array().unwrap();
    let text = |item: &Value, name: &str| item[name].as_str().unwrap().to_owned();
    items
        .iter()
        .rev()
        .filter(|item| text(item, "topic").starts_with("rule:"))
        .map(|item| (text(item, "title"), text(item, "body")))
        .collect()
}

#[tokio::test]
async fn an_alert_reads_in_the_language_of_each_recipient() {
    let mut farm = AlertFixture::start().await;
    let german = farm.app.add_member(&farm.owner, "admin").await;
    let account = german.get("/api/account").await;
    let address = account.data()["email"].as_str().unwrap().to_owned();
    let chosen = json!({"language": "de", "timeZone": "Europe/Berlin"});
    german.patch(PREFERENCES, chosen).await.data();
    let receiver = Receiver::start().await;
    let channel = add_channel(&farm.owner, "slack", &receiver.url()).await;
    let mut rule = revenue_rule("members");
    rule["channels"] = json!([channel]);
    // The German member owns the rule, so its channel reads German.
    german.post(RULES, rule).await.data();

    let mut emails = Vec::new();
    for amount in [1_234, 1_234, 100, 100] {
        farm.sync_sales(&[("Ames", amount)]).await;
        farm.evaluator().evaluate_due().await.unwrap();
        emails.extend(send_emails(&farm).await);
        send_due(&farm.app).await;
        farm.advance_week().await;
    }
    let german = farm.app.sign_in(&address, PASSWORD).await;

    let rows = notification::Entity::find()
        .filter(notification::Column::Topic.starts_with("rule:"))
        .all(&farm.app.raw)
        .await
        .unwrap();
    assert_eq!(rows.len(), 2, "one row for all readers");
    for row in &rows {
        assert!(!row.event.contains("is above"), "{}", row.event);
    }

    let in_english = read_bell(&farm.owner).await;
    let in_german = read_bell(&german).await;
    let starts = |read: &[(String, String)], texts: [(&str, &str); 2]| {
        for ((title, body), (expected, start)) in read.iter().zip(texts) {
            assert_eq!(title, expected);
            assert!(body.starts_with(start), "{body}");
        }
    };
    starts(
        &in_english,
        [
            (
                "Warning: Revenue high",
                "Revenue is above 500.5. Ames: 1,234 USD. Period: 17 June 2026 to 23 June 2026.",
            ),
            (
                "Warning: Revenue high",
                "Revenue is no longer above 500.5. Ames: 100 USD. Period: ",
            ),
        ],
    );
    starts(
        &in_german,
        [
            (
                "Warnung: Revenue high",
                "Revenue liegt über 500,5. Ames: 1.234 USD. Zeitraum: 17. Juni 2026 bis 23. Juni \
                 2026.",
            ),
            (
                "Warnung: Revenue high",
                "Revenue liegt nicht mehr über 500,5. Ames: 100 USD. Zeitraum: ",
            ),
        ],
    );

    assert_eq!(emails.len(), 4, "{emails:?}");
    let to = |address: &str| -> Vec<(String, String)> {
        let own = emails.iter().filter(|(to, _, _)| to == address);
        own.map(|(_, subject, text)| (subject.clone(), text.clone()))
            .collect()
    };
    for (index, (subject, text)) in to("0@prairie.example").iter().enumerate() {
        assert_eq!(subject, "Prairie: Warning: Revenue high");
        for part in [
            in_english[index].1.as_str(),
            " at 15:00 (UTC)\n",
            "Open the figures: https://",
            "Unsubscribe: https://",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
    for (index, (subject, text)) in to(&address).iter().enumerate() {
        assert_eq!(subject, "Prairie: Warnung: Revenue high");
        for part in [
            in_german[index].1.as_str(),
            " um 17:00 (Europe/Berlin)\n",
            "Zahlen öffnen: https://",
            "wegen einer Alarmregel von Prairie",
            "Abbestellen: https://",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    check_channel(&receiver, &in_german);
}

/// The channel has the messages as the owner of the rule reads them.
fn check_channel(receiver: &Receiver, notifications: &[(String, String)]) {
    let in_channel = receiver.take();
    assert_eq!(in_channel.len(), 2);
    for (message, (title, body)) in in_channel.iter().zip(notifications) {
        let all = texts(&message.json());
        for own in [title.as_str(), body.as_str()] {
            assert!(all.iter().any(|text| text == own), "{own} in {all:?}");
        }
        assert!(
            all.iter().any(|text| text.ends_with("|Zahlen öffnen>")),
            "{all:?}"
        );
    }
}
