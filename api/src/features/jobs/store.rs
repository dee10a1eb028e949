//! Queries of jobs.

use super::job_state::JobState;
use crate::auth::Proof;
use crate::auth::permission::SourcesManage;
use crate::db::{DbError, Page, TenantDb};
use entities::job::{Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition};

/// A page of jobs in `state`, or in any state, newest first, older than `before`. Ids sort by
/// creation time.
pub(super) async fn list_jobs(
    db: &TenantDb,
    _permission: &Proof<SourcesManage>,
    state: Option<JobState>,
    limit: u32,
    before: Option<Uuid>,
) -> Result<Page<Model>, DbError> {
    let filter = Condition::all()
        .add_option(before.map(|before| Column::Id.lt(before)))
        .add_option(state.map(|state| Column::State.eq(state.into_str().to_owned())));
    db.find::<Entity>()
        .filter(filter)
        .order_by_desc(Column::Id)
        .page(limit, |last| last.id.to_string())
        .await
}
