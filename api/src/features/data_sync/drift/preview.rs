//! A look at the source's columns now, without a row being read or anything being kept.

use super::super::DataSync;
use super::super::catalogue::SourceTable;
use super::super::source::{ColumnDescriptor, Layout, SourceError};
use super::super::wire::{DriftOutcome, DriftPreview, TablePreview};
use super::{Picture, Remembered, Verdict, shown};
use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::Access;
use crate::http::ApiError;
use std::time::Duration;

/// The longest that a look may take, all tables together.
const LOOK: Duration = Duration::from_secs(30);

impl DataSync {
    /// What the next sync would find changed; 503 where the source cannot be reached, or not in
    /// time.
    pub(in crate::features::data_sync) async fn preview_drift(
        &self,
        access: &Access,
        _may: &Proof<SyncRead>,
    ) -> Result<DriftPreview, ApiError> {
        let slow = format!(
            "The source's columns could not be looked at within {} seconds: try again when it is \
                less busy.",
            LOOK.as_secs()
        );
        let looked = tokio::time::timeout(LOOK, self.look_at_columns(access)).await;
        looked.unwrap_or_else(|_| Err(ApiError::unavailable("source_unavailable", slow)))
    }

    async fn look_at_columns(&self, access: &Access) -> Result<DriftPreview, ApiError> {
        let origin = self.origin(access).await?;
        let warehouse = origin
            .warehouse
            .map_err(|fault| ApiError::unavailable("source_unavailable", fault.words()))?;
        let mut tables = Vec::with_capacity(SourceTable::ALL.len());
        for table in SourceTable::ALL {
            let (remembered, layout) = {
                let db = self.database.begin_read(access).await?;
                (
                    self.remembered(&db, table, origin.revision).await?,
                    self.layouts(&db).await?.for_table(table),
                )
            };
            let found = match warehouse.describe_columns(table, &layout).await {
                Err(SourceError::Unreachable(words)) => {
                    return Err(ApiError::unavailable("source_unavailable", words));
                }
                Err(SourceError::Unusable(words)) => Err(words),
                Ok(found) => Ok(found),
            };
            tables.push(of_table(table, &remembered, &layout, found));
        }
        Ok(DriftPreview { tables })
    }
}

fn of_table(
    table: SourceTable,
    remembered: &Remembered,
    layout: &Layout,
    found: Result<Option<Vec<ColumnDescriptor>>, String>,
) -> TablePreview {
    let (outcome, changes, problem) = match found {
        Err(words) => (DriftOutcome::Fails, Vec::new(), Some(words)),
        Ok(None) => (DriftOutcome::Absent, Vec::new(), None),
        Ok(Some(_)) if remembered.columns.is_none() => (DriftOutcome::First, Vec::new(), None),
        Ok(Some(found)) => {
            let changes = remembered.changes(&Picture::of(&found, layout), layout);
            let outcome = match remembered.policy.judge(&changes) {
                Verdict::Lands(_) if changes.is_empty() => DriftOutcome::Unchanged,
                Verdict::Lands(_) => DriftOutcome::Lands,
                Verdict::Stops(_) => DriftOutcome::Stops,
                Verdict::Asks(_) => DriftOutcome::Asks,
            };
            (outcome, shown::changes(&changes), None)
        }
    };
    TablePreview {
        source_table: table.id().to_owned(),
        outcome,
        changes,
        problem,
    }
}
