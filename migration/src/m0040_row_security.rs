//! A wall behind the types on Postgres: a transaction reads and writes the rows of the tenant that
//! it names, whatever its SQL forgets.

use crate::row_security;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        row_security::enable_row_level_security(manager.get_connection()).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        row_security::disable_row_level_security(manager.get_connection()).await
    }
}
