//! Limits above which orders need approval, and their approval. Today is 2026-06-16.

use crate::smtp_server::SmtpServer;
use crate::{Answer, Client, TestApp};
use poem::http::Method;
use serde_json::{Value, json};

const DRAFTS: &str = "/api/purchasing/drafts";
const LIMITS: &str = "/api/purchasing/approval-limits";

/// Urea at 410.50 and MAP at 700, both short, of one supplier.
const STOCK_ROWS: &str = "urea,Urea 46-0-0,fertilizer,ton,Ames,20,5,10,15,10,20,16,410.5,USD,s1,\
    2026-06-01T00:00:00Z\nmap,MAP 11-52-0,fertilizer,ton,Ames,3,0,0,15,,,16,700,USD,s1,\
    2026-06-01T00:00:00Z\n";

struct Organization {
    app: TestApp,
    owner: Client,
    admin: Client,
    buyer: Client,
}

impl Organization {
    async fn start() -> Self {
        // The future is large.
        let app = Box::pin(TestApp::start_with_mail_server()).await;
        let owner = app.create_organization("Prairie").await;
        let warehouse = app.create_warehouse("prairie");
        warehouse
            .write_inventory(STOCK_ROWS)
            .write_suppliers("s1,Plains,fertilizer,10,true,2026-06-01T00:00:00Z\n");
        app.sync_warehouse(&owner, &warehouse).await.data();
        let (admin, buyer) = (
            app.add_member(&owner, "admin").await,
            app.add_member(&owner, "member").await,
        );
        Self {
            app,
            owner,
            admin,
            buyer,
        }
    }

    async fn set_limits(&self, member: f64, admin: f64) {
        let body = json!({"memberLimit": member, "adminLimit": admin});
        self.owner.put(LIMITS, body).await.data();
    }
}

async fn draft_order(client: &Client, item: &str, quantity: f64) -> Value {
    let number = if item == "urea" { 1 } else { 2 };
    let request = format!("0198c5a0-7d3e-7a44-9f10-{number:012x}");
    let line = json!({"itemId": item, "location": "Ames", "quantity": quantity});
    let body = json!({"requestId": request, "lines": [line]});
    client.post(DRAFTS, body).await.data()["items"][0].clone()
}

async fn act(client: &Client, draft: &Value, action: &str) -> Answer {
    let id = draft["id"].as_str().unwrap();
    let path = format!("{DRAFTS}/{id}/{action}");
    client.send(Method::POST, &path, None).await
}

/// Newest first.
async fn audit_entries(client: &Client, action: &str) -> Vec<Value> {
    let listed = client.get("/api/audit-log?limit=200").await;
    let mut entries = listed.data()["items"].as_array().unwrap().clone();
    entries.retain(|entry| entry["action"] == action);
    entries
}

async fn order_notifications(client: &Client) -> Vec<(String, String)> {
    let answer = client.get("/api/notifications").await;
    let items = answer.data()["items"].as_array().unwrap();
    items
        .iter()
        .filter(|item| item["topic"].as_str().unwrap().starts_with("order:"))
        .map(|item| {
            let text = |field: &str| item[field].as_str().unwrap().to_owned();
            (text("kind"), text("title"))
        })
        .collect()
}

#[tokio::test]
async fn a_member_orders_above_the_limit_only_after_an_approval() {
    let prairie = Organization::start().await;
    let (owner, admin, buyer) = (&prairie.owner, &prairie.admin, &prairie.buyer);
    prairie.set_limits(8_209.99, 50_000.0).await;
    // 20 x 410.50 is 8,210.00: one cent above the limit.
    let draft = draft_order(buyer, "urea", 20.0).await;
    assert_eq!(draft["awaitsApproval"], true);
    assert_eq!(draft["isWithinLimit"], false);
    let refused = act(buyer, &draft, "order").await;
    assert_eq!(refused.expect_failure(409), "approval_required");
    assert!(refused.text.contains("8210.00 USD"), "{}", refused.text);
    assert!(refused.text.contains("8209.99 USD"), "{}", refused.text);
    let refused = act(buyer, &draft, "approve").await;
    assert_eq!(refused.expect_failure(409), "approval_required");
    let asked = (
        "firing".to_owned(),
        "Order to Plains needs approval".to_owned(),
    );
    assert_eq!(
        order_notifications(admin).await,
        std::slice::from_ref(&asked)
    );
    assert_eq!(order_notifications(buyer).await, []);

    let seen = admin
        .get(&format!("{DRAFTS}/{}", draft["id"].as_str().unwrap()))
        .await;
    assert_eq!(seen.data()["isWithinLimit"], true);
    let approved = act(admin, &draft, "approve").await;
    assert_eq!(approved.data()["awaitsApproval"], false);
    assert_eq!(approved.data()["approvedBy"], "A admin");
    assert_eq!(
        act(owner, &draft, "approve").await.data()["approvedBy"],
        "A admin",
        "approved once"
    );
    let told = ("resolved".to_owned(), "Order to Plains approved".to_owned());
    assert_eq!(order_notifications(buyer).await, [told]);
    assert_eq!(order_notifications(admin).await, [asked]);

    let ordered = act(buyer, &draft, "order").await;
    assert_eq!(ordered.data()["state"], "ordered");
    assert_eq!(ordered.data()["orderedBy"], "A member");
    assert_eq!(audit_entries(owner, "order_draft.approved").await.len(), 1);
}

#[tokio::test]
async fn a_total_at_the_limit_needs_no_approval() {
    let prairie = Organization::start().await;
    prairie.set_limits(8_210.0, 8_210.0).await;
    let draft = draft_order(&prairie.buyer, "urea", 20.0).await;
    assert_eq!(draft["awaitsApproval"], false);
    assert_eq!(draft["isWithinLimit"], true);
    let ordered = act(&prairie.buyer, &draft, "order").await;
    assert_eq!(ordered.data()["state"], "ordered");
    assert_eq!(order_notifications(&prairie.admin).await, []);
}

#[tokio::test]
async fn admins_have_a_limit_of_their_own_and_owners_have_none() {
    let prairie = Organization::start().await;
    let (owner, admin) = (&prairie.owner, &prairie.admin);
    prairie.set_limits(100.0, 5_000.0).await;
    let draft = draft_order(admin, "urea", 20.0).await;
    assert_eq!(draft["awaitsApproval"], true);
    for action in ["approve", "order"] {
        let refused = act(admin, &draft, action).await;
        assert_eq!(refused.expect_failure(409), "approval_required");
    }
    let own = draft_order(owner, "map", 1_000.0).await;
    assert_eq!(own["awaitsApproval"], false);
    assert_eq!(act(owner, &own, "order").await.data()["state"], "ordered");
    act(owner, &draft, "approve").await.data();
    assert_eq!(act(admin, &draft, "order").await.data()["state"], "ordered");
}

#[tokio::test]
async fn an_order_above_the_limit_is_not_sent_to_its_supplier() {
    let prairie = Organization::start().await;
    let (owner, admin) = (&prairie.owner, &prairie.admin);
    let server = SmtpServer::start().await;
    let address = "orders@plains.example";
    let contact = json!({"supplierId": "s1", "email": address});
    owner
        .put("/api/purchasing/supplier-contacts", contact)
        .await
        .data();
    prairie.set_limits(100.0, 5_000.0).await;
    let draft = draft_order(admin, "urea", 20.0).await;
    let path = format!("{DRAFTS}/{}/send", draft["id"].as_str().unwrap());
    let sending = crate::order_emails::sending(address);
    let refused = admin.post(&path, sending.clone()).await;
    assert_eq!(refused.expect_failure(409), "approval_required");
    act(owner, &draft, "approve").await.data();
    let queued = admin.post(&path, sending).await;
    assert_eq!(queued.data()["email"]["state"], "queued");
    assert!(server.received_emails().is_empty());
}

#[tokio::test]
async fn orders_in_another_currency_than_the_limit_need_approval() {
    let prairie = Organization::start().await;
    prairie.set_limits(1_000_000.0, 1_000_000.0).await;
    let draft = draft_order(&prairie.buyer, "urea", 1.0).await;
    convert_drafts_to_cad(&prairie).await;
    let refused = act(&prairie.buyer, &draft, "order").await;
    assert_eq!(refused.expect_failure(409), "approval_required");
    assert!(refused.text.contains("410.50 CAD"), "{}", refused.text);
    act(&prairie.owner, &draft, "approve").await.data();
    act(&prairie.buyer, &draft, "order").await.data();
}

/// As if the drafts had been created while the organization bought in CAD.
async fn convert_drafts_to_cad(prairie: &Organization) {
    use entities::purchase_order_draft::{Column, Entity};
    use sea_orm::EntityTrait;
    use sea_orm::sea_query::Expr;
    Entity::update_many()
        .col_expr(Column::Currency, Expr::value("CAD"))
        .exec(&prairie.app.raw)
        .await
        .unwrap();
}

#[tokio::test]
async fn only_owners_set_limits_and_everyone_reads_their_own() {
    let prairie = Organization::start().await;
    let (owner, admin, buyer) = (&prairie.owner, &prairie.admin, &prairie.buyer);
    assert_eq!(
        buyer.get(LIMITS).await.data(),
        &json!({"currency": "USD"}),
        "no limits at first"
    );
    for client in [admin, buyer] {
        let refused = client.put(LIMITS, json!({"memberLimit": 1})).await;
        assert_eq!(refused.expect_failure(403), "forbidden");
    }
    for (body, path) in [
        (json!({"memberLimit": -1}), "memberLimit"),
        (
            json!({"memberLimit": 5, "adminLimit": 0.00001}),
            "adminLimit",
        ),
        (json!({"memberLimit": 5, "adminLimit": 4}), "adminLimit"),
        (json!({"adminLimit": 4}), "memberLimit"),
        (json!({"memberLimit": 1e12}), "memberLimit"),
    ] {
        let refused = owner.put(LIMITS, body).await;
        assert_eq!(refused.expect_failure(422), "invalid_values");
        assert_eq!(refused.json["details"][0]["path"], path);
    }
    prairie.set_limits(5_000.0, 50_000.5).await;
    let read = buyer.get(LIMITS).await;
    assert_eq!(read.data()["memberLimit"], 5_000.0);
    assert_eq!(read.data()["adminLimit"], 50_000.5);
    assert_eq!(read.data()["ownLimit"], 5_000.0);
    assert_eq!(read.data()["updatedBy"], "Prairie Owner");
    assert_eq!(admin.get(LIMITS).await.data()["ownLimit"], 50_000.5);
    assert_eq!(owner.get(LIMITS).await.data()["ownLimit"], Value::Null);
    owner.put(LIMITS, json!({})).await.data();
    assert_eq!(owner.get(LIMITS).await.data(), &json!({"currency": "USD"}));
    let newest = &audit_entries(owner, "approval_limits.updated").await[0];
    assert_eq!(newest["before"]["memberLimit"], 5_000.0);
    assert_eq!(newest["after"]["memberLimit"], Value::Null);
}

#[tokio::test]
async fn limits_and_drafts_of_another_organization_do_not_exist() {
    let prairie = Organization::start().await;
    prairie.set_limits(100.0, 100.0).await;
    let draft = draft_order(&prairie.buyer, "urea", 20.0).await;
    let other = prairie.app.create_separate_organization("Other").await;
    assert_eq!(other.get(LIMITS).await.data(), &json!({"currency": "USD"}));
    let foreign = act(&other, &draft, "approve").await;
    assert_eq!(foreign.expect_failure(404), "not_found");
}

#[tokio::test]
async fn api_keys_have_the_limit_of_their_creator_and_approve_nothing() {
    let prairie = Organization::start().await;
    prairie.set_limits(100.0, 1_000.0).await;
    let permissions = [
        "purchasing.read",
        "purchasing.order",
        "inventory.read",
        "sales.read",
    ];
    let body = json!({"name": "ERP", "permissions": permissions});
    let key = prairie.admin.post("/api/api-keys", body).await;
    let erp = prairie
        .app
        .anonymous_client()
        .with_token(key.data()["token"].as_str().unwrap());
    let draft = draft_order(&erp, "urea", 20.0).await;
    assert_eq!(draft["awaitsApproval"], true);
    let refused = act(&erp, &draft, "order").await;
    assert_eq!(refused.expect_failure(409), "approval_required");
    let refused = act(&erp, &draft, "approve").await;
    assert_eq!(refused.expect_failure(403), "user_required");
    act(&prairie.owner, &draft, "approve").await.data();
    assert_eq!(act(&erp, &draft, "order").await.data()["orderedBy"], "ERP");
}
