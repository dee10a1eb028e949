//! Opens transactions in which the rollups stand for the lines.

use super::refresh::{Keeping, is_behind, roll_up};
use crate::db::tenant_writer::link::Link;
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
struct Behind {
    n: i64,
}

const BEHIND: TenantSql = TenantSql::new(
    r"
        select count(*) as n
        from synced_table
        where tenant_id = $1 and every_rollup_at is distinct from synced_at
    ",
);

/// An older server may change lines while the rollups are made; more often than this in a row it
/// does not.
const TRIES: u32 = 5;

impl Database {
    /// As [`Database::read`], after making the rollups where they are not: for lines that were
    /// synced by a server that did not know them.
    pub async fn read_rolled_up(&self, access: &Access) -> Result<RolledUpDb, DbError> {
        for _ in 0..TRIES {
            let db = self.read(access).await?;
            if db
                .rows::<Behind>(BEHIND, Vec::new())
                .await?
                .iter()
                .all(|behind| behind.n == 0)
            {
                return Ok(RolledUpDb(db));
            }
            drop(db);
            // Rare, and large: boxed, so that every question stays small.
            Box::pin(self.catch_up(access)).await?;
        }
        Err(DbError::Unavailable(DbErr::Custom(
            "the rollups are behind the lines again and again".to_owned(),
        )))
    }

    async fn catch_up(&self, access: &Access) -> Result<(), DbError> {
        let (mut link, _) = Link::open(self, access).await?;
        // A sync of the tenant that goes on for longer than anybody waits rolls up by itself.
        let behind = async {
            link.begin_writing().await?;
            is_behind(access.tenant(), &mut link).await
        };
        // Somebody else may have done it meanwhile.
        if behind.await.map_err(as_unavailable)? {
            let rows = roll_up(access.tenant(), Keeping::Anew, None, &mut link).await?;
            tracing::info!(tenant = %access.tenant(), rows, "rolled up lines that were synced \
                before");
        }
        link.commit().await
    }
}

fn as_unavailable(error: DbError) -> DbError {
    match error {
        DbError::Failed(cause) => DbError::Unavailable(cause),
        other => other,
    }
}
