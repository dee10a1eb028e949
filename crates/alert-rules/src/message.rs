//! The message about members whose alerts start or end: values that are stored, and their text in the
//! language of a reader.

use crate::definition::{Condition, Member};
use chrono::NaiveDate;
use localization::{Language, fill_text};
use serde::{Deserialize, Serialize};

/// The maximum number of members that a message names.
const MAX_NAMED: usize = 10;
/// Tables with a larger share of rejected rows are incomplete, in percent.
const MAX_REJECTED_PERCENT: f64 = 0.1;

/// What a message says.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AlertMessage {
    /// The name of the rule.
    pub rule: String,
    pub severity: AlertSeverity,
    /// Whether the alerts start.
    pub is_start: bool,
    pub cause: AlertCause,
    /// The first members.
    members: Vec<Member>,
    /// The number of other members.
    more_members: usize,
    pub unit: FigureUnit,
    pub period: Option<AlertPeriod>,
}

/// How much an alert matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertSeverity {
    Info,
    Warning,
    Critical,
}

/// What a rule watches.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum AlertCause {
    /// A measure of the catalogue, with its label there.
    Measure {
        label: String,
        condition: Condition,
        limit: f64,
    },
    /// The margin that is expected to be lost with a customer is above a limit.
    MarginAtRisk { limit: f64 },
    /// Tables have too many rejected rows.
    RejectedRows,
    /// Tables are older than their schedule allows.
    OverdueData,
}

/// What follows a figure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureUnit {
    #[default]
    None,
    Percent,
    /// A currency or a unit of quantity.
    Named(String),
}

/// The days of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct AlertPeriod {
    /// None without a first day.
    pub from: Option<NaiveDate>,
    pub to: NaiveDate,
}

impl AlertMessage {
    /// The same about these members, of which it names the first.
    #[must_use]
    pub fn with_members(mut self, members: &[Member]) -> Self {
        self.members = members.iter().take(MAX_NAMED).cloned().collect();
        self.more_members = members.len().saturating_sub(MAX_NAMED);
        self
    }

    /// A message without members.
    pub fn new(
        rule: &str,
        severity: AlertSeverity,
        is_start: bool,
        cause: AlertCause,
        (unit, period): (FigureUnit, Option<AlertPeriod>),
    ) -> Self {
        Self {
            rule: rule.to_owned(),
            severity,
            is_start,
            cause,
            members: Vec::new(),
            more_members: 0,
            unit,
            period,
        }
    }

    /// One line.
    pub fn title(&self, language: Language) -> String {
        let template = match self.severity {
            AlertSeverity::Info => return self.rule.clone(),
            AlertSeverity::Warning => language.texts().warning_title,
            AlertSeverity::Critical => language.texts().critical_title,
        };
        fill_text(template, &[("rule", &self.rule)])
    }

    /// The condition, the members with their figures, and the period: `Gross margin is below 15.
    /// Seed: 12.3%; Feed: 9%. Period: 17 May 2026 to 16 June 2026.`
    pub fn body(&self, language: Language) -> String {
        let texts = language.texts();
        let mut members: Vec<String> = self
            .members
            .iter()
            .map(|member| self.describe_member(member, language))
            .collect();
        if self.more_members > 0 {
            let count = language.format_count(self.more_members);
            members.push(fill_text(texts.more_members, &[("count", &count)]));
        }
        let period = self.period.map_or(String::new(), |period| {
            let period = language.format_period(period.from, period.to);
            format!(" {}.", fill_text(texts.period, &[("period", &period)]))
        });
        let condition = self.describe_condition(language);
        format!("{condition} {}.{period}", members.join("; "))
    }

    fn describe_condition(&self, language: Language) -> String {
        let texts = language.texts();
        let (measure, condition, limit) = match &self.cause {
            AlertCause::Measure {
                label,
                condition,
                limit,
            } => (label.as_str(), *condition, language.format_number(*limit)),
            AlertCause::MarginAtRisk { limit } => (
                texts.margin_at_risk,
                Condition::Above,
                language.format_number(*limit),
            ),
            AlertCause::RejectedRows => {
                let limit = language.format_number(MAX_REJECTED_PERCENT);
                let limit = language.format_percent(&limit);
                (texts.rejected_share, Condition::Above, limit)
            }
            AlertCause::OverdueData if self.is_start => return texts.data_is_overdue.to_owned(),
            AlertCause::OverdueData => return texts.data_is_no_longer_overdue.to_owned(),
        };
        let (starts, ends) = match condition {
            Condition::Above => (texts.is_above, texts.is_no_longer_above),
            Condition::Below => (texts.is_below, texts.is_no_longer_below),
            Condition::Rises => (texts.rises, texts.no_longer_rises),
            Condition::Falls => (texts.falls, texts.no_longer_falls),
            Condition::Changes => (texts.changes, texts.no_longer_changes),
        };
        let limit = if condition.is_change() {
            language.format_percent(&limit)
        } else {
            limit
        };
        let template = if self.is_start { starts } else { ends };
        fill_text(template, &[("measure", measure), ("limit", &limit)])
    }

    /// `Seed: 12.3%`. A rule without a breakdown has only a figure.
    fn describe_member(&self, member: &Member, language: Language) -> String {
        let figure = member
            .figure
            .map(|figure| self.describe_figure(figure, language));
        match (member.name.as_str(), figure) {
            ("", Some(figure)) => figure,
            ("", None) => language.texts().no_rows.to_owned(),
            (name, Some(figure)) => language.format_pair(name, &figure),
            (name, None) => name.to_owned(),
        }
    }

    fn describe_figure(&self, figure: f64, language: Language) -> String {
        let texts = language.texts();
        let number = language.format_number(figure);
        match (&self.cause, &self.unit) {
            (AlertCause::RejectedRows, _) => {
                fill_text(texts.rejected_figure, &[("figure", &number)])
            }
            (AlertCause::OverdueData, _) => {
                let template = if number == "1" {
                    texts.one_day
                } else {
                    texts.days
                };
                fill_text(template, &[("count", &number)])
            }
            (_, FigureUnit::None) => number,
            (_, FigureUnit::Percent) => language.format_percent(&number),
            (_, FigureUnit::Named(unit)) => format!("{number} {unit}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, figure: Option<f64>) -> Member {
        Member {
            name: name.to_owned(),
            figure,
        }
    }

    fn message(is_start: bool, condition: Condition, unit: FigureUnit) -> AlertMessage {
        let cause = AlertCause::Measure {
            label: "Revenue".to_owned(),
            condition,
            limit: 1_234.5,
        };
        let period = AlertPeriod {
            from: "2026-05-17".parse().ok(),
            to: "2026-06-16".parse().unwrap(),
        };
        let facts = (unit, Some(period));
        AlertMessage::new("Rule", AlertSeverity::Warning, is_start, cause, facts)
    }

    #[test]
    fn one_stored_message_reads_in_each_language() {
        let stored = message(true, Condition::Falls, FigureUnit::Percent)
            .with_members(&[member("Seed", Some(-1_500.25)), member("Feed", None)]);
        let stored = serde_json::to_string(&stored).unwrap();
        let read: AlertMessage = serde_json::from_str(&stored).unwrap();
        for (language, title, body) in [
            (
                Language::English,
                "Warning: Rule",
                "Revenue is more than 1,234.5% below the previous period. Seed: -1,500.25%; Feed. \
                 Period: 17 May 2026 to 16 June 2026.",
            ),
            (
                Language::German,
                "Warnung: Rule",
                "Revenue liegt mehr als 1.234,5\u{a0}% unter dem vorherigen Zeitraum. Seed: \
                 -1.500,25\u{a0}%; Feed. Zeitraum: 17. Mai 2026 bis 16. Juni 2026.",
            ),
        ] {
            assert_eq!(read.title(language), title);
            assert_eq!(read.body(language), body);
        }
    }

    #[test]
    fn starts_and_ends_have_their_sentences() {
        let english = |message: AlertMessage| message.body(Language::English);
        for (condition, starts, ends) in [
            (Condition::Above, "is above", "is no longer above"),
            (Condition::Below, "is below", "is no longer below"),
            (
                Condition::Rises,
                "is more than 1,234.5% above",
                "is no longer more than 1,234.5% above",
            ),
            (
                Condition::Changes,
                "is more than 1,234.5% off",
                "is no longer more than 1,234.5% off",
            ),
        ] {
            for (is_start, expected) in [(true, starts), (false, ends)] {
                let body = english(message(is_start, condition, FigureUnit::None));
                assert!(body.starts_with(&format!("Revenue {expected} ")), "{body}");
            }
        }
    }

    #[test]
    fn causes_without_a_measure_have_their_own_units() {
        let of_cause = |cause, unit, figure| {
            AlertMessage::new("Rule", AlertSeverity::Info, true, cause, (unit, None))
                .with_members(&[member("a", Some(figure))])
                .body(Language::English)
        };
        let currency = FigureUnit::Named("USD".to_owned());
        for (text, expected) in [
            (
                of_cause(AlertCause::MarginAtRisk { limit: 10.0 }, currency, 12.0),
                "The expected margin at risk is above 10. a: 12 USD.",
            ),
            (
                of_cause(AlertCause::RejectedRows, FigureUnit::None, 7.0),
                "The share of rejected rows is above 0.1%. a: 7 rejected.",
            ),
            (
                of_cause(AlertCause::OverdueData, FigureUnit::None, 1.0),
                "The data is older than the sync schedule allows. a: 1 day.",
            ),
            (
                of_cause(AlertCause::OverdueData, FigureUnit::None, 3.0),
                "The data is older than the sync schedule allows. a: 3 days.",
            ),
        ] {
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn a_message_names_ten_members() {
        let members: Vec<Member> = (0..12)
            .map(|index| member(&format!("m{index}"), Some(f64::from(index))))
            .collect();
        let unit = FigureUnit::Named("t".to_owned());
        let text = message(true, Condition::Above, unit)
            .with_members(&members)
            .body(Language::English);
        assert!(text.contains(" 1,234.5. m0: 0 t; m1: 1 t;"), "{text}");
        assert!(text.contains("m9: 9 t; and 2 more. Period:"), "{text}");
    }
}
