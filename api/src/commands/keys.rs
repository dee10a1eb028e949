//! Manages the keys that sign access tokens.

use super::{CommandError, migrate, print_output};
use crate::auth::{ACTIVATION_DELAY, InstallationSecret, SigningKey};
use crate::clock::Clock;
use crate::config::Config;
use crate::entropy::Entropy;
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(super) enum KeysCommand {
    /// Create a new key for signing access tokens. Existing tokens stay valid until they expire,
    /// and no user is signed out.
    Rotate {
        #[command(flatten)]
        config: Config,
    },
}

pub(super) async fn rotate_signing_key(config: &Config) -> Result<(), CommandError> {
    let secret =
        InstallationSecret::load_or_create(&config.secret_file(), false, &Entropy::system());
    let keys = SigningKey::first_version(
        &secret.map_err(CommandError::with_context("cannot load the secret"))?,
    )
    .map_err(CommandError::with_context("cannot derive the signing key"))?;
    let signs_from = Clock::system().now() + ACTIVATION_DELAY;
    let platform = migrate::open_database(config).await?.platform();
    let version =
        platform
            .add_signing_key_version(signs_from)
            .await
            .map_err(CommandError::with_context(
                "cannot store the new key version",
            ))?;
    let next = keys
        .for_version(version)
        .map_err(CommandError::with_context("cannot derive the new key"))?;
    print_output(&format!(
        "Key {} (version {version}) signs access tokens from {}.\n",
        next.kid,
        signs_from.to_rfc3339()
    ))
}
