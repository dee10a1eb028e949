//! A folder as a warehouse: `<table>.csv` or `<table>.parquet`, or several such files in
//! `<table>/`.

use super::super::catalogue::SourceTable;
use super::folders::AllowedFolder;
use super::{
    BATCHES_IN_FLIGHT, Batches, FileState, FoundColumn, HandOn, Layout, Layouts, Presence, Reading,
    Rows, SourceError, Wanted, Warehouse, columns, csv, parquet,
};
use async_trait::async_trait;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};
use tokio::task::spawn_blocking;

/// A folder that holds the tenant's tables as files.
#[derive(Clone, Debug)]
pub struct FolderWarehouse {
    place: AllowedFolder,
}

/// A file to read.
#[derive(Clone, Debug)]
struct NamedFile {
    path: PathBuf,
    /// As people know it: relative to the source.
    name: Arc<str>,
    form: Form,
}

impl NamedFile {
    /// The columns that it has.
    fn columns(&self, layout: &Layout) -> Result<Vec<FoundColumn>, SourceError> {
        match self.form {
            Form::Csv => csv::columns(&self.path, &self.name, layout),
            Form::Parquet => parquet::columns(&self.path, &self.name, layout),
        }
    }

    /// Sends the file's rows, unless it is another one by the end than it was when its state was
    /// taken.
    fn read(
        &self,
        layout: &Layout,
        state: &FileState,
        send: HandOn<'_>,
    ) -> Result<(), SourceError> {
        let complete = match self.form {
            Form::Csv => csv::read(&self.path, &self.name, layout, send)?,
            Form::Parquet => parquet::read(&self.path, &self.name, layout, send)?,
        };
        if complete && !state.still_holds(&self.path)? {
            return Err(SourceError::Unusable(format!(
                "{} changed while it was being read: sync again once it is written.",
                self.name
            )));
        }
        Ok(())
    }
}

/// What a look at a table's files shows.
enum Looked {
    Absent,
    Unchanged,
    Wanted {
        files: Vec<(FileState, NamedFile)>,
        columns: Vec<FoundColumn>,
        left_out: usize,
    },
}

/// How rows are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Csv,
    Parquet,
}

impl Form {
    const ALL: [Self; 2] = [Self::Csv, Self::Parquet];

    fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }

    fn of_name(name: &str) -> Option<Self> {
        let extension = Path::new(name).extension()?.to_str()?;
        Self::ALL
            .into_iter()
            .find(|form| form.extension() == extension)
    }
}

impl FolderWarehouse {
    /// The warehouse in a folder that may be read.
    pub fn new(place: AllowedFolder) -> Self {
        Self { place }
    }

    /// The files of a table in the order of their names; none where the folder does not have the
    /// table.
    fn files(&self, table: SourceTable) -> Result<Vec<NamedFile>, SourceError> {
        let mut ways = Vec::new();
        for form in Form::ALL {
            let single = format!("{}.{}", table.id(), form.extension());
            let path = self.place.folder.join(&single);
            if exists(&path)? {
                ways.push((vec![self.file(&path, single.clone(), form)?], single));
            }
        }
        let several = self.place.folder.join(table.id());
        if exists(&several)? {
            let parts = self.parts(table, &several)?;
            if !parts.is_empty() {
                ways.push((parts, format!("files in {}/", table.id())));
            }
        }
        if ways.len() > 1 {
            let names: Vec<String> = ways.into_iter().map(|(_, name)| name).collect();
            return Err(SourceError::Unusable(format!(
                "The folder has both {}: keep one of them.",
                names.join(" and ")
            )));
        }
        Ok(ways.pop().map(|(files, _)| files).unwrap_or_default())
    }

    fn parts(&self, table: SourceTable, folder: &Path) -> Result<Vec<NamedFile>, SourceError> {
        let unreadable = |error: io::Error| {
            SourceError::Unreachable(format!(
                "The folder {}/ cannot be read: {error}.",
                table.id()
            ))
        };
        let folder = self.inside(folder, table.id())?;
        if !folder.is_dir() {
            return Err(SourceError::Unusable(format!(
                "{0} is not a folder: name the file {0}.csv or {0}.parquet.",
                table.id()
            )));
        }
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
            names.push(
                entry
                    .map_err(unreadable)?
                    .file_name()
                    .to_string_lossy()
                    .into_owned(),
            );
        }
        names.sort_unstable();
        let mut parts = Vec::new();
        for name in names {
            if let Some(form) = Form::of_name(&name) {
                parts.push(self.file(
                    &folder.join(&name),
                    format!("{}/{name}", table.id()),
                    form,
                )?);
            }
        }
        Ok(parts)
    }

    /// The real place of a file, refused where a symbolic link leads it out of the allowed folder.
    fn inside(&self, path: &Path, shown: &str) -> Result<PathBuf, SourceError> {
        let real = path.canonicalize().map_err(|error| {
            SourceError::Unreachable(format!("{shown} cannot be read: {error}."))
        })?;
        if !real.starts_with(&self.place.boundary) {
            return Err(SourceError::Unusable(format!(
                "{shown} is a link that leads out of the folder for warehouses: put the file \
                    itself there."
            )));
        }
        Ok(real)
    }

    /// As [`Self::inside`], for something that must be a plain file: reading a pipe could wait for
    /// ever.
    fn file(&self, path: &Path, shown: String, form: Form) -> Result<NamedFile, SourceError> {
        let real = self.inside(path, &shown)?;
        if !real.is_file() {
            return Err(SourceError::Unusable(format!("{shown} is not a file.")));
        }
        Ok(NamedFile {
            path: real,
            name: shown.into(),
            form,
        })
    }
}

#[async_trait]
impl Warehouse for FolderWarehouse {
    async fn tables(&self, _layouts: &Layouts) -> Result<Vec<Presence>, SourceError> {
        let folder = self.clone();
        off_the_async_threads(move || {
            std::fs::read_dir(&folder.place.folder).map_err(|error| {
                SourceError::Unreachable(format!("The folder cannot be read: {error}."))
            })?;
            let presence = |table| match folder.files(table) {
                Ok(files) => Presence {
                    table,
                    files: files.len() as u64,
                    problem: None,
                },
                Err(error) => Presence {
                    table,
                    files: 1,
                    problem: Some(error.to_string()),
                },
            };
            Ok(SourceTable::ALL.map(presence).to_vec())
        })
        .await
    }

    async fn columns(
        &self,
        table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<FoundColumn>>, SourceError> {
        let (folder, layout) = (self.clone(), layout.clone());
        // Whoever asks may give up; so many files are then not opened for nobody.
        let (asked, asking) = oneshot::channel::<()>();
        let found = off_the_async_threads(move || {
            let files = folder.files(table)?;
            let wanted = files.iter().take_while(|_| !asked.is_closed());
            let columns = wanted
                .map(|file| Ok((Arc::clone(&file.name), file.columns(&layout)?)))
                .collect::<Result<Vec<_>, SourceError>>()?;
            Ok((!columns.is_empty()).then(|| columns::of_files(&columns)))
        })
        .await;
        drop(asking);
        found
    }

    async fn read(&self, wanted: Wanted) -> Result<Reading, SourceError> {
        let (folder, table, layout) = (self.clone(), wanted.table, wanted.layout.clone());
        let landed = wanted.landed.unwrap_or_default().files;
        let looked = off_the_async_threads(move || {
            let files = folder.files(table)?;
            let found = files
                .into_iter()
                .map(|file| Ok((FileState::of(&file.path, &file.name)?, file)))
                .collect::<Result<Vec<_>, SourceError>>()?;
            if found.is_empty() {
                return Ok(Looked::Absent);
            }
            if found.iter().all(|(state, _)| landed.contains(state)) {
                return Ok(Looked::Unchanged);
            }
            // After the states: a file that changes from here on is noticed at its end.
            let columns = found
                .iter()
                .map(|(_, file)| Ok((Arc::clone(&file.name), file.columns(&layout)?)))
                .collect::<Result<Vec<_>, SourceError>>()?;
            let all = found.len();
            let files: Vec<(FileState, NamedFile)> = found
                .into_iter()
                .filter(|(state, _)| !landed.contains(state))
                .collect();
            Ok(Looked::Wanted {
                columns: columns::of_files(&columns),
                left_out: all - files.len(),
                files,
            })
        })
        .await?;
        let (files, columns, left_out) = match looked {
            Looked::Absent => return Ok(Reading::Absent),
            Looked::Unchanged => return Ok(Reading::Unchanged),
            Looked::Wanted {
                files,
                columns,
                left_out,
            } => (files, columns, left_out),
        };
        let layout = wanted.layout;
        let (sender, batches) = mpsc::channel(BATCHES_IN_FLIGHT);
        let states: Vec<FileState> = files.iter().map(|(state, _)| state.clone()).collect();
        let bytes = states.iter().map(|state| state.bytes).sum();
        spawn_blocking(move || {
            for (state, file) in files {
                let mut wanted = true;
                let mut send = |batch| {
                    wanted = sender.blocking_send(Ok(Some(batch))).is_ok();
                    wanted
                };
                let end = file.read(&layout, &state, &mut send);
                if let Err(error) = end {
                    // Nobody listening is no failure: the run has been given up.
                    let _ = sender.blocking_send(Err(error));
                    return;
                }
                if !wanted {
                    return;
                }
            }
            let _ = sender.blocking_send(Ok(None));
        });
        Ok(Reading::Rows(Rows {
            batches: Batches::new(batches),
            columns,
            left_out,
            files: states,
            bytes: Some(bytes),
            window: None,
        }))
    }
}

async fn off_the_async_threads<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, SourceError> + Send + 'static,
) -> Result<T, SourceError> {
    spawn_blocking(work).await.unwrap_or_else(|_| {
        Err(SourceError::Unreachable(
            "Reading the folder was broken off: try again.".to_owned(),
        ))
    })
}

fn exists(path: &Path) -> Result<bool, SourceError> {
    path.try_exists()
        .map_err(|error| SourceError::Unreachable(format!("The folder cannot be read: {error}.")))
}

#[cfg(test)]
mod tests;
