//! The names that columns have at an organization's source, where they are not ours.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::string;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                tenant_table("source_column", &["source_table", "column_name"])
                    .col(string("source_table"))
                    .col(string("column_name"))
                    .col(string("source_name"))
                    .foreign_key(
                        ForeignKey::create()
                            .from("source_column", "tenant_id")
                            .to("organization", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("source_column").to_owned())
            .await
    }
}
