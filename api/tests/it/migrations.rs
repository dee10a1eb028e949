//! Migrations: pending ones are detected, and all can be rolled back and applied again.

use crate::TestApp;
use migration::{Migrator, MigratorTrait, seaql_migrations};
use sea_orm::{EntityTrait, Set};

#[tokio::test]
async fn rolls_back_and_applies_all_migrations() {
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
