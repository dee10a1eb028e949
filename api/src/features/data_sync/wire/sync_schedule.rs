//! Schedule of automatic syncs.

use crate::features::data_sync::run_message::SyncMessageCode;
use crate::features::data_sync::run_state::{RunState, ScheduleMode};
use crate::features::data_sync::schedule::StartIssue;
use crate::features::data_sync::store::RunRecord;
use chrono::{DateTime, FixedOffset, Utc};
use poem_openapi::Object;
use sea_orm::prelude::Uuid;

/// A schedule to set.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct SyncScheduleInput {
    /// Whether the schedule is on.
    pub enabled: bool,
    /// Cron expression with five fields: minute, hour, day of the month, month and day of the week,
    /// such as `0 6 * * MON-FRI`. Minimum interval: 5 minutes.
    #[oai(validator(max_length = 100))]
    pub cron: String,
    /// Mode of the scheduled syncs.
    pub mode: ScheduleMode,
}

/// Schedule of automatic syncs.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SyncSchedule {
    /// Whether the schedule is on.
    pub enabled: bool,
    /// Cron expression with five fields. Absent until a schedule is set.
    pub cron: Option<String>,
    /// Mode of the scheduled syncs. Absent until a schedule is set.
    pub mode: Option<ScheduleMode>,
    /// Time zone of the organization, which the cron expression uses.
    pub time_zone: String,
    /// When the next run is due. Absent while the schedule is off.
    pub next_run_at: Option<DateTime<Utc>>,
    /// The next five runs, in the organization's time zone. Empty while the schedule is off.
    pub next_runs: Vec<DateTime<FixedOffset>>,
    /// Latest run started by the schedule.
    pub last_run: Option<ScheduledRun>,
    /// Why the latest due run was skipped, late, or could not start. Absent if it started on time.
    pub issue: Option<StartIssue>,
    /// When the schedule was last changed.
    pub updated_at: Option<DateTime<Utc>>,
}

/// A run started by the schedule.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ScheduledRun {
    /// Id of the run.
    pub id: Uuid,
    /// State of the run.
    pub state: RunState,
    /// When it started.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// Error message of a failed run.
    pub error: Option<String>,
    /// What the error message says.
    pub error_code: Option<SyncMessageCode>,
}

impl From<RunRecord> for ScheduledRun {
    fn from(run: RunRecord) -> Self {
        Self {
            id: run.row.id,
            state: run.state,
            started_at: run.row.started_at,
            finished_at: run.row.finished_at,
            error: run.error,
            error_code: run.error_code,
        }
    }
}
