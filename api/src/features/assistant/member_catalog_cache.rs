//! Caches the members that questions can name, for each organization and set of permissions, until
//! the data changes.

use super::catalog_cache::CatalogCache;
use super::catalog_error::CatalogError;
use crate::auth::Scope;
use crate::features::metrics::{MetricError, load_member_names};
use crate::ids::TenantId;
use questions::{MemberCatalog, NAMED_DIMENSIONS};
use std::sync::Arc;
use tokio::sync::mpsc::channel;
use tokio::task::spawn_blocking;

/// The memory of all catalogs of this process.
const MAX_BYTES: usize = 160 << 20;

/// Members by organization and the caller's permissions.
pub(super) struct MemberCatalogCache(CatalogCache<(TenantId, String), MemberCatalog>);

impl Default for MemberCatalogCache {
    fn default() -> Self {
        Self(CatalogCache::new(MAX_BYTES, |catalog| {
            catalog.approximate_bytes()
        }))
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
        let key = (organization.id, permissions);
        self.0
            .get_or_load(key, organization.data_version, || load_catalog(scope))
            .await
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
