//! People who run the installation, what they did, and what they may say of an organization: that
//! it is suspended, and how much it may hold.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer_null, string, string_null, text, text_null, timestamp_with_time_zone,
    timestamp_with_time_zone_null, uuid, uuid_null,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// What an organization gets: SQLite adds one column at a time.
fn organization_columns() -> [ColumnDef; 5] {
    [
        timestamp_with_time_zone_null("suspended_at"),
        text_null("suspended_reason"),
        big_integer_null("most_people"),
        big_integer_null("most_rows"),
        big_integer_null("most_questions"),
    ]
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for mut column in organization_columns() {
            manager
                .alter_table(
                    Table::alter()
                        .table("organization")
                        .add_column(&mut column)
                        .to_owned(),
                )
                .await?;
        }
        let mut operator = Table::create();
        operator
            .table("operator")
            .col(uuid("person_id").primary_key())
            .col(timestamp_with_time_zone("since"))
            .col(text("granted_by"))
            .foreign_key(
                ForeignKey::create()
                    .from("operator", "person_id")
                    .to("person", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        manager.create_table(operator).await?;
        // No key to the person: what was done stays when they go.
        let mut act = Table::create();
        act.table("operator_act")
            .col(uuid("id").primary_key())
            .col(timestamp_with_time_zone("at"))
            .col(uuid_null("operator_id"))
            .col(text("operator_name"))
            .col(string("action"))
            .col(string_null("target_id"))
            .col(text_null("target_name"))
            .col(string_null("address"))
            .col(string_null("request_id"));
        manager.create_table(act).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["operator_act", "operator"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        for column in [
            "suspended_at",
            "suspended_reason",
            "most_people",
            "most_rows",
            "most_questions",
        ] {
            manager
                .alter_table(
                    Table::alter()
                        .table("organization")
                        .drop_column(column)
                        .to_owned(),
                )
                .await?;
        }
        Ok(())
    }
}
