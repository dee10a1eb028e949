//! Writes the parts of uploaded files to disk as they arrive.

use super::import_error::ImportError;
use super::store::FileRecord;
use crate::features::data_sync::UploadFolder;
use futures_util::StreamExt;
use poem::Body;
use std::io;
use std::path::{Path, PathBuf};
use tokio::fs::OpenOptions;
use tokio::io::{AsyncSeekExt, AsyncWriteExt};

/// Maximum length of the name of a file in bytes.
const MAX_NAME_BYTES: usize = 200;

/// Where a file is stored. Each file has a folder of its own, so that it keeps its name.
pub(super) fn file_path(folder: &UploadFolder, file: &FileRecord) -> PathBuf {
    folder
        .files()
        .join(file.row.id.to_string())
        .join(&file.row.name)
}

/// Whether the name can be the name of a file on any system.
pub(super) fn is_file_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= MAX_NAME_BYTES
        && name.trim() == name
        && !name.starts_with('.')
        && !name
            .chars()
            .any(|letter| letter.is_control() || "/\\:*?\"<>|".contains(letter))
}

/// Creates an empty file.
pub(super) async fn create_file(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        tokio::fs::create_dir_all(folder).await?;
    }
    tokio::fs::File::create(path).await.map(|_| ())
}

/// Writes one part at its position. The body must have exactly the size of the part.
pub(super) async fn write_part(
    path: &Path,
    (start, size): (u64, u64),
    body: Body,
) -> Result<(), ImportError> {
    let mut file = match OpenOptions::new().write(true).open(path).await {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(ImportError::FilesDeleted);
        }
        other => other?,
    };
    file.seek(io::SeekFrom::Start(start)).await?;
    let mut written = 0;
    let mut chunks = body.into_bytes_stream();
    while let Some(chunk) = chunks.next().await {
        let Ok(chunk) = chunk else {
            return Err(ImportError::WrongPartSize(size));
        };
        written += chunk.len() as u64;
        if written > size {
            return Err(ImportError::WrongPartSize(size));
        }
        file.write_all(&chunk).await?;
    }
    if written < size {
        return Err(ImportError::WrongPartSize(size));
    }
    file.sync_data().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_are_file_names() {
        for name in ["stock.csv", "Lager Süd (2).xlsx", "a"] {
            assert!(is_file_name(name), "{name}");
        }
        for name in [
            "",
            ".",
            "..",
            "../x.csv",
            "a/b.csv",
            "c:\\x.csv",
            "a\0b",
            " a",
            ".x",
        ] {
            assert!(!is_file_name(name), "{name}");
        }
        assert!(!is_file_name(&"x".repeat(201)));
    }
}
