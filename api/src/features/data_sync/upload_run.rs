//! Runs that load uploaded files. They use the same plan, lease and records as other runs.

use super::DataSync;
use super::run::{RunHandle, RunSource, StartRunError};
use super::run_plan::RunPlan;
use super::run_state::RunTrigger;
use super::sync_command::{FinishedRun, SyncCommandError};
use super::table_sync::TableSyncError;
use super::upload_storage::UploadStorage;
use crate::auth::Proof;
use crate::auth::permission::SyncRun;
use crate::db::Access;
use crate::ids::UploadId;
pub(super) use import_warehouse::ImportWarehouse;
pub use import_warehouse::classify_fault;
pub use known_items::load_known_items;
pub use remembered_answers::{AnswerError, collect_answers, parse_answers};
use sources::{SourceTable, Warehouse};
use std::sync::Arc;
pub use table_snapshot::SnapshotError;

mod import_warehouse;
mod known_items;
mod remembered_answers;
mod table_snapshot;

impl DataSync {
    /// Where uploaded files are.
    pub fn uploads(&self) -> &UploadStorage {
        &self.connectors.uploads
    }

    /// Starts the run that loads these tables of an upload.
    pub(super) async fn launch_import(
        &self,
        access: &Access,
        _permission: &Proof<SyncRun>,
        upload: UploadId,
        tables: &[String],
    ) -> Result<RunHandle, StartRunError> {
        self.begin_import(access, RunTrigger::Person, upload, tables)
            .await
    }

    /// Starts the run that restores these tables as they were before the import.
    pub(super) async fn launch_undo(
        &self,
        access: &Access,
        _permission: &Proof<SyncRun>,
        upload: UploadId,
        tables: &[String],
    ) -> Result<RunHandle, StartRunError> {
        let source = self.open_upload(access, upload, true);
        let plan = RunPlan::for_undo(upload, find_tables(tables));
        self.launch_run(access, RunTrigger::Person, plan, source)
            .await
    }

    /// Loads these tables of an upload from the command line, and waits for the end.
    pub async fn import_now(
        &self,
        access: &Access,
        upload: UploadId,
        tables: &[String],
    ) -> Result<FinishedRun, SyncCommandError> {
        let running = self
            .begin_import(access, RunTrigger::Command, upload, tables)
            .await?;
        self.wait_for_run(access, running).await
    }

    async fn begin_import(
        &self,
        access: &Access,
        trigger: RunTrigger,
        upload: UploadId,
        tables: &[String],
    ) -> Result<RunHandle, StartRunError> {
        let source = self.open_upload(access, upload, false);
        let plan = RunPlan::for_import(upload, find_tables(tables));
        self.launch_run(access, trigger, plan, source).await
    }

    /// Opens the tables of an upload for a run: what was read, or for `undo` what was there before.
    pub(super) fn open_upload(&self, access: &Access, upload: UploadId, undo: bool) -> RunSource {
        let folder = self.uploads().folder(access.tenant(), upload);
        let tables = if undo {
            folder.before()
        } else {
            folder.tables()
        };
        RunSource {
            revision: upload.0,
            warehouse: ImportWarehouse::open(&tables)
                .map(|warehouse| Arc::new(warehouse) as Arc<dyn Warehouse>)
                .map_err(TableSyncError::Source),
        }
    }

    /// Deletes uploaded files after their rows were loaded. What was read from them stays until the
    /// upload expires.
    pub(super) async fn discard_uploaded_files(&self, access: &Access, upload: UploadId) {
        let folder = self.uploads().folder(access.tenant(), upload);
        let removed = tokio::task::spawn_blocking(move || folder.remove_files()).await;
        if let Ok(Err(error)) = removed {
            tracing::warn!(%error, %upload, "uploaded files could not be deleted");
        }
    }
}

fn find_tables(names: &[String]) -> Vec<SourceTable> {
    SourceTable::ALL
        .into_iter()
        .filter(|table| names.iter().any(|name| name == table.id()))
        .collect()
}
