//! What a tool may touch while it answers: the caller's scope, and what the screens read from.

use crate::auth::Proof;
use crate::auth::Scope;
use crate::auth::permission::Right;
use crate::cache::FigureCache;
use crate::db::{Organization, RolledUpDb, TenantDb};
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use crate::features::customers::CustomerReport;
use crate::features::data_sync::DataSync;
use crate::features::market::feed::CachedFeed;
use crate::features::market::feed::news_feed::NewsItem;
use crate::features::market::feed::weather_feed::RegionWeather;
use crate::http::ApiError;
use chrono::{DateTime, NaiveDate, Utc};

/// One question's view of the organization. A tool has no other way to rows, so it sees what its
/// caller sees and nothing else.
pub(super) struct ToolContext<'a> {
    pub(super) scope: &'a Scope,
    pub(super) sync: &'a DataSync,
    pub(super) weather: &'a CachedFeed<Vec<RegionWeather>>,
    pub(super) news: &'a CachedFeed<Vec<NewsItem>>,
    pub(super) yields: &'a YieldCatalog,
    pub(super) customer_figures: &'a FigureCache<CustomerReport>,
    /// When the question came in.
    pub(super) now: DateTime<Utc>,
}

impl ToolContext<'_> {
    /// The proof that the caller may; the planner has asked before, this asks again where the rows
    /// are.
    pub(super) fn require<R: Right>(&self, right: R) -> Result<Proof<R>, ApiError> {
        self.scope.require(right)
    }

    /// A read-only transaction in the caller's organization.
    pub(super) async fn db(&self) -> Result<TenantDb, ApiError> {
        self.scope.read_db().await
    }

    /// As [`Desk::db`], for figures over order lines.
    pub(super) async fn rolled_up_db(&self) -> Result<RolledUpDb, ApiError> {
        self.scope.rollup_db().await
    }

    pub(super) fn organization(&self) -> &Organization {
        self.scope.access().organization()
    }

    /// Today in the organization's time zone.
    pub(super) fn as_of(&self) -> NaiveDate {
        self.scope.as_of()
    }

    /// Whether everything here is generated.
    pub(super) fn is_sample(&self) -> bool {
        self.organization().is_demo
    }
}
