//! Converts a question to parts: names, phrases of the lexicon, periods and numbers. Every word
//! belongs to one part.

use crate::lexicon::{Meaning, shared_lexicon};
use crate::members::{MemberCatalog, MemberMatch};
use crate::periods::{PeriodName, match_earlier, match_period};
use crate::spelling::correct_word;
use crate::words::{Number, Word, split_words, stem_word};
use metrics::Calendar;
use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

/// What a part is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    Phrase(Meaning),
    Members(MemberMatch),
    Period(PeriodName),
    Number(Number),
    Unknown,
}

/// Words of a question that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub kind: PartKind,
    /// The words as typed.
    pub text: String,
    /// The words in lower case, without accents and misspellings.
    pub folded: String,
    /// The bytes of the question.
    pub start: usize,
    pub end: usize,
    pub is_plural: bool,
    pub after_break: bool,
    pub is_corrected: bool,
}

/// A question in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Question {
    pub parts: Vec<Part>,
    /// Corrected words: as typed, and as understood.
    pub corrections: Vec<(String, String)>,
}

/// Words of time expressions, which are never corrected.
const TIME_WORDS: &str = "today yesterday week month quarter half year season ytd mtd qtd yr qtr wk \
    since until till through before after between from to january february march april may june \
    july august september october november december jan feb mar apr jun jul aug sep sept oct nov \
    dec monday tuesday wednesday thursday friday saturday sunday q1 q2 q3 q4 h1 h2 first second \
    third fourth last past previous this current next days weeks months quarters years date fiscal \
    spring summer fall autumn winter prior trailing time \
    end beginning start middle mid";

/// Splits a question into parts.
pub(crate) fn split_parts(text: &str, catalog: &MemberCatalog, calendar: Calendar) -> Question {
    let mut words = split_words(text);
    let corrections = correct_words(&mut words, text, catalog, calendar);
    let corrected: BTreeSet<usize> = corrections.iter().map(|(start, ..)| *start).collect();
    let mut parts: Vec<Part> = Vec::new();
    let mut index = 0;
    while let Some(rest) = words.get(index..).filter(|rest| !rest.is_empty()) {
        let (count, kind) = next_part(rest, &parts, catalog, calendar);
        let run = rest.get(..count).unwrap_or(rest);
        if let Some((first, last)) = run.first().zip(run.last()) {
            let folded: Vec<&str> = run.iter().map(|word| word.text.as_str()).collect();
            parts.push(Part {
                kind,
                text: text.get(first.start..last.end).unwrap_or("").to_owned(),
                folded: folded.join(" "),
                start: first.start,
                end: last.end,
                is_plural: last.stem != last.text,
                after_break: first.after_break,
                is_corrected: run.iter().any(|word| corrected.contains(&word.start)),
            });
        }
        index += count.max(1);
    }
    Question {
        parts,
        corrections: corrections
            .into_iter()
            .map(|(_, from, to)| (from, to))
            .collect(),
    }
}

fn next_part(
    rest: &[Word],
    before: &[Part],
    catalog: &MemberCatalog,
    calendar: Calendar,
) -> (usize, PartKind) {
    let has_period = before
        .iter()
        .any(|part| matches!(part.kind, PartKind::Period(_)));
    if !has_period && let Some((count, period)) = match_earlier(rest, calendar) {
        return (count, PartKind::Period(period));
    }
    // "Orders by week" are no order of rows.
    let follows_by = before
        .last()
        .is_some_and(|last| last.kind == PartKind::Phrase(Meaning::By));
    let is_noun = rest
        .first()
        .is_some_and(|first| first.text == "orders" || (first.text == "order" && follows_by));
    let phrase = shared_lexicon()
        .match_phrase(rest)
        .and_then(|found| match found {
            (2.., Meaning::Filler) if is_noun => shared_lexicon().match_phrase(rest.get(..1)?),
            found => Some(found),
        });
    let phrase_count = phrase.map_or(0, |(count, _)| count);
    let names = catalog.match_names(rest);
    if let Some((count, period)) = match_period(rest, calendar) {
        let names_more = names.as_ref().is_some_and(|(run, _)| *run > count);
        if count >= phrase_count && !names_more {
            return (count, PartKind::Period(period));
        }
    }
    if let Some((count, found)) = names
        && (count > phrase_count || (count == phrase_count && found.is_full))
    {
        return (count, PartKind::Members(found));
    }
    if let Some((count, meaning)) = phrase {
        return (count, PartKind::Phrase(meaning.clone()));
    }
    let Some(first) = rest.first() else {
        return (1, PartKind::Unknown);
    };
    let is_before = matches!(
        first.text.as_str(),
        "last" | "previous" | "before" | "prior"
    );
    if is_before && has_period {
        let extra = rest.get(1).is_some_and(|next| next.text == "one");
        return (1 + usize::from(extra), PartKind::Period(PeriodName::Before));
    }
    match &first.number {
        Some(number) => (1, PartKind::Number(number.clone())),
        None => (1, PartKind::Unknown),
    }
}

/// The words of the lexicon and of times.
static VOCABULARY: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let words = shared_lexicon().vocabulary();
    words.chain(TIME_WORDS.split_whitespace()).collect()
});
static STEMS: LazyLock<HashSet<String>> =
    LazyLock::new(|| VOCABULARY.iter().map(|word| stem_word(word)).collect());

/// Corrects words that are unknown. Returns their places, texts and corrections.
fn correct_words(
    words: &mut [Word],
    text: &str,
    catalog: &MemberCatalog,
    calendar: Calendar,
) -> Vec<(usize, String, String)> {
    let is_capital = |at: usize| {
        let first = text.get(at..).and_then(|rest| rest.chars().next());
        first.is_some_and(char::is_uppercase)
    };
    let has_small_start = words
        .iter()
        .any(|word| word.text.len() > 3 && word.number.is_none() && !is_capital(word.start));
    let mut corrections = Vec::new();
    for word in words {
        let is_known = VOCABULARY.contains(word.text.as_str())
            || STEMS.contains(&word.stem)
            || catalog.has_word(word)
            || word.text.chars().any(|c| c.is_ascii_digit())
            || word.number.is_some()
            || match_period(std::slice::from_ref(word), calendar).is_some();
        if is_known {
            continue;
        }
        // "Revnue By Branch" has capitals everywhere.
        let is_name = word.start > 0 && is_capital(word.start) && has_small_start;
        if let Some(correction) = correct_word(&word.text, catalog, is_name) {
            let typed = text.get(word.start..word.end).unwrap_or("").to_owned();
            corrections.push((word.start, typed, correction.clone()));
            word.stem = stem_word(&correction);
            word.text = correction;
        }
    }
    corrections
}
