//! Rows of uploads and their files.

use super::import_error::ImportError;
use super::{MAX_FILES, MAX_UPLOADS, PART_BYTES};
use crate::auth::Proof;
use crate::auth::permission::{SyncRead, SyncRun};
use crate::db::{DbError, LookupError, TenantDb};
use crate::ids::UploadId;
use chrono::{DateTime, Utc};
use entities::{sync_run, upload, upload_file};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Set};
use std::collections::BTreeSet;

/// An upload with its files.
#[derive(Clone, Debug)]
pub(super) struct UploadRecord {
    pub(super) row: upload::Model,
    pub(super) files: Vec<FileRecord>,
}

/// A file of an upload.
#[derive(Clone, Debug)]
pub(super) struct FileRecord {
    pub(super) row: upload_file::Model,
    /// Numbers of the received parts, from 1.
    pub(super) received: BTreeSet<u32>,
}

impl FileRecord {
    fn from_row(row: upload_file::Model) -> Self {
        let received = serde_json::from_str(&row.received_parts).unwrap_or_default();
        Self { row, received }
    }

    /// Size in bytes.
    pub(super) fn size(&self) -> u64 {
        self.row.size_bytes.unsigned_abs()
    }

    /// Number of parts. An empty file has none.
    pub(super) fn parts(&self) -> u32 {
        u32::try_from(self.size().div_ceil(PART_BYTES)).unwrap_or(u32::MAX)
    }

    /// Position and size of a part; `None` if the file does not have it.
    pub(super) fn part_range(&self, part: u32) -> Option<(u64, u64)> {
        if part == 0 || part > self.parts() {
            return None;
        }
        let start = u64::from(part - 1) * PART_BYTES;
        Some((start, PART_BYTES.min(self.size() - start)))
    }

    /// Whether all parts were received.
    pub(super) fn is_complete(&self) -> bool {
        self.received.len() >= usize::try_from(self.parts()).unwrap_or(usize::MAX)
    }
}

/// Inserts an empty upload.
pub(super) async fn insert_upload(
    db: &TenantDb,
    _permission: &Proof<SyncRun>,
    id: UploadId,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<(), ImportError> {
    // The files of expired uploads are removed by the server's cleanup.
    db.delete::<upload::Entity>()
        .filter(upload::Column::ExpiresAt.lt(now))
        .exec()
        .await?;
    if db.find::<upload::Entity>().count().await? >= MAX_UPLOADS {
        return Err(ImportError::TooManyUploads(MAX_UPLOADS));
    }
    let row = upload::ActiveModel {
        id: Set(id.0),
        created_at: Set(now),
        expires_at: Set(expires_at),
        answers: Set("[]".to_owned()),
        corrections: Set("[]".to_owned()),
        proposal: Set(None),
        table_rows: Set(None),
        rejected_cells: Set(0),
        read_bytes: Set(0),
        run_id: Set(None),
        ..Default::default()
    };
    db.insert(row).await?;
    Ok(())
}

/// An unexpired upload with its files, for someone who may read syncs.
pub(super) async fn find_upload(
    db: &TenantDb,
    _permission: &Proof<SyncRead>,
    id: UploadId,
    now: DateTime<Utc>,
) -> Result<UploadRecord, LookupError> {
    load_upload(db, id, now).await
}

/// Like [`find_upload`], for someone who may start syncs.
pub(super) async fn find_upload_to_import(
    db: &TenantDb,
    _permission: &Proof<SyncRun>,
    id: UploadId,
    now: DateTime<Utc>,
) -> Result<UploadRecord, LookupError> {
    load_upload(db, id, now).await
}

/// Locks an upload and returns it, for a change.
pub(super) async fn lock_upload(
    db: &TenantDb,
    _permission: &Proof<SyncRun>,
    id: UploadId,
    now: DateTime<Utc>,
) -> Result<UploadRecord, LookupError> {
    // This update changes nothing but locks the row.
    db.update::<upload::Entity>()
        .filter(upload::Column::Id.eq(id.0))
        .exec()
        .await?;
    load_upload(db, id, now).await
}

async fn load_upload(
    db: &TenantDb,
    id: UploadId,
    now: DateTime<Utc>,
) -> Result<UploadRecord, LookupError> {
    let row = db
        .find::<upload::Entity>()
        .filter(upload::Column::Id.eq(id.0))
        .filter(upload::Column::ExpiresAt.gt(now))
        .one()
        .await?
        .ok_or(LookupError::NotFound)?;
    let files = db
        .find::<upload_file::Entity>()
        .filter(upload_file::Column::UploadId.eq(id.0))
        .order_by_asc(upload_file::Column::Position)
        .limit(MAX_FILES)
        .all()
        .await?;
    Ok(UploadRecord {
        row,
        files: files.into_iter().map(FileRecord::from_row).collect(),
    })
}

/// Bytes of all uploads of the organization, as announced and as read.
pub(super) async fn sum_stored_bytes(db: &TenantDb) -> Result<u64, DbError> {
    let uploads = db.find::<upload::Entity>().all().await?;
    let files = db.find::<upload_file::Entity>().all().await?;
    let read: u64 = uploads
        .iter()
        .map(|row| row.read_bytes.unsigned_abs())
        .sum();
    let sent: u64 = files.iter().map(|row| row.size_bytes.unsigned_abs()).sum();
    Ok(read + sent)
}

/// Adds a file to a locked upload.
pub(super) async fn insert_file(
    db: &TenantDb,
    upload: &UploadRecord,
    id: Uuid,
    name: &str,
    size: u64,
) -> Result<FileRecord, ImportError> {
    if upload.files.iter().any(|file| file.row.name == name) {
        return Err(ImportError::NameTaken(name.to_owned()));
    }
    if upload.files.len() as u64 >= MAX_FILES {
        return Err(ImportError::TooManyFiles(MAX_FILES));
    }
    let row = upload_file::Model {
        tenant_id: upload.row.tenant_id,
        id,
        upload_id: upload.row.id,
        position: i32::try_from(upload.files.len()).unwrap_or(i32::MAX),
        name: name.to_owned(),
        size_bytes: i64::try_from(size).unwrap_or(i64::MAX),
        received_parts: "[]".to_owned(),
    };
    let added = upload_file::ActiveModel {
        tenant_id: Set(row.tenant_id),
        id: Set(row.id),
        upload_id: Set(row.upload_id),
        position: Set(row.position),
        name: Set(row.name.clone()),
        size_bytes: Set(row.size_bytes),
        received_parts: Set(row.received_parts.clone()),
    };
    db.insert(added).await?;
    Ok(FileRecord::from_row(row))
}

/// Records a received part of a file of a locked upload.
pub(super) async fn record_part(
    db: &TenantDb,
    file: &FileRecord,
    part: u32,
) -> Result<FileRecord, ImportError> {
    let mut file = file.clone();
    file.received.insert(part);
    save_received(db, file).await
}

/// Saves which parts of a file were received.
pub(super) async fn save_received(
    db: &TenantDb,
    mut file: FileRecord,
) -> Result<FileRecord, ImportError> {
    file.row.received_parts = serde_json::to_string(&file.received)?;
    db.update::<upload_file::Entity>()
        .filter(upload_file::Column::Id.eq(file.row.id))
        .set(
            upload_file::Column::ReceivedParts,
            file.row.received_parts.clone(),
        )
        .exec()
        .await?;
    Ok(file)
}

/// Saves the changed fields of a locked upload.
pub(super) async fn update_upload(db: &TenantDb, row: &upload::Model) -> Result<(), DbError> {
    let changed = db
        .update::<upload::Entity>()
        .filter(upload::Column::Id.eq(row.id))
        .set(upload::Column::ExpiresAt, row.expires_at)
        .set(upload::Column::Answers, row.answers.clone())
        .set(upload::Column::Corrections, row.corrections.clone())
        .set(upload::Column::Proposal, row.proposal.clone())
        .set(upload::Column::TableRows, row.table_rows.clone());
    changed
        .set(upload::Column::RejectedCells, row.rejected_cells)
        .set(upload::Column::ReadBytes, row.read_bytes)
        .set(upload::Column::RunId, row.run_id)
        .exec()
        .await?;
    Ok(())
}

/// Deletes an upload with its files.
pub(super) async fn delete_upload(
    db: &TenantDb,
    _permission: &Proof<SyncRun>,
    id: UploadId,
) -> Result<(), DbError> {
    db.delete::<upload_file::Entity>()
        .filter(upload_file::Column::UploadId.eq(id.0))
        .exec()
        .await?;
    db.delete::<upload::Entity>()
        .filter(upload::Column::Id.eq(id.0))
        .exec()
        .await?;
    Ok(())
}

/// Whether the upload's run is the latest one of the organization and has ended.
pub(super) async fn is_latest_run(db: &TenantDb, upload: &upload::Model) -> Result<bool, DbError> {
    let latest = db
        .find::<sync_run::Entity>()
        .order_by_desc(sync_run::Column::Id)
        .limit(1)
        .one()
        .await?;
    Ok(latest.is_some_and(|run| Some(run.id) == upload.run_id && run.finished_at.is_some()))
}

/// Whether a run loads the upload now.
pub(super) async fn is_importing(db: &TenantDb, upload: &upload::Model) -> Result<bool, DbError> {
    let Some(run) = upload.run_id else {
        return Ok(false);
    };
    let running = db
        .find::<sync_run::Entity>()
        .filter(sync_run::Column::Id.eq(run))
        .filter(sync_run::Column::FinishedAt.is_null())
        .count()
        .await?;
    Ok(running > 0)
}
