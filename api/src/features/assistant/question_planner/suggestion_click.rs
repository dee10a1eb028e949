//! Recognizes clicks on suggestions. A click sends the question `Tell me more about: {title}`,
//! which runs the calls of the suggestion.

use super::word_splitter::split_words;
use crate::features::assistant::tool_registry::ToolCall;

/// A suggestion that the user sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownSuggestion {
    pub id: String,
    pub title: String,
    /// Calls that give the figures of the suggestion.
    pub calls: Vec<ToolCall>,
}

/// Whether a question is a click on a suggestion.
pub(super) enum SuggestionClick<'a> {
    KnownSuggestion(&'a KnownSuggestion),
    /// A click on a suggestion that no longer exists; only its title is left to plan.
    UnknownTitle(&'a str),
    NotClicked,
}

const CLICK_PREFIX: &str = "tell me more about:";

pub(super) fn parse_suggestion_click<'a>(
    question: &'a str,
    suggestions: &'a [KnownSuggestion],
) -> SuggestionClick<'a> {
    let question = question.trim();
    let lead = question
        .get(..CLICK_PREFIX.len())
        .filter(|lead| lead.eq_ignore_ascii_case(CLICK_PREFIX));
    let Some(title) = lead
        .and_then(|_| question.get(CLICK_PREFIX.len()..))
        .map(str::trim)
        .filter(|title| !title.is_empty())
    else {
        return SuggestionClick::NotClicked;
    };
    let split_title = |text: &str| {
        split_words(text)
            .into_iter()
            .map(|word| word.text)
            .collect::<Vec<_>>()
    };
    let title_words = split_title(title);
    let clicked = suggestions.iter().find(|suggestion| {
        !suggestion.calls.is_empty()
            && (suggestion.id == title || split_title(&suggestion.title) == title_words)
    });
    clicked.map_or(
        SuggestionClick::UnknownTitle(title),
        SuggestionClick::KnownSuggestion,
    )
}
