//! The rules, one file for each kind of exception.

use super::{Found, buy_month, overdue, prices, reorder, sync};
use crate::features::assistant::desk::Desk;
use crate::http::ApiError;

/// Everything that the caller may see, by rule.
pub(super) async fn all(desk: &Desk<'_>) -> Result<Vec<Found>, ApiError> {
    let mut found = Vec::new();
    found.extend(overdue::suggestion(desk).await?);
    found.extend(sync::sync(desk).await?);
    found.extend(reorder::reorder(desk).await?);
    found.extend(prices::prices(desk).await?);
    found.extend(buy_month::buy_month(desk).await?);
    Ok(found)
}
