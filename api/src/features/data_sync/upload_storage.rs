//! Where uploaded files are: `uploads/<organization>/<upload>/` in the data folder. `content/` holds
//! what was uploaded, `tables/` what was read from it.

use crate::config::Config;
use crate::ids::{TenantId, UploadId};
use chrono::{DateTime, Utc};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Files that are read at the same time. Each may take hundreds of MiB.
const MAX_READERS: usize = 2;
/// An organization may store this many times the maximum size of a file.
const QUOTA_FILES: u64 = 4;
const EXPIRY_FILE: &str = "expires";

/// The folders of all uploads, and the operator's limits.
#[derive(Clone, Debug)]
pub struct UploadStorage {
    root: PathBuf,
    max_file_bytes: u64,
    readers: Arc<Semaphore>,
}

/// The folder of one upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadFolder(PathBuf);

impl UploadStorage {
    /// Reads the operator's settings.
    pub fn from_config(config: &Config) -> Self {
        Self {
            root: config.data_dir.join("uploads"),
            max_file_bytes: u64::from(config.max_upload_mib) * 1024 * 1024,
            readers: Arc::new(Semaphore::new(MAX_READERS)),
        }
    }

    /// Maximum size of a file.
    pub fn max_file_bytes(&self) -> u64 {
        self.max_file_bytes
    }

    /// Maximum size of all uploads of an organization.
    pub fn max_organization_bytes(&self) -> u64 {
        self.max_file_bytes.saturating_mul(QUOTA_FILES)
    }

    /// A permit to read files. Waits while too many are read.
    pub fn readers(&self) -> Arc<Semaphore> {
        Arc::clone(&self.readers)
    }

    /// The folder of an upload.
    pub fn folder(&self, tenant: TenantId, upload: UploadId) -> UploadFolder {
        UploadFolder(self.root.join(tenant.to_string()).join(upload.to_string()))
    }

    /// Removes the folders of expired uploads, of every organization. Accesses the file system.
    pub fn remove_expired(&self, now: DateTime<Utc>) -> io::Result<usize> {
        let mut removed = 0;
        for tenant in list_folders(&self.root)? {
            for upload in list_folders(&tenant)? {
                if has_expired(&upload, now) {
                    std::fs::remove_dir_all(&upload)?;
                    removed += 1;
                }
            }
            // Fails if the organization has other uploads.
            let _ = std::fs::remove_dir(&tenant);
        }
        Ok(removed)
    }
}

impl UploadFolder {
    /// The folder of the uploaded files.
    pub fn files(&self) -> PathBuf {
        self.0.join("content")
    }

    /// The folder of the tables that were read.
    pub fn tables(&self) -> PathBuf {
        self.0.join("tables")
    }

    /// The folder of the tables as they were before the import.
    pub fn before(&self) -> PathBuf {
        self.0.join("before")
    }

    /// Creates the folder, or sets when it expires. Accesses the file system.
    pub fn keep_until(&self, expires_at: DateTime<Utc>) -> io::Result<()> {
        create_private_folder(&self.files())?;
        std::fs::write(self.0.join(EXPIRY_FILE), expires_at.to_rfc3339())
    }

    /// Removes the uploaded files, and keeps what was read. Accesses the file system.
    pub fn remove_files(&self) -> io::Result<()> {
        ignore_missing(std::fs::remove_dir_all(self.files()))
    }

    /// Removes everything. Accesses the file system.
    pub fn remove(&self) -> io::Result<()> {
        ignore_missing(std::fs::remove_dir_all(&self.0))
    }
}

/// Creates a folder that only the server's user can read.
fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn ignore_missing(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

fn list_folders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other?,
    };
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    Ok(paths
        .collect::<io::Result<Vec<_>>>()?
        .into_iter()
        .filter(|path| path.is_dir())
        .collect())
}

/// A folder without a readable time was never finished.
fn has_expired(upload: &Path, now: DateTime<Utc>) -> bool {
    std::fs::read_to_string(upload.join(EXPIRY_FILE))
        .ok()
        .and_then(|text| DateTime::parse_from_rfc3339(text.trim()).ok())
        .is_none_or(|expires_at| expires_at < now)
}
