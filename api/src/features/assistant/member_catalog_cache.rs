//! Caches the members that questions can name, for each organization and set of permissions, until
//! the data changes.

use super::catalog_error::CatalogError;
use crate::auth::Scope;
use crate::features::metrics::{MetricError, load_member_names};
use crate::ids::TenantId;
use moka::future::Cache;
use questions::{MemberCatalog, NAMED_DIMENSIONS};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::spawn_blocking;

/// The memory of all catalogs of this process. A larger one is loaded for every question.
const MAX_MEBIBYTES: u64 = 160;

/// Members by organization, data version and permissions.
#[derive(Clone, Debug)]
pub struct MemberCatalogCache(Cache<(TenantId, i64, String), Arc<MemberCatalog>>);

impl Default for MemberCatalogCache {
    fn default() -> Self {
        Self(
            Cache::builder()
                // In kibibytes: the size of an entry is a u32.
                .weigher(|_, catalog: &Arc<MemberCatalog>| {
                    u32::try_from(catalog.approximate_bytes() / 1024 + 1).unwrap_or(u32::MAX)
                })
                .max_capacity(MAX_MEBIBYTES * 1024)
                .time_to_idle(Duration::from_hours(1))
                .build(),
        )
    }
}

impl MemberCatalogCache {
    /// Returns the members that the caller may see; loads them if they are not cached.
    pub(super) async fn get_or_load(
        &self,
        scope: &Scope,
    ) -> Result<Arc<MemberCatalog>, CatalogError> {
        let organization = scope.access().organization();
        let permissions = scope.permissions().names().join(" ");
        let key = (organization.id, organization.data_version, permissions);
        if let Some(cached) = self.0.get(&key).await {
            return Ok(cached);
        }
        let mut lists = Vec::new();
        for dimension in NAMED_DIMENSIONS.into_iter().chain(["unit"]) {
            match load_member_names(scope, dimension).await {
                Ok(names) => lists.push((dimension.to_owned(), names)),
                Err(MetricError::Permission(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let catalog = Arc::new(spawn_blocking(move || MemberCatalog::new(lists)).await?);
        self.0.insert(key, Arc::clone(&catalog)).await;
        Ok(catalog)
    }
}
