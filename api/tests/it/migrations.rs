//! Migrations: pending ones are detected, and all can be rolled back and applied again.

use crate::{TestApp, citus_cluster};
use migration::{Migrator, MigratorTrait, seaql_migrations};
use sea_orm::{ConnectionTrait, EntityTrait, Set};

#[tokio::test]
async fn rolls_back_and_applies_all_migrations() {
    if citus_cluster::coordinator_url().is_some() {
        // Distributed tables are dropped on several connections, which one transaction cannot do.
        return;
    }
    let app = TestApp::start().await;
    assert!(app.parts.database.is_migrated().await.unwrap());
    Migrator::down(&app.raw, None).await.unwrap();
    assert!(!app.parts.database.is_migrated().await.unwrap());
    app.parts.database.migrate().await.unwrap();
    assert!(app.parts.database.is_migrated().await.unwrap());
    app.create_organization("Prairie")
        .await
        .get("/api/account")
        .await
        .data();
}

#[tokio::test]
async fn notifications_keep_their_text_when_they_become_events() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let migrations = Migrator::migrations();
    let later = migrations.iter().rev();
    let undone = later.take_while(|migration| migration.name() != "m0230_stored_figure");
    let undone = u32::try_from(undone.count()).unwrap();
    Migrator::down(&app.raw, Some(undone)).await.unwrap();
    let text = r#"'A "name" \ {brace}', 'First
second'"#;
    for insert in [
        format!(
            "insert into notification (tenant_id, id, topic, kind, created_at, title, body)
             select id, id, 'sync:run', 'firing', created_at, {text} from organization"
        ),
        format!(
            "insert into alert_state (tenant_id, topic, state, changed_at, title, message)
             select id, 'sync:run', 'firing', created_at, {text} from organization"
        ),
    ] {
        app.raw.execute_unprepared(&insert).await.unwrap();
    }
    app.parts.database.migrate().await.unwrap();
    let listed = owner.get("/api/notifications").await.data().clone();
    let (item, open) = (&listed["items"][0], &listed["openAlerts"][0]);
    for (entry, body) in [(item, "body"), (open, "message")] {
        assert_eq!(entry["title"], "A \"name\" \\ {brace}");
        assert_eq!(entry[body], "First\nsecond");
    }
}

#[tokio::test]
async fn accepts_a_schema_with_newer_migrations() {
    let app = TestApp::start().await;
    let newer = seaql_migrations::ActiveModel {
        version: Set("m9999_from_the_future".to_owned()),
        applied_at: Set(0),
    };
    seaql_migrations::Entity::insert(newer)
        .exec_without_returning(&app.raw)
        .await
        .unwrap();
    assert!(app.parts.database.is_migrated().await.unwrap());
    // As the previous release does when it is started again.
    app.parts.database.migrate().await.unwrap();
    assert!(app.parts.database.is_migrated().await.unwrap());
}
