//! Rejected cells, alone and grouped, and the rows that will be loaded.

use crate::features::data_sync::classify_fault;
use crate::features::data_sync::wire::RejectCode;
use imports::CellFault;
use imports::results::{self, TracedRows};
use poem_openapi::Object;
use std::collections::HashMap;

/// Maximum number of groups.
const MAX_GROUPS: usize = 200;
/// Groups that are counted at most. Further values count as others.
const MAX_COUNTED_GROUPS: usize = 20_000;

/// A cell that cannot be read. Its row is not loaded.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(skip_serializing_if_is_none)]
pub struct RejectedCell {
    /// The source table.
    pub table: String,
    /// The file.
    pub file: String,
    /// The sheet, for a workbook.
    pub sheet: Option<String>,
    /// The address, such as `D17`. For a text file the letter of the column and the line.
    pub cell: String,
    /// The column of the source table.
    pub column: String,
    /// The value in the file.
    pub value: String,
    /// What is wrong.
    pub code: RejectCode,
    /// Why it cannot be read.
    pub reason: String,
}

/// A page of rejected cells.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RejectedCells {
    /// The cells in the order of the files.
    pub items: Vec<RejectedCell>,
    /// Cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
}

/// Rejected cells with the same column, value and reason.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct RejectedCellGroup {
    /// Number of cells.
    pub cells: u64,
    /// The first of them.
    pub first: RejectedCell,
}

/// Rejected cells in groups, the largest first.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct RejectedCellGroups {
    /// The 200 largest groups.
    pub groups: Vec<RejectedCellGroup>,
    /// Cells in other groups.
    pub other_cells: u64,
}

/// A row that will be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(skip_serializing_if_is_none)]
pub struct UploadRow {
    /// The file that it comes from.
    pub file: String,
    /// The sheet, for a workbook.
    pub sheet: Option<String>,
    /// Row of the sheet or line of the file.
    pub row: u64,
    /// The values in the order of the columns.
    pub values: Vec<String>,
}

/// A page of the rows that will be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct UploadRows {
    /// The columns of the source table.
    pub columns: Vec<String>,
    /// The rows in the order of the files.
    pub items: Vec<UploadRow>,
    /// Cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
}

fn some_text(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

impl From<results::RejectedCell> for RejectedCell {
    fn from(cell: results::RejectedCell) -> Self {
        Self {
            table: cell.table,
            file: cell.file,
            sheet: some_text(cell.sheet),
            cell: cell.cell,
            column: cell.column,
            value: cell.value,
            code: classify_fault(cell.fault).into(),
            reason: cell.fault.into_str().to_owned(),
        }
    }
}

impl From<(Vec<results::RejectedCell>, Option<u64>)> for RejectedCells {
    fn from((cells, next): (Vec<results::RejectedCell>, Option<u64>)) -> Self {
        Self {
            items: cells.into_iter().map(Into::into).collect(),
            next_cursor: next.map(|offset| offset.to_string()),
        }
    }
}

impl From<TracedRows> for UploadRows {
    fn from(page: TracedRows) -> Self {
        let items = page.rows.into_iter().map(|row| UploadRow {
            file: row.file,
            sheet: some_text(row.sheet),
            row: row.row,
            values: row.values,
        });
        Self {
            items: items.collect(),
            columns: page.columns,
            next_cursor: page.next.map(|(rows, origins)| format!("{rows}-{origins}")),
        }
    }
}

/// Table, column, value and fault.
type GroupKey = (String, String, String, CellFault);

/// Cells alike.
struct Group {
    cells: u64,
    /// Order in which the groups were found.
    position: usize,
    first: results::RejectedCell,
}

/// Counts rejected cells by column, value and reason.
#[derive(Default)]
pub(in crate::features::imports) struct GroupCounter {
    groups: HashMap<GroupKey, Group>,
    other_cells: u64,
}

impl GroupCounter {
    pub(in crate::features::imports) fn add(&mut self, cell: results::RejectedCell) {
        let key = (
            cell.table.clone(),
            cell.column.clone(),
            cell.value.clone(),
            cell.fault,
        );
        let position = self.groups.len();
        if let Some(group) = self.groups.get_mut(&key) {
            group.cells += 1;
        } else if position < MAX_COUNTED_GROUPS {
            let group = Group {
                cells: 1,
                position,
                first: cell,
            };
            self.groups.insert(key, group);
        } else {
            self.other_cells += 1;
        }
    }

    pub(in crate::features::imports) fn into_groups(self) -> RejectedCellGroups {
        let mut groups: Vec<Group> = self.groups.into_values().collect();
        groups.sort_by_key(|group| (std::cmp::Reverse(group.cells), group.position));
        let rest = groups.iter().skip(MAX_GROUPS);
        let other_cells = self.other_cells + rest.map(|group| group.cells).sum::<u64>();
        groups.truncate(MAX_GROUPS);
        RejectedCellGroups {
            groups: groups
                .into_iter()
                .map(|group| RejectedCellGroup {
                    cells: group.cells,
                    first: group.first.into(),
                })
                .collect(),
            other_cells,
        }
    }
}
