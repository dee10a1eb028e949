//! What people asked the assistant, what it answered, and what they thought of it.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    string, string_null, text, text_null, timestamp_with_time_zone, timestamp_with_time_zone_null,
    uuid,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

fn conversation_table() -> TableCreateStatement {
    let mut table = tenant_table("conversation", &["id"]);
    table
        .col(uuid("id"))
        .col(uuid("person_id"))
        .col(string("title"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .foreign_key(
            ForeignKey::create()
                .from("conversation", "tenant_id")
                .to("organization", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .foreign_key(
            ForeignKey::create()
                .from("conversation", "person_id")
                .to("person", "id")
                .on_delete(ForeignKeyAction::Cascade),
        );
    table
}

fn conversation_message_table() -> TableCreateStatement {
    let mut table = tenant_table("exchange", &["id"]);
    table
        .col(uuid("id"))
        .col(uuid("conversation_id"))
        .col(text("question"))
        .col(text("calls"))
        .col(text("options"))
        .col(text("answer"))
        .col(timestamp_with_time_zone("asked_at"))
        .col(string_null("rating"))
        .col(string_null("rating_reason"))
        .col(text_null("rating_comment"))
        .col(timestamp_with_time_zone_null("rated_at"))
        .foreign_key(
            ForeignKey::create()
                .from("exchange", ("tenant_id", "conversation_id"))
                .to("conversation", ("tenant_id", "id"))
                .on_delete(ForeignKeyAction::Cascade),
        );
    table
}

fn three_column_index(
    name: &'static str,
    table: &'static str,
    columns: [&'static str; 3],
) -> IndexCreateStatement {
    let [tenant, owner, order] = columns;
    Index::create()
        .name(name)
        .table(table)
        .col(tenant)
        .col(owner)
        .col(order)
        .to_owned()
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(conversation_table()).await?;
        manager.create_table(conversation_message_table()).await?;
        manager
            .create_index(three_column_index(
                "conversation_of_person",
                "conversation",
                ["tenant_id", "person_id", "updated_at"],
            ))
            .await?;
        manager
            .create_index(three_column_index(
                "exchange_of_conversation",
                "exchange",
                ["tenant_id", "conversation_id", "id"],
            ))
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["exchange", "conversation"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}
