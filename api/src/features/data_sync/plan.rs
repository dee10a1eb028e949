//! What a run is asked to do, checked.

use super::catalogue::SourceTable;
use super::check::WantedRows;
use super::wire::{FullSync, RunKind, TableSync};
use crate::http::ApiError;
use crate::ids::RunId;
use std::collections::HashMap;
use std::sync::Arc;

/// Which tables a run reads, and whether removals were confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// Everything, or one table.
    pub(super) kind: RunKind,
    /// In the order of the run.
    pub(super) tables: Vec<SourceTable>,
    /// Remove rows that the source no longer has, however many.
    pub(super) confirm_removals: bool,
    /// No more than so many, where a number was confirmed.
    pub(super) most_removed: Option<u64>,
    /// The rows to bring in, where not all are meant.
    pub(super) only: Option<Retry>,
}

/// The rows that could not land in an earlier run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Retry {
    /// Which run.
    pub(super) of: RunId,
    /// By table.
    pub(super) rows: Arc<HashMap<SourceTable, Arc<WantedRows>>>,
}

impl Plan {
    /// What a request for everything means.
    pub(super) fn full(request: &FullSync) -> Result<Self, ApiError> {
        let confirmed = request.options.confirm_removals.unwrap_or(false);
        match (request.options.incremental_sync, confirmed) {
            (false, _) => Ok(Self::everything(confirmed)),
            (true, false) => Ok(Self::incremental()),
            (true, true) => Err(ApiError::unprocessable(
                "removals_need_a_full_sync",
                "An incremental sync removes nothing: send incrementalSync false with \
                    confirmRemovals, and every table is read completely.",
            )),
        }
    }

    /// What a request for one table means.
    pub(super) fn table(request: &TableSync) -> Result<Self, ApiError> {
        let confirmed = request.options.confirm_removals.unwrap_or(false);
        if !confirmed && request.options.confirmed_removals.is_some() {
            return Err(ApiError::unprocessable(
                "removals_not_confirmed",
                "confirmedRemovals says how many rows may go, and confirmRemovals that they may: \
                    send confirmRemovals true with it.",
            ));
        }
        Ok(Self {
            most_removed: request.options.confirmed_removals,
            ..Self::one(&request.table_name, confirmed)?
        })
    }

    /// Whether rows that are not read stay as they are.
    pub(super) fn is_partial(&self) -> bool {
        self.is_incremental() || self.only.is_some()
    }

    /// Whether files that have landed already are left out.
    pub(super) fn is_incremental(&self) -> bool {
        self.kind == RunKind::Incremental
    }

    /// The rows of an earlier run that could not land, and nothing else.
    pub(super) fn retry(of: RunId, rows: HashMap<SourceTable, Arc<WantedRows>>) -> Self {
        let tables = SourceTable::ALL
            .into_iter()
            .filter(|table| rows.contains_key(table))
            .collect();
        Self {
            kind: RunKind::Retry,
            tables,
            confirm_removals: false,
            most_removed: None,
            only: Some(Retry {
                of,
                rows: Arc::new(rows),
            }),
        }
    }

    /// Every table.
    pub(super) fn everything(confirm_removals: bool) -> Self {
        Self {
            kind: RunKind::Full,
            tables: SourceTable::ALL.to_vec(),
            confirm_removals,
            most_removed: None,
            only: None,
        }
    }

    /// Every table, without the files and rows that have landed already.
    pub(super) fn incremental() -> Self {
        Self {
            kind: RunKind::Incremental,
            ..Self::everything(false)
        }
    }

    /// The table of this id.
    pub(super) fn one(id: &str, confirm_removals: bool) -> Result<Self, ApiError> {
        let table = SourceTable::named(id).ok_or_else(|| {
            ApiError::unprocessable(
                "unknown_table",
                format!(
                    "There is no table \"{id}\" to sync: tableName is one of {}.",
                    SourceTable::ids_in_words()
                ),
            )
        })?;
        Ok(Self {
            kind: RunKind::Table,
            tables: vec![table],
            confirm_removals,
            most_removed: None,
            only: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::data_sync::wire::{FullSyncOptions, TableSyncOptions};

    #[test]
    fn only_complete_reads_remove() {
        let asked = |incremental_sync, confirm_removals| FullSync {
            options: FullSyncOptions {
                incremental_sync,
                confirm_removals,
            },
        };
        assert_eq!(
            Plan::full(&asked(false, None)).unwrap(),
            Plan::everything(false)
        );
        assert_eq!(
            Plan::full(&asked(false, Some(true))).unwrap(),
            Plan::everything(true)
        );
        let incremental = Plan::full(&asked(true, Some(false))).unwrap();
        assert_eq!(
            (
                incremental.kind,
                incremental.tables.len(),
                incremental.confirm_removals
            ),
            (RunKind::Incremental, 5, false)
        );
        assert!(
            Plan::full(&asked(true, Some(true)))
                .unwrap_err()
                .message()
                .contains("removes nothing")
        );
    }

    #[test]
    fn a_number_bounds_a_removal_and_does_not_stand_for_it() {
        let asked = |confirm_removals, confirmed_removals| {
            Plan::table(&TableSync {
                table_name: "supplier_data".to_owned(),
                options: TableSyncOptions {
                    confirm_removals,
                    confirmed_removals,
                },
            })
        };
        let plan = asked(Some(true), Some(312)).unwrap();
        assert_eq!(
            (plan.confirm_removals, plan.most_removed),
            (true, Some(312))
        );
        assert_eq!(asked(Some(true), None).unwrap().most_removed, None);
        for confirm in [None, Some(false)] {
            assert!(
                asked(confirm, Some(312))
                    .unwrap_err()
                    .message()
                    .contains("confirmRemovals true")
            );
        }
    }

    #[test]
    fn an_unknown_table_is_told_the_known_ones() {
        let message = Plan::one("inventory", false)
            .unwrap_err()
            .message()
            .to_owned();
        assert!(
            SourceTable::ALL
                .iter()
                .all(|table| message.contains(table.id())),
            "{message}"
        );
    }
}
