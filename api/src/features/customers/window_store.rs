//! Purchase windows without the other customer figures.

use super::purchase_windows::{PurchaseWindows, compute_default_windows};
use super::store::read_demand;
use crate::auth::permission::{PurchasingRead, SalesRead};
use crate::auth::{Proof, Scope};
use crate::cache::{CachedFigure, FigureCache, StoredFigure};
use crate::db::DbError;
use crate::features::purchasing::read_figure_day;
use crate::features::supply_prices::PriceIndexes;
use crate::features::supply_prices::price_index::Month;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The purchase windows with their basis.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PurchaseWindowReport {
    /// As in the chart; none without two years of purchases in any category.
    pub windows: Option<PurchaseWindows>,
    /// Number of purchase lines behind the prices.
    pub lines: u64,
}

/// The purchase windows of this process.
#[derive(Clone, Default)]
pub struct PurchaseWindowReports(FigureCache<PurchaseWindowReport>);

impl PurchaseWindowReports {
    /// The same with figures stored from this duration.
    #[must_use]
    pub fn storing_from(self, duration: Duration) -> Self {
        Self(self.0.storing_from(duration))
    }

    /// The windows as of today, or of the day of the newest order line if that is older than usual.
    /// Computed once per version of the data.
    pub async fn load(
        &self,
        scope: &Scope,
        prices: &PriceIndexes,
        rights: (&Proof<PurchasingRead>, &Proof<SalesRead>),
    ) -> Result<Arc<PurchaseWindowReport>, DbError> {
        let compute = Box::pin(read_purchase_windows(scope, prices, rights));
        self.0
            .load_or_compute(scope, scope.as_of(), 0, compute)
            .await
    }
}

impl StoredFigure for PurchaseWindowReport {
    const KIND: &'static str = "purchase_windows";
}

impl CachedFigure for PurchaseWindowReport {
    const MAX_MEBIBYTES: u64 = 4;

    fn approximate_bytes(&self) -> usize {
        let windows = self.windows.as_ref();
        (windows.map_or(0, |windows| windows.categories.len()) + 1) * 4 * 1024
    }
}

async fn read_purchase_windows(
    scope: &Scope,
    prices: &PriceIndexes,
    (costs, sales): (&Proof<PurchasingRead>, &Proof<SalesRead>),
) -> Result<PurchaseWindowReport, DbError> {
    let prices = prices.load(scope, costs).await?;
    let (Some(index), Some(currency)) = (&prices.index, &prices.currency) else {
        return Ok(PurchaseWindowReport {
            windows: None,
            lines: 0,
        });
    };
    let db = scope.rollup_db().await?;
    let as_of = read_figure_day(&db, scope.as_of(), costs).await?.as_of;
    let demand = read_demand(&db, currency, as_of, (costs, sales)).await?;
    Ok(PurchaseWindowReport {
        windows: compute_default_windows(index, &demand, Month::from(as_of)),
        lines: index.lines,
    })
}
