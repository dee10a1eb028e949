//! Scheduled reports: at the recipient's local time, with the rows that their own permissions allow,
//! once even if servers stop between steps.

mod followed_views;
mod page_reports;
mod recipients;

use crate::call_list::{SETTINGS, sync_growers};
use crate::mfa_policy::enroll_mfa;
use crate::pdf_pages::read_pdf_pages;
use crate::smtp_server::{ReceivedEmail, SmtpServer};
use crate::test_app::PASSWORD;
use crate::{Client, TestApp};
use api::app::report_source;
use api::email::{SmtpSender, UnsubscribeLinks};
use api::features::report_schedules::ReportSender;
use chrono::{DateTime, Utc};
use entities::{job, membership, report_recipient};
use mail_parser::{Message, MessageParser, MimeHeaders, PartType};
use poem::http::Method;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};
use std::time::Duration;

const SCHEDULES: &str = "/api/report-schedules";

struct ReportFixture {
    app: TestApp,
    owner: Client,
    server: SmtpServer,
}

impl ReportFixture {
    async fn start() -> Self {
        let app = TestApp::start_with_mail_server().await;
        let owner = app.create_organization("Prairie").await;
        Self {
            app,
            owner,
            server: SmtpServer::start().await,
        }
    }

    /// Sales of two products, and of more for `products`.
    async fn sync_sales(&self, products: u32) {
        let warehouse = self.app.create_warehouse("prairie");
        let mut rows = String::new();
        for product in 0..products {
            rows += &format!(
                "s{product},o{product},sale,2026-06-10,c1,,item{product},1,ton,{},USD,,,Ames,2026-06-10T00:00:00Z\n",
                100 + product
            );
        }
        warehouse.write_transactions(&rows);
        self.app
            .sync_warehouse(&self.owner, &warehouse)
            .await
            .data();
    }

    fn sender(&self) -> ReportSender {
        let parts = &self.app.parts;
        let smtp = SmtpSender::from_url(
            &self.server.url(),
            "Sprout <reports@sprout.example>",
            "https://sprout.example",
        );
        ReportSender::new(
            (
                parts.database.clone(),
                parts.clock.clone(),
                parts.entropy.clone(),
            ),
            report_source(parts),
            parts.sync.notifier().clone(),
            smtp.unwrap(),
            UnsubscribeLinks::new(parts.vault.clone()),
        )
    }

    /// Queues and sends what is due.
    async fn send_due(&self) {
        let sender = self.sender();
        sender.queue_due().await.unwrap();
        while sender.send_next().await.unwrap() {}
    }

    async fn advance_to(&mut self, at: &str) {
        let clock = &self.app.parts.clock;
        let at: DateTime<Utc> = at.parse().unwrap();
        clock.advance(at - clock.now());
        self.owner = self.app.sign_in("0@prairie.example", PASSWORD).await;
    }

    async fn create(&self, body: Value) -> String {
        let created = self.owner.post(SCHEDULES, body).await;
        created.data()["id"].as_str().unwrap().to_owned()
    }

    async fn history(&self, id: &str) -> Vec<Value> {
        let path = format!("{SCHEDULES}/{id}/deliveries");
        let listed = self.owner.get(&path).await;
        listed.data()["items"].as_array().unwrap().clone()
    }

    fn received(&self) -> Vec<ReceivedEmail> {
        let mut emails = self.server.received_emails();
        emails.sort_by(|one, other| one.to.cmp(&other.to));
        emails
    }
}

async fn person_id(client: &Client) -> String {
    let account = client.get("/api/account").await;
    account.data()["id"].as_str().unwrap().to_owned()
}

fn sales_report(cadence: &Value, recipients: &[&str]) -> Value {
    let mut body = json!({
        "name": "Revenue by item", "kind": "metric", "time": "07:30", "attachment": "both", "paused": false,
        "recipients": recipients,
        "query": {"dataset": "sales", "measures": ["revenue"], "dimensions": ["item"],
            "period": {"preset": "last_30_days"}},
    });
    for (name, value) in cadence.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

fn parse_email(email: &ReceivedEmail) -> Message<'_> {
    MessageParser::default()
        .parse(&email.text)
        .expect("an email")
}

/// The PDF file of the report has all rows, on numbered pages.
fn check_pdf(parsed: &Message<'_>) {
    let file = parsed
        .attachments()
        .find(|part| part.attachment_name() == Some("Revenue by item 2026-06-22.pdf"))
        .expect("a PDF file");
    let pages = read_pdf_pages(file.contents());
    assert_eq!(pages.len(), 3, "{pages:?}");
    let text = pages.concat();
    for part in [
        "Prairie, 22 June 2026",
        "Period: ",
        "item0",
        "item59",
        "159",
        "Page 3 of 3",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// The preview is the email with this text, for the caller.
async fn check_preview(farm: &ReportFixture, text: &str) {
    let body = sales_report(&json!({"cadence": "weekly", "weekday": 1}), &[]);
    let input = json!({"name": body["name"], "kind": body["kind"], "query": body["query"], "attachment": "both"});
    let path = format!("{SCHEDULES}/preview");
    let previewed = farm.owner.post(&path, input.clone()).await;
    let preview = previewed.data();
    assert_eq!(preview["subject"], "Prairie: Revenue by item, 22 June 2026");
    assert_eq!(
        preview["attachments"],
        json!([
            "Revenue by item 2026-06-22.xlsx",
            "Revenue by item 2026-06-22.pdf"
        ])
    );
    let mut kinds = Vec::new();
    for part in preview["parts"].as_array().unwrap() {
        kinds.push(part["kind"].as_str().unwrap());
        match *kinds.last().unwrap() {
            "table" => {
                assert_eq!(part["rows"].as_array().unwrap().len(), 50);
                assert!(text.contains(part["rows"][0][0].as_str().unwrap()));
                assert_eq!(part["columns"][1]["numeric"], true);
            }
            "image" => assert!(part["url"].as_str().unwrap().starts_with("data:image/png;")),
            "signature" => assert!(part["text"].as_str().unwrap().contains("Prairie")),
            _ => {
                let shown = part["text"].as_str().unwrap();
                let sent = shown.replace("http://sprout.test/", "https://sprout.example/");
                assert!(text.contains(&sent), "{part}");
            }
        }
    }
    assert_eq!(
        kinds,
        [
            "heading",
            "paragraph",
            "image",
            "table",
            "paragraph",
            "paragraph",
            "signature"
        ]
    );
    let reader = farm.app.add_member(&farm.owner, "viewer").await;
    let refused = reader.post(&path, input).await;
    assert_eq!(refused.expect_failure(403), "forbidden");
}

#[tokio::test]
async fn a_report_has_chart_table_and_workbook_at_local_time() {
    let mut farm = ReportFixture::start().await;
    farm.sync_sales(60).await;
    let viewer = farm.app.add_member(&farm.owner, "viewer").await;
    viewer
        .patch(
            "/api/account/preferences",
            json!({"timeZone": "America/Chicago"}),
        )
        .await
        .data();
    let (own, theirs) = (person_id(&farm.owner).await, person_id(&viewer).await);
    let weekly = json!({"cadence": "weekly", "weekday": 1});
    let id = farm.create(sales_report(&weekly, &[&own, &theirs])).await;
    let listed = farm.owner.get(SCHEDULES).await;
    let schedule = listed.data()["items"][0].clone();
    assert_eq!(schedule["id"].as_str(), Some(id.as_str()));
    let next: Vec<&str> = schedule["recipients"]
        .as_array()
        .unwrap()
        .iter()
        .map(|recipient| recipient["nextAt"].as_str().unwrap())
        .collect();
    assert!(
        next.contains(&"2026-06-22T07:30:00+00:00") && next.contains(&"2026-06-22T12:30:00+00:00"),
        "{next:?}"
    );
    let unseen = viewer.get(SCHEDULES).await;
    assert_eq!(unseen.data()["items"], json!([]), "managed by the owner");

    farm.advance_to("2026-06-22T07:29:59Z").await;
    farm.send_due().await;
    assert_eq!(farm.received().len(), 0);
    farm.advance_to("2026-06-22T07:30:00Z").await;
    farm.send_due().await;
    farm.send_due().await;
    assert_eq!(farm.received().len(), 1);
    farm.advance_to("2026-06-22T12:30:00Z").await;
    farm.send_due().await;
    let received = farm.received();
    assert_eq!(received.len(), 2);

    let parsed = parse_email(&received[0]);
    assert_eq!(
        parsed.subject(),
        Some("Prairie: Revenue by item, 22 June 2026")
    );
    let text = parsed.body_text(0).unwrap();
    let html = parsed.body_html(0).unwrap();
    for part in [
        "item59",
        "159",
        "50 of 60 rows. The attached workbook has all of them. The attached PDF has all of them.",
        "Chart of Revenue (USD)",
    ] {
        assert!(text.contains(part), "{part} in {text}");
        assert!(html.contains(part), "{part} in {html}");
    }
    assert!(
        !text.contains("item9\n") && !text.contains("item9 "),
        "the 50 largest only: {text}"
    );
    assert!(html.contains("cid:chart-1@sprout") && !html.contains("src=\"http"));
    let image = parsed.parts.iter().find_map(|part| match &part.body {
        PartType::InlineBinary(bytes) | PartType::Binary(bytes)
            if bytes.starts_with(b"\x89PNG") =>
        {
            part.content_id()
        }
        _ => None,
    });
    assert_eq!(image, Some("chart-1@sprout"));
    let workbook = parsed
        .attachments()
        .find(|part| part.attachment_name() == Some("Revenue by item 2026-06-22.xlsx"))
        .expect("a workbook");
    assert!(workbook.contents().starts_with(b"PK"));
    check_pdf(&parsed);
    assert!(parsed.header_raw("List-Unsubscribe-Post").is_some());

    check_preview(&farm, &text).await;

    let history = farm.history(&id).await;
    assert_eq!(history.len(), 2);
    for delivery in &history {
        assert_eq!(
            (&delivery["state"], &delivery["rows"]),
            (&json!("sent"), &json!(60))
        );
    }

    // Unsubscribed, and paused.
    let header = parsed.header_raw("List-Unsubscribe").unwrap().trim();
    let path = header.trim_start_matches("<https://sprout.example");
    let request = Client::form_request(path.trim_end_matches('>'), "List-Unsubscribe=One-Click");
    let ended = farm.app.anonymous_client().send_request(request).await;
    assert_eq!(ended.data()["kind"], "report");
    let path = format!("{SCHEDULES}/{id}/run");
    farm.owner.post(&path, json!({})).await.data();
    farm.send_due().await;
    assert_eq!(farm.received().len(), 3);
    let reason = farm.history(&id).await;
    let cancelled = reason.iter().find(|one| one["state"] == "cancelled");
    assert_eq!(cancelled.unwrap()["reason"], "The recipient unsubscribed.");
}

#[tokio::test]
async fn a_report_is_in_the_language_of_its_recipient() {
    let mut farm = ReportFixture::start().await;
    farm.sync_sales(60).await;
    let chosen = json!({"language": "fr", "timeZone": "America/Chicago"});
    let preferences = "/api/account/preferences";
    farm.owner.patch(preferences, chosen).await.data();
    let english = farm.app.add_member(&farm.owner, "admin").await;
    let (own, theirs) = (person_id(&farm.owner).await, person_id(&english).await);
    let weekly = json!({"cadence": "weekly", "weekday": 1});
    farm.create(sales_report(&weekly, &[&own, &theirs])).await;
    farm.advance_to("2026-06-22T12:30:00Z").await;
    farm.send_due().await;
    let received = farm.received();
    assert_eq!(received.len(), 2);
    let in_english = parse_email(&received[1]);
    assert_eq!(
        in_english.subject(),
        Some("Prairie: Revenue by item, 22 June 2026")
    );
    let parsed = parse_email(&received[0]);
    assert_eq!(
        parsed.subject(),
        Some("Prairie\u{a0}: Revenue by item, 22 juin 2026")
    );
    let text = parsed.body_text(0).unwrap();
    let html = parsed.body_html(0).unwrap();
    for part in [
        "Prairie, 22 juin 2026",
        "Période : du 24 mai 2026 au 22 juin 2026",
        "Graphique de Revenue (USD), 20 barres. Valeur la plus haute : item59 159.",
        "50 lignes sur 60. Le classeur joint les contient toutes. Le PDF joint les contient \
         toutes.",
        "parce qu’il est planifié pour vous dans Prairie",
        "Se désabonner",
    ] {
        assert!(text.contains(part), "{part} in {text}");
        assert!(html.contains(part), "{part} in {html}");
    }
    assert!(html.contains("<html lang=\"fr\">"), "{html}");
    let file = parsed
        .attachments()
        .find(|part| part.attachment_name() == Some("Revenue by item 2026-06-22.pdf"))
        .expect("a PDF file");
    let pages = read_pdf_pages(file.contents()).concat();
    for part in ["Prairie, 22 juin 2026", "Page 3 sur 3"] {
        assert!(pages.contains(part), "{part} in {pages}");
    }
    let preview =
        json!({"name": "Calls", "kind": "purchase_recommendations", "attachment": "xlsx"});
    let path = format!("{SCHEDULES}/preview");
    let previewed = farm.owner.post(&path, preview).await;
    let subject = previewed.data()["subject"].as_str().unwrap();
    assert_eq!(subject, "Prairie\u{a0}: Calls, 22 juin 2026");
}

#[tokio::test]
async fn local_time_holds_on_the_day_the_clock_changes() {
    let mut farm = ReportFixture::start().await;
    farm.sync_sales(2).await;
    let zone = json!({"timeZone": "America/Chicago"});
    farm.owner
        .patch("/api/account/preferences", zone)
        .await
        .data();
    farm.advance_to("2026-10-31T12:31:00Z").await;
    let own = person_id(&farm.owner).await;
    let id = farm
        .create(sales_report(&json!({"cadence": "daily"}), &[&own]))
        .await;
    // 1 November has 25 hours.
    for (at, count) in [
        ("2026-11-01T12:30:00Z", 0),
        ("2026-11-01T13:30:00Z", 1),
        ("2026-11-02T13:29:00Z", 1),
        ("2026-11-02T13:30:00Z", 2),
        // Missed times count once.
        ("2026-11-09T15:00:00Z", 3),
    ] {
        farm.advance_to(at).await;
        farm.send_due().await;
        assert_eq!(farm.received().len(), count, "{at}");
    }
    assert_eq!(farm.history(&id).await.len(), 3);
}

#[tokio::test]
async fn each_recipient_gets_one_email_over_interrupted_servers() {
    let mut farm = ReportFixture::start().await;
    farm.sync_sales(2).await;
    let mut recipients = vec![person_id(&farm.owner).await];
    for _ in 0..4 {
        let member = farm.app.add_member(&farm.owner, "member").await;
        recipients.push(person_id(&member).await);
    }
    let ids: Vec<&str> = recipients.iter().map(String::as_str).collect();
    let id = farm
        .create(sales_report(&json!({"cadence": "daily"}), &ids))
        .await;
    farm.advance_to("2026-06-17T07:30:00Z").await;
    let (one, other) = (farm.sender(), farm.sender());
    for step in 0..10 {
        // Dropped before its commit, like a server that is killed.
        let limit = Duration::from_micros(500 * step);
        let _ = tokio::time::timeout(limit, one.queue_due()).await;
    }
    let (mine, theirs) = tokio::join!(one.queue_due(), other.queue_due());
    mine.unwrap();
    theirs.unwrap();
    assert_eq!(one.queue_due().await.unwrap(), 0);
    assert_eq!(farm.history(&id).await.len(), 5, "one for each recipient");
    let send = async |sender: &ReportSender| while sender.send_next().await.unwrap() {};
    tokio::join!(send(&one), send(&other));
    let to: Vec<String> = farm.received().into_iter().map(|one| one.to).collect();
    let mut distinct = to.clone();
    distinct.dedup();
    assert_eq!((to.len(), distinct.len()), (5, 5), "{to:?}");

    // A server that stopped after the claim: another sends it after two minutes.
    let path = format!("{SCHEDULES}/{id}/run");
    farm.owner.post(&path, json!({})).await.data();
    let stopped = one.send_next();
    let _ = tokio::time::timeout(Duration::from_millis(3), stopped).await;
    farm.send_due().await;
    farm.advance_to("2026-06-17T07:33:00Z").await;
    farm.send_due().await;
    let history = farm.history(&id).await;
    assert_eq!(history.len(), 10);
    assert!(
        history.iter().all(|delivery| delivery["state"] == "sent"),
        "{history:?}"
    );
    let message_ids: std::collections::BTreeSet<String> = farm
        .received()
        .iter()
        .map(|email| parse_email(email).message_id().unwrap().to_owned())
        .collect();
    assert_eq!(message_ids.len(), 10, "a repetition has the same id");
}

#[tokio::test]
async fn members_without_permission_get_nothing_and_the_owner_one_message() {
    let mut farm = ReportFixture::start().await;
    farm.sync_sales(2).await;
    let (first, second) = (
        farm.app.add_member(&farm.owner, "viewer").await,
        farm.app.add_member(&farm.owner, "viewer").await,
    );
    let ids = [person_id(&first).await, person_id(&second).await];
    let removed = farm.app.add_member(&farm.owner, "member").await;
    let removed = person_id(&removed).await;
    let id = farm
        .create(sales_report(
            &json!({"cadence": "monthly", "monthDay": 1}),
            &[&ids[0], &ids[1], &removed],
        ))
        .await;
    // A role that this version does not know has no permissions.
    membership::Entity::update_many()
        .col_expr(membership::Column::Role, Expr::value("guest"))
        .filter(membership::Column::Role.eq("viewer"))
        .exec(&farm.app.raw)
        .await
        .unwrap();
    let path = format!("/api/members/{removed}");
    farm.owner.send(Method::DELETE, &path, None).await.data();
    farm.advance_to("2026-07-01T07:30:00Z").await;
    farm.send_due().await;
    assert_eq!(farm.received().len(), 0);
    let mut outcomes: Vec<(String, String)> = farm
        .history(&id)
        .await
        .iter()
        .map(|one| {
            let text = |name: &str| one[name].as_str().unwrap_or_default().to_owned();
            (text("state"), text("reason"))
        })
        .collect();
    outcomes.sort();
    let lacks = (
        "failed".to_owned(),
        "The recipient lacks the permission sales.read.".to_owned(),
    );
    let left = (
        "cancelled".to_owned(),
        "The recipient is no longer a member of the organization.".to_owned(),
    );
    assert_eq!(outcomes, [left, lacks.clone(), lacks]);
    let notifications = farm.owner.get("/api/notifications").await;
    let messages: Vec<&Value> = notifications.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["topic"].as_str().unwrap().starts_with("report:"))
        .collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert_eq!(messages[0]["title"], "Report not sent: Revenue by item");
    let emails = job::Entity::find().filter(job::Column::Kind.eq("email"));
    assert_eq!(emails.all(&farm.app.raw).await.unwrap().len(), 1);
    // The one who left is no longer a recipient.
    let remaining = report_recipient::Entity::find().all(&farm.app.raw).await;
    assert_eq!(remaining.unwrap().len(), 2);
}

#[tokio::test]
async fn members_without_required_mfa_get_nothing() {
    let mut farm = ReportFixture::start().await;
    farm.sync_sales(2).await;
    let (own, viewer) = (
        person_id(&farm.owner).await,
        farm.app.add_member(&farm.owner, "viewer").await,
    );
    let monthly = json!({"cadence": "monthly", "monthDay": 1});
    let recipients = [own.as_str(), &person_id(&viewer).await];
    let id = farm.create(sales_report(&monthly, &recipients)).await;
    farm.advance_to("2026-07-01T07:30:00Z").await;
    enroll_mfa(&farm.app, &farm.owner).await;
    farm.app.set_mfa_required(true).await;
    farm.send_due().await;
    assert_eq!(farm.received().len(), 1);
    let mut outcomes: Vec<(String, String)> = farm
        .history(&id)
        .await
        .iter()
        .map(|one| {
            let text = |name: &str| one[name].as_str().unwrap_or_default().to_owned();
            (text("state"), text("reason"))
        })
        .collect();
    outcomes.sort();
    assert_eq!(
        outcomes,
        [
            (
                "failed".to_owned(),
                "The recipient must set up MFA.".to_owned()
            ),
            ("sent".to_owned(), String::new()),
        ]
    );
}

#[tokio::test]
async fn a_salesperson_gets_own_growers_only() {
    let farm = ReportFixture::start().await;
    let (first, second) = (
        farm.app.add_member(&farm.owner, "member").await,
        farm.app.add_member(&farm.owner, "member").await,
    );
    let mut emails = Vec::new();
    for client in [&first, &second] {
        let account = client.get("/api/account").await;
        emails.push(account.data()["email"].as_str().unwrap().to_owned());
    }
    sync_growers(&farm.app, &farm.owner, &[&emails[0], &emails[1]]).await;
    let all = json!({"heldBackPercent": 0});
    farm.owner.put(SETTINGS, all).await.data();
    let ids = [
        person_id(&farm.owner).await,
        person_id(&first).await,
        person_id(&second).await,
    ];
    let id = farm
        .create(json!({
            "name": "Calls", "kind": "call_list", "cadence": "daily", "time": "06:00",
            "attachment": "pdf", "paused": false, "recipients": ids,
        }))
        .await;
    let path = format!("{SCHEDULES}/{id}/run");
    farm.owner.post(&path, json!({})).await.data();
    farm.send_due().await;
    let received = farm.received();
    assert_eq!(received.len(), 3);
    for email in &received {
        let parsed = parse_email(email);
        let text = parsed.body_text(0).unwrap();
        let names = |rep: u32| text.matches(&format!("Grower {rep}-")).count();
        let expected = match email.to.as_str() {
            to if to == emails[0] => (true, false, "40 rows."),
            to if to == emails[1] => (false, true, "40 rows."),
            _ => (true, true, "50 of 80 rows."),
        };
        assert_eq!(
            (names(1) > 0, names(2) > 0),
            (expected.0, expected.1),
            "{text}"
        );
        assert!(text.contains(expected.2), "{text}");
    }
}

#[tokio::test]
async fn invalid_schedules_are_refused_and_others_cannot_change_one() {
    let farm = ReportFixture::start().await;
    farm.sync_sales(2).await;
    let own = person_id(&farm.owner).await;
    let daily = json!({"cadence": "daily"});
    let valid = sales_report(&daily, &[&own]);
    let stranger = farm.app.create_organization("Elsewhere").await;
    let foreign = person_id(&stranger).await;
    for (name, value, path) in [
        ("time", json!("7:30"), "time"),
        ("name", json!(" "), "name"),
        ("recipients", json!([]), "recipients"),
        ("recipients", json!([foreign]), "recipients"),
        ("cadence", json!("weekly"), "weekday"),
        ("monthDay", json!(3), "cadence"),
        ("kind", json!("call_list"), "query"),
    ] {
        let mut body = valid.clone();
        body[name] = value;
        let answer = farm.owner.post(SCHEDULES, body).await;
        assert_eq!(answer.status.as_u16() / 100, 4, "{name}: {}", answer.text);
        assert!(answer.text.contains(path), "{name}: {}", answer.text);
    }
    let viewer = farm.app.add_member(&farm.owner, "viewer").await;
    let refused = viewer.post(SCHEDULES, valid.clone()).await;
    assert_eq!(refused.expect_failure(403), "forbidden");
    let id = farm.create(valid.clone()).await;
    let path = format!("{SCHEDULES}/{id}");
    for client in [&farm.app.add_member(&farm.owner, "admin").await, &stranger] {
        let refused = client.put(&path, valid.clone()).await;
        assert!(refused.status.is_client_error(), "{}", refused.text);
        let refused = client.post(&format!("{path}/run"), json!({})).await;
        assert_eq!(refused.expect_failure(404), "not_found");
    }
    let mut paused = valid;
    paused["paused"] = json!(true);
    paused["attachment"] = json!("pdf");
    let saved = farm.owner.put(&path, paused).await;
    assert!(saved.data()["recipients"][0].get("nextAt").is_none());
    let listed = farm.owner.get(SCHEDULES).await;
    assert_eq!(listed.data()["items"][0]["attachment"], "pdf");
    farm.owner.send(Method::DELETE, &path, None).await.data();
    assert_eq!(farm.owner.get(SCHEDULES).await.data()["items"], json!([]));
}
