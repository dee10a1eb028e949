//! From a file to rows: questions, corrected cells, and the next file of the same layout.

use super::{STOCK, UploadFixture, jug, load_stock, question_kinds};
use crate::TestApp;
use serde_json::json;

#[tokio::test]
async fn answers_and_corrections_load_every_row_and_the_next_file_asks_nothing() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let upload = UploadFixture::with_file(&owner, "stock.csv", STOCK.as_bytes()).await;
    let read = upload.inspect().await;
    let reading = read.data();
    assert_eq!(question_kinds(reading), ["unit"], "{reading}");
    assert_eq!(
        reading["tables"],
        json!([{"table": "inventory_data", "rows": 1}])
    );
    assert_eq!(reading["files"][0]["table"], "inventory_data");
    assert_eq!(
        (&reading["rejectedCells"], &reading["openQuestions"]),
        (&json!(1), &json!(1))
    );

    let groups = owner.get(&upload.path("/rejects/summary")).await;
    let first = &groups.data()["groups"][0];
    assert_eq!(
        (
            &first["cells"],
            &first["first"]["cell"],
            &first["first"]["column"],
            &first["first"]["code"]
        ),
        (
            &json!(1),
            &json!("F4"),
            &json!("on_hand"),
            &json!("not_number")
        )
    );
    let alike = json!([{"column": "on_hand", "value": "twelve", "replacement": "12"}]);
    upload.set_answers(jug(), alike).await;
    assert_eq!(upload.import().await.expect_failure(409), "upload_not_read");
    let read = upload.inspect().await;
    assert_eq!(read.data()["tables"][0]["rows"], 3);
    assert_eq!(read.data()["openQuestions"], 0);

    let imported = upload.import().await;
    assert_eq!(imported.data()["stats"]["inserted"], 3);
    assert_eq!(
        load_stock(&app).await,
        [
            ("A1".to_owned(), 120_000),
            ("A2".to_owned(), 100_000),
            ("A3".to_owned(), 120_000)
        ]
    );
    let run = imported.data()["runId"].as_str().unwrap().to_owned();
    let found = owner.get(&format!("/api/data-sync/runs/{run}")).await;
    assert_eq!(
        (&found.data()["kind"], &found.data()["state"]),
        (&json!("import"), &json!("succeeded"))
    );
    // Every row was loaded, so the files are gone; what was read stays.
    assert_eq!(
        upload.inspect().await.expect_failure(409),
        "upload_files_deleted"
    );
    assert_eq!(
        owner.get(&upload.path("")).await.data()["runId"],
        json!(run)
    );

    let next = STOCK.replace("twelve", "11").replace(",4,40", ",6,40");
    let next = UploadFixture::with_file(&owner, "next week.csv", next.as_bytes()).await;
    let read = next.inspect().await;
    assert_eq!(question_kinds(read.data()), Vec::<&str>::new());
    next.import().await.data();
    assert_eq!(
        load_stock(&app).await[1..],
        [("A2".to_owned(), 150_000), ("A3".to_owned(), 110_000)]
    );

    let stranger = app.create_separate_organization("Other").await;
    let other = UploadFixture::with_file(&stranger, "stock.csv", STOCK.as_bytes()).await;
    assert_eq!(question_kinds(other.inspect().await.data()), ["unit"]);
    assert_eq!(
        stranger.get(&upload.path("")).await.expect_failure(404),
        "not_found"
    );
}

#[tokio::test]
async fn every_row_and_every_rejected_cell_names_its_place() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let upload = UploadFixture::with_file(&owner, "stock.csv", STOCK.as_bytes()).await;
    upload.set_answers(jug(), json!([])).await;
    upload.inspect().await.data();
    let rows = owner
        .get(&upload.path("/rows?target=inventory_data&limit=1"))
        .await;
    let row = &rows.data()["items"][0];
    assert_eq!(
        (&row["file"], &row["row"]),
        (&json!("stock.csv"), &json!(2))
    );
    let cursor = rows.data()["nextCursor"].as_str().unwrap();
    let path = format!("/rows?target=inventory_data&limit=1&cursor={cursor}");
    let last = owner.get(&upload.path(&path)).await;
    assert_eq!(last.data()["items"][0]["values"][0], "A2");
    assert_eq!(last.data()["items"][0]["row"], 3);
    assert!(last.data()["nextCursor"].is_null());
    let found = owner
        .get(&upload.path("/rows?target=inventory_data&q=A2"))
        .await;
    assert_eq!(found.data()["items"].as_array().unwrap().len(), 1);
    assert_eq!(
        owner
            .get(&upload.path("/rows?target=inventory_data&cursor=1"))
            .await
            .expect_failure(400),
        "invalid_cursor"
    );

    let imported = upload.import().await;
    assert_eq!(
        (
            &imported.data()["stats"]["inserted"],
            &imported.data()["stats"]["errors"]
        ),
        (&json!(2), &json!(1))
    );
    let run = imported.data()["runId"].as_str().unwrap();
    let rejects = owner
        .get(&format!("/api/data-sync/runs/{run}/rejects"))
        .await;
    let reject = &rejects.data()["items"][0];
    assert_eq!(
        (
            &reject["file"],
            &reject["line"],
            &reject["column"],
            &reject["value"]
        ),
        (
            &json!("stock.csv"),
            &json!(4),
            &json!("on_hand"),
            &json!("twelve")
        )
    );
    assert!(
        reject["reason"].as_str().unwrap().starts_with("F4: "),
        "{reject}"
    );
    let retried = owner
        .post(
            &format!("/api/data-sync/runs/{run}/rejects/retry"),
            json!({}),
        )
        .await;
    assert_eq!(retried.expect_failure(422), "import_again_required");

    // The files stay, so that the cell can be corrected.
    let one = json!([{
        "column": "on_hand", "value": "twelve", "replacement": "12",
        "file": "stock.csv", "cell": "F4",
    }]);
    upload.set_answers(jug(), one).await;
    assert_eq!(upload.inspect().await.data()["rejectedCells"], 0);
    upload.import().await.data();
    assert_eq!(load_stock(&app).await.len(), 3);
}

#[tokio::test]
async fn headers_and_lines_of_two_files_belong_together() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let orders = "Invoice No,Invoice Date,Customer No\nI1,2026-05-31,C1\n";
    let lines = "Invoice No,Line No,Item No,Quantity,UOM,Unit Price\nI1,1,A1,2,bag,10.5\n";
    let upload = UploadFixture::with_file(&owner, "invoices.csv", orders.as_bytes()).await;
    upload.add_file("invoice lines.csv", lines.as_bytes()).await;
    let read = upload.inspect().await;
    assert_eq!(
        read.data()["tables"],
        json!([{"table": "sales_transactions", "rows": 1}]),
        "{}",
        read.text
    );
    assert_eq!(upload.import().await.data()["stats"]["inserted"], 1);
}
