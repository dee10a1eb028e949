//! Onboarding: from an empty installation to the first recommendation, with a folder and with a
//! PostgreSQL database, and the templates offered on the way.

use crate::test_app::PASSWORD;
use crate::{Client, SourceDatabase, TestApp};
use serde_json::{Value, json};

/// The CSV templates, by table.
async fn fetch_templates(owner: &Client) -> Vec<(String, String)> {
    let answer = owner.get("/api/data-sync/templates").await;
    let text = |table: &Value, name: &str| table[name].as_str().unwrap().to_owned();
    answer.data()["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| (text(table, "sourceTable"), text(table, "csv")))
        .collect()
}

/// Tests, saves and syncs the source. Returns the first recommendation.
async fn first_recommendation(owner: &Client, source: Value) -> Value {
    let empty = owner.get("/api/purchasing/recommendations").await;
    assert_eq!(
        (&empty.json["meta"]["n"], &empty.data()["items"]),
        (&json!(0), &json!([]))
    );
    let tested = owner
        .post("/api/data-sync/source/test", source.clone())
        .await;
    assert!(
        tested.data()["ok"] == true
            && tested.data()["tables"]
                .as_array()
                .unwrap()
                .iter()
                .all(|table| table["present"] == true),
        "{}",
        tested.text
    );
    assert_eq!(
        owner.get("/api/data-sync/source").await.data()["kind"],
        "none",
        "a test keeps nothing"
    );
    owner.put("/api/data-sync/source", source).await.data();
    let synced = owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": false}}),
        )
        .await;
    assert_eq!(
        (
            &synced.data()["stats"]["errors"],
            &synced.data()["stats"]["inserted"]
        ),
        (&json!(0), &json!(11)),
        "{}",
        synced.text
    );
    let found = owner.get("/api/purchasing/recommendations").await;
    let items = found.data()["items"].as_array().unwrap();
    assert_eq!(items.len(), 1, "{}", found.text);
    items[0].clone()
}

/// The template's item has 40 on hand and 15 booked, so its position is 25; its reorder point is
/// 60.
fn assert_template_item(item: &Value) {
    assert_eq!(
        (
            &item["item"],
            &item["terms"]["position"],
            &item["terms"]["reorderPoint"]
        ),
        (&json!("Corn seed 105 day"), &json!(25.0), &json!(60.0)),
        "{item}"
    );
    assert!(item["recommended"].as_f64().unwrap() >= 40.0, "{item}");
}

#[tokio::test]
async fn the_templates_in_a_folder_lead_to_a_first_recommendation() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("depot");
    for (table, csv) in fetch_templates(&owner).await {
        std::fs::write(warehouse.path().join(format!("{table}.csv")), csv).unwrap();
    }
    let listed = owner.get("/api/data-sync/folders").await;
    assert_eq!(
        listed.data()["folders"][0]["path"],
        "depot",
        "{}",
        listed.text
    );
    assert_template_item(
        &first_recommendation(
            &owner,
            json!({"kind": "files", "path": listed.data()["folders"][0]["path"]}),
        )
        .await,
    );
}

#[tokio::test]
async fn the_templates_in_a_database_lead_to_a_first_recommendation() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let database = SourceDatabase::create().await;
    for (table, csv) in fetch_templates(&owner).await {
        let mut lines = csv.lines();
        let columns: Vec<_> = lines
            .next()
            .unwrap()
            .split(',')
            .map(|column| format!("{column} text"))
            .collect();
        let row = |line: &str| {
            let cells: Vec<_> = line
                .split(',')
                .map(|cell| {
                    if cell.is_empty() {
                        "null".to_owned()
                    } else {
                        format!("'{cell}'")
                    }
                })
                .collect();
            format!("({})", cells.join(", "))
        };
        let rows: Vec<_> = lines.map(row).collect();
        database
            .execute_sql(&format!(
                "create table {table} ({}); insert into {table} values {}",
                columns.join(", "),
                rows.join(", ")
            ))
            .await;
    }
    assert_template_item(
        &first_recommendation(&owner, json!({"kind": "postgres", "url": database.url()})).await,
    );
}

#[tokio::test]
async fn folders_are_listed_with_their_tables_and_nothing_else() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let root = app
        .create_warehouse("depot")
        .path()
        .parent()
        .unwrap()
        .to_owned();
    let empty = owner.get("/api/data-sync/folders").await;
    assert_eq!(empty.data()["folders"], json!([]));
    assert_eq!(empty.data()["issue"], json!("no_tables"), "{}", empty.text);
    assert!(empty.data()["root"].is_string(), "{}", empty.text);
    app.create_warehouse("depot").write_suppliers("");
    app.create_warehouse("notes");
    std::fs::write(root.join("notes").join("plan.txt"), "x").unwrap();
    std::os::unix::fs::symlink("/etc", root.join("outside")).unwrap();
    let listed = owner.get("/api/data-sync/folders").await;
    assert_eq!(
        listed.data()["folders"],
        json!([{"path": "depot", "tables": ["supplier_data"]}]),
        "{}",
        listed.text
    );
    assert_eq!(listed.data().get("issue"), None);
}

#[tokio::test]
async fn organizations_list_and_read_their_own_folders_only() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    app.create_warehouse("depot").write_suppliers("");
    // Without the link to the whole root that tests give other organizations.
    let registered = app
        .anonymous_client()
        .post(
            "/api/auth/register",
            json!({"organization": "West", "name": "Bo", "email": "bo@west.example", "password": PASSWORD}),
        )
        .await;
    let id = registered.data()["organization"]["id"].as_str().unwrap();
    let other = app
        .anonymous_client()
        .with_token(registered.data()["token"].as_str().unwrap());
    let shared = app.create_warehouse("depot");
    let own = app.create_warehouse(&format!("{id}/barn"));
    own.write_suppliers("");
    for (client, folder) in [(&owner, "depot"), (&other, "barn")] {
        let listed = client.get("/api/data-sync/folders").await;
        assert_eq!(
            listed.data()["folders"],
            json!([{"path": folder, "tables": ["supplier_data"]}])
        );
        let set = client
            .put(
                "/api/data-sync/source",
                json!({"kind": "files", "path": folder}),
            )
            .await;
        set.data();
    }
    for (client, folder) in [
        (&other, shared.path().to_str().unwrap().to_owned()),
        (&other, "depot".to_owned()),
        (&owner, format!("{id}/barn")),
        (&owner, own.path().to_str().unwrap().to_owned()),
    ] {
        let set = client
            .put(
                "/api/data-sync/source",
                json!({"kind": "files", "path": folder}),
            )
            .await;
        set.expect_failure(422);
    }
    let member = app.add_member(&owner, "member").await;
    assert_eq!(
        member
            .get("/api/data-sync/folders")
            .await
            .expect_failure(403),
        "forbidden"
    );
    assert_eq!(fetch_templates(&member).await.len(), 9);
}
