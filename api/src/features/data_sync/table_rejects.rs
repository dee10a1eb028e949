//! Whether the rejected rows of a table are too many for its figures to be trusted.

use crate::db::{DbError, TenantDb};
use entities::table_sync_state;
use sea_orm::prelude::Uuid;
use sources::SourceTable;

/// Share of rejected rows above which a table is incomplete, as one row of so many: 0.1 %.
const MAX_REJECTED_ONE_OF: u64 = 1_000;

/// A table of which more than 0.1 % of the rows were rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IncompleteTable {
    /// The table.
    pub table: SourceTable,
    /// Rejected rows.
    pub rejected: u64,
    /// Rows of the source.
    pub rows: u64,
    /// The run that lists the rejected rows.
    pub run: Uuid,
}

impl IncompleteTable {
    /// The table, if more than 0.1 % of its rows were rejected. A read of changed rows only counts
    /// against all rows of the table.
    pub fn from_sync_state(state: &table_sync_state::Model) -> Option<Self> {
        let rejected = state.rejected_rows.unsigned_abs();
        let rows = state.read_rows.max(state.live_rows).unsigned_abs();
        (rejected.saturating_mul(MAX_REJECTED_ONE_OF) > rows).then_some(Self {
            table: SourceTable::from_id(&state.source_table)?,
            rejected,
            rows,
            run: state.rejects_run_id?,
        })
    }

    /// What happened, in one sentence.
    pub fn message(&self) -> String {
        format!(
            "{} of {} rows of {} were rejected.",
            self.rejected,
            self.rows,
            self.table.id()
        )
    }
}

/// The incomplete tables, in the order of [`SourceTable::ALL`].
pub(super) async fn load_incomplete_tables(db: &TenantDb) -> Result<Vec<IncompleteTable>, DbError> {
    let states = db.find::<table_sync_state::Entity>().all().await?;
    Ok(SourceTable::ALL
        .into_iter()
        .filter_map(|table| {
            let state = states
                .iter()
                .find(|state| state.source_table == table.id())?;
            IncompleteTable::from_sync_state(state)
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    fn rejected_share(rejected: i64, read: i64, live: i64) -> Option<(u64, u64)> {
        IncompleteTable::from_sync_state(&table_sync_state::Model {
            tenant_id: Uuid::nil(),
            source_table: "sales_transactions".to_owned(),
            source_revision: Uuid::nil(),
            synced_at: DateTime::UNIX_EPOCH,
            live_rows: live,
            rolled_up_at: None,
            sale_deliveries_at: None,
            read_rows: read,
            rejected_rows: rejected,
            rejects_run_id: Some(Uuid::nil()),
        })
        .map(|table| (table.rejected, table.rows))
    }

    #[test]
    fn a_table_is_incomplete_above_one_reject_in_a_thousand_rows() {
        assert_eq!(rejected_share(0, 0, 0), None);
        assert_eq!(rejected_share(1, 1_000, 999), None);
        assert_eq!(rejected_share(1, 999, 998), Some((1, 999)));
        assert_eq!(
            rejected_share(237_289, 529_490, 292_201),
            Some((237_289, 529_490))
        );
        // Nothing was loaded.
        assert_eq!(rejected_share(5, 5, 0), Some((5, 5)));
    }

    #[test]
    fn a_read_of_changed_rows_counts_against_the_whole_table() {
        assert_eq!(rejected_share(1, 10, 5_000), None);
        assert_eq!(rejected_share(6, 10, 5_000), Some((6, 5_000)));
    }
}
