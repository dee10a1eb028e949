//! Opens transactions in which the rollups stand for the lines.

use super::rollup_refresh::{RefreshMode, is_stale, refresh_rollups};
use crate::db::tenant_writer::connection::WriterConnection;
use crate::db::{Access, Database, DbError, TenantDb, TenantSql};
use sea_orm::{DbErr, FromQueryResult};
use std::ops::Deref;

/// A read-only transaction in one tenant whose rollups stand for its lines. Questions to the
/// rollups ask for one.
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
        from synced_table
        where tenant_id = $1 and every_rollup_at is distinct from synced_at
    ",
);

/// An older server may change lines while the rollups are made; more often than this in a row it
/// does not.
const MAX_ATTEMPTS: u32 = 5;

impl Database {
    /// As [`Database::read`], after making the rollups where they are not: for lines that were
    /// synced by a server that did not know them.
    pub async fn begin_rolled_up_read(&self, access: &Access) -> Result<RolledUpDb, DbError> {
        for _ in 0..MAX_ATTEMPTS {
            let db = self.begin_read(access).await?;
            if db
                .query_rows::<StaleTableCount>(COUNT_STALE_TABLES, Vec::new())
                .await?
                .iter()
                .all(|behind| behind.n == 0)
            {
                return Ok(RolledUpDb(db));
            }
            drop(db);
            // Rare, and large: boxed, so that every question stays small.
            Box::pin(self.refresh_stale_rollups(access)).await?;
        }
        Err(DbError::Unavailable(DbErr::Custom(
            "the rollups are behind the lines again and again".to_owned(),
        )))
    }

    async fn refresh_stale_rollups(&self, access: &Access) -> Result<(), DbError> {
        let (mut link, _) = WriterConnection::connect(self, access).await?;
        // A sync of the tenant that goes on for longer than anybody waits rolls up by itself.
        let behind = async {
            link.begin_writing().await?;
            is_stale(access.tenant(), &mut link).await
        };
        // Somebody else may have done it meanwhile.
        if behind.await.map_err(to_unavailable)? {
            let rows =
                refresh_rollups(access.tenant(), RefreshMode::Rebuild, None, &mut link).await?;
            tracing::info!(tenant = %access.tenant(), rows, "rolled up lines that were synced \
                before");
        }
        link.commit().await
    }
}

fn to_unavailable(error: DbError) -> DbError {
    match error {
        DbError::Failed(cause) => DbError::Unavailable(cause),
        other => other,
    }
}
