//! What is worth a look without being asked for: exceptions in the organization's own rows, by
//! rules over what the screens read.

mod buy_month_suggestion;
mod overdue_suggestion;
mod price_suggestion;
mod reorder_suggestion;
mod rules;
mod sync_suggestion;

use super::question_planner::KnownSuggestion;
use super::tool_context::ToolContext;
use super::tool_registry::ToolCall;
use super::wire::Suggestion;
use crate::http::ApiError;

/// Suggestions that are shown at most.
const MAX_SUGGESTIONS: usize = 8;

/// A suggestion with the calls that tell more about it.
#[derive(Clone, Debug)]
pub(super) struct SuggestionCandidate {
    pub(super) suggestion: Suggestion,
    pub(super) calls: Vec<ToolCall>,
}

/// What is worth a look now, most pressing first. What the caller may not see is left out.
pub(super) async fn find_suggestions(
    desk: &ToolContext<'_>,
) -> Result<Vec<SuggestionCandidate>, ApiError> {
    let mut found = rules::apply_rules(desk).await?;
    found.sort_by_key(|found| found.suggestion.priority);
    found.truncate(MAX_SUGGESTIONS);
    Ok(found)
}

/// As the API gives them.
pub(super) fn to_suggestions(found: Vec<SuggestionCandidate>) -> Vec<Suggestion> {
    found.into_iter().map(|found| found.suggestion).collect()
}

/// As the planner looks for them when one is clicked.
pub(super) fn to_known_suggestions(found: &[SuggestionCandidate]) -> Vec<KnownSuggestion> {
    let known = |found: &SuggestionCandidate| KnownSuggestion {
        id: found.suggestion.id.clone(),
        title: found.suggestion.title.clone(),
        calls: found.calls.clone(),
    };
    found.iter().map(known).collect()
}
