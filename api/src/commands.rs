//! The jobs of the `sprout` binary, one file each.

mod answers;
mod audit;
mod backtest;
mod broken_off;
mod deletions;
mod demo;
mod demo_tenant;
mod keys;
mod letters;
mod mails;
mod migrate;
mod openapi;
mod operator;
mod outbox;
mod person;
pub mod schedules;
mod security_events;
mod serve;
mod sync;
pub mod verify_figures;
mod yields;

use crate::config::{Config, ConfigError, ServeConfig};
use crate::telemetry;
use clap::{Parser, Subcommand};
use std::io::{self, Write};

/// Analytics for businesses that supply farmers with seed, fertilizer and crop protection.
#[derive(Debug, Parser)]
#[command(name = "sprout", version)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the API, the web app and Swagger UI.
    Serve {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        serve: ServeConfig,
    },
    /// Print the contract (openapi.json); needs neither configuration nor database.
    Openapi,
    /// Bring the database's schema up to date.
    Migrate {
        #[command(flatten)]
        config: Config,
    },
    /// Write a generated demo warehouse: five CSV files.
    Demo(demo::Demo),
    /// Run Data Sync for an organization and say what it did.
    Sync {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        sync: sync::Sync,
    },
    /// List the letters to people that wait or were sent; `show ID` reads one.
    Outbox {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        outbox: outbox::ShowOutbox,
    },
    /// Say who runs the installation: operators look after all organizations.
    #[command(subcommand)]
    Operator(operator::OperatorCommand),
    /// Look over what the organizations' audit logs say.
    #[command(subcommand)]
    Audit(audit::Audit),
    /// Look after the keys that sign access tokens.
    #[command(subcommand)]
    Keys(keys::KeysCommand),
    /// Do something for one person that they cannot do themselves.
    #[command(subcommand)]
    Person(person::PersonCommand),
    /// Make the figures of the screens from a folder of past data, to be scored.
    Backtest(backtest::Backtest),
    /// Compare every figure with the same one made from the source's files alone; fails where one
    /// differs.
    VerifyFigures {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        verify: verify_figures::VerifyFigures,
    },
}

/// Why a command ended without doing its job. Shown to the operator, with its causes.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// Settings that cannot work together.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A file or the network did not do as asked.
    #[error("{what}")]
    Io {
        /// What was tried.
        what: String,
        /// Why it failed.
        #[source]
        source: io::Error,
    },
    /// Anything that a lower floor reports.
    #[error("{what}")]
    Failed {
        /// What was tried.
        what: String,
        /// Why it failed.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The command cannot be carried out as asked; the text says what to do.
    #[error("{0}")]
    Refused(String),
}

impl CommandError {
    fn failed<E: std::error::Error + Send + Sync + 'static>(
        what: impl Into<String>,
    ) -> impl FnOnce(E) -> Self {
        let what = what.into();
        move |source| Self::Failed {
            what,
            source: Box::new(source),
        }
    }

    fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }
}

impl Cli {
    /// Carries out the command.
    pub async fn run(self) -> Result<(), CommandError> {
        match self.command {
            Command::Serve { config, serve } => {
                telemetry::init_logging(config.log_format, &config.log);
                serve::run(config, serve).await
            }
            Command::Openapi => openapi::run(),
            Command::Migrate { config } => migrate::run(&config).await,
            Command::Demo(demo) => demo.run(),
            Command::Backtest(backtest) => backtest.run(),
            Command::Audit(audit::Audit::Verify { config, verify }) => verify.run(&config).await,
            Command::Keys(keys::KeysCommand::Rotate { config }) => keys::rotate(&config).await,
            Command::Person(person::PersonCommand::ResetSecondFactor {
                config,
                email,
                public_url,
            }) => person::reset_second_factor(&config, &email, &public_url).await,
            Command::Person(person::PersonCommand::EndSessions { config, email }) => {
                person::end_sessions(&config, &email).await
            }
            Command::Sync { config, sync } => {
                telemetry::init_logging(config.log_format, &config.log);
                sync.run(&config).await
            }
            Command::Operator(command) => operator::run(command).await,
            Command::Outbox { config, outbox } => outbox.run(&config).await,
            Command::VerifyFigures { config, verify } => {
                telemetry::init_logging(config.log_format, &config.log);
                verify.run(&config).await
            }
        }
    }
}

/// What a command answers goes to standard output; the log goes to standard error.
fn say(text: &str) -> Result<(), CommandError> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(CommandError::io("standard output is closed"))
}

/// What a command notes beside its answer goes to standard error.
fn note(text: &str) -> Result<(), CommandError> {
    let mut out = io::stderr().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(CommandError::io("standard error is closed"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_command_can_be_parsed() {
        Cli::command().debug_assert();
        for line in [
            "sprout serve --demo",
            "sprout serve --demo false --listen 127.0.0.1:0",
            "sprout openapi",
            "sprout migrate",
            "sprout demo --out x --seed 1 --as-of 2026-01-01 --transactions 5",
            "sprout backtest customers-cdnow --data x --out y.csv",
            "sprout sync --tenant demo --source x --table inventory_data --confirm-removals --json",
            "sprout outbox",
            "sprout outbox --data-dir x show 0197a000-0000-7000-8000-000000000000",
            "sprout operator grant ada@prairie.example",
            "sprout operator revoke --data-dir x ada@prairie.example",
            "sprout operator list",
            "sprout audit verify",
            "sprout keys rotate",
            "sprout person reset-second-factor ada@prairie.example",
            "sprout person end-sessions --data-dir x ada@prairie.example",
            "sprout audit verify --tenant demo --head 00ff",
            "sprout verify-figures --tenant demo --data x --only-differences",
        ] {
            assert!(Cli::try_parse_from(line.split(' ')).is_ok(), "{line}");
        }
        assert!(
            Cli::try_parse_from(["sprout", "demo", "--out", "x", "--as-of", "yesterday"]).is_err()
        );
    }
}
