//! The manifest of a backup: its files with their hashes.

use crate::commands::CommandError;
use crate::db::TableExport;
use aws_lc_rs::digest::{Context, SHA256};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The name of the manifest in the folder of a backup.
pub(super) const MANIFEST: &str = "manifest.json";
const READ_BYTES: usize = 256 * 1024;

/// Describes a backup.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Manifest {
    /// Version of Sprout.
    pub version: String,
    pub created_at: String,
    pub files: Vec<BackupFile>,
    /// The tables of a PostgreSQL database. None for SQLite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub postgres: Option<TableExport>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BackupFile {
    pub name: String,
    pub bytes: u64,
    pub sha256: String,
}

impl Manifest {
    pub(super) fn read(folder: &Path) -> Result<Self, CommandError> {
        let path = folder.join(MANIFEST);
        let text = fs::read_to_string(&path).map_err(CommandError::with_io_context(format!(
            "{} is no complete backup: cannot read {MANIFEST}",
            folder.display()
        )))?;
        serde_json::from_str(&text)
            .map_err(CommandError::with_context(format!("{MANIFEST} is damaged")))
    }

    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        fs::write(folder.join(MANIFEST), serde_json::to_string_pretty(self)?)
    }

    /// Refuses files that are not those of the backup.
    pub(super) fn check_files(&self, folder: &Path) -> Result<(), CommandError> {
        for known in &self.files {
            let name = &known.name;
            let found = BackupFile::describe(folder, name)
                .map_err(CommandError::with_io_context(format!("cannot read {name}")))?;
            if *known != found {
                return Err(CommandError::Refused(format!(
                    "{name} is not the file that was backed up. Use another backup."
                )));
            }
        }
        Ok(())
    }
}

impl BackupFile {
    pub(super) fn describe(folder: &Path, name: &str) -> io::Result<Self> {
        let mut file = File::open(folder.join(name))?;
        let (mut hash, mut chunk, mut bytes) = (Context::new(&SHA256), vec![0; READ_BYTES], 0);
        loop {
            let length = file.read(&mut chunk)?;
            if length == 0 {
                break;
            }
            hash.update(chunk.get(..length).unwrap_or_default());
            bytes += length as u64;
        }
        Ok(Self {
            name: name.to_owned(),
            bytes,
            sha256: HEXLOWER.encode(hash.finish().as_ref()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_described_by_size_and_hash() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("x"), "abc").unwrap();
        assert_eq!(
            BackupFile::describe(folder.path(), "x").unwrap(),
            BackupFile {
                name: "x".to_owned(),
                bytes: 3,
                sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
                    .to_owned(),
            }
        );
    }
}
