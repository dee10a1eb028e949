//! Approval of drafts whose total is above the limit of a role.

use super::store::Draft;
use crate::auth::permission::{Permission, Permissions};
use crate::features::notifications::{Message, NotificationEvent, OrderApproval};
use crate::features::purchasing::approval_limit::OrderLimit;
use crate::ids::PersonId;

/// What happens once to a draft that needs approval.
const OCCASION: &str = "approval";

/// The draft's total is above the caller's limit, and no one has approved it.
#[derive(Debug, thiserror::Error)]
#[error(
    "This order of {total} needs approval by someone whose limit covers it. Your limit is {limit}."
)]
pub(super) struct ApprovalRequired {
    total: String,
    limit: String,
}

/// Refuses a draft that the caller may not order: its total is above their limit, and it is not
/// approved.
pub(super) fn require_approval(draft: &Draft, limit: &OrderLimit) -> Result<(), ApprovalRequired> {
    if draft.row.approved_at.is_some() || limit.covers(draft) {
        return Ok(());
    }
    Err(ApprovalRequired {
        total: describe_total(draft),
        limit: limit.describe(),
    })
}

/// Asks those who may send orders to approve a draft.
pub(super) fn request_message(draft: &Draft) -> Message {
    let by = Some(draft.row.created_by.as_str()).filter(|name| !name.is_empty());
    Message {
        topic: format!("order:{}", draft.row.id),
        is_start: true,
        event: NotificationEvent::ApprovalRequested(order_approval(draft, by)),
        link: format!("/orders/{}", draft.row.id),
        required: Permissions::from_permissions(&[
            Permission::PurchasingRead,
            Permission::OrdersSend,
        ]),
        person: None,
        occasion: OCCASION.to_owned(),
    }
}

/// Tells the creator that the draft is approved. None if the creator is not known, or approved it.
pub(super) fn approved_message(draft: &Draft) -> Option<Message> {
    let by = draft.row.approved_by.as_deref()?;
    Some(Message {
        topic: format!("order:{}", draft.row.id),
        is_start: false,
        event: NotificationEvent::OrderApproved(order_approval(draft, Some(by))),
        link: format!("/orders/{}", draft.row.id),
        required: Permissions::from_permissions(&[Permission::PurchasingRead]),
        person: Some(PersonId(draft.row.created_by_person_id?)),
        occasion: OCCASION.to_owned(),
    })
}

fn describe_total(draft: &Draft) -> String {
    format!("{} {}", draft.total().to_money_text(), draft.row.currency)
}

fn order_approval(draft: &Draft, person: Option<&str>) -> OrderApproval {
    let row = &draft.row;
    OrderApproval {
        supplier: row.supplier_name.clone().or(row.supplier_id.clone()),
        person: person.map(str::to_owned),
        total: draft.total().to_money_text(),
        currency: row.currency.clone(),
    }
}
