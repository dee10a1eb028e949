//! Sources whose tables are plain files, or workbooks of any layout with the names of tables.

use super::OpenContext;
use super::download_storage::{TenantDownloadFolder, TenantDownloads};
use super::file_inspector::FileInspector;
use crate::features::data_sync::upload_run::ImportWarehouse;
use async_trait::async_trait;
use sources::{
    ColumnDescriptor, FileState, Layout, Layouts, ReadOutcome, ReadRequest, SourceError,
    SourceTable, TablePresence, TableSample, Warehouse, WorkbookStore,
};

/// A source of plain files and workbooks.
pub(super) struct WorkbookWarehouse<Source> {
    source: Source,
    inspector: FileInspector,
    downloads: TenantDownloads,
}

/// A workbook that was read into canonical tables.
struct OpenedWorkbook {
    tables: ImportWarehouse,
    /// What would be read, for people.
    found: String,
    state: FileState,
    folder: TenantDownloadFolder,
}

impl<Source: WorkbookStore> WorkbookWarehouse<Source> {
    pub(super) fn new(source: Source, context: &OpenContext<'_>) -> Self {
        Self {
            source,
            inspector: FileInspector::from_context(context, "Name it like"),
            downloads: TenantDownloads::from_context(context),
        }
    }

    async fn find_workbook(
        &self,
        layout: &Layout,
    ) -> Result<Option<Source::Workbook>, SourceError> {
        let name = layout.table_name().to_owned();
        let found = self.source.find_workbooks(&[name]).await?.pop();
        found.unwrap_or(Ok(None))
    }

    /// The workbook of each of these tables.
    async fn find_workbooks(
        &self,
        tables: &[TablePresence],
        layouts: &Layouts,
    ) -> Result<Vec<Result<Option<Source::Workbook>, SourceError>>, SourceError> {
        let names = tables.iter().map(|one| layouts.for_table(one.table));
        let names: Vec<String> = names.map(|layout| layout.table_name().to_owned()).collect();
        self.source.find_workbooks(&names).await
    }

    /// Reads a workbook; `None` if it is a known version.
    async fn open_workbook(
        &self,
        table: SourceTable,
        workbook: &Source::Workbook,
        known: &[FileState],
    ) -> Result<Option<OpenedWorkbook>, SourceError> {
        let state = self.source.read_workbook_state(workbook).await?;
        if known.contains(&state) {
            return Ok(None);
        }
        let folder = self.downloads.create().await?;
        let path = self.source.fetch_workbook(workbook, folder.files()).await?;
        let found = self
            .inspector
            .inspect_file(table, &state.name, path, folder.tables())
            .await?;
        self.source.check_workbook(workbook, &state).await?;
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
        let mut tables = self.source.list_tables(layouts).await?;
        let workbooks = self.find_workbooks(&tables, layouts).await?;
        for (presence, workbook) in tables.iter_mut().zip(workbooks) {
            if !set_workbook_presence(presence, workbook.as_ref()) {
                continue;
            }
            let Ok(Some(workbook)) = workbook else {
                continue;
            };
            match self.open_workbook(presence.table, &workbook, &[]).await {
                Ok(opened) => presence.found = opened.map(|opened| opened.found),
                Err(error) => presence.problem = Some(error),
            }
        }
        Ok(tables)
    }
}

/// Adds the workbook to what is known of a table. Returns whether it can be read.
fn set_workbook_presence<Workbook>(
    presence: &mut TablePresence,
    workbook: Result<&Option<Workbook>, &SourceError>,
) -> bool {
    if presence.problem.is_some() {
        return false;
    }
    match workbook {
        Ok(None) => return false,
        Ok(Some(_)) => presence.files = 1,
        Err(error) => presence.problem = Some(error.clone()),
    }
    workbook.is_ok()
}

#[async_trait]
impl<Source: WorkbookStore> Warehouse for WorkbookWarehouse<Source> {
    /// Workbooks are not read.
    async fn list_tables(&self, layouts: &Layouts) -> Result<Vec<TablePresence>, SourceError> {
        let mut tables = self.source.list_tables(layouts).await?;
        let workbooks = self.find_workbooks(&tables, layouts).await?;
        for (presence, workbook) in tables.iter_mut().zip(&workbooks) {
            set_workbook_presence(presence, workbook.as_ref());
        }
        Ok(tables)
    }

    async fn list_other_tables(&self, layouts: &Layouts) -> Result<Vec<String>, SourceError> {
        let mut names = self.source.list_other_tables(layouts).await?;
        let known = layouts.table_names();
        let others = self.source.list_workbook_names().await?.into_iter();
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
        let Some(workbook) = self.find_workbook(layout).await? else {
            return self.source.describe_columns(table, layout).await;
        };
        let Some(opened) = self.open_workbook(table, &workbook, &[]).await? else {
            return Ok(None);
        };
        let own_names = Layout::with_own_names(table.schema());
        opened.tables.describe_columns(table, &own_names).await
    }

    /// Workbooks have no sample: their columns are recognized, not mapped.
    async fn sample_table(&self, table_name: &str) -> Result<Option<TableSample>, SourceError> {
        self.source.sample_table(table_name).await
    }

    async fn read_table(&self, wanted: ReadRequest) -> Result<ReadOutcome, SourceError> {
        let table = wanted.table;
        let Some(workbook) = self.find_workbook(&wanted.layout).await? else {
            return self.source.read_table(wanted).await;
        };
        let known = wanted.checkpoint.unwrap_or_default().files;
        let Some(opened) = self.open_workbook(table, &workbook, &known).await? else {
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
