//! Saving and testing the source settings.

use super::SyncFixture;
use crate::TestApp;
use serde_json::json;

#[tokio::test]
async fn without_a_source_health_says_what_to_do_and_a_sync_is_refused() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    assert_eq!(
        owner.get("/api/data-sync/source").await.data(),
        &json!({"kind": "none"})
    );
    let health = owner.get("/api/data-sync/health").await;
    assert_eq!(
        (
            &health.data()["bigQuery"],
            &health.data()["supabase"],
            &health.data()["overall"]
        ),
        (&json!(false), &json!(true), &json!(false))
    );
    assert!(
        health.data()["sourceReason"]
            .as_str()
            .unwrap()
            .starts_with("No data source is set")
    );
    assert_eq!(health.data()["sourceReasonCode"], "source_not_configured");
    assert_eq!(
        owner
            .post(
                "/api/data-sync/sync",
                json!({"options": {"incrementalSync": false}})
            )
            .await
            .expect_failure(422),
        "source_not_configured"
    );
    let status = owner.get("/api/data-sync/status").await;
    assert_eq!(
        (
            &status.data()["isRunning"],
            status.data().get("lastSyncTime")
        ),
        (&json!(false), None)
    );
    assert_eq!(status.data()["tables"].as_array().unwrap().len(), 9);
    assert_eq!(
        status.data()["tables"][1],
        json!({
            "sourceTable": "sales_transactions",
            "targetTable": "purchase_transactions",
            "overdue": false,
            "notes": [],
        })
    );
}

#[tokio::test]
async fn a_source_is_looked_at_before_it_is_kept() {
    let farm = SyncFixture::start().await;
    assert_eq!(
        farm.owner.get("/api/data-sync/health").await.data(),
        &json!({"bigQuery": true, "supabase": true, "overall": true, "issues": []})
    );
    for (path, expected) in [
        ("missing", "There is no folder missing"),
        ("/etc", "must be inside"),
        ("../..", "must not contain"),
        ("", "Enter the folder"),
    ] {
        let refused = farm
            .owner
            .put(
                "/api/data-sync/source",
                json!({"kind": "files", "path": path}),
            )
            .await;
        assert_eq!(refused.expect_failure(422), "source_invalid");
        assert!(
            refused.json["message"].as_str().unwrap().contains(expected),
            "{}",
            refused.text
        );
        let tested = farm
            .owner
            .post(
                "/api/data-sync/source/test",
                json!({"kind": "files", "path": path}),
            )
            .await;
        assert_eq!(
            (
                &tested.data()["ok"],
                tested.data()["reason"]
                    .as_str()
                    .is_some_and(|reason| reason.contains(expected)),
                &tested.data()["reasonCode"],
            ),
            (&json!(false), true, &json!("source_invalid")),
            "{}",
            tested.text
        );
    }
    let unknown = farm
        .owner
        .put(
            "/api/data-sync/source",
            json!({"kind": "snowflake", "path": "x"}),
        )
        .await;
    assert_eq!(unknown.expect_failure(400), "invalid_body");
    farm.warehouse.write_suppliers("");
    let tested = farm
        .owner
        .post(
            "/api/data-sync/source/test",
            json!({"kind": "files", "path": "prairie"}),
        )
        .await;
    assert_eq!(
        (&tested.data()["ok"], &tested.data()["tables"][4]),
        (
            &json!(true),
            &json!({"sourceTable": "supplier_data", "present": true, "files": 1})
        )
    );
    let kept = farm.owner.get("/api/data-sync/source").await;
    assert_eq!(
        (&kept.data()["kind"], kept.data()["path"].as_str()),
        (&json!("files"), farm.warehouse.path().to_str())
    );
}

#[tokio::test]
async fn health_and_the_run_report_a_missing_folder() {
    let farm = SyncFixture::start().await;
    std::fs::remove_dir_all(farm.warehouse.path()).unwrap();
    let health = farm.owner.get("/api/data-sync/health").await;
    assert_eq!(
        (&health.data()["bigQuery"], &health.data()["overall"]),
        (&json!(false), &json!(false))
    );
    assert!(
        health.data()["sourceReason"]
            .as_str()
            .unwrap()
            .starts_with("There is no folder"),
        "{}",
        health.text
    );
    let failed = farm.run_sync().await;
    assert_eq!(failed.expect_failure(422), "sync_failed");
    assert!(
        failed.json["message"]
            .as_str()
            .unwrap()
            .starts_with("There is no folder"),
        "{}",
        failed.text
    );
    let status = farm.owner.get("/api/data-sync/status").await;
    assert_eq!(
        (&status.data()["state"], &status.data()["isRunning"]),
        (&json!("failed"), &json!(false))
    );
}

#[tokio::test]
async fn only_owners_and_admins_may_change_what_is_synced() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers("");
    for role in ["viewer", "member"] {
        let colleague = farm.app.add_member(&farm.owner, role).await;
        colleague.get("/api/data-sync/status").await.data();
        colleague.get("/api/data-sync/source").await.data();
        assert_eq!(
            colleague
                .post("/api/data-sync/sync", json!({"options": {}}))
                .await
                .expect_failure(403),
            "forbidden"
        );
        assert_eq!(
            colleague
                .post(
                    "/api/data-sync/table",
                    json!({"tableName": "supplier_data", "options": {}})
                )
                .await
                .expect_failure(403),
            "forbidden"
        );
        assert_eq!(
            colleague
                .put(
                    "/api/data-sync/source",
                    json!({"kind": "files", "path": "prairie"})
                )
                .await
                .expect_failure(403),
            "forbidden"
        );
        assert_eq!(
            colleague
                .post(
                    "/api/data-sync/source/test",
                    json!({"kind": "files", "path": "prairie"})
                )
                .await
                .expect_failure(403),
            "forbidden"
        );
    }
    let admin = farm.app.add_member(&farm.owner, "admin").await;
    admin
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": false}}),
        )
        .await
        .data();
}
