//! Whatever changes something leaves a row in the audit log, or says why not.

use super::list_operations;
use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use entities::{sync_lease, sync_run};
use poem::http::Method;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The action that each operation leaves. An operation that is added here is done in
/// [`each_leaves_the_row_that_is_listed`] too.
const RECORDED: [(&str, &str); 66] = [
    ("register", "organization.created"),
    ("login", "session.created"),
    ("logout", "session.revoked"),
    ("updateAccount", "account.updated"),
    ("updatePreferences", "preferences.updated"),
    ("deleteAccount", "account.deleted"),
    ("exportOrganization", "organization.exported"),
    ("changePassword", "password.changed"),
    ("revokeSession", "session.revoked"),
    ("revokeOtherSessions", "session.others_revoked"),
    ("confirmMfa", "mfa.enabled"),
    ("disableMfa", "mfa.disabled"),
    ("confirmPasswordReset", "password.reset"),
    ("setSource", "data_source.updated"),
    ("setColumnMapping", "column_mapping.updated"),
    ("setSalesDating", "sales_dating.updated"),
    ("setSyncSchedule", "sync_schedule.updated"),
    ("setSchemaDriftPolicies", "schema_drift.policy_updated"),
    ("acceptSchemaDrift", "schema_drift.accepted"),
    ("startFullSync", "sync.started"),
    ("startTableSync", "sync.started"),
    ("retrySyncRejects", "sync.started"),
    ("importUpload", "sync.started"),
    ("undoImport", "sync.started"),
    ("cancelSyncRun", "sync.cancelled"),
    ("acceptRecommendations", "order_draft.created"),
    ("markDraftOrdered", "order_draft.ordered"),
    ("discardDraft", "order_draft.discarded"),
    ("setApprovalLimits", "approval_limits.updated"),
    ("approveDraftOrder", "order_draft.approved"),
    ("setSupplierContact", "supplier_contact.updated"),
    ("sendDraftOrder", "order_draft.sent"),
    ("acknowledgeOrder", "order_draft.acknowledged"),
    ("updatePurchasingSettings", "purchasing_settings.updated"),
    ("createOrganization", "organization.created"),
    ("updateOrganization", "organization.updated"),
    ("switchOrganization", "session.organization_switched"),
    ("setMfaPolicy", "organization.mfa_policy_updated"),
    ("updateMember", "member.role_updated"),
    ("revokeMemberSessions", "member.sessions_revoked"),
    ("removeMember", "member.removed"),
    ("createInvitation", "invitation.sent"),
    ("resendInvitation", "invitation.resent"),
    ("revokeInvitation", "invitation.revoked"),
    ("acceptInvitation", "invitation.accepted"),
    ("acceptUnaffiliatedInvitation", "invitation.accepted"),
    ("setStockCorrection", "stock_correction.updated"),
    ("setLocationMapping", "location_mapping.updated"),
    ("setPriceConfirmation", "price_confirmation.updated"),
    ("setCallOutcome", "call_outcome.recorded"),
    ("updateCallListSettings", "call_list_settings.updated"),
    ("setWeatherSettings", "weather_settings.updated"),
    ("createApiKey", "api_key.created"),
    ("revokeApiKey", "api_key.revoked"),
    ("createSharedView", "view.shared"),
    ("revokeSharedView", "view.share_revoked"),
    ("createWebhook", "webhook.created"),
    ("replaceWebhook", "webhook.updated"),
    ("rotateWebhookSecret", "webhook.secret_rotated"),
    ("replayWebhookDelivery", "webhook.delivery_replayed"),
    ("deleteWebhook", "webhook.deleted"),
    ("createMessageChannel", "message_channel.created"),
    ("deleteMessageChannel", "message_channel.deleted"),
    ("suspendTenant", "organization.suspended"),
    ("resumeTenant", "organization.resumed"),
    ("setTenantLimits", "organization.limits_updated"),
];

#[test]
fn every_operation_that_changes_something_is_recorded_or_says_why_not() {
    let lines = include_str!("unrecorded_operations.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let listed = lines.map(|line| {
        let (id, reason) = line
            .split_once(' ')
            .unwrap_or_else(|| panic!("{line} has no reason"));
        assert!(!reason.trim().is_empty(), "{id} has no reason");
        id.to_owned()
    });
    let known: BTreeSet<String> = RECORDED
        .iter()
        .map(|(id, _)| (*id).to_owned())
        .chain(listed)
        .collect();
    let changing: BTreeSet<String> = list_operations()
        .into_iter()
        .filter(|operation| operation.method != Method::GET)
        .map(|operation| operation.id)
        .collect();
    assert_eq!(known, changing);
}

/// Sees that each operation leaves its row, and that none is forgotten.
struct AuditTrace {
    owner: Client,
    seen: i64,
    pending: BTreeMap<&'static str, &'static str>,
}

impl AuditTrace {
    /// The rows since the last look, the oldest first.
    async fn new_entries(&mut self) -> Vec<Value> {
        let mut items = self.owner.get("/api/audit-log?limit=200").await.data()["items"]
            .as_array()
            .unwrap()
            .clone();
        items.reverse();
        items.retain(|entry| entry["seq"].as_i64().unwrap() > self.seen);
        self.seen += i64::try_from(items.len()).unwrap();
        items
    }

    /// The operation was done: its row, and no other, is there.
    async fn expect_entry(&mut self, operation: &'static str) -> Value {
        let action = self
            .pending
            .remove(operation)
            .unwrap_or_else(|| panic!("{operation} was done before"));
        let news = self.new_entries().await;
        let actions: Vec<_> = news
            .iter()
            .map(|entry| entry["action"].as_str().unwrap())
            .collect();
        assert_eq!(actions, [action], "{operation}");
        assert_eq!(news[0]["actor"]["kind"], "person", "{operation}");
        assert!(
            news[0]["requestId"].is_string() && news[0]["ipAddress"].is_string(),
            "{operation}"
        );
        news[0].clone()
    }

    async fn expect_success(&mut self, operation: &'static str, answer: &Answer) -> Value {
        assert!(answer.status.is_success(), "{operation}: {}", answer.text);
        self.expect_entry(operation).await
    }
}

#[tokio::test]
async fn each_leaves_the_row_that_is_listed() {
    Box::pin(trace_operations(false)).await;
}

#[tokio::test]
async fn each_leaves_the_same_row_under_an_idempotency_key() {
    Box::pin(trace_operations(true)).await;
}

/// Does each operation once, with keys or without.
#[expect(clippy::too_many_lines, reason = "a table with one line per operation")]
async fn trace_operations(keyed: bool) {
    let app = TestApp::start().await;
    let with_keys = |client: Client| {
        if keyed {
            client.with_idempotency_keys()
        } else {
            client
        }
    };
    let owner = with_keys(app.create_organization("Prairie").await);
    let mut story = AuditTrace {
        owner: owner.clone(),
        seen: 0,
        pending: RECORDED.into_iter().collect(),
    };
    let first = story.new_entries().await;
    assert_eq!(
        first
            .iter()
            .map(|entry| entry["action"].as_str().unwrap())
            .collect::<Vec<_>>(),
        ["organization.created", "session.created"]
    );
    story.pending.remove("register");

    let sign_in = json!({"email": "0@prairie.example", "password": PASSWORD});
    let again = app
        .anonymous_client()
        .post("/api/auth/login", sign_in.clone())
        .await;
    story.expect_success("login", &again).await;
    let elsewhere = app
        .anonymous_client()
        .with_token(again.data()["token"].as_str().unwrap())
        .with_header("x-sprout", "1");
    let out = elsewhere.send(Method::POST, "/api/auth/logout", None).await;
    story.expect_success("logout", &out).await;
    story
        .expect_success(
            "updateAccount",
            &owner.patch("/api/account", json!({"name": "Ada"})).await,
        )
        .await;
    let metric = story
        .expect_success(
            "updatePreferences",
            &owner
                .patch("/api/account/preferences", json!({"units": "metric"}))
                .await,
        )
        .await;
    assert_eq!(metric["after"]["units"], "metric");
    app.anonymous_client()
        .post("/api/auth/login", sign_in.clone())
        .await
        .data();
    story.new_entries().await;
    let listed = owner.get("/api/account/sessions").await;
    let other = listed.data()["items"][1]["id"].as_str().unwrap().to_owned();
    let ended = owner
        .send(
            Method::DELETE,
            &format!("/api/account/sessions/{other}"),
            Some(json!({})),
        )
        .await;
    assert_eq!(
        story.expect_success("revokeSession", &ended).await["target"]["id"],
        other.as_str()
    );
    app.anonymous_client()
        .post("/api/auth/login", sign_in)
        .await
        .data();
    story.new_entries().await;
    let others = story
        .expect_success(
            "revokeOtherSessions",
            &owner
                .post("/api/account/sessions/revoke-others", json!({}))
                .await,
        )
        .await;
    assert_eq!(others["after"], json!({"revokedSessions": 1}));
    let change = json!({"currentPassword": PASSWORD, "newPassword": "another horse entirely"});
    let changed = story
        .expect_success(
            "changePassword",
            &owner.post("/api/account/password", change).await,
        )
        .await;
    assert!(!changed.to_string().contains("horse"), "{changed}");

    let begun = owner
        .post(
            "/api/account/mfa",
            json!({"password": "another horse entirely"}),
        )
        .await;
    let secret = crate::mfa::decode_secret(begun.data()["secret"].as_str().unwrap());
    let code = || json!(api::auth::totp::code_at(&secret, app.parts.clock.now()));
    let on = story
        .expect_success(
            "confirmMfa",
            &owner
                .post("/api/account/mfa/confirm", json!({"otp": code()}))
                .await,
        )
        .await;
    assert!(
        !on.to_string()
            .contains(begun.data()["secret"].as_str().unwrap()),
        "{on}"
    );
    let policy = owner
        .put(&owner.mfa_policy_path().await, json!({"required": true}))
        .await;
    story.expect_success("setMfaPolicy", &policy).await;
    assert_eq!(policy.data()["required"], true);
    owner
        .put(&owner.mfa_policy_path().await, json!({"required": false}))
        .await
        .data();
    story.new_entries().await;
    app.parts.clock.advance(TimeDelta::seconds(30));
    let end = json!({"password": "another horse entirely", "otp": code()});
    story
        .expect_success(
            "disableMfa",
            &owner
                .send(Method::DELETE, "/api/account/mfa", Some(end))
                .await,
        )
        .await;
    // Makes this email newer than the one about MFA.
    app.parts.clock.advance(TimeDelta::seconds(1));
    app.anonymous_client()
        .post(
            "/api/auth/password-reset",
            json!({"email": "0@prairie.example"}),
        )
        .await;
    let reset =
        json!({"token": app.emailed_token("0@prairie.example").await, "password": PASSWORD});
    let reset = app
        .anonymous_client()
        .post("/api/auth/password-reset/confirm", reset)
        .await;
    // It ended the owner's session too.
    story.owner = with_keys(app.sign_in("0@prairie.example", PASSWORD).await);
    let owner = story.owner.clone();
    let news = story.new_entries().await;
    let actions: Vec<_> = news
        .iter()
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert_eq!(
        (reset.status.as_u16(), actions),
        (200, vec!["password.reset", "session.created"])
    );
    story.pending.remove("confirmPasswordReset");

    let warehouse = app.create_warehouse("prairie");
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,3,0,0,15,,,16,700,USD,,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_transactions(
        "p1,o1,purchase,2026-06-01,,s1,urea,5,ton,100,USD,,,Ames,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_customers("c1,Grower,IA,,,,,,,2026-06-01T00:00:00Z\n");
    warehouse.write_suppliers("s1,Plains,fertilizer,10,true,2026-06-01T00:00:00Z\nbad,Bad,fertilizer,ten,true,2026-06-01T00:00:00Z\n");
    let set = owner
        .put(
            "/api/data-sync/source",
            json!({"kind": "files", "path": warehouse.path()}),
        )
        .await;
    assert_eq!(
        story.expect_success("setSource", &set).await["after"]["kind"],
        "files"
    );
    let mapping = json!({"tables": [{"sourceTable": "supplier_data", "columns": []}]});
    story
        .expect_success(
            "setColumnMapping",
            &owner.put("/api/data-sync/mapping", mapping).await,
        )
        .await;
    let dating = json!({"dating": "booking"});
    let dated = owner.put("/api/data-sync/sales-dating", dating).await;
    story.expect_success("setSalesDating", &dated).await;
    let schedule = json!({"cron": "0 6 * * *", "mode": "full", "enabled": false});
    story
        .expect_success(
            "setSyncSchedule",
            &owner.put("/api/data-sync/schedule", schedule).await,
        )
        .await;
    let policy = json!({"tables": [{"sourceTable": "supplier_data", "policy": "ask"}]});
    story
        .expect_success(
            "setSchemaDriftPolicies",
            &owner.put("/api/data-sync/drift", policy).await,
        )
        .await;
    let full = owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": false}}),
        )
        .await;
    let run = story.expect_success("startFullSync", &full).await["target"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let retried = owner
        .send(
            Method::POST,
            &format!("/api/data-sync/runs/{run}/rejects/retry"),
            None,
        )
        .await;
    story.expect_success("retrySyncRejects", &retried).await;
    let stock = crate::imports::STOCK.as_bytes();
    let upload = crate::imports::UploadFixture::with_file(&owner, "stock.csv", stock).await;
    upload.inspect().await.data();
    let imported = story
        .expect_success("importUpload", &upload.import().await)
        .await;
    assert_eq!(imported["after"]["kind"], "import");
    story
        .expect_success("undoImport", &upload.undo().await)
        .await;
    let table = json!({"tableName": "inventory_data", "options": {}});
    story
        .expect_success(
            "startTableSync",
            &owner.post("/api/data-sync/table", table).await,
        )
        .await;

    warehouse.write_file("supplier_data.csv", "supplier_name,supplier_id,lead_time_days,active,updated_at\nPlains,s1,10,true,2026-06-01T00:00:00Z\n");
    owner
        .post(
            "/api/data-sync/table",
            json!({"tableName": "supplier_data", "options": {}}),
        )
        .await
        .expect_failure(422);
    story.new_entries().await;
    story
        .expect_success(
            "acceptSchemaDrift",
            &owner
                .post(
                    "/api/data-sync/drift/accept",
                    json!({"sourceTable": "supplier_data"}),
                )
                .await,
        )
        .await;

    let at_work = sync_run::Model {
        tenant_id: app.open_access(&owner).await.tenant().0,
        id: app.parts.entropy.uuid_v7(app.parts.clock.now()).unwrap(),
        kind: "full".to_owned(),
        state: "running".to_owned(),
        started_at: app.parts.clock.now(),
        finished_at: None,
        error: None,
        error_code: None,
        cancel_requested_at: None,
        trigger: None,
    };
    let id = at_work.id;
    sync_run::Entity::insert(at_work.into_active_model().reset_all())
        .exec_without_returning(&app.raw)
        .await
        .unwrap();
    let held =
        sync_lease::Entity::update_many().col_expr(sync_lease::Column::RunId, Expr::value(id));
    let held = held.col_expr(
        sync_lease::Column::ExpiresAt,
        Expr::value(app.parts.clock.now() + TimeDelta::minutes(1)),
    );
    held.exec(&app.raw).await.unwrap();
    story
        .expect_success(
            "cancelSyncRun",
            &owner
                .send(
                    Method::POST,
                    &format!("/api/data-sync/runs/{id}/cancel"),
                    None,
                )
                .await,
        )
        .await;

    trace_ordering(&mut story).await;
    trace_weather_settings(&mut story).await;
    let made = owner
        .post(
            "/api/api-keys",
            json!({"name": "Export", "permissions": ["sales.read"]}),
        )
        .await;
    let row = story.expect_success("createApiKey", &made).await;
    assert_eq!(row["target"]["name"], "Export");
    assert!(
        !row.to_string().contains(
            made.data()["token"]
                .as_str()
                .unwrap()
                .rsplit('_')
                .next()
                .unwrap()
        ),
        "{row}"
    );
    let key = row["target"]["id"].as_str().unwrap();
    story
        .expect_success(
            "revokeApiKey",
            &owner
                .send(Method::DELETE, &format!("/api/api-keys/{key}"), None)
                .await,
        )
        .await;
    Box::pin(trace_order_emails(&mut story, keyed)).await;
    trace_shared_views(&mut story).await;
    trace_webhooks(&mut story).await;
    trace_message_channels(&mut story).await;
    trace_operators(&app, &mut story).await;
    trace_people(&app, &mut story, keyed).await;
    assert!(
        story.pending.is_empty(),
        "not performed: {:?}",
        story.pending
    );
}

/// Sends an order from an organization on a server with email. The supplier, who has no account,
/// answers it.
async fn trace_order_emails(story: &mut AuditTrace, keyed: bool) {
    let order = crate::order_emails::OrderFixture::start().await;
    let owner = if keyed {
        order.owner.clone().with_idempotency_keys()
    } else {
        order.owner.clone()
    };
    let names = ["setSupplierContact", "sendDraftOrder"];
    let mut trace = AuditTrace {
        owner: owner.clone(),
        seen: 0,
        pending: RECORDED
            .into_iter()
            .filter(|(name, _)| names.contains(name))
            .collect(),
    };
    trace.new_entries().await;
    let contact = json!({"supplierId": "s1", "email": crate::order_emails::ADDRESS});
    let set = owner
        .put("/api/purchasing/supplier-contacts", contact)
        .await;
    trace.expect_success("setSupplierContact", &set).await;
    let response = order
        .send_as(
            &owner,
            crate::order_emails::sending(crate::order_emails::ADDRESS),
        )
        .await;
    trace.expect_success("sendDraftOrder", &response).await;
    order.deliver().await;
    trace.new_entries().await;
    let day = Some("2026-07-20");
    let body =
        crate::order_emails::acknowledgment(&order.newest_token(), &[(1.0, day), (1.0, day)]);
    let outside = order.app.anonymous_client();
    outside
        .post("/api/order-acknowledgments", body)
        .await
        .data();
    let entries = trace.new_entries().await;
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!(entries[0]["action"], "order_draft.acknowledged");
    assert_eq!(entries[0]["actor"]["kind"], "system");
    for name in names.into_iter().chain(["acknowledgeOrder"]) {
        story.pending.remove(name);
    }
}

/// Shares a view with people outside, and revokes the link.
async fn trace_shared_views(story: &mut AuditTrace) {
    let owner = story.owner.clone();
    let view = json!({"page": "explore", "name": "Revenue", "address": "data=sales",
        "query": {"measures": ["revenue"]}, "shared": false, "default": false});
    let view = owner.post("/api/views", view).await;
    let body = json!({"viewId": view.data()["id"], "query": {"measures": ["revenue"]}});
    let created = owner.post("/api/shared-views", body).await;
    let row = story.expect_success("createSharedView", &created).await;
    let (_, token) = created.data()["url"]
        .as_str()
        .unwrap()
        .split_once("#token=")
        .unwrap();
    assert!(!row.to_string().contains(token), "{row}");
    assert_eq!(row["target"]["name"], "Revenue");
    let path = format!(
        "/api/shared-views/{}",
        row["target"]["id"].as_str().unwrap()
    );
    let revoked = owner.send(Method::DELETE, &path, None).await;
    story.expect_success("revokeSharedView", &revoked).await;
}

/// What is done with a webhook.
async fn trace_webhooks(story: &mut AuditTrace) {
    let owner = story.owner.clone();
    let body = json!({
        "name": "ERP",
        "url": "https://erp.example/secret-token",
        "eventTypes": ["sync.finished"],
    });
    let created = owner.post("/api/webhooks", body.clone()).await;
    let row = story.expect_success("createWebhook", &created).await;
    assert!(!row.to_string().contains("secret-token"), "{row}");
    let id = created.data()["webhook"]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/webhooks/{id}");
    let replaced = owner.put(&path, body).await;
    story.expect_success("replaceWebhook", &replaced).await;
    let test = owner
        .send(Method::POST, &format!("{path}/test"), None)
        .await;
    let delivery = test.data()["id"].as_str().unwrap().to_owned();
    for (operation, action) in [
        ("rotateWebhookSecret", "rotate-secret".to_owned()),
        (
            "replayWebhookDelivery",
            format!("deliveries/{delivery}/replay"),
        ),
    ] {
        let answer = owner
            .send(Method::POST, &format!("{path}/{action}"), None)
            .await;
        let row = story.expect_success(operation, &answer).await;
        assert!(!row.to_string().contains("whsec_"), "{row}");
    }
    let deleted = owner.send(Method::DELETE, &path, None).await;
    story.expect_success("deleteWebhook", &deleted).await;
}

/// Adds and removes a channel.
async fn trace_message_channels(story: &mut AuditTrace) {
    let owner = story.owner.clone();
    let url = "https://hooks.slack.com/services/secret-token";
    let body = json!({"name": "Sales", "kind": "slack", "url": url});
    let added = owner.post("/api/message-channels", body).await;
    let row = story.expect_success("createMessageChannel", &added).await;
    assert!(!row.to_string().contains("token"), "{row}");
    assert_eq!(row["target"]["name"], "Sales");
    let path = format!(
        "/api/message-channels/{}",
        row["target"]["id"].as_str().unwrap()
    );
    let removed = owner.send(Method::DELETE, &path, None).await;
    story.expect_success("deleteMessageChannel", &removed).await;
}

/// Adds a weather region.
async fn trace_weather_settings(story: &mut AuditTrace) {
    let owner = story.owner.clone();
    let region = json!({"name": "River Bottoms", "latitude": 41.8, "longitude": -93.1});
    let set = owner
        .put(
            "/api/market/weather-settings",
            json!({"regions": [region.clone()]}),
        )
        .await;
    let row = story.expect_success("setWeatherSettings", &set).await;
    assert_eq!(row["after"]["regions"], json!([region]));
}

/// What is done with recommendations.
async fn trace_ordering(story: &mut AuditTrace) {
    let owner = story.owner.clone();
    let line = json!({"itemId": "urea", "location": "Ames", "quantity": 20});
    let accepted = owner
        .post(
            "/api/purchasing/drafts",
            json!({"requestId": "0198c5a0-7d3e-7a44-9f10-000000000001", "lines": [line]}),
        )
        .await;
    let draft = story
        .expect_success("acceptRecommendations", &accepted)
        .await["target"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let limits = json!({"memberLimit": 5_000, "adminLimit": 50_000});
    let set = owner.put("/api/purchasing/approval-limits", limits).await;
    story.expect_success("setApprovalLimits", &set).await;
    let path = format!("/api/purchasing/drafts/{draft}/approve");
    let approved = owner.send(Method::POST, &path, None).await;
    story.expect_success("approveDraftOrder", &approved).await;
    story
        .expect_success(
            "markDraftOrdered",
            &owner
                .send(
                    Method::POST,
                    &format!("/api/purchasing/drafts/{draft}/order"),
                    None,
                )
                .await,
        )
        .await;
    let discarded = owner
        .send(
            Method::POST,
            &format!("/api/purchasing/drafts/{draft}/discard"),
            None,
        )
        .await;
    assert_eq!(
        story.expect_success("discardDraft", &discarded).await["before"]["state"],
        "ordered"
    );
    let corrected = owner
        .put(
            "/api/purchasing/corrections",
            json!({"itemId": "urea", "location": "Ames", "leadTimeDays": 9}),
        )
        .await;
    assert_eq!(
        story.expect_success("setStockCorrection", &corrected).await["after"]["leadTimeDays"],
        9
    );
    let mapped = owner
        .put(
            "/api/purchasing/locations",
            json!({"items": [{"location": "Iowa", "stockLocation": "Ames"}]}),
        )
        .await;
    assert_eq!(
        story.expect_success("setLocationMapping", &mapped).await["after"]["Iowa"],
        "Ames"
    );
    let confirmed = owner
        .put(
            "/api/supply-prices/outliers",
            json!({"itemId": "urea", "supplierId": "s1", "unit": "ton", "currency": "USD",
                "day": "2026-06-01", "unitPrice": 100, "confirmed": true}),
        )
        .await;
    assert_eq!(
        story
            .expect_success("setPriceConfirmation", &confirmed)
            .await["after"]["unitPrice"],
        100.0
    );
    let called = owner
        .put("/api/call-list/c1/outcome", json!({"outcome": "ordered"}))
        .await;
    assert_eq!(
        story.expect_success("setCallOutcome", &called).await["after"]["outcome"],
        "ordered"
    );
    let held_back = owner
        .put("/api/call-list/settings", json!({"heldBackPercent": 5}))
        .await;
    assert_eq!(
        story
            .expect_success("updateCallListSettings", &held_back)
            .await["after"]["heldBackPercent"],
        5
    );
    story
        .expect_success(
            "updatePurchasingSettings",
            &owner.put("/api/purchasing/settings", json!({})).await,
        )
        .await;
}

/// Actions on the organization and its members. The log of an organization that is entered records
/// the entry.
#[expect(clippy::too_many_lines, reason = "a list with one entry per operation")]
async fn trace_people(app: &TestApp, story: &mut AuditTrace, keyed: bool) {
    let owner = story.owner.clone();
    let id = owner.get("/api/account").await.data()["organization"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let changed = owner
        .patch(
            &format!("/api/organizations/{id}"),
            json!({"currency": "CAD"}),
        )
        .await;
    assert_eq!(
        story.expect_success("updateOrganization", &changed).await["after"]["currency"],
        "CAD"
    );
    let bo = app.create_organization("Elsewhere").await;
    let bo = if keyed {
        bo.with_idempotency_keys()
    } else {
        bo
    };
    let email = bo.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    let invited = owner
        .post(
            "/api/invitations",
            json!({"email": email, "role": "viewer"}),
        )
        .await;
    let invitation = story.expect_success("createInvitation", &invited).await["target"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    app.parts.clock.advance(TimeDelta::seconds(1));
    let again = owner
        .send(
            Method::POST,
            &format!("/api/invitations/{invitation}/resend"),
            None,
        )
        .await;
    story.expect_success("resendInvitation", &again).await;
    let token = app.emailed_token(&email).await;
    let row = story
        .expect_success(
            "acceptInvitation",
            &bo.post("/api/invitations/accept", json!({"token": token}))
                .await,
        )
        .await;
    assert_eq!(row["actor"]["name"], "Elsewhere Owner");
    assert!(!row.to_string().contains(&token), "{row}");
    let person = bo.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let given = owner
        .patch(&format!("/api/members/{person}"), json!({"role": "member"}))
        .await;
    let row = story.expect_success("updateMember", &given).await;
    assert_eq!(
        (&row["before"], &row["after"]),
        (&json!({"role": "viewer"}), &json!({"role": "member"}))
    );
    story
        .expect_success(
            "switchOrganization",
            &bo.send(
                Method::POST,
                &format!("/api/organizations/{id}/switch"),
                None,
            )
            .await,
        )
        .await;
    let ended = story
        .expect_success(
            "revokeMemberSessions",
            &owner
                .send(
                    Method::POST,
                    &format!("/api/members/{person}/revoke-sessions"),
                    None,
                )
                .await,
        )
        .await;
    assert_eq!(ended["after"], json!({"revokedSessions": 1}));
    story
        .expect_success(
            "removeMember",
            &owner
                .send(Method::DELETE, &format!("/api/members/{person}"), None)
                .await,
        )
        .await;
    let cy = owner
        .post(
            "/api/invitations",
            json!({"email": "cy@field.example", "role": "viewer"}),
        )
        .await;
    story.new_entries().await;
    let cy = cy.data()["id"].as_str().unwrap();
    story
        .expect_success(
            "revokeInvitation",
            &owner
                .send(Method::DELETE, &format!("/api/invitations/{cy}"), None)
                .await,
        )
        .await;
    trace_reinvitation(app, story).await;
    let exported = owner
        .post(
            &format!("/api/organizations/{id}/export"),
            json!({"password": PASSWORD}),
        )
        .await;
    story.expect_success("exportOrganization", &exported).await;
    let leaving = app.add_member(&owner, "member").await;
    story.new_entries().await;
    let left = leaving
        .send(
            Method::DELETE,
            "/api/account",
            Some(json!({"password": PASSWORD})),
        )
        .await;
    story.expect_success("deleteAccount", &left).await;
    let made = owner
        .post("/api/organizations", json!({"name": "Prairie West"}))
        .await;
    let west = made.data()["id"].as_str().unwrap();
    assert!(
        story.new_entries().await.is_empty(),
        "its own log tells of it"
    );
    let there = owner
        .send(
            Method::POST,
            &format!("/api/organizations/{west}/switch"),
            None,
        )
        .await;
    let log = app
        .anonymous_client()
        .with_token(there.data()["token"].as_str().unwrap())
        .get("/api/audit-log")
        .await;
    let actions: Vec<_> = log.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["action"].clone())
        .collect();
    assert_eq!(
        actions,
        ["session.organization_switched", "organization.created"]
    );
    story.pending.remove("createOrganization");
}

/// Actions of an invited user without an organization.
async fn trace_reinvitation(app: &TestApp, story: &mut AuditTrace) {
    let (owner, email) = (story.owner.clone(), "di@field.example");
    owner
        .post(
            "/api/invitations",
            json!({"email": email, "role": "viewer"}),
        )
        .await
        .data();
    let first = json!({"name": "Di Field", "email": email, "password": PASSWORD, "invitation": app.emailed_token(email).await});
    let session = app
        .anonymous_client()
        .post("/api/auth/register", first)
        .await;
    let di = app
        .anonymous_client()
        .with_token(session.data()["token"].as_str().unwrap());
    let person = di.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    di.send(Method::DELETE, &format!("/api/members/{person}"), None)
        .await
        .data();
    let again = owner
        .post(
            "/api/invitations",
            json!({"email": email, "role": "viewer"}),
        )
        .await;
    let invitation = again.data()["id"].as_str().unwrap().to_owned();
    story.new_entries().await;
    let path = format!("/api/auth/unaffiliated/invitations/{invitation}/accept");
    let accepted = app
        .anonymous_client()
        .post(&path, json!({"email": email, "password": PASSWORD}))
        .await;
    assert!(accepted.status.is_success(), "{}", accepted.text);
    let action = story
        .pending
        .remove("acceptUnaffiliatedInvitation")
        .unwrap();
    let news = story.new_entries().await;
    let actions: Vec<_> = news
        .iter()
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, [action, "session.created"]);
    assert_eq!(
        (&news[0]["actor"]["name"], &news[0]["target"]["id"]),
        (&json!("Di Field"), &json!(invitation))
    );
    assert!(news[0]["requestId"].is_string() && news[0]["ipAddress"].is_string());
}

/// Actions of operators on the organization.
async fn trace_operators(app: &TestApp, story: &mut AuditTrace) {
    let id = story.owner.get("/api/account").await.data()["organization"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let operator = app.create_organization("Sprout Inc").await;
    app.make_operator(&operator).await;
    let why = json!({"reason": "Unpaid."});
    operator
        .post(&format!("/api/admin/tenants/{id}/suspend"), why.clone())
        .await
        .data();
    operator
        .post(&format!("/api/admin/tenants/{id}/resume"), why.clone())
        .await
        .data();
    operator
        .put(&format!("/api/admin/tenants/{id}/limits"), why)
        .await
        .data();
    let news = story.new_entries().await;
    for (entry, operation) in news
        .iter()
        .zip(["suspendTenant", "resumeTenant", "setTenantLimits"])
    {
        assert_eq!(
            Some(entry["action"].as_str().unwrap()),
            story.pending.remove(operation)
        );
        assert_eq!(
            (&entry["actor"]["kind"], &entry["actor"]["name"]),
            (&json!("operator"), &json!("Sprout Inc Owner"))
        );
        assert!(
            entry["requestId"].is_string()
                && entry["ipAddress"].is_string()
                && entry["after"]["reason"] == "Unpaid.",
            "{entry}"
        );
    }
    assert_eq!(news.len(), 3);
}
