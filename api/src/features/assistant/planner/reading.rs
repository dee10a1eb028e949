//! A question with every word accounted for: a name, a time, a word of the trade, a number, filler,
//! or a word that nobody knows.

use chrono::NaiveDate;

use super::lexicon::{SlotValue, lexicon};
use super::names::{Catalogue, NameKind};
use super::repair::{is_common, repaired};
use super::sense::Senses;
use super::when::{TimePhrase, time_phrase};
use super::words::{Gap, Word};

/// What a run of words is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Meaning {
    /// Names that the words fit; part of each only, where not whole.
    Names {
        names: Vec<(NameKind, String)>,
        whole: bool,
    },
    Time(TimePhrase),
    Trade {
        senses: Senses,
        values: Vec<SlotValue>,
    },
    Number(u32),
    Filler,
    Unknown,
}

/// A run of words and what it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mark {
    /// As written, in lower case.
    pub text: String,
    /// Separation from the words before it.
    pub gap: Gap,
    pub capital: bool,
    /// Place of the first word, and how many they are.
    pub at: usize,
    pub words: usize,
    pub meaning: Meaning,
}

/// A word that was read as another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Respelling {
    pub from: String,
    pub to: String,
}

/// Reads every word, left to right, the longest meaning first.
pub(super) fn marks(words: &[Word], catalogue: &Catalogue, today: NaiveDate) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let before = words.get(..at).unwrap_or_default();
        let (used, meaning) = meaning(before, rest, catalogue, today);
        let taken = rest.get(..used).unwrap_or(rest);
        let text: Vec<&str> = taken.iter().map(|word| word.text.as_str()).collect();
        let first = taken.first();
        marks.push(Mark {
            text: text.join(" "),
            gap: first.map_or(Gap::Blank, |word| word.gap),
            capital: first.is_some_and(|word| word.capital),
            at,
            words: used.max(1),
            meaning,
        });
        at += used.max(1);
    }
    marks
}

fn meaning(
    before: &[Word],
    rest: &[Word],
    catalogue: &Catalogue,
    today: NaiveDate,
) -> (usize, Meaning) {
    let named = |names: Vec<&super::names::Name>| {
        names
            .into_iter()
            .map(|name| (name.kind, name.text.clone()))
            .collect()
    };
    if let Some((used, names)) = catalogue.whole(rest) {
        return (
            used,
            Meaning::Names {
                names: named(names),
                whole: true,
            },
        );
    }
    let time = time_phrase(before, rest, today);
    let trade = lexicon().longest(rest);
    let part = catalogue
        .part(rest)
        .filter(|(used, _)| *used > 1 || points_at_a_name(before, rest));
    let longest_other = time
        .map_or(0, |time| time.words)
        .max(trade.map_or(0, |(used, _)| used));
    if let Some((used, names)) = part.filter(|(used, _)| *used > longest_other) {
        return (
            used,
            Meaning::Names {
                names: named(names),
                whole: false,
            },
        );
    }
    if let Some(time) = time.filter(|time| time.words >= trade.map_or(0, |(used, _)| used)) {
        return (time.words, Meaning::Time(time));
    }
    let number = rest.first().and_then(Word::number);
    if let Some((used, entry)) = trade {
        let plain = entry.senses.is_empty() && entry.values.is_empty();
        return match (plain, number) {
            (true, Some(number)) if used == 1 => (1, Meaning::Number(number)),
            (true, _) => (used, Meaning::Filler),
            (false, _) => (
                used,
                Meaning::Trade {
                    senses: entry.senses,
                    values: entry.values.clone(),
                },
            ),
        };
    }
    match (number, rest.first()) {
        (Some(number), _) => (1, Meaning::Number(number)),
        // A letter or two left over from "n/a" or "e.g." say nothing.
        (None, Some(word))
            if word.text.chars().count() <= 2 && word.text.chars().all(char::is_alphabetic) =>
        {
            (1, Meaning::Filler)
        }
        _ => (1, Meaning::Unknown),
    }
}

/// An everyday word that is also part of a name ("river") counts as the name only where a name
/// would stand.
fn points_at_a_name(before: &[Word], rest: &[Word]) -> bool {
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
    !is_common(&word.text) || word.capital || led
}

/// The words with those that nobody knows respelled, where something near is known; and what was
/// respelled.
pub(super) fn respelled(
    words: &[Word],
    catalogue: &Catalogue,
    today: NaiveDate,
) -> (Vec<Word>, Vec<Respelling>) {
    /// Unknown words of one question that are looked up: more are not slips, but another language
    /// or noise.
    const MOST: usize = 16;
    let mut unknown: Vec<(String, bool)> = Vec::new();
    for mark in marks(words, catalogue, today) {
        let fresh = mark.meaning == Meaning::Unknown
            && !is_common(&mark.text)
            && unknown.iter().all(|(known, _)| *known != mark.text);
        if fresh && unknown.len() < MOST {
            unknown.push((mark.text, mark.capital));
        }
    }
    let repair = |(from, capital): (String, bool)| {
        repaired(&from, capital, catalogue.spelling())
            .map(str::to_owned)
            .map(|to| Respelling { from, to })
    };
    let respellings: Vec<Respelling> = unknown.into_iter().filter_map(repair).collect();
    let spelled = words.iter().map(|word| {
        match respellings
            .iter()
            .find(|respelling| respelling.from == word.text)
        {
            Some(respelling) => word.respelled(&respelling.to),
            None => word.clone(),
        }
    });
    (spelled.collect(), respellings)
}
