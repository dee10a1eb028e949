//! Says who runs the installation, from the command line of its server.

use super::{CommandError, migrate, say};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Actor, Database, GrantOutcome};
use crate::entropy::Entropy;
use crate::ids::PersonId;
use clap::Subcommand;
use std::fmt::Write;

#[derive(Debug, Subcommand)]
pub(super) enum OperatorCommand {
    /// Make somebody an operator, who looks after all organizations on the page /operator. They
    /// need an account.
    Grant {
        #[command(flatten)]
        config: Config,
        /// The address that they sign in with.
        email: String,
    },
    /// Take it from them: every server refuses them within 2 seconds.
    Revoke {
        #[command(flatten)]
        config: Config,
        /// The address that they sign in with.
        email: String,
    },
    /// List the operators.
    List {
        #[command(flatten)]
        config: Config,
    },
}

/// How the installation's record and the table tell of this command.
fn command_line() -> Actor {
    Actor::system()
}

pub(super) async fn run(command: OperatorCommand) -> Result<(), CommandError> {
    let (clock, entropy) = (Clock::system(), Entropy::system());
    let unwritten = || CommandError::failed("who runs the installation could not be written down");
    let act = || {
        entropy
            .uuid_v7(clock.now())
            .map_err(CommandError::failed("the system gives no random numbers"))
    };
    match command {
        OperatorCommand::Grant { config, email } => {
            let (platform, email) = (open(&config).await?.platform(), normal(&email));
            let granted = platform
                .grant_operator(&email, &command_line(), act()?, clock.now())
                .await
                .map_err(unwritten())?;
            let refused = |words: String| Err(CommandError::Refused(words));
            match granted {
                GrantOutcome::Granted(person) => {
                    let words = "They look after all organizations on the page /operator: it \
                        shows in their account menu once they load the page anew.";
                    say(&format!(
                        "{} <{}> is an operator now. {words}\n",
                        person.name, person.email
                    ))?;
                    let factor = platform
                        .find_mfa_credential(PersonId(person.id))
                        .await
                        .map_err(unwritten())?;
                    if factor.is_none_or(|factor| factor.confirmed_at.is_none()) {
                        say("Two-step sign-in is off for this account: ask them to turn it on.\n")?;
                    }
                    Ok(())
                }
                GrantOutcome::AlreadyOperator => say(&format!("{email} is an operator already.\n")),
                GrantOutcome::PersonNotFound => refused(format!(
                    "Nobody has an account with the address \
                    {email}: they register first, or are invited."
                )),
                GrantOutcome::AccountDisabled => {
                    refused(format!("The account {email} is shut out."))
                }
                GrantOutcome::DemoAccount => refused(
                    "The demo's password is public: nobody of the demo can be an \
                        operator. Grant it to an account of your own."
                        .to_owned(),
                ),
            }
        }
        OperatorCommand::Revoke { config, email } => {
            let (platform, email) = (open(&config).await?.platform(), normal(&email));
            if platform
                .revoke_operator(&email, &command_line(), act()?, clock.now())
                .await
                .map_err(unwritten())?
            {
                return say(&format!(
                    "{email} is no operator any more: every server refuses them within 2 seconds.\n"
                ));
            }
            Err(CommandError::Refused(format!(
                "{email} is no operator: `sprout operator list` says who is."
            )))
        }
        OperatorCommand::List { config } => {
            let listed = open(&config)
                .await?
                .platform()
                .list_operators()
                .await
                .map_err(CommandError::failed("the operators could not be read"))?;
            if listed.is_empty() {
                return say(
                    "There is no operator: `sprout operator grant EMAIL` makes somebody one.\n",
                );
            }
            let mut text = String::new();
            for known in listed {
                let since = known.operator.since.format("%Y-%m-%d %H:%M");
                let _ = writeln!(
                    text,
                    "{since}  {}  {}",
                    known.person.email, known.person.name
                );
            }
            say(&text)
        }
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

/// As addresses are kept.
fn normal(email: &str) -> String {
    email.trim().to_lowercase()
}
