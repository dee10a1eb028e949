//! The emails that send drafts to suppliers. A row is the queue, the state and the link of an order.

use crate::db::{DbError, TenantDb};
use crate::email::backoff::CLAIM_TIMEOUT;
use chrono::{DateTime, Utc};
use entities::purchase_order_email::{Column, Entity, Model};
use sea_orm::{ActiveModelTrait as _, ColumnTrait, Condition, IntoActiveModel};

pub(super) const PENDING: &str = "pending";
pub(super) const SENT: &str = "sent";

/// How sending ended.
pub(super) enum OrderEmailEnd {
    /// An SMTP server accepted the email.
    Sent,
    /// It cannot be sent.
    Failed(String),
    /// The order was discarded, or its sender may no longer send it.
    Cancelled(&'static str),
}

/// Queues the email of a draft in place of an earlier one.
pub(super) async fn queue_order_email(db: &TenantDb, row: Model) -> Result<(), DbError> {
    db.delete::<Entity>()
        .filter(Column::DraftId.eq(row.draft_id))
        .exec()
        .await?;
    db.insert(row.into_active_model().reset_all()).await
}

/// Claims an email by raising its epoch. Returns the claimed row; none if another server was faster.
pub(super) async fn claim_order_email(
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

/// Schedules the next attempt of a claimed email.
pub(super) async fn reschedule_order_email(
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

/// Records the end of a claimed email. Returns false if another server has claimed it meanwhile.
pub(super) async fn finish_order_email(
    db: &TenantDb,
    claimed: &Model,
    end: &OrderEmailEnd,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let (state, reason) = match end {
        OrderEmailEnd::Sent => (SENT, None),
        OrderEmailEnd::Failed(reason) => ("failed", Some(reason.clone())),
        OrderEmailEnd::Cancelled(reason) => ("cancelled", Some((*reason).to_owned())),
    };
    let update = db
        .update::<Entity>()
        .set(Column::State, state)
        .set(Column::Reason, reason)
        .set(Column::FinishedAt, Some(now))
        // Only another attempt would need the token.
        .set(Column::SealedToken, "")
        .filter(claimed_row(claimed));
    Ok(update.exec().await? == 1)
}

/// Records that the supplier answered. Returns false if the order was sent again meanwhile.
pub(super) async fn record_answer(
    db: &TenantDb,
    email: &Model,
    note: Option<String>,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let update = db
        .update::<Entity>()
        .set(Column::AcknowledgedAt, Some(now))
        .set(Column::Note, note)
        .filter(Column::Id.eq(email.id));
    Ok(update.exec().await? == 1)
}

fn claimed_row(row: &Model) -> Condition {
    Condition::all()
        .add(Column::Id.eq(row.id))
        .add(Column::Epoch.eq(row.epoch))
        .add(Column::State.eq(PENDING))
}
