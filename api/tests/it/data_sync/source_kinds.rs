//! The union of the data sources: every kind can be set and read, and nothing else is taken for one.

use super::bigquery::SUPPLIERS;
use super::https_files::FileServer;
use super::s3::bucket_source;
use super::{SyncFixture, supplier_rows};
use crate::{FakeBigQuery, MariadbDatabase, SourceDatabase};
use api::features::data_sync::connectors::SourceKind;
use entities::data_source;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, Set};
use serde_json::{Value, json};
use test_server::FakeS3;

const SOURCE: &str = "/api/data-sync/source";
const TEST: &str = "/api/data-sync/source/test";

/// A field that only one kind has; a MySQL database has none.
fn own_field(kind: SourceKind) -> Option<(&'static str, Value)> {
    Some(match kind {
        SourceKind::Files => ("path", json!("x")),
        SourceKind::Postgres => ("schema", json!("erp")),
        SourceKind::Mysql => return None,
        SourceKind::BigQuery => ("maximumBytesBilled", json!(1_000_000)),
        SourceKind::HttpsFiles => ("files", json!([])),
        SourceKind::S3 => ("bucket", json!("prairie")),
    })
}

/// The fields that only other kinds have.
fn fields_of_others(kind: SourceKind) -> impl Iterator<Item = (&'static str, Value)> {
    let others = SourceKind::ALL.iter().filter(move |other| **other != kind);
    others.filter_map(|other| own_field(*other))
}

/// Sends the body to both operations and returns their error message, which is the same.
async fn expect_invalid_body(farm: &SyncFixture, body: &Value) -> String {
    let set = farm.owner.put(SOURCE, body.clone()).await;
    assert_eq!(set.expect_failure(400), "invalid_body", "{body}");
    let tested = farm.owner.post(TEST, body.clone()).await;
    assert_eq!(tested.expect_failure(400), "invalid_body", "{body}");
    assert_eq!(set.json["message"], tested.json["message"]);
    let message = set.json["message"].as_str().unwrap().to_owned();
    assert!(!message.contains("hunter2"), "{message}");
    message
}

#[tokio::test]
async fn every_kind_can_be_tested_set_and_read() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers("");
    let database = SourceDatabase::create().await;
    let mariadb = MariadbDatabase::create();
    let fake = FakeBigQuery::start(farm.app.parts.clock.clone(), 0).await;
    let files = FileServer::start().await;
    files.put("/suppliers.csv", format!("{SUPPLIERS}{}", supplier_rows(1)));
    let storage = FakeS3::start().await;
    storage.put("erp/supplier_data.csv", SUPPLIERS);
    for kind in SourceKind::ALL {
        let (input, expected) = match kind {
            SourceKind::Files => {
                let path = farm.warehouse.path();
                (
                    json!({"kind": "files", "path": path}),
                    json!({"path": path}),
                )
            }
            SourceKind::Postgres => (
                json!({"kind": "postgres", "url": database.url()}),
                json!({"database": database.name, "schema": "public", "sslmode": "prefer"}),
            ),
            SourceKind::Mysql => (
                json!({"kind": "mysql", "url": mariadb.url("127.0.0.1", "")}),
                json!({"database": mariadb.name, "user": mariadb.name, "sslMode": "PREFERRED"}),
            ),
            SourceKind::BigQuery => (
                fake.source_input(),
                json!({"apiEndpoint": fake.endpoint(), "maximumBytesBilled": 10_737_418_240_u64}),
            ),
            SourceKind::HttpsFiles => {
                let url = files.url("/suppliers.csv");
                let list = json!([{"sourceTable": "supplier_data", "url": url}]);
                (
                    json!({"kind": "https_files", "files": list, "secret": "hunter2"}),
                    json!({"files": list, "hasSecret": true}),
                )
            }
            SourceKind::S3 => (
                bucket_source(&storage),
                json!({"bucket": storage.bucket(), "endpoint": format!("{}/", storage.endpoint())}),
            ),
        };
        assert_eq!(input["kind"], kind.name());
        let tested = farm.owner.post(TEST, input.clone()).await;
        assert_eq!(tested.data()["ok"], true, "{}", tested.text);
        let set = farm.owner.put(SOURCE, input).await;
        let read = farm.owner.get(SOURCE).await;
        assert_eq!(set.data(), read.data());
        assert_eq!(read.data()["kind"], kind.name());
        assert!(read.data()["updatedAt"].is_string(), "{}", read.text);
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(&read.data()[field], value, "{field}");
        }
        for (field, _) in fields_of_others(*kind) {
            assert!(read.data().get(field).is_none(), "{field}: {}", read.text);
        }
        // The stored settings can be opened again.
        let health = farm.owner.get("/api/data-sync/health").await;
        assert_eq!(health.data()["overall"], true, "{}", health.text);
    }
}

#[tokio::test]
async fn a_missing_or_unknown_kind_is_refused_by_name() {
    let farm = SyncFixture::start().await;
    let secret = "postgres://u:hunter2@h/d";
    for (body, words) in [
        (json!({}), "the field \"kind\" is missing"),
        (json!({"url": secret}), "the field \"kind\" is missing"),
        (
            json!({"kind": null, "url": secret}),
            "the field \"kind\" is missing",
        ),
        (
            json!({"kind": "oracle", "url": secret}),
            "the field \"kind\" must be one of",
        ),
        (json!({"kind": "none"}), "the field \"kind\" must be one of"),
        (
            json!({"kind": "Postgres", "url": secret}),
            "the field \"kind\" must be one of",
        ),
        (
            json!({"kind": ["postgres"], "url": secret}),
            "the field \"kind\" must be one of",
        ),
    ] {
        let message = expect_invalid_body(&farm, &body).await;
        assert!(message.contains(words), "{body}: {message}");
        for kind in SourceKind::ALL {
            assert!(message.contains(kind.name()), "{body}: {message}");
        }
    }
    let number = expect_invalid_body(&farm, &json!({"kind": 7, "url": secret})).await;
    assert!(number.contains("\"kind\" must be a string"), "{number}");
    let list = expect_invalid_body(&farm, &json!([secret])).await;
    assert!(list.contains("an object with the field \"kind\""), "{list}");
}

#[tokio::test]
async fn fields_of_another_kind_are_refused_by_name() {
    let farm = SyncFixture::start().await;
    let complete = |kind: SourceKind| match kind {
        SourceKind::Files => json!({"kind": "files", "path": "prairie"}),
        SourceKind::Postgres => json!({"kind": "postgres", "url": "postgres://u:hunter2@h/d"}),
        SourceKind::Mysql => json!({"kind": "mysql", "url": "mysql://u:hunter2@h/d"}),
        SourceKind::BigQuery => {
            json!({"kind": "bigquery", "projectId": "p", "dataset": "d", "serviceAccountKey": "{}"})
        }
        SourceKind::HttpsFiles => json!({"kind": "https_files", "files": []}),
        SourceKind::S3 => json!({"kind": "s3", "bucket": "b", "secretAccessKey": "hunter2"}),
    };
    for kind in SourceKind::ALL {
        for (field, value) in fields_of_others(*kind) {
            let mut body = complete(*kind);
            body[field] = value;
            let message = expect_invalid_body(&farm, &body).await;
            assert!(
                message.contains(&format!("unknown field `{field}`")),
                "{message}"
            );
        }
    }
}

#[tokio::test]
async fn without_its_fields_a_kind_says_what_to_enter() {
    let farm = SyncFixture::start().await;
    for kind in SourceKind::ALL {
        let words = match kind {
            SourceKind::Files => "Enter the folder",
            SourceKind::Postgres => "postgres://user:password@host:5432/database",
            SourceKind::Mysql => "mysql://user:password@host:3306/database",
            SourceKind::BigQuery => "The service account key is missing",
            SourceKind::HttpsFiles => "Enter the https address of at least one file",
            SourceKind::S3 => "Enter the bucket that contains the files.",
        };
        let body = json!({"kind": kind.name()});
        let tested = farm.owner.post(TEST, body.clone()).await;
        assert_eq!(tested.data()["ok"], false, "{}", tested.text);
        let reason = tested.data()["reason"].as_str().unwrap();
        assert!(reason.contains(words), "{reason}");
        let set = farm.owner.put(SOURCE, body).await;
        assert_eq!(set.expect_failure(422), "source_invalid");
        assert_eq!(set.json["message"], reason);
    }
    let message = expect_invalid_body(&farm, &json!({"kind": "files", "path": 7})).await;
    assert!(message.contains("\"path\" must be a string"), "{message}");
}

#[tokio::test]
async fn a_stored_kind_that_is_unknown_is_an_error_everywhere() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers("");
    let row = data_source::Entity::find()
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    let mut row = row.into_active_model();
    row.kind = Set("snowflake".to_owned());
    row.update(&farm.app.raw).await.unwrap();
    let words = "The stored source has the unknown kind \"snowflake\". Set the source again.";
    let read = farm.owner.get(SOURCE).await;
    assert_eq!(read.expect_failure(422), "source_invalid");
    assert_eq!(read.json["message"], words);
    let health = farm.owner.get("/api/data-sync/health").await;
    assert_eq!(health.data()["sourceReason"], words);
    let synced = farm.run_sync().await;
    assert_eq!(synced.expect_failure(422), "sync_failed");
    assert_eq!(synced.json["message"], words);
    // Setting the source again repairs it.
    farm.owner
        .put(
            SOURCE,
            json!({"kind": "files", "path": farm.warehouse.path()}),
        )
        .await
        .data();
    farm.run_sync().await.data();
}
