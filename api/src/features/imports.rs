//! Imports of exported files: uploads, their reading, the questions about them, and the run that
//! loads their rows.

mod answer_memory;
mod error_response;
mod file_parts;
mod import_command;
mod import_error;
mod routes;
mod sample_files;
mod store;
mod upload_reading;
pub mod wire;

pub use import_command::{ImportCommandError, ImportCommandOptions, ImportedFiles, import_files};
pub use routes::ImportsApi;
pub use upload_reading::UploadCleanup;

use chrono::TimeDelta;

/// How long an upload is kept after it was last read.
const UPLOAD_LIFETIME: TimeDelta = TimeDelta::days(7);
/// Size of the parts of a file; the last one may be smaller.
pub const PART_BYTES: u64 = 8 * 1024 * 1024;
/// Maximum number of uploads of an organization.
const MAX_UPLOADS: u64 = 100;
/// Maximum number of files of an upload.
const MAX_FILES: u64 = 50;
/// Maximum number of answers that are remembered about one layout.
const MAX_ANSWERS: usize = 500;
