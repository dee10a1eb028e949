//! A bucket of S3-compatible object storage as a data source. It has the files of a folder: a table
//! is `<table>.csv`, `<table>.parquet`, or several such files in `<table>/`, and its workbooks can be
//! found.

use crate::table_file::{FileFormat, TableFile};
use crate::{
    BatchResult, BatchStream, ColumnDescriptor, DownloadFolder, DownloadStorage, FileState, Layout,
    Layouts, MAX_BATCHES_IN_FLIGHT, ReadOutcome, ReadRequest, SourceError, SourceTable,
    TablePresence, TableRows, TableSample, Warehouse, WorkbookStore, column_descriptor,
};
use async_trait::async_trait;
use bucket_client::BucketClient;
use clock_and_entropy::clock::Clock;
use futures_util::future::try_join_all;
use listing::{Listing, StoredObject, TableObject};
use outbound::NetworkPolicy;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};
use tokio::task::spawn_blocking;

mod bucket_address;
mod bucket_client;
mod error;
mod listing;
mod object_columns;

pub use bucket_address::{S3Address, S3Request, check_secret_access_key};

/// Objects whose columns are read at the same time.
const PARALLEL_OBJECTS: usize = 8;
/// A larger Parquet file is not downloaded for a sample of its rows.
const MAX_SAMPLED_BYTES: u64 = 32 * 1024 * 1024;

/// A bucket with the tables as files.
#[derive(Clone)]
pub struct S3Warehouse {
    client: Arc<BucketClient>,
    storage: Arc<dyn DownloadStorage>,
}

impl S3Warehouse {
    /// Creates a warehouse for a bucket. `storage` has the object that is being read.
    pub fn new(
        address: S3Address,
        secret_access_key: &str,
        network: NetworkPolicy,
        clock: Clock,
        storage: Arc<dyn DownloadStorage>,
    ) -> Result<Self, SourceError> {
        let client = BucketClient::new(address, secret_access_key, network, clock)?;
        Ok(Self {
            client: Arc::new(client),
            storage,
        })
    }

    /// The files of a table, sorted by name; empty if the bucket does not have the table.
    async fn list_files(&self, table_name: &str) -> Result<Vec<TableObject>, SourceError> {
        let listing = self.client.list_objects(table_name).await?;
        self.select_files(&listing, table_name).await
    }

    async fn select_files(
        &self,
        listing: &Listing,
        table_name: &str,
    ) -> Result<Vec<TableObject>, SourceError> {
        let parts = if listing.folders.contains(table_name) {
            let folder = format!("{table_name}/");
            self.client.list_objects(&folder).await?.tables
        } else {
            Vec::new()
        };
        let files = listing.select_table(table_name, parts)?;
        for file in &files {
            let advice = || format!("Split it into several files in {table_name}/.");
            self.check_size(&file.object, advice)?;
        }
        Ok(files)
    }

    /// Fails with advice if the file is larger than the server reads.
    fn check_size(
        &self,
        object: &StoredObject,
        advice: impl FnOnce() -> String,
    ) -> Result<(), SourceError> {
        let max_bytes = self.storage.max_file_bytes();
        if object.bytes <= max_bytes {
            return Ok(());
        }
        Err(SourceError::Unusable(format!(
            "{} has {} MiB, more than the {} MiB that this server reads. {}",
            object.name,
            object.bytes.div_ceil(1024 * 1024),
            max_bytes / (1024 * 1024),
            advice()
        )))
    }

    async fn find_workbook(
        &self,
        listing: &Listing,
        table_name: &str,
    ) -> Result<Option<StoredObject>, SourceError> {
        if listing.select_workbook(table_name, &[])?.is_none() {
            return Ok(None);
        }
        let plain = self.select_files(listing, table_name).await?;
        let workbook = listing.select_workbook(table_name, &plain)?;
        if let Some(object) = &workbook {
            self.check_size(object, || "Save it as a CSV file in parts.".to_owned())?;
        }
        Ok(workbook)
    }

    /// The columns of all files of a table.
    async fn read_columns(
        &self,
        files: &[TableObject],
        layout: &Layout,
    ) -> Result<Vec<ColumnDescriptor>, SourceError> {
        let folder = self.storage.create_folder().await?;
        let mut columns = Vec::with_capacity(files.len());
        for group in files.chunks(PARALLEL_OBJECTS) {
            let reads = group.iter().zip(0..).map(|(file, number)| {
                let path = folder.path().join(format!("{number}"));
                async move {
                    let columns =
                        object_columns::read_object_columns(&self.client, file, layout, &path)
                            .await?;
                    Ok((Arc::from(file.object.name.as_str()), columns))
                }
            });
            columns.extend(try_join_all(reads).await?);
        }
        Ok(column_descriptor::merge_file_columns(&columns))
    }

    /// An error if the source has nothing that can be a table.
    fn check_has_files(&self, listing: &Listing) -> Result<(), SourceError> {
        if !listing.is_empty() {
            return Ok(());
        }
        let address = self.client.address();
        let place = match address.prefix.as_str() {
            "" => format!("The bucket {}", address.bucket),
            prefix => format!("The prefix {prefix} of the bucket {}", address.bucket),
        };
        Err(SourceError::Unusable(format!(
            "{place} has no CSV files, Parquet files or workbooks. Check the prefix, and name the \
             files like the tables, such as {}.csv.",
            SourceTable::InventoryData.id()
        )))
    }
}

#[async_trait]
impl Warehouse for S3Warehouse {
    /// Reads lists only.
    async fn list_tables(&self, layouts: &Layouts) -> Result<Vec<TablePresence>, SourceError> {
        let listing = self.client.list_objects("").await?;
        self.check_has_files(&listing)?;
        let mut tables = Vec::new();
        for table in SourceTable::ALL {
            let layout = layouts.for_table(table);
            let (files, problem) = match self.select_files(&listing, layout.table_name()).await {
                Ok(files) => (files.len() as u64, None),
                Err(error @ SourceError::Unreachable(_)) => return Err(error),
                Err(error) => (1, Some(error)),
            };
            tables.push(TablePresence {
                table,
                files,
                problem,
                found: None,
            });
        }
        Ok(tables)
    }

    async fn list_other_tables(&self, layouts: &Layouts) -> Result<Vec<String>, SourceError> {
        let listing = self.client.list_objects("").await?;
        Ok(listing.other_names(&layouts.table_names()))
    }

    async fn describe_columns(
        &self,
        _table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<ColumnDescriptor>>, SourceError> {
        let files = self.list_files(layout.table_name()).await?;
        if files.is_empty() {
            return Ok(None);
        }
        self.read_columns(&files, layout).await.map(Some)
    }

    /// Reads the start of the first CSV file. A Parquet file has rows only if it is small.
    async fn sample_table(&self, table_name: &str) -> Result<Option<TableSample>, SourceError> {
        let files = self.list_files(table_name).await?;
        let Some(first) = files.first() else {
            return Ok(None);
        };
        if first.format == FileFormat::Parquet && first.object.bytes > MAX_SAMPLED_BYTES {
            let layout = Layout::for_sample(table_name, Vec::new());
            let columns = self.read_columns(&files[..1], &layout).await?;
            return Ok(Some(TableSample {
                columns: crate::sampled_names(columns),
                rows: None,
            }));
        }
        let folder = self.storage.create_folder().await?;
        let file = match first.format {
            FileFormat::Csv(packing) => {
                let head = (&first.object, packing);
                object_columns::download_head(&self.client, head, folder.path()).await?
            }
            FileFormat::Parquet => download_file(&self.client, first, &*folder).await?,
        };
        let table_name = table_name.to_owned();
        run_blocking(move || {
            let _folder = folder;
            file.read_sample(&table_name, &|| false).map(Some)
        })
        .await
    }

    async fn read_table(&self, wanted: ReadRequest) -> Result<ReadOutcome, SourceError> {
        let files = self.list_files(wanted.layout.table_name()).await?;
        if files.is_empty() {
            return Ok(ReadOutcome::Absent);
        }
        let known = wanted.checkpoint.unwrap_or_default().files;
        let all = files.len();
        let changed: Vec<TableObject> = files
            .iter()
            .filter(|file| !known.contains(&file.object.state()))
            .cloned()
            .collect();
        if changed.is_empty() {
            return Ok(ReadOutcome::Unchanged);
        }
        let columns = self.read_columns(&files, &wanted.layout).await?;
        let states: Vec<FileState> = changed.iter().map(|file| file.object.state()).collect();
        let is_packed = changed.iter().any(|file| file.format.is_packed());
        let bytes = changed.iter().map(|file| file.object.bytes).sum();
        let (sender, batches) = mpsc::channel(MAX_BATCHES_IN_FLIGHT);
        // Downloads cost money, so they begin when the rows are requested.
        let (begin, wish) = oneshot::channel();
        let (reader, layout) = (self.clone(), wanted.layout);
        tokio::spawn(async move {
            if wish.await.is_err() {
                return;
            }
            tokio::select! {
                // The run was canceled, so nothing more is downloaded.
                () = sender.closed() => {}
                () = reader.send_files(&changed, &layout, &sender) => {}
            }
        });
        Ok(ReadOutcome::Rows(TableRows {
            batches: BatchStream::with_start_signal(batches, begin),
            columns,
            skipped_files: all - states.len(),
            files: states,
            bytes: (!is_packed).then_some(bytes),
            window: None,
        }))
    }
}

impl S3Warehouse {
    /// Sends the rows of the files, and the end or an error. One file at a time is on disk.
    async fn send_files(
        &self,
        files: &[TableObject],
        layout: &Layout,
        sender: &mpsc::Sender<BatchResult>,
    ) {
        for file in files {
            match self.send_file(file, layout, sender).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    // A send error only means that the run was canceled.
                    let _ = sender.send(Err(error)).await;
                    return;
                }
            }
        }
        let _ = sender.send(Ok(None)).await;
    }

    /// Returns false if the receiver stopped.
    async fn send_file(
        &self,
        file: &TableObject,
        layout: &Layout,
        sender: &mpsc::Sender<BatchResult>,
    ) -> Result<bool, SourceError> {
        let folder = self.storage.create_folder().await?;
        let file = download_file(&self.client, file, &*folder).await?;
        let (layout, sender) = (layout.clone(), sender.clone());
        run_blocking(move || {
            let _folder = folder;
            let is_stopped = || sender.is_closed();
            let mut send = |batch| sender.blocking_send(Ok(Some(batch))).is_ok();
            file.send_all_rows(&layout, &is_stopped, &mut send)
        })
        .await
    }
}

#[async_trait]
impl WorkbookStore for S3Warehouse {
    type Workbook = StoredObject;

    async fn find_workbooks(
        &self,
        table_names: &[String],
    ) -> Result<Vec<Result<Option<StoredObject>, SourceError>>, SourceError> {
        // The list of one table is shorter.
        let start = match table_names {
            [only] => only,
            _ => "",
        };
        let listing = self.client.list_objects(start).await?;
        let mut found = Vec::with_capacity(table_names.len());
        for name in table_names {
            found.push(self.find_workbook(&listing, name).await);
        }
        Ok(found)
    }

    async fn list_workbook_names(&self) -> Result<BTreeSet<String>, SourceError> {
        Ok(self.client.list_objects("").await?.workbook_names())
    }

    async fn read_workbook_state(&self, workbook: &StoredObject) -> Result<FileState, SourceError> {
        Ok(workbook.state())
    }

    async fn fetch_workbook(
        &self,
        workbook: &StoredObject,
        folder: &Path,
    ) -> Result<PathBuf, SourceError> {
        let name = Path::new(&workbook.name).file_name().unwrap_or_default();
        let path = folder.join(name);
        self.client.download(workbook, &path).await?;
        Ok(path)
    }

    /// The storage sends the listed version or fails.
    async fn check_workbook(
        &self,
        _workbook: &StoredObject,
        _state: &FileState,
    ) -> Result<(), SourceError> {
        Ok(())
    }
}

/// Downloads an object to a folder.
async fn download_file(
    client: &BucketClient,
    file: &TableObject,
    folder: &dyn DownloadFolder,
) -> Result<TableFile, SourceError> {
    let path = folder.path().join("rows");
    client.download(&file.object, &path).await?;
    Ok(TableFile {
        path,
        name: file.object.name.as_str().into(),
        format: file.format,
    })
}

async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, SourceError> + Send + 'static,
) -> Result<T, SourceError> {
    spawn_blocking(work).await.unwrap_or_else(|_| {
        Err(SourceError::Unreachable(
            "Reading the file was interrupted. Try again.".to_owned(),
        ))
    })
}

#[cfg(test)]
mod tests;
