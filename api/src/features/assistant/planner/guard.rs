//! What is refused before anything is understood: other organizations' data, attempts to steer the
//! assistant, changes, code, and advice that no figure of the organization holds. Works on the
//! words as they were typed.
//!
//! A guard is a courtesy, not the wall: no tool takes an organization or writes anything, and every
//! call is checked against the caller's permissions.

mod lists;

use std::collections::HashMap;

use self::lists::{
    ACRE, ADVICE, ANOTHER, CHANGES, CODE, CREATED, DIRECTION, DOSES, HANDLED, INSTRUCTIONS, LEADS,
    MADE, NOT_PRICES, ORDERED, ORGANIZATION, OVERRIDES, PREDICTS, PRICED, QUOTED, RAW, SECRETS,
    SHOWN, STARTS, STEERING, TENANT, TO_COME, WRITES, WRITTEN,
};
use super::words::Word;

/// Why something is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// Data of another organization.
    OtherOrganization,
    /// Instructions to the assistant itself, secrets, code.
    Steering,
    /// A change, an order, a message.
    Change,
    /// Application rates and other agronomic advice.
    Agronomy,
    /// A price on a day to come, or whether to sell.
    PriceAhead,
    /// Anything outside the trade.
    OffTopic,
}

/// What concerns the question as a whole: no part of it is answered.
pub(super) fn whole(words: &[Word]) -> Option<Refused> {
    let said = Said::of(words);
    if other_organization(&said) {
        return Some(Refused::OtherOrganization);
    }
    if agronomy(&said) {
        return Some(Refused::Agronomy);
    }
    price_ahead(&said).then_some(Refused::PriceAhead)
}

/// What concerns one sentence.
pub(super) fn sentence(words: &[Word]) -> Option<Refused> {
    let said = Said::of(words);
    if steering(&said) {
        return Some(Refused::Steering);
    }
    if said.has(WRITES) {
        return Some(Refused::Change);
    }
    off_topic(&said).then_some(Refused::OffTopic)
}

/// What concerns one part of a sentence: it begins with a verb of change.
pub(super) fn part(words: &[Word]) -> Option<Refused> {
    change(words).then_some(Refused::Change)
}

/// Marks of code and of chat protocols that no question about the trade holds.
pub(super) fn raw(text: &str) -> Option<Refused> {
    let lower = text.to_lowercase();
    RAW.iter()
        .any(|mark| lower.contains(mark))
        .then_some(Refused::Steering)
}

fn other_organization(said: &Said<'_>) -> bool {
    said.has(TENANT)
        || said.near(ANOTHER, ORGANIZATION, 2)
        || said.near(ORGANIZATION, &["id", "number", "no"], 1)
        || numbered(said)
}

/// "Company 12": organizations by number are somebody else's way of asking for one.
fn numbered(said: &Said<'_>) -> bool {
    let numbered = |(_, end): (usize, usize)| {
        said.words.get(end).is_some_and(|word| {
            word.text.bytes().all(|byte| byte.is_ascii_digit()) && word.text.len() != 4
        })
    };
    [
        "company",
        "organization",
        "organisation",
        "org",
        "dealer",
        "retailer",
        "workspace",
    ]
    .iter()
    .any(|noun| said.spans(noun).any(numbered))
}

fn steering(said: &Said<'_>) -> bool {
    said.has(STEERING)
        || said.has(SECRETS)
        || said.has(CODE)
        || said.near(OVERRIDES, INSTRUCTIONS, 6)
        || said.near(&["select", "delete"], &["from"], 8)
}

fn agronomy(said: &Said<'_>) -> bool {
    if said.has(&["yield", "yields", "bushels", "harvest forecast"]) {
        return false;
    }
    said.has(ADVICE)
        || said.near(DOSES, ACRE, 12)
        || said.near(&["rate", "rates"], &["apply", "use", "put", "mix"], 8)
        || said.near(&["should", "can", "to"], HANDLED, 4)
}

fn price_ahead(said: &Said<'_>) -> bool {
    // A question about a purchase, a yield or our own stock also looks ahead, but not at prices.
    if said.has(NOT_PRICES) {
        return false;
    }
    let quoted = said.has(QUOTED);
    let priced = quoted || said.has(PRICED);
    let will = &["will", "gonna", "going to"];
    said.has(&["futures", "price target", "price targets"])
        || (priced && said.has(PREDICTS))
        || (priced && said.near(will, DIRECTION, 6))
        || (quoted
            && said.near(
                will,
                &["be", "go", "look", "end", "increase", "decrease"],
                6,
            ))
        || (quoted && said.has(TO_COME))
        || said.near(
            &[
                "should i",
                "should we",
                "better to",
                "time to",
                "i should",
                "we should",
            ],
            &["sell", "hedge", "invest", "hold onto", "hold on to"],
            2,
        )
}

/// A part that begins with a verb of change, once the courtesies before it are passed over.
fn change(words: &[Word]) -> bool {
    let lead = words
        .iter()
        .take_while(|word| LEADS.contains(&word.text.as_str()))
        .count();
    let Some((first, rest)) = words.get(lead..).and_then(<[Word]>::split_first) else {
        return false;
    };
    let next = rest.first().map_or("", |word| word.text.as_str());
    let verb = first.text.as_str();
    if let Some((_, harmless)) = CHANGES.iter().find(|(change, _)| *change == verb) {
        return !harmless.contains(&next);
    }
    // "order 20 tons", "buy more urea", but not "order value" or "buy recommendations"
    if ORDERED.contains(&verb) {
        return matches!(
            next,
            "me" | "more"
                | "some"
                | "another"
                | "us"
                | "it"
                | "them"
                | "these"
                | "those"
                | "the"
                | "all"
                | "everything"
                | "enough"
                | "a"
        ) && !has(rest, &["list"])
            || rest.first().and_then(Word::number).is_some();
    }
    if STARTS.contains(&verb) {
        return has(
            rest,
            &[
                "sync",
                "resync",
                "import",
                "job",
                "transaction",
                "migration",
                "refresh",
            ],
        );
    }
    if verb == "sync" || verb == "resync" {
        return matches!(
            next,
            "now"
                | "the"
                | "my"
                | "our"
                | "all"
                | "everything"
                | "it"
                | "data"
                | "inventory"
                | "again"
                | ""
        );
    }
    if MADE.contains(&verb) {
        return has(rest, CREATED) && !has(rest, SHOWN);
    }
    if verb == "send" || verb == "forward" {
        return next != "me" || has(rest, &["email", "mail", "text", "sms"]);
    }
    WRITTEN.contains(&verb)
        && has(
            rest,
            &["email", "letter", "message", "mail", "text to", "quote to"],
        )
}

fn off_topic(said: &Said<'_>) -> bool {
    said.near(
        &[
            "write", "compose", "tell", "sing", "make", "draft", "create", "give", "generate",
        ],
        &[
            "poem", "joke", "song", "story", "haiku", "essay", "rap", "limerick",
        ],
        5,
    )
}

/// Whether any of the phrases stands in the words.
fn has(words: &[Word], phrases: &[&str]) -> bool {
    Said::of(words).has(phrases)
}

/// Words with the places of each, so that hundreds of phrases are looked up and not searched for.
struct Said<'a> {
    words: &'a [Word],
    places: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Said<'a> {
    fn of(words: &'a [Word]) -> Self {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, word) in words.iter().enumerate() {
            places.entry(&word.text).or_default().push(at);
        }
        Self { words, places }
    }

    /// Whether any of the phrases is said.
    fn has(&self, phrases: &[&str]) -> bool {
        phrases
            .iter()
            .any(|phrase| self.spans(phrase).next().is_some())
    }

    /// Whether one of `first` is followed by one of `second`, which begins and ends at most
    /// `within` words later.
    fn near(&self, first: &[&str], second: &[&str], within: usize) -> bool {
        let mut ends: Vec<usize> = first
            .iter()
            .flat_map(|phrase| self.spans(phrase))
            .map(|(_, end)| end)
            .collect();
        if ends.is_empty() {
            return false;
        }
        ends.sort_unstable();
        let follows = |(start, end): (usize, usize)| {
            // The nearest earlier phrase decides: any farther one is farther from the end too.
            let before = ends.partition_point(|before| *before <= start);
            before
                .checked_sub(1)
                .and_then(|nearest| ends.get(nearest))
                .is_some_and(|nearest| end <= nearest + within)
        };
        second.iter().any(|phrase| self.spans(phrase).any(follows))
    }

    /// Where each occurrence of the phrase starts and ends.
    fn spans(&self, phrase: &str) -> impl Iterator<Item = (usize, usize)> {
        let (first, others) = phrase
            .split_once(' ')
            .map_or((phrase, None), |(first, others)| (first, Some(others)));
        let length = 1 + others.map_or(0, |others| others.split(' ').count());
        let starts = self
            .places
            .get(first)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let fits = move |start: &usize| {
            let rest = self.words.get(start + 1..start + length);
            rest.is_some_and(|rest| {
                others.is_none_or(|others| {
                    rest.iter()
                        .map(|word| word.text.as_str())
                        .eq(others.split(' '))
                })
            })
        };
        starts
            .iter()
            .copied()
            .filter(fits)
            .map(move |start| (start, start + length))
    }
}
