//! What a tool can access: the caller's scope and the data sources of the pages.

use crate::auth::permission::PermissionMarker;
use crate::auth::{PermissionError, Proof, Scope};
use crate::cache::FigureCache;
use crate::db::{DbError, Organization, RolledUpDb, TenantDb};
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use crate::features::customers::{CustomerReport, CustomerReportError};
use crate::features::data_sync::DataSync;
use crate::features::market::feed::CachedFeed;
use crate::features::market::feed::news_feed::NewsItem;
use crate::features::market::feed::weather_feed::RegionWeather;
use chrono::{DateTime, NaiveDate, Utc};

/// Context of one question. Tools have no other access to rows, so they see exactly what the caller
/// may see.
pub(super) struct ToolContext<'a> {
    pub(super) scope: &'a Scope,
    pub(super) sync: &'a DataSync,
    pub(super) weather: &'a CachedFeed<Vec<RegionWeather>>,
    pub(super) news: &'a CachedFeed<Vec<NewsItem>>,
    pub(super) yields: &'a YieldCatalog,
    pub(super) customer_figures: &'a FigureCache<CustomerReport>,
    /// When the question was asked.
    pub(super) now: DateTime<Utc>,
}

/// Why a tool has no result.
#[derive(Debug, thiserror::Error)]
pub(super) enum ToolError {
    /// The caller lacks a permission.
    #[error(transparent)]
    Permission(#[from] PermissionError),
    /// The customer figures were not computed.
    #[error(transparent)]
    CustomerReport(#[from] CustomerReportError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl ToolContext<'_> {
    /// Checks a permission of the caller. The planner checks permissions too; this check protects
    /// the read itself.
    pub(super) fn require<R: PermissionMarker>(
        &self,
        right: R,
    ) -> Result<Proof<R>, PermissionError> {
        self.scope.require(right)
    }

    /// Starts a read-only transaction in the caller's organization.
    pub(super) async fn db(&self) -> Result<TenantDb, DbError> {
        self.scope.read_db().await
    }

    /// Starts a read-only transaction with up-to-date rollups, for figures over order lines.
    pub(super) async fn rolled_up_db(&self) -> Result<RolledUpDb, DbError> {
        self.scope.rollup_db().await
    }

    pub(super) fn organization(&self) -> &Organization {
        self.scope.access().organization()
    }

    /// Today in the organization's time zone.
    pub(super) fn as_of(&self) -> NaiveDate {
        self.scope.as_of()
    }

    /// Whether the organization's data is generated sample data.
    pub(super) fn is_sample(&self) -> bool {
        self.organization().is_demo
    }
}
