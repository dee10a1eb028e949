//! Transactions with up-to-date rollups.

use super::rollup_refresh::{RefreshMode, is_stale, mark_rolled_up, refresh_rollups};
use crate::db::connection::WriterConnection;
use crate::db::{Access, Database, DbError, TenantDb, TenantSql};
use sea_orm::{DbErr, FromQueryResult};
use std::ops::Deref;

/// A read-only transaction in one tenant whose rollups are up to date. Queries of rollups require
/// one.
pub struct RolledUpDb {
    db: TenantDb,
    database: Database,
    access: Access,
    data_version: i64,
}

impl Deref for RolledUpDb {
    type Target = TenantDb;

    fn deref(&self) -> &TenantDb {
        &self.db
    }
}

impl RolledUpDb {
    pub(in crate::db) fn database(&self) -> &Database {
        &self.database
    }

    pub(in crate::db) fn access(&self) -> &Access {
        &self.access
    }

    /// The version of the data that the transaction sees.
    pub fn data_version(&self) -> i64 {
        self.data_version
    }
}

#[derive(FromQueryResult)]
struct RollupStateRow {
    stale_tables: i64,
    data_version: i64,
}

const READ_ROLLUP_STATE: TenantSql = TenantSql::new(
    r"
        select
            count(*) as stale_tables,
            (select data_version from organization where id = $1) as data_version
        from table_sync_state
        where tenant_id = $1
          and (
              rolled_up_at is distinct from synced_at
                or sale_deliveries_at is distinct from synced_at
            )
    ",
);

/// A concurrent sync may change lines after a refresh. More attempts than this are not expected.
const MAX_ATTEMPTS: u32 = 5;

impl Database {
    /// Like [`Database::begin_read`], after refreshing rollups that are out of date. On the replica
    /// if there is one.
    pub async fn begin_rolled_up_read(&self, access: &Access) -> Result<RolledUpDb, DbError> {
        for _ in 0..MAX_ATTEMPTS {
            let db = self.begin_figure_read(access).await?;
            let states: Vec<RollupStateRow> = db.query_rows(READ_ROLLUP_STATE, Vec::new()).await?;
            if let Some(state) = states.first().filter(|state| state.stale_tables == 0) {
                return Ok(RolledUpDb {
                    db,
                    database: self.clone(),
                    access: access.clone(),
                    data_version: state.data_version,
                });
            }
            drop(db);
            // Rare and large. Boxed, so that the future of every query stays small.
            Box::pin(self.refresh_stale_rollups(access)).await?;
        }
        Err(DbError::Unavailable(DbErr::Custom(
            "the rollups are still out of date after several refreshes".to_owned(),
        )))
    }

    async fn refresh_stale_rollups(&self, access: &Access) -> Result<(), DbError> {
        let (mut connection, _) = WriterConnection::connect(self, access).await?;
        // A long sync of the tenant refreshes the rollups itself.
        let behind = async {
            connection.begin_writing().await?;
            is_stale(access.tenant(), &mut connection).await
        };
        // Another request may have refreshed them meanwhile.
        if behind.await.map_err(to_unavailable)? {
            let rows =
                refresh_rollups(access.tenant(), RefreshMode::Rebuild, None, &mut connection)
                    .await?;
            connection.commit_rows().await?;
            connection.begin_records().await?;
            mark_rolled_up(access.tenant(), &mut connection).await?;
            tracing::info!(tenant = %access.tenant(), rows, "refreshed rollups that were out of \
                date");
        }
        connection.commit().await
    }
}

fn to_unavailable(error: DbError) -> DbError {
    match error {
        DbError::Failed(cause) => DbError::Unavailable(cause),
        other => other,
    }
}
