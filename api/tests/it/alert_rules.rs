//! Alert rules: one message when an alert starts and one when it ends, with the permissions of the
//! owner.

mod channels;
mod reader_languages;

use crate::test_app::PASSWORD;
use crate::{Client, TestApp, Warehouse};
use api::cache::FigureResources;
use api::features::alert_rules::AlertRuleEvaluator;
use api::features::figure_precomputation::SharedFigures;
use chrono::{Days, NaiveDate, TimeDelta};
use entities::{job, membership, webhook_delivery};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Statement};
use serde_json::{Value, json};
use std::time::Duration;

const RULES: &str = "/api/alert-rules";
const WEEKS: u64 = 14;

struct AlertFixture {
    app: TestApp,
    owner: Client,
    warehouse: Warehouse,
    rows: String,
    next_row: u32,
}

impl AlertFixture {
    async fn start() -> Self {
        let app = TestApp::start_with_mail_server().await;
        let owner = app.create_organization("Prairie").await;
        let warehouse = app.create_warehouse("prairie");
        Self {
            app,
            owner,
            warehouse,
            rows: String::new(),
            next_row: 0,
        }
    }

    fn evaluator(&self) -> AlertRuleEvaluator {
        let parts = &self.app.parts;
        AlertRuleEvaluator::new(
            parts.database.clone(),
            parts.clock.clone(),
            parts.sync.notifier().clone(),
            parts.figures.customers.clone(),
        )
    }

    fn today(&self) -> NaiveDate {
        self.app.parts.clock.now().date_naive()
    }

    /// Adds sales of today, as (location, amount), and syncs all.
    async fn sync_sales(&mut self, sales: &[(&str, u32)]) {
        for (location, amount) in sales {
            let (id, day) = (self.next_row, self.today());
            self.next_row += 1;
            self.rows += &format!(
                "s{id},o{id},sale,{day},c1,,urea,1,ton,{amount},USD,,,{location},{day}T00:00:00Z\n"
            );
        }
        self.warehouse.write_transactions(&self.rows);
        self.app
            .sync_warehouse(&self.owner, &self.warehouse)
            .await
            .data();
    }

    /// Opens the page of another server, and waits until its figures are stored.
    async fn store_customer_figures(&self) {
        let figures = SharedFigures::new(FigureResources::storing_from(Duration::ZERO));
        let server = self.app.client_with_figures(figures);
        let page = server.with_token(self.owner.token());
        page.get("/api/customer-segmentation").await.data();
        let sql = "select 1 from stored_figure where kind = 'customer_report'";
        let select = Statement::from_string(self.app.raw.get_database_backend(), sql);
        for _ in 0..200 {
            let stored = self.app.raw.query_one_raw(select.clone()).await.unwrap();
            if stored.is_some() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the figures are not stored");
    }

    async fn advance_week(&mut self) {
        self.app.parts.clock.advance(TimeDelta::days(7));
        self.owner = self.app.sign_in("0@prairie.example", PASSWORD).await;
    }

    /// Kind and body of the messages of rules, oldest first.
    async fn messages(&self, reader: &Client) -> Vec<(String, String, String)> {
        let listed = reader.get("/api/notifications?limit=200").await;
        let items = listed.data()["items"].as_array().unwrap();
        let text = |item: &Value, name: &str| item[name].as_str().unwrap().to_owned();
        items
            .iter()
            .rev()
            .filter(|item| text(item, "topic").starts_with("rule:"))
            .map(|item| {
                (
                    text(item, "createdAt"),
                    text(item, "kind"),
                    text(item, "body"),
                )
            })
            .collect()
    }

    async fn rule(&self) -> Value {
        self.owner.get(RULES).await.data()["items"][0].clone()
    }
}

fn revenue_rule(recipients: &str) -> Value {
    json!({
        "name": "Revenue high", "kind": "metric",
        "query": {"dataset": "sales", "measures": ["revenue"], "dimensions": ["location"],
            "period": {"preset": "last_7_days"}},
        "condition": "above", "limit": 500.5, "severity": "warning", "recipients": recipients,
    })
}

/// Sales of a week: Ames has an event in the weeks 4 to 8, Boone is noise.
fn weekly_sales(week: u64) -> Vec<(&'static str, u32)> {
    let ames = if (4..=8).contains(&week) { 1_000 } else { 100 };
    let boone = if matches!(week, 2 | 6 | 11) { 900 } else { 90 };
    vec![("Ames", ames), ("Boone", boone)]
}

#[tokio::test]
async fn a_sync_during_an_evaluation_is_not_taken_for_two() {
    let mut farm = AlertFixture::start().await;
    farm.owner.post(RULES, revenue_rule("owner")).await.data();
    farm.sync_sales(&[("Ames", 100)]).await;
    let platform = farm.app.parts.database.platform();
    let listed = platform
        .list_due_alert_rules(farm.app.parts.clock.now(), &[], 10)
        .await
        .unwrap();
    assert_eq!(listed.len(), 1);
    farm.sync_sales(&[("Ames", 1_000)]).await;
    let evaluator = farm.evaluator();
    evaluator.evaluate_rules(&listed).await.unwrap();
    assert_eq!(evaluator.evaluate_due().await.unwrap(), 1, "still due");
    farm.app.parts.clock.advance(TimeDelta::days(1));
    assert_eq!(evaluator.evaluate_due().await.unwrap(), 0, "the same rows");
    farm.owner = farm.app.sign_in("0@prairie.example", PASSWORD).await;
    assert!(farm.messages(&farm.owner).await.is_empty());
}

#[tokio::test]
async fn an_event_has_one_start_and_one_end_over_interrupted_evaluations() {
    let mut farm = AlertFixture::start().await;
    let stranger = farm.app.create_organization("Elsewhere").await;
    let member = farm.app.add_member(&farm.owner, "viewer").await;
    for client in [&farm.owner, &stranger] {
        client.post(RULES, revenue_rule("owner")).await.data();
    }
    let first = farm.today();
    for week in 0..=WEEKS {
        farm.sync_sales(&weekly_sales(week)).await;
        let (one, other) = (farm.evaluator(), farm.evaluator());
        for step in 0..4 {
            // Dropped before its commit, like a server that is killed.
            let limit = Duration::from_micros(700 * step);
            let _ = tokio::time::timeout(limit, one.evaluate_due()).await;
        }
        let (mine, theirs) = tokio::join!(one.evaluate_due(), other.evaluate_due());
        mine.unwrap();
        theirs.unwrap();
        assert_eq!(one.evaluate_due().await.unwrap(), 0, "once a day");
        if week < WEEKS {
            farm.advance_week().await;
        }
    }
    let messages = farm.messages(&farm.owner).await;
    let [start, end] = messages.as_slice() else {
        panic!("{messages:?}")
    };
    let day_of = |week: u64| first.checked_add_days(Days::new(7 * week)).unwrap();
    assert!(start.0.starts_with(&day_of(5).to_string()), "{start:?}");
    assert_eq!(
        (start.1.as_str(), start.2.as_str()),
        (
            "firing",
            "Revenue is above 500.5. Ames: 1,000 USD. Period: 15 July 2026 to 21 July 2026."
        )
    );
    assert!(end.0.starts_with(&day_of(10).to_string()), "{end:?}");
    assert_eq!(end.1, "resolved");
    assert!(
        end.2
            .starts_with("Revenue is no longer above 500.5. Ames: 100 USD."),
        "{end:?}"
    );
    let emails = job::Entity::find().filter(job::Column::Kind.eq("email"));
    assert_eq!(emails.all(&farm.app.raw).await.unwrap().len(), 2);
    assert_eq!(farm.rule().await["openAlerts"], 0);

    let stranger = farm.app.sign_in("1@elsewhere.example", PASSWORD).await;
    assert!(farm.messages(&stranger).await.is_empty());
    drop(member);
    let member = farm.app.sign_in("2@viewer.example", PASSWORD).await;
    assert!(
        farm.messages(&member).await.is_empty(),
        "messages to the owner only"
    );

    let previewed = farm
        .owner
        .post(&format!("{RULES}/preview?step=week"), revenue_rule("owner"))
        .await;
    let preview = previewed.data();
    assert_eq!(
        (
            &preview["available"],
            &preview["evaluations"],
            &preview["fired"]
        ),
        (&json!(true), &json!(105), &json!(1))
    );
    assert_eq!(
        preview["starts"],
        json!([{"day": day_of(5).to_string(), "name": "Ames"}])
    );
}

#[tokio::test]
async fn members_are_notified_and_muted_rules_send_nothing() {
    let mut farm = AlertFixture::start().await;
    let viewer = farm.app.add_member(&farm.owner, "viewer").await;
    let refused = viewer.post(RULES, revenue_rule("members")).await;
    assert_eq!(refused.expect_failure(403), "forbidden");
    let webhook = json!({
        "name": "ERP",
        "url": "http://127.0.0.1:9/",
        "eventTypes": ["alert.started", "alert.ended"],
    });
    farm.owner.post("/api/webhooks", webhook).await.data();
    farm.owner.post(RULES, revenue_rule("members")).await.data();
    farm.owner.post(RULES, revenue_rule("owner")).await.data();
    let mut muted = revenue_rule("members");
    muted["mutedUntil"] = json!("2027-01-01T00:00:00Z");
    farm.owner.post(RULES, muted).await.data();
    for _ in 0..2 {
        farm.sync_sales(&[("Ames", 1_000)]).await;
        farm.evaluator().evaluate_due().await.unwrap();
        farm.advance_week().await;
    }
    let viewer = farm.app.sign_in("1@viewer.example", PASSWORD).await;
    assert_eq!(
        farm.messages(&viewer).await.len(),
        1,
        "the muted one is silent"
    );
    let emails = job::Entity::find().filter(job::Column::Kind.eq("email"));
    assert_eq!(emails.all(&farm.app.raw).await.unwrap().len(), 3);
    let queued = webhook_delivery::Entity::find()
        .all(&farm.app.raw)
        .await
        .unwrap();
    let types: Vec<_> = queued.iter().map(|row| row.event_type.as_str()).collect();
    assert_eq!(types, ["alert.started"], "no muted and no private rule");
    assert!(
        queued[0].body.contains("\"memberCount\":1"),
        "{}",
        queued[0].body
    );
    assert!(!queued[0].body.contains("Ames"), "{}", queued[0].body);
    let listed = viewer.get(RULES).await;
    let rules = listed.data()["items"].as_array().unwrap();
    assert_eq!(rules.len(), 3);
    for rule in rules {
        assert_eq!(
            (&rule["own"], &rule["openAlerts"]),
            (&json!(false), &json!(1))
        );
        assert_eq!(rule["alerts"][0]["name"], "Ames");
        let path = format!("{RULES}/{}", rule["id"].as_str().unwrap());
        let changed = viewer.put(&path, revenue_rule("owner")).await;
        assert_eq!(changed.expect_failure(403), "forbidden");
    }
    let path = format!("{RULES}/{}", rules[0]["id"].as_str().unwrap());
    farm.owner
        .send(poem::http::Method::DELETE, &path, None)
        .await
        .data();
    assert_eq!(
        farm.owner.get(RULES).await.data()["items"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

#[tokio::test]
async fn a_rule_pauses_while_its_owner_may_not_read_the_measure() {
    let mut farm = AlertFixture::start().await;
    let author = farm.app.add_member(&farm.owner, "member").await;
    author.post(RULES, revenue_rule("members")).await.data();
    let account = author.get("/api/account").await;
    let person: sea_orm::prelude::Uuid = account.data()["id"].as_str().unwrap().parse().unwrap();
    let raw = farm.app.raw.clone();
    let set_role = async |role: &str| {
        membership::Entity::update_many()
            .col_expr(membership::Column::Role, Expr::value(role))
            .filter(membership::Column::PersonId.eq(person))
            .exec(&raw)
            .await
            .unwrap();
    };
    set_role("retired").await;
    farm.sync_sales(&[("Ames", 1_000)]).await;
    farm.evaluator().evaluate_due().await.unwrap();
    assert_eq!(
        farm.rule().await["pausedReason"],
        "The owner lacks the permission sales.read."
    );
    set_role("member").await;
    farm.advance_week().await;
    farm.sync_sales(&[("Ames", 1_000)]).await;
    farm.app.set_mfa_required(true).await;
    farm.evaluator().evaluate_due().await.unwrap();
    farm.app.set_mfa_required(false).await;
    assert_eq!(
        farm.rule().await["pausedReason"],
        "The owner must set up MFA."
    );
    membership::Entity::delete_many()
        .filter(membership::Column::PersonId.eq(person))
        .exec(&farm.app.raw)
        .await
        .unwrap();
    farm.advance_week().await;
    farm.sync_sales(&[("Ames", 1_000)]).await;
    farm.evaluator().evaluate_due().await.unwrap();
    assert_eq!(
        farm.rule().await["pausedReason"],
        "The owner is no longer a member of the organization."
    );
    assert!(farm.messages(&farm.owner).await.is_empty());
}

/// Purchases of s1, of which the first `late` were promised yesterday and are not delivered.
fn purchases(today: NaiveDate, late: u32) -> String {
    let ordered = today.checked_sub_days(Days::new(20)).unwrap();
    let yesterday = today.checked_sub_days(Days::new(1)).unwrap();
    let mut rows = String::new();
    for line in 0..3 {
        let delivered = if line < late {
            String::new()
        } else {
            yesterday.to_string()
        };
        rows += &format!(
            "p{line},po{line},purchase,{ordered},,s1,urea,1,ton,400,USD,{yesterday},{delivered},Ames,\
             {today}T0{late}:00:00Z\n"
        );
    }
    rows
}

#[tokio::test]
async fn late_supplier_starts_and_ends_one_alert() {
    let mut farm = AlertFixture::start().await;
    let rule = json!({"name": "Late", "kind": "supplier_late", "limit": 1, "severity": "warning",
        "recipients": "owner"});
    farm.owner.post(RULES, rule).await.data();
    farm.warehouse
        .write_suppliers("s1,Summit,,10,true,2026-06-01T00:00:00Z\n");
    for late in [2, 2, 1, 1] {
        let sales = farm.rows.clone();
        farm.rows += &purchases(farm.today(), late);
        farm.sync_sales(&[("Ames", 100)]).await;
        farm.rows = sales;
        farm.evaluator().evaluate_due().await.unwrap();
        farm.advance_week().await;
    }
    let messages = farm.messages(&farm.owner).await;
    let bodies: Vec<(&str, &str)> = messages
        .iter()
        .map(|(_, kind, body)| (kind.as_str(), body.as_str()))
        .collect();
    assert_eq!(
        bodies,
        [
            (
                "firing",
                "Overdue lines is above 1. Summit: 2. Period: until 23 June 2026."
            ),
            (
                "resolved",
                "Overdue lines is no longer above 1. Summit: 1. Period: until 7 July 2026."
            ),
        ]
    );
}

#[tokio::test]
async fn customer_at_risk_is_named_with_the_expected_loss() {
    let mut farm = AlertFixture::start().await;
    let rule = json!({"name": "Leaving", "kind": "customer_at_risk", "limit": 10,
        "severity": "warning", "recipients": "owner"});
    farm.owner.post(RULES, rule).await.data();
    let negative = json!({"name": "Leaving", "kind": "customer_at_risk", "limit": -1,
        "severity": "warning", "recipients": "owner"});
    assert!(
        farm.owner
            .post(RULES, negative)
            .await
            .status
            .is_client_error()
    );
    // Forty customers order every week of two years; c0 to c4 stop 20 weeks ago.
    let today = farm.today();
    for week in 0..104_u64 {
        for customer in 0..40_u64 {
            if customer < 5 && week < 20 {
                continue;
            }
            let day = today
                .checked_sub_days(Days::new(7 * week + customer % 5))
                .unwrap();
            farm.rows += &format!(
                "h{week}-{customer},h{week}-{customer},sale,{day},c{customer},,urea,1,ton,100,USD,,,\
                 Ames,{day}T00:00:00Z\n"
            );
        }
    }
    farm.sync_sales(&[("Ames", 100)]).await;
    farm.evaluator().evaluate_due().await.unwrap();
    assert!(farm.messages(&farm.owner).await.is_empty());
    farm.advance_week().await;
    farm.sync_sales(&[("Ames", 100)]).await;
    // The figures of the page are enough.
    farm.store_customer_figures().await;
    let delete = "delete from rollup_customer_history";
    farm.app.raw.execute_unprepared(delete).await.unwrap();
    farm.evaluator().evaluate_due().await.unwrap();
    let messages = farm.messages(&farm.owner).await;
    assert_eq!(messages.len(), 1, "{messages:?}");
    let (_, kind, body) = &messages[0];
    assert_eq!(kind, "firing");
    assert!(
        body.starts_with("The expected margin at risk is above 10. "),
        "{body}"
    );
    // c1 has bought again today.
    for customer in [0, 2, 3, 4] {
        assert!(body.contains(&format!("c{customer}: ")), "{body}");
    }
    assert!(
        body.contains(" USD") && !body.contains("c1: ") && !body.contains("c5: "),
        "{body}"
    );
}

#[tokio::test]
async fn ready_made_rules_watch_rejects_and_stale_data() {
    let mut farm = AlertFixture::start().await;
    for kind in ["data_stale", "rejected_rows"] {
        let rule = json!({"name": kind, "kind": kind, "severity": "critical",
            "recipients": "owner"});
        farm.owner.post(RULES, rule).await.data();
    }
    for (kind, limit) in [
        ("margin_below", 15),
        ("price_move", 10),
        ("stock_short", 0),
        ("supplier_late", 0),
        ("customer_at_risk", 0),
    ] {
        let rule = json!({"name": kind, "kind": kind, "limit": limit, "severity": "info",
            "recipients": "owner"});
        farm.owner.post(RULES, rule.clone()).await.data();
        let preview = farm
            .owner
            .post(&format!("{RULES}/preview?step=month"), rule)
            .await;
        let has_past = ["margin_below", "price_move"].contains(&kind);
        assert_eq!(preview.data()["available"], has_past, "{kind}");
    }
    farm.rows += "bad,o,sale,no day,c1,,urea,1,ton,1,USD,,,Ames,2026-06-16T00:00:00Z\n";
    farm.sync_sales(&[("Ames", 100)]).await;
    farm.evaluator().evaluate_due().await.unwrap();
    let bodies = |messages: Vec<(String, String, String)>| -> Vec<String> {
        messages
            .into_iter()
            .map(|(_, kind, body)| format!("{kind} {body}"))
            .collect()
    };
    let rejected =
        "firing The share of rejected rows is above 0.1%. sales_transactions: 1 rejected.";
    assert_eq!(bodies(farm.messages(&farm.owner).await), [rejected]);
    farm.advance_week().await;
    farm.evaluator().evaluate_due().await.unwrap();
    let stale = bodies(farm.messages(&farm.owner).await);
    assert_eq!(stale.len(), 2, "{stale:?}");
    assert!(stale[1].contains("sales_transactions: 7 days"), "{stale:?}");
}

#[tokio::test]
async fn invalid_rules_are_refused_by_field() {
    let farm = AlertFixture::start().await;
    let mut cases = Vec::new();
    for (name, value, path) in [
        ("name", json!(" "), "name"),
        ("limit", Value::Null, "limit"),
        ("condition", Value::Null, "condition"),
        ("kind", json!("data_stale"), "query"),
    ] {
        let mut rule = revenue_rule("owner");
        rule[name] = value;
        cases.push((rule, path));
    }
    let mut rule = revenue_rule("owner");
    rule["query"]["dimensions"] = json!(["month"]);
    cases.push((rule, "query.dimensions[0]"));
    for (rule, path) in cases {
        let refused = farm.owner.post(RULES, rule).await;
        assert_eq!(refused.expect_failure(422), "invalid_values");
        assert_eq!(refused.json["details"][0]["path"], path);
    }
}
