//! A folder whose tables are plain files, or workbooks of any layout with the names of tables.

use super::download_storage::{TenantDownloadFolder, TenantDownloads, run_blocking};
use super::file_inspector::FileInspector;
use crate::features::data_sync::upload_run::ImportWarehouse;
use async_trait::async_trait;
use sources::{
    ColumnDescriptor, FileState, FolderWarehouse, Layout, Layouts, ReadOutcome, ReadRequest,
    SourceError, SourceTable, TablePresence, TableSample, Warehouse, WorkbookFile,
};

/// A folder of plain files and workbooks.
pub(super) struct FolderWithWorkbooks {
    pub(super) folder: FolderWarehouse,
    pub(super) inspector: FileInspector,
    pub(super) downloads: TenantDownloads,
}

/// A workbook that was read into canonical tables.
struct OpenedWorkbook {
    tables: ImportWarehouse,
    /// What would be read, for people.
    found: String,
    state: FileState,
    folder: TenantDownloadFolder,
}

impl FolderWithWorkbooks {
    async fn find_workbook(&self, layout: &Layout) -> Result<Option<WorkbookFile>, SourceError> {
        let (folder, name) = (self.folder.clone(), layout.table_name().to_owned());
        run_blocking(move || folder.find_workbook(&name)).await
    }

    /// Reads a workbook; `None` if it is a known version.
    async fn open_workbook(
        &self,
        table: SourceTable,
        file: WorkbookFile,
        known: &[FileState],
    ) -> Result<Option<OpenedWorkbook>, SourceError> {
        let to_read = file.clone();
        let state = run_blocking(move || to_read.read_state()).await?;
        if known.contains(&state) {
            return Ok(None);
        }
        let folder = self.downloads.create().await?;
        let found = self
            .inspector
            .inspect_file(table, &file.name, file.path.clone(), folder.tables())
            .await?;
        let checked = state.clone();
        run_blocking(move || file.check_unchanged(&checked)).await?;
        Ok(Some(OpenedWorkbook {
            tables: ImportWarehouse::open(&folder.tables())?,
            found,
            state,
            folder,
        }))
    }

    /// The tables with what would be read of each workbook.
    pub(super) async fn test_tables(
        &self,
        layouts: &Layouts,
    ) -> Result<Vec<TablePresence>, SourceError> {
        let mut tables = self.list_tables(layouts).await?;
        for presence in tables.iter_mut().filter(|one| one.problem.is_none()) {
            let Some(file) = self
                .find_workbook(&layouts.for_table(presence.table))
                .await?
            else {
                continue;
            };
            match self.open_workbook(presence.table, file, &[]).await {
                Ok(opened) => presence.found = opened.map(|opened| opened.found),
                Err(error) => presence.problem = Some(error.to_string()),
            }
        }
        Ok(tables)
    }
}

#[async_trait]
impl Warehouse for FolderWithWorkbooks {
    /// Workbooks are not read.
    async fn list_tables(&self, layouts: &Layouts) -> Result<Vec<TablePresence>, SourceError> {
        let mut tables = self.folder.list_tables(layouts).await?;
        for presence in tables.iter_mut().filter(|one| one.problem.is_none()) {
            match self.find_workbook(&layouts.for_table(presence.table)).await {
                Ok(None) => {}
                Ok(Some(_)) => presence.files = 1,
                Err(error) => presence.problem = Some(error.to_string()),
            }
        }
        Ok(tables)
    }

    async fn list_other_tables(&self, layouts: &Layouts) -> Result<Vec<String>, SourceError> {
        let mut names = self.folder.list_other_tables(layouts).await?;
        let (folder, known) = (self.folder.clone(), layouts.table_names());
        let workbooks = run_blocking(move || folder.list_workbook_names()).await?;
        let others = workbooks.into_iter();
        names.extend(others.filter(|name| !known.contains(name)));
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    async fn describe_columns(
        &self,
        table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<ColumnDescriptor>>, SourceError> {
        let Some(file) = self.find_workbook(layout).await? else {
            return self.folder.describe_columns(table, layout).await;
        };
        let Some(opened) = self.open_workbook(table, file, &[]).await? else {
            return Ok(None);
        };
        let own_names = Layout::with_own_names(table.schema());
        opened.tables.describe_columns(table, &own_names).await
    }

    /// Workbooks have no sample: their columns are recognized, not mapped.
    async fn sample_table(&self, table_name: &str) -> Result<Option<TableSample>, SourceError> {
        self.folder.sample_table(table_name).await
    }

    async fn read_table(&self, wanted: ReadRequest) -> Result<ReadOutcome, SourceError> {
        let table = wanted.table;
        let Some(file) = self.find_workbook(&wanted.layout).await? else {
            return self.folder.read_table(wanted).await;
        };
        let known = wanted.checkpoint.unwrap_or_default().files;
        let Some(opened) = self.open_workbook(table, file, &known).await? else {
            return Ok(ReadOutcome::Unchanged);
        };
        let request = ReadRequest {
            table,
            layout: Layout::with_own_names(table.schema()),
            checkpoint: None,
        };
        let read = opened.tables.read_table(request).await?;
        Ok(opened.folder.keep_for(read, opened.state))
    }
}
