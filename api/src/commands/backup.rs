//! Backs up a SQLite database while the server runs, and restores it.

use super::{CommandError, migrate, print_output, sessions};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Database, sqlite_database_path, warehouse_path};
use aws_lc_rs::digest::{Context, SHA256};
use clap::Args;
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

const MANIFEST: &str = "manifest.json";
const MAIN_FILE: &str = "sprout.db";
const WAREHOUSE_FILE: &str = "sprout-warehouse.db";
const COPY_BYTES: usize = 256 * 1024;

/// The options of `sprout backup`.
#[derive(Debug, Args)]
pub(super) struct BackupCommand {
    /// Folder to create for the backup. With --keep, the folder that contains all backups.
    #[arg(long)]
    out: PathBuf,
    /// Number of backups to keep. Creates a folder named after the time in the folder of --out, and
    /// deletes older ones.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    keep: Option<u32>,
}

/// The options of `sprout restore`.
#[derive(Debug, Args)]
pub(super) struct RestoreCommand {
    /// Folder of the backup.
    #[arg(long)]
    from: PathBuf,
}

/// Describes a backup.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    /// Version of Sprout.
    version: String,
    created_at: String,
    files: Vec<ManifestFile>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ManifestFile {
    name: String,
    bytes: u64,
    sha256: String,
}

impl BackupCommand {
    pub(super) async fn run(self, config: &Config) -> Result<(), CommandError> {
        let database = open_sqlite(config).await?;
        let created_at = Clock::system().now();
        let folder = match self.keep {
            Some(_) => self
                .out
                .join(created_at.format("sprout-%Y%m%dT%H%M%SZ").to_string()),
            None => self.out.clone(),
        };
        let failed = || format!("cannot write the backup to {}", folder.display());
        create_private_folder(&folder).map_err(CommandError::with_io_context(failed()))?;
        // The file with the records first: rows that are newer than their records look like those
        // of a sync that a crash has interrupted, which the next run completes.
        database
            .copy_sqlite_files(&folder.join(MAIN_FILE), &folder.join(WAREHOUSE_FILE))
            .await
            .map_err(CommandError::with_context(failed()))?;
        let files = [MAIN_FILE, WAREHOUSE_FILE]
            .into_iter()
            .map(|name| {
                // The folder protects the file, until someone moves it.
                fs::set_permissions(folder.join(name), Permissions::from_mode(0o600))?;
                describe_file(&folder, name)
            })
            .collect::<io::Result<Vec<_>>>()
            .map_err(CommandError::with_io_context(failed()))?;
        let bytes: u64 = files.iter().map(|file| file.bytes).sum();
        let manifest = Manifest {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            created_at: created_at.to_rfc3339(),
            files,
        };
        let text = serde_json::to_string_pretty(&manifest)
            .map_err(CommandError::with_context(failed()))?;
        // Last: a folder without it is no complete backup.
        fs::write(folder.join(MANIFEST), text).map_err(CommandError::with_io_context(failed()))?;
        let deleted = match self.keep {
            Some(keep) => delete_old_backups(&self.out, keep as usize)
                .map_err(CommandError::with_io_context("cannot delete old backups"))?,
            None => 0,
        };
        let note = match deleted {
            0 => String::new(),
            1 => " 1 old backup was deleted.".to_owned(),
            several => format!(" {several} old backups were deleted."),
        };
        print_output(&format!(
            "{} MiB backed up to {}.{note} Back up the secret file too.\n",
            bytes.div_ceil(1 << 20),
            folder.display()
        ))
    }
}

impl RestoreCommand {
    pub(super) async fn run(self, config: &Config) -> Result<(), CommandError> {
        let Some(database) = sqlite_database_path(&config.database_url()) else {
            return Err(postgres_refusal());
        };
        let refused = |problem: String| CommandError::Refused(problem);
        let manifest = read_manifest(&self.from)?;
        let targets = [
            (MAIN_FILE, database.clone()),
            (WAREHOUSE_FILE, warehouse_path(&database)),
        ];
        for (name, target) in &targets {
            let known = manifest.files.iter().find(|file| file.name == *name);
            let found = describe_file(&self.from, name)
                .map_err(CommandError::with_io_context(format!("cannot read {name}")))?;
            if known != Some(&found) {
                return Err(refused(format!(
                    "{name} is not the file that was backed up. Use another backup."
                )));
            }
            if target.exists() {
                return Err(refused(format!(
                    "{} exists. Stop the server, and move the database files away first.",
                    target.display()
                )));
            }
        }
        fs::create_dir_all(&config.data_dir).map_err(CommandError::with_io_context(format!(
            "cannot create {}",
            config.data_dir.display()
        )))?;
        for (name, target) in &targets {
            copy_private(&self.from.join(name), target).map_err(CommandError::with_io_context(
                format!("cannot write {}", target.display()),
            ))?;
        }
        let database = migrate::open_database(config).await?;
        database
            .migrate()
            .await
            .map_err(CommandError::with_context("cannot migrate the database"))?;
        let ended = sessions::revoke_all(&database).await?;
        print_output(&format!(
            "Restored the backup of {}. {ended} sessions were revoked: everyone signs in again.\n",
            manifest.created_at
        ))
    }
}

async fn open_sqlite(config: &Config) -> Result<Database, CommandError> {
    let Some(path) = sqlite_database_path(&config.database_url()) else {
        return Err(postgres_refusal());
    };
    if !path.exists() {
        return Err(CommandError::Refused(format!(
            "There is no database at {}. Check SPROUT_DATA_DIR.",
            path.display()
        )));
    }
    migrate::open_database(config).await
}

fn postgres_refusal() -> CommandError {
    CommandError::Refused(
        "This command is for SQLite. Use pg_dump and pg_restore, then `sprout migrate` and \
         `sprout sessions revoke-all`."
            .to_owned(),
    )
}

fn create_private_folder(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    DirBuilder::new().mode(0o700).create(folder)
}

fn copy_private(from: &Path, to: &Path) -> io::Result<()> {
    let mut target = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(to)?;
    io::copy(&mut File::open(from)?, &mut target)?;
    target.sync_all()
}

fn describe_file(folder: &Path, name: &str) -> io::Result<ManifestFile> {
    let mut file = File::open(folder.join(name))?;
    let (mut hash, mut chunk, mut bytes) = (Context::new(&SHA256), vec![0; COPY_BYTES], 0);
    loop {
        let length = file.read(&mut chunk)?;
        if length == 0 {
            break;
        }
        hash.update(chunk.get(..length).unwrap_or_default());
        bytes += length as u64;
    }
    Ok(ManifestFile {
        name: name.to_owned(),
        bytes,
        sha256: HEXLOWER.encode(hash.finish().as_ref()),
    })
}

fn read_manifest(folder: &Path) -> Result<Manifest, CommandError> {
    let path = folder.join(MANIFEST);
    let text = fs::read_to_string(&path).map_err(CommandError::with_io_context(format!(
        "{} is no complete backup: cannot read {MANIFEST}",
        folder.display()
    )))?;
    serde_json::from_str(&text)
        .map_err(CommandError::with_context(format!("{MANIFEST} is damaged")))
}

/// Deletes all complete backups but the newest ones. Returns how many.
fn delete_old_backups(folder: &Path, keep: usize) -> io::Result<usize> {
    let mut backups: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?
        .into_iter()
        .filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.starts_with("sprout-2")) && path.join(MANIFEST).is_file()
        })
        .collect();
    // The names sort by time.
    backups.sort_unstable();
    let old = backups.len().saturating_sub(keep);
    for backup in backups.iter().take(old) {
        fs::remove_dir_all(backup)?;
    }
    Ok(old)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_old_backups_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            "sprout-20260101T000000Z",
            "sprout-20260102T000000Z",
            "sprout-20260103T000000Z",
        ];
        for name in names.iter().chain(&["sprout-20250101T000000Z", "other"]) {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        for name in names {
            fs::write(folder.path().join(name).join(MANIFEST), "{}").unwrap();
        }
        assert_eq!(delete_old_backups(folder.path(), 2).unwrap(), 1);
        assert_eq!(delete_old_backups(folder.path(), 2).unwrap(), 0);
        let mut left: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort_unstable();
        assert_eq!(
            left,
            [
                "other",
                "sprout-20250101T000000Z",
                "sprout-20260102T000000Z",
                "sprout-20260103T000000Z"
            ]
        );
    }

    #[test]
    fn a_file_is_described_by_size_and_hash() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("x"), "abc").unwrap();
        assert_eq!(
            describe_file(folder.path(), "x").unwrap(),
            ManifestFile {
                name: "x".to_owned(),
                bytes: 3,
                sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
                    .to_owned(),
            }
        );
    }
}
