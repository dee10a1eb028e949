//! The schema and what the server makes of an old one.

use crate::TestApp;
use migration::{Migrator, MigratorTrait, seaql_migrations};
use sea_orm::{EntityTrait, Set};

#[tokio::test]
async fn a_schema_that_lacks_a_migration_is_noticed_and_can_be_brought_up_to_date() {
    let app = TestApp::start().await;
    assert!(app.parts.database.is_migrated().await.unwrap());
    Migrator::down(&app.raw, Some(1)).await.unwrap();
    assert!(!app.parts.database.is_migrated().await.unwrap());
    app.parts.database.migrate().await.unwrap();
    assert!(app.parts.database.is_migrated().await.unwrap());
}

#[tokio::test]
async fn a_schema_that_a_newer_server_has_expanded_is_good_enough() {
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
}

#[tokio::test]
async fn every_migration_can_be_taken_back() {
    let app = TestApp::start().await;
    Migrator::down(&app.raw, None).await.unwrap();
    assert!(!app.parts.database.is_migrated().await.unwrap());
    app.parts.database.migrate().await.unwrap();
    app.create_organization("Prairie")
        .await
        .get("/api/account")
        .await
        .data();
}
