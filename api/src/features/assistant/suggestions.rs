//! What is worth a look without being asked for: exceptions in the organization's own rows, by
//! rules over what the screens read.

mod buy_month;
mod overdue;
mod prices;
mod reorder;
mod rules;
mod sync;

use super::desk::Desk;
use super::planner::KnownSuggestion;
use super::registry::Call;
use super::wire::Suggestion;
use crate::http::ApiError;

/// Suggestions that are shown at most.
const MOST: usize = 8;

/// A suggestion with the calls that tell more about it.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) shown: Suggestion,
    pub(super) calls: Vec<Call>,
}

/// What is worth a look now, most pressing first. What the caller may not see is left out.
pub(super) async fn found(desk: &Desk<'_>) -> Result<Vec<Found>, ApiError> {
    let mut found = rules::all(desk).await?;
    found.sort_by_key(|found| found.shown.priority);
    found.truncate(MOST);
    Ok(found)
}

/// As the API gives them.
pub(super) fn shown(found: Vec<Found>) -> Vec<Suggestion> {
    found.into_iter().map(|found| found.shown).collect()
}

/// As the planner looks for them when one is clicked.
pub(super) fn known(found: &[Found]) -> Vec<KnownSuggestion> {
    let known = |found: &Found| KnownSuggestion {
        id: found.shown.id.clone(),
        title: found.shown.title.clone(),
        calls: found.calls.clone(),
    };
    found.iter().map(known).collect()
}
