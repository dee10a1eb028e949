//! Account recovery: MFA reset and session revocation for one user.

use super::{CommandError, migrate, print_output};
use crate::auth::{InstallationSecret, Vault};
use crate::clock::Clock;
use crate::config::Config;
use crate::email::Mailer;
use crate::entropy::Entropy;
use crate::features::accounts::{self, MfaResetOutcome, revoke_all_sessions};
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(super) enum PersonCommand {
    /// Disable MFA for a user who has lost the authenticator app and all recovery codes, and revoke
    /// their sessions. The user is notified by email. Verify the identity of the requester first.
    ResetMfa {
        #[command(flatten)]
        config: Config,
        /// Email address of the account.
        email: String,
        /// URL that browsers use, for the link in the email.
        #[arg(
            long,
            env = "SPROUT_PUBLIC_URL",
            default_value = "http://127.0.0.1:8080"
        )]
        public_url: String,
    },
    /// Revoke all sessions of a user on every device. Password and MFA stay unchanged.
    RevokeSessions {
        #[command(flatten)]
        config: Config,
        /// Email address of the account.
        email: String,
    },
}

pub(super) async fn revoke_sessions(config: &Config, email: &str) -> Result<(), CommandError> {
    let database = migrate::open_migrated(config).await?;
    let revoked = revoke_all_sessions(email, &database, &Clock::system()).await;
    match revoked.map_err(CommandError::with_context("cannot revoke the sessions"))? {
        Some(sessions) => print_output(&format!(
            "{} of {email} revoked. Servers refuse them within 2 seconds.\n",
            format_session_count(sessions)
        )),
        None => Err(unknown_account_error(email)),
    }
}

fn format_session_count(sessions: u64) -> String {
    if sessions == 1 {
        "1 session".to_owned()
    } else {
        format!("{sessions} sessions")
    }
}

fn unknown_account_error(email: &str) -> CommandError {
    CommandError::Refused(format!("No account has the email address {email}."))
}

pub(super) async fn reset_mfa(
    config: &Config,
    email: &str,
    public_url: &str,
) -> Result<(), CommandError> {
    let database = migrate::open_migrated(config).await?;
    let (clock, entropy) = (Clock::system(), Entropy::system());
    let secret = InstallationSecret::load_or_create(&config.secret_file(), false, &entropy)
        .map_err(CommandError::with_context("cannot load the secret"))?;
    let vault = Vault::from_secret(&secret, entropy.clone()).map_err(
        CommandError::with_context("cannot derive the encryption key"),
    )?;
    let mailer = Mailer::new(
        clock.clone(),
        entropy,
        vault,
        public_url.trim_end_matches('/').to_owned(),
        config.mail.smtp_url.is_some(),
    );
    let reset = accounts::reset_mfa(email, &database, &mailer, &clock).await;
    match reset.map_err(CommandError::with_context("cannot disable MFA"))? {
        MfaResetOutcome::Reset(sessions) => print_output(&format!(
            "MFA of {email} disabled, {} revoked. The user is notified by email.\n",
            format_session_count(sessions)
        )),
        MfaResetOutcome::NotEnabled => Err(CommandError::Refused(format!(
            "MFA of {email} is not enabled."
        ))),
        MfaResetOutcome::UnknownAccount => Err(unknown_account_error(email)),
    }
}
