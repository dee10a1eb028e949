//! Purchase windows without the other customer figures.

use super::purchase_windows::{PurchaseWindows, compute_default_windows};
use super::store::read_demand;
use crate::auth::Proof;
use crate::auth::permission::{PurchasingRead, SalesRead};
use crate::db::{DbError, Organization, RolledUpDb};
use crate::features::supply_prices::price_index::Month;
use crate::features::supply_prices::read_price_index;
use chrono::NaiveDate;

/// The purchase windows with their basis.
#[derive(Clone, Debug)]
pub struct PurchaseWindowReport {
    /// As in the chart; none without two years of purchases in any category.
    pub windows: Option<PurchaseWindows>,
    /// Number of purchase lines behind the prices.
    pub lines: u64,
}

/// The purchase windows as of a day.
pub async fn read_purchase_windows(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    (costs, sales): (&Proof<PurchasingRead>, &Proof<SalesRead>),
) -> Result<PurchaseWindowReport, DbError> {
    let prices = read_price_index(db, organization, as_of, costs).await?;
    let (Some(index), Some(currency)) = (prices.index, prices.currency) else {
        return Ok(PurchaseWindowReport {
            windows: None,
            lines: 0,
        });
    };
    let demand = read_demand(db, &currency, as_of, (costs, sales)).await?;
    Ok(PurchaseWindowReport {
        windows: compute_default_windows(&index, &demand, Month::from(as_of)),
        lines: index.lines,
    })
}
