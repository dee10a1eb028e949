//! Where readers keep files while they read them.

use crate::SourceError;
use async_trait::async_trait;
use std::io;
use std::path::Path;

/// Creates folders for downloaded files.
#[async_trait]
pub trait DownloadStorage: Send + Sync {
    /// A new, empty folder that only this server can read.
    async fn create_folder(&self) -> Result<Box<dyn DownloadFolder>, SourceError>;

    /// The maximum size of a file.
    fn max_file_bytes(&self) -> u64;
}

/// A folder of downloaded files, removed with them when it is dropped.
pub trait DownloadFolder: Send + Sync {
    /// Where it is.
    fn path(&self) -> &Path;
}

/// The error of a downloaded file that cannot be stored or read.
pub fn storage_error(error: &io::Error) -> SourceError {
    tracing::error!(%error, "a downloaded file cannot be stored or read");
    SourceError::Unreachable("This server cannot store the file. Contact its operator.".to_owned())
}
