//! Starts a run: at most one of a tenant at a time, and it goes on whether or not somebody waits
//! for it.

use super::DataSync;
use super::lease::{self, Taken};
use super::plan::Plan;
use super::source::Warehouse;
use super::target::TableFault;
use super::wire::{RunState, RunTrigger, SyncOutcome, SyncRun as SyncRunView};
use crate::auth::permission::SyncRun;
use crate::auth::{Proof, refuse_suspended};
use crate::crash_points;
use crate::db::{Access, Action, DbError, IdempotentRequest, NewAuditEntry};
use crate::http::ApiError;
use crate::ids::RunId;
use sea_orm::prelude::Uuid;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;

mod again;
mod going;
pub(super) mod jobs;
mod observed;
mod outages;
mod records;
mod resuming;
mod ticking;

use going::Going;
use jobs::Payload;
pub(super) use records::INTERRUPTED;
pub use resuming::Silences;

/// A cancelled run has ended after so many looks, or is still ending: the caller is told which.
const CANCEL_LOOKS: u32 = 20;
const CANCEL_LOOK: Duration = Duration::from_millis(100);

/// A run that goes on, whether or not somebody waits for it.
pub(super) struct Running {
    id: RunId,
    end: JoinHandle<Result<SyncOutcome, ApiError>>,
}

impl Running {
    /// Which run.
    pub(super) fn id(&self) -> RunId {
        self.id
    }

    /// Waits for the end. An error says in words which table failed.
    pub(super) async fn outcome(self) -> Result<SyncOutcome, ApiError> {
        self.end
            .await
            .unwrap_or_else(|error| Err(ApiError::internal(&error)))
    }
}

/// Where a run reads from.
pub(super) struct Origin {
    /// Which setting of the source this is.
    pub(super) revision: Uuid,
    /// The source, or why it cannot be opened.
    pub(super) warehouse: Result<Arc<dyn Warehouse>, TableFault>,
}

impl DataSync {
    /// Starts a run from the tenant's own source.
    pub(super) async fn start(
        &self,
        access: &Access,
        _may: &Proof<SyncRun>,
        plan: Plan,
    ) -> Result<Running, ApiError> {
        let origin = self.origin(access).await?;
        self.launch(access, RunTrigger::Person, plan, origin).await
    }

    /// Starts a run: 409 where one goes on already. Once begun it goes on, even if whoever asked
    /// has gone.
    pub(super) async fn launch(
        &self,
        access: &Access,
        trigger: RunTrigger,
        plan: Plan,
        origin: Origin,
    ) -> Result<Running, ApiError> {
        let (sync, access, once) = (self.clone(), access.clone(), IdempotentRequest::current());
        // Begun in a task of its own too: half a beginning would hold the lease for nothing.
        let begun = tokio::spawn(async move {
            let (id, epoch) = IdempotentRequest::run_in_scope(
                once,
                sync.begin(&access, trigger, &plan, origin.revision),
            )
            .await?;
            crash_points::pass_crash_point("sync.begun");
            let watch = sync.watches.begun(id, access.clone(), epoch);
            let end = tokio::spawn(
                Going {
                    sync,
                    access,
                    plan,
                    run: id,
                    epoch,
                    watch,
                }
                .go(origin),
            );
            Ok::<_, ApiError>(Running { id, end })
        });
        begun
            .await
            .unwrap_or_else(|error| Err(ApiError::internal(&error)))
    }

    /// Wishes that a run end, and waits a moment for it: what is being written comes to nothing,
    /// tables that have landed keep their rows. 409 where it does not go on any more.
    pub(super) async fn cancel(
        &self,
        access: &Access,
        _may: &Proof<SyncRun>,
        id: RunId,
    ) -> Result<SyncRunView, ApiError> {
        let run = self
            .run_of(&self.database.begin_read(access).await?, id)
            .await?;
        if !matches!(run.state, RunState::Queued | RunState::Running) {
            return Err(ApiError::conflict(
                "sync_not_running",
                "This run has ended already: there is nothing to cancel.",
            ));
        }
        match self.watches.of(id) {
            Some(watch) => {
                // The wish is no row here, and on SQLite the log can be written to only once the
                // merge that is to end has ended.
                watch.cancel().await;
                let db = self.database.begin_write(access).await?;
                db.append_audit_entry(
                    self.clock.now(),
                    NewAuditEntry::new(Action::SyncCancelled).with_target("run", id),
                )
                .await?;
                db.commit_for_run(id).await?;
            }
            // Another server has it, and looks once a second.
            None => {
                records::wish_end(
                    self.database.begin_write(access).await?,
                    id,
                    self.clock.now(),
                )
                .await?;
            }
        }
        for _ in 0..CANCEL_LOOKS {
            let run = self
                .run_of(&self.database.begin_read(access).await?, id)
                .await?;
            if !matches!(run.state, RunState::Queued | RunState::Running) {
                return Ok(run);
            }
            tokio::time::sleep(CANCEL_LOOK).await;
        }
        self.run_of(&self.database.begin_read(access).await?, id)
            .await
    }

    async fn begin(
        &self,
        access: &Access,
        trigger: RunTrigger,
        plan: &Plan,
        revision: Uuid,
    ) -> Result<(RunId, i64), ApiError> {
        let now = self.clock.now();
        let busy = |run: Option<RunId>| {
            let which = run.map_or_else(String::new, |run| format!(" ({run})"));
            ApiError::conflict(
                "sync_running",
                format!(
                    "A sync of this organization is going on already{which}: wait until it ends."
                ),
            )
        };
        let db = self.database.begin_write(access).await?;
        // What was believed a second ago does not do: a command and a schedule believe it for
        // longer.
        refuse_suspended(
            &access.organization().name,
            db.load_suspension().await?.as_ref(),
        )?;
        let id = records::next_run_id(&db, &self.entropy, now).await?;
        let taken = match lease::take(&db, id, now, self.rhythm.lifetime()).await {
            // Two first runs met: the other one was faster.
            Err(DbError::Duplicate(_)) => return Err(busy(None)),
            other => other?,
        };
        let epoch = match taken {
            Taken::Held { epoch } => epoch,
            Taken::Busy(other) => return Err(busy(Some(other))),
        };
        records::break_off(&db, None, false, INTERRUPTED, now).await?;
        records::open(&db, id, trigger, plan, now).await?;
        jobs::open(&db, id, epoch, &Payload::of(plan, revision), now).await?;
        // What the schedule starts, the schedule's own record tells.
        if trigger != RunTrigger::Schedule {
            db.append_audit_entry(
                now,
                NewAuditEntry::new(Action::SyncStarted)
                    .with_target("run", id)
                    .with_after(&told(plan)),
            )
            .await?;
        }
        db.commit_for_run(id).await?;
        Ok((id, epoch))
    }
}

/// What the audit log tells of a run that begins.
fn told(plan: &Plan) -> Value {
    let tables: Vec<&str> = plan.tables.iter().map(|table| table.id()).collect();
    json!({"kind": plan.kind.word(), "tables": tables, "confirmRemovals": plan.confirm_removals, "mostRemoved": plan.most_removed})
}
