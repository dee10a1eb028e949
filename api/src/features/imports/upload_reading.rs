//! Reads the files of an upload and stores the result.

use super::file_parts::file_path;
use super::import_error::ImportError;
use super::store::UploadRecord;
use crate::db::{Organization, TenantDb};
use crate::features::data_sync::{
    DataSync, UploadFolder, collect_answers, load_known_items, parse_answers,
};
use chrono::{DateTime, Utc};
use imports::answers::Answers;
use imports::corrections::Correction;
use imports::{ImportRequest, Inspection, KnownItems};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Number of rows that were read of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TableRows {
    pub(super) table: String,
    pub(super) rows: u64,
}

/// What to read.
pub(super) struct ReadingInput {
    pub(super) files: Vec<PathBuf>,
    pub(super) answers: Answers,
    pub(super) corrections: Vec<Correction>,
    pub(super) items: KnownItems,
    pub(super) now: DateTime<Utc>,
}

/// The result of a reading.
pub(super) struct Reading {
    pub(super) inspection: Inspection,
    /// Size of what was written.
    pub(super) bytes: u64,
}

impl Reading {
    /// The names of the tables.
    pub(super) fn table_names(&self) -> Vec<String> {
        let rows = self.inspection.rows.iter();
        rows.map(|(table, _)| (*table).to_owned()).collect()
    }

    /// The fingerprints of all layouts.
    pub(super) fn fingerprints(&self) -> BTreeSet<String> {
        self.inspection
            .entries()
            .iter()
            .filter_map(|file| file["fingerprint"].as_str())
            .map(str::to_owned)
            .collect()
    }

    /// The tables with their numbers of rows.
    pub(super) fn table_rows(&self) -> Vec<TableRows> {
        let rows = self.inspection.rows.iter();
        rows.map(|(table, rows)| TableRows {
            table: (*table).to_owned(),
            rows: *rows,
        })
        .collect()
    }
}

/// Removes the files of expired uploads.
#[derive(Clone)]
pub struct UploadCleanup {
    /// Knows where uploads are.
    pub sync: DataSync,
}

impl UploadCleanup {
    /// Removes the files of uploads that expired before `now`. Returns how many.
    pub async fn remove_expired(&self, now: DateTime<Utc>) -> io::Result<usize> {
        let storage = self.sync.uploads().clone();
        tokio::task::spawn_blocking(move || storage.remove_expired(now))
            .await
            .map_err(io::Error::other)?
    }
}

/// What to read of a complete upload.
pub(super) async fn plan_reading(
    db: &TenantDb,
    organization: &Organization,
    folder: &UploadFolder,
    upload: &UploadRecord,
    now: DateTime<Utc>,
) -> Result<ReadingInput, ImportError> {
    if upload.files.is_empty() {
        return Err(ImportError::NoFiles);
    }
    if let Some(file) = upload.files.iter().find(|file| !file.is_complete()) {
        return Err(ImportError::Incomplete(file.row.name.clone()));
    }
    Ok(ReadingInput {
        files: upload
            .files
            .iter()
            .map(|file| file_path(folder, file))
            .collect(),
        answers: collect_answers(db, organization, parse_answers(&upload.row.answers)?).await?,
        corrections: serde_json::from_str(&upload.row.corrections)?,
        items: load_known_items(db).await?,
        now,
    })
}

/// Reads files on a blocking thread into `folder`, which replaces an earlier reading.
pub(super) async fn read_files(
    readers: Arc<Semaphore>,
    input: ReadingInput,
    folder: UploadFolder,
) -> Result<Reading, ImportError> {
    let permit = readers.acquire_owned().await.map_err(io::Error::other)?;
    let task = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        if input.files.iter().any(|file| !file.is_file()) {
            return Err(ImportError::FilesDeleted);
        }
        let tables = folder.tables();
        let fresh = tables.with_extension("new");
        remove_folder(&fresh)?;
        let request = ImportRequest {
            files: &input.files,
            answers: &input.answers,
            corrections: &input.corrections,
            items: &input.items,
            now: input.now,
        };
        let inspection = imports::inspect_with_traces(&request, &fresh)?;
        remove_folder(&tables)?;
        std::fs::rename(&fresh, &tables)?;
        Ok(Reading {
            inspection,
            bytes: measure_folder(&tables)?,
        })
    });
    task.await?
}

fn remove_folder(folder: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

fn measure_folder(folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        bytes += if metadata.is_dir() {
            measure_folder(&entry.path())?
        } else {
            metadata.len()
        };
    }
    Ok(bytes)
}
