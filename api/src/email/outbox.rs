//! Empties the outbox: sends what is due, one letter after the other, and forgets words that are of
//! no use any more.

use super::backoff::{CLAIM_TIMEOUT, MAX_ATTEMPTS, backoff_delay};
use super::{OutgoingEmail, SendError, SmtpSender};
use crate::auth::{SealContext, Vault, VaultError};
use crate::clock::Clock;
use crate::db::{Database, DbError};
use chrono::TimeDelta;
use entities::email_outbox;

/// A letter that was sent, given up or too old is remembered for so long, without its words.
const RETENTION: TimeDelta = TimeDelta::days(30);

/// The letters of an installation.
#[derive(Clone)]
pub struct Outbox {
    database: Database,
    clock: Clock,
    vault: Vault,
}

impl Outbox {
    /// The outbox of this database, whose words open under this vault.
    pub fn new(database: Database, clock: Clock, vault: Vault) -> Self {
        Self {
            database,
            clock,
            vault,
        }
    }

    /// The words of a letter; `None` where they were forgotten.
    pub fn open_body(&self, letter: &email_outbox::Model) -> Result<Option<String>, VaultError> {
        if letter.body.is_empty() {
            return Ok(None);
        }
        self.vault
            .open_text(SealContext::Email(letter.id), &letter.body)
            .map(Some)
    }

    /// Forgets the words of letters whose links are too old, then the letters, then tokens that
    /// open nothing any more.
    pub async fn purge_expired(&self) -> Result<(), DbError> {
        let now = self.clock.now();
        let platform = self.database.platform();
        platform.purge_old_emails(now, now - RETENTION).await?;
        platform.delete_expired_tokens(now - RETENTION).await
    }

    /// Takes up the letter that has waited longest, if one is due; says whether another look may
    /// find more to do now.
    pub async fn send_next(&self, post: &SmtpSender) -> Result<bool, DbError> {
        let now = self.clock.now();
        let platform = self.database.platform();
        let Some(due) = platform.find_due_email(now).await? else {
            return Ok(false);
        };
        if due.attempts >= MAX_ATTEMPTS {
            let why = due
                .last_error
                .as_deref()
                .unwrap_or("No server that tried to send it came back to say what became of it.");
            return self.mark_failed(&due, why).await.map(|()| true);
        }
        let Some(mine) = platform.claim_email(due, now + CLAIM_TIMEOUT).await? else {
            return Ok(true);
        };
        let Ok(Some(text)) = self.open_body(&mine) else {
            return self
                .mark_failed(
                    &mine,
                    "Its words cannot be opened: they were sealed under another secret.",
                )
                .await
                .map(|()| true);
        };
        let parcel = OutgoingEmail {
            to: &mine.to_address,
            name: &mine.to_name,
            subject: mine.subject.clone(),
            text,
            id: mine.id.to_string(),
            at: mine.created_at,
        };
        let sent = post.send_email(parcel).await;
        let now = self.clock.now();
        match sent {
            Ok(()) => platform.mark_email_sent(&mine, now).await?,
            Err(SendError::Rejected(why)) => self.mark_failed(&mine, &why).await?,
            Err(SendError::Deferred(why)) => self.retry_later(&mine, &why).await?,
            Err(SendError::Unreachable(why)) => {
                self.retry_later(&mine, &why).await?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn retry_later(&self, letter: &email_outbox::Model, why: &str) -> Result<(), DbError> {
        if letter.attempts >= MAX_ATTEMPTS {
            return self.mark_failed(letter, why).await;
        }
        tracing::warn!(letter = %letter.id, kind = letter.kind, attempts = letter.attempts, why,
            "a letter could not be sent yet");
        self.database
            .platform()
            .reschedule_email(
                letter,
                self.clock.now() + backoff_delay(letter.attempts),
                why,
            )
            .await
    }

    async fn mark_failed(&self, letter: &email_outbox::Model, why: &str) -> Result<(), DbError> {
        tracing::error!(letter = %letter.id, kind = letter.kind, attempts = letter.attempts, why,
            "a letter was given up");
        self.database
            .platform()
            .mark_email_failed(letter, why, self.clock.now())
            .await
    }
}
