//! Organizations, people, and who belongs where in which role.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, boolean, string, string_null, string_uniq, timestamp_with_time_zone,
    timestamp_with_time_zone_null, uuid,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("organization")
                    .col(uuid("id").primary_key())
                    .col(string_uniq("slug"))
                    .col(string("name"))
                    .col(string_null("currency"))
                    .col(string("time_zone"))
                    .col(boolean("is_demo"))
                    .col(big_integer("data_version"))
                    .col(timestamp_with_time_zone("created_at"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("person")
                    .col(uuid("id").primary_key())
                    .col(string_uniq("email"))
                    .col(string("name"))
                    .col(string("password_hash"))
                    .col(timestamp_with_time_zone_null("disabled_at"))
                    .col(timestamp_with_time_zone("created_at"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                tenant_table("membership", &["person_id"])
                    .col(uuid("person_id"))
                    .col(string("role"))
                    .col(timestamp_with_time_zone("created_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .from("membership", "tenant_id")
                            .to("organization", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .foreign_key(
                        ForeignKey::create()
                            .from("membership", "person_id")
                            .to("person", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("membership_person")
                    .table("membership")
                    .col("person_id")
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["membership", "person", "organization"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}
