//! Which rows of an earlier run are to be tried again.

use crate::auth::Proof;
use crate::auth::permission::SyncRun;
use crate::db::TenantDb;
use crate::features::data_sync::DataSync;
use crate::features::data_sync::catalogue::SourceTable;
use crate::features::data_sync::check::WantedRows;
use crate::features::data_sync::plan::Plan;
use crate::http::ApiError;
use crate::ids::RunId;
use entities::{sync_reject, sync_run};
use sea_orm::ColumnTrait;
use std::collections::HashMap;
use std::sync::Arc;

/// Beyond so many rejects a table is better read again as a whole.
const MOST: u64 = 100_000;

impl DataSync {
    /// The plan of a retry: 404 for a run that is not there, 422 where it has no rejects or too
    /// many to tell one by one.
    pub(in crate::features::data_sync) async fn retry_plan(
        &self,
        db: &TenantDb,
        _may: &Proof<SyncRun>,
        run: RunId,
    ) -> Result<Plan, ApiError> {
        self.rejected_rows(db, run).await
    }

    /// As [`Self::retry_plan`], for a run that goes on with what somebody was allowed to begin.
    pub(in crate::features::data_sync) async fn rejected_rows(
        &self,
        db: &TenantDb,
        run: RunId,
    ) -> Result<Plan, ApiError> {
        db.find::<sync_run::Entity>()
            .filter(sync_run::Column::Id.eq(run.0))
            .one()
            .await?
            .ok_or_else(ApiError::not_found)?;
        let of_run = || {
            db.find::<sync_reject::Entity>()
                .filter(sync_reject::Column::RunId.eq(run.0))
        };
        if of_run().count().await? > MOST {
            return Err(ApiError::unprocessable(
                "too_many_rejects",
                format!(
                    "This run has more than {MOST} rejected rows: sync its tables as a whole \
                        instead."
                ),
            ));
        }
        let mut rows: HashMap<SourceTable, WantedRows> = HashMap::new();
        for reject in of_run().all().await? {
            if let Some(table) = SourceTable::named(&reject.source_table) {
                rows.entry(table).or_default().want(
                    reject.key.as_deref(),
                    reject.file.as_deref(),
                    reject.line,
                );
            }
        }
        if rows.is_empty() {
            return Err(ApiError::unprocessable(
                "no_rejects",
                "Every row of this run has landed: there is nothing to try again.",
            ));
        }
        Ok(Plan::retry(
            run,
            rows.into_iter()
                .map(|(table, wanted)| (table, Arc::new(wanted)))
                .collect(),
        ))
    }
}
