//! The migrations of the application database, for SQLite and PostgreSQL.

use sea_orm_migration::prelude::*;

pub use sea_orm_migration::{MigratorTrait, SchemaManager, seaql_migrations};

mod m0001_baseline;
pub mod row_level_security;

/// Applies the migrations in order. Applying them again changes nothing.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![Box::new(m0001_baseline::Migration)]
    }
}
