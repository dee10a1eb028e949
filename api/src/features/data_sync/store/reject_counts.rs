//! Counts the rejected rows of a run by table, column and reason.

use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::{DbError, LookupError, TenantDb, TenantSql};
use crate::features::data_sync::DataSync;
use crate::ids::RunId;
use entities::{sync_reject, sync_run};
use sea_orm::{ColumnTrait, FromQueryResult};

/// The most frequent reasons for the rejects of a run.
#[derive(Clone, Debug)]
pub(in crate::features::data_sync) struct RejectCounts {
    /// At most 100 groups, largest first.
    pub(in crate::features::data_sync) groups: Vec<RejectCount>,
    /// All rejects of the run.
    pub(in crate::features::data_sync) total: u64,
}

/// Rejects with the same table, column and reason.
#[derive(Clone, Debug, FromQueryResult)]
pub(in crate::features::data_sync) struct RejectCount {
    pub(in crate::features::data_sync) source_table: String,
    pub(in crate::features::data_sync) column: Option<String>,
    pub(in crate::features::data_sync) code: String,
    pub(in crate::features::data_sync) reason: String,
    pub(in crate::features::data_sync) rows: i64,
    /// The value of the first row.
    pub(in crate::features::data_sync) value: Option<String>,
}

/// The reason of a duplicate key names the line that is loaded instead, which differs by row.
const COUNT_BY_REASON: TenantSql = TenantSql::new(
    r#"
        select g.source_table, g."column", r.code, g.reason, g.row_count as "rows", r.value
        from (
            select source_table, "column", reason, count(*) as row_count, min(seq) as first_seq
            from (
                select source_table, "column", seq,
                  case
                    when code = 'duplicate_key'
                      then 'duplicate key: another row has the same key and is newer, or comes later'
                    else reason
                  end as reason
                from sync_reject
                where tenant_id = $1 and run_id = $2
              ) as rejected
            group by source_table, "column", reason
          ) as g
        join sync_reject r on r.tenant_id = $1
          and r.run_id = $2
          and r.source_table = g.source_table
          and r.seq = g.first_seq
        order by g.row_count desc, g.source_table, g.first_seq
        limit 100
    "#,
);

impl DataSync {
    /// The reasons for the rejects of a run, most frequent first.
    pub(in crate::features::data_sync) async fn count_rejects(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
        run: RunId,
    ) -> Result<RejectCounts, LookupError> {
        db.find::<sync_run::Entity>()
            .filter(sync_run::Column::Id.eq(run.0))
            .one()
            .await?
            .ok_or(LookupError::NotFound)?;
        Ok(RejectCounts {
            groups: db.query_rows(COUNT_BY_REASON, vec![run.0.into()]).await?,
            total: count_all(db, run).await?,
        })
    }
}

async fn count_all(db: &TenantDb, run: RunId) -> Result<u64, DbError> {
    db.find::<sync_reject::Entity>()
        .filter(sync_reject::Column::RunId.eq(run.0))
        .count()
        .await
}
