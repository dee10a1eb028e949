//! Exports: an organization as a ZIP archive that can be synced again, and the data of an account
//! as a JSON file, without secrets or foreign rows.

use crate::deletions::full_organization::create_full_organization;
use crate::source_warehouse::PurchaseLine;
use crate::test_app::PASSWORD;
use crate::test_database::SQLITE_TABLES;
use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use poem::Request;
use poem::http::Method;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

async fn tenant_id(client: &Client) -> String {
    client.get("/api/account").await.data()["organization"]["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn request_export(client: &Client, tenant: &str, password: &str) -> Answer {
    client
        .post(
            &format!("/api/organizations/{tenant}/export"),
            json!({"password": password}),
        )
        .await
}

/// The download request of a browser.
fn download_request(token: &str) -> Request {
    Client::form_request(
        "/api/organization-exports/download",
        &format!("token={token}"),
    )
}

/// The files of an export, by name.
async fn export_files(app: &TestApp, owner: &Client) -> BTreeMap<String, Vec<u8>> {
    let asked = request_export(owner, &tenant_id(owner).await, PASSWORD).await;
    let (headers, bytes) = app
        .anonymous_client()
        .fetch_file(download_request(asked.data()["token"].as_str().unwrap()))
        .await;
    assert!(
        headers["content-disposition"]
            .to_str()
            .unwrap()
            .starts_with("attachment; filename=\"sprout-")
    );
    assert_eq!(headers["content-type"], "application/zip");
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut files = BTreeMap::new();
    for place in 0..archive.len() {
        let mut file = archive.by_index(place).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        files.insert(file.name().unwrap().into_owned(), bytes);
    }
    files
}

fn read_manifest(files: &BTreeMap<String, Vec<u8>>) -> Value {
    serde_json::from_slice(&files["manifest.json"]).unwrap()
}

async fn query_names(app: &TestApp, sqlite: &str, postgres: &str) -> BTreeSet<String> {
    let backend = app.raw.get_database_backend();
    let sql = if backend == DbBackend::Sqlite {
        sqlite
    } else {
        postgres
    };
    let rows = app
        .raw
        .query_all_raw(Statement::from_string(backend, sql))
        .await
        .unwrap();
    rows.iter()
        .map(|row| row.try_get_by_index(0).unwrap())
        .collect()
}

#[tokio::test]
async fn syncing_an_export_restores_all_figures() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    let ids: Vec<String> = (0..3_000)
        .map(|line| format!("line {line}, \"quoted\" = 1"))
        .collect();
    let dates = ["2026-03-02", "2026-05-07", "2026-06-11"];
    let lines = ids.iter().enumerate().map(|(place, id)| PurchaseLine {
        id,
        order: id,
        date: dates[place % 3],
        item: if place % 2 == 0 {
            "=cmd|' /C calc'!A0"
        } else {
            "urea"
        },
        quantity: "2.0001",
        promised: "2026-06-12",
        delivered: if place % 5 == 0 {
            "2026-06-13"
        } else {
            "2026-06-12"
        },
        ..PurchaseLine::default()
    });
    let quoted: Vec<_> = lines
        .clone()
        .map(|line| format!("\"{}\"", line.id.replace('"', "\"\"")))
        .collect();
    let lines: Vec<_> = lines
        .zip(&quoted)
        .map(|(line, id)| PurchaseLine {
            id,
            order: id,
            ..line
        })
        .collect();
    warehouse.write_purchases(&lines);
    warehouse.write_inventory(
        "urea,\"Urea, \
        46%\nprilled\",fertilizer,ton,Ames,-3.5,0,0,15,,,16,700,USD,s1,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_customers("c1,Åsa \
        \"Grower\",IA,Story,320.25,corn;soybeans,Jo,a@grower.example,2020-01-01,2026-06-01T00:00:00Z\n");
    warehouse.write_suppliers(
        "s1,Plains,fertilizer,10,true,2026-06-01T00:00:00Z\ns2,'Old,,,false,2026-06-01T00:00:00Z\n",
    );
    warehouse
        .write_file("market_prices.csv", "price_date,commodity,market,price,unit,volume,updated_at\n2026-06-01,corn,Chicago,4.2,usd_per_bu,,2026-06-01T00:00:00Z\n");
    app.sync_warehouse(&owner, &warehouse).await.data();

    let files = export_files(&app, &owner).await;
    let again = app.create_organization("Anew").await;
    let folder = app.create_warehouse("anew");
    for (name, bytes) in &files {
        if let Some(name) = name.strip_prefix("source/") {
            folder.write_file(name, bytes);
        }
    }
    let synced = app.sync_warehouse(&again, &folder).await;
    assert_eq!(synced.data()["stats"]["errors"], 0, "{}", synced.text);
    let manifest = read_manifest(&files);
    let count_rows = |name: &str| {
        manifest["files"]
            .as_array()
            .unwrap()
            .iter()
            .find(|file| file["name"] == name)
            .unwrap()["rows"]
            .as_u64()
            .unwrap()
    };
    assert_eq!(count_rows("source/sales_transactions.csv"), 3_000);
    assert_eq!(
        synced.data()["stats"]["inserted"].as_u64().unwrap(),
        3_000 + 1 + 1 + 2 + 1
    );
    let paths = [
        "/api/purchasing/summary",
        "/api/purchasing/recommendations",
        "/api/analytics/supply-price-index",
        "/api/customer-segmentation",
    ];
    for path in paths {
        assert_eq!(
            again.get(path).await.data(),
            owner.get(path).await.data(),
            "{path}"
        );
    }
    // Exporting the imported data produces identical files.
    let twice = export_files(&app, &again).await;
    for (name, bytes) in files.iter().filter(|(name, _)| name.starts_with("source/")) {
        assert!(&twice[name] == bytes, "{name}");
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn export_has_all_tables_and_no_secrets_or_foreign_rows() {
    let app = TestApp::start().await;
    let house = create_full_organization(&app, "prairieland").await;
    create_full_organization(&app, "neighbor").await;
    let files = export_files(&app, &house.owner).await;
    let manifest = read_manifest(&files);
    let listed: BTreeSet<String> = manifest["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["name"].as_str().unwrap().to_owned())
        .collect();
    let omitted: BTreeSet<String> = manifest["omitted"]
        .as_array()
        .unwrap()
        .iter()
        .map(|left| left["table"].as_str().unwrap().to_owned())
        .collect();
    let tables = query_names(
        &app,
        &format!(
            r"
                select distinct m.name from {SQLITE_TABLES} m
                join pragma_table_info(m.name) c
                where c.name = 'tenant_id'
            "
        ),
        r"
            select distinct table_name::text from information_schema.columns
            where column_name = 'tenant_id' and table_schema = 'public'
              and table_name not like 'distributed%'
        ",
    )
    .await;
    let sources = BTreeMap::from([
        ("inventory", "inventory_data"),
        ("purchase_transactions", "sales_transactions"),
        ("market_data", "market_prices"),
        ("customers", "customer_profiles"),
        ("suppliers", "supplier_data"),
        ("customer_bookings", "customer_bookings"),
        ("purchase_orders", "purchase_orders"),
        ("item_catalogue", "item_catalogue"),
        ("price_lists", "price_lists"),
    ]);
    for table in &tables {
        let file = sources.get(table.as_str()).map_or_else(
            || format!("records/{table}.csv"),
            |id| format!("source/{id}.csv"),
        );
        assert!(
            listed.contains(&file) != omitted.contains(table),
            "{table} is neither in the export nor left out with a reason, or both"
        );
    }
    assert_eq!(
        omitted.difference(&tables).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "left out, and no such table"
    );
    for file in manifest["files"].as_array().unwrap() {
        let bytes = &files[file["name"].as_str().unwrap()];
        let sum = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, bytes);
        let hex = sum
            .as_ref()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<Vec<_>>()
            .concat();
        assert_eq!(
            (file["bytes"].as_u64(), file["sha256"].as_str()),
            (Some(bytes.len() as u64), Some(hex.as_str())),
            "{file}"
        );
    }
    let all: String = files
        .values()
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .collect();
    assert!(!all.contains("neighbor"), "rows of another organization");
    for table in [
        "stock_correction",
        "weather_region",
        "weather_setting",
        "purchase_order_line",
        "sync_reject",
        "invitation",
        "api_key",
        "audit_entry",
        "notification",
        "sync_run_table",
    ] {
        let text = String::from_utf8_lossy(&files[&format!("records/{table}.csv")]).into_owned();
        assert!(text.lines().count() > 1, "{table} is empty: {text}");
    }
    let secrets = query_names(
        &app,
        r"
            select password_hash
            from person
            union
            select token_hash
            from api_key
            union
            select hash
            from one_time_token
            union
            select hash
            from refresh_token
        ",
        r"
            select password_hash::text
            from person
            union
            select token_hash
            from api_key
            union
            select hash
            from one_time_token
            union
            select hash
            from refresh_token
        ",
    )
    .await;
    assert!(secrets.len() > 8);
    assert!(
        secrets.iter().all(|secret| !all.contains(secret.as_str())),
        "a hash is in the export"
    );
    assert!(!all.contains(house.key.rsplit('_').next().unwrap()));
}

#[tokio::test]
async fn export_token_needs_owner_works_once_and_expires() {
    let app = TestApp::start_with_demo().await;
    let owner = app.create_organization("Prairie").await;
    let id = tenant_id(&owner).await;
    let admin = app.add_member(&owner, "admin").await;
    assert_eq!(
        request_export(&admin, &id, PASSWORD)
            .await
            .expect_failure(403),
        "forbidden"
    );
    assert_eq!(
        request_export(&owner, &id, "wrong")
            .await
            .expect_failure(422),
        "wrong_password"
    );
    assert_eq!(
        request_export(&app.create_organization("Elsewhere").await, &id, PASSWORD)
            .await
            .expect_failure(404),
        "not_found"
    );
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    assert_eq!(
        request_export(&demo, &tenant_id(&demo).await, "sprout-demo")
            .await
            .expect_failure(409),
        "demo_read_only"
    );
    let refused = async |token: &str| {
        app.anonymous_client()
            .send_request(download_request(token))
            .await
            .expect_failure(422)
            == "invalid_link"
    };
    let token = request_export(&owner, &id, PASSWORD).await.data()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let log = owner.get("/api/audit-log?limit=1").await;
    assert_eq!(log.data()["items"][0]["action"], "organization.exported");
    assert!(!log.text.contains(&token));
    app.anonymous_client()
        .fetch_file(download_request(&token))
        .await;
    assert!(refused(&token).await);
    let late = request_export(&owner, &id, PASSWORD).await.data()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    app.parts.clock.advance(TimeDelta::minutes(6));
    assert!(refused(&late).await && refused("").await && refused("no%20token").await);
    // The token is useless to a former owner.
    let next = app.add_member(&owner, "owner").await;
    let token = request_export(&owner, &id, PASSWORD).await.data()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let person = owner.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    next.patch(&format!("/api/members/{person}"), json!({"role": "admin"}))
        .await
        .data();
    assert!(refused(&token).await);
}

#[tokio::test]
async fn download_accepts_only_a_form_token() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let token = request_export(&owner, &tenant_id(&owner).await, PASSWORD)
        .await
        .data()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    // A token in the path, a JSON body, and unknown form fields do not consume the token.
    assert_eq!(
        app.anonymous_client()
            .get(&format!("/api/organization-exports/download/{token}"))
            .await
            .expect_failure(404),
        "not_found"
    );
    assert_eq!(
        app.anonymous_client()
            .get(&format!("/api/organization-exports/download?token={token}"))
            .await
            .expect_failure(405),
        "method_not_allowed"
    );
    assert_eq!(
        app.anonymous_client()
            .send(
                Method::POST,
                &format!("/api/organization-exports/download?token={token}"),
                None
            )
            .await
            .status
            .as_u16()
            / 100,
        4
    );
    assert_eq!(
        app.anonymous_client()
            .post(
                "/api/organization-exports/download",
                json!({"token": token})
            )
            .await
            .expect_failure(415),
        "unsupported_media_type"
    );
    let more = Client::form_request(
        "/api/organization-exports/download",
        &format!("token={token}&tenantId=0197a000-0000-7000-8000-000000000000"),
    );
    assert_eq!(
        app.anonymous_client()
            .send_request(more)
            .await
            .expect_failure(400),
        "invalid_body"
    );
    let refused = app
        .anonymous_client()
        .send_request(Client::form_request(
            "/api/organization-exports/download",
            "name=x",
        ))
        .await;
    assert_eq!(refused.expect_failure(400), "invalid_body");
    app.anonymous_client()
        .fetch_file(download_request(&token))
        .await;
}

#[tokio::test]
async fn account_export_has_all_personal_data() {
    let app = TestApp::start().await;
    let house = create_full_organization(&app, "prairieland").await;
    create_full_organization(&app, "neighbor").await;
    let answer = house.owner.get("/api/account/export").await;
    assert!(
        answer
            .header("content-disposition")
            .contains("sprout-account-")
    );
    let all = &answer.json;
    assert_eq!(
        (
            &all["complete"],
            &all["profile"]["email"],
            &all["profile"]["name"]
        ),
        (
            &json!(true),
            &json!(house.owner_email),
            &json!("prairieland Larsen")
        )
    );
    let organization = &all["organizations"][0];
    assert_eq!(
        (&organization["id"], &organization["role"]),
        (&json!(house.tenant), &json!("owner"))
    );
    assert!(
        organization["conversationMessages"][0]["question"]
            .as_str()
            .unwrap()
            .contains("prairieland"),
        "{organization}"
    );
    assert_eq!(organization["conversations"].as_array().unwrap().len(), 1);
    assert_eq!(organization["apiKeysCreated"][0]["name"], "prairieland key");
    assert!(
        organization["auditLog"]
            .as_array()
            .unwrap()
            .iter()
            .all(|row| row["actor_id"] == json!(house.owner_id))
    );
    assert!(organization["auditLog"].as_array().unwrap().len() > 5);
    assert!(
        all["sessions"]
            .as_array()
            .unwrap()
            .iter()
            .any(|session| session["userAgent"] == "prairieland"),
        "{}",
        all["sessions"]
    );
    assert!(
        all["emails"]
            .as_array()
            .unwrap()
            .iter()
            .any(|email| email["kind"] == "password_reset")
    );
    assert!(
        !answer.text.contains("neighbor")
            && !answer.text.contains("token_hash")
            && !answer.text.contains("$argon2"),
        "{}",
        answer.text
    );
    // A colleague's export contains only their own data.
    let colleague = app.add_member(&house.owner, "viewer").await;
    let theirs = colleague.get("/api/account/export").await;
    assert_eq!(
        theirs.json["organizations"][0]["conversationMessages"],
        json!([])
    );
    assert!(!theirs.text.contains(&house.owner_email));
}
