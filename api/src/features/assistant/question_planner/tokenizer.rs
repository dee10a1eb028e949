//! Converts the words of a question to tokens: names, times, terms of the trade, numbers, fillers
//! and unknown words.

use chrono::NaiveDate;

use super::concept::ConceptSet;
use super::lexicon::{Slot, shared_lexicon};
use super::name_catalog::{NameCatalog, NameKind};
use super::spelling::correct_word;
use super::time_phrase::{TimePhrase, parse_time_phrase};
use super::word_splitter::{Gap, Word};
use questions::is_common_word;

/// Meaning of a token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TokenMeaning {
    /// Names that the words match; in part if not `is_full_name`.
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

/// One or more words with one meaning.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    /// Text in lower case.
    pub text: String,
    /// Separation from the words before it.
    pub gap: Gap,
    pub is_capitalized: bool,
    /// Index of the first word, and number of words.
    pub position: usize,
    pub word_count: usize,
    pub meaning: TokenMeaning,
}

/// A word that was replaced by a correction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SpellingCorrection {
    pub from: String,
    pub to: String,
}

/// Converts words to tokens from left to right; the longest match wins.
pub(super) fn tokenize_words(
    words: &[Word],
    catalog: &NameCatalog,
    today: NaiveDate,
) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut position = 0;
    while let Some(rest) = words.get(position..).filter(|rest| !rest.is_empty()) {
        let before = words.get(..position).unwrap_or_default();
        let (used, meaning) = classify_words(before, rest, catalog, today);
        let taken = rest.get(..used).unwrap_or(rest);
        let text: Vec<&str> = taken.iter().map(|word| word.text.as_str()).collect();
        let first = taken.first();
        tokens.push(Token {
            text: text.join(" "),
            gap: first.map_or(Gap::Blank, |word| word.gap),
            is_capitalized: first.is_some_and(|word| word.is_capitalized),
            position,
            word_count: used.max(1),
            meaning,
        });
        position += used.max(1);
    }
    tokens
}

fn classify_words(
    before: &[Word],
    rest: &[Word],
    catalog: &NameCatalog,
    today: NaiveDate,
) -> (usize, TokenMeaning) {
    let named = |names: Vec<&super::name_catalog::CatalogName>| {
        names
            .into_iter()
            .map(|name| (name.kind, name.text.to_string()))
            .collect()
    };
    if let Some((used, names)) = catalog.match_full_name(rest) {
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
    let part = catalog
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
        // Single letters left over from "n/a" or "e.g." mean nothing.
        (None, Some(word))
            if word.text.chars().count() <= 2 && word.text.chars().all(char::is_alphabetic) =>
        {
            (1, TokenMeaning::Filler)
        }
        _ => (1, TokenMeaning::Unknown),
    }
}

/// An everyday word that is also part of a name ("river") counts as the name only where a name is
/// likely.
fn suggests_name(before: &[Word], rest: &[Word]) -> bool {
    let Some(word) = rest.first() else {
        return false;
    };
    let follows_lead = before.last().is_none_or(|last| {
        let leads = [
            "about", "for", "with", "from", "of", "is", "does", "did", "has", "will", "at", "and",
            "on", "to", "by", "are", "do", "s", "hows", "whats", "or",
        ];
        leads.contains(&last.text.as_str())
    });
    !is_common_word(&word.text) || word.is_capitalized || follows_lead
}

/// Corrects unknown words that are close to a known one; also returns the corrections.
pub(super) fn correct_spelling(
    words: &[Word],
    catalog: &NameCatalog,
    today: NaiveDate,
) -> (Vec<Word>, Vec<SpellingCorrection>) {
    /// Maximum number of unknown words to look up. More of them indicate another language or noise.
    const MAX_CORRECTIONS: usize = 16;
    let mut unknown: Vec<(String, bool)> = Vec::new();
    for token in tokenize_words(words, catalog, today) {
        let fresh = token.meaning == TokenMeaning::Unknown
            && !is_common_word(&token.text)
            && unknown.iter().all(|(known, _)| *known != token.text);
        if fresh && unknown.len() < MAX_CORRECTIONS {
            unknown.push((token.text, token.is_capitalized));
        }
    }
    let repair = |(from, capital): (String, bool)| {
        correct_word(&from, capital, catalog.spelling_index())
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
