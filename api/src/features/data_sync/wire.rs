//! JSON types of the Data Sync API.

mod column_mapping;
mod drift_examples;
mod error_response;
mod onboarding;
mod reject_code;
mod reject_summary;
mod rejects_response;
mod run_events;
mod sales_dating;
mod schema_drift;
mod source_test;
mod sync_examples;
mod sync_request;
mod sync_run;
mod sync_schedule;
mod sync_status;
mod withheld_deletions;

pub use column_mapping::{
    ColumnExpression, ColumnMapping, ColumnMappingInput, ExpressionOperation, MappedColumn,
    MappedColumnInput, MappedTable, MappedTableInput, ValueWord,
};
pub use onboarding::{
    SourceFolder, SourceFolders, SourceFoldersIssue, TableTemplate, TableTemplates,
};
pub use reject_code::RejectCode;
pub use reject_summary::{RejectGroup, RejectSummary};
pub use rejects_response::RejectsResponse;
pub use run_events::stream_runs;
pub use sales_dating::{SalesDating, SalesDatingInput, SalesDatingReason, SalesDatingSetting};
pub use schema_drift::{
    DriftAcceptance, DriftChange, DriftChangeKind, DriftColumn, DriftEffect, DriftOutcome,
    DriftPoliciesInput, DriftPolicy, DriftPreview, PendingDrift, SchemaDrift, TableDrift,
    TableDriftPolicyInput, TableDriftPreview,
};
pub use source_test::{MappingProposal, ProposedMapping, SourceTablePresence, SourceTest};
pub use sync_request::{
    FullSyncOptions, FullSyncRequest, StartedRun, SyncOutcome, TableSyncOptions, TableSyncRequest,
};
pub use sync_run::{Reject, Rejects, RunTable, SyncRun, SyncRuns, TableProgress, TableTimings};
pub use sync_schedule::{ScheduledRun, SyncSchedule, SyncScheduleInput};
pub use sync_status::{
    SyncError, SyncHealth, SyncIssue, SyncStats, SyncStatus, SyncableTable, TableRejects,
};
pub use withheld_deletions::{WithheldDeletion, WithheldDeletions, WithheldRow};
