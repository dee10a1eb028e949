//! How figures and times are written for a person: what they chose, and nothing where they chose
//! nothing.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{string_null, timestamp_with_time_zone, uuid};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let person = ForeignKey::create()
            .from("person_preference", "person_id")
            .to("person", "id")
            .on_delete(ForeignKeyAction::Cascade)
            .to_owned();
        let mut table = Table::create();
        table
            .table("person_preference")
            .col(uuid("person_id").primary_key())
            .col(string_null("formats"))
            .col(string_null("time_zone"));
        table
            .col(string_null("units"))
            .col(string_null("currency_style"))
            .col(timestamp_with_time_zone("updated_at"))
            .foreign_key(&mut person.clone());
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("person_preference").to_owned())
            .await
    }
}
