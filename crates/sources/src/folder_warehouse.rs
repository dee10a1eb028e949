//! A folder as a data source. A table is `<table>.csv`, `<table>.csv.gz`, `<table>.csv.zst`,
//! `<table>.parquet`, or several such files in the folder `<table>/`.

use super::{
    BatchStream, ColumnDescriptor, FileState, Layout, Layouts, MAX_BATCHES_IN_FLIGHT,
    MAX_OTHER_TABLES, ReadOutcome, ReadRequest, SourceError, TablePresence, TableRows, TableSample,
    Warehouse, column_descriptor,
};
use crate::SourceTable;
use crate::table_file::{FileFormat, TableFile, choose_files};
use crate::workbooks::{
    WorkbookStore, choose_workbook, list_workbook_file_names, strip_workbook_extension,
};
use async_trait::async_trait;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};
use tokio::task::spawn_blocking;

/// A folder that may be read, and the boundary for its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedFolder {
    /// The folder, with symbolic links resolved.
    pub folder: PathBuf,
    /// The folder that must contain its files, with symbolic links resolved.
    pub boundary: PathBuf,
}

/// A workbook in a folder.
#[derive(Clone, Debug)]
pub struct WorkbookFile {
    path: PathBuf,
    /// The name in the folder.
    name: Arc<str>,
}

/// A folder with the tables as files.
#[derive(Clone, Debug)]
pub struct FolderWarehouse {
    allowed: AllowedFolder,
}

/// What messages call the source.
const PLACE: &str = "The folder";

/// Result of scanning the files of a table.
enum TableScan {
    Absent,
    Unchanged,
    Changed {
        files: Vec<(FileState, TableFile)>,
        columns: Vec<ColumnDescriptor>,
        left_out: usize,
    },
}

impl FolderWarehouse {
    /// Creates a warehouse for a folder that may be read.
    pub fn new(allowed: AllowedFolder) -> Self {
        Self { allowed }
    }

    /// The files of a table sorted by name; empty if the folder does not have the table.
    fn list_files(&self, table: &str) -> Result<Vec<TableFile>, SourceError> {
        let mut ways = Vec::new();
        for form in FileFormat::ALL {
            let single = format!("{}.{}", table, form.extension());
            let path = self.allowed.folder.join(&single);
            if path_exists(&path)? {
                ways.push((
                    vec![self.resolve_file(&path, single.clone(), form)?],
                    single,
                ));
            }
        }
        let several = self.allowed.folder.join(table);
        if path_exists(&several)? {
            let parts = self.list_parts(table, &several)?;
            if !parts.is_empty() {
                ways.push((parts, format!("files in {table}/")));
            }
        }
        choose_files(ways, PLACE)
    }

    fn find_workbook(&self, table_name: &str) -> Result<Option<WorkbookFile>, SourceError> {
        let mut workbooks = Vec::new();
        for name in list_workbook_file_names(table_name) {
            let path = self.allowed.folder.join(&name);
            if path_exists(&path)? {
                let file = WorkbookFile {
                    path: self.resolve_regular(&path, &name)?,
                    name: name.as_str().into(),
                };
                workbooks.push((file, name));
            }
        }
        let plain = self.list_files(table_name)?;
        let plain = plain.first().map(|file| file.name.to_string());
        choose_workbook(workbooks, plain, PLACE)
    }

    fn list_workbook_names_now(&self) -> Result<BTreeSet<String>, SourceError> {
        let mut names = BTreeSet::new();
        let folder = &self.allowed.folder;
        for entry in std::fs::read_dir(folder).map_err(|error| unreadable_folder(&error))? {
            let entry = entry.map_err(|error| unreadable_folder(&error))?;
            let file = entry.file_name().to_string_lossy().into_owned();
            names.extend(strip_workbook_extension(&file).map(str::to_owned));
            if names.len() > MAX_OTHER_TABLES {
                names.pop_last();
            }
        }
        Ok(names)
    }

    fn list_parts(&self, table: &str, folder: &Path) -> Result<Vec<TableFile>, SourceError> {
        let unreadable = |error: io::Error| {
            SourceError::Unreachable(format!("The folder {table}/ cannot be read: {error}."))
        };
        let folder = self.resolve_inside(folder, table)?;
        if !folder.is_dir() {
            return Err(SourceError::Unusable(format!(
                "{table} is not a folder. Name the file {table}.csv or {table}.parquet."
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
            if let Some(form) = FileFormat::from_name(&name) {
                parts.push(self.resolve_file(
                    &folder.join(&name),
                    format!("{table}/{name}"),
                    form,
                )?);
            }
        }
        Ok(parts)
    }

    /// Resolves a path. Rejects symbolic links that lead out of the allowed folder.
    fn resolve_inside(&self, path: &Path, shown: &str) -> Result<PathBuf, SourceError> {
        let real = path.canonicalize().map_err(|error| {
            SourceError::Unreachable(format!("{shown} cannot be read: {error}."))
        })?;
        if !real.starts_with(&self.allowed.boundary) {
            return Err(SourceError::Unusable(format!(
                "{shown} is a link to a place outside the warehouse folder. Put the file itself \
                    there."
            )));
        }
        Ok(real)
    }

    /// Like [`Self::resolve_inside`], but accepts only regular files: reading a pipe could block
    /// forever.
    fn resolve_file(
        &self,
        path: &Path,
        shown: String,
        form: FileFormat,
    ) -> Result<TableFile, SourceError> {
        Ok(TableFile {
            path: self.resolve_regular(path, &shown)?,
            name: shown.into(),
            format: form,
        })
    }

    fn resolve_regular(&self, path: &Path, shown: &str) -> Result<PathBuf, SourceError> {
        let real = self.resolve_inside(path, shown)?;
        if !real.is_file() {
            return Err(SourceError::Unusable(format!("{shown} is not a file.")));
        }
        Ok(real)
    }
}

#[async_trait]
impl Warehouse for FolderWarehouse {
    async fn list_tables(&self, layouts: &Layouts) -> Result<Vec<TablePresence>, SourceError> {
        let (folder, layouts) = (self.clone(), layouts.clone());
        run_blocking(move || {
            std::fs::read_dir(&folder.allowed.folder).map_err(|error| unreadable_folder(&error))?;
            let presence = |table| match folder.list_files(layouts.for_table(table).table_name()) {
                Ok(files) => TablePresence {
                    table,
                    files: files.len() as u64,
                    problem: None,
                    found: None,
                },
                Err(error) => TablePresence {
                    table,
                    files: 1,
                    problem: Some(error),
                    found: None,
                },
            };
            Ok(SourceTable::ALL.map(presence).to_vec())
        })
        .await
    }

    async fn list_other_tables(&self, layouts: &Layouts) -> Result<Vec<String>, SourceError> {
        let (folder, known) = (self.allowed.folder.clone(), layouts.table_names());
        run_blocking(move || {
            let mut names = BTreeSet::new();
            for entry in std::fs::read_dir(&folder).map_err(|error| unreadable_folder(&error))? {
                let entry = entry.map_err(|error| unreadable_folder(&error))?;
                let file = entry.file_name().to_string_lossy().into_owned();
                let name = match FileFormat::from_name(&file) {
                    Some(form) => form.strip_extension(&file),
                    None if entry.path().is_dir() && !file.starts_with('.') => &file,
                    None => continue,
                };
                if !known.iter().any(|one| one == name) {
                    names.insert(name.to_owned());
                }
                // The first names in alphabetical order, whatever the order of the folder.
                if names.len() > MAX_OTHER_TABLES {
                    names.pop_last();
                }
            }
            Ok(names.into_iter().collect())
        })
        .await
    }

    async fn describe_columns(
        &self,
        _table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<ColumnDescriptor>>, SourceError> {
        let (folder, layout) = (self.clone(), layout.clone());
        // If the caller stops waiting, the remaining files are not opened.
        let (asked, asking) = oneshot::channel::<()>();
        let found = run_blocking(move || {
            let files = folder.list_files(layout.table_name())?;
            let is_stopped = || asked.is_closed();
            let wanted = files.iter().take_while(|_| !is_stopped());
            let columns = wanted
                .map(|file| {
                    let columns = file.read_columns(&layout, &is_stopped)?;
                    Ok((Arc::clone(&file.name), columns))
                })
                .collect::<Result<Vec<_>, SourceError>>()?;
            Ok((!columns.is_empty()).then(|| column_descriptor::merge_file_columns(&columns)))
        })
        .await;
        drop(asking);
        found
    }

    /// Reads the start of the first file.
    async fn sample_table(&self, table_name: &str) -> Result<Option<TableSample>, SourceError> {
        let (folder, table) = (self.clone(), table_name.to_owned());
        let (asked, asking) = oneshot::channel::<()>();
        let sample = run_blocking(move || {
            let is_stopped = || asked.is_closed();
            let files = folder.list_files(&table)?;
            let Some(file) = files.first() else {
                return Ok(None);
            };
            file.read_sample(&table, &is_stopped).map(Some)
        })
        .await;
        drop(asking);
        sample
    }

    async fn read_table(&self, wanted: ReadRequest) -> Result<ReadOutcome, SourceError> {
        let (folder, layout) = (self.clone(), wanted.layout.clone());
        let synced_files = wanted.checkpoint.unwrap_or_default().files;
        let (asked, asking) = oneshot::channel::<()>();
        let looked = run_blocking(move || {
            let is_stopped = || asked.is_closed();
            let files = folder.list_files(layout.table_name())?;
            let found = files
                .into_iter()
                .map(|file| {
                    let state = FileState::from_file(&file.path, &file.name, &is_stopped)?;
                    Ok((state, file))
                })
                .collect::<Result<Vec<_>, SourceError>>()?;
            if found.is_empty() {
                return Ok(TableScan::Absent);
            }
            if found.iter().all(|(state, _)| synced_files.contains(state)) {
                return Ok(TableScan::Unchanged);
            }
            // Read the columns after the states, so that a later change of a file is detected.
            let columns = found
                .iter()
                .map(|(_, file)| {
                    let columns = file.read_columns(&layout, &is_stopped)?;
                    Ok((Arc::clone(&file.name), columns))
                })
                .collect::<Result<Vec<_>, SourceError>>()?;
            let all = found.len();
            let files: Vec<(FileState, TableFile)> = found
                .into_iter()
                .filter(|(state, _)| !synced_files.contains(state))
                .collect();
            Ok(TableScan::Changed {
                columns: column_descriptor::merge_file_columns(&columns),
                left_out: all - files.len(),
                files,
            })
        })
        .await?;
        drop(asking);
        let (files, columns, left_out) = match looked {
            TableScan::Absent => return Ok(ReadOutcome::Absent),
            TableScan::Unchanged => return Ok(ReadOutcome::Unchanged),
            TableScan::Changed {
                files,
                columns,
                left_out,
            } => (files, columns, left_out),
        };
        let layout = wanted.layout;
        let (sender, batches) = mpsc::channel(MAX_BATCHES_IN_FLIGHT);
        let states: Vec<FileState> = files.iter().map(|(state, _)| state.clone()).collect();
        let is_packed = files.iter().any(|(_, file)| file.format.is_packed());
        let bytes = states.iter().map(|state| state.bytes).sum();
        spawn_blocking(move || {
            let is_stopped = || sender.is_closed();
            for (state, file) in files {
                let mut wanted = true;
                let mut send = |batch| {
                    wanted = sender.blocking_send(Ok(Some(batch))).is_ok();
                    wanted
                };
                let end = file.send_rows(&layout, &state, &is_stopped, &mut send);
                if let Err(error) = end {
                    // A send error only means that the run was cancelled.
                    let _ = sender.blocking_send(Err(error));
                    return;
                }
                if !wanted {
                    return;
                }
            }
            let _ = sender.blocking_send(Ok(None));
        });
        Ok(ReadOutcome::Rows(TableRows {
            batches: BatchStream::new(batches),
            columns,
            skipped_files: left_out,
            files: states,
            bytes: (!is_packed).then_some(bytes),
            window: None,
        }))
    }
}

#[async_trait]
impl WorkbookStore for FolderWarehouse {
    type Workbook = WorkbookFile;

    async fn find_workbooks(
        &self,
        table_names: &[String],
    ) -> Result<Vec<Result<Option<WorkbookFile>, SourceError>>, SourceError> {
        let (folder, names) = (self.clone(), table_names.to_vec());
        run_blocking(move || {
            let found = names.iter().map(|name| folder.find_workbook(name));
            Ok(found.collect())
        })
        .await
    }

    async fn list_workbook_names(&self) -> Result<BTreeSet<String>, SourceError> {
        let folder = self.clone();
        run_blocking(move || folder.list_workbook_names_now()).await
    }

    /// Reads the whole content.
    async fn read_workbook_state(&self, workbook: &WorkbookFile) -> Result<FileState, SourceError> {
        let WorkbookFile { path, name } = workbook.clone();
        run_blocking(move || FileState::from_file(&path, &name, &|| false)).await
    }

    /// The content stays where it is.
    async fn fetch_workbook(
        &self,
        workbook: &WorkbookFile,
        _folder: &Path,
    ) -> Result<PathBuf, SourceError> {
        Ok(workbook.path.clone())
    }

    async fn check_workbook(
        &self,
        workbook: &WorkbookFile,
        state: &FileState,
    ) -> Result<(), SourceError> {
        let (path, state) = (workbook.path.clone(), state.clone());
        run_blocking(move || state.check_current(&path)).await
    }
}

async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, SourceError> + Send + 'static,
) -> Result<T, SourceError> {
    spawn_blocking(work).await.unwrap_or_else(|_| {
        Err(SourceError::Unreachable(
            "Reading the folder was interrupted. Try again.".to_owned(),
        ))
    })
}

fn path_exists(path: &Path) -> Result<bool, SourceError> {
    path.try_exists().map_err(|error| unreadable_folder(&error))
}

fn unreadable_folder(error: &io::Error) -> SourceError {
    SourceError::Unreachable(format!("The folder cannot be read: {error}."))
}

#[cfg(test)]
mod tests;
