//! Queries of jobs.

use super::wire::{Job, JobState, Jobs};
use crate::auth::Proof;
use crate::auth::permission::SourcesManage;
use crate::db::TenantDb;
use crate::http::{ApiError, StoredName, parse_id_cursor};
use entities::job::{Column, Entity, Model};
use sea_orm::{ColumnTrait, Condition};

/// A page of jobs in `state`, or in any state, newest first. Ids sort by creation time.
pub async fn list_jobs(
    db: &TenantDb,
    _permission: &Proof<SourcesManage>,
    state: Option<JobState>,
    limit: u32,
    cursor: Option<&str>,
) -> Result<Jobs, ApiError> {
    let before = parse_id_cursor(cursor)?;
    let filter = Condition::all()
        .add_option(before.map(|before| Column::Id.lt(before)))
        .add_option(state.map(|state| Column::State.eq(state.as_str().to_owned())));
    let (rows, next_cursor) = db
        .find::<Entity>()
        .filter(filter)
        .order_by_desc(Column::Id)
        .page(limit, |last| last.id.to_string())
        .await?;
    Ok(Jobs {
        items: rows.into_iter().map(job_from_row).collect(),
        next_cursor,
    })
}

fn job_from_row(row: Model) -> Job {
    Job {
        id: row.id,
        kind: StoredName::new(row.kind),
        subject: row.subject_id,
        state: JobState::from_stored(&row.state),
        attempts: row.attempts.unsigned_abs(),
        last_error: row.last_error,
        created_at: row.created_at,
        due_at: row.due_at,
        started_at: row.started_at,
        finished_at: row.finished_at,
    }
}
