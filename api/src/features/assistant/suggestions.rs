//! Proactive suggestions: exceptions in the organization's data, found by rules over the same reads
//! that the pages use.

mod buy_month_suggestion;
mod overdue_suggestion;
mod price_suggestion;
mod reorder_suggestion;
mod sync_suggestion;

use super::question_planner::KnownSuggestion;
use super::tool_context::{ToolContext, ToolError};
use super::tool_registry::ToolCall;
use super::wire::Suggestion;

/// Maximum number of suggestions in a response.
const MAX_SUGGESTIONS: usize = 8;

/// A suggestion with the tool calls that answer questions about it.
#[derive(Clone, Debug)]
pub(super) struct SuggestionCandidate {
    pub(super) suggestion: Suggestion,
    pub(super) calls: Vec<ToolCall>,
}

/// Finds the current suggestions that the caller has permission to see, highest priority first.
pub(super) async fn find_suggestions(
    context: &ToolContext<'_>,
) -> Result<Vec<SuggestionCandidate>, ToolError> {
    let mut candidates = Vec::new();
    candidates.extend(overdue_suggestion::suggest_overdue_customers(context).await?);
    candidates.extend(sync_suggestion::suggest_sync_check(context).await?);
    candidates.extend(reorder_suggestion::suggest_reorder(context).await?);
    candidates.extend(price_suggestion::suggest_price_changes(context).await?);
    candidates.extend(buy_month_suggestion::suggest_buy_months(context).await?);
    // Stable, so rules of the same priority stay in this order.
    candidates.sort_by_key(|candidate| candidate.suggestion.priority);
    candidates.truncate(MAX_SUGGESTIONS);
    Ok(candidates)
}

/// Converts candidates to the API's suggestions.
pub(super) fn to_suggestions(candidates: Vec<SuggestionCandidate>) -> Vec<Suggestion> {
    let suggestion = |candidate: SuggestionCandidate| candidate.suggestion;
    candidates.into_iter().map(suggestion).collect()
}

/// Converts candidates to what the planner needs when a user clicks a suggestion.
pub(super) fn to_known_suggestions(candidates: &[SuggestionCandidate]) -> Vec<KnownSuggestion> {
    let known = |candidate: &SuggestionCandidate| KnownSuggestion {
        id: candidate.suggestion.id.clone(),
        title: candidate.suggestion.title.clone(),
        calls: candidate.calls.clone(),
    };
    candidates.iter().map(known).collect()
}
