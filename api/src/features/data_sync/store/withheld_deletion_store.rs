//! Rows that are held back, as the last complete read of each table wrote them down.

use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::{DbError, TenantDb};
use crate::features::data_sync::DataSync;
use crate::features::data_sync::source_table::SourceTable;
use crate::features::data_sync::wire::{WithheldDeletion, WithheldDeletions, WithheldRow};
use crate::http::ApiError;
use entities::{data_source, withheld_deletion, withheld_deletion_row};
use sea_orm::ColumnTrait;

impl DataSync {
    /// Each table of which rows are held back, in the order of the page.
    pub(in crate::features::data_sync) async fn list_withheld_deletions(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
    ) -> Result<WithheldDeletions, ApiError> {
        let held = load_withheld_deletions(db).await?;
        let mut tables = Vec::with_capacity(held.len());
        for table in SourceTable::ALL {
            if let Some(found) = held.iter().find(|held| held.source_table == table.id()) {
                tables.push(WithheldDeletion {
                    source_table: table.id().to_owned(),
                    target_table: table.target().to_owned(),
                    missing_rows: found.missing_rows.unsigned_abs(),
                    live_rows: found.live_rows.unsigned_abs(),
                    withheld_at: found.withheld_at,
                    run_id: found.run_id,
                    first_withheld_at: found.first_withheld_at,
                    first_run_id: found.first_run_id,
                    sample_rows: load_sample_rows(db, table).await?,
                });
            }
        }
        Ok(WithheldDeletions { tables })
    }
}

/// What is held back of the source that is set. What another one did not have says nothing about
/// this one, whose first complete read settles it.
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

async fn load_sample_rows(db: &TenantDb, table: SourceTable) -> Result<Vec<WithheldRow>, DbError> {
    let of_table = db
        .find::<withheld_deletion_row::Entity>()
        .filter(withheld_deletion_row::Column::SourceTable.eq(table.id()));
    let rows = of_table
        .order_by_asc(withheld_deletion_row::Column::Position)
        .all()
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| WithheldRow {
            key: row.key,
            label: row.label,
        })
        .collect())
}
