//! Brings many rows into one of a tenant's tables in one transaction: staged first, then merged so
//! that only what differs is written.
//!
//! The tenant is that of the [`Access`], never a value of the rows; names of tables and columns
//! come from [`TargetTable`], which holds static text only.

use super::rollup::{self, LineCounts, RefreshMode};
use super::{Access, Database, DbError, Engine};
use crate::ids::TenantId;
use binary_copy::CopyWriter;
use connection::{Bind, WriterConnection};
use merge_statements::MergeStatements;
use staging_observer::{StagingObserver, StagingSummary};
use std::time::Instant;
use table_commit::TableCommit;

mod array_insert;
pub(in crate::db) mod binary_copy;
pub(in crate::db) mod connection;
mod duplicate_keys;
mod join_strategy;
mod merge_statements;
mod missing_rows;
mod multi_row_insert;
mod row_locator;
mod schema_snapshot;
mod sorted_keys;
mod source_files;
mod source_watermark;
mod staging_encoder;
mod staging_observer;
mod stop_handle;
mod table_commit;
mod target_table;

pub(in crate::db) use join_strategy::JoinStrategy;
pub use missing_rows::{CompleteRead, DeletionLimit, MissingRowOutcome};
pub use row_locator::{RowLocator, StagedFile};
pub use source_files::LoadedFile;
pub use source_watermark::NewWatermark;
pub use staging_encoder::{StagedBatches, StagedRows, StagingEncoder};
pub use stop_handle::StopHandle;
pub use table_commit::{CommitOutcome, TableCommit as TableLanding};
pub use target_table::{RejectedRow, TargetColumn, TargetTable, TargetType};

/// The way into one table of one tenant. Nothing lasts unless [`TenantWriter::land`] says so;
/// dropping it leaves the table as it was.
#[derive(Debug)]
pub struct TenantWriter {
    tenant: TenantId,
    table: TargetTable,
    statements: MergeStatements,
    /// Decided when the merge begins; none for tables that are not rolled up.
    refresh_mode: Option<RefreshMode>,
    /// Until the merge begins.
    observer: Option<StagingObserver>,
    /// From then on the staged lines, counted as they went by; none where that is of no use.
    counts: Option<LineCounts>,
    join_strategy: JoinStrategy,
    /// Whether the tenant has had no row in the table, removed ones included.
    is_target_empty: bool,
    /// Staged rows that land.
    accepted_rows: u64,
    /// Staged rejects.
    rejected_rows: u64,
    /// The files that staged rows came from.
    files: Vec<StagedFile>,
    connection: WriterConnection,
    stop: StopHandle,
}

/// Up to so many rows PostgreSQL compares well without statistics.
const MAX_ROWS_WITHOUT_STATISTICS: u64 = 50_000;

/// What a merge wrote, in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeCounts {
    /// Rows that were not there.
    pub inserted: u64,
    /// Rows that differed, or came back after they had been removed.
    pub updated: u64,
}

impl Database {
    /// Opens the way into a table. On Postgres this begins the transaction; on SQLite nothing is
    /// locked before [`TenantWriter::begin_merge`].
    pub async fn open_writer(
        &self,
        access: &Access,
        table: TargetTable,
    ) -> Result<TenantWriter, DbError> {
        let (mut link, stop) = WriterConnection::connect(self, access).await?;
        let statements = MergeStatements::new(&table, link.engine());
        for create in statements.create_staging_tables() {
            link.execute_sql(create, &[]).await?;
        }
        let tenant = access.tenant();
        let [beside] = link
            .fetch_counts(statements.count_existing(1), &[Bind::Uuid(tenant.0)])
            .await?;
        let empty = beside == 0;
        let counts = (empty && table.name == rollup::LINES_TABLE).then(LineCounts::default);
        let (onlooker, joins) = (
            Some(StagingObserver::spawn(tenant, table.key, counts)),
            JoinStrategy::Hash,
        );
        Ok(TenantWriter {
            tenant,
            table,
            statements,
            refresh_mode: None,
            observer: onlooker,
            counts: None,
            join_strategy: joins,
            is_target_empty: empty,
            accepted_rows: 0,
            rejected_rows: 0,
            files: Vec::new(),
            connection: link,
            stop,
        })
    }
}

impl TenantWriter {
    /// Ends what this writer is doing, from outside of it.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Gives the session a name by which [`Database::cut_off`] finds it.
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

    /// What makes rows ready for [`Self::stage_all`].
    pub fn staging_encoder(&self) -> StagingEncoder {
        StagingEncoder {
            engine: self.connection.engine(),
            columns: self.table.staged_columns().collect(),
        }
    }

    /// Adds all rows that there are to the staging table, and keeps the rejects beside them for
    /// people.
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
                WriterConnection::Postgres(connection) if staged.encoded.is_some() => {
                    // One COPY until there are rejects, which go elsewhere.
                    let mut copying =
                        CopyWriter::start(connection, merge_statements::STAGING_TABLE, &columns)
                            .await?;
                    loop {
                        copying.write_staged(staged).await?;
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
                link => {
                    link.insert_batch(merge_statements::STAGING_TABLE, &columns, &staged.rows)
                        .await?
                }
            }
            self.stage_rejects(&rejects).await?;
        }
        self.stage_file_names().await?;
        Ok(())
    }

    /// Names the files that the places of staged rows speak of.
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

    /// Ends the staging: of rows with the same key the newest stays, the others become rejects;
    /// then the right to write is taken. Gives the number of rows that can land, and of rejects.
    pub async fn begin_merge(&mut self) -> Result<(u64, u64), DbError> {
        let StagingSummary {
            may_have_duplicates: repeats,
            counts,
        } = match self.observer.take() {
            Some(onlooker) => onlooker.finish().await?,
            None => StagingSummary {
                may_have_duplicates: true,
                counts: None,
            },
        };
        self.counts = counts;
        // Few rows are looked up one by one anyway, on PostgreSQL without statistics of them.
        if repeats
            || !self.is_target_empty
                && (self.accepted_rows > MAX_ROWS_WITHOUT_STATISTICS
                    || self.connection.engine() == Engine::Sqlite)
        {
            for prepare in self.statements.prepare_merge() {
                self.connection.execute_sql(prepare, &[]).await?;
            }
        }
        if repeats {
            self.connection
                .execute_sql(self.statements.reject_duplicates(), &[])
                .await?;
            if self.delete_rejected().await? > 0 {
                self.counts = None;
            }
        }
        self.connection.begin_writing().await?;
        self.choose_joins().await?;
        if self.table.name == rollup::LINES_TABLE {
            let keeping =
                RefreshMode::choose(self.tenant, self.accepted_rows, &mut self.connection).await?;
            if keeping == RefreshMode::Incremental {
                for note in self.statements.capture_changes() {
                    self.connection.execute_sql(note, &[]).await?;
                }
            }
            self.refresh_mode = Some(keeping);
        }
        Ok((self.accepted_rows, self.rejected_rows))
    }

    /// Takes rows that became rejects out of the stage, and gives their number.
    async fn delete_rejected(&mut self) -> Result<u64, DbError> {
        let dropped = self
            .connection
            .execute_sql(MergeStatements::delete_rejected(), &[])
            .await?;
        self.accepted_rows = self.accepted_rows.saturating_sub(dropped);
        self.rejected_rows += dropped;
        Ok(dropped)
    }

    /// Writes what is staged: new rows are added, rows that differ changed, the others not touched;
    /// then the rollups follow. The last change to the table.
    pub async fn merge(&mut self) -> Result<MergeCounts, DbError> {
        // Their rows are made while the database is busy with the lines.
        let counts = self
            .counts
            .take()
            .filter(|_| self.refresh_mode == Some(RefreshMode::FirstLoad));
        let counted = counts.map(|counts| counts.spawn_rows(self.tenant));
        let merged = self.merge_rows().await?;
        if let Some(keeping) = self.refresh_mode {
            let began = Instant::now();
            let rows = rollup::refresh_rollups(self.tenant, keeping, counted, &mut self.connection)
                .await?;
            tracing::info!(tenant = %self.tenant, ?keeping, rows, ms = began.elapsed().as_millis(),
                "rolled up");
        }
        Ok(merged)
    }

    /// A few rows are looked up one by one: a new file beside many old ones must not cost a look at
    /// all of them.
    async fn choose_joins(&mut self) -> Result<(), DbError> {
        let many = self
            .accepted_rows
            .max(1)
            .saturating_mul(merge_statements::INDEX_LOOKUP_RATIO);
        // Of lines it is known without counting them how many there are, but for those that were
        // removed.
        if self.table.name == rollup::LINES_TABLE {
            let lines = rollup::count_rolled_up_lines(self.tenant, &mut self.connection).await?;
            if lines > 0 {
                self.join_strategy = if lines >= many {
                    JoinStrategy::IndexLookup
                } else {
                    JoinStrategy::Hash
                };
                self.is_target_empty = false;
                return Ok(());
            }
        }
        let [beside] = self
            .connection
            .fetch_counts(
                self.statements.count_existing(many),
                &[Bind::Uuid(self.tenant.0)],
            )
            .await?;
        self.join_strategy = if beside >= many {
            JoinStrategy::IndexLookup
        } else {
            JoinStrategy::Hash
        };
        self.is_target_empty = beside == 0;
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

    /// Writes the records of what was done and makes everything last, if the target counts as many
    /// rows and the run still holds the tenant's lease.
    pub async fn commit(mut self, landing: &TableCommit<'_>) -> Result<CommitOutcome, DbError> {
        let live = self.count_live(landing).await?;
        if let Some(disagreement) = landing.check_row_count(live) {
            return Ok(disagreement);
        }
        if let Some(over) = landing
            .check_row_limit(self.tenant, live, &mut self.connection)
            .await?
        {
            return Ok(over);
        }
        landing
            .write_records(self.tenant, live, &mut self.connection)
            .await?;
        // Last, so that the lease's row is locked for a moment only.
        if !landing
            .holds_lease(self.tenant, &mut self.connection)
            .await?
        {
            return Ok(CommitOutcome::LeaseLost);
        }
        self.connection.commit().await?;
        Ok(CommitOutcome::Committed)
    }

    /// How many rows the target has. Lines are counted one by one where all of them were read, and
    /// the rollups are made anew where they count others; of a few new ones beside many the rollups
    /// tell.
    async fn count_live(&mut self, landing: &TableCommit<'_>) -> Result<u64, DbError> {
        let rolled_up = match self.refresh_mode {
            Some(_) => {
                Some(rollup::count_rolled_up_lines(self.tenant, &mut self.connection).await?)
            }
            None => None,
        };
        if let Some(lines) =
            rolled_up.filter(|lines| !landing.complete && landing.check_row_count(*lines).is_none())
        {
            return Ok(lines);
        }
        let [live] = self
            .connection
            .fetch_counts(self.statements.count_live(), &[Bind::Uuid(self.tenant.0)])
            .await?;
        if let Some(lines) = rolled_up.filter(|lines| *lines != live) {
            tracing::error!(tenant = %self.tenant, live, lines,
                "the rollups stand for other lines than there are: all lines are counted");
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

/// The next rows, counted and shown to the onlooker.
async fn next_batch<E: From<DbError>>(
    batches: &mut impl StagedBatches<E>,
    onlooker: Option<&StagingObserver>,
    landing: &mut u64,
    files: &mut Vec<StagedFile>,
) -> Result<Option<(StagedRows, Vec<RejectedRow>)>, E> {
    let next = batches.next().await?;
    if let Some((staged, _)) = &next {
        *landing += target_table::count_accepted(&staged.rows);
        if let Some(file) = &staged.file
            && files.last() != Some(file)
        {
            files.push(file.clone());
        }
        if let Some(onlooker) = onlooker {
            onlooker.observe_batch(staged.rows.clone()).await?;
        }
    }
    Ok(next)
}
