//! Writes many rows into a table of a tenant in one transaction: it stages them and merges them so
//! that only changed rows are written.
//!
//! The tenant comes from the [`Access`], never from the rows. Names of tables and columns come from
//! [`TargetTable`], which contains static text only.

use super::connection::{
    Bind, CopyWriter, JoinStrategy, StopHandle, TargetColumn, WriterConnection,
};
use super::rollup::{self, LineCounts, RefreshMode};
use super::{Access, Database, DbError, Engine};
use crate::ids::TenantId;
use merge_statements::MergeStatements;
use staging_observer::{StagingObserver, StagingSummary};
use std::time::Instant;

mod duplicate_keys;
mod merge_statements;
mod missing_rows;
mod row_locator;
mod schema_snapshot;
mod sorted_keys;
mod source_files;
mod source_watermark;
mod staging_encoder;
mod staging_observer;
mod table_commit;
mod target_table;

pub use missing_rows::{CompleteRead, DeletionLimit, MissingRowOutcome};
pub use row_locator::{RowLocator, StagedFile};
pub use source_files::LoadedFile;
pub use source_watermark::NewWatermark;
pub use staging_encoder::{StagedBatches, StagedRows, StagingEncoder};
pub use table_commit::{CommitOutcome, RejectScope, TableCommit};
pub use target_table::{RejectedRow, TargetTable};

/// A bulk write into one table of one tenant. [`TenantWriter::commit`] saves it; dropping the
/// writer leaves the table unchanged.
#[derive(Debug)]
pub struct TenantWriter {
    tenant: TenantId,
    table: TargetTable,
    statements: MergeStatements,
    /// Set when the merge begins. `None` for tables without rollups.
    refresh_mode: Option<RefreshMode>,
    /// Set until the merge begins.
    observer: Option<StagingObserver>,
    /// Counts of the staged lines, set when the merge begins, if they are useful.
    counts: Option<LineCounts>,
    join_strategy: JoinStrategy,
    /// Whether the tenant has no row in the table, including deleted rows.
    is_target_empty: bool,
    /// Staged rows to merge.
    accepted_rows: u64,
    /// Live rows in the target, set by [`TenantWriter::finish_rows`].
    live_rows: u64,
    /// Staged rejects.
    rejected_rows: u64,
    /// The files of the staged rows.
    files: Vec<StagedFile>,
    connection: WriterConnection,
    database: Database,
    stop: StopHandle,
}

/// The number of rows up to which PostgreSQL chooses a good plan without statistics.
const MAX_ROWS_WITHOUT_STATISTICS: u64 = 50_000;

/// The rows that a merge wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeCounts {
    /// New rows.
    pub inserted: u64,
    /// Changed rows, and deleted rows that came back.
    pub updated: u64,
}

impl Database {
    /// Opens a writer. On PostgreSQL this begins the transaction; on SQLite nothing is locked
    /// before [`TenantWriter::begin_merge`].
    pub async fn open_writer(
        &self,
        access: &Access,
        table: TargetTable,
    ) -> Result<TenantWriter, DbError> {
        let (mut connection, stop) = WriterConnection::connect(self, access).await?;
        let statements =
            MergeStatements::new(&table, connection.engine(), connection.is_distributed());
        for create in statements.create_staging_tables() {
            connection.execute_sql(create, &[]).await?;
        }
        let tenant = access.tenant();
        let [existing] = connection
            .fetch_counts(statements.count_existing(1), &[Bind::Uuid(tenant.0)])
            .await?;
        let is_target_empty = existing == 0;
        let counts =
            (is_target_empty && table.name == rollup::LINES_TABLE).then(LineCounts::default);
        let observer = StagingObserver::spawn(tenant, table.key.clone(), counts);
        Ok(TenantWriter {
            tenant,
            table,
            statements,
            refresh_mode: None,
            observer: Some(observer),
            counts: None,
            join_strategy: JoinStrategy::Hash,
            is_target_empty,
            accepted_rows: 0,
            live_rows: 0,
            rejected_rows: 0,
            files: Vec::new(),
            connection,
            database: self.clone(),
            stop,
        })
    }
}

impl TenantWriter {
    /// A handle to stop this writer from another task.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Names the session for [`Database::terminate_sessions`].
    pub async fn set_session_name(&mut self, label: &str) -> Result<(), DbError> {
        if self.connection.engine() == Engine::Postgres {
            self.connection
                .fetch_counts::<1>(
                    "select count(set_config('application_name', $1, true))".to_owned(),
                    &[Bind::Text(Some(label))],
                )
                .await?;
        }
        Ok(())
    }

    /// Encodes rows for [`Self::stage_batches`].
    pub fn staging_encoder(&self) -> StagingEncoder {
        StagingEncoder {
            engine: self.connection.engine(),
            columns: self.table.staged_columns().collect(),
        }
    }

    /// Stages all rows and rejects.
    pub async fn stage_batches<E: From<DbError>>(
        &mut self,
        batches: &mut impl StagedBatches<E>,
    ) -> Result<(), E> {
        let columns: Vec<TargetColumn> = self.table.staged_columns().collect();
        let mut ended = false;
        while !ended
            && let Some((mut staged, mut rejects)) = next_batch(
                batches,
                self.observer.as_ref(),
                &mut self.accepted_rows,
                &mut self.files,
            )
            .await?
        {
            match &mut self.connection {
                WriterConnection::Postgres { connection, .. } if staged.encoded.is_some() => {
                    // One COPY until there are rejects, which go to another table.
                    let mut copying =
                        CopyWriter::start(connection, merge_statements::STAGING_TABLE, &columns)
                            .await?;
                    loop {
                        match &staged.encoded {
                            Some(encoded) => copying.write_encoded(encoded).await?,
                            None => copying.write_batch(&staged.rows).await?,
                        }
                        if !rejects.is_empty() {
                            break;
                        }
                        let Some(more) = next_batch(
                            batches,
                            self.observer.as_ref(),
                            &mut self.accepted_rows,
                            &mut self.files,
                        )
                        .await?
                        else {
                            ended = true;
                            break;
                        };
                        (staged, rejects) = more;
                    }
                    copying.finish().await?;
                }
                connection => {
                    connection
                        .insert_batch(merge_statements::STAGING_TABLE, &columns, &staged.rows)
                        .await?;
                }
            }
            self.stage_rejects(&rejects).await?;
        }
        self.stage_file_names().await?;
        Ok(())
    }

    /// Stages the names of the files that row locators refer to.
    async fn stage_file_names(&mut self) -> Result<(), DbError> {
        if self.files.is_empty() {
            return Ok(());
        }
        let rows = row_locator::build_file_batch(&self.files)?;
        self.connection
            .insert_batch(
                merge_statements::FILES_TABLE,
                &row_locator::FILE_COLUMNS,
                &rows,
            )
            .await
    }

    async fn stage_rejects(&mut self, rejects: &[RejectedRow]) -> Result<(), DbError> {
        if rejects.is_empty() {
            return Ok(());
        }
        self.rejected_rows += rejects.len() as u64;
        let rows = target_table::build_reject_batch(rejects)?;
        self.connection
            .insert_batch(
                merge_statements::REJECTS_TABLE,
                &target_table::REJECT_COLUMNS,
                &rows,
            )
            .await
    }

    /// Ends the staging. Of rows with the same key the newest stays and the others become rejects.
    /// Then acquires the write lock. Returns the number of rows to merge, and of rejects.
    pub async fn begin_merge(&mut self) -> Result<(u64, u64), DbError> {
        let StagingSummary {
            may_have_duplicates,
            counts,
        } = match self.observer.take() {
            Some(observer) => observer.finish().await?,
            None => StagingSummary {
                may_have_duplicates: true,
                counts: None,
            },
        };
        self.counts = counts;
        // A few rows use index lookups anyway, on PostgreSQL even without statistics.
        if may_have_duplicates
            || !self.is_target_empty
                && (self.accepted_rows > MAX_ROWS_WITHOUT_STATISTICS
                    || self.connection.engine() == Engine::Sqlite)
        {
            for prepare in self.statements.prepare_merge() {
                self.connection.execute_sql(prepare, &[]).await?;
            }
        }
        if may_have_duplicates {
            self.connection
                .execute_sql(self.statements.reject_duplicates(), &[])
                .await?;
            if self.delete_rejected().await? > 0 {
                self.counts = None;
            }
        }
        self.connection.begin_writing().await?;
        self.choose_joins().await?;
        self.execute_if_needed(self.statements.distribute_staged_rows())
            .await?;
        if self.table.name == rollup::LINES_TABLE {
            let mode =
                RefreshMode::choose(self.tenant, self.accepted_rows, &mut self.connection).await?;
            if mode == RefreshMode::Incremental {
                for statement in self.statements.capture_changes() {
                    self.connection.execute_sql(statement, &[]).await?;
                }
            }
            self.refresh_mode = Some(mode);
        }
        Ok((self.accepted_rows, self.rejected_rows))
    }

    /// Executes a statement that only a distributed target needs, with the tenant.
    async fn execute_if_needed(&mut self, statement: Option<String>) -> Result<(), DbError> {
        if let Some(sql) = statement {
            self.connection
                .execute_sql(sql, &[Bind::Uuid(self.tenant.0)])
                .await?;
        }
        Ok(())
    }

    /// Removes rows that became rejects from the staging table, and returns their number.
    async fn delete_rejected(&mut self) -> Result<u64, DbError> {
        let dropped = self
            .connection
            .execute_sql(MergeStatements::delete_rejected(), &[])
            .await?;
        self.accepted_rows = self.accepted_rows.saturating_sub(dropped);
        self.rejected_rows += dropped;
        Ok(dropped)
    }

    /// Merges the staged rows: inserts new rows, updates changed rows, and then updates the
    /// rollups. No changes to the table may follow.
    pub async fn merge(&mut self) -> Result<MergeCounts, DbError> {
        // The rollup rows are built while the database inserts the lines.
        let counts = self
            .counts
            .take()
            .filter(|_| self.refresh_mode == Some(RefreshMode::FirstLoad));
        let counted = counts.map(|counts| counts.spawn_rows(self.tenant));
        let merged = self.merge_rows().await?;
        if let Some(mode) = self.refresh_mode {
            let began = Instant::now();
            let rows =
                rollup::refresh_rollups(self.tenant, mode, counted, &mut self.connection).await?;
            tracing::info!(tenant = %self.tenant, ?mode, rows, ms = began.elapsed().as_millis(),
                "updated rollups");
        }
        Ok(merged)
    }

    /// Chooses index lookups for a few rows: a new file must not cost a scan of the entire table.
    async fn choose_joins(&mut self) -> Result<(), DbError> {
        let threshold = self
            .accepted_rows
            .max(1)
            .saturating_mul(merge_statements::INDEX_LOOKUP_RATIO);
        // The rollups contain the number of lines without deleted ones.
        if self.table.name == rollup::LINES_TABLE {
            let lines = rollup::count_rolled_up_lines(self.tenant, &mut self.connection).await?;
            if lines > 0 {
                self.join_strategy = if lines >= threshold {
                    JoinStrategy::IndexLookup
                } else {
                    JoinStrategy::Hash
                };
                self.is_target_empty = false;
                return Ok(());
            }
        }
        let [existing] = self
            .connection
            .fetch_counts(
                self.statements.count_existing(threshold),
                &[Bind::Uuid(self.tenant.0)],
            )
            .await?;
        self.join_strategy = if existing >= threshold {
            JoinStrategy::IndexLookup
        } else {
            JoinStrategy::Hash
        };
        self.is_target_empty = existing == 0;
        Ok(())
    }

    async fn merge_rows(&mut self) -> Result<MergeCounts, DbError> {
        let tenant = [Bind::Uuid(self.tenant.0)];
        if self.is_target_empty {
            return Ok(MergeCounts {
                inserted: self
                    .connection
                    .execute_sql(self.statements.insert_all(), &tenant)
                    .await?,
                updated: 0,
            });
        }
        if let Some(merge) = self.statements.merge_with_counts(self.join_strategy) {
            self.join_strategy
                .apply_settings(&mut self.connection)
                .await?;
            for capture in self.statements.capture_distributed_merge() {
                self.connection.execute_sql(capture, &tenant).await?;
            }
            let [inserted, updated] = self.connection.fetch_counts(merge, &tenant).await?;
            JoinStrategy::Hash
                .apply_settings(&mut self.connection)
                .await?;
            return Ok(MergeCounts { inserted, updated });
        }
        let [inserted] = self
            .connection
            .fetch_counts(self.statements.count_new(), &tenant)
            .await?;
        let written = self
            .connection
            .execute_sql(self.statements.merge_all(), &tenant)
            .await?;
        Ok(MergeCounts {
            inserted,
            updated: written.saturating_sub(inserted),
        })
    }

    /// Ends the changes of the target if it has the expected number of rows and the run holds the
    /// lease. Call before [`Self::commit`] and before anything that saves records of the sync.
    ///
    /// On SQLite this commits the rows, because they are in another file than the records. If the
    /// server crashes before the records are committed, the run is continued and syncs the table
    /// again, which changes no rows.
    pub async fn finish_rows(
        &mut self,
        record: &TableCommit<'_>,
    ) -> Result<CommitOutcome, DbError> {
        let live = self.count_live(record).await?;
        if let Some(mismatch) = record.check_row_count(live) {
            return Ok(mismatch);
        }
        if let Some(over) = record
            .check_row_limit(self.tenant, live, &mut self.connection)
            .await?
        {
            return Ok(over);
        }
        self.live_rows = live;
        if self.connection.engine() == Engine::Sqlite {
            // On another connection, because the snapshot of this one may be older than a takeover.
            // A takeover after this check waits for the lock of the warehouse file.
            if !record.owns_lease(self.tenant, &self.database).await? {
                return Ok(CommitOutcome::LeaseLost);
            }
            self.connection.commit_rows().await?;
        }
        if record.has_changes() {
            TableCommit::increment_data_version(self.tenant, &mut self.connection).await?;
        }
        self.connection.begin_records().await?;
        Ok(CommitOutcome::Committed)
    }

    /// Writes the records of the sync and commits, if the run still holds the lease.
    pub async fn commit(mut self, record: &TableCommit<'_>) -> Result<CommitOutcome, DbError> {
        record
            .write_records(self.tenant, self.live_rows, &mut self.connection)
            .await?;
        if self.refresh_mode.is_some() {
            rollup::mark_rolled_up(self.tenant, &mut self.connection).await?;
        }
        self.execute_if_needed(self.statements.clear_distributed_rows())
            .await?;
        // Last, so that the row of the lease is locked only briefly.
        if !record
            .holds_lease(self.tenant, &mut self.connection)
            .await?
        {
            return Ok(CommitOutcome::LeaseLost);
        }
        self.connection.commit().await?;
        Ok(CommitOutcome::Committed)
    }

    /// The number of live rows in the target. After a complete read lines are counted, and the
    /// rollups are rebuilt if they have another number. After a partial read the rollups provide
    /// the number.
    async fn count_live(&mut self, record: &TableCommit<'_>) -> Result<u64, DbError> {
        let rolled_up = match self.refresh_mode {
            Some(_) => {
                Some(rollup::count_rolled_up_lines(self.tenant, &mut self.connection).await?)
            }
            None => None,
        };
        if let Some(lines) =
            rolled_up.filter(|lines| !record.complete && record.check_row_count(*lines).is_none())
        {
            return Ok(lines);
        }
        let [live] = self
            .connection
            .fetch_counts(self.statements.count_live(), &[Bind::Uuid(self.tenant.0)])
            .await?;
        if let Some(lines) = rolled_up.filter(|lines| *lines != live) {
            tracing::error!(tenant = %self.tenant, live, lines,
                "the rollups have another number of lines than the table: rebuilding them");
            rollup::refresh_rollups(
                self.tenant,
                RefreshMode::Rebuild,
                None,
                &mut self.connection,
            )
            .await?;
        }
        Ok(live)
    }
}

/// The next rows, counted and passed to the observer.
async fn next_batch<E: From<DbError>>(
    batches: &mut impl StagedBatches<E>,
    observer: Option<&StagingObserver>,
    accepted_rows: &mut u64,
    files: &mut Vec<StagedFile>,
) -> Result<Option<(StagedRows, Vec<RejectedRow>)>, E> {
    let next = batches.next().await?;
    if let Some((staged, _)) = &next {
        *accepted_rows += target_table::count_accepted(&staged.rows);
        if let Some(file) = &staged.file
            && files.last() != Some(file)
        {
            files.push(file.clone());
        }
        if let Some(observer) = observer {
            observer.observe_batch(staged.rows.clone()).await?;
        }
    }
    Ok(next)
}
