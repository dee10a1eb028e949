//! From a question to calls of tools, by rules alone: the same question always gives the same plan,
//! without a language model and without a row of data.
//!
//! In order: guards on the words as typed, names from the organization's catalogue, the
//! conversation before, two requests taken apart, intents by the trade's vocabulary, misspellings
//! repaired only where that leaves a gap, arguments, permissions, and what had to be assumed.
//! Nothing is run here.

mod clarification;
mod clause;
mod concept;
pub mod confidence;
mod follow_up;
mod intent;
mod lexicon;
mod name_catalog;
mod parsed_question;
mod plan_permissions;
mod question_guard;
mod refusal_text;
mod slot_filling;
mod spelling;
mod suggestion_click;
mod time_phrase;
mod token_planner;
mod tokenizer;
mod tool_request;
mod word_splitter;

use chrono::NaiveDate;

pub use clarification::ClarifyingOption;
pub use confidence::{Confidence, Doubt};
pub use name_catalog::{NameCatalog, NameKind, NameLists};
pub use question_guard::RefusalReason;
pub use refusal_text::{CAPABILITIES_TEXT, UNKNOWN_NAME_TEXT};
pub use suggestion_click::KnownSuggestion;

use self::clarification::build_options;
use self::confidence::compute_confidence;
use self::parsed_question::ParsedQuestion;
use self::plan_permissions::plan_permitted_calls;
use self::question_guard::{check_clause, check_question};
use self::refusal_text::build_refusal_text;
use self::token_planner::plan_from_tokens;
use self::tokenizer::{SpellingCorrection, Token, TokenMeaning, correct_spelling, tokenize_words};
use self::word_splitter::{Gap, Word, split_words};
use super::tool_registry::{ToolCall, ToolName};

/// What is to be done with a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    /// Run the calls.
    Answer,
    /// Ask back and offer the options.
    Clarify,
    /// Say why not.
    Refuse,
}

impl Disposition {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Clarify => "clarify",
            Self::Refuse => "refuse",
        }
    }
}

/// One question of the conversation before, with the calls that answered it; none where it was
/// asked back or refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub question: String,
    pub calls: Vec<ToolCall>,
}

/// What a question is seen against.
#[derive(Debug, Clone, Copy)]
pub struct PlanningContext<'a> {
    /// Today in the organization's time zone.
    pub today: NaiveDate,
    pub catalog: &'a NameCatalog,
    /// Oldest first.
    pub history: &'a [Turn],
    /// The suggestions that the person sees, so that a click on one finds its own calls.
    pub suggestions: &'a [KnownSuggestion],
    /// Names of the permissions that the person has.
    pub permissions: &'a [&'a str],
}

/// What to do, and how sure that is.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    pub disposition: Disposition,
    /// What to run, in the order of the question; empty unless answering.
    pub calls: Vec<ToolCall>,
    /// Of the plan alone: what running it brings to light ([`Doubt::Stale`], [`Doubt::NoData`]) can
    /// only lower it.
    pub confidence: Confidence,
    /// Why not High, and what the answer has to own up to.
    pub doubts: Vec<Doubt>,
    /// Ready calls to choose from.
    pub options: Vec<ClarifyingOption>,
    /// What is said where nothing is run: one question, or a refusal.
    pub text: Option<String>,
}

impl Plan {
    fn new_answer(calls: Vec<ToolCall>, doubts: Vec<Doubt>) -> Self {
        Self {
            disposition: Disposition::Answer,
            calls,
            confidence: compute_confidence(&doubts),
            doubts,
            options: Vec::new(),
            text: None,
        }
    }

    fn new_clarification(question: &str, options: Vec<ClarifyingOption>) -> Self {
        let text = Some(question.to_owned());
        Self {
            disposition: Disposition::Clarify,
            calls: Vec::new(),
            confidence: Confidence::Low,
            doubts: Vec::new(),
            options,
            text,
        }
    }

    fn new_refusal(reason: &str) -> Self {
        let text = Some(build_refusal_text(reason));
        Self {
            disposition: Disposition::Refuse,
            calls: Vec::new(),
            confidence: Confidence::Low,
            doubts: Vec::new(),
            options: Vec::new(),
            text,
        }
    }

    /// The confidence once more doubts have come to light.
    #[must_use]
    pub fn with_doubts(mut self, more: impl IntoIterator<Item = Doubt>) -> Self {
        for doubt in more {
            if !self.doubts.contains(&doubt) {
                self.doubts.push(doubt);
            }
        }
        self.confidence = self.confidence.min(compute_confidence(&self.doubts));
        self
    }
}

/// The plan of a call that was offered and chosen: nothing is left to understand, only whether the
/// caller may.
pub fn plan_chosen_call(call: ToolCall, context: &PlanningContext<'_>) -> Plan {
    plan_permitted_calls(vec![call], Vec::new(), context)
}

/// Said in the place of what a caller may not ask.
pub fn missing_permission_text(call: &ToolCall) -> String {
    call.tool
        .permission()
        .map_or_else(String::new, |permission| {
            refusal_text::missing_permission_text(call.tool, permission)
        })
}

/// Whether the question is a click on a suggestion, so that the suggestions have to be known to
/// plan it.
pub fn is_suggestion_click(question: &str) -> bool {
    !matches!(
        suggestion_click::parse_suggestion_click(question, &[]),
        suggestion_click::SuggestionClick::NotClicked
    )
}

/// Plans a question.
pub fn plan_question(question: &str, context: &PlanningContext<'_>) -> Plan {
    let asked = match suggestion_click::parse_suggestion_click(question, context.suggestions) {
        suggestion_click::SuggestionClick::KnownSuggestion(known) => {
            return plan_permitted_calls(known.calls.clone(), Vec::new(), context);
        }
        suggestion_click::SuggestionClick::UnknownTitle(title) => title,
        suggestion_click::SuggestionClick::NotClicked => question,
    };
    let planned = plan_single_question(asked, context);
    // An answer to a question back is read together with what was asked first.
    match context.history.split_last() {
        Some((last, earlier))
            if last.calls.is_empty() && planned.disposition != Disposition::Answer =>
        {
            let joined = format!("{} {asked}", last.question);
            let together = self::plan_single_question(
                &joined,
                &PlanningContext {
                    history: earlier,
                    ..*context
                },
            );
            if together.disposition == Disposition::Answer {
                together.with_doubts([Doubt::CarriedContext])
            } else {
                planned
            }
        }
        _ => planned,
    }
}

fn plan_single_question(question: &str, context: &PlanningContext<'_>) -> Plan {
    let typed = split_words(question);
    if typed.is_empty() {
        return Plan::new_clarification(
            "What would you like to know?",
            build_options(
                &[],
                &ParsedQuestion::default(),
                context.catalog,
                context.today,
                context.permissions,
            ),
        );
    }
    if let Some(refused) =
        question_guard::check_raw_text(question).or_else(|| check_question(&typed))
    {
        return build_refusal(refused, &typed, context);
    }
    let (kept, left_out) = filter_sentences(&typed);
    if kept.is_empty() {
        return build_refusal(left_out.unwrap_or(RefusalReason::OffTopic), &typed, context);
    }
    let mut doubts: Vec<Doubt> = left_out.map(Doubt::RefusedPart).into_iter().collect();

    let mut reading = tokenize_words(&kept, context.catalog, context.today);
    if has_unknown_words(&reading) {
        let (spelled, respellings) = correct_spelling(&kept, context.catalog, context.today);
        if !respellings.is_empty() {
            if let Some(refused) = check_question(&spelled)
                .or_else(|| question_guard::check_sentence(&spelled))
                .or_else(|| check_clause(&spelled))
            {
                return build_refusal(refused, &spelled, context);
            }
            reading = tokenize_words(&spelled, context.catalog, context.today);
            doubts.extend(
                respellings
                    .into_iter()
                    .map(|SpellingCorrection { from, to }| Doubt::CorrectedSpelling { from, to }),
            );
        }
    }
    let plan = plan_from_tokens(&reading, doubts, context);
    match (plan.disposition, left_out) {
        // What is left of a refused question is nothing by itself: the refusal says more than a
        // question back.
        (Disposition::Clarify | Disposition::Refuse, Some(refused)) => {
            build_refusal(refused, &typed, context)
        }
        _ => plan,
    }
}

/// The sentences that may be looked at, and why another was left out.
fn filter_sentences(typed: &[Word]) -> (Vec<Word>, Option<RefusalReason>) {
    /// More sentences than anybody asks in: such a text is taken or refused as one.
    const MAX_SENTENCES: usize = 12;
    let mut sentences = split_before(typed, |word| word.gap == Gap::Stop);
    if sentences.len() > MAX_SENTENCES {
        sentences = vec![typed];
    }
    let mut kept: Vec<Word> = Vec::new();
    let mut left_out = None;
    for sentence in sentences {
        let mut pieces = split_before(sentence, |word| {
            word.gap >= Gap::Comma || matches!(word.text.as_str(), "and" | "then" | "also")
        })
        .into_iter();
        match question_guard::check_sentence(sentence).or_else(|| pieces.find_map(check_clause)) {
            Some(refused) => left_out = left_out.or(Some(refused)),
            None => kept.extend_from_slice(sentence),
        }
    }
    (kept, left_out)
}

/// The words in runs, each begun by a word of which `begins` holds.
fn split_before(words: &[Word], begins: impl Fn(&Word) -> bool) -> Vec<&[Word]> {
    let mut runs = Vec::new();
    let mut rest = words;
    while let Some((_, others)) = rest.split_first() {
        let length = 1 + others.iter().take_while(|word| !begins(word)).count();
        let (run, after) = rest.split_at(length.min(rest.len()));
        runs.push(run);
        rest = after;
    }
    runs
}

/// Whether a misspelling may be in the way: a word that nobody knows.
fn has_unknown_words(reading: &[Token]) -> bool {
    reading
        .iter()
        .any(|mark| mark.meaning == TokenMeaning::Unknown)
}

fn build_refusal(refused: RefusalReason, typed: &[Word], context: &PlanningContext<'_>) -> Plan {
    let mut plan = Plan::new_refusal(refused.to_text());
    if refused == RefusalReason::PriceForecast {
        let gist = ParsedQuestion::from_tokens(
            tokenize_words(typed, context.catalog, context.today).iter(),
        );
        let about = ParsedQuestion {
            commodities: gist.commodities,
            ..ParsedQuestion::default()
        };
        plan.options = build_options(
            &[ToolName::PriceTrend],
            &about,
            context.catalog,
            context.today,
            context.permissions,
        );
    }
    plan
}

#[cfg(test)]
mod tests;
