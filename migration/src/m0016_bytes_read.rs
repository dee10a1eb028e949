//! How far the read of a table is in bytes, and how many there are to read.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer_null;

const COLUMNS: [&str; 2] = ["bytes_read", "bytes_total"];

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column at a time.
        for column in COLUMNS {
            manager
                .alter_table(
                    Table::alter()
                        .table("sync_run_table")
                        .add_column(big_integer_null(column))
                        .to_owned(),
                )
                .await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in COLUMNS {
            manager
                .alter_table(
                    Table::alter()
                        .table("sync_run_table")
                        .drop_column(column)
                        .to_owned(),
                )
                .await?;
        }
        Ok(())
    }
}
