//! The rows that could not land, page by page.

use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::TenantDb;
use crate::features::data_sync::DataSync;
use crate::features::data_sync::wire::{Reject, Rejects};
use crate::http::ApiError;
use crate::ids::RunId;
use entities::sync_reject::{Column, Entity, Model};
use entities::sync_run;
use sea_orm::{ColumnTrait, Condition};

impl DataSync {
    /// A page of rejects of a run, table by table, in the order of the source.
    pub(in crate::features::data_sync) async fn list_rejects(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
        run: RunId,
        limit: u32,
        cursor: Option<&str>,
    ) -> Result<Rejects, ApiError> {
        db.find::<sync_run::Entity>()
            .filter(sync_run::Column::Id.eq(run.0))
            .one()
            .await?
            .ok_or_else(ApiError::not_found)?;
        let behind = match cursor {
            None => Condition::all(),
            Some(cursor) => {
                let (table, seq) = cursor
                    .rsplit_once('.')
                    .and_then(|(table, seq)| Some((table, seq.parse::<i64>().ok()?)))
                    .ok_or_else(ApiError::invalid_cursor)?;
                let later_row = Condition::all()
                    .add(Column::SourceTable.eq(table))
                    .add(Column::Seq.gt(seq));
                Condition::any()
                    .add(Column::SourceTable.gt(table))
                    .add(later_row)
            }
        };
        let of_run = Condition::all().add(Column::RunId.eq(run.0)).add(behind);
        let found = db
            .find::<Entity>()
            .filter(of_run)
            .order_by_asc(Column::SourceTable)
            .order_by_asc(Column::Seq);
        let (rows, next_cursor) = found
            .page(limit, |last| format!("{}.{}", last.source_table, last.seq))
            .await?;
        Ok(Rejects {
            items: rows.into_iter().map(reject_from_row).collect(),
            next_cursor,
        })
    }
}

fn reject_from_row(row: Model) -> Reject {
    Reject {
        table: row.source_table,
        line: row.line.map(i64::unsigned_abs),
        file: row.file,
        key: row.key,
        column: row.column,
        value: row.value,
        reason: row.reason,
    }
}
