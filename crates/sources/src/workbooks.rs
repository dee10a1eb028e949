//! Workbooks with the names of tables, in sources that consist of files.

use super::table_file::choose_files;
use super::{FileState, SourceError, Warehouse};
use async_trait::async_trait;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The extensions of workbooks.
const EXTENSIONS: [&str; 4] = ["xlsx", "xlsb", "xls", "ods"];

/// A source that can have workbooks such as `<table>.xlsx`. Their layout is unknown, so the source
/// itself does not read their rows.
#[async_trait]
pub trait WorkbookStore: Warehouse {
    /// A workbook in the source.
    type Workbook: Send + Sync;

    /// The workbook of each table, in the order of the names; none if the source does not have it.
    /// The result of a table is an error if the source has it in another form, too.
    async fn find_workbooks(
        &self,
        table_names: &[String],
    ) -> Result<Vec<Result<Option<Self::Workbook>, SourceError>>, SourceError>;

    /// The names of workbooks without their extensions, in alphabetical order, at most as many as
    /// [`Warehouse::list_other_tables`] lists.
    async fn list_workbook_names(&self) -> Result<BTreeSet<String>, SourceError>;

    /// The state of a workbook.
    async fn read_workbook_state(
        &self,
        workbook: &Self::Workbook,
    ) -> Result<FileState, SourceError>;

    /// Makes the content of a workbook readable, and returns where it is. `folder` has room for it.
    async fn fetch_workbook(
        &self,
        workbook: &Self::Workbook,
        folder: &Path,
    ) -> Result<PathBuf, SourceError>;

    /// Fails if the workbook changed between `state` and the end of its fetched content.
    async fn check_workbook(
        &self,
        workbook: &Self::Workbook,
        state: &FileState,
    ) -> Result<(), SourceError>;
}

/// The names that the workbook of a table can have.
pub(super) fn list_workbook_file_names(table_name: &str) -> [String; 4] {
    EXTENSIONS.map(|extension| format!("{table_name}.{extension}"))
}

/// The name of a workbook without its extension; none for other files.
pub(super) fn strip_workbook_extension(file_name: &str) -> Option<&str> {
    let (name, extension) = file_name.rsplit_once('.')?;
    // Programs write lock files beside open workbooks.
    (EXTENSIONS.contains(&extension) && !name.starts_with(['.', '~'])).then_some(name)
}

/// The workbook of a table. Fails if there are several, or if the table is there as `other_form`,
/// too.
pub(super) fn choose_workbook<Workbook>(
    workbooks: Vec<(Workbook, String)>,
    other_form: Option<String>,
    place: &str,
) -> Result<Option<Workbook>, SourceError> {
    if workbooks.is_empty() {
        return Ok(None);
    }
    let others = other_form.map(|name| (Vec::new(), name));
    let ways = workbooks
        .into_iter()
        .map(|(workbook, name)| (vec![workbook], name))
        .chain(others)
        .collect();
    Ok(choose_files(ways, place)?.pop())
}
