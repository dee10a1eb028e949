//! Shows an operator the letters of the outbox; the only place where one can be read that was not
//! sent.

use super::{CommandError, migrate, say};
use crate::auth::{InstallationSecret, Vault};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Actor, Database, NewOperatorAuditEntry};
use crate::email::Outbox;
use crate::entropy::Entropy;
use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use entities::email_outbox;
use sea_orm::prelude::Uuid;
use std::fmt::Write;

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct ShowOutbox {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Read one letter, with its link: whoever has the link can use it.
    Show {
        /// The letter's id, as the list says it.
        id: Uuid,
    },
}

/// More letters than these are not listed.
const MOST_LISTED: u64 = 200;

impl ShowOutbox {
    pub(super) async fn run(self, config: &Config) -> Result<(), CommandError> {
        let database = migrate::open(config).await?;
        if !database
            .is_migrated()
            .await
            .map_err(CommandError::failed("the schema could not be looked at"))?
        {
            return Err(CommandError::Refused(
                "The database's schema is not current: run `sprout migrate` first.".to_owned(),
            ));
        }
        let clock = Clock::system();
        let unread = || CommandError::failed("the letters could not be read");
        match self.what {
            None => say(&list(
                &database
                    .platform()
                    .list_emails(MOST_LISTED)
                    .await
                    .map_err(unread())?,
                clock.now(),
            )),
            Some(What::Show { id }) => {
                let letter = database.platform().find_email(id).await.map_err(unread())?;
                let letter = letter.ok_or_else(|| {
                    CommandError::Refused(format!(
                        "There is no letter {id}: `sprout outbox` lists them."
                    ))
                })?;
                let entropy = Entropy::system();
                let secret =
                    InstallationSecret::load_or_create(&config.secret_file(), false, &entropy)
                        .map_err(CommandError::failed("the installation has no secret"))?;
                let vault = Vault::from_secret(&secret, entropy)
                    .map_err(CommandError::failed("there is no key for letters"))?;
                note_reading(&database, &clock, &letter).await?;
                let text = Outbox::new(database, clock, vault)
                    .open_body(&letter)
                    .map_err(CommandError::failed("the letter cannot be opened"))?;
                let text = text.unwrap_or_else(|| {
                    "Its words are forgotten: it was sent, or its link is too old.\n".to_owned()
                });
                say(&format!(
                    "To: {} <{}>\nSubject: {}\n\n{text}",
                    letter.to_name, letter.to_address, letter.subject
                ))
            }
        }
    }
}

/// Reading is written down, as on the page for operators.
async fn note_reading(
    database: &Database,
    clock: &Clock,
    letter: &email_outbox::Model,
) -> Result<(), CommandError> {
    let id = Entropy::system()
        .uuid_v7(clock.now())
        .map_err(CommandError::failed("the system gives no random numbers"))?;
    let act = NewOperatorAuditEntry {
        id,
        action: "letter.read",
        target_id: Some(letter.id),
        target_name: Some(format!("{} to {}", letter.kind, letter.to_address)),
    };
    let noted = database
        .platform()
        .record_email_read(Actor::system(), act, letter, clock.now())
        .await;
    noted.map_err(CommandError::failed(
        "that the letter is read could not be written down",
    ))
}

fn list(letters: &[email_outbox::Model], now: DateTime<Utc>) -> String {
    if letters.is_empty() {
        return "The outbox is empty.\n".to_owned();
    }
    let mut text = String::new();
    for letter in letters {
        let email_outbox::Model {
            id,
            kind,
            to_address,
            ..
        } = letter;
        let _ = writeln!(
            text,
            "{id}  {}  {:<9}  {kind:<18}  {to_address}",
            letter.created_at.format("%Y-%m-%d %H:%M"),
            state(letter, now)
        );
        if let Some(why) = &letter.last_error {
            let _ = writeln!(text, "    {why}");
        }
    }
    text
}

fn state(letter: &email_outbox::Model, now: DateTime<Utc>) -> &'static str {
    match letter {
        email_outbox::Model {
            sent_at: Some(_), ..
        } => "sent",
        email_outbox::Model { expires_at, .. } if *expires_at <= now => "too old",
        email_outbox::Model {
            given_up_at: Some(_),
            ..
        } => "given up",
        _ => "waiting",
    }
}
