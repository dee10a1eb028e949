//! Data Sync for the operator's own commands: no permission is asked, because whoever has a shell
//! on the server has them all.

use super::DataSync;
use super::plan::Plan;
use super::source::SourceError;
use super::wire::{RunTrigger, SyncRun, TableState};
use crate::db::Access;
use crate::http::ApiError;
use poem_openapi::types::ToJSON;
use std::fmt::Write;
use std::path::Path;

/// A run that has ended well, for a terminal or a program.
#[derive(Clone, Debug)]
pub struct Ran(SyncRun);

/// What a command asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// One table; otherwise all of them.
    pub table: Option<&'a str>,
    /// Leaves out the files that have landed already; of all tables only.
    pub incremental: bool,
    /// Lets rows go that the source no longer has, however many they are.
    pub confirm_removals: bool,
}

impl Asked<'_> {
    fn plan(self) -> Result<Plan, ApiError> {
        match self.table {
            Some(id) => Plan::one(id, self.confirm_removals),
            None if self.incremental => Ok(Plan::incremental()),
            None => Ok(Plan::everything(self.confirm_removals)),
        }
    }
}

impl DataSync {
    /// Syncs what is asked for and waits for the end. A folder named here becomes the
    /// organization's source where the server may read it too; elsewhere it is read for this run
    /// only.
    pub async fn sync_now(
        &self,
        access: &Access,
        folder: Option<&Path>,
        asked: Asked<'_>,
    ) -> Result<Ran, ApiError> {
        let plan = asked.plan()?;
        let origin = match folder {
            None => self.origin(access).await?,
            Some(folder) => {
                let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
                match self.keep_folder(access, &absolute.to_string_lossy()).await {
                    Ok(_) => self.origin(access).await?,
                    Err(_) => Self::origin_of_operator(folder).map_err(|error| match error {
                        SourceError::Unreachable(words) => {
                            ApiError::unavailable("source_unavailable", words)
                        }
                        SourceError::Unusable(words) => {
                            ApiError::unprocessable("source_refused", words)
                        }
                    })?,
                }
            }
        };
        let running = self
            .launch(access, RunTrigger::Command, plan, origin)
            .await?;
        self.ran(access, running).await
    }

    /// Makes `folder` the demo's source and syncs it. Its rows are generated anew, so any number of
    /// them may go.
    pub async fn sync_demo(&self, access: &Access, folder: &Path) -> Result<Ran, ApiError> {
        let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        self.keep_folder(access, &absolute.to_string_lossy())
            .await?;
        let origin = self.origin(access).await?;
        let running = self
            .launch(access, RunTrigger::Command, Plan::everything(true), origin)
            .await?;
        self.ran(access, running).await
    }

    async fn ran(&self, access: &Access, running: super::run::Running) -> Result<Ran, ApiError> {
        let id = running.id();
        running.outcome().await?;
        Ok(Ran(self
            .run_of(&self.database.begin_read(access).await?, id)
            .await?))
    }
}

impl Ran {
    /// The run as `GET /api/data-sync/runs/{id}` has it.
    pub fn to_json_text(&self) -> String {
        self.0.to_json_string()
    }

    /// The run in lines: one a table.
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
            let said = if table.state == TableState::Skipped {
                "skipped".to_owned()
            } else {
                counts
            };
            let _ = write!(text, "{} -> {}: {said}", table.table, table.target_table);
            if let Some(message) = &table.message {
                let _ = write!(text, "\n  {message}");
            }
            text.push('\n');
        }
        text.trim_end().to_owned()
    }
}
