//! What a source that is a database needs besides its place: a name for its connection, and its
//! password, sealed.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text_null, uuid_null};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column at a time.
        for mut column in [uuid_null("connection_id"), text_null("sealed")] {
            manager
                .alter_table(
                    Table::alter()
                        .table("data_source")
                        .add_column(&mut column)
                        .to_owned(),
                )
                .await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in ["sealed", "connection_id"] {
            manager
                .alter_table(
                    Table::alter()
                        .table("data_source")
                        .drop_column(column)
                        .to_owned(),
                )
                .await?;
        }
        Ok(())
    }
}
