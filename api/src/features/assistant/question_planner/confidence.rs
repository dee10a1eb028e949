//! How sure a plan is, from what had to be assumed to make it; and what is said about each
//! assumption.
//!
//! High means: asked for in words that are understood to the last one, about names that are there,
//! with nothing guessed. Each doubt caps it.

use std::fmt;

use super::name_catalog::NameKind;
use super::question_guard::RefusalReason;
use super::refusal_text::{missing_permission_text, tool_subject};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::period::Period;
use crate::features::assistant::tool_registry::{Timeframe, ToolName};

/// The three badges, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    Low,
    Medium,
    High,
}

impl Confidence {
    /// The spec's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::High => "High",
            Self::Medium => "Medium",
            Self::Low => "Low",
        }
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What was assumed, or stands in the way of being sure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// No period was given: the tool's usual one.
    DefaultPeriod(Period),
    /// A window of days that a tool takes for granted (customers without a purchase).
    DefaultDays(u32),
    /// A word that leaves the period open.
    VagueTime,
    /// A misspelled word, and what it was read as.
    CorrectedSpelling { from: String, to: String },
    /// Taken over from the conversation.
    CarriedContext,
    /// A name of which only a part was given.
    PartialName { name: String },
    /// A period given for one part of the question, used for another too.
    SharedPeriod(Period),
    /// The nearest timeframe that a price history has.
    NearestTimeframe(Timeframe),
    /// A name that the tool cannot narrow its figures to.
    UnsupportedNameFilter { kind: NameKind, name: String },
    /// A period that the tool cannot narrow its figures to.
    UnsupportedTimeFilter(ToolName),
    /// More rows were asked for than are shown.
    RowLimit(u32),
    /// Words that were not understood.
    UnrecognizedWords,
    /// Another reading lies close.
    RivalIntent(ToolName),
    /// `They` without anybody named before.
    UnresolvedPronoun,
    /// Several names or periods compete in a follow-up.
    AmbiguousReference,
    /// The intent is told by one general word.
    WeakIntent,
    /// A part of the question was not answered, and why.
    RefusedPart(RefusalReason),
    /// A part of the question needs a permission that the caller does not have.
    MissingPermission {
        tool: ToolName,
        permission: &'static str,
    },
    /// The data behind the answer is older than it should be.
    StaleData,
    /// There are no rows to answer from.
    NoData,
    /// There are too few rows for a prediction.
    InsufficientHistory,
    /// A prediction rests on less history than is usual; the answer's own text says on what.
    ShortHistory,
}

impl Doubt {
    /// The most that an answer with this doubt can claim.
    pub fn max_confidence(&self) -> Confidence {
        match self {
            // The usual period is stated, and is the one that the screens show: nothing is guessed.
            Self::DefaultPeriod(_) | Self::DefaultDays(_) => Confidence::High,
            Self::NoData | Self::InsufficientHistory => Confidence::Low,
            _ => Confidence::Medium,
        }
    }

    /// The sentence that owns up to it, as a template over facts that it adds to the sheet; none
    /// where the answer's own text says it.
    pub fn to_statement(&self, sheet: &mut FactSheet) -> Option<String> {
        Some(match self {
            Self::DefaultPeriod(period) => format!(
                "No period was given, so this covers the usual \
                one: {}.",
                sheet.add_period("Period", &period.to_text())
            ),
            Self::DefaultDays(days) => {
                let days = sheet.add_count(
                    "Days without a purchase",
                    u64::from(*days),
                    "day",
                    "days",
                    Vec::new(),
                );
                format!("No number of days was given, so this takes {days} without a purchase.")
            }
            Self::VagueTime => {
                "The time was left open, so check the period that is shown.".to_owned()
            }
            Self::CorrectedSpelling { from, to } => {
                let (from, to) = (
                    sheet.add_name("As typed", from, Vec::new()),
                    sheet.add_name("Read as", to, Vec::new()),
                );
                format!("I read \"{from}\" as \"{to}\".")
            }
            Self::CarriedContext => "I took over the rest from the question before.".to_owned(),
            Self::PartialName { name } => format!(
                "I took the name to be {}.",
                sheet.add_name("Name", name, Vec::new())
            ),
            Self::SharedPeriod(period) => format!(
                "I used {} for every part of the question.",
                sheet.add_period("Period", &period.to_text())
            ),
            Self::NearestTimeframe(timeframe) => {
                format!(
                    "Price histories come in fixed lengths, so this shows {}.",
                    sheet.add_period("Timeframe", timeframe.as_str())
                )
            }
            Self::UnsupportedNameFilter { kind, name } => {
                let name = sheet.add_name("Name", name, Vec::new());
                match kind {
                    NameKind::Location => format!(
                        "I cannot narrow this to {name}: it covers all \
                        locations."
                    ),
                    NameKind::Salesperson => format!(
                        "I cannot narrow this to {name}: it covers \
                        all salespeople."
                    ),
                    _ => format!("I cannot narrow this to {name}: look for its row."),
                }
            }
            Self::UnsupportedTimeFilter(tool) => {
                format!(
                    "I cannot narrow {} to a period of its own.",
                    tool_subject(*tool)
                )
            }
            Self::RowLimit(rows) => format!(
                "I show at most {}.",
                sheet.add_count("Rows", u64::from(*rows), "row", "rows", Vec::new())
            ),
            Self::UnrecognizedWords => {
                "I did not understand every word of the question.".to_owned()
            }
            Self::RivalIntent(tool) => {
                format!("The question could also be about {}.", tool_subject(*tool))
            }
            Self::UnresolvedPronoun => {
                "I could not tell who is meant, so this covers all.".to_owned()
            }
            Self::AmbiguousReference => {
                "The conversation before leaves more than one reading.".to_owned()
            }
            Self::WeakIntent => {
                "The question was short, so I took its most usual meaning.".to_owned()
            }
            Self::RefusedPart(refused) => format!(
                "One part of the question is not answered. {}",
                refused.to_text()
            ),
            Self::MissingPermission { tool, permission } => format!(
                "One part of the question is not answered. {}",
                missing_permission_text(*tool, permission)
            ),
            Self::StaleData => {
                "The data behind this has not been synced for longer than usual; run a \
                data sync to be sure."
                    .to_owned()
            }
            Self::NoData | Self::InsufficientHistory | Self::ShortHistory => return None,
        })
    }
}

/// The confidence that the doubts leave.
pub fn compute_confidence(doubts: &[Doubt]) -> Confidence {
    doubts
        .iter()
        .map(Doubt::max_confidence)
        .min()
        .unwrap_or(Confidence::High)
}
