//! Stores alert rules, their channels, and the phases of their members.

use super::rule_kind::{RuleKind, Severity};
use crate::auth::Proof;
use crate::auth::permission::{AlertsManage, Permissions};
use crate::db::{DbError, LookupError, Page, TenantDb, TenantSql};
use crate::features::notifications::visible_access;
use crate::features::webhooks::find_channel_ids;
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::alert_rule::{ActiveModel, Column, Entity, Model};
use entities::{alert_rule_channel, alert_rule_member};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait as _, ColumnTrait, Condition, FromQueryResult, IntoActiveModel};

/// The maximum number of rules of an organization.
pub(super) const MAX_RULES: u64 = 200;
/// The maximum number of open members that a list shows for each rule.
pub(super) const MAX_SHOWN_MEMBERS: usize = 20;

/// Why a rule was not saved.
#[derive(Debug, thiserror::Error)]
pub(super) enum SaveRuleError {
    /// The organization has [`MAX_RULES`] rules.
    #[error("the organization has the maximum number of alert rules")]
    TooManyRules,
    /// The organization has no channel with one of the ids.
    #[error("no such channel")]
    UnknownChannel,
    /// The caller has no rule with this id.
    #[error("no such alert rule")]
    NotFound,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The rules of a person, and those of others whose figures they may see, newest first.
pub(super) async fn list_rules(
    db: &TenantDb,
    person: PersonId,
    permissions: Permissions,
    limit: u32,
    before: Option<Uuid>,
) -> Result<Page<Model>, DbError> {
    let visible = Condition::any()
        .add(Column::OwnerId.eq(person.0))
        .add(Column::RequiredAccess.is_in(visible_access(permissions)));
    let filter = Condition::all()
        .add(visible)
        .add_option(before.map(|before| Column::Id.lt(before)));
    db.find::<Entity>()
        .filter(filter)
        .order_by_desc(Column::Id)
        .page(limit, |last| last.id.to_string())
        .await
}

/// The open members of rules.
pub(super) async fn load_open_members(
    db: &TenantDb,
    rules: &[Uuid],
) -> Result<Vec<alert_rule_member::Model>, DbError> {
    if rules.is_empty() {
        return Ok(Vec::new());
    }
    db.find::<alert_rule_member::Entity>()
        .filter(alert_rule_member::Column::RuleId.is_in(rules.iter().copied()))
        .filter(alert_rule_member::Column::Phase.is_in(["firing", "ending"]))
        .order_by_asc(alert_rule_member::Column::Since)
        .order_by_asc(alert_rule_member::Column::Member)
        .all()
        .await
}

/// The channels of rules, in the order of their ids.
pub(super) async fn load_channels(
    db: &TenantDb,
    rules: &[Uuid],
) -> Result<Vec<alert_rule_channel::Model>, DbError> {
    if rules.is_empty() {
        return Ok(Vec::new());
    }
    db.find::<alert_rule_channel::Entity>()
        .filter(alert_rule_channel::Column::RuleId.is_in(rules.iter().copied()))
        .order_by_asc(alert_rule_channel::Column::ChannelId)
        .all()
        .await
}

/// Replaces the channels of a rule that the caller has saved.
pub(super) async fn replace_channels(
    db: &TenantDb,
    _right: &Proof<AlertsManage>,
    rule: &Model,
    channels: &[Uuid],
) -> Result<Vec<alert_rule_channel::Model>, SaveRuleError> {
    let found = find_channel_ids(db, channels).await?;
    if channels.iter().any(|channel| !found.contains(channel)) {
        return Err(SaveRuleError::UnknownChannel);
    }
    db.delete::<alert_rule_channel::Entity>()
        .filter(alert_rule_channel::Column::RuleId.eq(rule.id))
        .exec()
        .await?;
    let rows = found.into_iter().map(|channel_id| {
        let row = alert_rule_channel::Model {
            tenant_id: db.tenant().0,
            rule_id: rule.id,
            channel_id,
        };
        row.into_active_model().reset_all()
    });
    db.insert_many(rows.collect()).await?;
    Ok(load_channels(db, &[rule.id]).await?)
}

/// Saves a new rule.
pub(super) async fn create_rule(
    db: &TenantDb,
    _right: &Proof<AlertsManage>,
    rule: Model,
) -> Result<Model, SaveRuleError> {
    if db.find::<Entity>().count().await? >= MAX_RULES {
        return Err(SaveRuleError::TooManyRules);
    }
    let new: ActiveModel = rule.clone().into_active_model();
    db.insert(new.reset_all()).await?;
    Ok(rule)
}

/// Replaces a rule of a person. If it watches something else, its alerts are discarded.
pub(super) async fn replace_rule(
    db: &TenantDb,
    _right: &Proof<AlertsManage>,
    rule: Model,
) -> Result<Model, SaveRuleError> {
    let own = Condition::all()
        .add(Column::Id.eq(rule.id))
        .add(Column::OwnerId.eq(rule.owner_id));
    let found = db.find::<Entity>().filter(own.clone()).one().await?;
    let Some(found) = found else {
        return Err(SaveRuleError::NotFound);
    };
    let watched = |rule: &Model| {
        let condition = rule.condition_kind.clone();
        (
            rule.kind.clone(),
            rule.query.clone(),
            condition,
            rule.limit_value,
        )
    };
    let mut rule = rule;
    let mut update = db
        .update::<Entity>()
        .filter(own)
        .set(Column::Name, rule.name.clone())
        .set(Column::Severity, rule.severity.clone())
        .set(Column::Recipients, rule.recipients.clone())
        .set(Column::MutedUntil, rule.muted_until)
        .set(Column::UpdatedAt, rule.updated_at);
    if watched(&found) == watched(&rule) {
        rule.paused_reason = found.paused_reason;
        rule.evaluated_on = found.evaluated_on;
    } else {
        update = update
            .set(Column::Kind, rule.kind.clone())
            .set(Column::Query, rule.query.clone())
            .set(Column::ConditionKind, rule.condition_kind.clone())
            .set(Column::LimitValue, rule.limit_value)
            .set(Column::RequiredAccess, rule.required_access.clone())
            .set(Column::PausedReason, None::<String>)
            .set(Column::EvaluatedVersion, None::<i64>);
        delete_members(db, rule.id).await?;
    }
    update.exec().await?;
    Ok(rule)
}

/// Deletes a rule: of a person, or any of the organization.
pub(super) async fn delete_rule(
    db: &TenantDb,
    _right: &Proof<AlertsManage>,
    owner: Option<PersonId>,
    id: Uuid,
) -> Result<(), LookupError> {
    let filter = Condition::all()
        .add(Column::Id.eq(id))
        .add_option(owner.map(|owner| Column::OwnerId.eq(owner.0)));
    delete_members_of(db, &filter).await?;
    match db.delete::<Entity>().filter(filter).exec().await? {
        0 => Err(LookupError::NotFound),
        _ => Ok(()),
    }
}

async fn delete_members_of(db: &TenantDb, filter: &Condition) -> Result<(), DbError> {
    for rule in db.find::<Entity>().filter(filter.clone()).all().await? {
        delete_members(db, rule.id).await?;
    }
    Ok(())
}

/// All members of a rule with a phase.
pub(super) async fn load_members(
    db: &TenantDb,
    rule: Uuid,
) -> Result<Vec<alert_rule_member::Model>, DbError> {
    db.find::<alert_rule_member::Entity>()
        .filter(alert_rule_member::Column::RuleId.eq(rule))
        .all()
        .await
}

/// Replaces the phases of a rule's members.
pub(super) async fn replace_members(
    db: &TenantDb,
    rule: Uuid,
    members: Vec<alert_rule_member::Model>,
) -> Result<(), DbError> {
    delete_members(db, rule).await?;
    let rows = members.into_iter().map(|member| {
        let row: alert_rule_member::ActiveModel = member.into_active_model();
        row.reset_all()
    });
    db.insert_many(rows.collect()).await
}

async fn delete_members(db: &TenantDb, rule: Uuid) -> Result<(), DbError> {
    db.delete::<alert_rule_member::Entity>()
        .filter(alert_rule_member::Column::RuleId.eq(rule))
        .exec()
        .await?;
    Ok(())
}

/// The end of an evaluation.
pub(super) struct EvaluationEnd {
    pub(super) day: chrono::NaiveDate,
    pub(super) data_version: i64,
    /// When the next one is due.
    pub(super) due_at: DateTime<Utc>,
    /// Why it was not possible.
    pub(super) paused_reason: Option<String>,
}

const READ_DATA_STATE: TenantSql = TenantSql::new(
    r"
        select
            (select data_version from organization where id = $1) as data_version,
            count(*) as unfinished_runs
        from sync_run
        where tenant_id = $1 and state in ('queued', 'running')
    ",
);

#[derive(FromQueryResult)]
struct DataState {
    data_version: i64,
    unfinished_runs: i64,
}

/// Records an evaluation. Returns false if the rule was changed or evaluated meanwhile, or was
/// deleted: of several servers one records it. Also if the rows may have changed meanwhile, because
/// the next evaluation would take the measured ones for new ones.
pub(super) async fn record_evaluation(
    db: &TenantDb,
    rule: &Model,
    end: EvaluationEnd,
) -> Result<bool, DbError> {
    let states: Vec<DataState> = db.query_rows(READ_DATA_STATE, Vec::new()).await?;
    let is_unchanged = states
        .iter()
        .all(|state| state.data_version == end.data_version && state.unfinished_runs == 0);
    if !is_unchanged {
        return Ok(false);
    }
    let update = db
        .update::<Entity>()
        .filter(Column::Id.eq(rule.id))
        .filter(Column::DueAt.eq(rule.due_at))
        .filter(Column::UpdatedAt.eq(rule.updated_at))
        .set(Column::DueAt, end.due_at)
        .set(Column::EvaluatedOn, Some(end.day))
        .set(Column::EvaluatedVersion, Some(end.data_version))
        .set(Column::PausedReason, end.paused_reason);
    Ok(update.exec().await? == 1)
}

/// The kind of a stored rule. None for one of a newer version.
pub(super) fn stored_kind(rule: &Model) -> Option<RuleKind> {
    rule.kind.parse().ok()
}

/// The severity of a stored rule.
pub(super) fn stored_severity(rule: &Model) -> Severity {
    rule.severity.parse().unwrap_or(Severity::Warning)
}

/// Moves the next evaluation of a rule.
pub(super) async fn postpone_rule(
    db: &TenantDb,
    rule: &Model,
    due_at: DateTime<Utc>,
) -> Result<(), DbError> {
    db.update::<Entity>()
        .filter(Column::Id.eq(rule.id))
        .filter(Column::DueAt.eq(rule.due_at))
        .set(Column::DueAt, due_at)
        .exec()
        .await?;
    Ok(())
}
