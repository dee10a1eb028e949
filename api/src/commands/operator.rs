//! Manages operators from the server's command line.

use super::{CommandError, migrate, print_output};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Actor, Database, GrantOutcome};
use crate::entropy::Entropy;
use crate::ids::PersonId;
use clap::Subcommand;
use std::fmt::Write;

#[derive(Debug, Subcommand)]
pub(super) enum OperatorCommand {
    /// Make a user an operator, who manages all organizations on the page /operator. The user needs
    /// an account.
    Grant {
        #[command(flatten)]
        config: Config,
        /// Email address of the account.
        email: String,
    },
    /// Revoke operator access. Servers refuse it within 2 seconds.
    Revoke {
        #[command(flatten)]
        config: Config,
        /// Email address of the account.
        email: String,
    },
    /// List the operators.
    List {
        #[command(flatten)]
        config: Config,
    },
}

/// The actor of this command in the operator audit log.
fn command_actor() -> Actor {
    Actor::system()
}

pub(super) async fn run(command: OperatorCommand) -> Result<(), CommandError> {
    let clock = Clock::system();
    let failed = || CommandError::with_context("cannot update the operators");
    let new_id = || {
        Entropy::system()
            .uuid_v7(clock.now())
            .map_err(CommandError::with_context("cannot generate random numbers"))
    };
    match command {
        OperatorCommand::Grant { config, email } => {
            let database = migrate::open_migrated(&config).await?;
            let email = normalize_email(&email);
            let outcome = database
                .platform()
                .grant_operator(&email, &command_actor(), new_id()?, clock.now())
                .await
                .map_err(failed())?;
            print_grant(&database, &email, outcome).await
        }
        OperatorCommand::Revoke { config, email } => {
            let email = normalize_email(&email);
            let is_revoked = migrate::open_migrated(&config)
                .await?
                .platform()
                .revoke_operator(&email, &command_actor(), new_id()?, clock.now())
                .await
                .map_err(failed())?;
            if is_revoked {
                return print_output(&format!(
                    "{email} is no longer an operator. Servers refuse access within 2 seconds.\n"
                ));
            }
            Err(CommandError::Refused(format!(
                "{email} is not an operator. Run `sprout operator list` to see all operators."
            )))
        }
        OperatorCommand::List { config } => {
            let operators = migrate::open_migrated(&config)
                .await?
                .platform()
                .list_operators()
                .await
                .map_err(CommandError::with_context("cannot read the operators"))?;
            if operators.is_empty() {
                return print_output(
                    "There are no operators. Run `sprout operator grant EMAIL` to add one.\n",
                );
            }
            let mut text = String::new();
            for row in operators {
                let granted_at = row.operator.granted_at.format("%Y-%m-%d %H:%M");
                let _ = writeln!(
                    text,
                    "{granted_at}  {}  {}",
                    row.person.email, row.person.name
                );
            }
            print_output(&text)
        }
    }
}

async fn print_grant(
    database: &Database,
    email: &str,
    outcome: GrantOutcome,
) -> Result<(), CommandError> {
    let message = match outcome {
        GrantOutcome::Granted(person) => {
            print_output(&format!(
                "{} <{}> is an operator now. The page /operator appears in their account menu \
                 after a reload.\n",
                person.name, person.email
            ))?;
            let is_mfa_enabled = database
                .platform()
                .is_mfa_enabled(PersonId(person.id))
                .await
                .map_err(CommandError::with_context("cannot read the MFA status"))?;
            if !is_mfa_enabled {
                print_output("MFA is not enabled for this account. Ask them to set it up.\n")?;
            }
            return Ok(());
        }
        GrantOutcome::AlreadyOperator => {
            return print_output(&format!("{email} is already an operator.\n"));
        }
        GrantOutcome::PersonNotFound => format!(
            "No account has the email address {email}. They must register or be invited first."
        ),
        GrantOutcome::AccountDisabled => format!("The account {email} is disabled."),
        GrantOutcome::DemoAccount => "The demo account cannot be an operator, because its \
                                      password is public. Use an account of your own."
            .to_owned(),
    };
    Err(CommandError::Refused(message))
}

/// Normalizes an email address as in the database.
fn normalize_email(email: &str) -> String {
    email.trim().to_lowercase()
}
