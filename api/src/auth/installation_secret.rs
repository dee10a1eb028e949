//! The installation's secret and the signing keys derived from it.

use crate::entropy::{Entropy, EntropyError};
use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::hkdf::{HKDF_SHA256, Salt};
use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{DecodingKey, EncodingKey};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The Ed25519 key pair that signs access tokens.
pub struct SigningKey {
    /// The key id in tokens and in the JWKS.
    pub kid: String,
    /// The public key in base64url, as in a JWK's `x`.
    pub public_key: String,
    pub(in crate::auth) encoding_key: EncodingKey,
    pub(in crate::auth) decoding_key: DecodingKey,
    secret: InstallationSecret,
}

/// The secret cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// The file cannot be read or created.
    #[error("the secret file {path} cannot be used")]
    File {
        /// The path.
        path: PathBuf,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// There is no file, and another secret would not decrypt what the database has.
    #[error(
        "the secret file {0} is missing. MFA and source passwords cannot be decrypted without it: \
         restore it from your backup. To set those up again instead, create a new one as \
         docs/operations.md describes"
    )]
    Missing(PathBuf),
    /// Every user of the machine can read the file.
    #[error("every user of this machine can read the secret file {0}: run chmod 600 on it")]
    ReadableByAll(PathBuf),
    /// The file does not contain a secret.
    #[error("the secret file {0} must hold 32 bytes as base64url text on one line")]
    Malformed(PathBuf),
    /// The crypto library rejected the secret.
    #[error("no key can be derived from the secret")]
    Derivation,
    /// No randomness to generate a secret.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
}

const SECRET_BYTES: usize = 32;

/// The installation's secret, from which keys for different purposes are derived by label.
pub struct InstallationSecret([u8; SECRET_BYTES]);

impl InstallationSecret {
    /// Reads the secret from `path`. If the file is missing and `may_create` is set, creates it,
    /// readable only by its owner.
    pub fn load_or_create(
        path: &Path,
        may_create: bool,
        entropy: &Entropy,
    ) -> Result<Self, SecretError> {
        let file_error = |source| SecretError::File {
            path: path.to_owned(),
            source,
        };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound && may_create => {
                let text = URL_SAFE_NO_PAD.encode(entropy.random_bytes::<SECRET_BYTES>()?);
                write_private_file(path, &text).map_err(file_error)?;
                text
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(SecretError::Missing(path.to_owned()));
            }
            Err(error) => return Err(file_error(error)),
        };
        if is_readable_by_all(path).map_err(file_error)? {
            return Err(SecretError::ReadableByAll(path.to_owned()));
        }
        let secret = URL_SAFE_NO_PAD
            .decode(text.trim())
            .map_err(|_| SecretError::Malformed(path.to_owned()))?;
        secret
            .try_into()
            .map(Self)
            .map_err(|_| SecretError::Malformed(path.to_owned()))
    }

    /// A secret from known bytes.
    pub fn from_bytes(bytes: [u8; SECRET_BYTES]) -> Self {
        Self(bytes)
    }

    /// Derives 32 bytes for a purpose (HKDF-SHA256). `label` names the purpose.
    pub(in crate::auth) fn derive_key(&self, label: &[u8]) -> Result<[u8; 32], SecretError> {
        let mut bytes = [0; 32];
        Salt::new(HKDF_SHA256, b"sprout")
            .extract(&self.0)
            .expand(&[label], HKDF_SHA256)
            .and_then(|material| material.fill(&mut bytes))
            .map_err(|_| SecretError::Derivation)?;
        Ok(bytes)
    }
}

impl SigningKey {
    /// The first version of the signing key. The same secret gives the same key on every replica.
    pub fn first_version(secret: &InstallationSecret) -> Result<Self, SecretError> {
        Self::derive_version(secret, 1)
    }

    /// Another version of the signing key of the same secret.
    pub fn for_version(&self, version: i64) -> Result<Self, SecretError> {
        Self::derive_version(&self.secret, version)
    }

    fn derive_version(secret: &InstallationSecret, version: i64) -> Result<Self, SecretError> {
        let seed = secret.derive_key(format!("access token signing key {version}").as_bytes())?;
        let pair =
            Ed25519KeyPair::from_seed_unchecked(&seed).map_err(|_| SecretError::Derivation)?;
        let private = pair.to_pkcs8v1().map_err(|_| SecretError::Derivation)?;
        let public = pair.public_key().as_ref();
        Ok(Self {
            kid: URL_SAFE_NO_PAD.encode(&digest(&SHA256, public).as_ref()[..9]),
            public_key: URL_SAFE_NO_PAD.encode(public),
            encoding_key: EncodingKey::from_ed_der(private.as_ref()),
            decoding_key: DecodingKey::from_ed_der(public),
            secret: InstallationSecret(secret.0),
        })
    }
}

fn is_readable_by_all(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(fs::metadata(path)?.permissions().mode() & 0o004 != 0)
}

fn write_private_file(path: &Path, text: &str) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
