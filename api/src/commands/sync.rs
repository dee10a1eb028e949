//! Runs Data Sync from the command line.

use super::{CommandError, migrate, say};
use crate::auth::{InstallationSecret, Vault};
use crate::clock::Clock;
use crate::config::{Config, Mode};
use crate::entropy::Entropy;
use crate::features::data_sync::{Asked, Connectors, DataSync, Rhythm};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Sync {
    /// The organization's id or slug.
    #[arg(long)]
    tenant: String,
    /// A folder warehouse: it becomes the organization's source where the server may read it too;
    /// elsewhere it is read this once.
    #[arg(long)]
    source: Option<PathBuf>,
    /// One source table, such as `inventory_data`; all of them where it is left out.
    #[arg(long)]
    table: Option<String>,
    /// Read only what is new since it was read last: files that have landed already are left out.
    #[arg(long, conflicts_with_all = ["table", "confirm_removals"])]
    incremental: bool,
    /// Remove rows that the source no longer has even where that takes away more than 20 % of a
    /// table.
    #[arg(long)]
    confirm_removals: bool,
    /// Answer with JSON.
    #[arg(long)]
    json: bool,
}

impl Sync {
    pub(super) async fn run(self, config: &Config) -> Result<(), CommandError> {
        let entropy = Entropy::system();
        let database = migrate::open(config).await?;
        let access = database
            .platform()
            .find_organization_for_command(&self.tenant)
            .await
            .map_err(CommandError::failed(
                "the organization could not be looked up",
            ))?;
        let access = access.ok_or_else(|| {
            CommandError::Refused(format!(
                "There is no organization with the id or slug \"{}\".",
                self.tenant
            ))
        })?;
        let secret = InstallationSecret::load_or_create(
            &config.secret_file(),
            config.mode == Mode::SelfHosted,
            &entropy,
        );
        let secret = secret.map_err(CommandError::failed("the installation has no secret"))?;
        let vault = Vault::from_secret(&secret, entropy.clone()).map_err(CommandError::failed(
            "there is no key for the passwords of sources",
        ))?;
        let sync = DataSync::new(
            database,
            Clock::system(),
            entropy,
            Connectors::of_config(config, vault),
            None,
        )
        .telling(config.mail.smtp_url.is_some());
        let sync = sync.in_rhythm(Rhythm::of_silence(config.sync_silence));
        let asked = Asked {
            table: self.table.as_deref(),
            incremental: self.incremental,
            confirm_removals: self.confirm_removals,
        };
        let ran = sync.sync_now(&access, self.source.as_deref(), asked).await;
        let ran = ran.map_err(CommandError::failed("the sync did not succeed"))?;
        say(&if self.json {
            ran.to_json_text()
        } else {
            ran.to_text()
        })
    }
}
