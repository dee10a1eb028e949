//! Requests and responses of uploads.

mod proposal;
mod rejected_cells;
mod upload_answers;

pub use proposal::UploadReading;
pub(super) use rejected_cells::GroupCounter;
pub use rejected_cells::{RejectedCellGroups, RejectedCells, UploadRows};
pub use upload_answers::{CellCorrection, UploadAnswer, UploadAnswersInput};

use super::PART_BYTES;
use super::import_error::ImportError;
use super::store::{FileRecord, UploadRecord};
use crate::features::data_sync::parse_answers;
use chrono::{DateTime, Utc};
use imports::corrections::Correction;
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// A file to be uploaded.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(deny_unknown_fields, example)]
pub struct UploadFileInput {
    /// Name without folders.
    #[oai(validator(min_length = 1, max_length = 200))]
    pub name: String,
    /// Size in bytes.
    #[oai(validator(minimum(value = "0"), maximum(value = "68719476736")))]
    pub size: u64,
}

impl Example for UploadFileInput {
    fn example() -> Self {
        Self {
            name: "stock.xlsx".to_owned(),
            size: 182_400,
        }
    }
}

/// A file of an upload.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct UploadFile {
    /// Id of the file.
    pub id: Uuid,
    /// Name of the file.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Bytes of each part. The last part has the rest.
    pub part_bytes: u64,
    /// Number of parts.
    pub parts: u32,
    /// Numbers of the received parts, from 1. Send the others to resume.
    pub received_parts: Vec<u32>,
    /// Whether all parts were received.
    pub complete: bool,
}

/// Files that are imported together.
#[derive(Clone, Debug, PartialEq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Upload {
    /// Id of the upload.
    pub id: Uuid,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When its files are deleted.
    pub expires_at: DateTime<Utc>,
    /// Maximum size of a file in bytes.
    pub max_file_bytes: u64,
    /// The files in their order.
    pub files: Vec<UploadFile>,
    /// The last reading. Absent before the files were read, and after files or answers changed.
    pub reading: Option<UploadReading>,
    /// The answers given for this upload.
    pub answers: Vec<UploadAnswer>,
    /// The corrected cells.
    pub corrections: Vec<CellCorrection>,
    /// The last run that imported the files.
    pub run_id: Option<Uuid>,
}

impl From<FileRecord> for UploadFile {
    fn from(file: FileRecord) -> Self {
        Self {
            id: file.row.id,
            size: file.size(),
            part_bytes: PART_BYTES,
            parts: file.parts(),
            complete: file.is_complete(),
            received_parts: file.received.into_iter().collect(),
            name: file.row.name,
        }
    }
}

impl Upload {
    pub(super) fn from_record(
        upload: UploadRecord,
        max_file_bytes: u64,
    ) -> Result<Self, ImportError> {
        Ok(Self {
            id: upload.row.id,
            created_at: upload.row.created_at,
            expires_at: upload.row.expires_at,
            max_file_bytes,
            reading: UploadReading::from_row(&upload.row)?,
            answers: parse_answers(&upload.row.answers)?
                .into_iter()
                .map(Into::into)
                .collect(),
            corrections: serde_json::from_str::<Vec<Correction>>(&upload.row.corrections)?
                .into_iter()
                .map(Into::into)
                .collect(),
            run_id: upload.row.run_id,
            files: upload.files.into_iter().map(Into::into).collect(),
        })
    }
}
