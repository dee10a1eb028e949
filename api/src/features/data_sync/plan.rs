//! What a run is asked to do, checked.

use super::catalogue::SourceTable;
use super::wire::{FullSync, RunKind, TableSync};
use crate::http::ApiError;

/// Which tables a run reads, and whether removals were confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// Everything, or one table.
    pub(super) kind: RunKind,
    /// In the order of the run.
    pub(super) tables: Vec<SourceTable>,
    /// Remove rows that the source no longer has, however many.
    pub(super) confirm_removals: bool,
}

impl Plan {
    /// What a request for everything means.
    pub(super) fn full(request: &FullSync) -> Result<Self, ApiError> {
        if request.options.incremental_sync {
            return Err(ApiError::invalid(
                "incremental_not_available",
                "Reading only what changed is not available yet: leave incrementalSync out or send false, and every table is read completely.",
            ));
        }
        Ok(Self::everything(request.options.confirm_removals.unwrap_or(false)))
    }

    /// What a request for one table means.
    pub(super) fn table(request: &TableSync) -> Result<Self, ApiError> {
        Self::one(&request.table_name, request.options.confirm_removals.unwrap_or(false))
    }

    /// Every table.
    pub(super) fn everything(confirm_removals: bool) -> Self {
        Self { kind: RunKind::Full, tables: SourceTable::ALL.to_vec(), confirm_removals }
    }

    /// The table of this id.
    pub(super) fn one(id: &str, confirm_removals: bool) -> Result<Self, ApiError> {
        let table = SourceTable::named(id).ok_or_else(|| {
            ApiError::invalid("unknown_table", format!("There is no table \"{id}\" to sync: tableName is one of {}.", SourceTable::ids_in_words()))
        })?;
        Ok(Self { kind: RunKind::Table, tables: vec![table], confirm_removals })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::data_sync::wire::FullSyncOptions;

    #[test]
    fn only_complete_reads_are_accepted() {
        let asked = |incremental_sync| FullSync { options: FullSyncOptions { incremental_sync, confirm_removals: None } };
        assert_eq!(Plan::full(&asked(false)).unwrap().tables.len(), 5);
        assert!(Plan::full(&asked(true)).unwrap_err().message().contains("not available yet"));
    }

    #[test]
    fn an_unknown_table_is_told_the_known_ones() {
        let message = Plan::one("inventory", false).unwrap_err().message().to_owned();
        assert!(SourceTable::ALL.iter().all(|table| message.contains(table.id())), "{message}");
    }
}
