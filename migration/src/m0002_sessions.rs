//! Sessions and the hashed refresh tokens that keep them alive.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    string, string_null, timestamp_with_time_zone, timestamp_with_time_zone_null, uuid,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("session")
                    .col(uuid("id").primary_key())
                    .col(uuid("person_id"))
                    .col(uuid("tenant_id"))
                    .col(string_null("user_agent"))
                    .col(timestamp_with_time_zone("created_at"))
                    .col(timestamp_with_time_zone("refreshed_at"))
                    .col(timestamp_with_time_zone("expires_at"))
                    .col(timestamp_with_time_zone_null("revoked_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .from("session", "person_id")
                            .to("person", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .foreign_key(
                        ForeignKey::create()
                            .from("session", "tenant_id")
                            .to("organization", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("session_person")
                    .table("session")
                    .col("person_id")
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("refresh_token")
                    .col(string("hash").primary_key())
                    .col(uuid("session_id"))
                    .col(timestamp_with_time_zone("issued_at"))
                    .col(timestamp_with_time_zone("expires_at"))
                    .col(timestamp_with_time_zone_null("used_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .from("refresh_token", "session_id")
                            .to("session", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("refresh_token_session")
                    .table("refresh_token")
                    .col("session_id")
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["refresh_token", "session"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}
