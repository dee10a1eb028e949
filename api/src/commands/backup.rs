//! Backs up the database while the server runs, and restores it.

mod manifest;

use super::{CommandError, migrate, print_note, print_output, sessions};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{
    Database, Engine, ExportedTable, TableExport, TableExportError, sqlite_database_path,
    warehouse_path,
};
use clap::Args;
use manifest::{BackupFile, MANIFEST, Manifest};
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

const MAIN_FILE: &str = "sprout.db";
const WAREHOUSE_FILE: &str = "sprout-warehouse.db";

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

impl BackupCommand {
    pub(super) async fn run(self, config: &Config) -> Result<(), CommandError> {
        let database = open_existing(config).await?;
        let created_at = Clock::system().now();
        let folder = match self.keep {
            Some(_) => self
                .out
                .join(created_at.format("sprout-%Y%m%dT%H%M%SZ").to_string()),
            None => self.out.clone(),
        };
        let failed = || format!("cannot write the backup to {}", folder.display());
        create_private_folder(&folder).map_err(CommandError::with_io_context(failed()))?;
        let (names, export) = match database.engine() {
            Engine::Sqlite => (copy_sqlite_files(&database, &folder).await?, None),
            Engine::Postgres => {
                let export = database
                    .export_tables(&folder)
                    .await
                    .map_err(CommandError::with_context(failed()))?;
                let names = export.tables.iter().map(ExportedTable::file_name).collect();
                (names, Some(export))
            }
        };
        let files = names
            .iter()
            .map(|name| BackupFile::describe(&folder, name))
            .collect::<io::Result<Vec<_>>>()
            .map_err(CommandError::with_io_context(failed()))?;
        let bytes: u64 = files.iter().map(|file| file.bytes).sum();
        let manifest = Manifest {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            created_at: created_at.to_rfc3339(),
            files,
            postgres: export,
        };
        // Last: a folder without it is no complete backup.
        manifest
            .write(&folder)
            .map_err(CommandError::with_io_context(failed()))?;
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
        let manifest = Manifest::read(&self.from)?;
        manifest.check_files(&self.from)?;
        let database = match (
            sqlite_database_path(&config.database_url()),
            &manifest.postgres,
        ) {
            (Some(path), None) => self.restore_sqlite(config, &manifest, &path).await?,
            (None, Some(export)) => self.restore_postgres(config, export).await?,
            (Some(_), Some(_)) => return Err(wrong_engine("PostgreSQL")),
            (None, None) => return Err(wrong_engine("SQLite")),
        };
        let ended = sessions::revoke_all(&database).await?;
        print_output(&format!(
            "Restored the backup of {}. {ended} sessions were revoked: everyone signs in again.\n",
            manifest.created_at
        ))
    }

    async fn restore_sqlite(
        &self,
        config: &Config,
        manifest: &Manifest,
        path: &Path,
    ) -> Result<Database, CommandError> {
        let targets = [
            (MAIN_FILE, path.to_owned()),
            (WAREHOUSE_FILE, warehouse_path(path)),
        ];
        for (name, target) in &targets {
            if !manifest.files.iter().any(|file| file.name == *name) {
                return Err(CommandError::Refused(format!(
                    "The backup lacks {name}. Use another backup."
                )));
            }
            if target.exists() {
                return Err(CommandError::Refused(format!(
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
        Ok(database)
    }

    async fn restore_postgres(
        &self,
        config: &Config,
        export: &TableExport,
    ) -> Result<Database, CommandError> {
        let database = migrate::open_database(config).await?;
        let left_out = match database.import_tables(&self.from, export).await {
            Ok(left_out) => left_out,
            Err(TableExportError::NotEmpty) => {
                return Err(CommandError::Refused(
                    "The database is not empty. Stop the servers, create an empty database, and \
                     name it in DATABASE_URL."
                        .to_owned(),
                ));
            }
            Err(TableExportError::NewerVersion) => {
                return Err(CommandError::Refused(
                    "The backup was made by a newer version of Sprout. Restore it with that version."
                        .to_owned(),
                ));
            }
            Err(error) => {
                return Err(CommandError::with_context("cannot restore the tables")(
                    error,
                ));
            }
        };
        if !left_out.is_empty() {
            print_note(&format!(
                "Tables that are not Sprout's were left out: {}.\n",
                left_out.join(", ")
            ))?;
        }
        Ok(database)
    }
}

async fn open_existing(config: &Config) -> Result<Database, CommandError> {
    if let Some(path) = sqlite_database_path(&config.database_url())
        && !path.exists()
    {
        return Err(CommandError::Refused(format!(
            "There is no database at {}. Check SPROUT_DATA_DIR.",
            path.display()
        )));
    }
    migrate::open_database(config).await
}

/// Copies the files of a SQLite database. Returns their names in the backup.
async fn copy_sqlite_files(
    database: &Database,
    folder: &Path,
) -> Result<Vec<String>, CommandError> {
    // The file with the records first: rows that are newer than their records look like those of a
    // sync that a crash has interrupted, which the next run completes.
    database
        .copy_sqlite_files(&folder.join(MAIN_FILE), &folder.join(WAREHOUSE_FILE))
        .await
        .map_err(CommandError::with_context("cannot copy the database files"))?;
    let names = [MAIN_FILE, WAREHOUSE_FILE];
    for name in names {
        // The folder protects the file, until someone moves it.
        fs::set_permissions(folder.join(name), Permissions::from_mode(0o600)).map_err(
            CommandError::with_io_context(format!("cannot change the mode of {name}")),
        )?;
    }
    Ok(names.map(str::to_owned).to_vec())
}

fn wrong_engine(engine: &str) -> CommandError {
    CommandError::Refused(format!(
        "This is a backup of a {engine} database. Set DATABASE_URL to an empty one."
    ))
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
}
