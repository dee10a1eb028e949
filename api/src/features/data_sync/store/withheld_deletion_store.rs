//! Queries of deletions that the last complete read of each table withheld.

use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::{DbError, TenantDb};
use crate::features::data_sync::DataSync;
use entities::{data_source, withheld_deletion, withheld_deletion_row};
use sea_orm::ColumnTrait;
use sources::SourceTable;

/// Deletions of a table that are withheld.
pub(in crate::features::data_sync) struct WithheldTable {
    pub(in crate::features::data_sync) table: SourceTable,
    pub(in crate::features::data_sync) row: withheld_deletion::Model,
    /// The first missing rows, ordered by key.
    pub(in crate::features::data_sync) sample_rows: Vec<withheld_deletion_row::Model>,
}

impl DataSync {
    /// The tables with withheld deletions, in the order of the page.
    pub(in crate::features::data_sync) async fn list_withheld_deletions(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
    ) -> Result<Vec<WithheldTable>, DbError> {
        let mut held = load_withheld_deletions(db).await?;
        let mut tables = Vec::with_capacity(held.len());
        for table in SourceTable::ALL {
            if let Some(index) = held.iter().position(|held| held.source_table == table.id()) {
                tables.push(WithheldTable {
                    table,
                    row: held.swap_remove(index),
                    sample_rows: load_sample_rows(db, table).await?,
                });
            }
        }
        Ok(tables)
    }
}

/// The withheld deletions of the current source. Those of a former source are omitted, because the
/// first complete read of the current source replaces them.
pub(super) async fn load_withheld_deletions(
    db: &TenantDb,
) -> Result<Vec<withheld_deletion::Model>, DbError> {
    let Some(source) = db.find::<data_source::Entity>().one().await? else {
        return Ok(Vec::new());
    };
    db.find::<withheld_deletion::Entity>()
        .filter(withheld_deletion::Column::SourceRevision.eq(source.revision))
        .all()
        .await
}

async fn load_sample_rows(
    db: &TenantDb,
    table: SourceTable,
) -> Result<Vec<withheld_deletion_row::Model>, DbError> {
    db.find::<withheld_deletion_row::Entity>()
        .filter(withheld_deletion_row::Column::SourceTable.eq(table.id()))
        .order_by_asc(withheld_deletion_row::Column::Position)
        .all()
        .await
}
