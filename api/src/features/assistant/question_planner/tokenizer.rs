//! A question with every word accounted for: a name, a time, a word of the trade, a number, filler,
//! or a word that nobody knows.

use chrono::NaiveDate;

use super::concept::ConceptSet;
use super::lexicon::{Slot, shared_lexicon};
use super::name_catalog::{NameCatalog, NameKind};
use super::spelling::{correct_word, is_common_word};
use super::time_phrase::{TimePhrase, parse_time_phrase};
use super::word_splitter::{Gap, Word};

/// What a run of words is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TokenMeaning {
    /// Names that the words fit; part of each only, where not whole.
    Names {
        names: Vec<(NameKind, String)>,
        is_full_name: bool,
    },
    Time(TimePhrase),
    Trade {
        concepts: ConceptSet,
        slots: Vec<Slot>,
    },
    Number(u32),
    Filler,
    Unknown,
}

/// A run of words and what it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    /// As written, in lower case.
    pub text: String,
    /// Separation from the words before it.
    pub gap: Gap,
    pub is_capitalized: bool,
    /// Place of the first word, and how many they are.
    pub position: usize,
    pub word_count: usize,
    pub meaning: TokenMeaning,
}

/// A word that was read as another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SpellingCorrection {
    pub from: String,
    pub to: String,
}

/// Reads every word, left to right, the longest meaning first.
pub(super) fn tokenize_words(
    words: &[Word],
    catalogue: &NameCatalog,
    today: NaiveDate,
) -> Vec<Token> {
    let mut marks = Vec::new();
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let before = words.get(..at).unwrap_or_default();
        let (used, meaning) = classify_words(before, rest, catalogue, today);
        let taken = rest.get(..used).unwrap_or(rest);
        let text: Vec<&str> = taken.iter().map(|word| word.text.as_str()).collect();
        let first = taken.first();
        marks.push(Token {
            text: text.join(" "),
            gap: first.map_or(Gap::Blank, |word| word.gap),
            is_capitalized: first.is_some_and(|word| word.is_capitalized),
            position: at,
            word_count: used.max(1),
            meaning,
        });
        at += used.max(1);
    }
    marks
}

fn classify_words(
    before: &[Word],
    rest: &[Word],
    catalogue: &NameCatalog,
    today: NaiveDate,
) -> (usize, TokenMeaning) {
    let named = |names: Vec<&super::name_catalog::CatalogName>| {
        names
            .into_iter()
            .map(|name| (name.kind, name.text.clone()))
            .collect()
    };
    if let Some((used, names)) = catalogue.match_full_name(rest) {
        return (
            used,
            TokenMeaning::Names {
                names: named(names),
                is_full_name: true,
            },
        );
    }
    let time = parse_time_phrase(before, rest, today);
    let trade = shared_lexicon().longest_match(rest);
    let part = catalogue
        .match_partial_name(rest)
        .filter(|(used, _)| *used > 1 || suggests_name(before, rest));
    let longest_other = time
        .map_or(0, |time| time.word_count)
        .max(trade.map_or(0, |(used, _)| used));
    if let Some((used, names)) = part.filter(|(used, _)| *used > longest_other) {
        return (
            used,
            TokenMeaning::Names {
                names: named(names),
                is_full_name: false,
            },
        );
    }
    if let Some(time) = time.filter(|time| time.word_count >= trade.map_or(0, |(used, _)| used)) {
        return (time.word_count, TokenMeaning::Time(time));
    }
    let number = rest.first().and_then(Word::as_number);
    if let Some((used, entry)) = trade {
        let plain = entry.concepts.is_empty() && entry.slots.is_empty();
        return match (plain, number) {
            (true, Some(number)) if used == 1 => (1, TokenMeaning::Number(number)),
            (true, _) => (used, TokenMeaning::Filler),
            (false, _) => (
                used,
                TokenMeaning::Trade {
                    concepts: entry.concepts,
                    slots: entry.slots.clone(),
                },
            ),
        };
    }
    match (number, rest.first()) {
        (Some(number), _) => (1, TokenMeaning::Number(number)),
        // A letter or two left over from "n/a" or "e.g." say nothing.
        (None, Some(word))
            if word.text.chars().count() <= 2 && word.text.chars().all(char::is_alphabetic) =>
        {
            (1, TokenMeaning::Filler)
        }
        _ => (1, TokenMeaning::Unknown),
    }
}

/// An everyday word that is also part of a name ("river") counts as the name only where a name
/// would stand.
fn suggests_name(before: &[Word], rest: &[Word]) -> bool {
    let Some(word) = rest.first() else {
        return false;
    };
    let led = before.last().is_none_or(|last| {
        let leads = [
            "about", "for", "with", "from", "of", "is", "does", "did", "has", "will", "at", "and",
            "on", "to", "by", "are", "do", "s", "hows", "whats", "or",
        ];
        leads.contains(&last.text.as_str())
    });
    !is_common_word(&word.text) || word.is_capitalized || led
}

/// The words with those that nobody knows respelled, where something near is known; and what was
/// respelled.
pub(super) fn correct_spelling(
    words: &[Word],
    catalogue: &NameCatalog,
    today: NaiveDate,
) -> (Vec<Word>, Vec<SpellingCorrection>) {
    /// Unknown words of one question that are looked up: more are not slips, but another language
    /// or noise.
    const MAX_CORRECTIONS: usize = 16;
    let mut unknown: Vec<(String, bool)> = Vec::new();
    for mark in tokenize_words(words, catalogue, today) {
        let fresh = mark.meaning == TokenMeaning::Unknown
            && !is_common_word(&mark.text)
            && unknown.iter().all(|(known, _)| *known != mark.text);
        if fresh && unknown.len() < MAX_CORRECTIONS {
            unknown.push((mark.text, mark.is_capitalized));
        }
    }
    let repair = |(from, capital): (String, bool)| {
        correct_word(&from, capital, catalogue.spelling_index())
            .map(str::to_owned)
            .map(|to| SpellingCorrection { from, to })
    };
    let respellings: Vec<SpellingCorrection> = unknown.into_iter().filter_map(repair).collect();
    let spelled = words.iter().map(|word| {
        match respellings
            .iter()
            .find(|respelling| respelling.from == word.text)
        {
            Some(respelling) => word.with_spelling(&respelling.to),
            None => word.clone(),
        }
    });
    (spelled.collect(), respellings)
}
