//! Encrypts stored secrets with a key derived from the installation's secret. Each ciphertext is
//! bound to its context, such as one connection, email, user, webhook or response.

use super::installation_secret::{InstallationSecret, SecretError};
use crate::entropy::{Entropy, EntropyError};
use crate::ids::{PersonId, TenantId};
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// Encrypts and decrypts text with AES-256-GCM and random nonces. The context is authenticated, so
/// a ciphertext cannot be decrypted in another one.
#[derive(Clone)]
pub struct Vault {
    key: Arc<LessSafeKey>,
    entropy: Entropy,
}

/// What a ciphertext belongs to. It decrypts in no other context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealContext<'a> {
    /// A connection of an organization.
    Connection(TenantId, Uuid),
    /// An email in the outbox.
    Email(Uuid),
    /// The MFA secret of a user.
    Mfa(PersonId),
    /// The signing secret of a webhook of an organization, or the URL of a channel.
    Webhook(TenantId, Uuid),
    /// The API key of an organization's weather provider.
    WeatherProvider(TenantId),
    /// The token of a link that ends an email subscription.
    Subscription,
    /// The stored response of an idempotent request: organization, caller and key hash.
    StoredResponse(TenantId, Uuid, &'a str),
}

/// Why a text cannot be encrypted or decrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VaultError {
    /// The text was not encrypted in this context with this secret.
    #[error(
        "the stored data cannot be decrypted: it belongs to another installation secret or context"
    )]
    CannotOpen,
    /// The encryption failed.
    #[error("the data cannot be encrypted")]
    CannotSeal,
    /// No randomness for a nonce.
    #[error("the data cannot be encrypted: the operating system's random source failed")]
    Entropy,
}

/// The prefix of every ciphertext; it names the format.
const FORMAT_PREFIX: &str = "v1.";

impl Vault {
    /// Creates the vault of a secret.
    pub fn from_secret(secret: &InstallationSecret, entropy: Entropy) -> Result<Self, SecretError> {
        let key = secret.derive_key(b"source credentials key 1")?;
        let key = UnboundKey::new(&AES_256_GCM, &key).map_err(|_| SecretError::Derivation)?;
        Ok(Self {
            key: Arc::new(LessSafeKey::new(key)),
            entropy,
        })
    }

    /// Encrypts the credentials of a connection.
    pub fn seal_credentials(
        &self,
        tenant: TenantId,
        connection: Uuid,
        text: &str,
    ) -> Result<String, VaultError> {
        self.seal_text(SealContext::Connection(tenant, connection), text)
    }

    /// Decrypts the credentials of a connection.
    pub fn open_credentials(
        &self,
        tenant: TenantId,
        connection: Uuid,
        sealed: &str,
    ) -> Result<String, VaultError> {
        self.open_text(SealContext::Connection(tenant, connection), sealed)
    }

    /// Encrypts a text in a context.
    pub fn seal_text(&self, context: SealContext<'_>, text: &str) -> Result<String, VaultError> {
        let nonce = self
            .entropy
            .random_bytes::<NONCE_LEN>()
            .map_err(|EntropyError| VaultError::Entropy)?;
        let mut sealed = text.as_bytes().to_vec();
        let key = self.key.seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            context.associated_data(),
            &mut sealed,
        );
        key.map_err(|_| VaultError::CannotSeal)?;
        Ok(format!(
            "{FORMAT_PREFIX}{}",
            URL_SAFE_NO_PAD.encode([nonce.as_slice(), &sealed].concat())
        ))
    }

    /// Decrypts a text in its context.
    pub fn open_text(&self, context: SealContext<'_>, sealed: &str) -> Result<String, VaultError> {
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
            context.associated_data(),
            &mut sealed,
        );
        let opened = opened.map_err(|_| VaultError::CannotOpen)?;
        String::from_utf8(opened.to_vec()).map_err(|_| VaultError::CannotOpen)
    }
}

impl SealContext<'_> {
    /// The authenticated data. The labels keep the kinds apart and must never change, because
    /// stored data depends on them.
    fn associated_data(self) -> Aad<Vec<u8>> {
        Aad::from(match self {
            Self::Connection(tenant, connection) => [
                b"sprout source credentials 1".as_slice(),
                tenant.0.as_bytes(),
                connection.as_bytes(),
            ]
            .concat(),
            Self::Email(email) => [b"sprout letter 1".as_slice(), email.as_bytes()].concat(),
            Self::Mfa(person) => {
                [b"sprout second factor 1".as_slice(), person.0.as_bytes()].concat()
            }
            Self::Webhook(tenant, endpoint) => [
                b"sprout webhook secret 1".as_slice(),
                tenant.0.as_bytes(),
                endpoint.as_bytes(),
            ]
            .concat(),
            Self::WeatherProvider(tenant) => [
                b"sprout weather provider key 1".as_slice(),
                tenant.0.as_bytes(),
            ]
            .concat(),
            Self::Subscription => b"sprout email subscription 1".to_vec(),
            Self::StoredResponse(tenant, caller, key) => [
                b"sprout response 1".as_slice(),
                tenant.0.as_bytes(),
                caller.as_bytes(),
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
    fn credentials_decrypt_only_for_their_connection() {
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
            test_vault(8).open_credentials(TENANT, CONNECTION, &sealed),
            Err(VaultError::CannotOpen)
        );
    }

    #[test]
    fn ciphertexts_hide_the_text_and_never_repeat() {
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
    fn ciphertexts_decrypt_only_in_their_context() {
        let vault = test_vault(7);
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let response =
            |tenant, caller, key| SealContext::StoredResponse(TenantId(tenant), caller, key);
        let contexts = [
            SealContext::Email(one),
            SealContext::Email(other),
            SealContext::Mfa(PersonId(one)),
            SealContext::Connection(TenantId(one), other),
            SealContext::Webhook(TenantId(one), other),
            SealContext::WeatherProvider(TenantId(one)),
            SealContext::WeatherProvider(TenantId(other)),
            SealContext::Subscription,
            response(one, other, "k"),
            response(other, one, "k"),
            response(one, other, "l"),
        ];
        for context in contexts {
            let sealed = vault.seal_text(context, "secret").unwrap();
            for opener in contexts {
                assert_eq!(
                    vault.open_text(opener, &sealed).is_ok(),
                    opener == context,
                    "{context:?} caller {opener:?}"
                );
            }
        }
    }

    #[test]
    fn rejects_modified_ciphertexts() {
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
