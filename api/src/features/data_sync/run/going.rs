//! A run on its way: its tables one after the other, each on its own, and a record that is always
//! brought to its end.

use super::Origin;
use super::outages::Outages;
use super::ticking::Ticking;
use crate::crash_points;
use crate::db::{Access, DbError};
use crate::features::data_sync::DataSync;
use crate::features::data_sync::catalogue::SourceTable;
use crate::features::data_sync::lease::Heartbeat;
use crate::features::data_sync::plan::Plan;
use crate::features::data_sync::source::{ReadOutcome, ReadRequest, Warehouse};
use crate::features::data_sync::target::{Arrived, Blame, Errand, Missing, TableFault, bring_in};
use crate::features::data_sync::watch::Watch;
use crate::features::data_sync::wire::{SyncOutcome, TableState};
use crate::http::ApiError;
use crate::ids::RunId;
use poem::http::StatusCode;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

const ABSENT: &str =
    "The source does not have this table: nothing was read, and what is there stays.";
const NOT_BEGUN: &str = "The run was cancelled before this table was begun.";
const CANCELLED: &str =
    "The sync was cancelled. Tables that had landed keep their rows; sync again to go on.";
pub(super) const UNCHANGED: &str =
    "Nothing of this table has changed since it was read: nothing had to be done.";

/// A run that holds the lease.
pub(super) struct Going {
    pub(super) sync: DataSync,
    pub(super) access: Access,
    pub(super) plan: Plan,
    pub(super) run: RunId,
    /// The lease that the run holds.
    pub(super) epoch: i64,
    pub(super) watch: Watch,
}

/// What has become of the tables so far.
#[derive(Default)]
struct Tally {
    failures: Vec<(SourceTable, TableFault)>,
    absent: usize,
}

/// What became of one table.
enum Outcome {
    Landed(Arrived),
    Absent,
    Unchanged,
}

impl Going {
    /// Brings every table in, then closes the records.
    pub(super) async fn go(self, origin: Origin) -> Result<SyncOutcome, ApiError> {
        let heartbeat = Heartbeat::start(
            self.sync.clone(),
            self.access.clone(),
            self.run,
            self.epoch,
            self.watch.clone(),
        );
        let ticking = Ticking::start(&self);
        let failure = match origin.warehouse {
            Ok(warehouse) => self.all_tables(&warehouse, origin.revision).await,
            Err(fault) => {
                for table in &self.plan.tables {
                    self.note(*table, TableState::Failed, Some(&fault.words()))
                        .await;
                }
                Some(told(&fault, fault.words()))
            }
        };
        drop(ticking);
        crash_points::pass_crash_point("sync.closing");
        let outcome = self.close(failure.as_ref().map(ApiError::message)).await;
        drop(heartbeat);
        self.sync.watches.ended(self.run);
        let outcome = outcome?;
        failure.map_or(Ok(outcome), Err)
    }

    /// `None` where every table landed or was not there.
    async fn all_tables(&self, warehouse: &Arc<dyn Warehouse>, revision: Uuid) -> Option<ApiError> {
        let mut tally = Tally::default();
        for table in self.plan.tables.iter().copied() {
            if self.watch.is_cancelled() {
                self.note(table, TableState::Cancelled, Some(NOT_BEGUN))
                    .await;
                continue;
            }
            self.watch.begin_table();
            self.note_begun(table).await;
            match self.through_outages(warehouse, revision, table).await {
                Ok(Outcome::Landed(arrived)) => {
                    if let Some(authority) =
                        self.sync.authority.as_ref().filter(|_| arrived.changed)
                    {
                        authority.clear_lookups();
                    }
                }
                Ok(Outcome::Absent) => {
                    tally.absent += 1;
                    self.note(table, TableState::Skipped, Some(ABSENT)).await;
                }
                Ok(Outcome::Unchanged) => self.note_unchanged(table, UNCHANGED).await,
                Err(fault @ TableFault::Cancelled) => {
                    self.note(table, TableState::Cancelled, Some(&fault.words()))
                        .await;
                }
                Err(fault) => {
                    tracing::warn!(run = %self.run, table = table.id(), error = %fault,
                        "a table did not land");
                    self.note(table, TableState::Failed, Some(&fault.words()))
                        .await;
                    tally.failures.push((table, fault));
                }
            }
        }
        if self.watch.is_cancelled() {
            return Some(ApiError::conflict("sync_cancelled", CANCELLED));
        }
        tally.failure(self.plan.tables.len())
    }

    /// The name of the sessions that write for a run under this epoch, as the database shows them.
    pub(super) fn label(run: RunId, epoch: i64) -> String {
        format!("sprout sync {run} {epoch}")
    }

    /// As [`Self::one_table`], again where the application database was gone for a while.
    async fn through_outages(
        &self,
        warehouse: &Arc<dyn Warehouse>,
        revision: Uuid,
        table: SourceTable,
    ) -> Result<Outcome, TableFault> {
        let mut outages = Outages::default();
        loop {
            match self.one_table(Arc::clone(warehouse), revision, table).await {
                Err(fault) if fault.may_pass() && outages.wait(&self.watch).await => {
                    // The rows of a commit whose answer was lost are there: their record came with
                    // them.
                    if self.has_landed(table).await.unwrap_or(false) {
                        return Ok(Outcome::Landed(Arrived {
                            rejects: false,
                            changed: true,
                        }));
                    }
                    tracing::warn!(run = %self.run, table = table.id(), error = %fault,
                        "a table is tried again");
                    self.watch.begin_table();
                }
                ended => return ended,
            }
        }
    }

    /// Brings one table in, if there is anything to bring.
    async fn one_table(
        &self,
        warehouse: Arc<dyn Warehouse>,
        revision: Uuid,
        table: SourceTable,
    ) -> Result<Outcome, TableFault> {
        let before = self.before(table, revision).await?;
        let missing = match (before.read_under, self.plan.most_removed) {
            (read_under, _) if self.plan.is_partial() => Missing::Kept {
                revision: read_under.unwrap_or_default(),
            },
            // A number was confirmed of the source as it was then, not of another one that has been
            // set since.
            (_, Some(most)) => Missing::ConfirmedRemoved { most },
            (Some(read_under), None) if read_under == revision && !self.plan.confirm_removals => {
                Missing::Removed
            }
            _ => Missing::AllRemoved,
        };
        let errand = Errand {
            database: self.sync.database.clone(),
            clock: self.sync.clock.clone(),
            access: self.access.clone(),
            run: self.run,
            epoch: self.epoch,
            label: Self::label(self.run, self.epoch),
            revision,
            missing,
            only: self
                .plan
                .only
                .as_ref()
                .and_then(|only| only.rows.get(&table).cloned()),
            watch: self.watch.clone(),
        };
        let (sync, layout, remembered) =
            (self.sync.clone(), before.layout.clone(), before.remembered);
        let wanted = ReadRequest {
            table,
            layout: before.layout,
            checkpoint: self.plan.is_incremental().then_some(before.landed),
        };
        let reader = Arc::clone(&warehouse);
        // In a task of its own: a fault in one table's code ends neither the run nor its record.
        let mut task = tokio::spawn(async move {
            match reader.read_table(wanted).await? {
                ReadOutcome::Absent => Ok(Outcome::Absent),
                ReadOutcome::Unchanged => Ok(Outcome::Unchanged),
                ReadOutcome::Rows(rows) => {
                    let agreed = sync
                        .agree(
                            &errand.access,
                            errand.run,
                            table,
                            &remembered,
                            &layout,
                            &rows.columns,
                        )
                        .await?;
                    bring_in(&errand, table, rows, &agreed)
                        .await
                        .map(Outcome::Landed)
                }
            }
        });
        let ended = tokio::select! {
            ended = &mut task => ended,
            () = self.watch.cancelled() => {
                // Dropped where it waits, the writer takes its transaction back; its statement has
                // been told to end.
                task.abort();
                task.await
            }
        };
        if let Some(bytes) = warehouse.bytes_billed(table) {
            self.note_bill(table, bytes).await;
        }
        match ended {
            // A table that landed before the wish was heard has landed.
            Ok(Ok(outcome)) => Ok(outcome),
            _ if self.watch.is_cancelled() => Err(TableFault::Cancelled),
            Ok(fault) => fault,
            Err(_) => Err(TableFault::BrokenOff),
        }
    }
}

impl Tally {
    /// What whoever waits for the run is told; the gravest fault decides the status.
    fn failure(&self, asked: usize) -> Option<ApiError> {
        if asked > 1 && self.absent == asked {
            let words = format!(
                "The source has none of the tables {}: check its folder and the names of its files.",
                SourceTable::ids_in_words()
            );
            return Some(ApiError::unprocessable("nothing_to_sync", words));
        }
        let (_, gravest) = self
            .failures
            .iter()
            .max_by_key(|(_, fault)| fault.blame())?;
        let words: Vec<String> = self
            .failures
            .iter()
            .map(|(table, fault)| format!("{}: {}", table.id(), fault.words()))
            .collect();
        Some(told(gravest, words.join(" ")))
    }
}

fn told(fault: &TableFault, message: String) -> ApiError {
    match fault.blame() {
        Blame::Nobody => ApiError::conflict("sync_cancelled", message),
        Blame::Source => ApiError::unprocessable("sync_failed", message),
        Blame::Plan => ApiError::plan_limit_reached(message),
        Blame::Reach => ApiError::unavailable(out_of_reach(fault), message),
        Blame::Ours => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message),
    }
}

/// What could not be reached or written to, by the code under which other operations tell of it.
fn out_of_reach(fault: &TableFault) -> &'static str {
    match fault {
        TableFault::Database(DbError::Unavailable(_)) => "database_unavailable",
        TableFault::Database(DbError::Busy(_)) => "database_busy",
        TableFault::Database(DbError::Full(_)) => "database_full",
        _ => "source_unavailable",
    }
}
