//! Brings the tenant's rows from their warehouse into the application database, and says exactly what it did.

use crate::auth::permission::{SourcesManage, SyncRead, SyncRun};
use crate::auth::{Authority, Proof};
use crate::clock::Clock;
use crate::config::{Config, Mode};
use crate::db::{Access, Database, TenantDb};
use crate::entropy::Entropy;
use crate::http::ApiError;
use crate::ids::RunId;
use plan::Plan;
use std::path::PathBuf;
use std::sync::Arc;

mod plan;
mod routes;
pub mod wire;

pub use routes::DataSyncApi;

/// Where folder warehouses may lie.
#[derive(Clone, Debug)]
pub struct Folders {
    mode: Mode,
    root: Option<PathBuf>,
    demo: PathBuf,
}

impl Folders {
    /// As the operator has set it.
    pub fn of_config(config: &Config) -> Self {
        Self { mode: config.mode, root: config.warehouse_root.clone(), demo: config.demo_warehouse() }
    }
}

/// The room's door: what the operations, the command line and the demo call.
#[derive(Clone)]
pub struct DataSync {
    database: Database,
    clock: Clock,
    entropy: Entropy,
    folders: Folders,
    authority: Option<Arc<Authority>>,
}

pub(crate) struct Running(RunId);
impl Running {
    pub(crate) fn id(&self) -> RunId {
        self.0
    }
    pub(crate) async fn outcome(self) -> Result<wire::SyncOutcome, ApiError> {
        Err(interim())
    }
}

fn interim() -> ApiError {
    ApiError::unavailable("not_yet", "Data Sync is being built.")
}

impl DataSync {
    /// Syncs into this database. `authority` is told when a tenant's data version has changed; commands that serve nobody have none.
    pub fn new(database: Database, clock: Clock, entropy: Entropy, folders: Folders, authority: Option<Arc<Authority>>) -> Self {
        Self { database, clock, entropy, folders, authority }
    }
    pub(crate) async fn status(&self, _: &TenantDb, _: &Proof<SyncRead>) -> Result<wire::SyncStatus, ApiError> {
        Err(interim())
    }
    pub(crate) async fn health(&self, _: &Access, _: &Proof<SyncRead>) -> wire::SyncHealth {
        wire::SyncHealth { big_query: false, supabase: false, overall: false, source_reason: None, target_reason: None }
    }
    pub(crate) async fn start(&self, _: &Access, _: &Proof<SyncRun>, _: Plan) -> Result<Running, ApiError> {
        Err(interim())
    }
    pub(crate) async fn runs(&self, _: &TenantDb, _: &Proof<SyncRead>, _: u32, _: Option<&str>) -> Result<wire::SyncRuns, ApiError> {
        Err(interim())
    }
    pub(crate) async fn run(&self, _: &TenantDb, _: &Proof<SyncRead>, _: RunId) -> Result<wire::SyncRun, ApiError> {
        Err(interim())
    }
    pub(crate) async fn rejects(&self, _: &TenantDb, _: &Proof<SyncRead>, _: RunId, _: u32, _: Option<&str>) -> Result<wire::Rejects, ApiError> {
        Err(interim())
    }
    pub(crate) async fn source(&self, _: &TenantDb, _: &Proof<SyncRead>) -> Result<wire::Source, ApiError> {
        Err(interim())
    }
    pub(crate) async fn set_source(&self, _: &Access, _: &Proof<SourcesManage>, _: &wire::SourceInput) -> Result<wire::Source, ApiError> {
        Err(interim())
    }
    pub(crate) async fn test_source(&self, _: &Access, _: &Proof<SourcesManage>, _: &wire::SourceInput) -> Result<wire::SourceTest, ApiError> {
        Err(interim())
    }
}
