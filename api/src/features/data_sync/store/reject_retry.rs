//! Plans retries of rejected rows.

use crate::auth::Proof;
use crate::auth::permission::SyncRun;
use crate::db::TenantDb;
use crate::features::data_sync::DataSync;
use crate::features::data_sync::check::RowSelection;
use crate::features::data_sync::run_plan::RunPlan;
use crate::features::data_sync::source_table::SourceTable;
use crate::http::ApiError;
use crate::ids::RunId;
use entities::{sync_reject, sync_run};
use sea_orm::ColumnTrait;
use std::collections::HashMap;
use std::sync::Arc;

/// Beyond so many rejects a table is better read again as a whole.
const MAX_REJECTS: u64 = 100_000;

impl DataSync {
    /// The plan of a retry: 404 for a run that is not there, 422 where it has no rejects or too
    /// many to tell one by one.
    pub(in crate::features::data_sync) async fn plan_retry(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRun>,
        run: RunId,
    ) -> Result<RunPlan, ApiError> {
        self.build_retry_plan(db, run).await
    }

    /// As [`Self::retry_plan`], for a run that goes on with what somebody was allowed to begin.
    pub(in crate::features::data_sync) async fn build_retry_plan(
        &self,
        db: &TenantDb,
        run: RunId,
    ) -> Result<RunPlan, ApiError> {
        db.find::<sync_run::Entity>()
            .filter(sync_run::Column::Id.eq(run.0))
            .one()
            .await?
            .ok_or_else(ApiError::not_found)?;
        let of_run = || {
            db.find::<sync_reject::Entity>()
                .filter(sync_reject::Column::RunId.eq(run.0))
        };
        if of_run().count().await? > MAX_REJECTS {
            return Err(ApiError::unprocessable(
                "too_many_rejected_rows",
                format!(
                    "This run has more than {MAX_REJECTS} rejected rows. Sync its tables completely \
                        instead."
                ),
            ));
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
            return Err(ApiError::unprocessable(
                "no_rejected_rows",
                "This run has no rejected rows to retry.",
            ));
        }
        Ok(RunPlan::for_retry(
            run,
            rows.into_iter()
                .map(|(table, wanted)| (table, Arc::new(wanted)))
                .collect(),
        ))
    }
}
