//! Sends a draft to its supplier: checks it, and queues the email with a new link.

use super::DraftState;
use super::draft_approval::{ApprovalRequired, require_approval};
use super::draft_transitions::lock_draft;
use super::order_email::OrderAttachment;
use super::order_email_store::{PENDING, SENT, queue_order_email};
use super::store::{Draft, read_draft};
use crate::auth::permission::{OrdersSend, PurchasingRead};
use crate::auth::{Proof, Scope, SealContext, Vault, VaultError, hash_token};
use crate::clock::Clock;
use crate::db::{AuditAction, DbError, LookupError, NewAuditEntry};
use crate::entropy::{Entropy, EntropyError};
use crate::features::purchasing::approval_limit::OrderLimit;
use crate::features::purchasing::supplier_contact_store::find_supplier_contact;
use chrono::{NaiveDate, TimeDelta};
use entities::{person, purchase_order_email};
use sea_orm::prelude::Uuid;
use serde_json::json;

/// The days until the link of an order ends.
pub(super) const LINK_DAYS: i64 = 30;

/// How a draft is sent, as the sender confirmed it.
pub(in crate::features::purchasing) struct OrderSending {
    /// The address that the sender saw.
    pub(in crate::features::purchasing) recipient: String,
    pub(in crate::features::purchasing) message: Option<String>,
    pub(in crate::features::purchasing) attachment: OrderAttachment,
    pub(in crate::features::purchasing) copy_to_sender: bool,
    pub(in crate::features::purchasing) requested_on: Option<NaiveDate>,
}

/// Why a draft was not sent. The message is for users.
#[derive(Debug, thiserror::Error)]
pub(super) enum SendDraftError {
    /// The draft is discarded.
    #[error("This draft is discarded and can't be sent. Accept the recommendations again.")]
    Discarded,
    /// The total is above the caller's limit.
    #[error(transparent)]
    ApprovalRequired(#[from] ApprovalRequired),
    /// The same order was sent to the same address, or is being sent.
    #[error("This order was already sent to {0}.")]
    AlreadySent(String),
    /// The supplier has no address.
    #[error("The supplier has no email address. Enter one first.")]
    NoAddress,
    /// The address differs from the one that the sender saw.
    #[error("The supplier's email address has changed. Check it and send the order again.")]
    AddressChanged,
    /// The draft does not exist, or the database failed.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// No randomness for the token.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The token cannot be encrypted.
    #[error(transparent)]
    Vault(#[from] VaultError),
}

impl From<DbError> for SendDraftError {
    fn from(error: DbError) -> Self {
        Self::Lookup(error.into())
    }
}

/// Queues the email, for a sender with this limit. The draft counts as ordered once it is sent.
pub(super) async fn send_draft(
    scope: &Scope,
    id: Uuid,
    sending: OrderSending,
    (sender, limit): (&person::Model, &OrderLimit),
    (clock, entropy, vault): (&Clock, &Entropy, &Vault),
    (right, may): (&Proof<PurchasingRead>, &Proof<OrdersSend>),
) -> Result<Draft, SendDraftError> {
    let (db, draft) = lock_draft(scope, id, right).await?;
    if draft.state() == DraftState::Discarded {
        return Err(SendDraftError::Discarded);
    }
    if draft.state() == DraftState::Draft {
        require_approval(&draft, limit)?;
    }
    let supplier_id = draft
        .row
        .supplier_id
        .as_deref()
        .ok_or(SendDraftError::NoAddress)?;
    let contact = find_supplier_contact(&db, supplier_id, may)
        .await?
        .ok_or(SendDraftError::NoAddress)?;
    if contact.email != sending.recipient {
        return Err(SendDraftError::AddressChanged);
    }
    if let Some(email) = &draft.email {
        let same_address = email.recipient_email == contact.email;
        if email.state == PENDING || email.state == SENT && same_address {
            return Err(SendDraftError::AlreadySent(email.recipient_email.clone()));
        }
    }
    let (now, token) = (clock.now(), entropy.random_token()?);
    let email_id = entropy.uuid_v7(now)?;
    let row = purchase_order_email::Model {
        tenant_id: Uuid::nil(),
        draft_id: id,
        id: email_id,
        token_hash: hash_token(&token),
        sealed_token: vault.seal_text(SealContext::Email(email_id), &token)?,
        expires_at: now + TimeDelta::days(LINK_DAYS),
        recipient_email: contact.email,
        recipient_name: contact.contact_name,
        language: contact.language,
        message: sending.message,
        attachment: <&str>::from(sending.attachment).to_owned(),
        copy_to_sender: sending.copy_to_sender,
        requested_on: sending.requested_on,
        person_id: Some(sender.id),
        sent_by: sender.name.clone(),
        state: PENDING.to_owned(),
        attempts: 0,
        epoch: 0,
        created_at: now,
        due_at: now,
        finished_at: None,
        reason: None,
        acknowledged_at: None,
        note: None,
    };
    let mut entry = NewAuditEntry::new(AuditAction::OrderDraftSent)
        .with_target("order_draft", id)
        .with_after(&json!({
            "to": row.recipient_email,
            "language": row.language,
            "attachment": row.attachment,
            "copyToSender": row.copy_to_sender,
            "requestedOn": row.requested_on,
            "lines": draft.lines.len(),
        }));
    if let Some(supplier) = &draft.row.supplier_name {
        entry = entry.with_target_name(supplier);
    }
    queue_order_email(&db, row).await?;
    let queued = read_draft(&db, id, right).await?;
    db.append_audit_entry(now, entry).await?;
    db.commit().await?;
    Ok(queued)
}
