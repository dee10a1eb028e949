//! Brings many rows into one of a tenant's tables in one transaction: staged first, then merged so
//! that only what differs is written.
//!
//! The tenant is that of the [`Access`], never a value of the rows; names of tables and columns
//! come from [`TargetTable`], which holds static text only.

use super::rollup::{self, Keeping, LineCounts};
use super::{Access, Database, DbError, Engine};
use crate::ids::TenantId;
use copy::Copying;
use landing::Landing;
use link::{Bind, Link};
use onlooker::{Onlooker, Seen};
use statements::Statements;
use std::time::Instant;

mod arrays;
mod ascent;
mod columns;
pub(in crate::db) mod copy;
mod files;
mod joins;
mod landing;
pub(in crate::db) mod link;
mod multi_row;
mod onlooker;
mod place;
mod ready;
mod removal;
mod repeats;
mod statements;
mod stop;
mod table;
mod watermark;

pub use files::LandingFile;
pub(in crate::db) use joins::Joins;
pub use landing::{Landed, Landing as TableLanding};
pub use place::{RowPlace, StagedFile};
pub use ready::{StagedBatches, StagedRows, Staging};
pub use removal::{CompleteRead, MostRemoved, Removal};
pub use stop::StopHandle;
pub use table::{RejectedRow, TargetColumn, TargetTable, TargetType};
pub use watermark::LandingWatermark;

/// The way into one table of one tenant. Nothing lasts unless [`TenantWriter::land`] says so;
/// dropping it leaves the table as it was.
#[derive(Debug)]
pub struct TenantWriter {
    tenant: TenantId,
    table: TargetTable,
    statements: Statements,
    /// Decided when the merge begins; none for tables that are not rolled up.
    rollups: Option<Keeping>,
    /// Until the merge begins.
    onlooker: Option<Onlooker>,
    /// From then on the staged lines, counted as they went by; none where that is of no use.
    counts: Option<LineCounts>,
    joins: Joins,
    /// Whether the tenant has had no row in the table, removed ones included.
    empty: bool,
    /// Staged rows that land.
    landing: u64,
    /// Staged rejects.
    rejected: u64,
    /// The files that staged rows came from.
    files: Vec<StagedFile>,
    link: Link,
    stop: StopHandle,
}

/// Up to so many rows PostgreSQL compares well without statistics.
const FEW_ROWS: u64 = 50_000;

/// What a merge wrote, in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Rows that were not there.
    pub inserted: u64,
    /// Rows that differed, or came back after they had been removed.
    pub updated: u64,
}

impl Database {
    /// Opens the way into a table. On Postgres this begins the transaction; on SQLite nothing is
    /// locked before [`TenantWriter::begin_merge`].
    pub async fn writer(
        &self,
        access: &Access,
        table: TargetTable,
    ) -> Result<TenantWriter, DbError> {
        let (mut link, stop) = Link::open(self, access).await?;
        let statements = Statements::new(&table, link.engine());
        for create in statements.create_staging() {
            link.execute(create, &[]).await?;
        }
        let tenant = access.tenant();
        let [beside] = link
            .numbers(statements.count_beside(1), &[Bind::Uuid(tenant.0)])
            .await?;
        let empty = beside == 0;
        let counts = (empty && table.name == rollup::LINES).then(LineCounts::default);
        let (onlooker, joins) = (
            Some(Onlooker::begin(tenant, table.key, counts)),
            Joins::ByHash,
        );
        Ok(TenantWriter {
            tenant,
            table,
            statements,
            rollups: None,
            onlooker,
            counts: None,
            joins,
            empty,
            landing: 0,
            rejected: 0,
            files: Vec::new(),
            link,
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
    pub async fn call_itself(&mut self, label: &str) -> Result<(), DbError> {
        if self.link.engine() == Engine::Postgres {
            self.link
                .numbers::<1>(
                    "select count(set_config('application_name', $1, true))".to_owned(),
                    &[Bind::Text(Some(label))],
                )
                .await?;
        }
        Ok(())
    }

    /// What makes rows ready for [`Self::stage_all`].
    pub fn staging(&self) -> Staging {
        Staging {
            engine: self.link.engine(),
            columns: self.table.staged().collect(),
        }
    }

    /// Adds all rows that there are to the staging table, and keeps the rejects beside them for
    /// people.
    pub async fn stage_all<E: From<DbError>>(
        &mut self,
        batches: &mut impl StagedBatches<E>,
    ) -> Result<(), E> {
        let columns: Vec<TargetColumn> = self.table.staged().collect();
        let mut ended = false;
        while !ended
            && let Some((mut staged, mut rejects)) = shown(
                batches,
                self.onlooker.as_ref(),
                &mut self.landing,
                &mut self.files,
            )
            .await?
        {
            match &mut self.link {
                Link::Postgres(connection) if staged.encoded.is_some() => {
                    // One COPY until there are rejects, which go elsewhere.
                    let mut copying =
                        Copying::begin(connection, statements::STAGE, &columns).await?;
                    loop {
                        copying.add_staged(staged).await?;
                        if !rejects.is_empty() {
                            break;
                        }
                        let Some(more) = shown(
                            batches,
                            self.onlooker.as_ref(),
                            &mut self.landing,
                            &mut self.files,
                        )
                        .await?
                        else {
                            ended = true;
                            break;
                        };
                        (staged, rejects) = more;
                    }
                    copying.end().await?;
                }
                link => link.load(statements::STAGE, &columns, &staged.rows).await?,
            }
            self.stage_rejects(&rejects).await?;
        }
        self.name_files().await?;
        Ok(())
    }

    /// Names the files that the places of staged rows speak of.
    async fn name_files(&mut self) -> Result<(), DbError> {
        if self.files.is_empty() {
            return Ok(());
        }
        let rows = place::file_rows(&self.files)?;
        self.link
            .load(statements::FILES, &place::FILE_COLUMNS, &rows)
            .await
    }

    async fn stage_rejects(&mut self, rejects: &[RejectedRow]) -> Result<(), DbError> {
        if rejects.is_empty() {
            return Ok(());
        }
        self.rejected += rejects.len() as u64;
        let rows = table::reject_rows(rejects)?;
        self.link
            .load(statements::REJECTS, &table::REJECT_COLUMNS, &rows)
            .await
    }

    /// Ends the staging: of rows with the same key the newest stays, the others become rejects;
    /// then the right to write is taken. Gives the number of rows that can land, and of rejects.
    pub async fn begin_merge(&mut self) -> Result<(u64, u64), DbError> {
        let Seen { repeats, counts } = match self.onlooker.take() {
            Some(onlooker) => onlooker.end().await?,
            None => Seen {
                repeats: true,
                counts: None,
            },
        };
        self.counts = counts;
        // Few rows are looked up one by one anyway, on PostgreSQL without statistics of them.
        if repeats
            || !self.empty && (self.landing > FEW_ROWS || self.link.engine() == Engine::Sqlite)
        {
            for prepare in self.statements.prepare_merge() {
                self.link.execute(prepare, &[]).await?;
            }
        }
        if repeats {
            self.link
                .execute(self.statements.reject_duplicates(), &[])
                .await?;
            if self.drop_rejected().await? > 0 {
                self.counts = None;
            }
        }
        self.link.begin_writing().await?;
        self.choose_joins().await?;
        if self.table.name == rollup::LINES {
            let keeping = Keeping::of(self.tenant, self.landing, &mut self.link).await?;
            if keeping == Keeping::Changed {
                for note in self.statements.note_changes() {
                    self.link.execute(note, &[]).await?;
                }
            }
            self.rollups = Some(keeping);
        }
        Ok((self.landing, self.rejected))
    }

    /// Takes rows that became rejects out of the stage, and gives their number.
    async fn drop_rejected(&mut self) -> Result<u64, DbError> {
        let dropped = self
            .link
            .execute(Statements::drop_duplicates(), &[])
            .await?;
        self.landing = self.landing.saturating_sub(dropped);
        self.rejected += dropped;
        Ok(dropped)
    }

    /// Writes what is staged: new rows are added, rows that differ changed, the others not touched;
    /// then the rollups follow. The last change to the table.
    pub async fn merge(&mut self) -> Result<Merged, DbError> {
        // Their rows are made while the database is busy with the lines.
        let counts = self
            .counts
            .take()
            .filter(|_| self.rollups == Some(Keeping::First));
        let counted = counts.map(|counts| counts.begin_rows(self.tenant));
        let merged = self.merge_rows().await?;
        if let Some(keeping) = self.rollups {
            let began = Instant::now();
            let rows = rollup::roll_up(self.tenant, keeping, counted, &mut self.link).await?;
            tracing::info!(tenant = %self.tenant, ?keeping, rows, ms = began.elapsed().as_millis(),
                "rolled up");
        }
        Ok(merged)
    }

    /// A few rows are looked up one by one: a new file beside many old ones must not cost a look at
    /// all of them.
    async fn choose_joins(&mut self) -> Result<(), DbError> {
        let many = self.landing.max(1).saturating_mul(statements::FEW);
        // Of lines it is known without counting them how many there are, but for those that were
        // removed.
        if self.table.name == rollup::LINES {
            let lines = rollup::lines_rolled_up(self.tenant, &mut self.link).await?;
            if lines > 0 {
                self.joins = if lines >= many {
                    Joins::ByIndex
                } else {
                    Joins::ByHash
                };
                self.empty = false;
                return Ok(());
            }
        }
        let [beside] = self
            .link
            .numbers(
                self.statements.count_beside(many),
                &[Bind::Uuid(self.tenant.0)],
            )
            .await?;
        self.joins = if beside >= many {
            Joins::ByIndex
        } else {
            Joins::ByHash
        };
        self.empty = beside == 0;
        Ok(())
    }

    async fn merge_rows(&mut self) -> Result<Merged, DbError> {
        let tenant = [Bind::Uuid(self.tenant.0)];
        if self.empty {
            return Ok(Merged {
                inserted: self.link.execute(self.statements.insert(), &tenant).await?,
                updated: 0,
            });
        }
        if let Some(merge) = self.statements.merge_with_counts(self.joins) {
            self.joins.set(&mut self.link).await?;
            let [inserted, updated] = self.link.numbers(merge, &tenant).await?;
            Joins::ByHash.set(&mut self.link).await?;
            return Ok(Merged { inserted, updated });
        }
        let [inserted] = self
            .link
            .numbers(self.statements.count_new(), &tenant)
            .await?;
        let written = self.link.execute(self.statements.merge(), &tenant).await?;
        Ok(Merged {
            inserted,
            updated: written.saturating_sub(inserted),
        })
    }

    /// Writes the records of what was done and makes everything last, if the target counts as many
    /// rows and the run still holds the tenant's lease.
    pub async fn land(mut self, landing: &Landing<'_>) -> Result<Landed, DbError> {
        let live = self.count_live(landing).await?;
        if let Some(disagreement) = landing.disagrees(live) {
            return Ok(disagreement);
        }
        if let Some(over) = landing.over_plan(self.tenant, live, &mut self.link).await? {
            return Ok(over);
        }
        landing.write(self.tenant, live, &mut self.link).await?;
        // Last, so that the lease's row is locked for a moment only.
        if !landing.holds_lease(self.tenant, &mut self.link).await? {
            return Ok(Landed::LeaseLost);
        }
        self.link.commit().await?;
        Ok(Landed::Lasting)
    }

    /// How many rows the target has. Lines are counted one by one where all of them were read, and
    /// the rollups are made anew where they count others; of a few new ones beside many the rollups
    /// tell.
    async fn count_live(&mut self, landing: &Landing<'_>) -> Result<u64, DbError> {
        let rolled_up = match self.rollups {
            Some(_) => Some(rollup::lines_rolled_up(self.tenant, &mut self.link).await?),
            None => None,
        };
        if let Some(lines) =
            rolled_up.filter(|lines| !landing.complete && landing.disagrees(*lines).is_none())
        {
            return Ok(lines);
        }
        let [live] = self
            .link
            .numbers(self.statements.count_live(), &[Bind::Uuid(self.tenant.0)])
            .await?;
        if let Some(lines) = rolled_up.filter(|lines| *lines != live) {
            tracing::error!(tenant = %self.tenant, live, lines,
                "the rollups stand for other lines than there are: all lines are counted");
            rollup::roll_up(self.tenant, Keeping::Anew, None, &mut self.link).await?;
        }
        Ok(live)
    }
}

/// The next rows, counted and shown to the onlooker.
async fn shown<E: From<DbError>>(
    batches: &mut impl StagedBatches<E>,
    onlooker: Option<&Onlooker>,
    landing: &mut u64,
    files: &mut Vec<StagedFile>,
) -> Result<Option<(StagedRows, Vec<RejectedRow>)>, E> {
    let next = batches.next().await?;
    if let Some((staged, _)) = &next {
        *landing += table::landing(&staged.rows);
        if let Some(file) = &staged.file
            && files.last() != Some(file)
        {
            files.push(file.clone());
        }
        if let Some(onlooker) = onlooker {
            onlooker.show(staged.rows.clone()).await?;
        }
    }
    Ok(next)
}
