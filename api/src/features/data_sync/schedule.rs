//! Reads and sets the schedule of an organization's syncs.

use super::DataSync;
use super::run_state::ScheduleMode;
use super::wire::{ScheduledRun, SyncSchedule, SyncScheduleInput};
use crate::auth::Proof;
use crate::auth::permission::{SyncRead, SyncRun};
use crate::db::{Access, AuditAction, DbError, LookupError, NewAuditEntry, TenantDb};
use crate::ids::RunId;
use chrono_tz::Tz;
use entities::sync_schedule::{ActiveModel, Column, Entity, Model};
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use serde_json::{Value, json};

mod cron_fields;
mod due_runs;
mod start_issue;
mod table_freshness;
mod timetable;

pub(super) use start_issue::StartIssue;
pub(super) use table_freshness::TableFreshness;
pub use table_freshness::load_table_freshness;
pub use timetable::Timetable;

/// Maximum number of upcoming runs that are shown.
const MAX_NEXT_RUNS: usize = 5;

/// Why a schedule cannot be set.
#[derive(Debug, thiserror::Error)]
pub(super) enum ScheduleError {
    /// The cron expression is invalid. The message is for users.
    #[error("{0}")]
    InvalidCron(String),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl DataSync {
    /// Returns the schedule.
    pub(super) async fn read_schedule(
        &self,
        access: &Access,
        _permission: &Proof<SyncRead>,
    ) -> Result<SyncSchedule, DbError> {
        let db = self.database.begin_read(access).await?;
        self.build_schedule(&db, access).await
    }

    /// Sets the schedule. The next run is computed from the current time.
    pub(super) async fn set_schedule(
        &self,
        access: &Access,
        _permission: &Proof<SyncRun>,
        input: &SyncScheduleInput,
    ) -> Result<SyncSchedule, ScheduleError> {
        let timetable = Timetable::from_cron(&input.cron).map_err(ScheduleError::InvalidCron)?;
        let now = self.clock.now();
        let next_at = if input.enabled {
            timetable.next_run(now, access.organization().time_zone)
        } else {
            None
        };
        let db = self.database.begin_write(access).await?;
        let known = db.find::<Entity>().one().await?;
        let was = known.as_ref().map(to_audit_json);
        let row = Model {
            tenant_id: access.tenant().0,
            cron: timetable.to_string(),
            mode: input.mode.into_str().to_owned(),
            enabled: input.enabled,
            next_run_at: next_at,
            last_run_id: known.and_then(|known| known.last_run_id),
            // The result of the previous schedule does not apply to the new one.
            issue: None,
            updated_at: now,
        };
        let (cron, mode, enabled) = (row.cron.clone(), row.mode.clone(), row.enabled);
        let act = was
            .iter()
            .fold(
                NewAuditEntry::new(AuditAction::SyncScheduleUpdated),
                NewAuditEntry::with_before,
            )
            .with_after(&to_audit_json(&row));
        let new: ActiveModel = row.into_active_model();
        // Of two concurrent first schedules, the second insert waits and then replaces the first.
        if !db.insert_if_absent(new.reset_all()).await? {
            let set = db
                .update::<Entity>()
                .set(Column::Cron, cron)
                .set(Column::Mode, mode)
                .set(Column::Enabled, enabled);
            set.set(Column::NextRunAt, next_at)
                .set(Column::Issue, None::<String>)
                .set(Column::UpdatedAt, now)
                .exec()
                .await?;
        }
        let shown = self.build_schedule(&db, access).await?;
        db.append_audit_entry(now, act).await?;
        db.commit().await?;
        Ok(shown)
    }

    /// Recomputes the next run from the current time.
    pub async fn recompute_next_run(&self, db: &TenantDb, zone: Tz) -> Result<(), DbError> {
        let Some(row) = db.find::<Entity>().one().await? else {
            return Ok(());
        };
        let timetable = Timetable::from_cron(&row.cron).ok().filter(|_| row.enabled);
        let next_at = timetable.and_then(|timetable| timetable.next_run(self.clock.now(), zone));
        db.update::<Entity>()
            .set(Column::NextRunAt, next_at)
            .exec()
            .await?;
        Ok(())
    }

    async fn build_schedule(
        &self,
        db: &TenantDb,
        access: &Access,
    ) -> Result<SyncSchedule, DbError> {
        let zone = access.organization().time_zone;
        let Some(row) = db.find::<Entity>().one().await? else {
            return Ok(SyncSchedule {
                enabled: false,
                cron: None,
                mode: None,
                time_zone: zone.name().to_owned(),
                next_run_at: None,
                next_runs: Vec::new(),
                last_run: None,
                issue: None,
                updated_at: None,
            });
        };
        let last_run = match row.last_run_id {
            Some(id) => self.load_scheduled_run(db, RunId(id)).await?,
            None => None,
        };
        // Start with the stored due time, so that the first run shown is the one that will be
        // started.
        let next_runs = match (row.next_run_at, Timetable::from_cron(&row.cron)) {
            (Some(first), Ok(timetable)) => timetable
                .upcoming_runs(first, zone)
                .take(MAX_NEXT_RUNS)
                .map(|at| at.fixed_offset())
                .collect(),
            _ => Vec::new(),
        };
        Ok(SyncSchedule {
            enabled: row.enabled,
            mode: Some(ScheduleMode::from_stored(&row.mode)),
            cron: Some(row.cron),
            time_zone: zone.name().to_owned(),
            next_run_at: row.next_run_at,
            next_runs,
            last_run,
            issue: row.issue.as_deref().and_then(StartIssue::from_json),
            updated_at: Some(row.updated_at),
        })
    }

    /// The outcome of a run; `None` if its record no longer exists.
    async fn load_scheduled_run(
        &self,
        db: &TenantDb,
        id: RunId,
    ) -> Result<Option<ScheduledRun>, DbError> {
        match self.load_run(db, id).await {
            Ok(run) => Ok(Some(run.into())),
            Err(LookupError::NotFound) => Ok(None),
            Err(LookupError::Db(error)) => Err(error),
        }
    }
}

/// The schedule for the audit log.
fn to_audit_json(row: &Model) -> Value {
    json!({"cron": row.cron, "mode": row.mode, "enabled": row.enabled})
}
