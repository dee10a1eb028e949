//! The records that are written with a table's rows, in the same transaction: what was done, what
//! was rejected, that something changed.

use super::connection::{Bind, WriterConnection};
use super::merge_statements::REJECTS_TABLE;
use crate::db::DbError;
use crate::ids::{RunId, TenantId};
use chrono::{DateTime, Utc};
use sea_orm::prelude::Uuid;

/// What a run did to a table. Counts are rows; `read` = `inserted` + `updated` + `unchanged` +
/// `rejected`.
#[derive(Clone, Debug)]
pub struct TableCommit<'a> {
    /// The run.
    pub run: RunId,
    /// The lease that the run believes to hold.
    pub epoch: i64,
    /// The source table.
    pub source_table: &'a str,
    /// Which setting of the source was read.
    pub source_revision: Uuid,
    /// How it ended.
    pub state: &'a str,
    /// Rows that the source sent.
    pub read: u64,
    /// Rows that were not there.
    pub inserted: u64,
    /// Rows that differed, or came back.
    pub updated: u64,
    /// Rows that were there already.
    pub unchanged: u64,
    /// Rows that the source no longer has.
    pub deleted: u64,
    /// Rows that could not land.
    pub rejected: u64,
    /// Rows gone from the source that were kept, awaiting confirmation.
    pub withheld: u64,
    /// Whether every row of the source was read, and what it no longer has was looked for.
    pub complete: bool,
    /// What people should know.
    pub message: Option<&'a str>,
    /// Bytes of the source that were read.
    pub bytes_read: u64,
    /// Bytes that there were to read, where the source said so beforehand.
    pub bytes_total: Option<u64>,
    /// Milliseconds of reading, checking and staging.
    pub read_ms: i64,
    /// Milliseconds of merging.
    pub merge_ms: i64,
    /// Now.
    pub at: DateTime<Utc>,
}

/// Whether it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommitOutcome {
    /// It does.
    Committed,
    /// Another run has taken over; the table is as it was.
    LeaseLost,
    /// The organization would hold more rows than its plan allows; the table is as it was.
    LimitExceeded {
        /// The most rows that it may hold.
        most: u64,
        /// How many it would hold.
        rows: u64,
    },
    /// The target counts other rows than were brought in; the table is as it was.
    RowCountMismatch {
        /// What it counts.
        live: u64,
        /// The fewest rows that it may have.
        least: u64,
        /// The most; none where a read was not meant to be complete.
        most: Option<u64>,
    },
}

const INSERT_REJECTS: &str = r#"
    insert into sync_reject
      (tenant_id, run_id, source_table, rejected_at, seq, line, file, key, "column", value, reason)
    select $1, $2, $3, $4, seq, line, file, key, "column", value, reason
    from
"#;

const UPDATE_RUN_TABLE: &str = r"
    update sync_run_table
    set state = $4, rows_read = $5, inserted = $6, updated = $7, unchanged = $8, deleted = $9,
      rejected = $10, held_back = $11, message = $12, read_ms = $13, merge_ms = $14,
      bytes_read = $15, bytes_total = $16
    where tenant_id = $1 and run_id = $2 and source_table = $3
";

const UPSERT_SYNC_STATE: &str = r"
    insert into synced_table
      (tenant_id, source_table, source_revision, synced_at, live_rows, every_rollup_at)
    values ($1, $2, $3, $4, $5, $4)
    on conflict (tenant_id, source_table)
    do update set source_revision = excluded.source_revision, synced_at = excluded.synced_at,
      live_rows = excluded.live_rows, rolled_up_at = null, all_rolled_up_at = null,
      every_rollup_at = excluded.every_rollup_at
";

const INCREMENT_DATA_VERSION: &str =
    "update organization set data_version = data_version + 1 where id = $1";

/// How many rows the organization may hold, how many its other tables have, and how many this one
/// had. No limit is more than anybody has.
const ROW_LIMIT_QUERY: &str = r"
    select coalesce(max(o.most_rows), 9223372036854775807),
      cast(coalesce(sum(case when t.source_table <> $2 then t.live_rows else 0 end), 0) as bigint),
      cast(coalesce(sum(case when t.source_table = $2 then t.live_rows else 0 end), 0) as bigint)
    from organization o
    left join synced_table t on t.tenant_id = o.id
    where o.id = $1
";

/// Writes nothing new: it locks the row, so that nobody takes the lease over before the transaction
/// ends.
const LOCK_LEASE: &str =
    "update sync_lease set epoch = epoch where tenant_id = $1 and run_id = $2 and epoch = $3";

impl TableCommit<'_> {
    /// `live` is what the target itself counts now.
    pub(super) async fn write_records(
        &self,
        tenant: TenantId,
        live: u64,
        link: &mut WriterConnection,
    ) -> Result<(), DbError> {
        let (tenant, run, table, at) = (
            Bind::Uuid(tenant.0),
            Bind::Uuid(self.run.0),
            Bind::Text(Some(self.source_table)),
            Bind::Instant(self.at),
        );
        if self.rejected > 0 {
            link.execute_sql(
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
        let number = |bytes| i64::try_from(bytes).unwrap_or(i64::MAX);
        record.extend([
            Bind::Number(number(self.bytes_read)),
            Bind::OptionalNumber(self.bytes_total.map(number)),
        ]);
        link.execute_sql(UPDATE_RUN_TABLE.to_owned(), &record)
            .await?;
        link.execute_sql(
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
        if self.has_changes() {
            link.execute_sql(INCREMENT_DATA_VERSION.to_owned(), &[tenant])
                .await?;
        }
        Ok(())
    }

    /// What the target itself may count after this. A row that is rejected may be there from
    /// before.
    pub(super) fn check_row_count(&self, live: u64) -> Option<CommitOutcome> {
        let landed = self.inserted + self.updated + self.unchanged;
        let least = landed + self.withheld;
        let most = self.complete.then_some(least + self.rejected);
        (live < least || most.is_some_and(|most| live > most))
            .then_some(CommitOutcome::RowCountMismatch { live, least, most })
    }

    /// Whether the table makes the organization hold more rows than it may. One that does not grow
    /// lands: a plan that has become smaller takes nothing away.
    pub(super) async fn check_row_limit(
        &self,
        tenant: TenantId,
        live: u64,
        link: &mut WriterConnection,
    ) -> Result<Option<CommitOutcome>, DbError> {
        let [most, others, before] = link
            .fetch_counts(
                ROW_LIMIT_QUERY.to_owned(),
                &[Bind::Uuid(tenant.0), Bind::Text(Some(self.source_table))],
            )
            .await?;
        let would = others.saturating_add(live);
        Ok((live > before && would > most)
            .then_some(CommitOutcome::LimitExceeded { most, rows: would }))
    }

    pub(super) async fn holds_lease(
        &self,
        tenant: TenantId,
        link: &mut WriterConnection,
    ) -> Result<bool, DbError> {
        let lease = [
            Bind::Uuid(tenant.0),
            Bind::Uuid(self.run.0),
            Bind::Number(self.epoch),
        ];
        Ok(link.execute_sql(LOCK_LEASE.to_owned(), &lease).await? == 1)
    }

    /// Whether any row of the table is another than before.
    pub fn has_changes(&self) -> bool {
        self.inserted + self.updated + self.deleted > 0
    }
}
