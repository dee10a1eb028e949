//! The commands of the `sprout` binary.

mod audit;
pub mod background_tasks;
mod backtest;
mod backup;
mod demo;
mod demo_tenant;
mod doctor;
mod email;
mod eval;
mod import;
mod inspect;
mod keys;
pub mod metrics_endpoint;
mod migrate;
mod operator;
mod outbox;
mod person;
mod serve;
mod server_lock;
mod sessions;
mod sync;
pub mod verify_figures;

use crate::config::{Config, ConfigError, ServeConfig};
use crate::db::{Access, Database};
use crate::{openapi, telemetry};
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
    /// Start the server: API, web app and Swagger UI.
    Serve {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        serve: ServeConfig,
    },
    /// Print openapi.json. Needs neither configuration nor a database.
    Openapi,
    /// Migrate the database to the current schema.
    Migrate {
        #[command(flatten)]
        config: Config,
        /// Distribute the tables of the warehouse over the nodes of a Citus cluster. Later
        /// migrations distribute new tables by themselves.
        #[arg(long)]
        citus: bool,
    },
    /// Generate a demo warehouse: CSV files of a source.
    Demo(demo::DemoCommand),
    /// Recognize the tables of exported files and write what would be imported. Exits with 3 if no
    /// file can be read.
    Inspect(inspect::InspectCommand),
    /// Read exported files, load their rows into an organization and print the result. Exits with 3
    /// if no table is recognized.
    Import {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        import: import::ImportCommand,
    },
    /// Run Data Sync for an organization and print the result.
    Sync {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        sync: sync::SyncCommand,
    },
    /// Check the installation: settings, files, database, limits, email. Exits with 1 if something is
    /// wrong.
    Doctor {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        serve: ServeConfig,
        #[command(flatten)]
        doctor: doctor::DoctorCommand,
    },
    /// Back up the database while the server runs.
    Backup {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        backup: backup::BackupCommand,
    },
    /// Restore a backup into an empty database, and revoke all sessions.
    Restore {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        restore: backup::RestoreCommand,
    },
    /// List outgoing emails; `show ID` prints one.
    Outbox {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        outbox: outbox::OutboxCommand,
    },
    /// Check that email arrives.
    #[command(subcommand)]
    Email(email::EmailCommand),
    /// Manage the operators, who administer the whole installation.
    #[command(subcommand)]
    Operator(operator::OperatorCommand),
    /// Check the audit logs of organizations.
    #[command(subcommand)]
    Audit(audit::AuditCommand),
    /// Manage the keys that sign access tokens.
    #[command(subcommand)]
    Keys(keys::KeysCommand),
    /// Help a user who is locked out.
    #[command(subcommand)]
    Person(person::PersonCommand),
    /// Manage the sessions of all users.
    #[command(subcommand)]
    Sessions(sessions::SessionsCommand),
    /// Compute forecasts and recommendations from past data, for scoring.
    Backtest(backtest::BacktestCommand),
    /// Evaluate answers to questions and metric queries.
    #[command(subcommand)]
    Eval(eval::EvalCommand),
    /// Compare every figure with the same figure computed from the source files. Fails if any
    /// differs.
    VerifyFigures {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        verify: verify_figures::VerifyFigures,
    },
}

/// Why a command failed. Printed with its causes.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The settings contradict each other.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A file or network operation failed.
    #[error("{operation}")]
    Io {
        /// The operation that failed.
        operation: String,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// Another error from a lower layer.
    #[error("{operation}")]
    Failed {
        /// The operation that failed.
        operation: String,
        /// The cause.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The command cannot run as requested. The message says what to do.
    #[error("{0}")]
    Refused(String),
    /// None of the files to inspect can be read.
    #[error("None of the files can be read. The proposal says why.")]
    NothingRead,
}

impl CommandError {
    /// The exit code of the process.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::NothingRead => 3,
            _ => 1,
        }
    }

    fn with_context<E: std::error::Error + Send + Sync + 'static>(
        operation: impl Into<String>,
    ) -> impl FnOnce(E) -> Self {
        let operation = operation.into();
        move |source| Self::Failed {
            operation,
            source: Box::new(source),
        }
    }

    fn with_io_context(operation: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let operation = operation.into();
        move |source| Self::Io { operation, source }
    }
}

impl Cli {
    /// Runs the command.
    pub async fn run(self) -> Result<(), CommandError> {
        match self.command {
            Command::Serve { config, serve } => {
                telemetry::init_logging(config.log_format, &config.log);
                Box::pin(serve::run(config, serve)).await
            }
            Command::Openapi => print_output(&openapi::contract_json()),
            Command::Migrate { config, citus } => migrate::run(&config, citus).await,
            Command::Demo(demo) => demo.run(),
            Command::Inspect(inspect) => inspect.run(),
            Command::Backtest(backtest) => backtest.run(),
            Command::Eval(eval) => {
                telemetry::init_logging(telemetry::LogFormat::Text, "warn");
                Box::pin(eval.run()).await
            }
            Command::Audit(audit::AuditCommand::Verify { config, verify }) => {
                verify.run(&config).await
            }
            Command::Keys(keys::KeysCommand::Rotate { config }) => {
                keys::rotate_signing_key(&config).await
            }
            Command::Person(person::PersonCommand::ResetMfa {
                config,
                email,
                public_url,
            }) => person::reset_mfa(&config, &email, &public_url).await,
            Command::Person(person::PersonCommand::RevokeSessions { config, email }) => {
                person::revoke_sessions(&config, &email).await
            }
            Command::Sessions(command) => sessions::run(command).await,
            Command::Doctor {
                config,
                serve,
                doctor,
            } => doctor.run(&config, &serve).await,
            Command::Backup { config, backup } => backup.run(&config).await,
            Command::Restore { config, restore } => restore.run(&config).await,
            Command::Import { config, import } => {
                telemetry::init_logging(config.log_format, &config.log);
                Box::pin(import.run(&config)).await
            }
            Command::Sync { config, sync } => {
                telemetry::init_logging(config.log_format, &config.log);
                sync.run(&config).await
            }
            Command::Operator(command) => operator::run(command).await,
            Command::Email(email::EmailCommand::Test {
                config,
                address,
                public_url,
            }) => email::send_test_email(&config, &address, &public_url).await,
            Command::Outbox { config, outbox } => outbox.run(&config).await,
            Command::VerifyFigures { config, verify } => {
                telemetry::init_logging(config.log_format, &config.log);
                verify.run(&config).await
            }
        }
    }
}

/// The organization with this id or slug.
async fn find_organization(database: &Database, tenant: &str) -> Result<Access, CommandError> {
    database
        .platform()
        .find_organization_for_command(tenant)
        .await
        .map_err(CommandError::with_context(
            "cannot look up the organization",
        ))?
        .ok_or_else(|| {
            CommandError::Refused(format!(
                "There is no organization with the id or slug \"{tenant}\"."
            ))
        })
}

/// Writes a command's result to standard output. Logs go to standard error.
fn print_output(text: &str) -> Result<(), CommandError> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(CommandError::with_io_context("standard output is closed"))
}

/// Writes a remark that is not part of the result to standard error.
fn print_note(text: &str) -> Result<(), CommandError> {
    let mut out = io::stderr().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(CommandError::with_io_context("standard error is closed"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn parses_every_command() {
        Cli::command().debug_assert();
        for line in [
            "sprout serve --demo",
            "sprout serve --demo false --listen 127.0.0.1:0",
            "sprout openapi",
            "sprout migrate",
            "sprout demo --out x --seed 1 --as-of 2026-01-01 --transactions 5",
            "sprout inspect a.csv b.xlsx --answers c.json --out x",
            "sprout eval assistant --questions x --out y",
            "sprout eval metrics --data x --today 2026-06-15 --queries q.jsonl.gz --out y",
            "sprout eval metrics --data x --today 2024-12-31T20:00:00Z --time-zone Pacific/Kiritimati --queries q --out y",
            "sprout backtest customers-cdnow --data x --out y.csv",
            "sprout sync --tenant demo --source x --table inventory_data --confirm-deletions --json",
            "sprout outbox",
            "sprout outbox --data-dir x show 0197a000-0000-7000-8000-000000000000",
            "sprout email test --public-url https://sprout.example ada@prairie.example",
            "sprout operator grant ada@prairie.example",
            "sprout operator revoke --data-dir x ada@prairie.example",
            "sprout operator list",
            "sprout audit verify",
            "sprout keys rotate",
            "sprout sessions revoke-all",
            "sprout doctor --json --listen 127.0.0.1:0",
            "sprout backup --out x --keep 7",
            "sprout restore --from x --data-dir y",
            "sprout person reset-mfa ada@prairie.example",
            "sprout person revoke-sessions --data-dir x ada@prairie.example",
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
