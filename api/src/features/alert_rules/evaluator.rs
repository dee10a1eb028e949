//! Evaluates due rules, at most once a day for each, and sends one message when an alert starts and
//! one when it ends. The phases and the messages are written in one transaction, by one server.

use super::measurement::{Measurement, MeasurementError, Watched};
use super::rule_kind::{ConditionKind, Recipients, RuleKind};
use super::store::{
    EvaluationEnd, load_channels, load_members, record_evaluation, replace_members, stored_kind,
    stored_severity,
};
use crate::auth::{PermissionError, Scope};
use crate::clock::Clock;
use crate::crash_points;
use crate::db::{Database, DbError, DueAlertRule, TenantDb};
use crate::features::customers::CustomerReports;
use crate::features::metrics::{MetricError, query_calendar};
use crate::features::notifications::{Message, NotificationEvent, Notifier, parse_access};
use crate::features::webhooks::{enqueue_channel_messages, enqueue_event};
use crate::ids::PersonId;
use alert_rules::{AlertMessage, Definition, Member, Phase, Transition, advance};
use chrono::{DateTime, Days, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entities::{alert_rule, alert_rule_member};
use sea_orm::prelude::Uuid;
use std::collections::{BTreeMap, BTreeSet};
use webhooks::{AlertData, Event};

/// The maximum number of rules per poll.
const RULE_BATCH_SIZE: u64 = 50;
/// A rule that fails because of the database is evaluated again after this time.
const RETRY_DELAY: TimeDelta = TimeDelta::minutes(10);

/// Why a rule without its limit or query is paused.
const INCOMPLETE: &str = "The rule is incomplete. Save it again.";

/// Evaluates the due rules of all organizations.
#[derive(Clone)]
pub struct AlertRuleEvaluator {
    database: Database,
    clock: Clock,
    notifier: Notifier,
    customers: CustomerReports,
}

/// What an evaluation sends.
#[derive(Default)]
struct Changes {
    started: Vec<Member>,
    ended: Vec<Member>,
    members: Vec<alert_rule_member::Model>,
}

/// What an evaluation found.
enum Evaluation {
    Measured(Watched, Box<Measurement>, Vec<Member>),
    Paused(String),
}

impl AlertRuleEvaluator {
    /// An evaluator that sends its messages through `notifier`. `customers`: the figures that pages
    /// show, so that rules need not compute them again.
    pub fn new(
        database: Database,
        clock: Clock,
        notifier: Notifier,
        customers: CustomerReports,
    ) -> Self {
        Self {
            database,
            clock,
            notifier,
            customers,
        }
    }

    /// Evaluates the rules that are due. Returns how many were. A failure of one does not affect
    /// the others.
    pub async fn evaluate_due(&self) -> Result<usize, DbError> {
        let facts = RuleKind::FACTS.map(|kind| kind.into_str());
        let due = self
            .database
            .platform()
            .list_due_alert_rules(self.clock.now(), &facts, RULE_BATCH_SIZE)
            .await?;
        self.evaluate_rules(&due).await?;
        Ok(due.len())
    }

    /// Evaluates rules that were due. One whose organization has had a sync since it was listed
    /// stays due. A failure of one does not affect the others.
    pub async fn evaluate_rules(&self, due: &[DueAlertRule]) -> Result<(), DbError> {
        for due in due {
            if let Err(error) = self.evaluate(due).await {
                tracing::warn!(error = &error as &dyn std::error::Error, rule = %due.rule.id,
                    tenant = %due.access.tenant(), "an alert rule could not be evaluated");
                self.postpone(due).await?;
            }
        }
        Ok(())
    }

    async fn evaluate(&self, due: &DueAlertRule) -> Result<(), DbError> {
        let (rule, now) = (&due.rule, self.clock.now());
        let organization = due.access.organization();
        let zone = organization.time_zone;
        let found = self.measure(due).await?;
        let mut end = EvaluationEnd {
            day: self.clock.today(zone),
            data_version: organization.data_version,
            due_at: next_midnight(now, zone),
            paused_reason: None,
        };
        let occasion = end.day.to_string();
        if let Evaluation::Paused(reason) = &found {
            end.paused_reason = Some(reason.clone());
        }
        let db = self.database.begin_write(&due.access).await?;
        if !record_evaluation(&db, rule, end).await? {
            return Ok(());
        }
        if let Evaluation::Measured(watched, measured, all) = found {
            let changes = self
                .advance_members(&db, rule, &measured, &all, now)
                .await?;
            crash_points::pass_crash_point("alert_rules.advanced");
            self.send_changes(&db, due, &watched, &measured, &changes, &occasion)
                .await?;
            replace_members(&db, rule.id, changes.members).await?;
        }
        db.commit().await
    }

    /// Evaluates the rule with the current permissions of its owner.
    async fn measure(&self, due: &DueAlertRule) -> Result<Evaluation, DbError> {
        let owner = self
            .database
            .platform()
            .find_member(due.access.organization(), PersonId(due.rule.owner_id))
            .await?;
        let Some(owner) = owner else {
            let reason = "The owner is no longer a member of the organization.";
            return Ok(Evaluation::Paused(reason.to_owned()));
        };
        let scope = Scope::for_member(&owner, self.database.clone(), self.clock.clone());
        let watched = match read_watched(&due.rule, &scope) {
            Ok(watched) => watched,
            Err(reason) => return Ok(Evaluation::Paused(reason)),
        };
        match self.measure_watched(&due.rule, &watched, &scope).await {
            Ok((measured, all)) => Ok(Evaluation::Measured(watched, Box::new(measured), all)),
            Err(MeasurementError::Metric(MetricError::Db(error))) => Err(error),
            Err(error) => Ok(Evaluation::Paused(describe_pause(&error))),
        }
    }

    async fn measure_watched(
        &self,
        rule: &alert_rule::Model,
        watched: &Watched,
        scope: &Scope,
    ) -> Result<(Measurement, Vec<Member>), MeasurementError> {
        let measured = watched.measure(scope, &self.clock, &self.customers).await?;
        let holding: BTreeSet<&str> = measured
            .holding
            .iter()
            .map(|member| member.name.as_str())
            .collect();
        let known = load_members(&scope.read_db().await?, rule.id).await?;
        let may_end = known
            .iter()
            .any(|member| member.is_announced && !holding.contains(member.member.as_str()));
        let all = if may_end {
            watched.measure_all(scope, &self.customers).await?
        } else {
            Vec::new()
        };
        Ok((measured, all))
    }

    async fn advance_members(
        &self,
        db: &TenantDb,
        rule: &alert_rule::Model,
        measured: &Measurement,
        all: &[Member],
        now: DateTime<Utc>,
    ) -> Result<Changes, DbError> {
        let guard = stored_kind(rule).map_or(alert_rules::Guard::Twice, RuleKind::guard);
        let is_muted = rule.muted_until.is_some_and(|until| until > now);
        let mut known: BTreeMap<String, alert_rule_member::Model> = load_members(db, rule.id)
            .await?
            .into_iter()
            .map(|row| (row.member.clone(), row))
            .collect();
        let mut changes = Changes::default();
        let holding: BTreeMap<&str, Option<f64>> = measured
            .holding
            .iter()
            .map(|member| (member.name.as_str(), member.figure))
            .collect();
        // In the order of the answer, so that a message names the most important members first.
        for member in &measured.holding {
            let row = known.remove(&member.name);
            let phase = row.as_ref().and_then(|row| Phase::from_name(&row.phase));
            let (Some(next), _) = advance(guard, phase, true) else {
                continue;
            };
            let was_announced = row.as_ref().is_some_and(|row| row.is_announced);
            let announces = next.is_open() && !was_announced && !is_muted;
            if announces {
                changes.started.push(member.clone());
            }
            changes.members.push(alert_rule_member::Model {
                tenant_id: Uuid::nil(),
                rule_id: rule.id,
                member: member.name.clone(),
                phase: next.name().to_owned(),
                figure: member.figure,
                is_announced: was_announced || announces,
                since: row.map_or(now, |row| row.since),
            });
        }
        for (name, mut row) in known {
            if holding.contains_key(name.as_str()) {
                continue;
            }
            let (next, transition) = advance(guard, Phase::from_name(&row.phase), false);
            if transition == Some(Transition::Ended) && row.is_announced && !is_muted {
                let figure = all.iter().find(|member| member.name == name);
                changes.ended.push(Member {
                    figure: figure.and_then(|member| member.figure),
                    name,
                });
            }
            if let Some(next) = next {
                next.name().clone_into(&mut row.phase);
                changes.members.push(row);
            }
        }
        Ok(changes)
    }

    async fn send_changes(
        &self,
        db: &TenantDb,
        due: &DueAlertRule,
        watched: &Watched,
        measured: &Measurement,
        changes: &Changes,
        occasion: &str,
    ) -> Result<(), DbError> {
        let rule = &due.rule;
        let sides = [(true, &changes.started), (false, &changes.ended)];
        for (is_start, members) in sides {
            if members.is_empty() {
                continue;
            }
            let alert = AlertMessage::new(
                &rule.name,
                stored_severity(rule).into(),
                is_start,
                watched.cause(measured),
                (measured.unit.clone(), measured.period),
            );
            let message = Message {
                topic: format!("rule:{}", rule.id),
                is_start,
                event: NotificationEvent::Alert(alert.with_members(members)),
                link: watched.link(),
                required: parse_access(&rule.required_access),
                person: (rule.recipients != Recipients::Members.into_str())
                    .then_some(PersonId(rule.owner_id)),
                occasion: occasion.to_owned(),
            };
            let sent = self
                .notifier
                .send_message(db, &due.access, &message)
                .await?;
            if let Some(notification) = sent {
                self.enqueue_for_channels(db, rule, is_start, notification)
                    .await?;
            }
            if rule.recipients == Recipients::Members.into_str() {
                self.enqueue_webhook_event(db, due, &message, members.len())
                    .await?;
            }
        }
        Ok(())
    }

    /// The text is read when it is sent, if the owner may still see it.
    async fn enqueue_for_channels(
        &self,
        db: &TenantDb,
        rule: &alert_rule::Model,
        is_start: bool,
        notification: Uuid,
    ) -> Result<(), DbError> {
        let channels: Vec<Uuid> = load_channels(db, &[rule.id])
            .await?
            .into_iter()
            .map(|row| row.channel_id)
            .collect();
        let sender = (notification, PersonId(rule.owner_id));
        enqueue_channel_messages(db, self.clock.now(), &channels, is_start, sender).await
    }

    /// Names and figures stay out: receivers look them up with their own permissions.
    async fn enqueue_webhook_event(
        &self,
        db: &TenantDb,
        due: &DueAlertRule,
        message: &Message,
        member_count: usize,
    ) -> Result<(), DbError> {
        let data = AlertData {
            rule_id: due.rule.id,
            rule_name: due.rule.name.clone(),
            severity: due.rule.severity.clone(),
            member_count,
            path: message.link.clone(),
        };
        let event = if message.is_start {
            Event::AlertStarted(data)
        } else {
            Event::AlertEnded(data)
        };
        enqueue_event(db, self.clock.now(), &event).await
    }

    /// Moves the next attempt, so that other rules have their turn.
    async fn postpone(&self, due: &DueAlertRule) -> Result<(), DbError> {
        let db = self.database.begin_write(&due.access).await?;
        super::store::postpone_rule(&db, &due.rule, self.clock.now() + RETRY_DELAY).await?;
        db.commit().await
    }
}

/// What a stored rule watches, or why that is unknown.
pub(super) fn read_watched(rule: &alert_rule::Model, scope: &Scope) -> Result<Watched, String> {
    let kind = stored_kind(rule).ok_or("This version does not know the kind of the rule.")?;
    if kind.is_fact() {
        return Ok(Watched::Fact(kind));
    }
    if kind == RuleKind::CustomerAtRisk {
        return rule
            .limit_value
            .map(|limit| Watched::CustomersAtRisk { limit })
            .ok_or_else(|| INCOMPLETE.to_owned());
    }
    let stored = rule
        .query
        .as_deref()
        .and_then(|text| serde_json::from_str(text).ok());
    let condition: Option<ConditionKind> = rule
        .condition_kind
        .as_deref()
        .and_then(|name| name.parse().ok());
    let custom = stored.zip(condition.map(Into::into));
    let definition = kind.ready_made().or(custom);
    let parts = definition.zip(rule.limit_value);
    let ((query, condition), limit) = parts.ok_or(INCOMPLETE)?;
    Definition::new(query, condition, limit, query_calendar(scope))
        .map(Watched::Figure)
        .map_err(|error| format!("The rule is no longer valid. {}", error.message))
}

fn describe_pause(error: &MeasurementError) -> String {
    match error {
        MeasurementError::Metric(MetricError::Permission(
            PermissionError::MissingFromRole(permission)
            | PermissionError::MissingFromApiKey(permission),
        )) => format!("The owner lacks the permission {}.", permission.name()),
        MeasurementError::Metric(MetricError::Permission(PermissionError::MfaRequired(_))) => {
            "The owner must set up MFA.".to_owned()
        }
        MeasurementError::Metric(MetricError::Query(error)) => {
            format!("The query has no answer. {}", error.message)
        }
        MeasurementError::TooManyMembers => {
            format!("{error} Add a filter to the rule, or change its limit.")
        }
        MeasurementError::Metric(MetricError::Db(_)) => "The database failed.".to_owned(),
    }
}

/// The start of the next day in the organization's time zone, or a day later where clocks skip it.
fn next_midnight(now: DateTime<Utc>, zone: Tz) -> DateTime<Utc> {
    let tomorrow = now
        .with_timezone(&zone)
        .date_naive()
        .checked_add_days(Days::new(1));
    tomorrow
        .and_then(|day| {
            day.and_time(NaiveTime::MIN)
                .and_local_timezone(zone)
                .earliest()
        })
        .map_or(now + TimeDelta::days(1), |at| at.with_timezone(&Utc))
}
