//! What is refused before anything is understood: other organizations' data, attempts to steer the
//! assistant, changes, code, and advice that no figure of the organization holds. Works on the
//! words as they were typed.
//!
//! A guard is a courtesy, not the wall: no tool takes an organization or writes anything, and every
//! call is checked against the caller's permissions.

mod guard_phrases;

use std::collections::HashMap;

use self::guard_phrases::{
    AGRONOMIC_PHRASES, APPLICATION_VERBS, AREA_PHRASES, CHANGE_VERBS, CODE_PHRASES, COMPOSE_VERBS,
    COURTESY_WORDS, CREATE_VERBS, DOSE_WORDS, FUTURE_PHRASES, INSTRUCTION_NOUNS, NON_PRICE_WORDS,
    ORDER_VERBS, ORGANIZATION_NOUNS, OTHERNESS_WORDS, OVERRIDE_VERBS, PREDICTION_PHRASES,
    PRICE_MOVE_PHRASES, PRICE_WORDS, PRICED_GOODS, PROMPT_INJECTION_PHRASES, RAW_MARKERS,
    RECORD_NOUNS, REPORT_NOUNS, SECRET_PHRASES, START_VERBS, TENANT_PHRASES, WRITE_COMMANDS,
};
use super::word_splitter::Word;

/// Why something is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalReason {
    /// Data of another organization.
    OtherOrganization,
    /// Instructions to the assistant itself, secrets, code.
    PromptInjection,
    /// A change, an order, a message.
    ChangeRequest,
    /// Application rates and other agronomic advice.
    AgronomicAdvice,
    /// A price on a day to come, or whether to sell.
    PriceForecast,
    /// Anything outside the trade.
    OffTopic,
}

/// What concerns the question as a whole: no part of it is answered.
pub(super) fn check_question(words: &[Word]) -> Option<RefusalReason> {
    let said = PhraseIndex::new(words);
    if asks_about_other_organization(&said) {
        return Some(RefusalReason::OtherOrganization);
    }
    if asks_for_agronomic_advice(&said) {
        return Some(RefusalReason::AgronomicAdvice);
    }
    asks_for_price_forecast(&said).then_some(RefusalReason::PriceForecast)
}

/// What concerns one sentence.
pub(super) fn check_sentence(words: &[Word]) -> Option<RefusalReason> {
    let said = PhraseIndex::new(words);
    if is_prompt_injection(&said) {
        return Some(RefusalReason::PromptInjection);
    }
    if said.contains_any(WRITE_COMMANDS) {
        return Some(RefusalReason::ChangeRequest);
    }
    is_off_topic(&said).then_some(RefusalReason::OffTopic)
}

/// What concerns one part of a sentence: it begins with a verb of change.
pub(super) fn check_clause(words: &[Word]) -> Option<RefusalReason> {
    begins_with_change_verb(words).then_some(RefusalReason::ChangeRequest)
}

/// Marks of code and of chat protocols that no question about the trade holds.
pub(super) fn check_raw_text(text: &str) -> Option<RefusalReason> {
    let lower = text.to_lowercase();
    RAW_MARKERS
        .iter()
        .any(|mark| lower.contains(mark))
        .then_some(RefusalReason::PromptInjection)
}

fn asks_about_other_organization(said: &PhraseIndex<'_>) -> bool {
    said.contains_any(TENANT_PHRASES)
        || said.contains_pair_within(OTHERNESS_WORDS, ORGANIZATION_NOUNS, 2)
        || said.contains_pair_within(ORGANIZATION_NOUNS, &["id", "number", "no"], 1)
        || has_numbered_organization(said)
}

/// "Company 12": organizations by number are somebody else's way of asking for one.
fn has_numbered_organization(said: &PhraseIndex<'_>) -> bool {
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
    .any(|noun| said.find_spans(noun).any(numbered))
}

fn is_prompt_injection(said: &PhraseIndex<'_>) -> bool {
    said.contains_any(PROMPT_INJECTION_PHRASES)
        || said.contains_any(SECRET_PHRASES)
        || said.contains_any(CODE_PHRASES)
        || said.contains_pair_within(OVERRIDE_VERBS, INSTRUCTION_NOUNS, 6)
        || said.contains_pair_within(&["select", "delete"], &["from"], 8)
}

fn asks_for_agronomic_advice(said: &PhraseIndex<'_>) -> bool {
    if said.contains_any(&["yield", "yields", "bushels", "harvest forecast"]) {
        return false;
    }
    said.contains_any(AGRONOMIC_PHRASES)
        || said.contains_pair_within(DOSE_WORDS, AREA_PHRASES, 12)
        || said.contains_pair_within(&["rate", "rates"], &["apply", "use", "put", "mix"], 8)
        || said.contains_pair_within(&["should", "can", "to"], APPLICATION_VERBS, 4)
}

fn asks_for_price_forecast(said: &PhraseIndex<'_>) -> bool {
    // A question about a purchase, a yield or our own stock also looks ahead, but not at prices.
    if said.contains_any(NON_PRICE_WORDS) {
        return false;
    }
    let quoted = said.contains_any(PRICE_WORDS);
    let priced = quoted || said.contains_any(PRICED_GOODS);
    let will = &["will", "gonna", "going to"];
    said.contains_any(&["futures", "price target", "price targets"])
        || (priced && said.contains_any(PREDICTION_PHRASES))
        || (priced && said.contains_pair_within(will, PRICE_MOVE_PHRASES, 6))
        || (quoted
            && said.contains_pair_within(
                will,
                &["be", "go", "look", "end", "increase", "decrease"],
                6,
            ))
        || (quoted && said.contains_any(FUTURE_PHRASES))
        || said.contains_pair_within(
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
fn begins_with_change_verb(words: &[Word]) -> bool {
    let lead = words
        .iter()
        .take_while(|word| COURTESY_WORDS.contains(&word.text.as_str()))
        .count();
    let Some((first, rest)) = words.get(lead..).and_then(<[Word]>::split_first) else {
        return false;
    };
    let next = rest.first().map_or("", |word| word.text.as_str());
    let verb = first.text.as_str();
    if let Some((_, harmless)) = CHANGE_VERBS.iter().find(|(change, _)| *change == verb) {
        return !harmless.contains(&next);
    }
    // "order 20 tons", "buy more urea", but not "order value" or "buy recommendations"
    if ORDER_VERBS.contains(&verb) {
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
        ) && !contains_phrase(rest, &["list"])
            || rest.first().and_then(Word::as_number).is_some();
    }
    if START_VERBS.contains(&verb) {
        return contains_phrase(
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
    if CREATE_VERBS.contains(&verb) {
        return contains_phrase(rest, RECORD_NOUNS) && !contains_phrase(rest, REPORT_NOUNS);
    }
    if verb == "send" || verb == "forward" {
        return next != "me" || contains_phrase(rest, &["email", "mail", "text", "sms"]);
    }
    COMPOSE_VERBS.contains(&verb)
        && contains_phrase(
            rest,
            &["email", "letter", "message", "mail", "text to", "quote to"],
        )
}

fn is_off_topic(said: &PhraseIndex<'_>) -> bool {
    said.contains_pair_within(
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
fn contains_phrase(words: &[Word], phrases: &[&str]) -> bool {
    PhraseIndex::new(words).contains_any(phrases)
}

/// Words with the places of each, so that hundreds of phrases are looked up and not searched for.
struct PhraseIndex<'a> {
    words: &'a [Word],
    positions: HashMap<&'a str, Vec<usize>>,
}

impl<'a> PhraseIndex<'a> {
    fn new(words: &'a [Word]) -> Self {
        let mut positions: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, word) in words.iter().enumerate() {
            positions.entry(&word.text).or_default().push(at);
        }
        Self { words, positions }
    }

    /// Whether any of the phrases is said.
    fn contains_any(&self, phrases: &[&str]) -> bool {
        phrases
            .iter()
            .any(|phrase| self.find_spans(phrase).next().is_some())
    }

    /// Whether one of `first` is followed by one of `second`, which begins and ends at most
    /// `within` words later.
    fn contains_pair_within(&self, first: &[&str], second: &[&str], within: usize) -> bool {
        let mut ends: Vec<usize> = first
            .iter()
            .flat_map(|phrase| self.find_spans(phrase))
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
        second
            .iter()
            .any(|phrase| self.find_spans(phrase).any(follows))
    }

    /// Where each occurrence of the phrase starts and ends.
    fn find_spans(&self, phrase: &str) -> impl Iterator<Item = (usize, usize)> {
        let (first, others) = phrase
            .split_once(' ')
            .map_or((phrase, None), |(first, others)| (first, Some(others)));
        let length = 1 + others.map_or(0, |others| others.split(' ').count());
        let starts = self
            .positions
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
