//! Lists the folders on the server that may be chosen as a source.

use super::DataSync;
use super::connectors::list_folder_tables;
use super::folder_policy::FolderListing;
use super::wire::{SourceFolder, SourceFolders, SourceFoldersIssue};
use crate::auth::Proof;
use crate::auth::permission::SourcesManage;
use crate::db::{Access, DbError};
use tokio::task::{JoinError, spawn_blocking};

/// Why source folders cannot be listed.
#[derive(Debug, thiserror::Error)]
pub(super) enum SourceFolderError {
    /// The task that reads the folders panicked.
    #[error(transparent)]
    Panicked(#[from] JoinError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl DataSync {
    /// Lists the folders that contain at least one source table.
    pub(super) async fn list_source_folders(
        &self,
        access: &Access,
        _permission: &Proof<SourcesManage>,
    ) -> Result<SourceFolders, SourceFolderError> {
        let (folders, organization) = (
            self.connectors.folders.clone(),
            access.organization().clone(),
        );
        let listing = spawn_blocking(move || folders.list_folders(&organization)).await?;
        let Some(FolderListing { root, folders }) = listing else {
            return Ok(SourceFolders {
                root: None,
                folders: Vec::new(),
                issue: Some(SourceFoldersIssue::NoRoot),
            });
        };
        let mut found = Vec::new();
        for (path, folder) in folders {
            let tables = list_folder_tables(folder).await;
            if !tables.is_empty() {
                found.push(SourceFolder { path, tables });
            }
        }
        let issue = found.is_empty().then_some(SourceFoldersIssue::NoTables);
        Ok(SourceFolders {
            root: Some(root),
            folders: found,
            issue,
        })
    }
}
