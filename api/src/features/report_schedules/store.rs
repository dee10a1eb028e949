//! Stores schedules of reports and their recipients.

use super::cadence::next_due;
use crate::auth::Proof;
use crate::auth::permission::AlertsManage;
use crate::db::{DbError, LookupError, Page, TenantDb, TenantSql};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entities::report_schedule::{ActiveModel, Column, Entity, Model};
use entities::{email_opt_out, membership, report_recipient};
use sea_orm::prelude::Uuid;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, Condition, FromQueryResult, IntoActiveModel, Set,
};
use std::collections::{HashMap, HashSet};

/// The maximum number of schedules of an organization.
pub(super) const MAX_SCHEDULES: u64 = 100;

/// Why a schedule was not saved.
#[derive(Debug, thiserror::Error)]
pub(super) enum SaveScheduleError {
    /// The organization has [`MAX_SCHEDULES`] schedules.
    #[error("the organization has the maximum number of report schedules")]
    TooManySchedules,
    /// The caller has no schedule with this id.
    #[error("no such report schedule")]
    NotFound,
    /// A recipient is not a member.
    #[error("a recipient is not a member")]
    UnknownRecipient,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The recipients of a schedule.
pub(super) struct Recipients {
    pub(super) people: Vec<PersonId>,
    /// Their time zones, where they differ from that of the organization.
    pub(super) zones: HashMap<PersonId, Tz>,
    /// The time zone of the organization.
    pub(super) default_zone: Tz,
}

/// A recipient with their name.
#[derive(Debug, FromQueryResult)]
pub(super) struct RecipientRow {
    pub(super) schedule_id: Uuid,
    pub(super) person_id: Uuid,
    pub(super) name: String,
    pub(super) due_at: Option<DateTime<Utc>>,
}

#[derive(FromQueryResult)]
struct MemberName {
    person_id: Uuid,
    name: String,
}

const LIST_RECIPIENTS: TenantSql = TenantSql::new(
    r"
        select report_recipient.schedule_id, report_recipient.person_id, person.name,
          report_recipient.due_at
        from report_recipient
        join person on person.id = report_recipient.person_id
        where report_recipient.tenant_id = $1
          and report_recipient.schedule_id >= $2
          and report_recipient.schedule_id <= $3
        order by report_recipient.schedule_id, person.name, report_recipient.person_id
    ",
);

const LIST_NAMES: TenantSql = TenantSql::new(
    r"
        select distinct report_delivery.person_id, person.name
        from report_delivery
        join person on person.id = report_delivery.person_id
        where report_delivery.tenant_id = $1
          and report_delivery.schedule_id = $2
    ",
);

/// The schedules of a person, or all of the organization, newest first.
pub(super) async fn list_schedules(
    db: &TenantDb,
    owner: Option<PersonId>,
    limit: u32,
    before: Option<Uuid>,
) -> Result<Page<Model>, DbError> {
    let filter = Condition::all()
        .add_option(owner.map(|owner| Column::OwnerId.eq(owner.0)))
        .add_option(before.map(|before| Column::Id.lt(before)));
    db.find::<Entity>()
        .filter(filter)
        .order_by_desc(Column::Id)
        .page(limit, |last| last.id.to_string())
        .await
}

/// A schedule of a person, or any of the organization.
pub(super) async fn find_own_schedule(
    db: &TenantDb,
    owner: Option<PersonId>,
    id: Uuid,
) -> Result<Model, LookupError> {
    let filter = Condition::all()
        .add(Column::Id.eq(id))
        .add_option(owner.map(|owner| Column::OwnerId.eq(owner.0)));
    let found = db.find::<Entity>().filter(filter).one().await?;
    found.ok_or(LookupError::NotFound)
}

/// The recipients of schedules, by name.
pub(super) async fn list_recipients(
    db: &TenantDb,
    schedules: &[Model],
) -> Result<Vec<RecipientRow>, DbError> {
    let ids = || schedules.iter().map(|schedule| schedule.id);
    let (Some(first), Some(last)) = (ids().min(), ids().max()) else {
        return Ok(Vec::new());
    };
    db.query_rows(LIST_RECIPIENTS, vec![first.into(), last.into()])
        .await
}

/// The people who get no emails about schedules, with the topics of these schedules.
pub(super) async fn list_opted_out(
    db: &TenantDb,
    topics: Vec<String>,
) -> Result<HashSet<(String, Uuid)>, DbError> {
    let rows = db
        .find::<email_opt_out::Entity>()
        .filter(email_opt_out::Column::Topic.is_in(topics))
        .all()
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.topic, row.person_id))
        .collect())
}

/// The names of those to whom a schedule's emails went.
pub(super) async fn list_delivery_names(
    db: &TenantDb,
    schedule: Uuid,
) -> Result<HashMap<Uuid, String>, DbError> {
    let rows: Vec<MemberName> = db.query_rows(LIST_NAMES, vec![schedule.into()]).await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.person_id, row.name))
        .collect())
}

/// Saves a new schedule.
pub(super) async fn create_schedule(
    db: &TenantDb,
    _right: &Proof<AlertsManage>,
    schedule: Model,
    recipients: &Recipients,
) -> Result<Model, SaveScheduleError> {
    if db.find::<Entity>().count().await? >= MAX_SCHEDULES {
        return Err(SaveScheduleError::TooManySchedules);
    }
    let new: ActiveModel = schedule.clone().into_active_model();
    db.insert(new.reset_all()).await?;
    replace_recipients(db, &schedule, recipients).await?;
    Ok(schedule)
}

/// Replaces a schedule of a person. The next times are computed from now.
pub(super) async fn replace_schedule(
    db: &TenantDb,
    _right: &Proof<AlertsManage>,
    schedule: Model,
    recipients: &Recipients,
) -> Result<Model, SaveScheduleError> {
    let changed = db
        .update::<Entity>()
        .set(Column::Name, schedule.name.clone())
        .set(Column::Kind, schedule.kind.clone())
        .set(Column::Query, schedule.query.clone())
        .set(Column::ViewId, schedule.view_id)
        .set(Column::Cadence, schedule.cadence.clone())
        .set(Column::Weekday, schedule.weekday)
        .set(Column::MonthDay, schedule.month_day)
        .set(Column::LocalTime, schedule.local_time.clone())
        .set(Column::Attachment, schedule.attachment.clone())
        .set(Column::IsPaused, schedule.is_paused)
        .set(Column::UpdatedAt, schedule.updated_at)
        .filter(Column::Id.eq(schedule.id))
        .filter(Column::OwnerId.eq(schedule.owner_id));
    if changed.exec().await? == 0 {
        return Err(SaveScheduleError::NotFound);
    }
    replace_recipients(db, &schedule, recipients).await?;
    Ok(schedule)
}

async fn replace_recipients(
    db: &TenantDb,
    schedule: &Model,
    recipients: &Recipients,
) -> Result<(), SaveScheduleError> {
    let ids = recipients.people.iter().map(|person| person.0);
    let members = db
        .find::<membership::Entity>()
        .filter(membership::Column::PersonId.is_in(ids))
        .count()
        .await?;
    if usize::try_from(members).ok() != Some(recipients.people.len()) {
        return Err(SaveScheduleError::UnknownRecipient);
    }
    db.delete::<report_recipient::Entity>()
        .filter(report_recipient::Column::ScheduleId.eq(schedule.id))
        .exec()
        .await?;
    let rows = recipients.people.iter().map(|person| {
        let zone = recipients.zones.get(person);
        let zone = zone.copied().unwrap_or(recipients.default_zone);
        let due_at = next_due(schedule, schedule.updated_at, zone);
        report_recipient::ActiveModel {
            schedule_id: Set(schedule.id),
            person_id: Set(person.0),
            due_at: Set(due_at.filter(|_| !schedule.is_paused)),
            ..Default::default()
        }
    });
    Ok(db.insert_many(rows.collect()).await?)
}

/// Deletes a schedule with its history.
pub(super) async fn delete_schedule(
    db: &TenantDb,
    _right: &Proof<AlertsManage>,
    owner: Option<PersonId>,
    id: Uuid,
) -> Result<(), LookupError> {
    let schedule = find_own_schedule(db, owner, id).await?;
    db.delete::<Entity>()
        .filter(Column::Id.eq(schedule.id))
        .exec()
        .await?;
    Ok(())
}
