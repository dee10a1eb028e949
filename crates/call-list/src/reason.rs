//! Why to call, in a sentence.

use crate::candidate::{Assessment, DueLine};
use crate::grower::number_day;
use serde::{Deserialize, Serialize};

/// Chance that the relationship is at risk from which it is claimed.
const CLAIM_CHANCE: f64 = 0.5;
/// Days after the usual day from which a purchase is late.
const LATE_DAYS: f64 = 7.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReasonKind {
    /// A purchase is overdue.
    Late,
    /// The grower skips purchases or buys less.
    Declining,
    /// The grower has probably left.
    Lapsed,
    /// Business is due; nothing is wrong.
    Due,
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    pub kind: ReasonKind,
    pub text: String,
}

impl ReasonKind {
    pub fn code(self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::Declining => "declining",
            Self::Lapsed => "lapsed",
            Self::Due => "due",
            Self::Other => "other",
        }
    }
}

impl Reason {
    pub(crate) fn from_assessment(assessment: &Assessment, as_of: f64) -> Self {
        let line = assessment.lines.first();
        let day = |number: f64| number_day(number).format("%b %-d, %Y").to_string();
        let due = |line: &DueLine| {
            if line.due < as_of {
                format!("{} was due around {}", line.line.name(), day(line.due))
            } else {
                format!("{} is due around {}", line.line.name(), day(line.due))
            }
        };
        let business = line.map_or_else(|| "nothing is due now".to_owned(), due);
        let at_risk = assessment.wavering + assessment.lost;
        let is_late = line.is_some_and(|line| {
            as_of - line.due > LATE_DAYS && line.at_risk > CLAIM_CHANCE * line.margin
        });
        let (kind, text) = if assessment.has_risk && assessment.lost > CLAIM_CHANCE {
            let last = day(assessment.last_day);
            (
                ReasonKind::Lapsed,
                format!("Last order on {last}; {business}."),
            )
        } else if assessment.has_risk && is_late {
            (ReasonKind::Late, format!("Not bought yet: {business}."))
        } else if assessment.has_risk && at_risk > CLAIM_CHANCE {
            let text = match (assessment.skipped, assessment.occasions) {
                (0, _) => format!("Buys less than usual; {business}."),
                (skipped, of) => format!(
                    "Skipped {skipped} of {of} usual purchases in the last year; {business}."
                ),
            };
            (ReasonKind::Declining, text)
        } else if line.is_some() {
            (
                ReasonKind::Due,
                format!("As usual at this time of the year, {business}."),
            )
        } else {
            (ReasonKind::Other, "Nothing is due now.".to_owned())
        };
        Self { kind, text }
    }
}
