//! The columns that a source had when it was read last, what has changed since, and whether rows
//! may land all the same.

use super::DataSync;
use super::catalogue::SourceTable;
use super::source::{ColumnDescriptor, Layout};
use super::target::TableFault;
use super::wire::{ColumnDrift, DriftAccept, DriftPolicyInput};
use crate::auth::Proof;
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::db::{Access, Action, DbError, NewAuditEntry, TenantDb};
use crate::http::ApiError;
use crate::ids::RunId;
use entities::source_schema_snapshot::{ActiveModel, Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Set};
use serde_json::json;

mod comparison;
mod picture;
mod preview;
mod routes;
mod shown;
mod verdict;

pub(super) use comparison::{Change, Kind};
pub(super) use picture::Picture;
pub use routes::ColumnDriftApi;
pub(super) use verdict::{Policy, Verdict};

/// What is remembered of a table before it is read.
#[derive(Clone, Debug, Default)]
pub(super) struct Remembered {
    policy: Policy,
    /// Its columns under the setting of the source that is read now; `None` where it was not read
    /// under it.
    columns: Option<Picture>,
}

/// Columns that may land.
#[derive(Clone, Debug)]
pub(super) struct Agreed {
    /// What is to be remembered of them.
    pub(super) picture: Picture,
    /// What the run tells of them.
    pub(super) notes: Vec<String>,
}

impl Remembered {
    fn of_row(row: Option<&Model>, revision: Uuid) -> Self {
        let columns = row
            .filter(|row| row.source_revision == Some(revision))
            .and_then(|row| Picture::of_text(row.columns.as_deref()?));
        Self {
            policy: row.map_or_else(Policy::default, |row| Policy::of_word(&row.policy)),
            columns,
        }
    }

    /// What has changed; nothing where nothing is remembered.
    fn changes(&self, now: &Picture, layout: &Layout) -> Vec<Change> {
        self.columns
            .as_ref()
            .map(|before| comparison::changes(before, now, layout))
            .unwrap_or_default()
    }
}

impl DataSync {
    /// What is remembered of a table, for a read under `revision`.
    pub(super) async fn remembered(
        &self,
        db: &TenantDb,
        table: SourceTable,
        revision: Uuid,
    ) -> Result<Remembered, DbError> {
        let row = db
            .find::<Entity>()
            .filter(Column::SourceTable.eq(table.id()))
            .one()
            .await?;
        Ok(Remembered::of_row(row.as_ref(), revision))
    }

    /// Compares what a run has found with what is remembered. An error leaves the table as it is;
    /// where the policy is to ask, the question is kept.
    pub(super) async fn agree(
        &self,
        access: &Access,
        run: RunId,
        table: SourceTable,
        remembered: &Remembered,
        layout: &Layout,
        found: &[ColumnDescriptor],
    ) -> Result<Agreed, TableFault> {
        let picture = Picture::of(found, layout);
        match remembered
            .policy
            .judge(&remembered.changes(&picture, layout))
        {
            Verdict::Lands(notes) => Ok(Agreed { picture, notes }),
            Verdict::Stops(words) => Err(TableFault::Drift(words)),
            Verdict::Asks(words) => {
                self.ask(access, run, table, &picture).await?;
                Err(TableFault::Drift(words))
            }
        }
    }

    /// Keeps a question; one that is there already stays as it was asked first.
    async fn ask(
        &self,
        access: &Access,
        run: RunId,
        table: SourceTable,
        picture: &Picture,
    ) -> Result<(), DbError> {
        let db = self.database.begin_write(access).await?;
        let text = picture.to_text();
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
            .set(Column::PendingRun, Some(run.0))
            .set(Column::PendingAt, Some(self.clock.now()))
            .exec()
            .await?;
        db.commit().await
    }

    /// The columns of every table as they are remembered, with the questions that wait for an
    /// answer.
    pub(super) async fn drift(
        &self,
        db: &TenantDb,
        _may: &Proof<SyncRead>,
    ) -> Result<ColumnDrift, ApiError> {
        self.drift_of(db).await
    }

    async fn drift_of(&self, db: &TenantDb) -> Result<ColumnDrift, ApiError> {
        let (rows, layouts) = (db.find::<Entity>().all().await?, self.layouts(db).await?);
        let table = |table: SourceTable| {
            shown::table(
                table,
                rows.iter().find(|row| row.source_table == table.id()),
                &layouts.for_table(table),
            )
        };
        Ok(ColumnDrift {
            tables: SourceTable::ALL.map(table).to_vec(),
        })
    }

    /// Sets the policies of the tables that the request lists.
    pub(super) async fn set_drift_policies(
        &self,
        access: &Access,
        _may: &Proof<SourcesManage>,
        input: &DriftPolicyInput,
    ) -> Result<ColumnDrift, ApiError> {
        let tables = input
            .tables
            .iter()
            .map(|asked| Ok((named(&asked.source_table)?, Policy::from(asked.policy))))
            .collect::<Result<Vec<_>, ApiError>>()?;
        let db = self.database.begin_write(access).await?;
        let policies: serde_json::Map<_, _> = tables
            .iter()
            .map(|(table, policy)| (table.id().to_owned(), json!(policy.word())))
            .collect();
        let act = NewAuditEntry::new(Action::DriftPolicySet).with_after(&policies.into());
        for (table, policy) in tables {
            let set = db
                .update::<Entity>()
                .filter(Column::SourceTable.eq(table.id()))
                .set(Column::Policy, policy.word())
                .exec()
                .await?;
            if set == 0 {
                let row = ActiveModel {
                    source_table: Set(table.id().to_owned()),
                    policy: Set(policy.word().to_owned()),
                    ..Default::default()
                };
                db.insert(row).await?;
            }
        }
        let drift = self.drift_of(&db).await?;
        db.append_audit_entry(self.clock.now(), act).await?;
        db.commit().await?;
        Ok(drift)
    }

    /// Takes the columns that a question is about for those to compare with from now on. 409 where
    /// nothing is asked, or something else than was seen.
    pub(super) async fn accept_drift(
        &self,
        access: &Access,
        _may: &Proof<SourcesManage>,
        input: &DriftAccept,
    ) -> Result<ColumnDrift, ApiError> {
        let table = named(&input.source_table)?;
        let db = self.database.begin_write(access).await?;
        let row = db
            .find::<Entity>()
            .filter(Column::SourceTable.eq(table.id()))
            .one()
            .await?;
        let Some((asked, run)) = row.and_then(|row| row.pending_columns.zip(row.pending_run))
        else {
            return Err(ApiError::conflict(
                "no_drift_pending",
                format!(
                    "Nothing of {} waits to be accepted: sync again.",
                    table.id()
                ),
            ));
        };
        if input.run_id.is_some_and(|seen| seen != run) {
            return Err(ApiError::conflict(
                "drift_changed",
                format!(
                    "The columns of {} have changed again since: look at what has changed now.",
                    table.id()
                ),
            ));
        }
        db.update::<Entity>()
            .filter(Column::SourceTable.eq(table.id()))
            .set(Column::Columns, Some(asked))
            .set(Column::SeenAt, Some(self.clock.now()))
            .set(Column::PendingColumns, None::<String>)
            .set(Column::PendingRun, None::<Uuid>)
            .set(Column::PendingAt, None::<chrono::DateTime<chrono::Utc>>)
            .exec()
            .await?;
        let drift = self.drift_of(&db).await?;
        let act = NewAuditEntry::new(Action::DriftAccepted)
            .with_target("table", table.id())
            .with_after(&json!({"runId": run.to_string()}));
        db.append_audit_entry(self.clock.now(), act).await?;
        db.commit().await?;
        Ok(drift)
    }
}

/// Forgets the columns of a source that is no longer the organization's; policies stay.
pub(super) async fn forget(db: &TenantDb) -> Result<(), DbError> {
    db.update::<Entity>()
        .set(Column::SourceRevision, None::<Uuid>)
        .set(Column::Columns, None::<String>)
        .set(Column::SeenAt, None::<chrono::DateTime<chrono::Utc>>)
        .set(Column::PendingColumns, None::<String>)
        .set(Column::PendingRun, None::<Uuid>)
        .set(Column::PendingAt, None::<chrono::DateTime<chrono::Utc>>)
        .exec()
        .await?;
    Ok(())
}

fn named(id: &str) -> Result<SourceTable, ApiError> {
    SourceTable::named(id).ok_or_else(|| {
        ApiError::unprocessable(
            "unknown_table",
            format!(
                "There is no table \"{id}\" to sync: sourceTable is one of {}.",
                SourceTable::ids_in_words()
            ),
        )
    })
}
