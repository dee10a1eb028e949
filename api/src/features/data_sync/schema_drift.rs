//! Schema drift: compares the source's columns with the last read and decides whether a table is
//! synced.

use super::DataSync;
use super::table_note::TableNote;
use super::table_sync::TableSyncError;
use super::wire::{DriftAcceptance, DriftPoliciesInput, SchemaDrift};
use crate::auth::Proof;
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::db::{Access, AuditAction, DbError, NewAuditEntry, TenantDb};
use crate::ids::RunId;
use entities::source_schema_snapshot::{ActiveModel, Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Set};
use serde_json::json;
use sources::{ColumnDescriptor, Layout, SourceTable};

mod change_policy;
mod column_changes;
mod column_snapshot;
mod drift_preview;
mod drift_response;
mod drift_routes;

pub(super) use change_policy::{ChangePolicy, DriftDecision};
pub(super) use column_changes::{ChangeKind, ColumnChange};
pub(super) use column_snapshot::SchemaSnapshot;
use drift_preview::DriftPreviewError;
pub use drift_routes::SchemaDriftApi;

/// Why schema drift cannot be accepted or its policies cannot be set.
#[derive(Debug, thiserror::Error)]
enum SchemaDriftError {
    /// There is no table with this id.
    #[error(
        "Unknown table \"{0}\". sourceTable must be one of {tables}.",
        tables = SourceTable::list_ids()
    )]
    UnknownTable(String),
    /// No column changes of the table are pending.
    #[error("No column changes of {} are pending. Sync again.", .0.id())]
    NonePending(SourceTable),
    /// The pending changes are not those that were reviewed.
    #[error("The columns of {} have changed again. Review the current changes.", .0.id())]
    ChangedAgain(SourceTable),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// State of a table before it is read.
#[derive(Clone, Debug, Default)]
pub(super) struct SchemaBaseline {
    policy: ChangePolicy,
    /// Columns at the last read of the current source; `None` if the table was not read from it.
    columns: Option<SchemaSnapshot>,
}

/// Source columns that the drift policy accepts.
#[derive(Clone, Debug)]
pub(super) struct AcceptedSchema {
    /// Snapshot to save.
    pub(super) snapshot: SchemaSnapshot,
    /// Note about the table.
    pub(super) note: Option<TableNote>,
}

impl SchemaBaseline {
    fn from_row(row: Option<&Model>, revision: Uuid) -> Self {
        let columns = row
            .filter(|row| row.source_revision == Some(revision))
            .and_then(|row| SchemaSnapshot::from_json(row.columns.as_deref()?));
        Self {
            policy: row.map_or_else(ChangePolicy::default, |row| {
                ChangePolicy::from_stored(&row.drift_policy)
            }),
            columns,
        }
    }

    /// The changes since the last read; empty if there is no snapshot.
    fn find_changes(&self, now: &SchemaSnapshot, layout: &Layout) -> Vec<ColumnChange> {
        self.columns
            .as_ref()
            .map(|before| column_changes::find_changes(before, now, layout))
            .unwrap_or_default()
    }
}

impl DataSync {
    /// Loads the baseline of a table for a read under source revision `revision`.
    pub(super) async fn load_baseline(
        &self,
        db: &TenantDb,
        table: SourceTable,
        revision: Uuid,
    ) -> Result<SchemaBaseline, DbError> {
        let row = db
            .find::<Entity>()
            .filter(Column::SourceTable.eq(table.id()))
            .one()
            .await?;
        Ok(SchemaBaseline::from_row(row.as_ref(), revision))
    }

    /// Compares the found columns with the baseline. An error means that the table must not be
    /// synced. Under policy `ask`, the change is saved as pending.
    pub(super) async fn check_schema(
        &self,
        access: &Access,
        run: RunId,
        table: SourceTable,
        remembered: &SchemaBaseline,
        layout: &Layout,
        found: &[ColumnDescriptor],
    ) -> Result<AcceptedSchema, TableSyncError> {
        let picture = SchemaSnapshot::from_columns(found, layout);
        match remembered
            .policy
            .evaluate_changes(&remembered.find_changes(&picture, layout))
        {
            DriftDecision::Proceed(note) => Ok(AcceptedSchema {
                snapshot: picture,
                note,
            }),
            DriftDecision::Stop(words) => Err(TableSyncError::SchemaDrift(words)),
            DriftDecision::Ask(words) => {
                self.save_pending_changes(access, run, table, &picture)
                    .await?;
                Err(TableSyncError::SchemaDrift(words))
            }
        }
    }

    /// Saves a pending change. An identical pending change keeps its run and time.
    async fn save_pending_changes(
        &self,
        access: &Access,
        run: RunId,
        table: SourceTable,
        picture: &SchemaSnapshot,
    ) -> Result<(), DbError> {
        let db = self.database.begin_write(access).await?;
        let text = picture.to_json();
        let known = db
            .find::<Entity>()
            .filter(Column::SourceTable.eq(table.id()))
            .one()
            .await?;
        if known.is_some_and(|known| known.pending_columns.as_deref() == Some(text.as_str())) {
            return Ok(());
        }
        db.update::<Entity>()
            .filter(Column::SourceTable.eq(table.id()))
            .set(Column::PendingColumns, Some(text))
            .set(Column::PendingRunId, Some(run.0))
            .set(Column::PendingAt, Some(self.clock.now()))
            .exec()
            .await?;
        db.commit().await
    }

    /// Returns the last known columns of every table, with pending changes.
    pub(super) async fn read_drift(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
    ) -> Result<SchemaDrift, DbError> {
        self.load_drift(db).await
    }

    async fn load_drift(&self, db: &TenantDb) -> Result<SchemaDrift, DbError> {
        let (rows, layouts) = (
            db.find::<Entity>().all().await?,
            self.load_layouts(db).await?,
        );
        let table = |table: SourceTable| {
            drift_response::to_table_drift(
                table,
                rows.iter().find(|row| row.source_table == table.id()),
                &layouts.for_table(table),
            )
        };
        Ok(SchemaDrift {
            tables: SourceTable::ALL.map(table).to_vec(),
        })
    }

    /// Sets the policies of the tables in the request.
    async fn set_drift_policies(
        &self,
        access: &Access,
        _permission: &Proof<SourcesManage>,
        input: &DriftPoliciesInput,
    ) -> Result<SchemaDrift, SchemaDriftError> {
        let tables = input
            .tables
            .iter()
            .map(|asked| {
                Ok((
                    parse_source_table(&asked.source_table)?,
                    ChangePolicy::from(asked.policy),
                ))
            })
            .collect::<Result<Vec<_>, SchemaDriftError>>()?;
        let db = self.database.begin_write(access).await?;
        let policies: serde_json::Map<_, _> = tables
            .iter()
            .map(|(table, policy)| (table.id().to_owned(), json!(policy.into_str())))
            .collect();
        let act =
            NewAuditEntry::new(AuditAction::SchemaDriftPolicyUpdated).with_after(&policies.into());
        for (table, policy) in tables {
            let set = db
                .update::<Entity>()
                .filter(Column::SourceTable.eq(table.id()))
                .set(Column::DriftPolicy, policy.into_str())
                .exec()
                .await?;
            if set == 0 {
                let row = ActiveModel {
                    source_table: Set(table.id().to_owned()),
                    drift_policy: Set(policy.into_str().to_owned()),
                    ..Default::default()
                };
                db.insert(row).await?;
            }
        }
        let drift = self.load_drift(&db).await?;
        db.append_audit_entry(self.clock.now(), act).await?;
        db.commit().await?;
        Ok(drift)
    }

    /// Accepts a pending change: its columns become the new baseline. 409 if there is none, or if
    /// it is not the one that the caller saw.
    async fn accept_drift(
        &self,
        access: &Access,
        _permission: &Proof<SourcesManage>,
        input: &DriftAcceptance,
    ) -> Result<SchemaDrift, SchemaDriftError> {
        let table = parse_source_table(&input.source_table)?;
        let db = self.database.begin_write(access).await?;
        let row = db
            .find::<Entity>()
            .filter(Column::SourceTable.eq(table.id()))
            .one()
            .await?;
        let Some((asked, run)) = row.and_then(|row| row.pending_columns.zip(row.pending_run_id))
        else {
            return Err(SchemaDriftError::NonePending(table));
        };
        if input.run_id.is_some_and(|seen| seen != run) {
            return Err(SchemaDriftError::ChangedAgain(table));
        }
        db.update::<Entity>()
            .filter(Column::SourceTable.eq(table.id()))
            .set(Column::Columns, Some(asked))
            .set(Column::CapturedAt, Some(self.clock.now()))
            .set(Column::PendingColumns, None::<String>)
            .set(Column::PendingRunId, None::<Uuid>)
            .set(Column::PendingAt, None::<chrono::DateTime<chrono::Utc>>)
            .exec()
            .await?;
        let drift = self.load_drift(&db).await?;
        let act = NewAuditEntry::new(AuditAction::SchemaDriftAccepted)
            .with_target("source_table", table.id())
            .with_after(&json!({"runId": run.to_string()}));
        db.append_audit_entry(self.clock.now(), act).await?;
        db.commit().await?;
        Ok(drift)
    }
}

/// Deletes the snapshots of a source that was replaced. Policies are kept.
pub(super) async fn clear_snapshots(db: &TenantDb) -> Result<(), DbError> {
    db.update::<Entity>()
        .set(Column::SourceRevision, None::<Uuid>)
        .set(Column::Columns, None::<String>)
        .set(Column::CapturedAt, None::<chrono::DateTime<chrono::Utc>>)
        .set(Column::PendingColumns, None::<String>)
        .set(Column::PendingRunId, None::<Uuid>)
        .set(Column::PendingAt, None::<chrono::DateTime<chrono::Utc>>)
        .exec()
        .await?;
    Ok(())
}

fn parse_source_table(id: &str) -> Result<SourceTable, SchemaDriftError> {
    SourceTable::from_id(id).ok_or_else(|| SchemaDriftError::UnknownTable(id.to_owned()))
}
