//! Shows operators the outbox. Without an SMTP server, this is where they read emails.

use super::{CommandError, migrate, print_output};
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
pub(super) struct OutboxCommand {
    #[command(subcommand)]
    action: Option<OutboxAction>,
}

#[derive(Debug, Subcommand)]
enum OutboxAction {
    /// Print an email, with its link. Anyone with the link can use it.
    Show {
        /// Id of the email, from the list.
        id: Uuid,
    },
}

/// The maximum number of listed emails.
const MAX_LISTED_EMAILS: u64 = 200;

impl OutboxCommand {
    pub(super) async fn run(self, config: &Config) -> Result<(), CommandError> {
        let database = migrate::open_migrated(config).await?;
        let clock = Clock::system();
        let failed = || CommandError::with_context("cannot read the outbox");
        match self.action {
            None => print_output(&format_list(
                &database
                    .platform()
                    .list_emails(MAX_LISTED_EMAILS)
                    .await
                    .map_err(failed())?,
                clock.now(),
            )),
            Some(OutboxAction::Show { id }) => {
                let email = database.platform().find_email(id).await.map_err(failed())?;
                let email = email.ok_or_else(|| {
                    CommandError::Refused(format!(
                        "There is no email {id}. Run `sprout outbox` to list all emails."
                    ))
                })?;
                let entropy = Entropy::system();
                let secret =
                    InstallationSecret::load_or_create(&config.secret_file(), false, &entropy)
                        .map_err(CommandError::with_context("cannot load the secret"))?;
                let vault = Vault::from_secret(&secret, entropy).map_err(
                    CommandError::with_context("cannot derive the encryption key"),
                )?;
                record_email_read(&database, &clock, &email).await?;
                let text = Outbox::new(database, clock, vault)
                    .open_body(&email)
                    .map_err(CommandError::with_context("cannot decrypt the email"))?;
                let text = text.unwrap_or_else(|| {
                    "The body was erased because the email was sent or has expired.\n".to_owned()
                });
                print_output(&format!(
                    "To: {} <{}>\nSubject: {}\n\n{text}",
                    email.to_name, email.to_address, email.subject
                ))
            }
        }
    }
}

/// Records the access in the operator audit log, like the operator page does.
async fn record_email_read(
    database: &Database,
    clock: &Clock,
    email: &email_outbox::Model,
) -> Result<(), CommandError> {
    let id = Entropy::system()
        .uuid_v7(clock.now())
        .map_err(CommandError::with_context("cannot generate random numbers"))?;
    let entry = NewOperatorAuditEntry {
        id,
        action: "email.read",
        target_id: Some(email.id),
        target_name: Some(format!("{} to {}", email.kind, email.to_address)),
    };
    let recorded = database
        .platform()
        .record_email_read(Actor::system(), entry, email, clock.now())
        .await;
    recorded.map_err(CommandError::with_context("cannot update the audit log"))
}

fn format_list(emails: &[email_outbox::Model], now: DateTime<Utc>) -> String {
    if emails.is_empty() {
        return "The outbox is empty.\n".to_owned();
    }
    let mut text = String::new();
    for email in emails {
        let email_outbox::Model {
            id,
            kind,
            to_address,
            ..
        } = email;
        let _ = writeln!(
            text,
            "{id}  {}  {:<9}  {kind:<18}  {to_address}",
            email.created_at.format("%Y-%m-%d %H:%M"),
            email_state(email, now)
        );
        if let Some(error) = &email.last_error {
            let _ = writeln!(text, "    {error}");
        }
    }
    text
}

fn email_state(email: &email_outbox::Model, now: DateTime<Utc>) -> &'static str {
    match email {
        email_outbox::Model {
            sent_at: Some(_), ..
        } => "sent",
        email_outbox::Model { expires_at, .. } if *expires_at <= now => "expired",
        email_outbox::Model {
            failed_at: Some(_), ..
        } => "failed",
        _ => "pending",
    }
}
