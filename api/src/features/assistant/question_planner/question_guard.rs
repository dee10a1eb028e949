//! Refuses questions before they are planned: other organizations' data, prompt injection, changes,
//! code, and advice that the organization's data can't give. Checks the words as typed.
//!
//! Guards provide a clear refusal; they are not the security boundary. No tool takes an
//! organization or writes data, and every call checks the caller's permissions.

mod guard_phrases;

use std::collections::HashMap;

use self::guard_phrases::{
    AGRONOMIC_PHRASES, APPLICATION_VERBS, AREA_PHRASES, CHANGE_VERBS, CODE_PHRASES, COMPOSE_VERBS,
    COURTESY_WORDS, CREATE_VERBS, DOSE_WORDS, FUTURE_PHRASES, INSTRUCTION_NOUNS, NON_PRICE_WORDS,
    ORDER_VERBS, ORGANIZATION_NOUNS, OTHERNESS_WORDS, OVERRIDE_VERBS, PAYMENT_PHRASES,
    PREDICTION_PHRASES, PRICE_MOVE_PHRASES, PRICE_WORDS, PRICED_GOODS, PROMPT_INJECTION_PHRASES,
    RAW_MARKERS, RECORD_NOUNS, REPORT_NOUNS, SECRET_PHRASES, START_VERBS, TENANT_PHRASES,
    WRITE_COMMANDS,
};
use super::word_splitter::Word;

/// Why a question is refused.
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
    /// A future price, or whether to sell.
    PriceForecast,
    /// Future sales.
    SalesForecast,
    /// Whether and when invoices are paid.
    Payments,
    /// Anything outside of the trade.
    OffTopic,
}

/// Checks that apply to the question as a whole.
pub(super) fn check_question(words: &[Word]) -> Option<RefusalReason> {
    let index = PhraseIndex::new(words);
    if asks_about_other_organization(&index) {
        return Some(RefusalReason::OtherOrganization);
    }
    if asks_for_agronomic_advice(&index) {
        return Some(RefusalReason::AgronomicAdvice);
    }
    if asks_for_price_forecast(&index) {
        return Some(RefusalReason::PriceForecast);
    }
    if asks_for_sales_forecast(&index) {
        return Some(RefusalReason::SalesForecast);
    }
    index
        .contains_any(PAYMENT_PHRASES)
        .then_some(RefusalReason::Payments)
}

/// Checks that apply to one sentence.
pub(super) fn check_sentence(words: &[Word]) -> Option<RefusalReason> {
    let index = PhraseIndex::new(words);
    if is_prompt_injection(&index) {
        return Some(RefusalReason::PromptInjection);
    }
    if index.contains_any(WRITE_COMMANDS) {
        return Some(RefusalReason::ChangeRequest);
    }
    is_off_topic(&index).then_some(RefusalReason::OffTopic)
}

/// Checks that apply to one part of a sentence: it must not start with a change verb.
pub(super) fn check_clause(words: &[Word]) -> Option<RefusalReason> {
    begins_with_change_verb(words).then_some(RefusalReason::ChangeRequest)
}

/// Checks for markup, code and chat protocol markers.
pub(super) fn check_raw_text(text: &str) -> Option<RefusalReason> {
    let lower = text.to_lowercase();
    RAW_MARKERS
        .iter()
        .any(|token| lower.contains(token))
        .then_some(RefusalReason::PromptInjection)
}

fn asks_about_other_organization(index: &PhraseIndex<'_>) -> bool {
    index.contains_any(TENANT_PHRASES)
        || index.contains_pair_within(OTHERNESS_WORDS, ORGANIZATION_NOUNS, 2)
        || index.contains_pair_within(ORGANIZATION_NOUNS, &["id", "number", "no"], 1)
        || has_numbered_organization(index)
}

/// Organizations by number, such as "company 12".
fn has_numbered_organization(index: &PhraseIndex<'_>) -> bool {
    let numbered = |(_, end): (usize, usize)| {
        index.words.get(end).is_some_and(|word| {
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
    .any(|noun| index.find_spans(noun).any(numbered))
}

fn is_prompt_injection(index: &PhraseIndex<'_>) -> bool {
    index.contains_any(PROMPT_INJECTION_PHRASES)
        || index.contains_any(SECRET_PHRASES)
        || index.contains_any(CODE_PHRASES)
        || index.contains_pair_within(OVERRIDE_VERBS, INSTRUCTION_NOUNS, 6)
        || index.contains_pair_within(&["select", "delete"], &["from"], 8)
}

fn asks_for_agronomic_advice(index: &PhraseIndex<'_>) -> bool {
    if index.contains_any(&["yield", "yields", "bushels", "harvest forecast"]) {
        return false;
    }
    index.contains_any(AGRONOMIC_PHRASES)
        || index.contains_pair_within(DOSE_WORDS, AREA_PHRASES, 12)
        || index.contains_pair_within(&["rate", "rates"], &["apply", "use", "put", "mix"], 8)
        || index.contains_pair_within(&["should", "can", "to"], APPLICATION_VERBS, 4)
}

/// "expected sales in December", "how much will we sell next month". Customers' next purchases are
/// another question.
fn asks_for_sales_forecast(index: &PhraseIndex<'_>) -> bool {
    if index.contains_any(&["customer", "customers", "who", "buy", "order", "reorder"]) {
        return false;
    }
    let expected = &[
        "expected",
        "projected",
        "predicted",
        "forecast",
        "forecasted",
        "predict",
        "project",
    ];
    let sales = &["sales", "revenue", "turnover", "margin", "profit"];
    index.contains_pair_within(expected, sales, 3)
        || index.contains_pair_within(sales, &["forecast", "projection", "projections"], 2)
        || index.contains_pair_within(&["will", "going to", "gonna"], &["sell", "sales"], 4)
        || (index.contains_any(FUTURE_PHRASES) && index.contains_any(sales))
}

fn asks_for_price_forecast(index: &PhraseIndex<'_>) -> bool {
    // Questions about purchases, yields or the organization's stock are about the future too, but
    // not about prices.
    if index.contains_any(NON_PRICE_WORDS) {
        return false;
    }
    let quoted = index.contains_any(PRICE_WORDS);
    let priced = quoted || index.contains_any(PRICED_GOODS);
    let will = &["will", "gonna", "going to"];
    index.contains_any(&["futures", "price target", "price targets"])
        || (priced && index.contains_any(PREDICTION_PHRASES))
        || (priced && index.contains_pair_within(will, PRICE_MOVE_PHRASES, 6))
        || (quoted
            && index.contains_pair_within(
                will,
                &["be", "go", "look", "end", "increase", "decrease"],
                6,
            ))
        || (quoted && index.contains_any(FUTURE_PHRASES))
        || index.contains_pair_within(
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

/// Whether a part starts with a change verb, after words of courtesy.
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

fn is_off_topic(index: &PhraseIndex<'_>) -> bool {
    index.contains_pair_within(
        &[
            "write", "compose", "tell", "sing", "make", "draft", "create", "give", "generate",
        ],
        &[
            "poem", "joke", "song", "story", "haiku", "essay", "rap", "limerick",
        ],
        5,
    )
}

/// Whether the words contain any of the phrases.
fn contains_phrase(words: &[Word], phrases: &[&str]) -> bool {
    PhraseIndex::new(words).contains_any(phrases)
}

/// Index of words by position, so that hundreds of phrases are looked up instead of searched for.
struct PhraseIndex<'a> {
    words: &'a [Word],
    positions: HashMap<&'a str, Vec<usize>>,
}

impl<'a> PhraseIndex<'a> {
    fn new(words: &'a [Word]) -> Self {
        let mut positions: HashMap<&str, Vec<usize>> = HashMap::new();
        for (position, word) in words.iter().enumerate() {
            positions.entry(&word.text).or_default().push(position);
        }
        Self { words, positions }
    }

    /// Whether the words contain any of the phrases.
    fn contains_any(&self, phrases: &[&str]) -> bool {
        phrases
            .iter()
            .any(|phrase| self.find_spans(phrase).next().is_some())
    }

    /// Whether a phrase of `first` is followed by a phrase of `second` that starts and ends at most
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
            // The nearest earlier phrase decides: any other one is farther from the end too.
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

    /// Start and end of each occurrence of the phrase.
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
