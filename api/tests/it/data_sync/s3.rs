//! Buckets of S3-compatible storage: signed requests, lists in pages, unchanged objects, secrets,
//! and wrong settings.

use super::bigquery::SUPPLIERS;
use super::https_files::{assert_no_downloads, foreign_workbook, supplier_result};
use super::{SyncFixture, supplier_rows, table_counts};
use crate::Answer;
use entities::{data_source, source_file};
use sea_orm::EntityTrait;
use serde_json::{Value, json};
use test_server::FakeS3;

/// The source of everything in the bucket of the fake.
pub(super) fn bucket_source(server: &FakeS3) -> Value {
    json!({
        "kind": "s3",
        "endpoint": server.endpoint(),
        "region": server.region(),
        "bucket": server.bucket(),
        "prefix": "erp",
        "accessKeyId": server.access_key_id(),
        "secretAccessKey": server.secret_access_key(),
    })
}

fn put_suppliers(server: &FakeS3, part: &str, rows: &str) {
    let key = format!("erp/supplier_data/{part}.csv");
    server.put(&key, format!("{SUPPLIERS}{rows}"));
}

async fn start_with_source(server: &FakeS3) -> SyncFixture {
    let farm = SyncFixture::start().await;
    let input = bucket_source(server);
    farm.owner.put("/api/data-sync/source", input).await.data();
    farm
}

async fn sync_incrementally(farm: &SyncFixture) -> Answer {
    let body = json!({"options": {"incrementalSync": true}});
    farm.owner.post("/api/data-sync/sync", body).await
}

async fn expect_refusal(farm: &SyncFixture, input: &Value) -> String {
    let tested = farm.owner.post("/api/data-sync/source/test", input.clone());
    let tested = tested.await;
    assert_eq!(tested.data()["ok"], false, "{}", tested.text);
    assert!(!tested.text.contains("Hunter2"), "{}", tested.text);
    tested.data()["reason"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_second_sync_downloads_changed_objects_only() {
    let server = FakeS3::start().await;
    let rows = supplier_rows(6);
    let rows: Vec<&str> = rows.split_inclusive('\n').collect();
    // Three objects are two pages of the list.
    for (part, two) in ["1", "2", "3"].iter().zip(rows.chunks(2)) {
        put_suppliers(&server, part, &two.concat());
    }
    let farm = start_with_source(&server).await;
    let first = farm.run_sync().await;
    let counts = table_counts(&farm.table_result(&first, "supplier_data").await);
    assert_eq!([counts[0], counts[5]], [6, 0], "{}", first.text);
    assert_eq!(farm.load_suppliers().await.len(), 6);
    let stored = source_file::Entity::find();
    let stored = stored.all(&farm.app.raw).await.unwrap();
    let mut names: Vec<&str> = stored.iter().map(|stored| stored.file.as_str()).collect();
    names.sort_unstable();
    let expected = ["1", "2", "3"].map(|part| format!("supplier_data/{part}.csv"));
    assert_eq!(names, expected);
    // The entity tag of the fake is a SHA-256.
    assert!(
        stored.iter().all(|file| file.hash.len() == 64),
        "{stored:?}"
    );

    server.take_requests();
    let again = sync_incrementally(&farm).await;
    let result = farm.table_result(&again, "supplier_data").await;
    assert_eq!(result["state"], "skipped");
    let requests = server.take_requests();
    assert!(
        requests.iter().all(|request| request.starts_with("LIST ")),
        "{requests:?}"
    );

    put_suppliers(&server, "2", &supplier_rows(9)[supplier_rows(6).len()..]);
    let changed = sync_incrementally(&farm).await;
    let result = farm.table_result(&changed, "supplier_data").await;
    assert_eq!(result["read"], 3, "{result}");
    let requests = server.take_requests();
    // The others are small, so their columns are read with all of them.
    let count = |part: &str| {
        let key = format!("GET erp/supplier_data/{part}.csv");
        requests.iter().filter(|request| **request == key).count()
    };
    assert_eq!([count("1"), count("2"), count("3")], [1, 2, 1]);
    assert_no_downloads(&farm);
}

#[tokio::test]
async fn a_workbook_in_the_bucket_is_read_like_an_upload() {
    let server = FakeS3::start().await;
    server.put("erp/supplier_data.xlsx", foreign_workbook());
    let farm = start_with_source(&server).await;
    let input = bucket_source(&server);
    let tested = farm.owner.post("/api/data-sync/source/test", input).await;
    let found = "Vendor No → supplier_id";
    assert!(tested.text.contains(found), "{}", tested.text);
    let synced = farm.run_sync().await;
    let counts = table_counts(&supplier_result(&farm, &synced).await);
    assert_eq!([counts[0], counts[5]], [2, 0], "{}", synced.text);
    assert_eq!(farm.load_suppliers().await.len(), 2);

    // A version that was synced is not downloaded again.
    server.take_requests();
    let again = sync_incrementally(&farm).await;
    let result = supplier_result(&farm, &again).await;
    assert_eq!(result["state"], "skipped");
    let requests = server.take_requests();
    let is_list = |request: &String| request.starts_with("LIST ");
    assert!(requests.iter().all(is_list), "{requests:?}");

    put_suppliers(&server, "1", &supplier_rows(1));
    let failed = farm.sync_table("supplier_data", json!({})).await;
    let problem =
        "The bucket has both supplier_data.xlsx and supplier_data/1.csv. Keep one of them.";
    assert!(failed.text.contains(problem), "{}", failed.text);
    assert_no_downloads(&farm);
}

#[tokio::test]
async fn wrong_settings_and_refusals_say_what_to_do() {
    let farm = SyncFixture::start().await;
    let server = FakeS3::start().await;
    put_suppliers(&server, "1", &supplier_rows(1));
    for (field, value, words) in [
        (
            "accessKeyId",
            "AKIAOTHER",
            "does not accept the access key ID AKIAOTHER",
        ),
        (
            "secretAccessKey",
            "Hunter2wrong",
            "Enter the secret access key",
        ),
        (
            "region",
            "us-east-1",
            "is in the region eu-central-1, not in us-east-1",
        ),
        ("bucket", "elsewhere", "has no bucket elsewhere"),
        (
            "prefix",
            "exports",
            "The prefix exports/ of the bucket prairie has no CSV files, Parquet",
        ),
        (
            "endpoint",
            "http://127.0.0.1:1",
            "127.0.0.1 cannot be reached. Check the endpoint",
        ),
        ("endpoint", "ftp://x", "The endpoint has an invalid URL"),
        ("bucket", "", "Enter the bucket that contains the files."),
        ("accessKeyId", "", "Enter the access key ID."),
        ("secretAccessKey", " ", "Enter the secret access key."),
    ] {
        let mut input = bucket_source(&server);
        input[field] = json!(value);
        let message = expect_refusal(&farm, &input).await;
        assert!(message.contains(words), "{field}: {message}");
    }
    for (code, words) in [
        ("AccessDenied", "Grant it s3:ListBucket and s3:GetObject."),
        ("RequestTimeTooSkewed", "the clock of this server is wrong"),
    ] {
        server.refuse(Some(code));
        let message = expect_refusal(&farm, &bucket_source(&server)).await;
        assert!(message.contains(words), "{message}");
    }
    server.refuse(None);
    let tested = farm
        .owner
        .post("/api/data-sync/source/test", bucket_source(&server));
    assert_eq!(tested.await.data()["ok"], true);
}

#[tokio::test]
async fn the_secret_is_sealed_and_never_returned() {
    let server = FakeS3::start().await;
    put_suppliers(&server, "1", &supplier_rows(1));
    let farm = start_with_source(&server).await;
    let read = farm.owner.get("/api/data-sync/source").await;
    assert_eq!(read.data()["accessKeyId"], server.access_key_id());
    assert_eq!(read.data()["prefix"], "erp/");
    assert_eq!(read.data()["pathStyle"], true);
    assert!(!read.text.contains("Hunter2"), "{}", read.text);
    let row = data_source::Entity::find().one(&farm.app.raw).await;
    let row = row.unwrap().unwrap();
    assert!(!row.settings.contains("Hunter2"), "{}", row.settings);
    assert!(row.sealed_password.is_some());
}

#[tokio::test]
async fn a_download_that_is_cut_off_leaves_the_rows() {
    let server = FakeS3::start().await;
    put_suppliers(&server, "1", &supplier_rows(2));
    put_suppliers(&server, "2", &supplier_rows(4)[supplier_rows(2).len()..]);
    let farm = start_with_source(&server).await;
    farm.run_sync().await.data();
    // The columns are read from the start of the object, so that only its download is cut off.
    let long: String = "x".repeat(70_000);
    put_suppliers(&server, "2", &format!("{}{long}", supplier_rows(9)));
    server.cut_after("erp/supplier_data/2.csv", 300);
    let failed = farm.run_sync().await;
    assert_eq!(failed.expect_failure(503), "source_unavailable");
    let message = farm.table_message("supplier_data").await;
    assert!(
        message.contains("supplier_data/2.csv: the storage 127.0.0.1 sent an incomplete response."),
        "{message}"
    );
    let kept = farm.load_suppliers().await;
    assert_eq!(kept.len(), 4);
    assert!(kept.iter().all(|row| row.deleted_at.is_none()));
    // A list that cannot be read removes nothing either.
    server.refuse(Some("AccessDenied"));
    farm.run_sync().await.expect_failure(422);
    assert_eq!(farm.load_suppliers().await.len(), 4);
    server.refuse(None);
    put_suppliers(&server, "2", &supplier_rows(4)[supplier_rows(2).len()..]);
    farm.run_sync().await.data();
    assert_no_downloads(&farm);
}
