//! A click on a suggestion comes back as the question `Tell me more about: {title}` and runs the
//! calls that the suggestion was made from.

use super::words::words;
use crate::features::assistant::registry::Call;

/// A suggestion that the person sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownSuggestion {
    pub id: String,
    pub title: String,
    /// What its figures came from.
    pub calls: Vec<Call>,
}

/// What a question has to do with suggestions.
pub(super) enum Clicked<'a> {
    Known(&'a KnownSuggestion),
    /// A click on one that is no longer there: its title is all that is left to go by.
    Title(&'a str),
    No,
}

const LEAD: &str = "tell me more about:";

pub(super) fn clicked<'a>(question: &'a str, known: &'a [KnownSuggestion]) -> Clicked<'a> {
    let question = question.trim();
    let lead = question
        .get(..LEAD.len())
        .filter(|lead| lead.eq_ignore_ascii_case(LEAD));
    let Some(title) = lead
        .and_then(|_| question.get(LEAD.len()..))
        .map(str::trim)
        .filter(|title| !title.is_empty())
    else {
        return Clicked::No;
    };
    let read = |text: &str| {
        words(text)
            .into_iter()
            .map(|word| word.text)
            .collect::<Vec<_>>()
    };
    let wanted = read(title);
    let found = known.iter().find(|suggestion| {
        !suggestion.calls.is_empty()
            && (suggestion.id == title || read(&suggestion.title) == wanted)
    });
    found.map_or(Clicked::Title(title), Clicked::Known)
}
