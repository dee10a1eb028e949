//! How sure a plan is, from what had to be assumed to make it; and what is said about each
//! assumption.
//!
//! High means: asked for in words that are understood to the last one, about names that are there,
//! with nothing guessed. Each doubt caps it.

use std::fmt;

use super::guard::Refused;
use super::names::NameKind;
use super::refusal::{missing_permission, subject};
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::periods::Period;
use crate::features::assistant::registry::{Timeframe, ToolName};

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
    UsualPeriod(Period),
    /// A window of days that a tool takes for granted (customers without a purchase).
    UsualDays(u32),
    /// A word that leaves the period open.
    VagueTime,
    /// A misspelled word, and what it was read as.
    Respelled { from: String, to: String },
    /// Taken over from the conversation.
    Carried,
    /// A name of which only a part was given.
    PartOfName { name: String },
    /// A period given for one part of the question, used for another too.
    SharedPeriod(Period),
    /// The nearest timeframe that a price history has.
    NearestTimeframe(Timeframe),
    /// A name that the tool cannot narrow its figures to.
    NotNarrowedTo { kind: NameKind, name: String },
    /// A period that the tool cannot narrow its figures to.
    NotNarrowedInTime(ToolName),
    /// More rows were asked for than are shown.
    MostRows(u32),
    /// Words that were not understood.
    NotUnderstood,
    /// Another reading lies close.
    AlsoPossible(ToolName),
    /// `They` without anybody named before.
    OpenPronoun,
    /// Several names or periods compete in a follow-up.
    Competing,
    /// The intent is told by one general word.
    Faint,
    /// A part of the question was not answered, and why.
    LeftOut(Refused),
    /// A part of the question needs a permission that the caller does not have.
    NotPermitted {
        tool: ToolName,
        permission: &'static str,
    },
    /// The data behind the answer is older than it should be.
    Stale,
    /// There are no rows to answer from.
    NoData,
    /// There are too few rows for a prediction.
    TooLittleHistory,
    /// A prediction rests on less history than is usual; the answer's own text says on what.
    ThinHistory,
}

impl Doubt {
    /// The most that an answer with this doubt can claim.
    pub fn cap(&self) -> Confidence {
        match self {
            // The usual period is stated, and is the one that the screens show: nothing is guessed.
            Self::UsualPeriod(_) | Self::UsualDays(_) => Confidence::High,
            Self::NoData | Self::TooLittleHistory => Confidence::Low,
            _ => Confidence::Medium,
        }
    }

    /// The sentence that owns up to it, as a template over facts that it adds to the sheet; none
    /// where the answer's own text says it.
    pub fn statement(&self, sheet: &mut FactSheet) -> Option<String> {
        Some(match self {
            Self::UsualPeriod(period) => format!(
                "No period was given, so this covers the usual \
                one: {}.",
                sheet.period("Period", &period.words())
            ),
            Self::UsualDays(days) => {
                let days = sheet.count(
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
            Self::Respelled { from, to } => {
                let (from, to) = (
                    sheet.name("As typed", from, Vec::new()),
                    sheet.name("Read as", to, Vec::new()),
                );
                format!("I read \"{from}\" as \"{to}\".")
            }
            Self::Carried => "I took over the rest from the question before.".to_owned(),
            Self::PartOfName { name } => format!(
                "I took the name to be {}.",
                sheet.name("Name", name, Vec::new())
            ),
            Self::SharedPeriod(period) => format!(
                "I used {} for every part of the question.",
                sheet.period("Period", &period.words())
            ),
            Self::NearestTimeframe(timeframe) => {
                format!(
                    "Price histories come in fixed lengths, so this shows {}.",
                    sheet.period("Timeframe", timeframe.as_str())
                )
            }
            Self::NotNarrowedTo { kind, name } => {
                let name = sheet.name("Name", name, Vec::new());
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
            Self::NotNarrowedInTime(tool) => {
                format!("I cannot narrow {} to a period of its own.", subject(*tool))
            }
            Self::MostRows(rows) => format!(
                "I show at most {}.",
                sheet.count("Rows", u64::from(*rows), "row", "rows", Vec::new())
            ),
            Self::NotUnderstood => "I did not understand every word of the question.".to_owned(),
            Self::AlsoPossible(tool) => {
                format!("The question could also be about {}.", subject(*tool))
            }
            Self::OpenPronoun => "I could not tell who is meant, so this covers all.".to_owned(),
            Self::Competing => "The conversation before leaves more than one reading.".to_owned(),
            Self::Faint => "The question was short, so I took its most usual meaning.".to_owned(),
            Self::LeftOut(refused) => format!(
                "One part of the question is not answered. {}",
                refused.reason()
            ),
            Self::NotPermitted { tool, permission } => format!(
                "One part of the question is not answered. {}",
                missing_permission(*tool, permission)
            ),
            Self::Stale => "The data behind this has not been synced for longer than usual; run a \
                data sync to be sure."
                .to_owned(),
            Self::NoData | Self::TooLittleHistory | Self::ThinHistory => return None,
        })
    }
}

/// The confidence that the doubts leave.
pub fn confidence(doubts: &[Doubt]) -> Confidence {
    doubts
        .iter()
        .map(Doubt::cap)
        .min()
        .unwrap_or(Confidence::High)
}
