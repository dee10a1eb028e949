//! The end of an organization: nobody enters it from the first moment, then its rows go in short
//! transactions, by whichever server goes on with them.
//!
//! The tables are those of the database's own catalogue, so that a table that comes later is not
//! forgotten. On Postgres the transactions work as the login itself, who may remove what the role
//! of tenants' transactions may not, and name the tenant: row security keeps them to its rows.

use super::database::write_options;
use super::owned_tables::{self, OwnedTable};
use super::{Database, DbError, Engine, SecondWall};
use crate::ids::TenantId;
use chrono::{DateTime, Utc};
use entities::organization;
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect,
    Statement, TransactionTrait, Value,
};

/// So many rows of a table go in one transaction: some hundredths of a second, in which SQLite's
/// other writers wait.
const AT_ONCE: i64 = 5_000;

/// An organization that is being deleted.
#[derive(Clone, Copy, Debug)]
pub struct Doomed {
    /// Which.
    pub tenant: TenantId,
    /// Since when nobody enters it.
    pub since: DateTime<Utc>,
}

/// The removal of one organization's rows, from table to table. Where it is dropped, another one
/// goes on with what is left.
pub struct Emptying {
    database: Database,
    tenant: TenantId,
    tables: Vec<OwnedTable>,
    place: usize,
    removed: u64,
}

/// What nobody enters any more has nobody's sessions, keys and invitations. Members go last: who
/// had joined by an invitation a moment ago is among them. Links that were sent for it go before
/// the invitations that they name.
const DOORS: [&str; 5] = [
    r"
        delete from one_time_token
        where subject = $1 or subject in (select id from invitation where tenant_id = $1)
    ",
    "delete from invitation where tenant_id = $1",
    "delete from api_key where tenant_id = $1",
    "delete from session where tenant_id = $1",
    "delete from membership where tenant_id = $1",
];

/// Closes an organization within a transaction that holds it and may write its rows: from its end
/// on nobody enters.
pub(in crate::db) async fn close_doors(
    transaction: &DatabaseTransaction,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    for statement in DOORS {
        execute(transaction, statement, vec![tenant.0.into()]).await?;
    }
    // The slug is part of a key: changing it would wait for everybody who refers to the
    // organization, such as a sync that is merging.
    let closed = organization::Entity::update_many().filter(organization::Column::Id.eq(tenant.0));
    let closed = closed
        .col_expr(organization::Column::DeletingAt, Expr::value(now))
        .col_expr(organization::Column::Name, Expr::value(""));
    closed.exec(transaction).await?;
    Ok(())
}

/// Holds an organization, so that nobody else changes who belongs to it or deletes it; `None` where
/// it is being deleted already.
pub(in crate::db) async fn hold(
    transaction: &DatabaseTransaction,
    tenant: TenantId,
) -> Result<Option<organization::Model>, DbError> {
    let held = organization::Entity::find_by_id(tenant.0)
        .lock(LockType::NoKeyUpdate)
        .one(transaction)
        .await?;
    Ok(held.filter(|held| held.deleting_at.is_none()))
}

/// From here on the transaction reaches the rows of this organization and no other's, on Postgres;
/// SQLite knows no such wall.
pub(in crate::db) async fn work_in(
    transaction: &DatabaseTransaction,
    engine: Engine,
    tenant: TenantId,
) -> Result<(), DbError> {
    if engine == Engine::Postgres {
        transaction
            .execute_unprepared(&SecondWall::Login.words(tenant))
            .await?;
    }
    Ok(())
}

impl Database {
    /// A transaction of the login itself.
    pub(in crate::db) async fn begin_as_login(&self) -> Result<DatabaseTransaction, DbError> {
        let transaction = self
            .connection
            .begin_with_options(write_options(self.engine()))
            .await?;
        let words = self.pooled.words();
        if self.engine() == Engine::Postgres && !words.is_empty() {
            transaction.execute_unprepared(words).await?;
        }
        Ok(transaction)
    }

    async fn begin_removing(&self, tenant: TenantId) -> Result<DatabaseTransaction, DbError> {
        let transaction = self.begin_as_login().await?;
        work_in(&transaction, self.engine(), tenant).await?;
        Ok(transaction)
    }

    /// The removal of what is left of an organization that is being deleted.
    pub async fn emptying(&self, doomed: Doomed) -> Result<Emptying, DbError> {
        let transaction = self.begin_removing(doomed.tenant).await?;
        let tables = owned_tables::of(&transaction, self.engine()).await?;
        // Its name is free for others. Whoever works for it still, such as a sync, finds the right
        // to do so gone.
        execute(
            &transaction,
            "update organization set slug = $2 where id = $1",
            vec![doomed.tenant.0.into(), doomed.tenant.to_string().into()],
        )
        .await?;
        execute(
            &transaction,
            "delete from sync_lease where tenant_id = $1",
            vec![doomed.tenant.0.into()],
        )
        .await?;
        transaction.commit().await?;
        Ok(Emptying {
            database: self.clone(),
            tenant: doomed.tenant,
            tables,
            place: 0,
            removed: 0,
        })
    }
}

impl Emptying {
    /// Removes some rows; false where none were left in any table since the beginning of the pass.
    pub async fn step(&mut self) -> Result<bool, DbError> {
        while let Some(table) = self.tables.get(self.place) {
            let transaction = self.database.begin_removing(self.tenant).await?;
            let gone = execute(
                &transaction,
                &table.remove_some(self.database.engine()),
                vec![self.tenant.0.into(), AT_ONCE.into()],
            )
            .await?;
            transaction.commit().await?;
            if gone > 0 {
                self.removed += gone;
                return Ok(true);
            }
            self.place += 1;
        }
        Ok(false)
    }

    /// Removes the organization itself and whatever came meanwhile, and says how many rows there
    /// were in all. Nothing can refer to it afterwards.
    pub async fn finish(mut self) -> Result<u64, DbError> {
        let transaction = self.database.begin_removing(self.tenant).await?;
        organization::Entity::find_by_id(self.tenant.0)
            .lock(LockType::Update)
            .one(&transaction)
            .await?;
        for table in &self.tables {
            self.removed += execute(
                &transaction,
                &table.remove_all(),
                vec![self.tenant.0.into()],
            )
            .await?;
        }
        self.removed += organization::Entity::delete_by_id(self.tenant.0)
            .exec(&transaction)
            .await?
            .rows_affected;
        transaction.commit().await?;
        Ok(self.removed)
    }
}

pub(in crate::db) async fn execute(
    transaction: &DatabaseTransaction,
    sql: &str,
    values: Vec<Value>,
) -> Result<u64, DbError> {
    let statement = Statement::from_sql_and_values(transaction.get_database_backend(), sql, values);
    Ok(transaction.execute_raw(statement).await?.rows_affected())
}
