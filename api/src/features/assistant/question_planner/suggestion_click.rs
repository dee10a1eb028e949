//! A click on a suggestion comes back as the question `Tell me more about: {title}` and runs the
//! calls that the suggestion was made from.

use super::word_splitter::split_words;
use crate::features::assistant::tool_registry::ToolCall;

/// A suggestion that the person sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownSuggestion {
    pub id: String,
    pub title: String,
    /// What its figures came from.
    pub calls: Vec<ToolCall>,
}

/// What a question has to do with suggestions.
pub(super) enum SuggestionClick<'a> {
    KnownSuggestion(&'a KnownSuggestion),
    /// A click on one that is no longer there: its title is all that is left to go by.
    UnknownTitle(&'a str),
    NotClicked,
}

const CLICK_PREFIX: &str = "tell me more about:";

pub(super) fn parse_suggestion_click<'a>(
    question: &'a str,
    known: &'a [KnownSuggestion],
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
    let read = |text: &str| {
        split_words(text)
            .into_iter()
            .map(|word| word.text)
            .collect::<Vec<_>>()
    };
    let wanted = read(title);
    let found = known.iter().find(|suggestion| {
        !suggestion.calls.is_empty()
            && (suggestion.id == title || read(&suggestion.title) == wanted)
    });
    found.map_or(
        SuggestionClick::UnknownTitle(title),
        SuggestionClick::KnownSuggestion,
    )
}
