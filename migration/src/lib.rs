//! The schema's history, applied in order on SQLite and Postgres alike.

use sea_orm_migration::prelude::*;

pub use sea_orm_migration::{MigratorTrait, SchemaManager, seaql_migrations};

mod m0001_organizations_and_people;
mod m0002_sessions;
mod m0003_source_rows;
mod m0004_data_sync;
mod m0005_conversations;
mod m0006_rollups;
mod m0007_source_files;
mod m0008_source_connections;
mod m0009_source_columns;
mod m0010_run_progress;
mod m0011_sync_schedules;
mod m0012_remembered_columns;
mod m0014_bytes_billed;
mod m0015_jobs;
mod m0016_bytes_read;
mod m0016_watermarks;
mod m0017_notices;
mod m0018_held_removals;
mod m0019_purchase_orders;
mod m0022_attempt_buckets;
mod m0023_letters;
mod m0024_second_factors;
mod m0025_invitations;
mod m0027_audit_log;
mod m0028_api_keys;
mod m0029_signing_epochs;
mod m0030_reference_yields;
mod m0040_row_security;
mod m0041_operators;
mod m0042_assistant_use;
mod m0043_deleting_organizations;
mod m0045_idempotent_requests;
mod m0047_person_preferences;
mod m0048_histories;
mod m0049_second_steps_demanded;
mod m0052_answered_sums;
mod m0054_spliced_texts;
mod m0055_days_of_purchases;
pub mod row_security;
mod schema;

/// Applies every migration; `Migrator::up` is safe to repeat.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_organizations_and_people::Migration),
            Box::new(m0002_sessions::Migration),
            Box::new(m0003_source_rows::Migration),
            Box::new(m0004_data_sync::Migration),
            Box::new(m0005_conversations::Migration),
            Box::new(m0006_rollups::Migration),
            Box::new(m0007_source_files::Migration),
            Box::new(m0008_source_connections::Migration),
            Box::new(m0009_source_columns::Migration),
            Box::new(m0010_run_progress::Migration),
            Box::new(m0011_sync_schedules::Migration),
            Box::new(m0012_remembered_columns::Migration),
            Box::new(m0014_bytes_billed::Migration),
            Box::new(m0015_jobs::Migration),
            Box::new(m0016_bytes_read::Migration),
            Box::new(m0016_watermarks::Migration),
            Box::new(m0017_notices::Migration),
            Box::new(m0018_held_removals::Migration),
            Box::new(m0019_purchase_orders::Migration),
            Box::new(m0022_attempt_buckets::Migration),
            Box::new(m0023_letters::Migration),
            Box::new(m0024_second_factors::Migration),
            Box::new(m0025_invitations::Migration),
            Box::new(m0027_audit_log::Migration),
            Box::new(m0028_api_keys::Migration),
            Box::new(m0029_signing_epochs::Migration),
            Box::new(m0030_reference_yields::Migration),
            Box::new(m0040_row_security::Migration),
            Box::new(m0041_operators::Migration),
            Box::new(m0042_assistant_use::Migration),
            Box::new(m0043_deleting_organizations::Migration),
            Box::new(m0045_idempotent_requests::Migration),
            Box::new(m0047_person_preferences::Migration),
            Box::new(m0048_histories::Migration),
            Box::new(m0049_second_steps_demanded::Migration),
            Box::new(m0052_answered_sums::Migration),
            Box::new(m0054_spliced_texts::Migration),
            Box::new(m0055_days_of_purchases::Migration),
        ]
    }
}
