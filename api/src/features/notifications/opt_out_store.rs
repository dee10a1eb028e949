//! Stores the topics about which people get no emails.

use crate::db::{Access, Database, DbError, LookupError, TenantDb};
use crate::email::{EmailTopic, Subscription};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::email_opt_out::{ActiveModel, Column, Entity, Model};
use entities::{alert_rule, notification, report_schedule};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Set};
use std::collections::HashMap;

/// The maximum number of listed topics. A person has one for each rule and report of colleagues.
const MAX_OPT_OUTS: u64 = 500;

/// A topic that is turned off, with the name of its rule or report.
pub(super) struct OptOutRow {
    pub(super) row: Model,
    pub(super) name: Option<String>,
}

/// The topic of a notification's emails.
pub(super) fn notification_topic(notification: &notification::Model) -> EmailTopic {
    match notification.topic.parse() {
        Ok(topic) => topic,
        Err(_) => EmailTopic::DataSync,
    }
}

/// Whether a person gets no emails about a topic.
pub async fn is_opted_out(
    db: &TenantDb,
    person: PersonId,
    topic: EmailTopic,
) -> Result<bool, DbError> {
    let found = db
        .find::<Entity>()
        .filter(Column::PersonId.eq(person.0))
        .filter(Column::Topic.eq(topic.to_string()));
    Ok(found.one().await?.is_some())
}

/// Turns off the emails of a subscription. Returns the access of the recipient; none if they no
/// longer belong to the organization. Repeating it changes nothing.
pub(super) async fn end_subscription(
    database: &Database,
    subscription: &Subscription,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<Access>, DbError> {
    let Some(access) = database
        .platform()
        .find_organization_access(subscription.person, subscription.tenant)
        .await?
    else {
        return Ok(None);
    };
    let db = database.begin_write(&access).await?;
    let row = ActiveModel {
        id: Set(id),
        person_id: Set(subscription.person.0),
        topic: Set(subscription.topic.to_string()),
        created_at: Set(now),
        ..Default::default()
    };
    db.insert_if_absent(row).await?;
    db.commit().await?;
    Ok(Some(access))
}

/// The topics that a person turned off, newest first.
pub(super) async fn list_opt_outs(
    db: &TenantDb,
    person: PersonId,
) -> Result<Vec<OptOutRow>, DbError> {
    let rows = db
        .find::<Entity>()
        .filter(Column::PersonId.eq(person.0))
        .order_by_desc(Column::Id)
        .limit(MAX_OPT_OUTS)
        .all()
        .await?;
    let topics = || rows.iter().filter_map(|row| row.topic.parse().ok());
    let rules = topics().filter_map(|topic| match topic {
        EmailTopic::AlertRule(id) => Some(id),
        _ => None,
    });
    let rules = db
        .find::<alert_rule::Entity>()
        .filter(alert_rule::Column::Id.is_in(rules))
        .all()
        .await?;
    let reports = topics().filter_map(|topic| match topic {
        EmailTopic::Report(id) => Some(id),
        _ => None,
    });
    let reports = db
        .find::<report_schedule::Entity>()
        .filter(report_schedule::Column::Id.is_in(reports))
        .all()
        .await?;
    let rules = rules
        .into_iter()
        .map(|rule| (EmailTopic::AlertRule(rule.id), rule.name));
    let reports = reports
        .into_iter()
        .map(|report| (EmailTopic::Report(report.id), report.name));
    let names: HashMap<String, String> = rules
        .chain(reports)
        .map(|(topic, name)| (topic.to_string(), name))
        .collect();
    let opt_outs = rows.into_iter().map(|row| OptOutRow {
        name: names.get(&row.topic).cloned(),
        row,
    });
    Ok(opt_outs.collect())
}

/// Turns the emails of a topic on again.
pub(super) async fn delete_opt_out(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
) -> Result<(), LookupError> {
    let deleted = db
        .delete::<Entity>()
        .filter(Column::PersonId.eq(person.0))
        .filter(Column::Id.eq(id))
        .exec()
        .await?;
    match deleted {
        0 => Err(LookupError::NotFound),
        _ => Ok(()),
    }
}
