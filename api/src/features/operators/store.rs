//! Details of a tenant for operators, without rows or credentials.

use crate::db::{Database, LookupError, TenantOverview};
use entities::{data_source, sync_run, sync_schedule};

/// The maximum number of listed runs.
const MAX_RUNS: u64 = 10;

/// The records of a tenant.
pub(super) struct TenantRecords {
    pub(super) overview: TenantOverview,
    pub(super) source: Option<data_source::Model>,
    pub(super) schedule: Option<sync_schedule::Model>,
    /// The last runs, newest first.
    pub(super) runs: Vec<sync_run::Model>,
}

/// A tenant with its source kind, schedule and last runs.
pub(super) async fn load_tenant_detail(
    database: &Database,
    overview: TenantOverview,
) -> Result<TenantRecords, LookupError> {
    let id = overview.organization.id.to_string();
    let access = database
        .platform()
        .find_organization_for_command(&id)
        .await?
        .ok_or(LookupError::NotFound)?;
    let db = database.begin_read(&access).await?;
    let source = db.find::<data_source::Entity>().one().await?;
    let schedule = db.find::<sync_schedule::Entity>().one().await?;
    let runs = db
        .find::<sync_run::Entity>()
        .order_by_desc(sync_run::Column::Id)
        .limit(MAX_RUNS)
        .all()
        .await?;
    Ok(TenantRecords {
        overview,
        source,
        schedule,
        runs,
    })
}
