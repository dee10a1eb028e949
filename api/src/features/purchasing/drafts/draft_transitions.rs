//! Transitions of a draft to approved, ordered and discarded.

use super::draft_approval::{ApprovalRequired, approved_message, require_approval};
use super::order_email_store::SENT;
use super::store::{Draft, read_draft};
use super::{DraftState, last_counted_day};
use crate::auth::permission::{PurchasingOrder, PurchasingRead};
use crate::auth::{Proof, Scope};
use crate::clock::Clock;
use crate::db::{AuditAction, DbError, LookupError, NewAuditEntry, TenantDb};
use crate::features::notifications::Notifier;
use crate::features::purchasing::approval_limit::OrderLimit;
use crate::features::purchasing::purchasing_settings::increment_edition;
use chrono::{DateTime, NaiveDate, Utc};
use entities::purchase_order_draft::{self, Column};
use entities::{purchase_order_email, purchase_order_line};
use sea_orm::ColumnTrait;
use sea_orm::prelude::Uuid;
use serde_json::json;

/// Why a draft was not approved or marked as ordered.
#[derive(Debug, thiserror::Error)]
pub(super) enum OrderDraftError {
    /// The draft is discarded.
    #[error("This draft is discarded and can't be ordered. Accept the recommendations again.")]
    Discarded,
    /// The total is above the caller's limit.
    #[error(transparent)]
    ApprovalRequired(#[from] ApprovalRequired),
    /// The draft does not exist, or the database failed.
    #[error(transparent)]
    Lookup(#[from] LookupError),
}

impl From<DbError> for OrderDraftError {
    fn from(error: DbError) -> Self {
        Self::Lookup(error.into())
    }
}

/// Marks the draft as ordered, for a caller with this limit; idempotent.
pub(super) async fn mark_ordered(
    scope: &Scope,
    id: Uuid,
    limit: &OrderLimit,
    clock: &Clock,
    (right, _may): (&Proof<PurchasingRead>, &Proof<PurchasingOrder>),
) -> Result<Draft, OrderDraftError> {
    let (db, draft) = lock_draft(scope, id, right).await?;
    match draft.state() {
        DraftState::Ordered => return Ok(draft),
        DraftState::Discarded => {
            return Err(OrderDraftError::Discarded);
        }
        DraftState::Draft => {}
    }
    require_approval(&draft, limit)?;
    let now = (clock.now(), scope.as_of());
    place_order(&db, id, scope.caller_name(), now).await?;
    let ordered = read_draft(&db, id, right).await?;
    record_transition(&db, AuditAction::OrderDraftOrdered, &draft, clock).await?;
    db.commit().await?;
    Ok(ordered)
}

/// Approves the draft for a caller with this limit, so that others with lower ones may order it;
/// idempotent. Its creator is notified.
pub(super) async fn approve_draft(
    scope: &Scope,
    id: Uuid,
    limit: &OrderLimit,
    (clock, notifier): (&Clock, &Notifier),
    (right, _may): (&Proof<PurchasingRead>, &Proof<PurchasingOrder>),
) -> Result<Draft, OrderDraftError> {
    let (db, draft) = lock_draft(scope, id, right).await?;
    if draft.state() == DraftState::Discarded {
        return Err(OrderDraftError::Discarded);
    }
    if draft.state() == DraftState::Ordered || draft.row.approved_at.is_some() {
        return Ok(draft);
    }
    require_approval(&draft, limit)?;
    db.update::<purchase_order_draft::Entity>()
        .set(Column::ApprovedAt, clock.now())
        .set(Column::ApprovedBy, scope.caller_name())
        .filter(Column::Id.eq(id))
        .exec()
        .await?;
    let approved = read_draft(&db, id, right).await?;
    record_transition(&db, AuditAction::OrderDraftApproved, &draft, clock).await?;
    if let Some(message) = approved_message(&approved) {
        notifier.add_message(&db, &message).await?;
    }
    db.commit().await?;
    Ok(approved)
}

/// Marks a draft as ordered, unless it is ordered or discarded.
pub(super) async fn place_order(
    db: &TenantDb,
    id: Uuid,
    by: &str,
    (now, today): (DateTime<Utc>, NaiveDate),
) -> Result<(), DbError> {
    let placed = db
        .update::<purchase_order_draft::Entity>()
        .set(Column::State, "ordered")
        .set(Column::OrderedAt, now)
        .set(Column::OrderedBy, by)
        .filter(Column::Id.eq(id))
        .filter(Column::State.eq("draft"))
        .exec()
        .await?;
    // An order that was placed before may have been sent with a requested day.
    set_counts_through(db, id, (placed > 0).then_some(today)).await
}

/// Discards the draft, or an order that will not arrive, so that it no longer counts; idempotent.
pub(super) async fn mark_discarded(
    scope: &Scope,
    id: Uuid,
    clock: &Clock,
    (right, _may): (&Proof<PurchasingRead>, &Proof<PurchasingOrder>),
) -> Result<Draft, LookupError> {
    let (db, draft) = lock_draft(scope, id, right).await?;
    if draft.state() == DraftState::Discarded {
        return Ok(draft);
    }
    db.update::<purchase_order_draft::Entity>()
        .set(Column::State, "discarded")
        .set(Column::DiscardedAt, clock.now())
        .set(Column::DiscardedBy, scope.caller_name())
        .filter(Column::Id.eq(id))
        .exec()
        .await?;
    let discarded = read_draft(&db, id, right).await?;
    record_transition(&db, AuditAction::OrderDraftDiscarded, &draft, clock).await?;
    db.commit().await?;
    Ok(discarded)
}

/// The draft, locked until the transaction ends.
pub(super) async fn lock_draft(
    scope: &Scope,
    id: Uuid,
    right: &Proof<PurchasingRead>,
) -> Result<(TenantDb, Draft), LookupError> {
    let db = scope.write_db().await?;
    increment_edition(&db).await?;
    let draft = read_draft(&db, id, right).await?;
    Ok((db, draft))
}

async fn record_transition(
    db: &TenantDb,
    action: AuditAction,
    draft: &Draft,
    clock: &Clock,
) -> Result<(), DbError> {
    let act = NewAuditEntry::new(action)
        .with_target("order_draft", draft.row.id)
        .with_before(&json!({"state": draft.state().into_str(), "lines": draft.lines.len()}));
    db.append_audit_entry(
        clock.now(),
        draft
            .row
            .supplier_name
            .iter()
            .fold(act, |act, supplier| act.with_target_name(supplier)),
    )
    .await
}

/// Sets the last day on which the lines of an order count while the warehouse does not show them:
/// a review after the supplier's lead time, or after the day that the supplier named or else was
/// asked for, if it is later. Without a day of the order, a day that was set stays if it is later.
pub(super) async fn set_counts_through(
    db: &TenantDb,
    id: Uuid,
    ordered_on: Option<NaiveDate>,
) -> Result<(), DbError> {
    use purchase_order_line::{Column, Entity};
    let sent = db
        .find::<purchase_order_email::Entity>()
        .filter(purchase_order_email::Column::DraftId.eq(id))
        .filter(purchase_order_email::Column::State.eq(SENT))
        .one()
        .await?;
    let requested_on = sent.and_then(|email| email.requested_on);
    for line in db
        .find::<Entity>()
        .filter(Column::DraftId.eq(id))
        .all()
        .await?
    {
        let lead_time_days = u32::try_from(line.lead_time_days).unwrap_or(0);
        let Some(usual) = ordered_on
            .map(|day| last_counted_day(day, lead_time_days))
            .or(line.on_order_through)
        else {
            continue;
        };
        let promised = line.expected_on.or(requested_on);
        let through = promised.map_or(usual, |day| last_counted_day(day, 0).max(usual));
        let update = db.update::<Entity>().set(Column::OnOrderThrough, through);
        update
            .filter(Column::DraftId.eq(id))
            .filter(Column::Position.eq(line.position))
            .exec()
            .await?;
    }
    Ok(())
}
