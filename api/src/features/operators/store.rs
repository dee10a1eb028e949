//! What else an operator may know of one organization: nothing by which its source could be opened,
//! and none of its rows.

use super::wire::{Tenant, TenantDetail, TenantRun, TenantSchedule, TenantSource};
use crate::db::{Database, TenantOverview};
use crate::http::ApiError;
use chrono::{DateTime, Utc};
use entities::{data_source, sync_run, sync_schedule};

const MAX_RUNS: u64 = 10;

/// An organization with its source's kind, its schedule and its last runs.
pub(super) async fn load_tenant_detail(
    database: &Database,
    standing: TenantOverview,
    now: DateTime<Utc>,
) -> Result<TenantDetail, ApiError> {
    let id = standing.organization.id.to_string();
    let access = database
        .platform()
        .find_organization_for_command(&id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let db = database.begin_read(&access).await?;
    let source = db.find::<data_source::Entity>().one().await?;
    let schedule = db.find::<sync_schedule::Entity>().one().await?;
    let runs = db
        .find::<sync_run::Entity>()
        .order_by_desc(sync_run::Column::Id)
        .limit(MAX_RUNS)
        .all()
        .await?;
    Ok(TenantDetail {
        time_zone: standing.organization.time_zone.name().to_owned(),
        source: source.map(|source| TenantSource {
            kind: source.kind,
            set_at: source.updated_at,
        }),
        schedule: schedule.map(|schedule| TenantSchedule {
            cron: schedule.cron,
            enabled: schedule.enabled,
            next_at: schedule.next_at,
        }),
        runs: runs.into_iter().map(TenantRun::from).collect(),
        tenant: Tenant::from_overview(standing, now),
    })
}
