//! When syncs start by themselves.

use super::state::RunState;
use chrono::{DateTime, FixedOffset, Utc};
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// How a scheduled sync reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ScheduleMode {
    /// Every table, completely; rows that the source no longer has go, but never more than 20 % of
    /// a table.
    Full,
    /// Every table, without the files and rows that have landed already; nothing is removed.
    Incremental,
}

/// A schedule to set.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct SyncScheduleInput {
    /// Whether syncs start by themselves.
    pub enabled: bool,
    /// Minute, hour, day of the month, month and day of the week, such as `0 6 * * MON-FRI`; at
    /// most every 5 minutes.
    #[oai(validator(max_length = 100))]
    pub cron: String,
    /// How to read.
    pub mode: ScheduleMode,
}

/// When syncs start by themselves.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SyncSchedule {
    /// Whether syncs start by themselves.
    pub enabled: bool,
    /// Minute, hour, day of the month, month and day of the week; absent until a schedule is set.
    pub cron: Option<String>,
    /// How it reads; absent until a schedule is set.
    pub mode: Option<ScheduleMode>,
    /// The organization's time zone, in which the fields are meant.
    pub zone: String,
    /// When the next run is due; absent while the schedule is off.
    pub next_at: Option<DateTime<Utc>>,
    /// The next five times, each with its offset in the organization's time zone; empty while the
    /// schedule is off.
    pub next_times: Vec<DateTime<FixedOffset>>,
    /// The latest run that the schedule started.
    pub last_run: Option<ScheduledRun>,
    /// What became of the latest due time, where that needs saying: it was passed over, late, or
    /// could not be started.
    pub message: Option<String>,
    /// When the schedule was set.
    pub updated_at: Option<DateTime<Utc>>,
}

/// A run that a schedule started.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ScheduledRun {
    /// The run.
    pub id: Uuid,
    /// How it stands.
    pub state: RunState,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// Why it failed, in words.
    pub error: Option<String>,
}
