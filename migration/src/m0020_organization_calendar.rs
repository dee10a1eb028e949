//! Adds the start of the week and of the fiscal year to organizations.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const ADDED: [&str; 2] = [
    "alter table organization add column week_start smallint not null default 1
        check (week_start between 1 and 7)",
    "alter table organization add column fiscal_year_start smallint not null default 1
        check (fiscal_year_start between 1 and 12)",
];
/// Tenant transactions change the settings of their organization. Dropping a column revokes this.
const GRANT_POSTGRES: &str = r"
    do $grant$
    begin
        if exists (select from pg_roles where rolname = 'sprout_app') then
            grant update (week_start, fiscal_year_start) on organization to sprout_app;
        end if;
    end
    $grant$
";
const DROPPED: [&str; 2] = [
    "alter table organization drop column fiscal_year_start",
    "alter table organization drop column week_start",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run_all(manager, ADDED).await?;
        let connection = manager.get_connection();
        if connection.get_database_backend() == DbBackend::Postgres {
            connection.execute_unprepared(GRANT_POSTGRES).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run_all(manager, DROPPED).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

async fn run_all(manager: &SchemaManager<'_>, statements: [&str; 2]) -> Result<(), DbErr> {
    for sql in statements {
        manager.get_connection().execute_unprepared(sql).await?;
    }
    Ok(())
}
