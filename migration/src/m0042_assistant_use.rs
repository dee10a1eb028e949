//! How many questions an organization has asked in each month: conversations can be deleted, what
//! was spent cannot.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, string};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut table = tenant_table("assistant_use", &["month"]);
        table
            .col(string("month"))
            .col(big_integer("questions"))
            .foreign_key(
                ForeignKey::create()
                    .from("assistant_use", "tenant_id")
                    .to("organization", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("assistant_use").to_owned())
            .await
    }
}
