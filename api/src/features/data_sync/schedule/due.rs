//! Starts the runs that are due: one server of several starts each, and what became of a due time
//! is written beside it.

use super::Timetable;
use crate::db::{DbError, DueSchedule};
use crate::features::data_sync::DataSync;
use crate::features::data_sync::plan::Plan;
use crate::features::data_sync::wire::{RunTrigger, ScheduleMode};
use crate::http::ApiError;
use crate::ids::RunId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::sync_schedule::{Column, Entity};
use poem::http::StatusCode;
use sea_orm::ColumnTrait;

/// At most so many schedules are taken up in one look; the others wait for the next.
const AT_ONCE: u64 = 50;
/// Who starts later than this says so.
const LATE: TimeDelta = TimeDelta::minutes(2);

impl DataSync {
    /// Starts the run of every schedule that is due; says how many were started here. What goes
    /// wrong with one keeps none of the others waiting.
    pub async fn start_due(&self) -> Result<usize, DbError> {
        let mut started = 0;
        for due in self
            .database
            .platform()
            .list_due_schedules(self.clock.now(), AT_ONCE)
            .await?
        {
            match self.start_scheduled(&due).await {
                Ok(run) => started += usize::from(run.is_some()),
                Err(error) => {
                    tracing::error!(error = &error as &dyn std::error::Error, tenant = %due.access.tenant(),
                        "a due sync could not be taken up");
                }
            }
        }
        Ok(started)
    }

    /// Starts the run of one due schedule, if no other server did and nothing stands in the way.
    pub async fn start_scheduled(&self, due: &DueSchedule) -> Result<Option<RunId>, DbError> {
        let now = self.clock.now();
        if !self.claim(due, now).await? {
            return Ok(None);
        }
        let words = |at: DateTime<Utc>| {
            at.with_timezone(&due.access.organization().time_zone)
                .format("%-d %B %Y at %H:%M")
                .to_string()
        };
        let (run, message) = match self.launch_scheduled(due).await {
            Ok(run) => (
                Some(run),
                (now - due.due_at > LATE).then(|| {
                    format!(
                        "The run of {} started late, on {}.",
                        words(due.due_at),
                        words(now)
                    )
                }),
            ),
            Err(error) if error.status() == StatusCode::CONFLICT => (
                None,
                Some(format!(
                    "The run of {} was passed over: another sync was going on.",
                    words(due.due_at)
                )),
            ),
            Err(error) => (
                None,
                Some(format!(
                    "The run of {} could not start: {}",
                    words(due.due_at),
                    error.message()
                )),
            ),
        };
        tracing::info!(tenant = %due.access.tenant(), run = run.map(|run| run.to_string()), message,
            "a sync was due");
        self.note(due, run, message).await?;
        Ok(run)
    }

    /// Moves the due time on from the value that was seen: of several servers only one finds it
    /// still there. Times that went by meanwhile are left out, so that they are made up for once.
    async fn claim(&self, due: &DueSchedule, now: DateTime<Utc>) -> Result<bool, DbError> {
        let next = Timetable::of(&due.schedule.cron)
            .ok()
            .and_then(|timetable| timetable.next(now, due.access.organization().time_zone));
        let db = self.database.begin_write(&due.access).await?;
        let seen = db
            .update::<Entity>()
            .set(Column::NextAt, next)
            .filter(Column::Enabled.eq(true))
            .filter(Column::NextAt.eq(due.due_at));
        let claimed = seen.exec().await? == 1;
        db.commit().await?;
        Ok(claimed)
    }

    async fn launch_scheduled(&self, due: &DueSchedule) -> Result<RunId, ApiError> {
        let plan = match ScheduleMode::of_word(&due.schedule.mode) {
            ScheduleMode::Full => Plan::everything(false),
            ScheduleMode::Incremental => Plan::incremental(),
        };
        let origin = self.origin(&due.access).await?;
        Ok(self
            .launch(&due.access, RunTrigger::Schedule, plan, origin)
            .await?
            .id())
    }

    async fn note(
        &self,
        due: &DueSchedule,
        run: Option<RunId>,
        message: Option<String>,
    ) -> Result<(), DbError> {
        let db = self.database.begin_write(&due.access).await?;
        let mut noted = db.update::<Entity>().set(Column::Message, message);
        if let Some(run) = run {
            noted = noted.set(Column::LastRunId, Some(run.0));
        }
        noted.exec().await?;
        db.commit().await
    }
}
