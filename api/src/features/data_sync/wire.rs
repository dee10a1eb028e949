//! The JSON of Data Sync: the names that programs rely on, each with its meaning and unit.

mod beginning;
mod drift;
mod drift_examples;
mod examples;
mod mapping;
mod rejects_file;
mod removals;
mod request;
mod run;
mod schedule;
mod source;
mod state;
mod status;

pub use beginning::{SourceFolder, SourceFolders, TableTemplate, TableTemplates};
pub use drift::{
    ColumnDrift, DriftAccept, DriftChange, DriftChangeKind, DriftOutcome, DriftPending,
    DriftPolicy, DriftPolicyInput, DriftPreview, RememberedColumn, TableDrift, TablePolicyInput,
    TablePreview,
};
pub use mapping::{
    ColumnMapping, ColumnMappingInput, MappedColumn, MappedColumnInput, MappedTable,
    MappedTableInput,
};
pub use rejects_file::RejectsAnswer;
pub use removals::{HeldRemoval, HeldRemovals, HeldRow};
pub use request::{
    FullSync, FullSyncOptions, SyncOutcome, SyncStarted, TableSync, TableSyncOptions,
};
pub use run::{Reject, Rejects, RunTable, SyncRun, SyncRuns, TableProgress, TableTimings};
pub use schedule::{ScheduleMode, ScheduledRun, SyncSchedule, SyncScheduleInput};
pub use source::{Source, SourceInput, SourceKind, SourceTablePresence, SourceTest};
pub use state::{RunKind, RunState, RunTrigger, TableState};
pub use status::{SyncError, SyncHealth, SyncStats, SyncStatus, SyncableTable};
