//! Sends due emails from the outbox, one at a time, and erases expired bodies.

use super::backoff::{CLAIM_TIMEOUT, MAX_ATTEMPTS, backoff_delay};
use super::{OutgoingEmail, SendError, SmtpSender};
use crate::auth::{SealContext, Vault, VaultError};
use crate::clock::Clock;
use crate::db::{Database, DbError};
use chrono::TimeDelta;
use email_content::body_from_text;
use entities::email_outbox;
use localization::Language;

/// How long sent, failed and expired emails are kept, without their bodies.
const RETENTION: TimeDelta = TimeDelta::days(30);

/// The outbox of an installation.
#[derive(Clone)]
pub struct Outbox {
    database: Database,
    clock: Clock,
    vault: Vault,
}

impl Outbox {
    /// The outbox of this database, whose bodies are encrypted by this vault.
    pub fn new(database: Database, clock: Clock, vault: Vault) -> Self {
        Self {
            database,
            clock,
            vault,
        }
    }

    /// The body of an email; `None` if it was erased.
    pub fn open_body(&self, email: &email_outbox::Model) -> Result<Option<String>, VaultError> {
        if email.sealed_body.is_empty() {
            return Ok(None);
        }
        self.vault
            .open_text(SealContext::Email(email.id), &email.sealed_body)
            .map(Some)
    }

    /// Erases the bodies of expired emails, then deletes old emails and expired tokens.
    pub async fn purge_expired(&self) -> Result<(), DbError> {
        let now = self.clock.now();
        let platform = self.database.platform();
        platform.purge_old_emails(now, now - RETENTION).await?;
        platform.delete_expired_tokens(now - RETENTION).await
    }

    /// Sends the email that has been due longest, if any. Returns whether more may be due now.
    pub async fn send_next(&self, smtp: &SmtpSender) -> Result<bool, DbError> {
        let now = self.clock.now();
        let platform = self.database.platform();
        let Some(due) = platform.find_due_email(now).await? else {
            return Ok(false);
        };
        if due.attempts >= MAX_ATTEMPTS {
            let reason = due
                .last_error
                .as_deref()
                .unwrap_or("No server reported the result of the last attempts.");
            return self.mark_failed(&due, reason).await.map(|()| true);
        }
        let Some(claimed) = platform.claim_email(due, now + CLAIM_TIMEOUT).await? else {
            return Ok(true);
        };
        let Ok(Some(text)) = self.open_body(&claimed) else {
            return self
                .mark_failed(
                    &claimed,
                    "The body cannot be decrypted: it was encrypted with another secret.",
                )
                .await
                .map(|()| true);
        };
        let outgoing = OutgoingEmail {
            to: &claimed.to_address,
            name: &claimed.to_name,
            body: body_from_text(&claimed.subject, &text, Language::English),
            subject: claimed.subject.clone(),
            images: Vec::new(),
            attachments: Vec::new(),
            author: None,
            unsubscribe_url: None,
            id: claimed.id.to_string(),
            at: claimed.created_at,
        };
        let sent = smtp.send_email(outgoing).await;
        let now = self.clock.now();
        match sent {
            Ok(()) => platform.mark_email_sent(&claimed, now).await?,
            Err(SendError::Rejected(reason)) => self.mark_failed(&claimed, &reason).await?,
            Err(SendError::Deferred(reason)) => self.retry_later(&claimed, &reason).await?,
            Err(SendError::Unreachable(reason)) => {
                self.retry_later(&claimed, &reason).await?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn retry_later(&self, email: &email_outbox::Model, reason: &str) -> Result<(), DbError> {
        if email.attempts >= MAX_ATTEMPTS {
            return self.mark_failed(email, reason).await;
        }
        tracing::warn!(email = %email.id, kind = email.kind, attempts = email.attempts, reason,
            "email not sent, will retry");
        self.database
            .platform()
            .reschedule_email(
                email,
                self.clock.now() + backoff_delay(email.attempts),
                reason,
            )
            .await
    }

    async fn mark_failed(&self, email: &email_outbox::Model, reason: &str) -> Result<(), DbError> {
        tracing::error!(email = %email.id, kind = email.kind, attempts = email.attempts, reason,
            "email not sent, giving up");
        self.database
            .platform()
            .mark_email_failed(email, reason, self.clock.now())
            .await
    }
}
