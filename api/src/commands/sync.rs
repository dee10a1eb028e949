//! Runs Data Sync from the command line.

use super::{CommandError, find_organization, migrate, print_output};
use crate::auth::{InstallationSecret, Vault};
use crate::clock::Clock;
use crate::config::Config;
use crate::entropy::Entropy;
use crate::features::data_sync::{Connectors, DataSync, HeartbeatConfig, SyncCommandOptions};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct SyncCommand {
    /// Id or slug of the organization.
    #[arg(long)]
    tenant: String,
    /// Folder with the source tables. It becomes the organization's source if the server may read
    /// it, otherwise it is used for this run only.
    #[arg(long)]
    source: Option<PathBuf>,
    /// One source table, such as `inventory_data`. Default: all tables.
    #[arg(long)]
    table: Option<String>,
    /// Read only new data. Files that were already loaded are skipped.
    #[arg(long, conflicts_with_all = ["table", "confirm_deletions"])]
    incremental: bool,
    /// Delete rows that are missing from the source even if that removes more than 20 % of a table.
    #[arg(long)]
    confirm_deletions: bool,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

impl SyncCommand {
    pub(super) async fn run(self, config: &Config) -> Result<(), CommandError> {
        let entropy = Entropy::system();
        let database = migrate::open_database(config).await?;
        let access = find_organization(&database, &self.tenant).await?;
        let secret = InstallationSecret::load_or_create(&config.secret_file(), false, &entropy);
        let secret = secret.map_err(CommandError::with_context("cannot load the secret"))?;
        let vault = Vault::from_secret(&secret, entropy.clone()).map_err(
            CommandError::with_context("cannot derive the encryption key"),
        )?;
        let sync = DataSync::new(
            database,
            Clock::system(),
            entropy,
            Connectors::from_config(config, vault),
            None,
        )
        .with_time_limit(config.sync_time_limit())
        .with_email(config.mail.smtp_url.is_some());
        let sync = sync.with_heartbeat(HeartbeatConfig::from_timeout_seconds(
            config.sync_heartbeat_timeout,
        ));
        let options = SyncCommandOptions {
            table: self.table.as_deref(),
            incremental: self.incremental,
            confirm_deletions: self.confirm_deletions,
        };
        let result = sync
            .sync_now(&access, self.source.as_deref(), options)
            .await;
        let result = result.map_err(CommandError::with_context("the sync failed"))?;
        print_output(&if self.json {
            result.to_json()
        } else {
            result.to_text()
        })
    }
}
