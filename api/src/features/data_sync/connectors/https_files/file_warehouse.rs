//! Downloads the file of a table and reads it: plain tables as those of a folder, everything else
//! as uploaded files, with the organization's earlier answers.

use super::super::download_storage::{
    TenantDownloadFolder, TenantDownloads, run_blocking, unreachable,
};
use super::super::open_server_folder;
use crate::clock::Clock;
use crate::db::{Access, Database};
use crate::features::data_sync::upload_run::{
    AnswerError, ImportWarehouse, collect_answers, load_known_items,
};
use crate::features::data_sync::upload_storage::UploadStorage;
use async_trait::async_trait;
use futures_util::future::join_all;
use imports::{ImportRequest, Inspection};
use sources::{
    ColumnDescriptor, DownloadedFile, FileDownloader, FileState, FileUrl, Layout, Layouts,
    ReadOutcome, ReadRequest, SourceError, SourceTable, TablePresence, TableRows, Warehouse,
    storage_error,
};
use std::fs::{File, create_dir_all, rename};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Columns that a test names.
const MAX_SHOWN_COLUMNS: usize = 12;

/// The files of a source.
pub(super) struct HttpsFilesWarehouse {
    pub(super) files: Vec<(SourceTable, FileUrl)>,
    pub(super) downloader: FileDownloader,
    pub(super) uploads: UploadStorage,
    pub(super) access: Access,
    pub(super) database: Database,
    pub(super) clock: Clock,
    pub(super) downloads: TenantDownloads,
}

/// A downloaded file, ready to be read.
struct OpenedFile {
    tables: Arc<dyn Warehouse>,
    /// Whether the columns have Sprout's names, whatever the mapping says.
    has_own_names: bool,
    /// What would be read, for people.
    found: String,
    state: FileState,
    folder: TenantDownloadFolder,
}

impl OpenedFile {
    fn layout(&self, table: SourceTable, layout: Layout) -> Layout {
        if self.has_own_names {
            Layout::with_own_names(table.schema())
        } else {
            layout
        }
    }
}

fn answer_error(error: &AnswerError) -> SourceError {
    tracing::error!(%error, "the answers about layouts cannot be loaded");
    unreachable("The application database does not respond. Try again.")
}

impl HttpsFilesWarehouse {
    fn find_url(&self, table: SourceTable) -> Option<&FileUrl> {
        let file = self.files.iter().find(|(of, _)| *of == table);
        file.map(|(_, url)| url)
    }

    /// The tables, with what was found of each file. Fails if no file can be read.
    fn list_presences(
        &self,
        checked: &[Result<Option<String>, SourceError>],
    ) -> Result<Vec<TablePresence>, SourceError> {
        if let Some(Err(error)) = checked
            .first()
            .filter(|_| checked.iter().all(Result::is_err))
        {
            return Err(error.clone());
        }
        let presence = |table| {
            let mut results = self.files.iter().zip(checked);
            let result = results.find(|((of, _), _)| *of == table);
            let result = result.map(|(_, result)| result);
            TablePresence {
                table,
                files: u64::from(result.is_some()),
                problem: result.and_then(|result| Some(result.as_ref().err()?.to_string())),
                found: result.and_then(|result| result.as_ref().ok()?.clone()),
            }
        };
        Ok(SourceTable::ALL.map(presence).to_vec())
    }

    /// Downloads every file and says what would be read of it.
    pub(super) async fn test_files(
        &self,
        layouts: &Layouts,
    ) -> Result<Vec<TablePresence>, SourceError> {
        let checks = self.files.iter().map(|(table, url)| async move {
            let layout = layouts.for_table(*table);
            let opened = self.open_file(*table, url, &layout, None).await?;
            Ok(opened.map(|opened| opened.found.clone()))
        });
        self.list_presences(&join_all(checks).await)
    }

    /// Downloads the file of a table and recognizes its form; `None` if it is the known version.
    async fn open_file(
        &self,
        table: SourceTable,
        url: &FileUrl,
        layout: &Layout,
        known: Option<&FileState>,
    ) -> Result<Option<OpenedFile>, SourceError> {
        let folder = self.downloads.create().await?;
        let name = url.file_name();
        let path = folder.files().join(&name);
        let state = match self.downloader.download(url, known, &path).await? {
            DownloadedFile::Unchanged => return Ok(None),
            DownloadedFile::Changed(state) => state,
        };
        let plain = folder.files().join("plain");
        let (from, to) = (path.clone(), plain.clone());
        let is_placed = run_blocking(move || {
            place_plain_table(table, &from, &to).map_err(|error| storage_error(&error))
        })
        .await?;
        if let Some(placed) = is_placed {
            let tables = open_server_folder(&plain)?;
            match tables.describe_columns(table, layout).await {
                Ok(columns) => {
                    let names = columns.unwrap_or_default();
                    let names = names.into_iter().map(|column| column.name);
                    return Ok(Some(OpenedFile {
                        tables,
                        has_own_names: false,
                        found: describe_found(&name, &names.collect::<Vec<_>>()),
                        state,
                        folder,
                    }));
                }
                // The mapping says how to read the file.
                Err(error) if layout.has_mapped_columns() => return Err(error),
                // Another layout.
                Err(_) => {
                    let to = path.clone();
                    run_blocking(move || {
                        rename(&placed, &to).map_err(|error| storage_error(&error))
                    })
                    .await?;
                }
            }
        }
        let found = self
            .inspect_file(table, &name, path, folder.tables())
            .await?;
        Ok(Some(OpenedFile {
            tables: Arc::new(ImportWarehouse::open(&folder.tables())?),
            has_own_names: true,
            found,
            state,
            folder,
        }))
    }

    /// Reads a file of any layout into canonical tables. Returns what was found.
    async fn inspect_file(
        &self,
        table: SourceTable,
        name: &str,
        path: PathBuf,
        out: PathBuf,
    ) -> Result<String, SourceError> {
        let db_error = |error| answer_error(&AnswerError::Db(error));
        let db = self
            .database
            .begin_read(&self.access)
            .await
            .map_err(db_error)?;
        let answers = collect_answers(&db, self.access.organization(), Vec::new())
            .await
            .map_err(|error| answer_error(&error))?;
        let items = load_known_items(&db).await.map_err(db_error)?;
        drop(db);
        let readers = self.uploads.readers();
        let permit = readers
            .acquire_owned()
            .await
            .map_err(|_| unreachable("This server is shutting down. Try again."))?;
        let now = self.clock.now();
        let inspection = run_blocking(move || {
            let _permit = permit;
            let request = ImportRequest {
                files: &[path],
                answers: &answers,
                corrections: &[],
                items: &items,
                now,
            };
            imports::inspect_with_traces(&request, &out).map_err(|error| {
                tracing::error!(%error, "a downloaded file cannot be read");
                unreachable("This server cannot read the file. Contact its operator.")
            })
        })
        .await?;
        check_inspection(table, name, &inspection)
    }
}

/// Moves the file to where a folder source has the table, unless it is compressed or a workbook.
/// Returns where it is.
fn place_plain_table(
    table: SourceTable,
    file: &Path,
    folder: &Path,
) -> io::Result<Option<PathBuf>> {
    let mut head = Vec::new();
    File::open(file)?.take(8).read_to_end(&mut head)?;
    let extension = if head.starts_with(b"PAR1") {
        "parquet"
    } else if is_packed(&head) {
        return Ok(None);
    } else {
        "csv"
    };
    create_dir_all(folder)?;
    let placed = folder.join(format!("{}.{extension}", table.id()));
    rename(file, &placed)?;
    Ok(Some(placed))
}

/// Zip (also workbooks), OLE (old workbooks), gzip, zstd.
fn is_packed(head: &[u8]) -> bool {
    [
        b"PK".as_slice(),
        &[0xd0, 0xcf, 0x11, 0xe0],
        &[0x1f, 0x8b],
        &[0x28, 0xb5, 0x2f, 0xfd],
    ]
    .iter()
    .any(|mark| head.starts_with(mark))
}

/// What was found in a file of any layout. Fails if it lacks the table, or if its meaning is not
/// certain.
fn check_inspection(
    table: SourceTable,
    name: &str,
    inspection: &Inspection,
) -> Result<String, SourceError> {
    let text_of = |value: &serde_json::Value| value.as_str().map(str::to_owned);
    let entries = inspection.entries();
    let of_table: Vec<_> = entries
        .iter()
        .filter(|entry| entry["table"] == table.id())
        .collect();
    if of_table.is_empty() {
        let refused = entries
            .iter()
            .find_map(|entry| text_of(&entry["refused"]["text"]));
        let other = entries.iter().find_map(|entry| text_of(&entry["table"]));
        return Err(SourceError::Unusable(match (refused, other) {
            (Some(text), _) => text,
            (None, Some(other)) => format!(
                "{name} has the columns of {other}, not of {}. Enter its address at {other}.",
                table.id()
            ),
            (None, None) => format!("{name} contains no table that can be recognized."),
        }));
    }
    let mut questions = of_table
        .iter()
        .filter_map(|entry| entry["questions"].as_array())
        .flatten();
    if let Some(question) = questions.find_map(|question| text_of(&question["text"])) {
        return Err(SourceError::Unusable(format!(
            "{name} needs an answer: {question} Upload the file once and answer it. Sprout \
             remembers the answer for files with these columns."
        )));
    }
    let columns = of_table
        .iter()
        .filter_map(|entry| entry["columns"].as_array())
        .flatten()
        .filter_map(|column| {
            let (source, target) = (text_of(&column["source"])?, text_of(&column["target"])?);
            Some(if source == target {
                target
            } else {
                format!("{source} → {target}")
            })
        })
        .collect::<Vec<_>>();
    Ok(describe_found(name, &columns))
}

/// The name of a file and of its first columns.
fn describe_found(name: &str, columns: &[String]) -> String {
    let (shown, more) = columns.split_at(columns.len().min(MAX_SHOWN_COLUMNS));
    let rest = match more.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    format!("{name}: {}{rest}", shown.join(", "))
}

#[async_trait]
impl Warehouse for HttpsFilesWarehouse {
    /// Requests the start of each file only.
    async fn list_tables(&self, _layouts: &Layouts) -> Result<Vec<TablePresence>, SourceError> {
        let checks = self.files.iter().map(|(_, url)| async move {
            self.downloader.probe(url).await?;
            Ok(None)
        });
        self.list_presences(&join_all(checks).await)
    }

    async fn describe_columns(
        &self,
        table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<ColumnDescriptor>>, SourceError> {
        let Some(url) = self.find_url(table) else {
            return Ok(None);
        };
        let Some(opened) = self.open_file(table, url, layout, None).await? else {
            return Ok(None);
        };
        let layout = opened.layout(table, layout.clone());
        opened.tables.describe_columns(table, &layout).await
    }

    async fn read_table(&self, wanted: ReadRequest) -> Result<ReadOutcome, SourceError> {
        let table = wanted.table;
        let Some(url) = self.find_url(table) else {
            return Ok(ReadOutcome::Absent);
        };
        let known = wanted.checkpoint.unwrap_or_default().files;
        let opened = self.open_file(table, url, &wanted.layout, known.first());
        let Some(opened) = opened.await? else {
            return Ok(ReadOutcome::Unchanged);
        };
        let request = ReadRequest {
            table,
            layout: opened.layout(table, wanted.layout),
            checkpoint: None,
        };
        match opened.tables.read_table(request).await? {
            ReadOutcome::Rows(rows) => Ok(ReadOutcome::Rows(TableRows {
                batches: rows.batches.keeping(opened.folder),
                files: vec![opened.state],
                ..rows
            })),
            other => Ok(other),
        }
    }
}
