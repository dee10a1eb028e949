//! Caches the members that questions can name, for each organization and set of permissions, until
//! the data changes.

use super::catalog_error::CatalogError;
use crate::auth::Scope;
use crate::features::metrics::{MetricError, load_member_names};
use crate::ids::TenantId;
use crate::shared_reads::SharedReads;
use moka::future::Cache;
use questions::{MemberCatalog, NAMED_DIMENSIONS};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::channel;
use tokio::task::spawn_blocking;

/// The memory of all catalogs of this process. A larger one is loaded for every question.
const MAX_MEBIBYTES: u64 = 160;

/// The organization, its data version and the caller's permissions.
type Key = (TenantId, i64, String);

/// Members by organization, data version and permissions.
pub struct MemberCatalogCache {
    catalogs: Cache<Key, Arc<MemberCatalog>>,
    /// Questions that come while the members load wait for them.
    loads: SharedReads<Key, Arc<MemberCatalog>>,
}

impl Default for MemberCatalogCache {
    fn default() -> Self {
        Self {
            catalogs: Cache::builder()
                // In kibibytes: the size of an entry is a u32.
                .weigher(|_, catalog: &Arc<MemberCatalog>| {
                    u32::try_from(catalog.approximate_bytes() / 1024 + 1).unwrap_or(u32::MAX)
                })
                .max_capacity(MAX_MEBIBYTES * 1024)
                .time_to_idle(Duration::from_hours(1))
                .build(),
            loads: SharedReads::default(),
        }
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
        if let Some(cached) = self.catalogs.get(&key).await {
            return Ok(cached);
        }
        let load = || async {
            if let Some(cached) = self.catalogs.get(&key).await {
                return Ok(cached);
            }
            let catalog = Arc::new(load_catalog(scope).await?);
            self.catalogs
                .insert(key.clone(), Arc::clone(&catalog))
                .await;
            Ok(catalog)
        };
        self.loads.read(key.clone(), load).await
    }
}

/// Indexes the members of a dimension while those of the next one load.
async fn load_catalog(scope: &Scope) -> Result<MemberCatalog, CatalogError> {
    let (lists, mut loaded) = channel(NAMED_DIMENSIONS.len() + 1);
    let indexed = spawn_blocking(move || {
        MemberCatalog::new(std::iter::from_fn(move || loaded.blocking_recv()))
    });
    for dimension in NAMED_DIMENSIONS.into_iter().chain(["unit"]) {
        match load_member_names(scope, dimension).await {
            Ok(names) => {
                // Fails only if indexing has failed, which is seen below.
                let _ = lists.try_send((dimension.to_owned(), names));
            }
            Err(MetricError::Permission(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    drop(lists);
    Ok(indexed.await?)
}
