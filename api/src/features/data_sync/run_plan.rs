//! Validated plan of a run.

use super::check::RowSelection;
use super::run_state::RunKind;
use super::wire::{FullSyncRequest, TableSyncRequest};
use crate::ids::{RunId, UploadId};
use sources::SourceTable;
use std::collections::HashMap;
use std::sync::Arc;

/// Why a requested run cannot be planned. The message is for users.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunPlanError {
    /// An incremental sync with deletions.
    #[error(
        "An incremental sync deletes no rows. Send incrementalSync false with confirmDeletions to \
            read every table completely."
    )]
    IncrementalDeletions,
    /// A maximum number of deletions without confirmation.
    #[error("maxDeletions requires confirmation. Send confirmDeletions true with it.")]
    DeletionsNotConfirmed,
    /// There is no table with this id.
    #[error(
        "Unknown table \"{0}\". tableName must be one of {tables}.",
        tables = SourceTable::list_ids()
    )]
    UnknownTable(String),
}

/// The tables that a run reads, and how it treats missing rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunPlan {
    /// Kind of the run.
    pub(super) kind: RunKind,
    /// Tables in the order of the page.
    pub(super) tables: Vec<SourceTable>,
    /// Delete rows missing from the source, however many.
    pub(super) confirm_deletions: bool,
    /// Maximum number of rows to delete, if one was confirmed.
    pub(super) max_deletions: Option<u64>,
    /// Rows to sync in a retry. `None`: all rows.
    pub(super) retry: Option<RetryRows>,
    /// The upload that an import reads, instead of the organization's source.
    pub(super) upload: Option<UploadId>,
    /// Whether the import is undone: its tables are read as they were before.
    pub(super) undo: bool,
}

/// The rejected rows of an earlier run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RetryRows {
    /// The earlier run.
    pub(super) run: RunId,
    /// Rows by table.
    pub(super) rows: Arc<HashMap<SourceTable, Arc<RowSelection>>>,
}

impl RunPlan {
    /// Plans a full or incremental sync.
    pub(super) fn from_full_request(request: &FullSyncRequest) -> Result<Self, RunPlanError> {
        let confirmed = request.options.confirm_deletions.unwrap_or(false);
        match (request.options.incremental_sync, confirmed) {
            (false, _) => Ok(Self::for_all_tables(confirmed)),
            (true, false) => Ok(Self::for_incremental()),
            (true, true) => Err(RunPlanError::IncrementalDeletions),
        }
    }

    /// Plans the sync of one table.
    pub(super) fn from_table_request(request: &TableSyncRequest) -> Result<Self, RunPlanError> {
        let confirmed = request.options.confirm_deletions.unwrap_or(false);
        if !confirmed && request.options.max_deletions.is_some() {
            return Err(RunPlanError::DeletionsNotConfirmed);
        }
        Ok(Self {
            max_deletions: request.options.max_deletions,
            ..Self::for_table(&request.table_name, confirmed)?
        })
    }

    /// Whether rows that are not read are kept.
    pub(super) fn is_partial(&self) -> bool {
        self.is_incremental() || self.retry.is_some() || (self.upload.is_some() && !self.undo)
    }

    /// Whether files that were already synced are skipped.
    pub(super) fn is_incremental(&self) -> bool {
        self.kind == RunKind::Incremental
    }

    /// Plans a retry of the rejected rows of an earlier run.
    pub(super) fn for_retry(of: RunId, rows: HashMap<SourceTable, Arc<RowSelection>>) -> Self {
        let tables = SourceTable::ALL
            .into_iter()
            .filter(|table| rows.contains_key(table))
            .collect();
        Self {
            kind: RunKind::Retry,
            tables,
            confirm_deletions: false,
            max_deletions: None,
            retry: Some(RetryRows {
                run: of,
                rows: Arc::new(rows),
            }),
            upload: None,
            undo: false,
        }
    }

    /// The tables in the order in which they are read. The catalog is the first, because the other
    /// tables count packages whose sizes it knows.
    pub(super) fn reading_order(&self) -> Vec<SourceTable> {
        let mut tables = self.tables.clone();
        tables.sort_by_key(|table| *table != SourceTable::ItemCatalogue);
        tables
    }

    /// Plans a complete read of every table.
    pub(super) fn for_all_tables(confirm_deletions: bool) -> Self {
        Self {
            kind: RunKind::Full,
            tables: SourceTable::ALL.to_vec(),
            confirm_deletions,
            max_deletions: None,
            retry: None,
            upload: None,
            undo: false,
        }
    }

    /// Plans the import of an upload with these tables.
    pub(super) fn for_import(upload: UploadId, tables: Vec<SourceTable>) -> Self {
        Self {
            kind: RunKind::Import,
            tables,
            upload: Some(upload),
            ..Self::for_all_tables(false)
        }
    }

    /// Plans to restore these tables as they were before the import of an upload.
    pub(super) fn for_undo(upload: UploadId, tables: Vec<SourceTable>) -> Self {
        Self {
            undo: true,
            ..Self::for_import(upload, tables)
        }
    }

    /// Plans a read of every table without files and rows that were already synced.
    pub(super) fn for_incremental() -> Self {
        Self {
            kind: RunKind::Incremental,
            ..Self::for_all_tables(false)
        }
    }

    /// Plans a complete read of one table.
    pub(super) fn for_table(id: &str, confirm_deletions: bool) -> Result<Self, RunPlanError> {
        let table =
            SourceTable::from_id(id).ok_or_else(|| RunPlanError::UnknownTable(id.to_owned()))?;
        Ok(Self {
            kind: RunKind::Table,
            tables: vec![table],
            confirm_deletions,
            max_deletions: None,
            retry: None,
            upload: None,
            undo: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::data_sync::wire::{FullSyncOptions, TableSyncOptions};

    #[test]
    fn only_complete_reads_delete() {
        let request = |incremental_sync, confirm_deletions| FullSyncRequest {
            options: FullSyncOptions {
                incremental_sync,
                confirm_deletions,
            },
        };
        assert_eq!(
            RunPlan::from_full_request(&request(false, None)).unwrap(),
            RunPlan::for_all_tables(false)
        );
        assert_eq!(
            RunPlan::from_full_request(&request(false, Some(true))).unwrap(),
            RunPlan::for_all_tables(true)
        );
        let incremental = RunPlan::from_full_request(&request(true, Some(false))).unwrap();
        assert_eq!(
            (
                incremental.kind,
                incremental.tables.len(),
                incremental.confirm_deletions
            ),
            (RunKind::Incremental, SourceTable::ALL.len(), false)
        );
        assert!(
            RunPlan::from_full_request(&request(true, Some(true)))
                .unwrap_err()
                .to_string()
                .contains("deletes no rows")
        );
    }

    #[test]
    fn max_deletions_requires_confirmation() {
        let request = |confirm_deletions, max_deletions| {
            RunPlan::from_table_request(&TableSyncRequest {
                table_name: "supplier_data".to_owned(),
                options: TableSyncOptions {
                    confirm_deletions,
                    max_deletions,
                },
            })
        };
        let plan = request(Some(true), Some(312)).unwrap();
        assert_eq!(
            (plan.confirm_deletions, plan.max_deletions),
            (true, Some(312))
        );
        assert_eq!(request(Some(true), None).unwrap().max_deletions, None);
        for confirm in [None, Some(false)] {
            assert!(
                request(confirm, Some(312))
                    .unwrap_err()
                    .to_string()
                    .contains("confirmDeletions true")
            );
        }
    }

    #[test]
    fn unknown_table_error_lists_tables() {
        let message = RunPlan::for_table("inventory", false)
            .unwrap_err()
            .to_string();
        assert!(
            SourceTable::ALL
                .iter()
                .all(|table| message.contains(table.id())),
            "{message}"
        );
    }
}
