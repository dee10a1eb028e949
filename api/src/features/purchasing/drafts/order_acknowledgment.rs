//! What suppliers answer to orders: checked against the order, stored with its lines.

use super::DraftState;
use super::draft_transitions::set_counts_through;
use super::order_email_store::{PENDING, SENT, record_answer};
use super::store::{Draft, find_draft};
use crate::clock::Clock;
use crate::db::{AuditAction, Database, DbError, LookupError, NewAuditEntry, OrderEmail, TenantDb};
use crate::decimal::Decimal4;
use crate::features::purchasing::purchasing_settings::increment_edition;
use chrono::{Days, NaiveDate};
use entities::purchase_order_email;
use entities::purchase_order_line::{Column, Entity};
use sea_orm::ColumnTrait;
use serde_json::json;

/// The days ahead that a supplier can name.
const MAX_DAYS_AHEAD: u64 = 730;

/// What a supplier delivers of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::features::purchasing) struct AnsweredLine {
    pub(in crate::features::purchasing) position: i32,
    pub(in crate::features::purchasing) quantity: Decimal4,
    /// None if the quantity is 0.
    pub(in crate::features::purchasing) expected_on: Option<NaiveDate>,
}

/// The days that a supplier can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::features::purchasing) struct AnswerRule {
    pub(in crate::features::purchasing) today: NaiveDate,
}

impl AnswerRule {
    /// Whether a delivery day is given, and from today to two years ahead.
    pub(in crate::features::purchasing) fn accepts(self, day: Option<NaiveDate>) -> bool {
        let last = self.today.checked_add_days(Days::new(MAX_DAYS_AHEAD));
        day.is_some_and(|day| self.today <= day && last.is_none_or(|last| day <= last))
    }
}

/// The order of a link, and its email, if the link works: it has not ended, and the order was not
/// discarded.
pub(super) async fn find_linked_order(
    database: &Database,
    token_hash: &str,
    clock: &Clock,
) -> Result<(OrderEmail, Draft), LookupError> {
    let order = database.platform().find_order_of_link(token_hash).await?;
    let order = order.ok_or(LookupError::NotFound)?;
    let db = database.begin_read(&order.access).await?;
    let draft = find_draft(&db, order.row.draft_id).await?;
    if is_open(&draft, &order.row, clock) {
        Ok((order, draft))
    } else {
        Err(LookupError::NotFound)
    }
}

/// The draft of a linked order in a transaction that serializes with other changes of drafts.
pub(super) async fn lock_linked_order(
    database: &Database,
    order: &OrderEmail,
    clock: &Clock,
) -> Result<(TenantDb, Draft), LookupError> {
    let db = database.begin_write(&order.access).await?;
    increment_edition(&db).await?;
    let draft = find_draft(&db, order.row.draft_id).await?;
    if is_open(&draft, &order.row, clock) {
        Ok((db, draft))
    } else {
        Err(LookupError::NotFound)
    }
}

fn is_open(draft: &Draft, link: &purchase_order_email::Model, clock: &Clock) -> bool {
    let email = draft.email.as_ref();
    draft.state() != DraftState::Discarded
        && email.is_some_and(|email| {
            // Sending the order again replaces the link.
            email.id == link.id
                && (email.state == PENDING || email.state == SENT)
                && email.expires_at > clock.now()
        })
}

/// Stores the answer. It can be changed until the link ends.
pub(super) async fn store_answer(
    order: &OrderEmail,
    db: TenantDb,
    draft: &Draft,
    (lines, note): (Vec<AnsweredLine>, Option<String>),
    clock: &Clock,
) -> Result<Draft, LookupError> {
    let (now, id) = (clock.now(), draft.row.id);
    for line in &lines {
        write_line(&db, draft, line).await?;
    }
    if !record_answer(&db, &order.row, note.clone(), now).await? {
        return Err(LookupError::NotFound);
    }
    if let (DraftState::Ordered, Some(at)) = (draft.state(), draft.row.ordered_at) {
        let zone = order.access.organization().time_zone;
        let ordered_on = at.with_timezone(&zone).date_naive();
        set_counts_through(&db, id, Some(ordered_on)).await?;
    }
    let answered = find_draft(&db, id).await?;
    let describe = |draft: &Draft| {
        let lines = draft.lines.iter().map(|line| {
            json!({
                "position": line.position,
                "quantityE4": line.confirmed_e4,
                "expectedOn": line.expected_on,
            })
        });
        json!({"lines": lines.collect::<Vec<_>>()})
    };
    let mut entry = NewAuditEntry::new(AuditAction::OrderDraftAcknowledged)
        .with_target("order_draft", id)
        .with_after(&describe(&answered));
    if order.row.acknowledged_at.is_some() {
        entry = entry.with_before(&describe(draft));
    }
    if let Some(supplier) = &draft.row.supplier_name {
        entry = entry.with_target_name(supplier);
    }
    db.append_audit_entry(now, entry).await?;
    db.commit().await?;
    Ok(answered)
}

async fn write_line(db: &TenantDb, draft: &Draft, line: &AnsweredLine) -> Result<(), DbError> {
    db.update::<Entity>()
        .set(Column::ConfirmedE4, line.quantity.scaled())
        .set(Column::ExpectedOn, line.expected_on)
        .filter(Column::DraftId.eq(draft.row.id))
        .filter(Column::Position.eq(line.position))
        .exec()
        .await
        .map(|_| ())
}
