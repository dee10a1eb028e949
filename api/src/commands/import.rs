//! Imports exported files from the command line.

use super::{CommandError, find_organization, migrate, print_output};
use crate::auth::{InstallationSecret, Scope, Vault};
use crate::clock::Clock;
use crate::config::Config;
use crate::entropy::Entropy;
use crate::features::data_sync::{Connectors, DataSync, HeartbeatConfig};
use crate::features::imports::{ImportCommandOptions, import_files};
use clap::Args;
use imports::answers::Answer;
use serde::Deserialize;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct ImportCommand {
    /// Id or slug of the organization.
    #[arg(long)]
    tenant: String,
    /// CSV files, workbooks or zip archives of them. They belong together.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// JSON file with answers to questions, as for `sprout inspect`. They are remembered.
    #[arg(long)]
    answers: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// The part of an answers file that an organization does not know itself.
#[derive(Deserialize)]
struct AnswersFile {
    #[serde(default)]
    answers: Vec<Answer>,
}

impl ImportCommand {
    pub(super) async fn run(self, config: &Config) -> Result<(), CommandError> {
        let (entropy, clock) = (Entropy::system(), Clock::system());
        let answers = match &self.answers {
            None => Vec::new(),
            Some(path) => {
                let text = std::fs::read_to_string(path).map_err(CommandError::with_io_context(
                    format!("cannot read {}", path.display()),
                ))?;
                let file: AnswersFile = serde_json::from_str(&text)
                    .map_err(CommandError::with_context("the answers are not valid"))?;
                file.answers
            }
        };
        let database = migrate::open_database(config).await?;
        let access = find_organization(&database, &self.tenant).await?;
        let secret = InstallationSecret::load_or_create(&config.secret_file(), false, &entropy);
        let secret = secret.map_err(CommandError::with_context("cannot load the secret"))?;
        let vault = Vault::from_secret(&secret, entropy.clone()).map_err(
            CommandError::with_context("cannot derive the encryption key"),
        )?;
        let connectors = Connectors::from_config(config, vault);
        let sync = DataSync::new(
            database.clone(),
            clock.clone(),
            entropy.clone(),
            connectors,
            None,
        )
        .with_email(config.mail.smtp_url.is_some())
        .with_heartbeat(HeartbeatConfig::from_timeout_seconds(
            config.sync_heartbeat_timeout,
        ));
        let scope = Scope::for_operator(access, database, clock.clone());
        let options = ImportCommandOptions {
            files: self.files,
            answers,
        };
        let result = import_files(&sync, &scope, &clock, &entropy, options)
            .await
            .map_err(CommandError::with_context("the import failed"))?;
        print_output(&if self.json {
            result.to_json()
        } else {
            result.to_text()
        })?;
        if result.run.is_none() {
            return Err(CommandError::NothingRead);
        }
        Ok(())
    }
}
