//! Doubts about a plan: what was assumed, how each doubt limits the confidence, and how the answer
//! states it.
//!
//! High confidence means that every word was understood, every name exists and nothing was guessed.

use std::fmt;

use chrono::NaiveDate;

use super::name_catalog::NameKind;
use super::question_guard::RefusalReason;
use super::refusal_text::missing_permission_text;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::period::Period;
use crate::features::assistant::tool_registry::{Timeframe, ToolName};

/// Confidence levels, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    Low,
    Medium,
    High,
}

impl Confidence {
    /// Name in the API.
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

/// An assumption, or another reason for less than high confidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// No period was given; the tool's default is used.
    DefaultPeriod(Period),
    /// No number of days was given; the tool's default is used.
    DefaultDays(u32),
    /// A vague expression of time, such as "lately".
    VagueTime,
    /// A misspelled word and its correction.
    CorrectedSpelling { from: String, to: String },
    /// Arguments come from the conversation.
    CarriedContext,
    /// Only part of a name was given.
    PartialName { name: String },
    /// A period given for one part of the question is used for another part too.
    SharedPeriod(Period),
    /// The price history with the nearest available timeframe is used.
    NearestTimeframe(Timeframe),
    /// The tool cannot filter by this name.
    UnsupportedNameFilter { kind: NameKind, name: String },
    /// The tool cannot filter by a period.
    UnsupportedTimeFilter(ToolName),
    /// More rows were requested than can be shown.
    RowLimit(u32),
    /// Some words were not understood.
    UnrecognizedWords,
    /// Conditions of the question, as typed, that the calls do not have.
    UnusedWords(Vec<String>),
    /// Another tool matches nearly as well.
    RivalIntent(ToolName),
    /// A pronoun without an antecedent.
    UnresolvedPronoun,
    /// A follow-up could refer to several names or periods.
    AmbiguousReference,
    /// The intent is based on one general word.
    WeakIntent,
    /// A part of the question was refused.
    RefusedPart(RefusalReason),
    /// A part of the question needs a permission that the caller does not have.
    MissingPermission {
        tool: ToolName,
        permission: &'static str,
    },
    /// The data behind the answer is overdue for a sync.
    StaleData,
    /// The newest order line is older than usual, so the figures are for its day.
    OldRows(NaiveDate),
    /// There are no rows to answer from.
    NoData,
    /// There are too few rows for a prediction.
    InsufficientHistory,
    /// A prediction is based on little history. The answer's own text states how much.
    ShortHistory,
}

impl Doubt {
    /// The highest confidence that an answer with this doubt can have.
    pub fn max_confidence(&self) -> Confidence {
        match self {
            // The default is stated in the answer and is the one that the pages use: nothing is
            // guessed.
            Self::DefaultPeriod(_) | Self::DefaultDays(_) => Confidence::High,
            Self::NoData | Self::InsufficientHistory => Confidence::Low,
            _ => Confidence::Medium,
        }
    }

    /// Sentence that states the doubt, as a template; adds its facts to the sheet. None if the
    /// answer's own text states it.
    pub fn to_statement(&self, sheet: &mut FactSheet) -> Option<String> {
        Some(match self {
            Self::DefaultPeriod(period) => format!(
                "No period was given, so this covers the default: {}.",
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
                format!("No number of days was given, so this uses {days} without a purchase.")
            }
            Self::VagueTime => {
                "The question gives no exact time, so check the period shown.".to_owned()
            }
            Self::CorrectedSpelling { from, to } => {
                let (from, to) = (
                    sheet.add_name("As typed", from, Vec::new()),
                    sheet.add_name("Read as", to, Vec::new()),
                );
                format!("I read \"{from}\" as \"{to}\".")
            }
            Self::CarriedContext => "I used the rest from your previous question.".to_owned(),
            Self::PartialName { name } => format!(
                "I assumed the name {}.",
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
                    NameKind::Location => {
                        format!("I can't filter this by {name}: it covers all locations.")
                    }
                    NameKind::Salesperson => {
                        format!("I can't filter this by {name}: it covers all salespeople.")
                    }
                    _ => format!("I can't filter this by {name}: look for its row."),
                }
            }
            Self::UnsupportedTimeFilter(tool) => {
                format!("I can't filter {} by period.", tool.subject())
            }
            Self::RowLimit(rows) => format!(
                "I show at most {}.",
                sheet.add_count("Rows", u64::from(*rows), "row", "rows", Vec::new())
            ),
            Self::UnusedWords(words) => {
                let names: Vec<String> = words
                    .iter()
                    .map(|word| sheet.add_name("Not used", word, Vec::new()).to_string())
                    .collect();
                format!(
                    "Not used: \u{201c}{}\u{201d}.",
                    names.join("\u{201d}, \u{201c}")
                )
            }
            Self::UnrecognizedWords => {
                "I did not understand every word of the question.".to_owned()
            }
            Self::RivalIntent(tool) => {
                format!("The question could also be about {}.", tool.subject())
            }
            Self::UnresolvedPronoun => "I don't know who you mean, so this covers all.".to_owned(),
            Self::AmbiguousReference => {
                "The question could refer to several parts of the conversation.".to_owned()
            }
            Self::WeakIntent => {
                "The question was short, so I used its most common meaning.".to_owned()
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
                "This data is overdue for a sync; run a data sync to update it.".to_owned()
            }
            Self::OldRows(newest) => format!(
                "The newest order line is from {}, which is older than usual; figures are for that \
                    day.",
                sheet.add_date("Newest order line", *newest, Vec::new())
            ),
            Self::NoData | Self::InsufficientHistory | Self::ShortHistory => return None,
        })
    }
}

/// Confidence that the doubts leave.
pub fn compute_confidence(doubts: &[Doubt]) -> Confidence {
    doubts
        .iter()
        .map(Doubt::max_confidence)
        .min()
        .unwrap_or(Confidence::High)
}
