//! Data Sync for the command line. Checks no permissions: shell access to the server implies all of
//! them.

use super::DataSync;
use super::run::{RunError, StartRunError};
use super::run_plan::{RunPlan, RunPlanError};
use super::run_state::{RunTrigger, TableState};
use super::source_settings::{OpenSourceError, SourceSettingsError};
use super::wire::SyncRun;
use crate::db::{Access, DbError, LookupError};
use poem_openapi::types::ToJSON;
use sources::SourceError;
use std::fmt::Write;
use std::path::Path;

/// A successful run, formatted as text or JSON.
#[derive(Clone, Debug)]
pub struct FinishedRun(SyncRun);

/// Options of `sprout sync`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SyncCommandOptions<'a> {
    /// One table. Default: all tables.
    pub table: Option<&'a str>,
    /// Skips files that were already synced. Only for all tables.
    pub incremental: bool,
    /// Deletes rows missing from the source, however many.
    pub confirm_deletions: bool,
}

/// Why a sync from the command line failed.
#[derive(Debug, thiserror::Error)]
pub enum SyncCommandError {
    /// The table is unknown.
    #[error(transparent)]
    Plan(#[from] RunPlanError),
    /// The organization's source cannot be opened.
    #[error(transparent)]
    OpenSource(#[from] OpenSourceError),
    /// The folder cannot be saved as the source.
    #[error(transparent)]
    SaveSource(#[from] SourceSettingsError),
    /// The folder cannot be read.
    #[error(transparent)]
    Folder(#[from] SourceError),
    /// The run was not started.
    #[error(transparent)]
    Start(#[from] StartRunError),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The record of the run cannot be read.
    #[error(transparent)]
    Lookup(#[from] LookupError),
}

impl From<DbError> for SyncCommandError {
    fn from(error: DbError) -> Self {
        Self::Lookup(error.into())
    }
}

impl SyncCommandOptions<'_> {
    fn to_plan(self) -> Result<RunPlan, RunPlanError> {
        match self.table {
            Some(id) => RunPlan::for_table(id, self.confirm_deletions),
            None if self.incremental => Ok(RunPlan::for_incremental()),
            None => Ok(RunPlan::for_all_tables(self.confirm_deletions)),
        }
    }
}

impl DataSync {
    /// Runs a sync and waits for it to finish. `folder` becomes the organization's source if the
    /// server may read it; otherwise it is used for this run only.
    pub async fn sync_now(
        &self,
        access: &Access,
        folder: Option<&Path>,
        options: SyncCommandOptions<'_>,
    ) -> Result<FinishedRun, SyncCommandError> {
        let plan = options.to_plan()?;
        let source = match folder {
            None => self.open_run_source(access).await?,
            Some(folder) => {
                let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
                match self
                    .set_folder_source(access, &absolute.to_string_lossy())
                    .await
                {
                    Ok(_) => self.open_run_source(access).await?,
                    Err(_) => self.open_operator_folder(access, folder)?,
                }
            }
        };
        let running = self
            .launch_run(access, RunTrigger::Command, plan, source)
            .await?;
        self.wait_for_run(access, running).await
    }

    /// Sets `folder` as the source of the demo and syncs it. Demo rows are regenerated, so any
    /// number of them may be deleted.
    pub async fn sync_demo(
        &self,
        access: &Access,
        folder: &Path,
    ) -> Result<FinishedRun, SyncCommandError> {
        let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        self.set_folder_source(access, &absolute.to_string_lossy())
            .await?;
        let source = self.open_run_source(access).await?;
        let running = self
            .launch_run(
                access,
                RunTrigger::Command,
                RunPlan::for_all_tables(true),
                source,
            )
            .await?;
        self.wait_for_run(access, running).await
    }

    pub(super) async fn wait_for_run(
        &self,
        access: &Access,
        running: super::run::RunHandle,
    ) -> Result<FinishedRun, SyncCommandError> {
        let id = running.id();
        running.wait_for_outcome().await?;
        Ok(FinishedRun(
            self.load_run(&self.database.begin_read(access).await?, id)
                .await?
                .into(),
        ))
    }
}

impl FinishedRun {
    /// The run as JSON, as `GET /api/data-sync/runs/{id}` returns it.
    pub fn to_json(&self) -> String {
        self.0.to_json_string()
    }

    /// The run as text, one line per table and one per message.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for table in &self.0.tables {
            let counts = format!(
                "{} read, {} inserted, {} updated, {} unchanged, {} deleted, {} rejected",
                table.read,
                table.inserted,
                table.updated,
                table.unchanged,
                table.deleted,
                table.rejected
            );
            let result = if table.state == TableState::Skipped {
                "skipped".to_owned()
            } else {
                counts
            };
            let _ = write!(text, "{} -> {}: {result}", table.table, table.target_table);
            if let Some(message) = &table.message {
                let _ = write!(text, "\n  {message}");
            }
            text.push('\n');
        }
        text.trim_end().to_owned()
    }
}
