//! Where connectors keep the files that they download: with the uploads of the organization, until
//! they are read.

use super::OpenContext;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::features::data_sync::upload_storage::{UploadFolder, UploadStorage};
use crate::ids::{TenantId, UploadId};
use async_trait::async_trait;
use chrono::TimeDelta;
use sources::{
    DownloadFolder, DownloadStorage, FileState, ReadOutcome, SourceError, TableRows, storage_error,
};
use std::path::{Path, PathBuf};
use tokio::task::spawn_blocking;

/// Files left behind by a crash are deleted after this time.
const FILE_LIFETIME: TimeDelta = TimeDelta::days(1);

/// The downloads of one organization.
pub(super) struct TenantDownloads {
    uploads: UploadStorage,
    tenant: TenantId,
    clock: Clock,
    entropy: Entropy,
}

/// A folder with downloaded files and what was made of them, removed when it is dropped.
pub(super) struct TenantDownloadFolder {
    folder: UploadFolder,
    files: PathBuf,
}

impl TenantDownloads {
    /// The downloads of the organization whose source is opened.
    pub(super) fn from_context(context: &OpenContext<'_>) -> Self {
        Self {
            uploads: context.connectors.uploads.clone(),
            tenant: context.access.tenant(),
            clock: context.clock.clone(),
            entropy: context.entropy.clone(),
        }
    }

    /// Creates a folder that only this server can read.
    pub(super) async fn create(&self) -> Result<TenantDownloadFolder, SourceError> {
        let now = self.clock.now();
        let id = self.entropy.uuid_v7(now).map_err(|error| {
            tracing::error!(%error, "a download has no id");
            unreachable("This server cannot store the file. Contact its operator.")
        })?;
        let folder = self.uploads.folder(self.tenant, UploadId(id));
        run_blocking(move || {
            let made = folder.keep_until(now + FILE_LIFETIME);
            let files = folder.files();
            // Also removes what was made of it.
            let folder = TenantDownloadFolder { folder, files };
            made.map_err(|error| storage_error(&error))?;
            Ok(folder)
        })
        .await
    }
}

impl TenantDownloadFolder {
    /// Where downloaded files are.
    pub(super) fn files(&self) -> &Path {
        &self.files
    }

    /// Where tables that are read from the files are.
    pub(super) fn tables(&self) -> PathBuf {
        self.folder.tables()
    }

    /// Rows that were read from these tables: they keep the folder, and are those of a file in this state.
    pub(super) fn keep_for(self, read: ReadOutcome, state: FileState) -> ReadOutcome {
        match read {
            ReadOutcome::Rows(rows) => ReadOutcome::Rows(TableRows {
                batches: rows.batches.keeping(self),
                files: vec![state],
                ..rows
            }),
            other => other,
        }
    }
}

impl DownloadFolder for TenantDownloadFolder {
    fn path(&self) -> &Path {
        self.files()
    }
}

impl Drop for TenantDownloadFolder {
    fn drop(&mut self) {
        if let Err(error) = self.folder.remove() {
            tracing::warn!(%error, "a downloaded file cannot be removed");
        }
    }
}

#[async_trait]
impl DownloadStorage for TenantDownloads {
    async fn create_folder(&self) -> Result<Box<dyn DownloadFolder>, SourceError> {
        Ok(Box::new(self.create().await?))
    }

    fn max_file_bytes(&self) -> u64 {
        self.uploads.max_file_bytes()
    }
}

/// An error that may go away.
pub(super) fn unreachable(message: &str) -> SourceError {
    SourceError::Unreachable(message.to_owned())
}

/// Runs work that accesses the file system.
pub(super) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, SourceError> + Send + 'static,
) -> Result<T, SourceError> {
    spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(unreachable("Reading the file was interrupted. Try again.")))
}
