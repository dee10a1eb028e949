//! The queue and history of emails with reports. A row is both: it is queued in the transaction that
//! moves the next time of its recipient, and records what was sent.

use crate::db::{DbError, Page, TenantDb};
use crate::email::backoff::CLAIM_TIMEOUT;
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::report_delivery::{ActiveModel, Column, Entity, Model};
use entities::{report_recipient, report_schedule};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait as _, ColumnTrait, Condition, IntoActiveModel};

const PENDING: &str = "pending";

/// How a delivery ended.
pub(super) enum DeliveryEnd {
    /// An SMTP server accepted the email.
    Sent {
        /// The rows of the report.
        rows: usize,
    },
    /// It cannot be sent.
    Failed(String),
    /// It has no recipient anymore.
    Cancelled(&'static str),
}

/// Queues an email with a report to a person.
pub(super) async fn queue_delivery(
    db: &TenantDb,
    schedule: Uuid,
    person: PersonId,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let row = Model {
        tenant_id: Uuid::nil(),
        id,
        schedule_id: schedule,
        person_id: person.0,
        state: PENDING.to_owned(),
        attempts: 0,
        epoch: 0,
        created_at: now,
        due_at: now,
        finished_at: None,
        row_count: None,
        reason: None,
    };
    let new: ActiveModel = row.into_active_model();
    db.insert(new.reset_all()).await
}

/// Moves the next time of a recipient. Returns false if another server did.
pub(super) async fn advance_recipient(
    db: &TenantDb,
    recipient: &report_recipient::Model,
    next: Option<DateTime<Utc>>,
) -> Result<bool, DbError> {
    use report_recipient::{Column, Entity};
    let moved = db
        .update::<Entity>()
        .set(Column::DueAt, next)
        .filter(Column::ScheduleId.eq(recipient.schedule_id))
        .filter(Column::PersonId.eq(recipient.person_id))
        .filter(Column::DueAt.eq(recipient.due_at));
    Ok(moved.exec().await? == 1)
}

/// Claims a delivery by raising its epoch. Returns the claimed row; none if another server was
/// faster.
pub(super) async fn claim_delivery(
    db: &TenantDb,
    due: &Model,
    now: DateTime<Utc>,
) -> Result<Option<Model>, DbError> {
    let mut claimed = due.clone();
    claimed.epoch += 1;
    claimed.attempts += 1;
    claimed.due_at = now + CLAIM_TIMEOUT;
    let update = db
        .update::<Entity>()
        .set(Column::Epoch, claimed.epoch)
        .set(Column::Attempts, claimed.attempts)
        .set(Column::DueAt, claimed.due_at)
        .filter(claimed_row(due));
    Ok((update.exec().await? == 1).then_some(claimed))
}

/// Schedules the next attempt of a claimed delivery.
pub(super) async fn reschedule_delivery(
    db: &TenantDb,
    claimed: &Model,
    due_at: DateTime<Utc>,
    reason: &str,
) -> Result<(), DbError> {
    db.update::<Entity>()
        .set(Column::DueAt, due_at)
        .set(Column::Reason, Some(reason.to_owned()))
        .filter(claimed_row(claimed))
        .exec()
        .await
        .map(|_| ())
}

/// Records the end of a claimed delivery. Returns false if another server has claimed it meanwhile.
pub(super) async fn finish_delivery(
    db: &TenantDb,
    claimed: &Model,
    end: &DeliveryEnd,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let (state, rows, reason) = match end {
        DeliveryEnd::Sent { rows } => ("sent", i64::try_from(*rows).ok(), None),
        DeliveryEnd::Failed(reason) => ("failed", None, Some(reason.clone())),
        DeliveryEnd::Cancelled(reason) => ("cancelled", None, Some((*reason).to_owned())),
    };
    let update = db
        .update::<Entity>()
        .set(Column::State, state)
        .set(Column::RowCount, rows)
        .set(Column::Reason, reason)
        .set(Column::FinishedAt, Some(now))
        .filter(claimed_row(claimed));
    Ok(update.exec().await? == 1)
}

fn claimed_row(row: &Model) -> Condition {
    Condition::all()
        .add(Column::Id.eq(row.id))
        .add(Column::Epoch.eq(row.epoch))
        .add(Column::State.eq(PENDING))
}

/// Ends the reports to a person who left.
pub(super) async fn remove_recipient(
    db: &TenantDb,
    schedule: Uuid,
    person: Uuid,
) -> Result<(), DbError> {
    use report_recipient::{Column, Entity};
    db.delete::<Entity>()
        .filter(Column::ScheduleId.eq(schedule))
        .filter(Column::PersonId.eq(person))
        .exec()
        .await
        .map(|_| ())
}

/// A schedule of the organization.
pub(super) async fn find_schedule(
    db: &TenantDb,
    id: Uuid,
) -> Result<Option<report_schedule::Model>, DbError> {
    db.find::<report_schedule::Entity>()
        .filter(report_schedule::Column::Id.eq(id))
        .one()
        .await
}

/// The emails of a schedule that are older than `before`, newest first.
pub(super) async fn list_deliveries(
    db: &TenantDb,
    schedule: Uuid,
    limit: u32,
    before: Option<Uuid>,
) -> Result<Page<Model>, DbError> {
    let filter = Condition::all()
        .add(Column::ScheduleId.eq(schedule))
        .add_option(before.map(|before| Column::Id.lt(before)));
    db.find::<Entity>()
        .filter(filter)
        .order_by_desc(Column::Id)
        .page(limit, |last| last.id.to_string())
        .await
}
