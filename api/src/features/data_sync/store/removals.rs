//! Rows that are held back, as the last complete read of each table wrote them down.

use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::{DbError, TenantDb};
use crate::features::data_sync::DataSync;
use crate::features::data_sync::catalogue::SourceTable;
use crate::features::data_sync::wire::{HeldRemoval, HeldRemovals, HeldRow};
use crate::http::ApiError;
use entities::{data_source, withheld_deletion, withheld_deletion_row};
use sea_orm::ColumnTrait;

impl DataSync {
    /// Each table of which rows are held back, in the order of the page.
    pub(in crate::features::data_sync) async fn held_removals(
        &self,
        db: &TenantDb,
        _may: &Proof<SyncRead>,
    ) -> Result<HeldRemovals, ApiError> {
        let held = held(db).await?;
        let mut tables = Vec::with_capacity(held.len());
        for table in SourceTable::ALL {
            if let Some(found) = held.iter().find(|held| held.source_table == table.id()) {
                tables.push(HeldRemoval {
                    source_table: table.id().to_owned(),
                    target_table: table.target().to_owned(),
                    missing: found.missing.unsigned_abs(),
                    live: found.live.unsigned_abs(),
                    held_at: found.held_at,
                    run_id: found.run_id,
                    since: found.since,
                    since_run_id: found.since_run_id,
                    sample: sample(db, table).await?,
                });
            }
        }
        Ok(HeldRemovals { tables })
    }
}

/// What is held back of the source that is set. What another one did not have says nothing about
/// this one, whose first complete read settles it.
pub(super) async fn held(db: &TenantDb) -> Result<Vec<withheld_deletion::Model>, DbError> {
    let Some(source) = db.find::<data_source::Entity>().one().await? else {
        return Ok(Vec::new());
    };
    db.find::<withheld_deletion::Entity>()
        .filter(withheld_deletion::Column::SourceRevision.eq(source.revision))
        .all()
        .await
}

async fn sample(db: &TenantDb, table: SourceTable) -> Result<Vec<HeldRow>, DbError> {
    let of_table = db
        .find::<withheld_deletion_row::Entity>()
        .filter(withheld_deletion_row::Column::SourceTable.eq(table.id()));
    let rows = of_table
        .order_by_asc(withheld_deletion_row::Column::Position)
        .all()
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| HeldRow {
            key: row.key,
            label: row.label,
        })
        .collect())
}
