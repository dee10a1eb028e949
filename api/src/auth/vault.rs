//! Keeps what people entrust to us: sealed under a key that follows from the installation's secret,
//! for one connection, letter or person only.

use super::installation_secret::{InstallationSecret, SecretError};
use crate::entropy::{Entropy, EntropyError};
use crate::ids::{PersonId, TenantId};
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// Seals and opens credentials. AES-256-GCM with a random nonce each; what a text belongs to is
/// part of what is authenticated, so that it opens nowhere else.
#[derive(Clone)]
pub struct Vault {
    key: Arc<LessSafeKey>,
    entropy: Entropy,
}

/// What a sealed text belongs to; it opens for nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealContext<'a> {
    /// A connection of a tenant.
    Connection(TenantId, Uuid),
    /// A letter in the outbox.
    Email(Uuid),
    /// The second factor of a person.
    Mfa(PersonId),
    /// The answer to a request with an idempotency key: the tenant, who asked, and the hash of the
    /// key.
    StoredResponse(TenantId, Uuid, &'a str),
}

/// Why something cannot be sealed or opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VaultError {
    /// The text is not one that was sealed for this owner under this secret.
    #[error(
        "what is sealed cannot be opened: it was sealed under another secret, or for something else"
    )]
    CannotOpen,
    /// Nothing can be sealed.
    #[error("the credentials cannot be sealed")]
    CannotSeal,
    /// No randomness for a nonce.
    #[error("the credentials cannot be sealed: the operating system's random source failed")]
    Entropy,
}

/// Begins every sealed text; another way to seal gets another word.
const FORMAT_PREFIX: &str = "v1.";

impl Vault {
    /// The vault of a secret.
    pub fn from_secret(secret: &InstallationSecret, entropy: Entropy) -> Result<Self, SecretError> {
        let key = secret.derive_key(b"source credentials key 1")?;
        let key = UnboundKey::new(&AES_256_GCM, &key).map_err(|_| SecretError::Derivation)?;
        Ok(Self {
            key: Arc::new(LessSafeKey::new(key)),
            entropy,
        })
    }

    /// Seals a text for one connection of one tenant.
    pub fn seal_credentials(
        &self,
        tenant: TenantId,
        connection: Uuid,
        text: &str,
    ) -> Result<String, VaultError> {
        self.seal_text(SealContext::Connection(tenant, connection), text)
    }

    /// Opens a text that was sealed for this connection of this tenant.
    pub fn open_credentials(
        &self,
        tenant: TenantId,
        connection: Uuid,
        sealed: &str,
    ) -> Result<String, VaultError> {
        self.open_text(SealContext::Connection(tenant, connection), sealed)
    }

    /// Seals a text for what it belongs to.
    pub fn seal_text(&self, bond: SealContext<'_>, text: &str) -> Result<String, VaultError> {
        let nonce = self
            .entropy
            .random_bytes::<NONCE_LEN>()
            .map_err(|EntropyError| VaultError::Entropy)?;
        let mut sealed = text.as_bytes().to_vec();
        let key = self.key.seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            bond.associated_data(),
            &mut sealed,
        );
        key.map_err(|_| VaultError::CannotSeal)?;
        Ok(format!(
            "{FORMAT_PREFIX}{}",
            URL_SAFE_NO_PAD.encode([nonce.as_slice(), &sealed].concat())
        ))
    }

    /// Opens a text that was sealed for what it belongs to.
    pub fn open_text(&self, bond: SealContext<'_>, sealed: &str) -> Result<String, VaultError> {
        let bytes = sealed
            .strip_prefix(FORMAT_PREFIX)
            .and_then(|text| URL_SAFE_NO_PAD.decode(text).ok())
            .ok_or(VaultError::CannotOpen)?;
        let (nonce, sealed) = bytes
            .split_first_chunk::<NONCE_LEN>()
            .ok_or(VaultError::CannotOpen)?;
        let mut sealed = sealed.to_vec();
        let opened = self.key.open_in_place(
            Nonce::assume_unique_for_key(*nonce),
            bond.associated_data(),
            &mut sealed,
        );
        let opened = opened.map_err(|_| VaultError::CannotOpen)?;
        String::from_utf8(opened.to_vec()).map_err(|_| VaultError::CannotOpen)
    }
}

impl SealContext<'_> {
    /// What is authenticated with the text; the words in front keep the kinds apart.
    fn associated_data(self) -> Aad<Vec<u8>> {
        Aad::from(match self {
            Self::Connection(tenant, connection) => [
                b"sprout source credentials 1".as_slice(),
                tenant.0.as_bytes(),
                connection.as_bytes(),
            ]
            .concat(),
            Self::Email(letter) => [b"sprout letter 1".as_slice(), letter.as_bytes()].concat(),
            Self::Mfa(person) => {
                [b"sprout second factor 1".as_slice(), person.0.as_bytes()].concat()
            }
            Self::StoredResponse(tenant, by, key) => [
                b"sprout answer 1".as_slice(),
                tenant.0.as_bytes(),
                by.as_bytes(),
                key.as_bytes(),
            ]
            .concat(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TENANT: TenantId = TenantId(Uuid::from_u128(1));
    const CONNECTION: Uuid = Uuid::from_u128(2);

    fn test_vault(secret: u8) -> Vault {
        Vault::from_secret(
            &InstallationSecret::from_bytes([secret; 32]),
            Entropy::seeded(1),
        )
        .unwrap()
    }

    #[test]
    fn what_was_sealed_opens_for_its_connection_only() {
        let vault = test_vault(7);
        let sealed = vault
            .seal_credentials(TENANT, CONNECTION, "pa$$wörd")
            .unwrap();
        assert_eq!(
            vault
                .open_credentials(TENANT, CONNECTION, &sealed)
                .as_deref(),
            Ok("pa$$wörd")
        );
        assert_eq!(
            vault.open_credentials(TenantId(CONNECTION), CONNECTION, &sealed),
            Err(VaultError::CannotOpen)
        );
        assert_eq!(
            vault.open_credentials(TENANT, TENANT.0, &sealed),
            Err(VaultError::CannotOpen)
        );
        assert_eq!(
            self::test_vault(8).open_credentials(TENANT, CONNECTION, &sealed),
            Err(VaultError::CannotOpen)
        );
    }

    #[test]
    fn a_sealed_text_shows_nothing_and_is_never_the_same_twice() {
        let vault = test_vault(7);
        let (first, second) = (
            vault
                .seal_credentials(TENANT, CONNECTION, "secret")
                .unwrap(),
            vault
                .seal_credentials(TENANT, CONNECTION, "secret")
                .unwrap(),
        );
        assert_ne!(first, second);
        assert!(!first.contains("secret") && first.starts_with(FORMAT_PREFIX));
    }

    #[test]
    fn what_belongs_to_one_thing_opens_for_no_other() {
        let vault = test_vault(7);
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let answer = |tenant, by, key| SealContext::StoredResponse(TenantId(tenant), by, key);
        let bonds = [
            SealContext::Email(one),
            SealContext::Email(other),
            SealContext::Mfa(PersonId(one)),
            SealContext::Connection(TenantId(one), other),
            answer(one, other, "k"),
            answer(other, one, "k"),
            answer(one, other, "l"),
        ];
        for bond in bonds {
            let sealed = vault.seal_text(bond, "secret").unwrap();
            for opener in bonds {
                assert_eq!(
                    vault.open_text(opener, &sealed).is_ok(),
                    opener == bond,
                    "{bond:?} by {opener:?}"
                );
            }
        }
    }

    #[test]
    fn any_change_closes_it() {
        let vault = test_vault(7);
        let sealed = vault
            .seal_credentials(TENANT, CONNECTION, "secret")
            .unwrap();
        for position in 0..sealed.len() {
            let mut bytes = sealed.clone().into_bytes();
            bytes[position] = if bytes[position] == b'A' { b'B' } else { b'A' };
            assert_eq!(
                vault.open_credentials(TENANT, CONNECTION, &String::from_utf8(bytes).unwrap()),
                Err(VaultError::CannotOpen),
                "{position}"
            );
        }
        for text in ["", "v1.", "secret", "v2.AAAA", "v1.AAAA"] {
            assert_eq!(
                vault.open_credentials(TENANT, CONNECTION, text),
                Err(VaultError::CannotOpen),
                "{text}"
            );
        }
    }
}
