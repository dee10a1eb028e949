//! An organization with a recognizable marker in every text that people or files can provide.

use crate::test_app::PASSWORD;
use crate::{Client, TestApp};
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::json;

pub(crate) struct FullOrganization {
    pub(crate) owner: Client,
    pub(crate) name: String,
    pub(crate) tenant: String,
    pub(crate) owner_id: String,
    pub(crate) owner_email: String,
    pub(crate) key: String,
}

/// `mark` is a lower-case word that occurs in all texts.
pub(crate) async fn create_full_organization(app: &TestApp, mark: &str) -> FullOrganization {
    let name = format!("{mark} Supply");
    let owner = app.create_organization(&name).await;
    let account = owner.get("/api/account").await;
    let of = |pointer: &str| {
        account
            .data()
            .pointer(pointer)
            .unwrap()
            .as_str()
            .unwrap()
            .to_owned()
    };
    let (tenant, owner_id, owner_email) = (of("/organization/id"), of("/id"), of("/email"));
    confirm_email(app, &owner_email).await;
    owner
        .patch("/api/account", json!({"name": format!("{mark} Larsen")}))
        .await
        .data();
    sync_rows(app, &owner, mark).await;
    create_drafts(&owner, mark).await;
    add_people(app, &owner, mark).await;
    let made = owner
        .post(
            "/api/api-keys",
            json!({"name": format!("{mark} key"), "permissions": ["sales.read"]}),
        )
        .await;
    let key = made.data()["token"].as_str().unwrap().to_owned();
    app.anonymous_client()
        .with_token(&key)
        .get("/api/customer-segmentation")
        .await;
    let asked = owner
        .post(
            "/api/ai-bot/query",
            json!({"query": format!("What did we buy of {mark}?")}),
        )
        .await;
    assert!(asked.status.is_success(), "{}", asked.text);
    app.anonymous_client()
        .post("/api/auth/password-reset", json!({"email": owner_email}))
        .await;
    app.anonymous_client()
        .with_header("user-agent", mark)
        .post(
            "/api/auth/login",
            json!({"email": owner_email, "password": PASSWORD}),
        )
        .await
        .data();
    FullOrganization {
        owner,
        name,
        tenant,
        owner_id,
        owner_email,
        key,
    }
}

/// Confirms an address: installations that send email only let confirmed people invite.
pub(crate) async fn confirm_email(app: &TestApp, email: &str) {
    if app.newest_email_to(email).await.is_none() {
        return;
    }
    let token = app.emailed_token(email).await;
    app.anonymous_client()
        .post("/api/auth/verify-email", json!({"token": token}))
        .await
        .data();
    // A later time makes the next email the newest.
    app.parts.clock.advance(TimeDelta::seconds(1));
}

async fn sync_rows(app: &TestApp, owner: &Client, mark: &str) {
    let warehouse = app.create_warehouse(mark);
    let day = "2026-06-01T00:00:00Z";
    warehouse.write_inventory(&format!(
        "{mark}-i,{mark} Urea,fertilizer,ton,{mark} Yard,3,0,0,15,,,16,700,USD,{mark}-s,{day}\n"
    ));
    warehouse.write_transactions(&format!(
        "{mark}-p,{mark}-o,purchase,2026-05-01,,{mark}-s,{mark}-i,5,ton,650,USD,2026-05-09,2026-05-08,{mark} \
            Yard,{day}\n{mark}-q,{mark}-o2,purchase,2026-06-02,,{mark}-s,{mark}-i,5,ton,660,USD,,,{mark} \
            Yard,{day}\n{mark}-t,{mark}-o3,sale,2026-06-03,{mark}-g,,{mark}-i,2,ton,800,USD,,,{mark} \
            Yard,{day}\n"
    ));
    warehouse.write_customers(&format!(
        "{mark}-g,{mark} Farm,IA,{mark} County,320,corn,{mark} \
        Seller,{mark}@grower.example,2020-01-01,{day}\n"
    ));
    let suppliers: Vec<_> = (0..40)
        .map(|n| format!("{mark}-s{n},{mark} Chemicals,{mark} goods,10,true,{day}\n"))
        .collect();
    let suppliers = suppliers.concat();
    warehouse.write_suppliers(&format!(
        "{mark}-s,{mark} Plains,{mark} \
        goods,10,true,{day}\n{suppliers}bad,{mark} Bad,{mark} goods,{mark} ten,true,{day}\n"
    ));
    warehouse.write_file(
        "market_prices.csv",
        format!(
            "price_date,commodity,market,price,unit,volume,updated_at\n2026-06-01,corn,{mark} \
            market,4.2,usd_per_bu,,{day}\n"
        ),
    );
    owner
        .put(
            "/api/data-sync/source",
            json!({"kind": "files", "path": warehouse.path()}),
        )
        .await
        .data();
    let mapping = json!({"tables": [{"sourceTable": "supplier_data", "columns": []}]});
    owner.put("/api/data-sync/mapping", mapping).await.data();
    owner
        .put(
            "/api/data-sync/schedule",
            json!({"cron": "0 6 * * *", "mode": "full", "enabled": true}),
        )
        .await
        .data();
    owner
        .put(
            "/api/data-sync/drift",
            json!({"tables": [{"sourceTable": "supplier_data", "policy": "ask"}]}),
        )
        .await
        .data();
    owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": false}}),
        )
        .await
        .data();
    app.parts.clock.advance(TimeDelta::minutes(1));
    owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true}}),
        )
        .await;
    app.parts.clock.advance(TimeDelta::minutes(1));
    // So many rows are missing that their deletion is withheld; a failing table creates a
    // notification.
    warehouse.write_suppliers(&format!(
        "{mark}-s,{mark} Plains,{mark} goods,10,true,{day}\n"
    ));
    warehouse.write_file("market_prices.csv", format!("{mark} column\n1\n"));
    owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": false}}),
        )
        .await;
}

async fn create_drafts(owner: &Client, mark: &str) {
    owner
        .put("/api/purchasing/settings", json!({"orderCost": 60}))
        .await
        .data();
    let region = json!({"name": format!("{mark} Bottoms"), "latitude": 41.8, "longitude": -93.1});
    owner
        .put("/api/market/weather-settings", json!({"regions": [region]}))
        .await
        .data();
    let (item, location) = (format!("{mark}-i"), format!("{mark} Yard"));
    owner
        .put(
            "/api/purchasing/corrections",
            json!({"itemId": item, "location": location, "leadTimeDays": 9}),
        )
        .await
        .data();
    owner
        .put(
            "/api/supply-prices/outliers",
            json!({"itemId": item, "supplierId": format!("{mark}-s"), "unit": "ton",
                "currency": "USD", "day": "2026-05-01", "unitPrice": 650, "confirmed": true}),
        )
        .await
        .data();
    let line = json!({"itemId": item, "location": location, "quantity": 20});
    let request = api::entropy::Entropy::system()
        .uuid_v7(chrono::DateTime::UNIX_EPOCH)
        .unwrap();
    owner
        .post(
            "/api/purchasing/drafts",
            json!({"requestId": request, "lines": [line]}),
        )
        .await
        .data();
}

async fn add_people(app: &TestApp, owner: &Client, mark: &str) {
    let joined = app.create_organization(&format!("{mark} elsewhere")).await;
    let email = joined.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    // The invitation is the newest email.
    app.parts.clock.advance(TimeDelta::seconds(1));
    owner
        .post(
            "/api/invitations",
            json!({"email": email, "role": "viewer"}),
        )
        .await
        .data();
    let token = app.emailed_token(&email).await;
    joined
        .post("/api/invitations/accept", json!({"token": token}))
        .await
        .data();
    owner
        .post(
            "/api/invitations",
            json!({"email": format!("waiting@{mark}.example"), "role": "viewer"}),
        )
        .await
        .data();
    owner
        .send(Method::GET, "/api/invitations", None)
        .await
        .data();
}
