//! Request and response types of alert rules.

use super::measurement::{Preview, Watched};
use super::rule_kind::{ConditionKind, Recipients, RuleKind, Severity};
use super::store::{MAX_SHOWN_MEMBERS, stored_severity};
use crate::http::{ApiError, ErrorDetail, ErrorDetailCode};
use crate::ids::PersonId;
use alert_rules::Definition;
use chrono::{DateTime, NaiveDate, Utc};
use entities::{alert_rule, alert_rule_channel, alert_rule_member};
use metrics::Calendar;
use poem_openapi::types::{Any, Example};
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;
use serde_json::{Value, json};

const MAX_NAME_CHARS: usize = 120;
const MAX_QUERY_CHARS: usize = 16_000;
/// The maximum number of alerts that a preview lists.
const MAX_PREVIEW_STARTS: usize = 500;

/// An alert rule to save or to preview.
#[derive(Clone, Debug, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct AlertRuleInput {
    /// 1 to 120 characters.
    pub name: String,
    /// What the rule watches.
    pub kind: RuleKind,
    /// For the kind `metric`: the body of `queryMetrics` with one measure, at most one dimension
    /// that is not time, `dataset`, `filters`, and a `period` with a preset.
    pub query: Option<Any<Value>>,
    /// For the kind `metric`.
    pub condition: Option<ConditionKind>,
    /// In the unit of the measure, or in percent for a change. Not for `data_stale` and
    /// `rejected_rows`.
    pub limit: Option<f64>,
    /// How much an alert matters.
    pub severity: Severity,
    /// Who is notified.
    pub recipients: Recipients,
    /// No messages until then.
    pub muted_until: Option<DateTime<Utc>>,
    /// The ids of the channels that get the messages too. Everyone in a channel reads them. Defaults
    /// to none.
    #[oai(default, validator(max_items = 20))]
    pub channels: Vec<Uuid>,
}

/// An alert rule.
#[derive(Clone, Debug, Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct AlertRule {
    /// The rule's id. Ids sort by time.
    pub id: Uuid,
    pub name: String,
    pub kind: RuleKind,
    /// The metric query, for the kind `metric`.
    pub query: Option<Any<Value>>,
    /// The condition, for the kind `metric`.
    pub condition: Option<ConditionKind>,
    /// In the unit of the measure, or in percent for a change.
    pub limit: Option<f64>,
    pub severity: Severity,
    pub recipients: Recipients,
    /// The ids of the channels that get the messages too.
    pub channels: Vec<Uuid>,
    /// No messages until then.
    pub muted_until: Option<DateTime<Utc>>,
    /// Why the last evaluation was not possible.
    pub paused_reason: Option<String>,
    /// The day of the last evaluation.
    pub evaluated_on: Option<NaiveDate>,
    /// Whether the caller owns the rule and can change it.
    pub own: bool,
    /// The number of open alerts.
    pub open_alerts: u64,
    /// The open alerts, oldest first, at most 20.
    pub alerts: Vec<AlertRuleMember>,
}

/// An open alert of a rule.
#[derive(Clone, Debug, Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct AlertRuleMember {
    /// The member of the breakdown. Empty without one.
    pub name: String,
    /// The last figure that met the condition.
    pub figure: Option<f64>,
    /// When the condition first held.
    pub since: DateTime<Utc>,
}

/// A page of alert rules, newest first.
#[derive(Clone, Debug, Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct AlertRules {
    pub items: Vec<AlertRule>,
    /// Send it as `cursor` for the next page. Missing on the last page.
    pub next_cursor: Option<String>,
}

/// The distance between the evaluations of a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum AlertPreviewStep {
    /// 105 evaluations.
    Week,
    /// 25 evaluations.
    Month,
}

/// How often a rule would have fired in the last two years.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct AlertRulePreview {
    /// Whether the figure has a past. Stock, overdue lines, customers at risk and the state of syncs
    /// are known for today only.
    pub available: bool,
    /// The number of evaluations.
    pub evaluations: u64,
    /// The number of alerts that would have started.
    pub fired: u64,
    /// The first 500 of them, oldest first.
    pub starts: Vec<AlertPreviewStart>,
}

/// An alert that would have started.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct AlertPreviewStart {
    /// The day of the evaluation.
    pub day: NaiveDate,
    /// The member of the breakdown. Empty without one.
    pub name: String,
}

impl AlertRuleInput {
    /// What the rule watches, or an error that names the invalid part.
    pub(super) fn to_watched(&self, calendar: Calendar) -> Result<Watched, ApiError> {
        let name = self.name.trim();
        if name.is_empty()
            || name.chars().count() > MAX_NAME_CHARS
            || name.chars().any(char::is_control)
        {
            let message = format!("Enter 1 to {MAX_NAME_CHARS} characters without line breaks.");
            return Err(ErrorDetail::text_length("name", 1, MAX_NAME_CHARS, message).into());
        }
        if self.kind != RuleKind::Metric && (self.query.is_some() || self.condition.is_some()) {
            let message = "Only the kind metric has a query and a condition.";
            return Err(ApiError::invalid_value(
                "query",
                ErrorDetailCode::NotApplicable,
                message,
            ));
        }
        if self.kind.is_fact() {
            return match self.limit {
                None => Ok(Watched::Fact(self.kind)),
                Some(_) => Err(ApiError::invalid_value(
                    "limit",
                    ErrorDetailCode::NotApplicable,
                    "This kind of rule has no limit.",
                )),
            };
        }
        let limit = self
            .limit
            .filter(|limit| limit.is_finite())
            .ok_or_else(|| {
                ApiError::invalid_value("limit", ErrorDetailCode::Number, "Send a number.")
            })?;
        if self.kind == RuleKind::CustomerAtRisk {
            return if limit >= 0.0 {
                Ok(Watched::CustomersAtRisk { limit })
            } else {
                let message = "Send an amount of 0 or more.";
                Err(
                    ErrorDetail::new("limit", ErrorDetailCode::NumberRange, message)
                        .at_least(0)
                        .into(),
                )
            };
        }
        let (query, condition) = match self.kind.ready_made() {
            Some(ready_made) => ready_made,
            None => self.custom_parts()?,
        };
        Ok(Watched::Figure(Definition::new(
            query, condition, limit, calendar,
        )?))
    }

    fn custom_parts(&self) -> Result<(Value, alert_rules::Condition), ApiError> {
        let Any(query) = self.query.clone().ok_or_else(|| {
            let message = "Send a metric query.";
            ApiError::invalid_value("query", ErrorDetailCode::Required, message)
        })?;
        if query.to_string().len() > MAX_QUERY_CHARS {
            return Err(ErrorDetail::long_query(MAX_QUERY_CHARS).into());
        }
        let condition = self.condition.ok_or_else(|| {
            let message = "Choose a condition.";
            ApiError::invalid_value("condition", ErrorDetailCode::Required, message)
        })?;
        Ok((query, condition.into()))
    }

    /// The row of the rule.
    pub(super) fn into_row(
        self,
        id: Uuid,
        owner: PersonId,
        required_access: String,
        now: DateTime<Utc>,
    ) -> alert_rule::Model {
        alert_rule::Model {
            tenant_id: Uuid::nil(),
            id,
            owner_id: owner.0,
            name: self.name.trim().to_owned(),
            kind: self.kind.into_str().to_owned(),
            query: self.query.map(|Any(query)| query.to_string()),
            condition_kind: self.condition.map(|kind| kind.into_str().to_owned()),
            limit_value: self.limit,
            severity: self.severity.into_str().to_owned(),
            recipients: self.recipients.into_str().to_owned(),
            required_access,
            muted_until: self.muted_until.filter(|until| *until > now),
            paused_reason: None,
            due_at: now,
            evaluated_on: None,
            evaluated_version: None,
            updated_at: now,
        }
    }
}

impl AlertRule {
    /// The rule as its reader sees it. `open` are the open alerts that the reader may see, and
    /// `channels` those of several rules.
    pub(super) fn from_row(
        row: alert_rule::Model,
        reader: PersonId,
        open: &[alert_rule_member::Model],
        channels: &[alert_rule_channel::Model],
    ) -> Self {
        let channels = channels.iter().filter(|one| one.rule_id == row.id);
        let open: Vec<_> = open.iter().filter(|one| one.rule_id == row.id).collect();
        let shown = open.iter().take(MAX_SHOWN_MEMBERS);
        Self {
            id: row.id,
            severity: stored_severity(&row),
            name: row.name,
            kind: row.kind.parse().unwrap_or(RuleKind::Metric),
            query: row
                .query
                .and_then(|text| serde_json::from_str(&text).ok())
                .map(Any),
            condition: row.condition_kind.and_then(|name| name.parse().ok()),
            limit: row.limit_value,
            recipients: row.recipients.parse().unwrap_or(Recipients::Owner),
            channels: channels.map(|one| one.channel_id).collect(),
            muted_until: row.muted_until,
            paused_reason: row.paused_reason,
            evaluated_on: row.evaluated_on,
            own: row.owner_id == reader.0,
            open_alerts: open.len() as u64,
            alerts: shown
                .map(|one| AlertRuleMember {
                    name: one.member.clone(),
                    figure: one.figure,
                    since: one.since,
                })
                .collect(),
        }
    }
}

impl From<Option<Preview>> for AlertRulePreview {
    fn from(preview: Option<Preview>) -> Self {
        let available = preview.is_some();
        let (evaluations, starts) = preview.map_or((0, Vec::new()), |preview| {
            (preview.evaluations as u64, preview.starts)
        });
        Self {
            available,
            evaluations,
            fired: starts.len() as u64,
            starts: starts
                .into_iter()
                .take(MAX_PREVIEW_STARTS)
                .map(|start| AlertPreviewStart {
                    day: start.day,
                    name: start.member,
                })
                .collect(),
        }
    }
}

impl Example for AlertRuleInput {
    fn example() -> Self {
        Self {
            name: "Revenue of Ames falls".to_owned(),
            kind: RuleKind::Metric,
            query: Some(Any(json!({
                "dataset": "sales",
                "measures": ["revenue"],
                "filters": [{"dimension": "location", "op": "in", "values": ["Ames"]}],
                "period": {"preset": "last_30_days"},
            }))),
            condition: Some(ConditionKind::Falls),
            limit: Some(20.0),
            severity: Severity::Warning,
            recipients: Recipients::Owner,
            muted_until: None,
            channels: Vec::new(),
        }
    }
}
