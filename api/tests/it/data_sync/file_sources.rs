//! File formats and encodings, and error messages for unusable files.

use super::{SyncFixture, supplier_rows, table_counts};
use serde_json::json;

const HEADER: &str = "supplier_id,supplier_name,active,updated_at";
const UPDATED_AT: &str = "2026-06-01T00:00:00Z";

#[tokio::test]
async fn marks_crlf_quotes_and_multi_line_cells_are_read_and_lines_still_right() {
    let farm = SyncFixture::start().await;
    let text = format!(
        "\u{feff}updated_at,supplier_name,supplier_id,active,note\r\n{UPDATED_AT},\"Acme, \
            \"\"West\"\"\r\nDepot\",s1,true,x\r\n\r\n{UPDATED_AT},Bad,s2,perhaps,x\r\n"
    );
    farm.warehouse.write_file("supplier_data.csv", text);
    let answer = farm.sync_table("supplier_data", json!({})).await;
    let table = farm.table_result(&answer, "supplier_data").await;
    assert_eq!(table_counts(&table), [2, 1, 0, 0, 0, 1]);
    assert_eq!(
        table["message"],
        "The column note is unknown and was ignored."
    );
    let notes = json!([{
        "code": "columns_ignored",
        "text": "The column note is unknown and was ignored.",
        "count": 1,
        "columns": ["note"],
    }]);
    assert_eq!(table["notes"], notes);
    let status = farm.owner.get("/api/data-sync/status").await;
    let shown = status.data()["tables"].as_array().unwrap().iter();
    let suppliers = shown.filter(|table| table["sourceTable"] == "supplier_data");
    assert_eq!(
        suppliers.map(|table| &table["notes"]).collect::<Vec<_>>(),
        [&notes]
    );
    assert_eq!(
        farm.load_suppliers().await[0].supplier_name,
        "Acme, \"West\"\r\nDepot"
    );
    let rejects = farm
        .owner
        .get(&format!(
            "/api/data-sync/runs/{}/rejects",
            answer.data()["runId"].as_str().unwrap()
        ))
        .await;
    assert_eq!(rejects.data()["items"][0]["line"], 5);
}

#[tokio::test]
async fn a_table_may_come_in_several_files() {
    let farm = SyncFixture::start().await;
    std::fs::create_dir(farm.warehouse.path().join("supplier_data")).unwrap();
    farm.warehouse.write_file(
        "supplier_data/a.csv",
        format!("{HEADER}\ns1,A,true,{UPDATED_AT}\n"),
    );
    farm.warehouse.write_file(
        "supplier_data/b.csv",
        format!("supplier_name,{HEADER}\n").replace(
            "supplier_name,supplier_id,supplier_name",
            "supplier_name,supplier_id",
        ) + &format!("B,s2,true,{UPDATED_AT}\nC,s1,false,2026-06-02T00:00:00Z\n"),
    );
    let answer = farm.sync_table("supplier_data", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "supplier_data").await),
        [3, 2, 0, 0, 0, 1]
    );
    let rejects = farm
        .owner
        .get(&format!(
            "/api/data-sync/runs/{}/rejects",
            answer.data()["runId"].as_str().unwrap()
        ))
        .await;
    let item = &rejects.data()["items"][0];
    assert_eq!(
        (&item["file"], &item["line"], &item["key"]),
        (&json!("supplier_data/a.csv"), &json!(2), &json!("s1"))
    );
    assert!(
        item["reason"]
            .as_str()
            .unwrap()
            .contains("the row on line 3 of supplier_data/b.csv"),
        "{item}"
    );
}

#[tokio::test]
async fn a_file_that_cannot_be_used_fails_its_table_in_words_and_changes_nothing() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(3));
    farm.sync_supplier_counts().await;
    for (text, expected) in [
        ("", "is empty (0 bytes)"),
        (
            "supplier_id,active\ns1,true\n",
            "lacks the required column supplier_name",
        ),
        (
            "supplier_id;supplier_name;active;updated_at\ns1;A;true;x\n",
            "separated by commas",
        ),
        (
            "supplier_id,supplier_name,categories,lead_time_days,active,updated_at\ns1,\"A,,,true,x\ns2,B,,,true,x\n",
            "on line 2 is never closed",
        ),
    ] {
        farm.warehouse.write_file("supplier_data.csv", text);
        let answer = farm.sync_table("supplier_data", json!({})).await;
        assert_eq!(answer.expect_failure(422), "sync_failed");
        let message = answer.json["message"].as_str().unwrap();
        assert!(
            message.starts_with("supplier_data: supplier_data.csv") && message.contains(expected),
            "{message}"
        );
        assert!(farm.table_message("supplier_data").await.contains(expected));
        assert_eq!(
            farm.load_suppliers()
                .await
                .iter()
                .filter(|row| row.deleted_at.is_none())
                .count(),
            3
        );
    }
    let status = farm.owner.get("/api/data-sync/status").await;
    assert_eq!(
        (
            &status.data()["state"],
            &status.data()["recentErrors"][0]["table"]
        ),
        (&json!("failed"), &json!("supplier_data"))
    );
    assert_eq!(status.data()["recentErrors"][0]["code"], "source_invalid");
}

#[tokio::test]
async fn one_table_s_failure_leaves_the_others_as_they_landed() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(2));
    farm.warehouse
        .write_inventory("urea,Urea,fertilizer,ton,Ames,1,0,0,,,,,400,USD,,2026-06-01T00:00:00Z\n");
    farm.warehouse
        .write_file("customer_profiles.csv", "name\nOak Farm\n");
    let answer = farm.run_sync().await;
    assert_eq!(answer.expect_failure(422), "sync_failed");
    assert!(
        answer.json["message"]
            .as_str()
            .unwrap()
            .starts_with("customer_profiles: customer_profiles.csv lacks"),
        "{}",
        answer.text
    );
    assert_eq!(
        (
            farm.load_suppliers().await.len(),
            farm.load_inventory().await.len()
        ),
        (2, 1)
    );
    let runs = farm.owner.get("/api/data-sync/runs").await;
    let run = &runs.data()["items"][0];
    let states: Vec<_> = run["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| table["state"].as_str().unwrap())
        .collect();
    assert_eq!(
        (&run["state"], states),
        (
            &json!("failed"),
            vec!["succeeded", "skipped", "skipped", "failed", "succeeded"]
        )
    );
    assert!(run["error"].as_str().unwrap().contains("customer_profiles"));
    assert_eq!(run["errorCode"], "source_invalid");
    assert_eq!(run["tables"][1]["messageCode"], "table_absent");
    assert_eq!(run["tables"][3]["messageCode"], "source_invalid");
}

#[tokio::test]
async fn cells_that_are_not_utf_8_are_the_fault_of_their_row_only() {
    let farm = SyncFixture::start().await;
    let mut text = format!("{HEADER}\ns1,A,true,{UPDATED_AT}\ns2,").into_bytes();
    text.extend(b"Caf\xe9,true,2026-06-01T00:00:00Z\ns3,C,true,2026-06-01T00:00:00Z\n");
    farm.warehouse.write_file("supplier_data.csv", text);
    let answer = farm.sync_table("supplier_data", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "supplier_data").await),
        [3, 2, 0, 0, 0, 1]
    );
    let rejects = farm
        .owner
        .get(&format!(
            "/api/data-sync/runs/{}/rejects",
            answer.data()["runId"].as_str().unwrap()
        ))
        .await;
    let item = &rejects.data()["items"][0];
    assert_eq!(
        (&item["column"], &item["key"], &item["line"]),
        (&json!("supplier_name"), &json!("s2"), &json!(3))
    );
    assert!(item["reason"].as_str().unwrap().contains("UTF-8"), "{item}");
}
