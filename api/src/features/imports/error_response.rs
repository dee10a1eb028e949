//! Responses to the errors of uploads and imports.

use super::import_error::ImportError;
use crate::http::{ApiError, ErrorDetailCode};
use poem::http::StatusCode;
use std::io;

impl From<ImportError> for ApiError {
    fn from(error: ImportError) -> Self {
        let message = error.to_string();
        match error {
            ImportError::InvalidName => {
                Self::invalid_value("name", ErrorDetailCode::FileName, message)
            }
            ImportError::InvalidAnswer(_) => {
                Self::invalid_value("answers", ErrorDetailCode::ImportAnswer, message)
            }
            ImportError::NameTaken(_) | ImportError::TooManyFiles(_) => {
                Self::conflict("upload_file_refused", message)
            }
            ImportError::FileTooLarge(_) => {
                Self::new(StatusCode::PAYLOAD_TOO_LARGE, "upload_too_large", message)
            }
            ImportError::QuotaExceeded(_) | ImportError::TooManyUploads(_) => {
                Self::conflict("upload_quota_exceeded", message)
            }
            ImportError::WrongPartSize(_) => Self::unprocessable("wrong_part_size", message),
            ImportError::Incomplete(_) | ImportError::NoFiles => {
                Self::conflict("upload_incomplete", message)
            }
            ImportError::FilesDeleted => Self::conflict("upload_files_deleted", message),
            ImportError::NotRead => Self::conflict("upload_not_read", message),
            ImportError::NothingToImport => Self::unprocessable("nothing_to_import", message),
            ImportError::CannotUndo => Self::conflict("undo_not_possible", message),
            ImportError::InProgress => Self::conflict("sync_in_progress", message),
            ImportError::Lookup(error) => error.into(),
            ImportError::Entropy(error) => error.into(),
            ImportError::Io(error) if error.kind() == io::ErrorKind::StorageFull => {
                let message = "The disk of the server is full. Contact its operator.";
                Self::unavailable("storage_full", message)
            }
            ImportError::Io(_)
            | ImportError::Results(_)
            | ImportError::Inspect(_)
            | ImportError::Json(_)
            | ImportError::Snapshot(_)
            | ImportError::Sample(_)
            | ImportError::Panicked(_) => Self::internal(&error),
        }
    }
}
