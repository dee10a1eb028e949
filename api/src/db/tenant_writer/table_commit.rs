//! The records of a table's sync: the result, the rejects and the new data version.

use super::merge_statements::REJECTS_TABLE;
use crate::db::connection::{Bind, WriterConnection};
use crate::db::{Database, DbError};
use crate::ids::{RunId, TenantId};
use chrono::{DateTime, Utc};
use entities::sync_lease;
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

/// The result of a run for a table. Counts are rows; `read` = `inserted` + `updated` + `unchanged`
/// + `rejected`.
#[derive(Clone, Debug)]
pub struct TableCommit<'a> {
    /// The run.
    pub run: RunId,
    /// The epoch of the run's lease.
    pub epoch: i64,
    /// The source table.
    pub source_table: &'a str,
    /// The data source revision.
    pub source_revision: Uuid,
    /// The final state.
    pub state: &'a str,
    /// Rows that the source sent.
    pub read: u64,
    /// New rows.
    pub inserted: u64,
    /// Changed rows, and deleted rows that came back.
    pub updated: u64,
    /// Identical rows.
    pub unchanged: u64,
    /// Rows that the source no longer has.
    pub deleted: u64,
    /// Rejected rows.
    pub rejected: u64,
    /// Missing rows that were not deleted and await confirmation.
    pub withheld: u64,
    /// Whether all rows of the source were read and missing rows were looked for.
    pub complete: bool,
    /// Which earlier rejects of the table the rejects of this read replace.
    pub reject_scope: RejectScope,
    /// A message for people.
    pub message: Option<&'a str>,
    /// The parts of the message as JSON.
    pub notes: Option<&'a str>,
    /// Bytes read from the source.
    pub bytes_read: u64,
    /// Bytes to read, if the source reports them.
    pub bytes_total: Option<u64>,
    /// Milliseconds of reading, checking and staging.
    pub read_ms: i64,
    /// Milliseconds of merging.
    pub merge_ms: i64,
    /// The current time.
    pub at: DateTime<Utc>,
}

/// Which rows of a table a read checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejectScope {
    /// All rows, or all that may have been rejected.
    Table,
    /// Some of the files.
    SomeFiles,
    /// The rejects of an earlier run.
    RejectsOf(RunId),
}

/// Whether the sync was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommitOutcome {
    /// It was saved.
    Committed,
    /// Another run has taken over. The table is unchanged.
    LeaseLost,
    /// The organization would exceed its row limit. The table is unchanged.
    LimitExceeded {
        /// The row limit.
        most: u64,
        /// The number of rows that it would have.
        rows: u64,
    },
    /// The target has an unexpected number of rows. The table is unchanged.
    RowCountMismatch {
        /// The number of rows.
        live: u64,
        /// The expected minimum.
        least: u64,
        /// The expected maximum. `None` if the read was not complete.
        most: Option<u64>,
    },
}

const INSERT_REJECTS: &str = r#"
    insert into sync_reject
      (tenant_id, run_id, source_table, rejected_at, seq, line, file, key, "column", value, code,
        reason)
    select $1, $2, $3, $4, seq, line, file, key, "column", value, code, reason
    from
"#;

const UPDATE_RUN_TABLE: &str = r"
    update sync_run_table
    set state = $4, rows_read = $5, inserted = $6, updated = $7, unchanged = $8, deleted = $9,
      rejected = $10, withheld = $11, message = $12, read_ms = $13, merge_ms = $14,
      bytes_read = $15, bytes_total = $16, notes = $17
    where tenant_id = $1 and run_id = $2 and source_table = $3
";

const UPSERT_SYNC_STATE: &str = r"
    insert into table_sync_state
      (tenant_id, source_table, source_revision, synced_at, live_rows, rolled_up_at,
        sale_deliveries_at)
    values ($1, $2, $3, $4, $5, $4, $4)
    on conflict (tenant_id, source_table)
    do update set source_revision = excluded.source_revision, synced_at = excluded.synced_at,
      live_rows = excluded.live_rows, rolled_up_at = excluded.rolled_up_at,
      sale_deliveries_at = excluded.sale_deliveries_at
";

const UPDATE_REJECTS: &str = r"
    update table_sync_state
    set read_rows = $3, rejected_rows = $4, rejects_run_id = $5
    where tenant_id = $1 and source_table = $2
";

const UPDATE_REJECTS_OF_FILES: &str = r"
    update table_sync_state
    set read_rows = $3, rejected_rows = $4, rejects_run_id = $5
    where tenant_id = $1 and source_table = $2 and rejected_rows < $4
";

/// The rows read earlier stay, because a retry reads only the rejected ones.
const UPDATE_RETRIED_REJECTS: &str = r"
    update table_sync_state
    set rejected_rows = $3, rejects_run_id = $4
    where tenant_id = $1 and source_table = $2 and rejects_run_id = $5
";

const INCREMENT_DATA_VERSION: &str =
    "update organization set data_version = data_version + 1 where id = $1";

/// The row limit of the organization, the rows of its other tables, and the previous rows of this
/// table.
const ROW_LIMIT_QUERY: &str = r"
    select coalesce(max(o.max_rows), 9223372036854775807),
      cast(coalesce(sum(case when t.source_table <> $2 then t.live_rows else 0 end), 0) as bigint),
      cast(coalesce(sum(case when t.source_table = $2 then t.live_rows else 0 end), 0) as bigint)
    from organization o
    left join table_sync_state t on t.tenant_id = o.id
    where o.id = $1
";

/// Changes nothing, but locks the row until the transaction ends, so that no other run takes over
/// the lease.
const LOCK_LEASE: &str =
    "update sync_lease set epoch = epoch where tenant_id = $1 and run_id = $2 and epoch = $3";

impl TableCommit<'_> {
    /// Writes the records. `live` is the number of rows in the target.
    pub(super) async fn write_records(
        &self,
        tenant: TenantId,
        live: u64,
        connection: &mut WriterConnection,
    ) -> Result<(), DbError> {
        let (tenant, run, table, at) = (
            Bind::Uuid(tenant.0),
            Bind::Uuid(self.run.0),
            Bind::Text(Some(self.source_table)),
            Bind::Instant(self.at),
        );
        if self.rejected > 0 {
            connection
                .execute_sql(
                    format!("{INSERT_REJECTS} {REJECTS_TABLE}"),
                    &[tenant, run, table, at],
                )
                .await?;
        }
        let mut record = vec![tenant, run, table, Bind::Text(Some(self.state))];
        let counts = [
            self.read,
            self.inserted,
            self.updated,
            self.unchanged,
            self.deleted,
            self.rejected,
            self.withheld,
        ];
        record.extend(counts.map(|count| Bind::Number(i64::try_from(count).unwrap_or(i64::MAX))));
        record.extend([
            Bind::Text(self.message),
            Bind::Number(self.read_ms),
            Bind::Number(self.merge_ms),
        ]);
        let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        record.extend([
            Bind::Number(number(self.bytes_read)),
            Bind::OptionalNumber(self.bytes_total.map(number)),
            Bind::Text(self.notes),
        ]);
        connection
            .execute_sql(UPDATE_RUN_TABLE.to_owned(), &record)
            .await?;
        connection
            .execute_sql(
                UPSERT_SYNC_STATE.to_owned(),
                &[
                    tenant,
                    table,
                    Bind::Uuid(self.source_revision),
                    at,
                    Bind::Number(i64::try_from(live).unwrap_or(i64::MAX)),
                ],
            )
            .await?;
        let (read, rejected) = (
            Bind::Number(number(self.read)),
            Bind::Number(number(self.rejected)),
        );
        let (sql, counts) = match self.reject_scope {
            RejectScope::Table => (UPDATE_REJECTS, [read, rejected, run]),
            RejectScope::SomeFiles => (UPDATE_REJECTS_OF_FILES, [read, rejected, run]),
            RejectScope::RejectsOf(retried) => (
                UPDATE_RETRIED_REJECTS,
                [rejected, run, Bind::Uuid(retried.0)],
            ),
        };
        let [first, second, third] = counts;
        connection
            .execute_sql(sql.to_owned(), &[tenant, table, first, second, third])
            .await?;
        Ok(())
    }

    /// Makes cached figures of the tenant obsolete.
    pub(super) async fn increment_data_version(
        tenant: TenantId,
        connection: &mut WriterConnection,
    ) -> Result<(), DbError> {
        connection
            .execute_sql(INCREMENT_DATA_VERSION.to_owned(), &[Bind::Uuid(tenant.0)])
            .await?;
        Ok(())
    }

    /// Checks the number of rows in the target. A rejected row may exist there from an earlier
    /// sync.
    pub(super) fn check_row_count(&self, live: u64) -> Option<CommitOutcome> {
        let accepted = self.inserted + self.updated + self.unchanged;
        let least = accepted + self.withheld;
        let most = self.complete.then_some(least + self.rejected);
        (live < least || most.is_some_and(|most| live > most))
            .then_some(CommitOutcome::RowCountMismatch { live, least, most })
    }

    /// Checks the row limit of the organization. A table that does not grow is always accepted, so
    /// that a lowered limit does not delete rows.
    pub(super) async fn check_row_limit(
        &self,
        tenant: TenantId,
        live: u64,
        connection: &mut WriterConnection,
    ) -> Result<Option<CommitOutcome>, DbError> {
        let [most, others, before] = connection
            .fetch_counts(
                ROW_LIMIT_QUERY.to_owned(),
                &[Bind::Uuid(tenant.0), Bind::Text(Some(self.source_table))],
            )
            .await?;
        let total = others.saturating_add(live);
        Ok((live > before && total > most)
            .then_some(CommitOutcome::LimitExceeded { most, rows: total }))
    }

    /// Whether the run holds the lease, by a connection of its own.
    pub(super) async fn owns_lease(
        &self,
        tenant: TenantId,
        database: &Database,
    ) -> Result<bool, DbError> {
        let held = sync_lease::Entity::find_by_id(tenant.0)
            .filter(sync_lease::Column::RunId.eq(self.run.0))
            .filter(sync_lease::Column::Epoch.eq(self.epoch));
        Ok(held.one(&database.connection).await?.is_some())
    }

    /// Locks the lease. Returns whether the run holds it.
    pub(super) async fn holds_lease(
        &self,
        tenant: TenantId,
        connection: &mut WriterConnection,
    ) -> Result<bool, DbError> {
        let lease = [
            Bind::Uuid(tenant.0),
            Bind::Uuid(self.run.0),
            Bind::Number(self.epoch),
        ];
        Ok(connection
            .execute_sql(LOCK_LEASE.to_owned(), &lease)
            .await?
            == 1)
    }

    /// Whether the sync changed any row.
    pub fn has_changes(&self) -> bool {
        self.inserted + self.updated + self.deleted > 0
    }
}
