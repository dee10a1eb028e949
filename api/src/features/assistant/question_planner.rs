//! Plans a question: converts it to tool calls by rules alone. The same question always gives the
//! same plan; planning uses no language model and reads no rows.
//!
//! Steps: guards on the typed words, names from the organization's catalog, splitting into
//! requests, intents by the vocabulary of the trade, context from the conversation, spelling
//! correction of unknown words, arguments, permissions, and the doubts that determine the
//! confidence. Planning runs no tools.

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

/// What to do with a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    /// Run the calls.
    Answer,
    /// Ask a clarifying question and offer the options.
    Clarify,
    /// Explain why the question is not answered.
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

/// A previous question of the conversation and the calls that answered it; no calls if it was
/// clarified or refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub question: String,
    pub calls: Vec<ToolCall>,
}

/// Input of planning besides the question.
#[derive(Debug, Clone, Copy)]
pub struct PlanningContext<'a> {
    /// Today in the organization's time zone.
    pub today: NaiveDate,
    pub catalog: &'a NameCatalog,
    /// Previous turns, oldest first.
    pub history: &'a [Turn],
    /// The current suggestions of the user, needed to plan a click on one of them.
    pub suggestions: &'a [KnownSuggestion],
    /// Names of the user's permissions.
    pub permissions: &'a [&'a str],
}

/// What to do with a question, and with what confidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    pub disposition: Disposition,
    /// Calls to run, in the order of the question; empty unless the disposition is `Answer`.
    pub calls: Vec<ToolCall>,
    /// Confidence of the plan. Doubts from running it ([`Doubt::StaleData`], [`Doubt::NoData`]) can
    /// only lower it.
    pub confidence: Confidence,
    /// Reasons for a confidence below High, and assumptions that the answer states.
    pub doubts: Vec<Doubt>,
    /// Calls to choose from.
    pub options: Vec<ClarifyingOption>,
    /// The clarifying question or the refusal; none for answers.
    pub text: Option<String>,
    /// Whether a guard refused the question, whatever it asks for.
    pub is_guarded: bool,
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
            is_guarded: false,
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
            is_guarded: false,
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
            is_guarded: false,
        }
    }

    /// Adds doubts and lowers the confidence accordingly.
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

/// Plans the call of a chosen option: checks permissions only.
pub fn plan_chosen_call(call: ToolCall, context: &PlanningContext<'_>) -> Plan {
    plan_permitted_calls(vec![call], Vec::new(), context)
}

/// Text that replaces an answer for which the caller lacks the permission.
pub fn missing_permission_text(call: &ToolCall) -> String {
    call.tool
        .permission()
        .map_or_else(String::new, |permission| {
            refusal_text::missing_permission_text(call.tool, permission)
        })
}

/// Refuses a question for which the caller lacks a permission.
pub fn refuse_for_permission(text: String) -> Plan {
    Plan {
        text: Some(text),
        ..Plan::new_refusal("")
    }
}

/// Refuses a question whose condition is a word that the data does not have.
pub fn refuse_unknown_word() -> Plan {
    Plan::new_refusal(UNKNOWN_NAME_TEXT)
}

/// Whether the question is a click on a suggestion. Planning it then needs the current suggestions.
pub fn is_suggestion_click(question: &str) -> bool {
    !matches!(
        suggestion_click::parse_suggestion_click(question, &[]),
        suggestion_click::SuggestionClick::NotClicked
    )
}

/// Plans a question.
pub fn plan_question(question: &str, context: &PlanningContext<'_>) -> Plan {
    let request = match suggestion_click::parse_suggestion_click(question, context.suggestions) {
        suggestion_click::SuggestionClick::KnownSuggestion(suggestion) => {
            return plan_permitted_calls(suggestion.calls.clone(), Vec::new(), context);
        }
        suggestion_click::SuggestionClick::UnknownTitle(title) => title,
        suggestion_click::SuggestionClick::NotClicked => question,
    };
    let plan = plan_single_question(request, context);
    // The reply to a clarifying question is planned together with the original question.
    match context.history.split_last() {
        Some((last, earlier))
            if last.calls.is_empty() && plan.disposition != Disposition::Answer =>
        {
            let joined = format!("{} {request}", last.question);
            let combined_plan = plan_single_question(
                &joined,
                &PlanningContext {
                    history: earlier,
                    ..*context
                },
            );
            if combined_plan.disposition == Disposition::Answer {
                combined_plan.with_doubts([Doubt::CarriedContext])
            } else {
                plan
            }
        }
        _ => plan,
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
    let (accepted, refusal) = filter_sentences(&typed);
    if accepted.is_empty() {
        return build_refusal(refusal.unwrap_or(RefusalReason::OffTopic), &typed, context);
    }
    let mut doubts: Vec<Doubt> = refusal.map(Doubt::RefusedPart).into_iter().collect();

    let mut tokens = tokenize_words(&accepted, context.catalog, context.today);
    if has_unknown_words(&tokens) {
        let (corrected, corrections) = correct_spelling(&accepted, context.catalog, context.today);
        if !corrections.is_empty() {
            if let Some(refused) = check_question(&corrected)
                .or_else(|| question_guard::check_sentence(&corrected))
                .or_else(|| check_clause(&corrected))
            {
                return build_refusal(refused, &corrected, context);
            }
            tokens = tokenize_words(&corrected, context.catalog, context.today);
            doubts.extend(
                corrections
                    .into_iter()
                    .map(|SpellingCorrection { from, to }| Doubt::CorrectedSpelling { from, to }),
            );
        }
    }
    let plan = plan_from_tokens(&tokens, doubts, context);
    match (plan.disposition, refusal) {
        // The rest of a partly refused question makes no sense by itself, so the refusal is more
        // helpful than a clarifying question.
        (Disposition::Clarify | Disposition::Refuse, Some(refused)) => {
            build_refusal(refused, &typed, context)
        }
        _ => plan,
    }
}

/// Returns the words of the sentences that pass the guards, and the first refusal if any.
fn filter_sentences(typed: &[Word]) -> (Vec<Word>, Option<RefusalReason>) {
    /// Texts with more sentences are checked as a whole.
    const MAX_SENTENCES: usize = 12;
    let mut sentences = split_before(typed, |word| word.gap == Gap::Stop);
    if sentences.len() > MAX_SENTENCES {
        sentences = vec![typed];
    }
    let mut accepted: Vec<Word> = Vec::new();
    let mut refusal = None;
    for sentence in sentences {
        let mut pieces = split_before(sentence, |word| {
            word.gap >= Gap::Comma || matches!(word.text.as_str(), "and" | "then" | "also")
        })
        .into_iter();
        match question_guard::check_sentence(sentence).or_else(|| pieces.find_map(check_clause)) {
            Some(refused) => refusal = refusal.or(Some(refused)),
            None => accepted.extend_from_slice(sentence),
        }
    }
    (accepted, refusal)
}

/// Splits the words before each word for which `begins` is true.
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

/// Whether any word is unknown and may be misspelled.
fn has_unknown_words(tokens: &[Token]) -> bool {
    tokens
        .iter()
        .any(|token| token.meaning == TokenMeaning::Unknown)
}

fn build_refusal(refused: RefusalReason, typed: &[Word], context: &PlanningContext<'_>) -> Plan {
    let mut plan = Plan::new_refusal(refused.to_text());
    plan.is_guarded = true;
    if refused == RefusalReason::PriceForecast {
        let parsed = ParsedQuestion::from_tokens(
            tokenize_words(typed, context.catalog, context.today).iter(),
        );
        let about = ParsedQuestion {
            commodities: parsed.commodities,
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
