//! The schema and what the server makes of an old one.

use crate::TestApp;
use migration::{Migrator, MigratorTrait};

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
async fn every_migration_can_be_taken_back() {
    let app = TestApp::start().await;
    Migrator::down(&app.raw, None).await.unwrap();
    assert!(!app.parts.database.is_migrated().await.unwrap());
    app.parts.database.migrate().await.unwrap();
    app.organization("Prairie").await.get("/api/account").await.data();
}
