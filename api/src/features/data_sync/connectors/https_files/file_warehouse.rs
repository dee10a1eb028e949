//! Downloads the file of a table and reads it: plain tables as those of a folder, everything else
//! as uploaded files, with the organization's earlier answers.

use super::super::download_storage::{TenantDownloadFolder, TenantDownloads, run_blocking};
use super::super::file_inspector::{FileInspector, describe_found};
use super::super::open_server_folder;
use crate::features::data_sync::upload_run::ImportWarehouse;
use async_trait::async_trait;
use futures_util::future::join_all;
use sources::{
    ColumnDescriptor, DownloadedFile, FileDownloader, FileState, FileUrl, Layout, Layouts,
    ReadOutcome, ReadRequest, SourceError, SourceTable, TablePresence, Warehouse, storage_error,
};
use std::fs::{File, create_dir_all, rename};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files of a source.
pub(super) struct HttpsFilesWarehouse {
    pub(super) files: Vec<(SourceTable, FileUrl)>,
    pub(super) downloader: FileDownloader,
    pub(super) inspector: FileInspector,
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
                problem: result.and_then(|result| result.as_ref().err().cloned()),
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
            .inspector
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
        let read = opened.tables.read_table(request).await?;
        Ok(opened.folder.keep_for(read, opened.state))
    }
}
