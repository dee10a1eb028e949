//! Transactions with up-to-date rollups.

use super::rollup_refresh::{RefreshMode, is_stale, mark_rolled_up, refresh_rollups};
use crate::db::connection::WriterConnection;
use crate::db::{Access, Database, DbError, TenantDb, TenantSql};
use sea_orm::{DbErr, FromQueryResult};
use std::ops::Deref;

/// A read-only transaction in one tenant whose rollups are up to date. Queries of rollups require
/// one.
pub struct RolledUpDb(TenantDb);

impl Deref for RolledUpDb {
    type Target = TenantDb;

    fn deref(&self) -> &TenantDb {
        &self.0
    }
}

#[derive(FromQueryResult)]
struct StaleTableCount {
    n: i64,
}

const COUNT_STALE_TABLES: TenantSql = TenantSql::new(
    r"
        select count(*) as n
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
            if db
                .query_rows::<StaleTableCount>(COUNT_STALE_TABLES, Vec::new())
                .await?
                .iter()
                .all(|behind| behind.n == 0)
            {
                return Ok(RolledUpDb(db));
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
