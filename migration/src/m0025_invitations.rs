//! Invitations into organizations. The secret of each is a one-time token, kept elsewhere as its
//! hash.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    string, text, timestamp_with_time_zone, timestamp_with_time_zone_null, uuid,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                tenant_table("invitation", &["id"])
                    .col(uuid("id"))
                    .col(string("email"))
                    .col(string("role"))
                    .col(uuid("invited_by"))
                    .col(text("invited_by_name"))
                    .col(timestamp_with_time_zone("created_at"))
                    .col(timestamp_with_time_zone("sent_at"))
                    .col(timestamp_with_time_zone("expires_at"))
                    .col(timestamp_with_time_zone_null("accepted_at"))
                    .col(timestamp_with_time_zone_null("revoked_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .from("invitation", "tenant_id")
                            .to("organization", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("invitation_id")
                    .table("invitation")
                    .col("id")
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("invitation").to_owned())
            .await
    }
}
