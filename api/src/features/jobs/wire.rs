//! Response types of the job operation.

use super::job_state::JobState;
use crate::db::Page;
use crate::features::data_sync::SyncMessageCode;
use crate::http::{NameSet, StoredName};
use chrono::{DateTime, TimeDelta, Utc};
use entities::job::Model;
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// The kinds of background jobs.
pub struct JobKinds;

impl NameSet for JobKinds {
    const SCHEMA: &'static str = "JobKind";
    const DESCRIPTION: &'static str =
        "What a job does: `sync` runs Data Sync, `email` sends a notification by email.";

    fn names() -> Vec<&'static str> {
        vec!["sync", "email"]
    }
}

/// A background job.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct Job {
    /// The job's id. Ids sort by time.
    pub id: Uuid,
    /// What the job does.
    pub kind: StoredName<JobKinds>,
    /// The id of what it works on, such as a sync run.
    pub subject: Option<Uuid>,
    /// The job's state.
    pub state: JobState,
    /// The number of attempts.
    pub attempts: u32,
    /// The error of the last failed attempt.
    pub last_error: Option<String>,
    /// The same as a code. Absent if it is no message of Data Sync.
    pub last_error_code: Option<SyncMessageCode>,
    /// When the job was created.
    pub created_at: DateTime<Utc>,
    /// The earliest start of the next attempt.
    pub due_at: DateTime<Utc>,
    /// When the last attempt started.
    pub started_at: Option<DateTime<Utc>>,
    /// When the job finished.
    pub finished_at: Option<DateTime<Utc>>,
}

/// A page of jobs, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Jobs {
    /// The jobs.
    pub items: Vec<Job>,
    /// The cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
}

impl From<Model> for Job {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            kind: StoredName::new(row.kind),
            subject: row.subject_id,
            state: JobState::from_stored(&row.state),
            attempts: row.attempts.unsigned_abs(),
            last_error_code: row.last_error_code.and_then(|name| name.parse().ok()),
            last_error: row.last_error,
            created_at: row.created_at,
            due_at: row.due_at,
            started_at: row.started_at,
            finished_at: row.finished_at,
        }
    }
}

impl From<Page<Model>> for Jobs {
    fn from(page: Page<Model>) -> Self {
        let (items, next_cursor) = page.into_parts();
        Self { items, next_cursor }
    }
}

impl Example for Job {
    fn example() -> Self {
        let id = Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e01);
        let at = DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_514_000);
        Self {
            id,
            kind: StoredName::new("sync"),
            subject: Some(id),
            state: JobState::Running,
            attempts: 2,
            last_error: Some("The server that ran it stopped sending heartbeats.".to_owned()),
            last_error_code: Some(SyncMessageCode::HeartbeatLost),
            created_at: at,
            due_at: at,
            started_at: Some(at + TimeDelta::seconds(40)),
            finished_at: None,
        }
    }
}
