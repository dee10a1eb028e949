//! The outbox of letters to people, and the one-time tokens that their links carry. Neither is one
//! organization's: whoever is invited has none yet.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, integer, string, text, text_null, timestamp_with_time_zone,
    timestamp_with_time_zone_null, uuid, uuid_null,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let letter = Table::create()
            .table("letter")
            .col(uuid("id").primary_key())
            .col(string("kind"))
            .col(string("to_address"))
            .col(string("to_name"))
            .col(uuid_null("person_id"))
            .col(uuid_null("organization_id"))
            .col(text("subject"))
            .col(text("body"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("due_at"))
            .col(timestamp_with_time_zone("expires_at"))
            .col(integer("attempts"))
            .col(big_integer("epoch"))
            .col(timestamp_with_time_zone_null("sent_at"))
            .col(text_null("last_error"))
            .col(timestamp_with_time_zone_null("given_up_at"))
            .foreign_key(
                ForeignKey::create()
                    .from("letter", "person_id")
                    .to("person", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .foreign_key(
                ForeignKey::create()
                    .from("letter", "organization_id")
                    .to("organization", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(letter).await?;
        manager
            .create_index(
                Index::create()
                    .name("letter_due")
                    .table("letter")
                    .col("due_at")
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("letter_person")
                    .table("letter")
                    .col("person_id")
                    .col("created_at")
                    .to_owned(),
            )
            .await?;
        let token = Table::create()
            .table("one_time_token")
            .col(string("hash").primary_key())
            .col(string("purpose"))
            .col(uuid_null("person_id"))
            .col(uuid_null("subject"))
            .col(string("email"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("expires_at"))
            .col(timestamp_with_time_zone_null("used_at"))
            .foreign_key(
                ForeignKey::create()
                    .from("one_time_token", "person_id")
                    .to("person", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(token).await?;
        manager
            .create_index(
                Index::create()
                    .name("one_time_token_person")
                    .table("one_time_token")
                    .col("person_id")
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("one_time_token_subject")
                    .table("one_time_token")
                    .col("subject")
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("one_time_token_expires")
                    .table("one_time_token")
                    .col("expires_at")
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("one_time_token").to_owned())
            .await?;
        manager
            .drop_table(Table::drop().table("letter").to_owned())
            .await
    }
}
