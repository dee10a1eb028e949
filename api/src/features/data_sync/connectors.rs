//! What a source may be here, and what opens it: the operator's folders, the network that may be
//! called, the keeper of passwords.

use super::source::FolderPolicy;
use crate::auth::Vault;
use crate::config::{Config, Mode};
use crate::outbound::NetworkPolicy;

/// What sources are opened with.
#[derive(Clone)]
pub struct Connectors {
    /// Where folders may lie.
    pub folders: FolderPolicy,
    /// Which servers may be called.
    pub network_policy: NetworkPolicy,
    /// Keeps the passwords.
    pub vault: Vault,
}

impl Connectors {
    /// As the operator has set it.
    pub fn from_config(config: &Config, vault: Vault) -> Self {
        let network_policy = if config.mode == Mode::Hosted {
            NetworkPolicy::PublicOnly
        } else {
            NetworkPolicy::Anywhere
        };
        Self {
            folders: FolderPolicy::from_config(config),
            network_policy,
            vault,
        }
    }
}
