//! Organizations whose figures are precomputed.

use super::{PlatformDb, suspended_organization_ids};
use crate::db::{Access, DbError};
use chrono::{DateTime, Utc};
use entities::{stored_figure, sync_run};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};
use std::collections::BTreeSet;

/// The maximum number of organizations.
const MAX_ORGANIZATIONS: u64 = 10_000;

impl PlatformDb {
    /// Organizations that store figures, because they took long, or whose sync ended since
    /// `synced_since`. Without suspended ones, and without those that are syncing now.
    pub async fn list_organizations_to_precompute(
        &self,
        synced_since: DateTime<Utc>,
    ) -> Result<Vec<Access>, DbError> {
        let runs = || {
            sync_run::Entity::find()
                .select_only()
                .column(sync_run::Column::TenantId)
        };
        let syncing = runs()
            .filter(sync_run::Column::State.is_in(["queued", "running"]))
            .into_query();
        let stored: Vec<Uuid> = stored_figure::Entity::find()
            .select_only()
            .column(stored_figure::Column::TenantId)
            .distinct()
            .filter(stored_figure::Column::Part.eq(0))
            .filter(stored_figure::Column::TenantId.not_in_subquery(syncing.clone()))
            .filter(stored_figure::Column::TenantId.not_in_subquery(suspended_organization_ids()))
            .limit(MAX_ORGANIZATIONS)
            .into_tuple()
            .all(&self.connection)
            .await?;
        let synced: Vec<Uuid> = runs()
            .distinct()
            .filter(sync_run::Column::FinishedAt.gte(synced_since))
            .filter(sync_run::Column::TenantId.not_in_subquery(syncing))
            .filter(sync_run::Column::TenantId.not_in_subquery(suspended_organization_ids()))
            .limit(MAX_ORGANIZATIONS)
            .into_tuple()
            .all(&self.connection)
            .await?;
        let tenants: BTreeSet<Uuid> = stored.into_iter().chain(synced).collect();
        let found = self.load_server_access(tenants.into_iter()).await?;
        Ok(found.into_values().collect())
    }
}
