//! Data Sync: copies rows from an organization's source into the application database and records
//! every run.

use crate::auth::Authority;
use crate::clock::Clock;
use crate::db::Database;
use crate::entropy::Entropy;
use crate::features::notifications::Notifier;
use fair_queue::QueueLoad;
use std::sync::Arc;
use std::time::Duration;

mod active_runs;
pub mod check;
mod column_mapping;
pub mod connectors;
pub mod folder_policy;
mod mapping_input;
mod mapping_proposals;
mod onboarding_routes;
mod routes;
mod run;
mod run_control;
mod run_lease;
mod run_message;
mod run_plan;
mod run_state;
mod sales_dating;
mod sales_dating_routes;
mod schedule;
mod schema_drift;
mod source_folders;
mod source_settings;
mod store;
mod sync_command;
mod sync_counters;
mod sync_limits;
mod table_note;
mod table_rejects;
mod table_sync;
mod target_table;
mod timeouts;
mod upload_run;
mod upload_storage;
pub mod wire;
mod withheld_deletion_routes;

pub use connectors::Connectors;
pub use onboarding_routes::OnboardingApi;
pub use routes::{DataSyncApi, RunResponse, StartedImport};
pub use run::HeartbeatMonitor;
pub use run_message::SyncMessageCode;
pub use run_state::{RunState, RunTrigger, TableState};
pub use sales_dating::{MovedSales, MovedSeries, read_sales_dating};
pub use sales_dating_routes::SalesDatingApi;
pub use schedule::{Timetable, load_table_freshness};
pub use schema_drift::SchemaDriftApi;
pub use store::{SyncOverview, TableStatus};
pub use sync_command::{FinishedRun, SyncCommandError, SyncCommandOptions};
pub use sync_counters::SyncCounters;
pub use table_rejects::IncompleteTable;
pub use timeouts::HeartbeatConfig;
pub use upload_run::{
    AnswerError, SnapshotError, classify_fault, collect_answers, load_known_items, parse_answers,
};
pub use upload_storage::{UploadFolder, UploadStorage};
pub use withheld_deletion_routes::WithheldDeletionsApi;

use active_runs::ActiveRuns;
use sync_limits::SyncLimits;

/// Entry point of Data Sync for the API, the command line and the demo.
#[derive(Clone)]
pub struct DataSync {
    database: Database,
    clock: Clock,
    entropy: Entropy,
    connectors: Connectors,
    authority: Option<Arc<Authority>>,
    active_runs: ActiveRuns,
    heartbeat: HeartbeatConfig,
    limits: SyncLimits,
    counters: SyncCounters,
    notifier: Notifier,
}

impl DataSync {
    /// Creates Data Sync for this database. `authority` is notified when an organization's data
    /// changes; commands have none.
    pub fn new(
        database: Database,
        clock: Clock,
        entropy: Entropy,
        connectors: Connectors,
        authority: Option<Arc<Authority>>,
    ) -> Self {
        let notifier = Notifier::new(clock.clone(), entropy.clone(), false);
        Self {
            database,
            clock,
            entropy,
            connectors,
            authority,
            active_runs: ActiveRuns::default(),
            heartbeat: HeartbeatConfig::default(),
            limits: SyncLimits::default(),
            counters: SyncCounters::default(),
            notifier,
        }
    }

    /// Sets the heartbeat configuration.
    #[must_use]
    pub fn with_heartbeat(self, heartbeat: HeartbeatConfig) -> Self {
        Self { heartbeat, ..self }
    }

    /// Sets how long a run may take, without the time that it waits for its turn.
    #[must_use]
    pub fn with_time_limit(self, time: Duration) -> Self {
        Self {
            limits: self.limits.with_time(time),
            ..self
        }
    }

    /// The ended runs of this process.
    pub fn counters(&self) -> &SyncCounters {
        &self.counters
    }

    /// The runs of this process that read and that wait for their turn.
    pub fn load(&self) -> QueueLoad {
        self.limits.turns.load()
    }

    /// The heartbeat configuration of runs.
    pub fn heartbeat(&self) -> HeartbeatConfig {
        self.heartbeat
    }

    /// Sets whether notifications are sent by email.
    #[must_use]
    pub fn with_email(self, send_email: bool) -> Self {
        Self {
            notifier: Notifier::new(self.clock.clone(), self.entropy.clone(), send_email),
            ..self
        }
    }

    /// The notifier of runs.
    pub fn notifier(&self) -> &Notifier {
        &self.notifier
    }

    /// Whether notifications are sent by email.
    pub fn sends_email(&self) -> bool {
        self.notifier.sends_email()
    }
}
