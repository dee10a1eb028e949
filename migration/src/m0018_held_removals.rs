//! What a read would have removed and did not: how many rows of which table, and the first of them
//! by name, so that somebody can say whether they may go.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, integer, string, text, text_null, timestamp_with_time_zone, uuid,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

fn add_organization_key(
    mut table: TableCreateStatement,
    name: &'static str,
) -> TableCreateStatement {
    table.foreign_key(
        ForeignKey::create()
            .from(name, "tenant_id")
            .to("organization", "id")
            .on_delete(ForeignKeyAction::Cascade),
    );
    table
}

fn withheld_deletion_table() -> TableCreateStatement {
    let mut table = tenant_table("held_removal", &["source_table"]);
    table
        .col(string("source_table"))
        .col(uuid("source_revision"))
        .col(uuid("run_id"))
        .col(big_integer("missing"))
        .col(big_integer("live"))
        .col(timestamp_with_time_zone("held_at"))
        .col(uuid("since_run_id"))
        .col(timestamp_with_time_zone("since"));
    add_organization_key(table, "held_removal")
}

fn withheld_deletion_row_table() -> TableCreateStatement {
    let mut table = tenant_table("held_row", &["source_table", "position"]);
    table
        .col(string("source_table"))
        .col(integer("position"))
        .col(text("key"))
        .col(text_null("label"));
    add_organization_key(table, "held_row")
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(withheld_deletion_table()).await?;
        manager.create_table(withheld_deletion_row_table()).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("held_row").to_owned())
            .await?;
        manager
            .drop_table(Table::drop().table("held_removal").to_owned())
            .await
    }
}
