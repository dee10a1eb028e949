//! Plans retries of rejected rows.

use crate::auth::Proof;
use crate::auth::permission::SyncRun;
use crate::db::{DbError, LookupError, TenantDb};
use crate::features::data_sync::DataSync;
use crate::features::data_sync::check::RowSelection;
use crate::features::data_sync::run_plan::RunPlan;
use crate::features::data_sync::run_state::RunKind;
use crate::ids::RunId;
use entities::{sync_reject, sync_run};
use sea_orm::ColumnTrait;
use sources::SourceTable;
use std::collections::HashMap;
use std::sync::Arc;

/// Maximum number of rejects to retry. With more, reading the whole table is better.
pub(in crate::features::data_sync) const MAX_RETRIED_REJECTS: u64 = 100_000;

/// Why the rejects of a run cannot be retried.
#[derive(Debug, thiserror::Error)]
pub(in crate::features::data_sync) enum RetryPlanError {
    /// The run does not exist, or the database failed.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The run has more than [`MAX_RETRIED_REJECTS`] rejects.
    #[error(
        "This run has more than {MAX_RETRIED_REJECTS} rejected rows. Sync its tables completely \
            instead."
    )]
    TooManyRejects,
    /// The run imported files, which are gone.
    #[error("This run imported files. Correct the rejected cells and import the files again.")]
    Imported,
    /// The run has no rejects.
    #[error("This run has no rejected rows to retry.")]
    NoRejects,
}

impl From<DbError> for RetryPlanError {
    fn from(error: DbError) -> Self {
        Self::Lookup(error.into())
    }
}

impl DataSync {
    /// The plan that syncs the rejected rows of a run.
    pub(in crate::features::data_sync) async fn plan_retry(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRun>,
        run: RunId,
    ) -> Result<RunPlan, RetryPlanError> {
        self.build_retry_plan(db, run).await
    }

    /// Like [`Self::plan_retry`], without a permission check, for a run that is taken over.
    pub(in crate::features::data_sync) async fn build_retry_plan(
        &self,
        db: &TenantDb,
        run: RunId,
    ) -> Result<RunPlan, RetryPlanError> {
        let row = db
            .find::<sync_run::Entity>()
            .filter(sync_run::Column::Id.eq(run.0))
            .one()
            .await?
            .ok_or(LookupError::NotFound)?;
        if RunKind::from_stored(&row.kind) == RunKind::Import {
            return Err(RetryPlanError::Imported);
        }
        let of_run = || {
            db.find::<sync_reject::Entity>()
                .filter(sync_reject::Column::RunId.eq(run.0))
        };
        if of_run().count().await? > MAX_RETRIED_REJECTS {
            return Err(RetryPlanError::TooManyRejects);
        }
        let mut rows: HashMap<SourceTable, RowSelection> = HashMap::new();
        for reject in of_run().all().await? {
            if let Some(table) = SourceTable::from_id(&reject.source_table) {
                rows.entry(table).or_default().add_row(
                    reject.key.as_deref(),
                    reject.file.as_deref(),
                    reject.line,
                );
            }
        }
        if rows.is_empty() {
            return Err(RetryPlanError::NoRejects);
        }
        Ok(RunPlan::for_retry(
            run,
            rows.into_iter()
                .map(|(table, wanted)| (table, Arc::new(wanted)))
                .collect(),
        ))
    }
}
