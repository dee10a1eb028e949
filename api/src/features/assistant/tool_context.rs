//! What a tool can access: the caller's scope and the data sources of the pages.

use super::metric_answer_cache::MetricAnswerCache;
use super::period::{Period, format_day};
use crate::auth::permission::{InventoryRead, PermissionMarker, PurchasingRead, SalesRead};
use crate::auth::{PermissionError, Proof, Scope};
use crate::db::{DbError, Organization, RolledUpDb, TenantDb};
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use crate::features::customers::{CustomerReportError, CustomerReports, PurchaseWindowReports};
use crate::features::data_sync::DataSync;
use crate::features::market::feed::news_feed::NewsItem;
use crate::features::market::feed::{CachedFeed, WeatherReports};
use crate::features::metrics::MetricError;
use crate::features::purchasing::purchase_plan::PurchasePlan;
use crate::features::purchasing::{FigureDay, PurchasePlans};
use crate::features::supply_prices::PriceIndexes;
use crate::http::Meta;
use chrono::{DateTime, NaiveDate, Utc};
use std::sync::Arc;

/// Context of one question. Tools have no other access to rows, so they see exactly what the caller
/// may see.
pub(super) struct ToolContext<'a> {
    pub(super) scope: &'a Scope,
    pub(super) sync: &'a DataSync,
    pub(super) weather: &'a WeatherReports,
    pub(super) news: &'a CachedFeed<Vec<NewsItem>>,
    pub(super) yields: &'a YieldCatalog,
    pub(super) customer_figures: &'a CustomerReports,
    pub(super) plans: &'a PurchasePlans,
    pub(super) prices: &'a PriceIndexes,
    pub(super) windows: &'a PurchaseWindowReports,
    pub(super) answers: &'a MetricAnswerCache,
    /// The day of figures over order lines.
    pub(super) figure_day: FigureDay,
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
    /// A metric query failed.
    #[error(transparent)]
    Metric(MetricError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<MetricError> for ToolError {
    fn from(error: MetricError) -> Self {
        match error {
            MetricError::Permission(error) => Self::Permission(error),
            MetricError::Db(error) => Self::Db(error),
            MetricError::Query(_) => Self::Metric(error),
        }
    }
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

    /// The purchase plan of the pages. It is made from sales and purchases, so both have to be
    /// permitted.
    pub(super) async fn purchase_plan(&self) -> Result<Arc<PurchasePlan>, ToolError> {
        let (purchases, stock, sales) = (
            self.require(PurchasingRead)?,
            self.require(InventoryRead)?,
            self.require(SalesRead)?,
        );
        let rights = (&purchases, &stock, &sales);
        Ok(self.plans.load(self.scope, rights).await?)
    }

    pub(super) fn organization(&self) -> &Organization {
        self.scope.access().organization()
    }

    /// The day of figures over order lines: today, or the day of the newest line if that is older
    /// than usual.
    pub(super) fn as_of(&self) -> NaiveDate {
        self.figure_day.as_of
    }

    /// Today in the organization's time zone.
    pub(super) fn today(&self) -> NaiveDate {
        self.scope.as_of()
    }

    /// The period of the data for a period in a question. If the data ends before today, calendar
    /// periods are those of today and rolling ones end with the data.
    pub(super) fn to_data_period(&self, asked: Period) -> Period {
        if self.figure_day.is_past() {
            asked.to_calendar_period(self.today())
        } else {
            asked
        }
    }

    /// Display text of a period in a question. If the data ends before today, it names the days
    /// that the data covers.
    pub(super) fn describe_period(&self, asked: Period) -> String {
        let period = self.to_data_period(asked);
        let (as_of, full) = (self.as_of(), period.full_range(self.as_of()));
        if !self.figure_day.is_past() {
            asked.to_text()
        } else if period.is_rolling() {
            Period::Days(full).to_text()
        } else if full.from <= as_of && as_of < full.to {
            format!("{} through {}", period.to_text(), format_day(as_of))
        } else {
            period.to_text()
        }
    }

    /// The metadata of answers.
    pub(super) fn meta(&self) -> Meta {
        Meta {
            as_of: Some(self.as_of()),
            data_through: self.figure_day.data_through,
            ..self.scope.meta()
        }
    }

    /// Whether the organization's data is generated sample data.
    pub(super) fn is_sample(&self) -> bool {
        self.organization().is_demo
    }
}
