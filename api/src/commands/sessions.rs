//! Revokes the sessions of everyone, after a restore or a leak.

use super::{CommandError, migrate, print_output};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Actor, Database};
use crate::entropy::Entropy;
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(super) enum SessionsCommand {
    /// Revoke all sessions of all users. Run it after restoring a backup: its refresh tokens would
    /// be valid again. Passwords, MFA and API keys stay unchanged.
    RevokeAll {
        #[command(flatten)]
        config: Config,
    },
}

pub(super) async fn run(command: SessionsCommand) -> Result<(), CommandError> {
    let SessionsCommand::RevokeAll { config } = command;
    let ended = revoke_all(&migrate::open_migrated(&config).await?).await?;
    let sessions = if ended == 1 { "session" } else { "sessions" };
    print_output(&format!(
        "{ended} {sessions} revoked. Servers refuse them within 2 seconds.\n"
    ))
}

/// Revokes all sessions. Returns how many.
pub(super) async fn revoke_all(database: &Database) -> Result<u64, CommandError> {
    let now = Clock::system().now();
    let entry = Entropy::system()
        .uuid_v7(now)
        .map_err(CommandError::with_context("cannot generate random numbers"))?;
    database
        .platform()
        .revoke_every_session(&Actor::system(), entry, now)
        .await
        .map_err(CommandError::with_context("cannot revoke the sessions"))
}
