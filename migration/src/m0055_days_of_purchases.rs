//! On PostgreSQL the index on lines by day is of purchases alone: rollups tell of sales by day, and
//! keeping them in an index took a fifth of the processor time of a first load's insert. SQLite
//! keeps the index of all lines, which it reads where PostgreSQL reads the table.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const LINES_TABLE: &str = "purchase_transactions";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() == DbBackend::Sqlite {
            return Ok(());
        }
        let purchases = format!(
            r"
                create index purchase_transactions_bought_day on {LINES_TABLE}
                  (tenant_id, transaction_date)
                where direction = 'purchase'
            "
        );
        manager
            .get_connection()
            .execute_unprepared(&purchases)
            .await?;
        manager
            .drop_index(
                Index::drop()
                    .name("purchase_transactions_day")
                    .table(LINES_TABLE)
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() == DbBackend::Sqlite {
            return Ok(());
        }
        let all = format!(
            "create index purchase_transactions_day on {LINES_TABLE} (tenant_id, direction, \
                transaction_date)"
        );
        manager.get_connection().execute_unprepared(&all).await?;
        manager
            .drop_index(
                Index::drop()
                    .name("purchase_transactions_bought_day")
                    .table(LINES_TABLE)
                    .to_owned(),
            )
            .await
    }
}
