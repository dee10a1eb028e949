//! Details of a tenant for operators, without rows or credentials.

use super::wire::{Tenant, TenantDetail, TenantRun, TenantSchedule, TenantSource};
use crate::db::{Database, TenantOverview};
use crate::http::{ApiError, parse_stored_name};
use chrono::{DateTime, Utc};
use entities::{data_source, sync_run, sync_schedule};

/// The maximum number of listed runs.
const MAX_RUNS: u64 = 10;

/// A tenant with its source kind, schedule and last runs.
pub(super) async fn load_tenant_detail(
    database: &Database,
    overview: TenantOverview,
    now: DateTime<Utc>,
) -> Result<TenantDetail, ApiError> {
    let id = overview.organization.id.to_string();
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
        time_zone: overview.organization.time_zone.name().to_owned(),
        source: source.and_then(|source| {
            Some(TenantSource {
                kind: parse_stored_name(&source.kind)?,
                configured_at: source.updated_at,
            })
        }),
        schedule: schedule.map(|schedule| TenantSchedule {
            cron: schedule.cron,
            enabled: schedule.enabled,
            next_at: schedule.next_run_at,
        }),
        runs: runs.into_iter().map(TenantRun::from).collect(),
        tenant: Tenant::from_overview(overview, now),
    })
}
