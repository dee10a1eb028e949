//! From a question to calls of tools, by rules alone: the same question always gives the same plan,
//! without a language model and without a row of data.
//!
//! In order: guards on the words as typed, names from the organization's catalogue, the
//! conversation before, two requests taken apart, intents by the trade's vocabulary, misspellings
//! repaired only where that leaves a gap, arguments, permissions, and what had to be assumed.
//! Nothing is run here.

mod clarify;
mod clauses;
pub mod confidence;
mod fill;
mod follow_up;
mod gist;
mod guard;
mod intents;
mod lexicon;
mod names;
mod permit;
mod reading;
mod refusal;
mod repair;
mod request;
mod sense;
mod suggestion;
mod understand;
mod when;
mod words;

use chrono::NaiveDate;

pub use clarify::Choice;
pub use confidence::{Confidence, Doubt};
pub use guard::Refused;
pub use names::{Catalogue, NameKind, Names};
pub use refusal::{CAN_DO, UNKNOWN_NAME};
pub use suggestion::KnownSuggestion;

use self::clarify::options;
use self::confidence::confidence;
use self::gist::Gist;
use self::guard::{part, whole};
use self::permit::permitted;
use self::reading::{Mark, Meaning, Respelling, marks, respelled};
use self::refusal::refusal;
use self::understand::understood;
use self::words::{Gap, Word, words};
use super::registry::{Call, ToolName};

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
    pub calls: Vec<Call>,
}

/// What a question is seen against.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Today in the organization's time zone.
    pub today: NaiveDate,
    pub catalogue: &'a Catalogue,
    /// Oldest first.
    pub history: &'a [Turn],
    /// The suggestions that the person sees, so that a click on one finds its own calls.
    pub suggestions: &'a [KnownSuggestion],
    /// Names of the permissions that the person has.
    pub may: &'a [&'a str],
}

/// What to do, and how sure that is.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    pub disposition: Disposition,
    /// What to run, in the order of the question; empty unless answering.
    pub calls: Vec<Call>,
    /// Of the plan alone: what running it brings to light ([`Doubt::Stale`], [`Doubt::NoData`]) can
    /// only lower it.
    pub confidence: Confidence,
    /// Why not High, and what the answer has to own up to.
    pub doubts: Vec<Doubt>,
    /// Ready calls to choose from.
    pub options: Vec<Choice>,
    /// What is said where nothing is run: one question, or a refusal.
    pub text: Option<String>,
}

impl Plan {
    fn answer(calls: Vec<Call>, doubts: Vec<Doubt>) -> Self {
        Self {
            disposition: Disposition::Answer,
            calls,
            confidence: confidence(&doubts),
            doubts,
            options: Vec::new(),
            text: None,
        }
    }

    fn clarify(question: &str, options: Vec<Choice>) -> Self {
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

    fn refuse(reason: &str) -> Self {
        let text = Some(refusal(reason));
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
        self.confidence = self.confidence.min(confidence(&self.doubts));
        self
    }
}

/// The plan of a call that was offered and chosen: nothing is left to understand, only whether the
/// caller may.
pub fn ready(call: Call, context: &Context<'_>) -> Plan {
    permitted(vec![call], Vec::new(), context)
}

/// Said in the place of what a caller may not ask.
pub fn missing_permission(call: &Call) -> String {
    call.tool
        .permission()
        .map_or_else(String::new, |permission| {
            refusal::missing_permission(call.tool, permission)
        })
}

/// Whether the question is a click on a suggestion, so that the suggestions have to be known to
/// plan it.
pub fn asks_for_more(question: &str) -> bool {
    !matches!(suggestion::clicked(question, &[]), suggestion::Clicked::No)
}

/// Plans a question.
pub fn plan(question: &str, context: &Context<'_>) -> Plan {
    let asked = match suggestion::clicked(question, context.suggestions) {
        suggestion::Clicked::Known(known) => {
            return permitted(known.calls.clone(), Vec::new(), context);
        }
        suggestion::Clicked::Title(title) => title,
        suggestion::Clicked::No => question,
    };
    let planned = planned(asked, context);
    // An answer to a question back is read together with what was asked first.
    match context.history.split_last() {
        Some((last, earlier))
            if last.calls.is_empty() && planned.disposition != Disposition::Answer =>
        {
            let joined = format!("{} {asked}", last.question);
            let together = self::planned(
                &joined,
                &Context {
                    history: earlier,
                    ..*context
                },
            );
            if together.disposition == Disposition::Answer {
                together.with_doubts([Doubt::Carried])
            } else {
                planned
            }
        }
        _ => planned,
    }
}

fn planned(question: &str, context: &Context<'_>) -> Plan {
    let typed = words(question);
    if typed.is_empty() {
        return Plan::clarify(
            "What would you like to know?",
            options(
                &[],
                &Gist::default(),
                context.catalogue,
                context.today,
                context.may,
            ),
        );
    }
    if let Some(refused) = guard::raw(question).or_else(|| whole(&typed)) {
        return refused_plan(refused, &typed, context);
    }
    let (kept, left_out) = guarded(&typed);
    if kept.is_empty() {
        return refused_plan(left_out.unwrap_or(Refused::OffTopic), &typed, context);
    }
    let mut doubts: Vec<Doubt> = left_out.map(Doubt::LeftOut).into_iter().collect();

    let mut reading = marks(&kept, context.catalogue, context.today);
    if has_gaps(&reading) {
        let (spelled, respellings) = respelled(&kept, context.catalogue, context.today);
        if !respellings.is_empty() {
            if let Some(refused) = whole(&spelled)
                .or_else(|| guard::sentence(&spelled))
                .or_else(|| part(&spelled))
            {
                return refused_plan(refused, &spelled, context);
            }
            reading = marks(&spelled, context.catalogue, context.today);
            doubts.extend(
                respellings
                    .into_iter()
                    .map(|Respelling { from, to }| Doubt::Respelled { from, to }),
            );
        }
    }
    let plan = understood(&reading, doubts, context);
    match (plan.disposition, left_out) {
        // What is left of a refused question is nothing by itself: the refusal says more than a
        // question back.
        (Disposition::Clarify | Disposition::Refuse, Some(refused)) => {
            refused_plan(refused, &typed, context)
        }
        _ => plan,
    }
}

/// The sentences that may be looked at, and why another was left out.
fn guarded(typed: &[Word]) -> (Vec<Word>, Option<Refused>) {
    /// More sentences than anybody asks in: such a text is taken or refused as one.
    const MOST_SENTENCES: usize = 12;
    let mut sentences = split_at(typed, |word| word.gap == Gap::Stop);
    if sentences.len() > MOST_SENTENCES {
        sentences = vec![typed];
    }
    let mut kept: Vec<Word> = Vec::new();
    let mut left_out = None;
    for sentence in sentences {
        let mut pieces = split_at(sentence, |word| {
            word.gap >= Gap::Comma || matches!(word.text.as_str(), "and" | "then" | "also")
        })
        .into_iter();
        match guard::sentence(sentence).or_else(|| pieces.find_map(part)) {
            Some(refused) => left_out = left_out.or(Some(refused)),
            None => kept.extend_from_slice(sentence),
        }
    }
    (kept, left_out)
}

/// The words in runs, each begun by a word of which `begins` holds.
fn split_at(words: &[Word], begins: impl Fn(&Word) -> bool) -> Vec<&[Word]> {
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
fn has_gaps(reading: &[Mark]) -> bool {
    reading.iter().any(|mark| mark.meaning == Meaning::Unknown)
}

fn refused_plan(refused: Refused, typed: &[Word], context: &Context<'_>) -> Plan {
    let mut plan = Plan::refuse(refused.reason());
    if refused == Refused::PriceAhead {
        let gist = Gist::of(marks(typed, context.catalogue, context.today).iter());
        let about = Gist {
            commodities: gist.commodities,
            ..Gist::default()
        };
        plan.options = options(
            &[ToolName::PriceTrend],
            &about,
            context.catalogue,
            context.today,
            context.may,
        );
    }
    plan
}

#[cfg(test)]
mod tests;
