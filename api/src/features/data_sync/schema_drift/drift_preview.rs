//! Previews schema drift without reading rows or saving anything.

use super::super::DataSync;
use super::super::run_message::SyncMessage;
use super::super::source_settings::OpenSourceError;
use super::super::wire::{DriftOutcome, DriftPreview, TableDriftPreview};
use super::{DriftDecision, SchemaBaseline, SchemaSnapshot, drift_response};
use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::{Access, DbError};
use sources::{ColumnDescriptor, Layout, SourceError, SourceTable};
use std::time::Duration;

/// Maximum duration of a preview of all tables.
const PREVIEW_TIMEOUT: Duration = Duration::from_secs(30);

/// Why schema drift cannot be previewed.
#[derive(Debug, thiserror::Error)]
pub(super) enum DriftPreviewError {
    /// The source cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenSourceError),
    /// The source cannot be reached. The message is for users.
    #[error("{0}")]
    Unreachable(String),
    /// The source did not respond in time.
    #[error(
        "The source's columns could not be read within {} seconds. Try again later.",
        PREVIEW_TIMEOUT.as_secs()
    )]
    TimedOut,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl DataSync {
    /// Returns the changes that the next sync would find. 503 if the source cannot be reached in
    /// time.
    pub(super) async fn preview_drift(
        &self,
        access: &Access,
        _permission: &Proof<SyncRead>,
    ) -> Result<DriftPreview, DriftPreviewError> {
        tokio::time::timeout(PREVIEW_TIMEOUT, self.compare_columns(access))
            .await
            .unwrap_or(Err(DriftPreviewError::TimedOut))
    }

    async fn compare_columns(&self, access: &Access) -> Result<DriftPreview, DriftPreviewError> {
        let origin = self.open_run_source(access).await?;
        let warehouse = origin
            .warehouse
            .map_err(|fault| DriftPreviewError::Unreachable(fault.user_message()))?;
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
                    return Err(DriftPreviewError::Unreachable(words));
                }
                found => found,
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
    found: Result<Option<Vec<ColumnDescriptor>>, SourceError>,
) -> TableDriftPreview {
    let (outcome, changes, problem) = match found {
        Err(error) => {
            let problem = SyncMessage::from_source_error(&error);
            (DriftOutcome::Unreadable, Vec::new(), Some(problem))
        }
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
        problem_code: problem.as_ref().map(|problem| problem.code),
        problem: problem.map(|problem| problem.text),
    }
}
