//! Previews schema drift without reading rows or saving anything.

use super::super::DataSync;
use super::super::source::{ColumnDescriptor, Layout, SourceError};
use super::super::source_table::SourceTable;
use super::super::wire::{DriftOutcome, DriftPreview, TableDriftPreview};
use super::{DriftDecision, SchemaBaseline, SchemaSnapshot, drift_response};
use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::Access;
use crate::http::ApiError;
use std::time::Duration;

/// Maximum duration of a preview of all tables.
const PREVIEW_TIMEOUT: Duration = Duration::from_secs(30);

impl DataSync {
    /// Returns the changes that the next sync would find. 503 if the source cannot be reached in
    /// time.
    pub(in crate::features::data_sync) async fn preview_drift(
        &self,
        access: &Access,
        _permission: &Proof<SyncRead>,
    ) -> Result<DriftPreview, ApiError> {
        let slow = format!(
            "The source's columns could not be read within {} seconds. Try again later.",
            PREVIEW_TIMEOUT.as_secs()
        );
        let looked = tokio::time::timeout(PREVIEW_TIMEOUT, self.compare_columns(access)).await;
        looked.unwrap_or_else(|_| Err(ApiError::unavailable("source_unavailable", slow)))
    }

    async fn compare_columns(&self, access: &Access) -> Result<DriftPreview, ApiError> {
        let origin = self.open_run_source(access).await?;
        let warehouse = origin
            .warehouse
            .map_err(|fault| ApiError::unavailable("source_unavailable", fault.user_message()))?;
        let mut tables = Vec::with_capacity(SourceTable::ALL.len());
        for table in SourceTable::ALL {
            let (remembered, layout) = {
                let db = self.database.begin_read(access).await?;
                (
                    self.load_baseline(&db, table, origin.revision).await?,
                    self.load_layouts(&db).await?.for_table(table),
                )
            };
            let found = match warehouse.describe_columns(table, &layout).await {
                Err(SourceError::Unreachable(words)) => {
                    return Err(ApiError::unavailable("source_unavailable", words));
                }
                Err(SourceError::Unusable(words)) => Err(words),
                Ok(found) => Ok(found),
            };
            tables.push(preview_table(table, &remembered, &layout, found));
        }
        Ok(DriftPreview { tables })
    }
}

fn preview_table(
    table: SourceTable,
    remembered: &SchemaBaseline,
    layout: &Layout,
    found: Result<Option<Vec<ColumnDescriptor>>, String>,
) -> TableDriftPreview {
    let (outcome, changes, problem) = match found {
        Err(words) => (DriftOutcome::Unreadable, Vec::new(), Some(words)),
        Ok(None) => (DriftOutcome::Absent, Vec::new(), None),
        Ok(Some(_)) if remembered.columns.is_none() => (DriftOutcome::New, Vec::new(), None),
        Ok(Some(found)) => {
            let changes =
                remembered.find_changes(&SchemaSnapshot::from_columns(&found, layout), layout);
            let outcome = match remembered.policy.evaluate_changes(&changes) {
                DriftDecision::Proceed(_) if changes.is_empty() => DriftOutcome::Unchanged,
                DriftDecision::Proceed(_) => DriftOutcome::Proceeds,
                DriftDecision::Stop(_) => DriftOutcome::Blocked,
                DriftDecision::Ask(_) => DriftOutcome::NeedsApproval,
            };
            (outcome, drift_response::to_wire_changes(&changes), None)
        }
    };
    TableDriftPreview {
        source_table: table.id().to_owned(),
        outcome,
        changes,
        problem,
    }
}
