//! The rejected rows of a run, counted by table, column and reason.

use super::reject_code::RejectCode;
use crate::features::data_sync::store::{RejectCount, RejectCounts};
use poem_openapi::Object;

/// Rejected rows with the same table, column and reason.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct RejectGroup {
    /// The source table.
    pub table: String,
    /// The first invalid column. Absent if the whole row is invalid.
    pub column: Option<String>,
    /// What is wrong.
    pub code: Option<RejectCode>,
    /// Why the rows were rejected and what is expected.
    pub reason: String,
    /// Number of rows.
    pub count: u64,
    /// The invalid value of the first of these rows. Absent if it has none.
    pub example: Option<String>,
}

/// The reasons for the rejected rows of a run, most frequent first.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct RejectSummary {
    /// The 100 most frequent reasons.
    pub items: Vec<RejectGroup>,
    /// Rejected rows of the run, including those with other reasons.
    pub total: u64,
}

impl From<RejectCount> for RejectGroup {
    fn from(group: RejectCount) -> Self {
        Self {
            table: group.source_table,
            column: group.column,
            code: sources::RejectCode::from_stored(&group.code).map(RejectCode::from),
            reason: group.reason,
            count: group.rows.unsigned_abs(),
            example: group.value.filter(|value| !value.is_empty()),
        }
    }
}

impl From<RejectCounts> for RejectSummary {
    fn from(counts: RejectCounts) -> Self {
        Self {
            items: counts.groups.into_iter().map(RejectGroup::from).collect(),
            total: counts.total,
        }
    }
}
