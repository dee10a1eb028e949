//! Sends due orders to suppliers, one after the other. Of several servers, one sends each.

use super::DraftState;
use super::draft_pdf::Buyer;
use super::draft_transitions::place_order;
use super::order_email::compose_order;
use super::order_email_store::{
    OrderEmailEnd, claim_order_email, finish_order_email, reschedule_order_email,
};
use super::store::{Draft, read_draft};
use crate::auth::permission::{OrdersSend, Permission, Permissions, PurchasingRead};
use crate::auth::{Scope, SealContext, Vault};
use crate::clock::Clock;
use crate::crash_points;
use crate::db::{Database, DbError, LookupError, Member, OrderEmail};
use crate::email::backoff::{MAX_ATTEMPTS, backoff_delay};
use crate::email::{Attempt, EmailAuthor, OutgoingEmail, SmtpSender};
use crate::features::notifications::{Message, NotificationEvent, Notifier};
use crate::features::purchasing::purchasing_settings::increment_edition;
use crate::ids::PersonId;
use entities::purchase_order_email;
use localization::Language;

/// Sends the orders of all organizations.
#[derive(Clone)]
pub struct OrderEmailSender {
    database: Database,
    clock: Clock,
    vault: Vault,
    smtp: SmtpSender,
    notifier: Notifier,
}

impl OrderEmailSender {
    /// A sender whose links are encrypted with this vault until they are sent, and that reports
    /// orders that cannot be sent through `notifier`.
    pub fn new(
        database: Database,
        clock: Clock,
        vault: Vault,
        smtp: SmtpSender,
        notifier: Notifier,
    ) -> Self {
        Self {
            database,
            clock,
            vault,
            smtp,
            notifier,
        }
    }

    /// Sends the order that has been due longest, if any. Returns whether more may be due now.
    pub async fn send_next(&self) -> Result<bool, DbError> {
        let now = self.clock.now();
        let platform = self.database.platform();
        let Some(due) = platform.find_due_order_email(now).await? else {
            return Ok(false);
        };
        let db = self.database.begin_write(&due.access).await?;
        let claimed = claim_order_email(&db, &due.row, now).await?;
        db.commit().await?;
        let Some(row) = claimed else {
            return Ok(true);
        };
        let due = OrderEmail { row, ..due };
        let attempt = if due.row.attempts > MAX_ATTEMPTS {
            Attempt::out_of_attempts(due.row.reason.as_deref(), OrderEmailEnd::Failed)
        } else {
            self.attempt(&due).await?
        };
        match attempt {
            Attempt::End(end) => {
                crash_points::pass_crash_point("order_emails.sent");
                self.record_end(&due, &end).await?;
                Ok(true)
            }
            Attempt::Retry(reason, others_may_follow) => {
                self.retry_later(&due, reason).await?;
                Ok(others_may_follow)
            }
        }
    }

    async fn attempt(&self, due: &OrderEmail) -> Result<Attempt<OrderEmailEnd>, DbError> {
        let cancelled = |reason| Ok(Attempt::End(OrderEmailEnd::Cancelled(reason)));
        let Some(sender) = self.find_sender(due).await? else {
            return cancelled("The sender is no longer a member of the organization.");
        };
        let scope = Scope::for_member(&sender, self.database.clone(), self.clock.clone());
        let (Ok(right), Ok(_)) = (scope.require(PurchasingRead), scope.require(OrdersSend)) else {
            return cancelled("The sender may no longer send orders.");
        };
        let read = read_draft(&scope.read_db().await?, due.row.draft_id, &right).await;
        let draft = match read {
            Ok(draft) if draft.state() != DraftState::Discarded => draft,
            Ok(_) | Err(LookupError::NotFound) => return cancelled("The draft was discarded."),
            Err(LookupError::Db(error)) => return Err(error),
        };
        let context = SealContext::Email(due.row.id);
        let Ok(token) = self.vault.open_text(context, &due.row.sealed_token) else {
            let reason = "The link can't be decrypted: it was encrypted with another secret.";
            return Ok(Attempt::End(OrderEmailEnd::Failed(reason.to_owned())));
        };
        self.send(due, &sender, as_ordered(draft, due), token).await
    }

    async fn send(
        &self,
        due: &OrderEmail,
        sender: &Member,
        draft: Draft,
        token: String,
    ) -> Result<Attempt<OrderEmailEnd>, DbError> {
        let organization = due.access.organization();
        let buyer = Buyer {
            name: organization.name.clone(),
            time_zone: organization.time_zone,
            language: Language::from_code(&due.row.language).unwrap_or_default(),
        };
        let (email, now) = (due.row.clone(), self.clock.now());
        let public_url = self.smtp.public_url().to_owned();
        let composed = tokio::task::spawn_blocking(move || {
            compose_order(&draft, &email, &buyer, (&public_url, &token), now)
        });
        let composed = match composed.await {
            Ok(Ok(composed)) => composed,
            Ok(Err(error)) => {
                let reason = format!("The email could not be composed: {error}.");
                return Ok(Attempt::End(OrderEmailEnd::Failed(reason)));
            }
            Err(error) => return Ok(Attempt::Retry(error.to_string(), true)),
        };
        let row = &due.row;
        let outgoing = OutgoingEmail {
            to: &row.recipient_email,
            name: row.recipient_name.as_deref().unwrap_or_default(),
            subject: composed.subject,
            body: composed.body,
            images: Vec::new(),
            attachments: composed.attachments,
            author: Some(EmailAuthor {
                name: &sender.person.name,
                email: &sender.person.email,
                gets_copy: row.copy_to_sender,
            }),
            unsubscribe_url: None,
            id: row.id.to_string(),
            at: row.created_at,
        };
        let sent = self.smtp.send_email(outgoing).await;
        Ok(Attempt::from_sending(
            sent,
            OrderEmailEnd::Sent,
            OrderEmailEnd::Failed,
        ))
    }

    /// The sender, if they are still a member.
    async fn find_sender(&self, due: &OrderEmail) -> Result<Option<Member>, DbError> {
        let Some(person) = due.row.person_id else {
            return Ok(None);
        };
        self.database
            .platform()
            .find_member(due.access.organization(), PersonId(person))
            .await
    }

    async fn retry_later(&self, due: &OrderEmail, reason: String) -> Result<(), DbError> {
        let row = &due.row;
        tracing::warn!(tenant = %due.access.tenant(), draft = %row.draft_id,
            attempts = row.attempts, reason, "order not sent");
        if row.attempts >= MAX_ATTEMPTS {
            return self.record_end(due, &OrderEmailEnd::Failed(reason)).await;
        }
        let due_at = self.clock.now() + backoff_delay(row.attempts);
        let db = self.database.begin_write(&due.access).await?;
        reschedule_order_email(&db, row, due_at, &reason).await?;
        db.commit().await
    }

    /// Records the end. An order that was sent is placed; of one that failed, those who may send
    /// orders are notified.
    async fn record_end(&self, due: &OrderEmail, end: &OrderEmailEnd) -> Result<(), DbError> {
        let now = self.clock.now();
        let db = self.database.begin_write(&due.access).await?;
        increment_edition(&db).await?;
        if !finish_order_email(&db, &due.row, end, now).await? {
            return Ok(());
        }
        if matches!(end, OrderEmailEnd::Sent) {
            let zone = due.access.organization().time_zone;
            let (id, by) = (due.row.draft_id, &due.row.sent_by);
            place_order(&db, id, by, (now, self.clock.today(zone))).await?;
        }
        if let OrderEmailEnd::Failed(reason) = end {
            let message = failure_message(&due.row, reason);
            self.notifier.add_message(&db, &message).await?;
        }
        db.commit().await
    }
}

/// One notification for each sending that failed.
fn failure_message(email: &purchase_order_email::Model, reason: &str) -> Message {
    Message {
        topic: format!("order:{}", email.draft_id),
        is_start: true,
        event: NotificationEvent::OrderNotSent {
            recipient: email.recipient_email.clone(),
            reason: reason.to_owned(),
        },
        link: format!("/orders/{}", email.draft_id),
        required: Permissions::from_permissions(&[
            Permission::PurchasingRead,
            Permission::OrdersSend,
        ]),
        person: None,
        occasion: email.id.to_string(),
    }
}

/// The draft as the order that the supplier gets.
fn as_ordered(mut draft: Draft, due: &OrderEmail) -> Draft {
    if draft.state() == DraftState::Draft {
        <&str>::from(DraftState::Ordered).clone_into(&mut draft.row.state);
        draft.row.ordered_at = Some(due.row.created_at);
        draft.row.ordered_by = Some(due.row.sent_by.clone());
    }
    draft
}
