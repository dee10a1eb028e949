//! Purchase windows without the other customer figures.

use super::purchase_windows::{PurchaseWindows, compute_default_windows};
use super::store::read_demand;
use crate::auth::permission::{PurchasingRead, SalesRead};
use crate::auth::{Proof, Scope};
use crate::cache::{CachedFigure, ComputedFigure, FigureCache, StoredFigure};
use crate::db::DbError;
use crate::features::purchasing::read_figure_day;
use crate::features::supply_prices::ReadPriceIndex;
use crate::features::supply_prices::price_index::Month;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The purchase windows with their basis.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PurchaseWindowReport {
    /// As in the chart; none without two years of purchases in any category.
    pub windows: Option<PurchaseWindows>,
    /// Number of purchase lines behind the prices.
    pub lines: u64,
}

/// The purchase windows of this process.
pub type PurchaseWindowReports = FigureCache<PurchaseWindowReport>;

impl StoredFigure for PurchaseWindowReport {
    const KIND: &'static str = "purchase_windows";
}

impl ComputedFigure for PurchaseWindowReport {
    type Inputs<'a> = (
        Arc<ReadPriceIndex>,
        &'a Proof<PurchasingRead>,
        &'a Proof<SalesRead>,
    );
    type Error = DbError;

    fn compute<'a>(
        scope: &'a Scope,
        inputs: Self::Inputs<'a>,
    ) -> BoxFuture<'a, Result<Self, DbError>> {
        Box::pin(read_purchase_windows(scope, inputs))
    }
}

impl CachedFigure for PurchaseWindowReport {
    fn approximate_bytes(&self) -> usize {
        let windows = self.windows.as_ref();
        (windows.map_or(0, |windows| windows.categories.len()) + 1) * 4 * 1024
    }
}

async fn read_purchase_windows(
    scope: &Scope,
    (prices, costs, sales): <PurchaseWindowReport as ComputedFigure>::Inputs<'_>,
) -> Result<PurchaseWindowReport, DbError> {
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
