//! Starts scheduled runs. One of several servers starts each run. The result is stored with the
//! schedule.

use super::{StartIssue, Timetable};
use crate::db::{DbError, DueSchedule};
use crate::features::data_sync::DataSync;
use crate::features::data_sync::run::StartRunError;
use crate::features::data_sync::run_plan::RunPlan;
use crate::features::data_sync::run_state::{RunTrigger, ScheduleMode};
use crate::ids::RunId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::sync_schedule::{Column, Entity};
use sea_orm::ColumnTrait;

/// Maximum number of due schedules per poll.
const SCHEDULE_BATCH_SIZE: u64 = 50;
/// A run that starts later than this is reported as late.
const LATE_THRESHOLD: TimeDelta = TimeDelta::minutes(2);

impl DataSync {
    /// Starts the run of every due schedule. Returns how many were started. A failure of one does
    /// not affect the others.
    pub async fn start_due_runs(&self) -> Result<usize, DbError> {
        let mut started = 0;
        for due in self
            .database
            .platform()
            .list_due_schedules(self.clock.now(), SCHEDULE_BATCH_SIZE)
            .await?
        {
            match self.start_scheduled_run(&due).await {
                Ok(run) => started += usize::from(run.is_some()),
                Err(error) => {
                    tracing::error!(error = &error as &dyn std::error::Error, tenant = %due.access.tenant(),
                        "a scheduled sync could not be started");
                }
            }
        }
        Ok(started)
    }

    /// Starts the run of one due schedule, unless another server did.
    pub async fn start_scheduled_run(&self, due: &DueSchedule) -> Result<Option<RunId>, DbError> {
        let now = self.clock.now();
        if !self.claim_due_run(due, now).await? {
            return Ok(None);
        }
        let (run, issue) = match self.launch_scheduled_run(due).await {
            Ok(run) => {
                let is_late = now - due.due_at > LATE_THRESHOLD;
                (
                    Some(run),
                    is_late.then(|| StartIssue::late(due.due_at, now)),
                )
            }
            Err(error) => {
                if !matches!(error, StartRunError::InProgress(_)) {
                    tracing::warn!(error = &error as &dyn std::error::Error,
                        tenant = %due.access.tenant(), "a scheduled run could not start");
                }
                (None, Some(StartIssue::failed(due.due_at, error.message())))
            }
        };
        tracing::info!(tenant = %due.access.tenant(), run = run.map(|run| run.to_string()),
            late = run.is_some() && issue.is_some(), "a sync was due");
        self.save_schedule_result(due, run, issue.as_ref()).await?;
        Ok(run)
    }

    /// Claims a due run by moving the due time forward with compare-and-set, so that only one
    /// server starts it. Missed times are caught up with a single run.
    async fn claim_due_run(&self, due: &DueSchedule, now: DateTime<Utc>) -> Result<bool, DbError> {
        let next = Timetable::from_cron(&due.schedule.cron)
            .ok()
            .and_then(|timetable| timetable.next_run(now, due.access.organization().time_zone));
        let db = self.database.begin_write(&due.access).await?;
        let seen = db
            .update::<Entity>()
            .set(Column::NextRunAt, next)
            .filter(Column::Enabled.eq(true))
            .filter(Column::NextRunAt.eq(due.due_at));
        let claimed = seen.exec().await? == 1;
        db.commit().await?;
        Ok(claimed)
    }

    async fn launch_scheduled_run(&self, due: &DueSchedule) -> Result<RunId, StartRunError> {
        let plan = match ScheduleMode::from_stored(&due.schedule.mode) {
            ScheduleMode::Full => RunPlan::for_all_tables(false),
            ScheduleMode::Incremental => RunPlan::for_incremental(),
        };
        let source = self.open_run_source(&due.access).await?;
        Ok(self
            .launch_run(&due.access, RunTrigger::Schedule, plan, source)
            .await?
            .id())
    }

    async fn save_schedule_result(
        &self,
        due: &DueSchedule,
        run: Option<RunId>,
        issue: Option<&StartIssue>,
    ) -> Result<(), DbError> {
        let db = self.database.begin_write(&due.access).await?;
        let mut update = db
            .update::<Entity>()
            .set(Column::Issue, issue.and_then(StartIssue::to_json));
        if let Some(run) = run {
            update = update.set(Column::LastRunId, Some(run.0));
        }
        update.exec().await?;
        db.commit().await
    }
}
