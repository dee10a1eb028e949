//! What questions can name, cached for each organization until its data changes.

use super::catalog_error::CatalogError;
use super::member_catalog_cache::MemberCatalogCache;
use super::name_catalog_cache::NameCatalogCache;
use super::question_planner::NameCatalog;
use crate::auth::Scope;
use futures_util::future::try_join;
use questions::MemberCatalog;
use std::sync::Arc;

/// The catalogs of this process. Clones share them.
#[derive(Clone, Default)]
pub struct QuestionCatalogs {
    caches: Arc<(NameCatalogCache, MemberCatalogCache)>,
}

impl QuestionCatalogs {
    /// The catalogs of the caller's organization; loads them if they are not cached, which takes a
    /// second for thousands of names. Each needs a connection, so the caller should hold none.
    pub(super) async fn get_or_load(
        &self,
        scope: &Scope,
    ) -> Result<(Arc<NameCatalog>, Arc<MemberCatalog>), CatalogError> {
        let (names, members) = &*self.caches;
        try_join(names.get_or_load(scope), members.get_or_load(scope)).await
    }

    /// Loads the catalogs ahead of questions.
    pub async fn prepare(&self, scope: &Scope) -> Result<(), CatalogError> {
        self.get_or_load(scope).await.map(drop)
    }
}
