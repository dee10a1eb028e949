//! The rules, one file for each kind of exception.

use super::{
    SuggestionCandidate, buy_month_suggestion, overdue_suggestion, price_suggestion,
    reorder_suggestion, sync_suggestion,
};
use crate::features::assistant::tool_context::ToolContext;
use crate::http::ApiError;

/// Everything that the caller may see, by rule.
pub(super) async fn apply_rules(
    desk: &ToolContext<'_>,
) -> Result<Vec<SuggestionCandidate>, ApiError> {
    let mut found = Vec::new();
    found.extend(overdue_suggestion::suggest_overdue_customers(desk).await?);
    found.extend(sync_suggestion::suggest_sync_check(desk).await?);
    found.extend(reorder_suggestion::suggest_reorder(desk).await?);
    found.extend(price_suggestion::suggest_price_changes(desk).await?);
    found.extend(buy_month_suggestion::suggest_buy_months(desk).await?);
    Ok(found)
}
