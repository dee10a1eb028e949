//! What an operator does for one person.

use super::{CommandError, migrate, say};
use crate::auth::{InstallationSecret, Vault};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Database;
use crate::email::Mailer;
use crate::entropy::Entropy;
use crate::features::accounts::{MfaResetOutcome, reset_mfa, revoke_all_sessions};
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(super) enum PersonCommand {
    /// Turn two-step sign-in off for somebody who has lost their app and their recovery codes, and
    /// end their sessions. A letter tells them. Make sure that it is they who ask.
    ResetSecondFactor {
        #[command(flatten)]
        config: Config,
        /// The address of their account.
        email: String,
        /// The address that browsers use: the letter's link leads there.
        #[arg(
            long,
            env = "SPROUT_PUBLIC_URL",
            default_value = "http://127.0.0.1:8080"
        )]
        public_url: String,
    },
    /// End every session of somebody, wherever they are signed in. Their password and their second
    /// step stay as they are.
    EndSessions {
        #[command(flatten)]
        config: Config,
        /// The address of their account.
        email: String,
    },
}

pub(super) async fn end_sessions(config: &Config, email: &str) -> Result<(), CommandError> {
    let database = open(config).await?;
    let ended = revoke_all_sessions(email, &database, &Clock::system()).await;
    match ended.map_err(CommandError::failed("the sessions could not be ended"))? {
        Some(sessions) => say(&format!(
            "{} of {email}: every server refuses them within 2 seconds.\n",
            were_ended(sessions)
        )),
        None => Err(CommandError::Refused(format!(
            "Nobody has an account with the address {email}."
        ))),
    }
}

async fn open(config: &Config) -> Result<Database, CommandError> {
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
    Ok(database)
}

fn were_ended(sessions: u64) -> String {
    if sessions == 1 {
        "1 session was ended".to_owned()
    } else {
        format!("{sessions} sessions were ended")
    }
}

pub(super) async fn reset_second_factor(
    config: &Config,
    email: &str,
    public_url: &str,
) -> Result<(), CommandError> {
    let database = open(config).await?;
    let (clock, entropy) = (Clock::system(), Entropy::system());
    let secret = InstallationSecret::load_or_create(&config.secret_file(), false, &entropy)
        .map_err(CommandError::failed("the installation has no secret"))?;
    let vault = Vault::from_secret(&secret, entropy.clone())
        .map_err(CommandError::failed("there is no key for letters"))?;
    let letters = Mailer::new(
        clock.clone(),
        entropy,
        vault,
        public_url.trim_end_matches('/').to_owned(),
        config.mail.smtp_url.is_some(),
    );
    let reset = reset_mfa(email, &database, &letters, &clock).await;
    match reset.map_err(CommandError::failed(
        "two-step sign-in could not be turned off",
    ))? {
        MfaResetOutcome::Reset(sessions) => {
            let ended = were_ended(sessions);
            say(&format!(
                "Two-step sign-in of {email} is off, and {ended}. A letter tells them.\n"
            ))
        }
        MfaResetOutcome::NotEnabled => Err(CommandError::Refused(format!(
            "Two-step sign-in of {email} is not on: there is nothing to turn off."
        ))),
        MfaResetOutcome::UnknownAccount => Err(CommandError::Refused(format!(
            "Nobody has an account with the address {email}."
        ))),
    }
}
