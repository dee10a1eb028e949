//! Looks after the keys that sign access tokens.

use super::{CommandError, migrate, say};
use crate::auth::{ACTIVATION_DELAY, InstallationSecret, SigningKey};
use crate::clock::Clock;
use crate::config::{Config, Mode};
use crate::entropy::Entropy;
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(super) enum KeysCommand {
    /// Sign access tokens by a new key from now on. Tokens that the old one has signed verify until
    /// they end, and nobody is signed out.
    Rotate {
        #[command(flatten)]
        config: Config,
    },
}

pub(super) async fn rotate(config: &Config) -> Result<(), CommandError> {
    let secret = InstallationSecret::load_or_create(
        &config.secret_file(),
        config.mode == Mode::SelfHosted,
        &Entropy::system(),
    );
    let keys = SigningKey::first_version(
        &secret.map_err(CommandError::failed("the installation has no secret"))?,
    )
    .map_err(CommandError::failed("there are no signing keys"))?;
    let signs_from = Clock::system().now() + ACTIVATION_DELAY;
    let platform = migrate::open(config).await?.platform();
    let epoch =
        platform
            .add_signing_key_version(signs_from)
            .await
            .map_err(CommandError::failed(
                "the new key could not be written down",
            ))?;
    let next = keys
        .for_version(epoch)
        .map_err(CommandError::failed("the new key cannot be derived"))?;
    say(&format!(
        "Access tokens are signed by key {} (number {epoch}) from {} on.\n",
        next.kid,
        signs_from.to_rfc3339()
    ))
}
