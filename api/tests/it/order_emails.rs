//! Orders sent to suppliers: the email, its link, the answer, and what it does to the position. Today
//! is 2026-06-16.

use crate::smtp_server::SmtpServer;
use crate::source_warehouse::Warehouse;
use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use api::email::SmtpSender;
use api::features::purchasing::OrderEmailSender;
use chrono::TimeDelta;
use entities::{membership, purchase_order_email};
use mail_parser::{Message, MessageParser, MimeHeaders};
use poem::http::Method;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

const DRAFTS: &str = "/api/purchasing/drafts";
const CONTACTS: &str = "/api/purchasing/supplier-contacts";
const OPEN: &str = "/api/order-acknowledgments/open";
const ACKNOWLEDGE: &str = "/api/order-acknowledgments";
pub(crate) const ADDRESS: &str = "orders@plains.example";

/// Two items of one supplier, both short; lead time 16 days.
const STOCK_ROWS: &str = "urea,Urea 46-0-0,fertilizer,ton,Ames,20,5,10,15,10,20,16,410.5,USD,s1,\
    2026-06-01T00:00:00Z\nmap,<b>MAP</b> 11-52-0,fertilizer,ton,Ames,3,0,0,15,,,16,700,USD,s1,\
    2026-06-01T00:00:00Z\n";

pub(crate) struct OrderFixture {
    pub(crate) app: TestApp,
    pub(crate) owner: Client,
    server: SmtpServer,
    warehouse: Warehouse,
    draft: String,
}

impl OrderFixture {
    /// A draft of 40 tons of urea and 12.5 tons of MAP.
    pub(crate) async fn start() -> Self {
        Self::start_in(TestApp::start_with_mail_server().await).await
    }

    async fn start_in(app: TestApp) -> Self {
        let owner = app.create_organization("Prairie").await;
        let warehouse = app.create_warehouse("prairie");
        warehouse
            .write_inventory(STOCK_ROWS)
            .write_suppliers("s1,Plains,fertilizer,10,true,2026-06-01T00:00:00Z\n");
        app.sync_warehouse(&owner, &warehouse).await.data();
        let lines = [("urea", 40.0), ("map", 12.5)].map(
            |(item, quantity)| json!({"itemId": item, "location": "Ames", "quantity": quantity}),
        );
        let body = json!({"requestId": "0198c5a0-7d3e-7a44-9f10-000000000001", "lines": lines});
        let drafts = owner.post(DRAFTS, body).await;
        let draft = drafts.data()["items"][0]["id"].as_str().unwrap().to_owned();
        Self {
            app,
            owner,
            server: SmtpServer::start().await,
            warehouse,
            draft,
        }
    }

    async fn set_contact(&self, email: &str) {
        let body = json!({"supplierId": "s1", "email": email, "contactName": "Ada Berg"});
        self.owner.put(CONTACTS, body).await.data();
    }

    pub(crate) async fn send_as(&self, client: &Client, body: Value) -> Answer {
        client
            .post(&format!("{DRAFTS}/{}/send", self.draft), body)
            .await
    }

    async fn send(&self) -> Answer {
        self.send_as(&self.owner, sending(ADDRESS)).await
    }

    /// Sends what is due.
    pub(crate) async fn deliver(&self) {
        let parts = &self.app.parts;
        let smtp = SmtpSender::from_url(
            &self.server.url(),
            "Sprout <orders@sprout.example>",
            "https://sprout.example",
        );
        let sender = OrderEmailSender::new(
            parts.database.clone(),
            parts.clock.clone(),
            parts.vault.clone(),
            smtp.unwrap(),
            parts.sync.notifier().clone(),
        );
        while sender.send_next().await.unwrap() {}
    }

    async fn send_and_deliver(&self) -> String {
        self.set_contact(ADDRESS).await;
        self.send().await.data();
        self.deliver().await;
        self.newest_token()
    }

    /// The token of the link in the newest email.
    pub(crate) fn newest_token(&self) -> String {
        let emails = self.server.received_emails();
        let text = parse_email(&emails.last().expect("an email").text)
            .body_text(0)
            .unwrap()
            .into_owned();
        let (_, rest) = text
            .split_once("https://sprout.example/acknowledge#token=")
            .unwrap_or_else(|| panic!("no link in {text}"));
        rest.split_whitespace().next().unwrap().to_owned()
    }

    async fn read_draft(&self) -> Value {
        let answer = self.owner.get(&format!("{DRAFTS}/{}", self.draft)).await;
        answer.data().clone()
    }

    async fn email_state(&self) -> String {
        self.read_draft().await["email"]["state"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Arrivals of urea at Ames by week.
    async fn arrivals(&self) -> Vec<f64> {
        let path = "/api/purchasing/position?q=urea&location=Ames&weeks=8";
        let answer = self.owner.get(path).await;
        let weeks = answer.data()["items"][0]["weeks"].clone();
        let weeks = weeks.as_array().unwrap().iter();
        weeks
            .map(|week| week["arrivals"].as_f64().unwrap())
            .collect()
    }

    async fn audit_entries(&self, action: &str) -> Vec<Value> {
        let listed = self.owner.get("/api/audit-log?limit=200").await;
        let entries = listed.data()["items"].as_array().unwrap().iter();
        entries
            .filter(|entry| entry["action"] == action)
            .cloned()
            .collect()
    }

    async fn stored_email(&self) -> purchase_order_email::Model {
        purchase_order_email::Entity::find()
            .one(&self.app.raw)
            .await
            .unwrap()
            .unwrap()
    }
}

pub(crate) fn sending(recipient: &str) -> Value {
    json!({
        "recipient": recipient,
        "message": "Please deliver early.\n<script>alert(1)</script>",
        "attachment": "both",
        "copyToSender": true,
        "requestedOn": "2026-07-06",
    })
}

fn parse_email(text: &str) -> Message<'_> {
    MessageParser::default().parse(text).expect("an email")
}

async fn open(client: &Client, token: &str) -> Answer {
    client.post(OPEN, json!({"token": token})).await
}

/// Answers the lines of the order in their order: quantity and day.
pub(crate) fn acknowledgment(token: &str, lines: &[(f64, Option<&str>)]) -> Value {
    let lines: Vec<Value> = lines
        .iter()
        .zip(1..)
        .map(|((quantity, day), position)| {
            let mut line = json!({"position": position, "quantity": quantity});
            if let Some(day) = day {
                line["expectedOn"] = json!(day);
            }
            line
        })
        .collect();
    json!({"token": token, "lines": lines, "note": " The rest follows. "})
}

/// The numbers of the lines of urea and of the other item.
fn positions(draft: &Value) -> (usize, usize) {
    let urea = draft["lines"][0]["itemId"] == "urea";
    if urea { (0, 1) } else { (1, 0) }
}

#[tokio::test]
async fn an_unanswered_order_counts_until_a_week_after_the_requested_day() {
    for is_ordered_before in [false, true] {
        let order = OrderFixture::start().await;
        order.set_contact(ADDRESS).await;
        if is_ordered_before {
            let path = format!("{DRAFTS}/{}/order", order.draft);
            let ordered = order.owner.send(Method::POST, &path, None).await;
            assert_eq!(ordered.data()["lines"][0]["countsThrough"], "2026-07-09");
        }
        let mut body = sending(ADDRESS);
        body["requestedOn"] = json!("2026-09-30");
        order.send_as(&order.owner, body).await.data();
        order.deliver().await;
        let draft = order.read_draft().await;
        assert_eq!(draft["state"], "ordered");
        for line in draft["lines"].as_array().unwrap() {
            assert_eq!(line["countsThrough"], "2026-10-07", "{is_ordered_before}");
        }
    }
}

#[tokio::test]
async fn an_order_is_sent_once_and_is_then_ordered() {
    let order = OrderFixture::start().await;
    let path = format!("{DRAFTS}/{}/email", order.draft);
    let preview = order.owner.get(&path).await;
    assert_eq!(preview.data()["emailEnabled"], true);
    assert_eq!(preview.data()["recipient"], Value::Null);
    assert_eq!(preview.data()["replyTo"], "0@prairie.example");
    assert_eq!(preview.data()["usualDeliveryOn"], "2026-07-02");
    assert_eq!(
        order.send().await.expect_failure(409),
        "no_supplier_contact"
    );
    order.set_contact(ADDRESS).await;
    let preview = order.owner.get(&path).await;
    assert_eq!(preview.data()["recipient"], ADDRESS);
    assert_eq!(preview.data()["contactName"], "Ada Berg");
    let other = order
        .send_as(&order.owner, sending("old@plains.example"))
        .await;
    assert_eq!(other.expect_failure(409), "supplier_contact_changed");

    let once = order
        .owner
        .with_header("idempotency-key", "0198c5a0-7d3e-7a44-9f10-00000000000a");
    let sent = order.send_as(&once, sending(ADDRESS)).await;
    assert_eq!(sent.data()["email"]["state"], "queued");
    assert_eq!(sent.data()["state"], "draft");
    let again = order.send_as(&once, sending(ADDRESS)).await;
    assert_eq!(again.data(), sent.data());
    assert_eq!(order.send().await.expect_failure(409), "order_already_sent");
    assert!(order.server.received_emails().is_empty(), "only queued");

    order.deliver().await;
    order.deliver().await;
    let emails = order.server.received_emails();
    assert_eq!(emails.len(), 1);
    let parsed = parse_email(&emails[0].text);
    let subject = format!("Purchase order {} from Prairie", order.draft);
    assert_eq!(parsed.subject(), Some(subject.as_str()));
    assert_eq!(preview.data()["subject"], subject);
    let address = |list: Option<&mail_parser::Address<'_>>| {
        let first = list.and_then(|list| list.first().cloned()).unwrap();
        first.address.unwrap().into_owned()
    };
    assert_eq!(address(parsed.to()), ADDRESS);
    assert_eq!(address(parsed.cc()), "0@prairie.example");
    assert_eq!(address(parsed.reply_to()), "0@prairie.example");
    let text = parsed.body_text(0).unwrap();
    for part in [
        "Hello Ada Berg,",
        "Requested delivery: 6 July 2026",
        "Please deliver early.\n<script>alert(1)</script>",
        "Urea 46-0-0",
        "The link works until 16 July 2026.",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let html = parsed.body_html(0).unwrap();
    assert!(
        !html.contains("<script") && !html.contains("<b>MAP"),
        "{html}"
    );
    let names: Vec<_> = parsed
        .attachments()
        .map(|file| file.attachment_name().unwrap().to_owned())
        .collect();
    let number = &order.draft;
    assert_eq!(
        names,
        [
            format!("purchase-order-{number}.pdf"),
            format!("purchase-order-{number}.csv")
        ]
    );
    let pdf = parsed.attachment(0).unwrap();
    let pages = crate::pdf_pages::read_pdf_pages(pdf.contents()).concat();
    assert!(pages.contains("Ordered 16 June 2026"), "{pages}");
    assert!(pages.contains("6 July 2026"), "{pages}");

    let draft = order.read_draft().await;
    assert_eq!(draft["state"], "ordered");
    assert_eq!(draft["email"]["state"], "sent");
    assert_eq!(draft["email"]["recipient"], ADDRESS);
    assert_eq!(order.send().await.expect_failure(409), "order_already_sent");
    let stored = order.stored_email().await;
    assert_eq!(stored.sealed_token, "");
    assert_eq!(stored.token_hash.len(), 64);
    assert!(!format!("{stored:?}").contains(&order.newest_token()));
    assert_eq!(order.audit_entries("order_draft.sent").await.len(), 1);
    let entries = order.audit_entries("order_draft.sent").await;
    assert_eq!(entries[0]["after"]["to"], ADDRESS);

    // Another address gets a new link, and the old one ends.
    let old = order.newest_token();
    order.set_contact("desk@plains.example").await;
    let body = sending("desk@plains.example");
    order.send_as(&order.owner, body).await.data();
    order.deliver().await;
    let outside = order.app.anonymous_client();
    assert_eq!(open(&outside, &old).await.expect_failure(404), "not_found");
    open(&outside, &order.newest_token()).await.data();
}

#[tokio::test]
async fn an_order_is_in_the_language_of_the_supplier() {
    let order = OrderFixture::start().await;
    let contact = json!({
        "supplierId": "s1", "email": ADDRESS, "contactName": "Ada Berg", "language": "de",
    });
    let stored = order.owner.put(CONTACTS, contact).await;
    assert_eq!(stored.data()["language"], "de");
    let read = order.owner.get(&format!("{CONTACTS}?supplierId=s1")).await;
    assert_eq!(read.data()["language"], "de");
    let subject = format!("Bestellung {} von Prairie", order.draft);
    let path = format!("{DRAFTS}/{}/email", order.draft);
    let preview = order.owner.get(&path).await;
    assert_eq!(preview.data()["subject"], subject);
    assert_eq!(preview.data()["language"], "de");
    order.send().await.data();
    // What was queued stays in its language.
    order.set_contact(ADDRESS).await;
    order.deliver().await;
    let emails = order.server.received_emails();
    let parsed = parse_email(&emails[0].text);
    assert_eq!(parsed.subject(), Some(subject.as_str()));
    let text = parsed.body_text(0).unwrap();
    for part in [
        "Bestellung von Prairie",
        "Gewünschte Lieferung: 6. Juli 2026",
        "Der Link gilt bis 16. Juli 2026.",
        "Lieferort",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let html = parsed.body_html(0).unwrap();
    assert!(html.contains("lang=\"de"), "{html}");
    let pages = crate::pdf_pages::read_pdf_pages(parsed.attachment(0).unwrap().contents());
    let pages = pages.concat();
    for part in ["Bestellt am 16. Juni 2026", "Summe (USD)", "12,5"] {
        assert!(pages.contains(part), "{part} in {pages}");
    }
    let unknown = json!({"supplierId": "s1", "email": ADDRESS, "language": "tlh"});
    let refused = order.owner.put(CONTACTS, unknown).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one conversation, step by step")]
async fn the_supplier_sees_and_answers_that_order_only() {
    let order = OrderFixture::start().await;
    let token = order.send_and_deliver().await;
    let outside = order.app.anonymous_client();
    let opened = open(&outside, &token).await;
    assert_eq!(opened.header("x-robots-tag"), "noindex");
    assert!(!opened.headers.contains_key("set-cookie"));
    let content = opened.data();
    let names =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(
        names(content),
        [
            "expiresAt",
            "lines",
            "orderNumber",
            "organization",
            "requestedOn",
            "today"
        ]
    );
    assert_eq!(
        names(&content["lines"][0]),
        ["item", "itemId", "location", "position", "quantity", "unit"],
        "no prices"
    );
    assert_eq!(content["organization"], "Prairie");
    assert_eq!(content["orderNumber"], order.draft.as_str());
    assert_eq!(content["lines"].as_array().unwrap().len(), 2);

    let full: Vec<f64> = content["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["quantity"].as_f64().unwrap())
        .collect();
    let day = Some("2026-07-20");
    for (body, path) in [
        (acknowledgment(&token, &[(full[0], day)]), "lines"),
        (
            acknowledgment(&token, &[(full[0] + 1.0, day), (1.0, day)]),
            "lines[0].quantity",
        ),
        (
            acknowledgment(&token, &[(full[0], None), (1.0, day)]),
            "lines[0].expectedOn",
        ),
        (
            acknowledgment(&token, &[(full[0], day), (1.0, Some("2026-06-15"))]),
            "lines[1].expectedOn",
        ),
        (
            acknowledgment(&token, &[(full[0], day), (1.0, Some("2028-06-16"))]),
            "lines[1].expectedOn",
        ),
        (
            acknowledgment(&token, &[(full[0], day), (1.0, day), (1.0, day)]),
            "lines[2].position",
        ),
    ] {
        let refused = outside.post(ACKNOWLEDGE, body).await;
        assert_eq!(refused.expect_failure(422), "invalid_values", "{path}");
        assert_eq!(refused.json["details"][0]["path"], path);
    }
    let mut long = acknowledgment(&token, &[(full[0], day), (1.0, day)]);
    long["note"] = json!("x".repeat(2001));
    let status = outside.post(ACKNOWLEDGE, long).await.status;
    assert!(status.is_client_error(), "{status}");
    assert_eq!(order.email_state().await, "sent", "nothing was stored");

    let answer = acknowledgment(
        &token,
        &[(full[0], day), (full[1] / 2.0, Some("2026-07-01"))],
    );
    let answered = outside.post(ACKNOWLEDGE, answer).await;
    assert_eq!(
        answered.data()["lines"][1]["confirmedQuantity"],
        full[1] / 2.0
    );
    assert_eq!(answered.data()["note"], "The rest follows.");
    let draft = order.read_draft().await;
    assert_eq!(draft["email"]["state"], "acknowledged");
    assert_eq!(draft["email"]["note"], "The rest follows.");
    assert_eq!(draft["lines"][0]["expectedOn"], "2026-07-20");
    assert_eq!(
        draft["lines"][0]["countsThrough"], "2026-07-27",
        "a review later"
    );
    assert_eq!(draft["lines"][1]["confirmedQuantity"], full[1] / 2.0);
    let entries = order.audit_entries("order_draft.acknowledged").await;
    assert_eq!(entries[0]["actor"]["kind"], "system");

    // It can be changed: the supplier declines.
    let declined = outside
        .post(
            ACKNOWLEDGE,
            acknowledgment(&token, &[(0.0, None), (0.0, day)]),
        )
        .await;
    assert_eq!(declined.data()["lines"][1]["expectedOn"], Value::Null);
    assert_eq!(order.email_state().await, "declined");

    order.app.parts.clock.advance(TimeDelta::days(30));
    assert_eq!(
        open(&outside, &token).await.expect_failure(404),
        "not_found"
    );
    let late = outside
        .post(
            ACKNOWLEDGE,
            acknowledgment(&token, &[(1.0, day), (1.0, day)]),
        )
        .await;
    assert_eq!(late.expect_failure(404), "not_found");
}

#[tokio::test]
async fn the_answer_moves_the_position_and_counts_once() {
    let order = OrderFixture::start().await;
    // 5 tons are on order already. Their day is estimated: 16 days ahead.
    assert_eq!(
        order.arrivals().await,
        [0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    );
    order.set_contact(ADDRESS).await;
    order.send().await.data();
    assert_eq!(
        order.arrivals().await,
        [0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        "an order that is only queued does not arrive"
    );
    order.deliver().await;
    let token = order.newest_token();
    // Requested for 2026-07-06.
    assert_eq!(
        order.arrivals().await,
        [0.0, 0.0, 45.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    );
    let (urea, map) = positions(&order.read_draft().await);
    let answer = |quantity: f64, day: &str| {
        let mut lines = [(0.0, None), (0.0, None)];
        lines[urea] = (quantity, Some(day));
        lines[map] = (1.0, Some(day));
        acknowledgment(&token, &lines)
    };
    let outside = order.app.anonymous_client();
    let late = outside.post(ACKNOWLEDGE, answer(30.0, "2026-07-29")).await;
    late.data();
    assert_eq!(
        order.arrivals().await,
        [0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 30.0, 0.0]
    );
    let path = "/api/purchasing/position/week?itemId=urea&location=Ames&day=2026-07-29";
    let week = order.owner.get(path).await;
    assert_eq!(week.data()["orders"][0]["poId"], order.draft.as_str());
    assert_eq!(week.data()["orders"][0]["expectedDate"], "2026-07-29");

    // The source shows the order, first as quantity on order, then as a purchase order.
    let stock = STOCK_ROWS
        .replace("Ames,20,5,10,", "Ames,20,35,10,")
        .replace("2026-06-01T", "2026-06-02T");
    order.warehouse.write_inventory(&stock);
    order
        .app
        .sync_warehouse(&order.owner, &order.warehouse)
        .await
        .data();
    assert_eq!(
        order.arrivals().await,
        [0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 30.0, 0.0]
    );
    order.warehouse.write_file(
        "purchase_orders.csv",
        "po_id,line,supplier_id,item_id,location,quantity,unit,unit_price,currency,order_date,\
         expected_date,received_quantity,status,updated_at\n\
         p1,1,s1,urea,Ames,30,ton,400,USD,2026-06-16,2026-07-22,0,open,2026-06-02T00:00:00Z\n",
    );
    order
        .app
        .sync_warehouse(&order.owner, &order.warehouse)
        .await
        .data();
    let arrivals = order.arrivals().await;
    let is_equal = |quantity: f64, expected: f64| (quantity - expected).abs() < 1e-9;
    assert!(is_equal(arrivals.iter().sum(), 35.0), "{arrivals:?}");
    assert!(
        is_equal(arrivals[5], 30.0),
        "the source's day: {arrivals:?}"
    );
}

#[tokio::test]
async fn a_failed_or_discarded_order_is_not_ordered() {
    let order = OrderFixture::start().await;
    order.set_contact(ADDRESS).await;
    order.server.refuse_next(["451 later", "550 no such user"]);
    order.send().await.data();
    order.deliver().await;
    assert_eq!(order.email_state().await, "queued", "tried again later");
    order.app.parts.clock.advance(TimeDelta::minutes(1));
    order.deliver().await;
    let draft = order.read_draft().await;
    assert_eq!(
        (&draft["state"], &draft["email"]["state"]),
        (&json!("draft"), &json!("failed"))
    );
    assert!(draft["email"]["reason"].as_str().unwrap().contains("550"));
    // Those who may send orders are notified in the app, once for each sending.
    let viewer = order.app.add_member(&order.owner, "viewer").await;
    let notified = notifications(&order.owner).await;
    assert_eq!(notified.len(), 1);
    assert_eq!(notified[0]["title"], format!("Order not sent to {ADDRESS}"));
    assert!(notified[0]["body"].as_str().unwrap().contains("550"));
    assert_eq!(notified[0]["link"], format!("/orders/{}", order.draft));
    assert_eq!(notifications(&viewer).await, Vec::<Value>::new());
    // It can be sent again.
    order.server.refuse_next(["550 no such user"]);
    order.send().await.data();
    order.deliver().await;
    assert_eq!(notifications(&order.owner).await.len(), 2);
    order.send().await.data();
    let discard = format!("{DRAFTS}/{}/discard", order.draft);
    order.owner.send(Method::POST, &discard, None).await.data();
    order.deliver().await;
    assert_eq!(order.email_state().await, "cancelled");
    assert!(order.server.received_emails().is_empty());
    assert_eq!(order.send().await.expect_failure(409), "draft_discarded");
}

/// Notifications about orders that could not be sent.
async fn notifications(client: &Client) -> Vec<Value> {
    let listed = client.get("/api/notifications").await;
    let items = listed.data()["items"].as_array().unwrap().iter();
    items
        .filter(|one| one["topic"].as_str().unwrap().starts_with("order:"))
        .cloned()
        .collect()
}

/// Three bookings of urea: on hand are 20 tons, 5 are on order, and 40 more are ordered.
const BOOKINGS: &str = "booking_id,line,customer_id,item_id,location,quantity,unit,unit_price,\
    currency,booked_date,due_date,delivered_quantity,status,updated_at\n\
    b1,1,c1,urea,Ames,20,ton,500,USD,2026-05-01,2026-06-20,2,open,2026-06-01T00:00:00Z\n\
    b2,1,c2,urea,Ames,30,ton,510,CAD,2026-05-01,2026-07-08,0,open,2026-06-01T00:00:00Z\n\
    b3,1,c1,urea,Ames,10,ton,,USD,2026-05-01,2026-07-15,0,open,2026-06-01T00:00:00Z\n";

impl OrderFixture {
    async fn add_bookings(&self) {
        self.warehouse
            .write_customers("c1,Burr Oak Farm,Iowa,Story,100,corn,,,,2026-06-01T00:00:00Z\n");
        self.warehouse.write_file("customer_bookings.csv", BOOKINGS);
        let synced = self.app.sync_warehouse(&self.owner, &self.warehouse).await;
        synced.data();
    }

    async fn affected(&self, query: &str) -> Value {
        let path = format!("{DRAFTS}/{}/affected-customers{query}", self.draft);
        self.owner.get(&path).await.data().clone()
    }

    /// Booking, short quantity and value of each affected booking.
    async fn affected_bookings(&self) -> Vec<Value> {
        let page = self.affected("").await;
        let items = page["items"].as_array().unwrap().iter();
        items
            .map(|one| json!([one["bookingId"], one["shortQuantity"], one["value"]]))
            .collect()
    }

    /// Answers the line of urea, and all of the other one for the requested day.
    async fn answer_urea(&self, token: &str, quantity: f64, day: &str) {
        let (urea, map) = positions(&self.read_draft().await);
        let mut lines = [(0.0, None), (0.0, None)];
        lines[urea] = (quantity, (quantity > 0.0).then_some(day));
        lines[map] = (12.5, Some("2026-07-06"));
        let outside = self.app.anonymous_client();
        let answered = outside
            .post(ACKNOWLEDGE, acknowledgment(token, &lines))
            .await;
        answered.data();
    }
}

#[tokio::test]
async fn customers_of_a_late_or_short_order_are_listed_by_delivery_week() {
    let order = OrderFixture::start().await;
    order.add_bookings().await;
    let token = order.send_and_deliver().await;
    let waiting = order.affected("").await;
    assert_eq!(
        (&waiting["total"], &waiting["openBookings"]),
        (&json!(0), &json!(3)),
        "an order that may still arrive in time affects no customer"
    );
    order.answer_urea(&token, 40.0, "2026-07-06").await;
    assert_eq!(order.affected_bookings().await, Vec::<Value>::new());

    // Three weeks late: 7 tons are left for what is due before.
    order.answer_urea(&token, 40.0, "2026-07-29").await;
    let late = order.affected("").await;
    assert_eq!(
        late["items"][0],
        json!({"customerId": "c2", "customer": "c2", "bookingId": "b2", "line": "1",
            "itemId": "urea", "item": "Urea 46-0-0", "location": "Ames", "unit": "ton",
            "dueDate": "2026-07-08", "startsOn": "2026-07-07", "quantity": 30.0,
            "shortQuantity": 23.0, "value": 11730.0, "currency": "CAD"})
    );
    assert_eq!(late["items"][1]["customer"], "Burr Oak Farm");
    assert_eq!(late["items"][1]["shortQuantity"], 10.0);
    assert_eq!(late["items"][1]["value"], Value::Null);
    assert_eq!((&late["total"], &late["customers"]), (&json!(2), &json!(2)));
    assert_eq!(
        late["values"],
        json!([{"currency": "CAD", "value": 11730.0}])
    );
    assert_eq!(late["isCounted"], true);
    // The position of the week lacks the same units.
    let path = "/api/purchasing/position/week?itemId=urea&location=Ames&day=2026-07-08";
    let week = order.owner.get(path).await;
    assert_eq!(week.data()["balance"], -23.0);
    let first = order.affected("?limit=1").await;
    assert_eq!(first["items"].as_array().unwrap().len(), 1);
    let cursor = first["nextCursor"].as_str().unwrap();
    let second = order.affected(&format!("?limit=1&cursor={cursor}")).await;
    assert_eq!(second["items"][0], late["items"][1]);
    assert_eq!(second["nextCursor"], Value::Null);

    // Less than ordered, and nothing.
    order.answer_urea(&token, 30.0, "2026-07-06").await;
    assert_eq!(
        order.affected_bookings().await,
        [json!(["b3", 3.0, Value::Null])]
    );
    order.answer_urea(&token, 0.0, "2026-07-06").await;
    assert_eq!(
        order.affected_bookings().await,
        [
            json!(["b2", 23.0, 11730.0]),
            json!(["b3", 10.0, Value::Null])
        ]
    );

    let stranger = order.app.create_organization("Other").await;
    let path = format!("{DRAFTS}/{}/affected-customers", order.draft);
    let refused = stranger.get(&path).await;
    assert_eq!(refused.expect_failure(404), "not_found");
    let discard = format!("{DRAFTS}/{}/discard", order.draft);
    order.owner.send(Method::POST, &discard, None).await.data();
    let discarded = order.affected("").await;
    assert_eq!(
        (&discarded["total"], &discarded["isCounted"]),
        (&json!(0), &json!(false))
    );
}

#[tokio::test]
async fn an_order_whose_day_passes_without_an_answer_affects_customers() {
    let mut order = OrderFixture::start().await;
    order.send_and_deliver().await;
    assert_eq!(order.affected("").await["openBookings"], 0);
    order.add_bookings().await;
    // Requested for 2026-07-06. It may come after the lead time of 16 days.
    order.app.parts.clock.advance(TimeDelta::days(22));
    order.owner = order.app.sign_in("0@prairie.example", PASSWORD).await;
    assert_eq!(
        order.arrivals().await,
        [0.0, 0.0, 45.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    );
    assert_eq!(
        order.affected_bookings().await,
        [
            json!(["b2", 28.0, 14280.0]),
            json!(["b3", 10.0, Value::Null])
        ]
    );
}

#[tokio::test]
async fn a_sender_without_the_permission_sends_nothing() {
    let order = OrderFixture::start().await;
    order.set_contact(ADDRESS).await;
    for role in ["member", "viewer"] {
        let client = order.app.add_member(&order.owner, role).await;
        let refused = order.send_as(&client, sending(ADDRESS)).await;
        assert_eq!(refused.expect_failure(403), "forbidden", "{role}");
        let body = json!({"supplierId": "s1", "email": "me@evil.example"});
        let refused = client.put(CONTACTS, body).await;
        assert_eq!(refused.expect_failure(403), "forbidden", "{role}");
    }
    let admin = order.app.add_member(&order.owner, "admin").await;
    order.send_as(&admin, sending(ADDRESS)).await.data();
    let account = admin.get("/api/account").await;
    let person: sea_orm::prelude::Uuid = account.data()["id"].as_str().unwrap().parse().unwrap();
    membership::Entity::update_many()
        .col_expr(membership::Column::Role, Expr::value("member"))
        .filter(membership::Column::PersonId.eq(person))
        .exec(&order.app.raw)
        .await
        .unwrap();
    order.deliver().await;
    assert_eq!(order.email_state().await, "cancelled");
    assert!(order.server.received_emails().is_empty());
}

#[tokio::test]
async fn addresses_and_values_are_checked() {
    let order = OrderFixture::start().await;
    for (body, path) in [
        (json!({"supplierId": "s1", "email": "plains"}), "email"),
        (
            json!({"supplierId": "s1", "email": ADDRESS, "contactName": "A\r\nBcc: x"}),
            "contactName",
        ),
    ] {
        let refused = order.owner.put(CONTACTS, body).await;
        assert_eq!(refused.expect_failure(422), "invalid_values");
        assert_eq!(refused.json["details"][0]["path"], path);
    }
    let unknown = json!({"supplierId": "unknown", "email": ADDRESS});
    let refused = order.owner.put(CONTACTS, unknown).await;
    assert_eq!(refused.expect_failure(404), "not_found");
    order.set_contact("Orders@Plains.example").await;
    let path = format!("{CONTACTS}?supplierId=s1");
    let stored = order.owner.get(&path).await;
    assert_eq!(stored.data()["email"], "orders@plains.example");
    assert_eq!(stored.data()["contactName"], "Ada Berg");
    let none = order.owner.get(&format!("{CONTACTS}?supplierId=s9")).await;
    assert_eq!(none.data(), &json!({"supplierId": "s9", "language": "en"}));
    let member = order.app.add_member(&order.owner, "member").await;
    assert_eq!(member.get(&path).await.expect_failure(403), "forbidden");
    let mut past = sending(ADDRESS);
    past["requestedOn"] = json!("2026-06-15");
    let refused = order.send_as(&order.owner, past).await;
    assert_eq!(refused.json["details"][0]["path"], "requestedOn");
    order
        .owner
        .put(CONTACTS, json!({"supplierId": "s1"}))
        .await
        .data();
    assert_eq!(
        order.send().await.expect_failure(409),
        "no_supplier_contact"
    );
    assert_eq!(
        order.audit_entries("supplier_contact.updated").await.len(),
        2
    );
}

#[tokio::test]
async fn nothing_is_sent_without_an_email_server() {
    let order = OrderFixture::start_in(TestApp::start().await).await;
    order.set_contact(ADDRESS).await;
    assert_eq!(order.send().await.expect_failure(409), "email_disabled");
}

#[tokio::test]
async fn guesses_are_limited_by_address_and_links_by_use() {
    let order = OrderFixture::start().await;
    let token = order.send_and_deliver().await;
    let client_at = |number: usize| {
        let client = order.app.anonymous_client();
        client.with_header("x-forwarded-for", &format!("203.0.113.{number}"))
    };
    for _ in 0..30 {
        assert_eq!(
            open(&client_at(1), "guess").await.expect_failure(404),
            "not_found"
        );
    }
    let limited = open(&client_at(1), &token).await;
    assert_eq!(limited.expect_failure(429), "too_many_requests");
    for number in 0..60 {
        open(&client_at(2 + number / 20), &token).await.data();
    }
    let limited = open(&client_at(9), &token).await;
    assert_eq!(limited.expect_failure(429), "too_many_requests");
    assert_eq!(limited.header("retry-after"), "2");
}

#[tokio::test]
async fn the_page_of_links_is_not_indexed_and_sends_no_referrer() {
    let app = TestApp::start().await;
    let page = app.anonymous_client().get("/acknowledge").await;
    assert_eq!(page.header("x-robots-tag"), "noindex");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
}
