//! Empties the outbox: sends what is due, one letter after the other, and forgets words that are of
//! no use any more.

use super::pauses::{MOST_ATTEMPTS, PATIENCE, pause};
use super::{Parcel, Post, Unsent};
use crate::auth::{Bond, Vault, VaultError};
use crate::clock::Clock;
use crate::db::{Database, DbError};
use chrono::TimeDelta;
use entities::letter;

/// A letter that was sent, given up or too old is remembered for so long, without its words.
const REMEMBERED: TimeDelta = TimeDelta::days(30);

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
    pub fn text(&self, letter: &letter::Model) -> Result<Option<String>, VaultError> {
        if letter.body.is_empty() {
            return Ok(None);
        }
        self.vault
            .open_for(Bond::Letter(letter.id), &letter.body)
            .map(Some)
    }

    /// Forgets the words of letters whose links are too old, then the letters, then tokens that
    /// open nothing any more.
    pub async fn clear(&self) -> Result<(), DbError> {
        let now = self.clock.now();
        let platform = self.database.platform();
        platform.forget_old_letters(now, now - REMEMBERED).await?;
        platform.drop_old_tokens(now - REMEMBERED).await
    }

    /// Takes up the letter that has waited longest, if one is due; says whether another look may
    /// find more to do now.
    pub async fn send_one(&self, post: &Post) -> Result<bool, DbError> {
        let now = self.clock.now();
        let platform = self.database.platform();
        let Some(due) = platform.due_letter(now).await? else {
            return Ok(false);
        };
        if due.attempts >= MOST_ATTEMPTS {
            let why = due
                .last_error
                .as_deref()
                .unwrap_or("No server that tried to send it came back to say what became of it.");
            return self.given_up(&due, why).await.map(|()| true);
        }
        let Some(mine) = platform.claim_letter(due, now + PATIENCE).await? else {
            return Ok(true);
        };
        let Ok(Some(text)) = self.text(&mine) else {
            return self
                .given_up(
                    &mine,
                    "Its words cannot be opened: they were sealed under another secret.",
                )
                .await
                .map(|()| true);
        };
        let parcel = Parcel {
            to: &mine.to_address,
            name: &mine.to_name,
            subject: mine.subject.clone(),
            text,
            id: mine.id.to_string(),
            at: mine.created_at,
        };
        let sent = post.send(parcel).await;
        let now = self.clock.now();
        match sent {
            Ok(()) => platform.letter_was_sent(&mine, now).await?,
            Err(Unsent::Never(why)) => self.given_up(&mine, &why).await?,
            Err(Unsent::Later(why)) => self.put_off(&mine, &why).await?,
            Err(Unsent::NobodyThere(why)) => {
                self.put_off(&mine, &why).await?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn put_off(&self, letter: &letter::Model, why: &str) -> Result<(), DbError> {
        if letter.attempts >= MOST_ATTEMPTS {
            return self.given_up(letter, why).await;
        }
        tracing::warn!(letter = %letter.id, kind = letter.kind, attempts = letter.attempts, why,
            "a letter could not be sent yet");
        self.database
            .platform()
            .put_off_letter(letter, self.clock.now() + pause(letter.attempts), why)
            .await
    }

    async fn given_up(&self, letter: &letter::Model, why: &str) -> Result<(), DbError> {
        tracing::error!(letter = %letter.id, kind = letter.kind, attempts = letter.attempts, why,
            "a letter was given up");
        self.database
            .platform()
            .give_up_letter(letter, why, self.clock.now())
            .await
    }
}
