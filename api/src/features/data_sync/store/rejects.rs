//! Queries of rejected rows, page by page.

use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::{DbError, LookupError, Page, TenantDb};
use crate::features::data_sync::DataSync;
use crate::ids::RunId;
use entities::sync_reject::{Column, Entity, Model};
use entities::sync_run;
use sea_orm::{ColumnTrait, Condition};

/// Why rejects were not listed.
#[derive(Debug, thiserror::Error)]
pub(in crate::features::data_sync) enum RejectListError {
    /// The run does not exist, or the database failed.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The cursor is invalid.
    #[error("the cursor is invalid")]
    InvalidCursor,
}

impl From<DbError> for RejectListError {
    fn from(error: DbError) -> Self {
        Self::Lookup(error.into())
    }
}

impl DataSync {
    /// A page of rejects of a run, by table and in the order of the source.
    pub(in crate::features::data_sync) async fn list_rejects(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
        run: RunId,
        limit: u32,
        cursor: Option<&str>,
    ) -> Result<Page<Model>, RejectListError> {
        db.find::<sync_run::Entity>()
            .filter(sync_run::Column::Id.eq(run.0))
            .one()
            .await?
            .ok_or(LookupError::NotFound)?;
        let behind = match cursor {
            None => Condition::all(),
            Some(cursor) => {
                let (table, seq) = cursor
                    .rsplit_once('.')
                    .and_then(|(table, seq)| Some((table, seq.parse::<i64>().ok()?)))
                    .ok_or(RejectListError::InvalidCursor)?;
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
        Ok(found
            .page(limit, |last| format!("{}.{}", last.source_table, last.seq))
            .await?)
    }
}
