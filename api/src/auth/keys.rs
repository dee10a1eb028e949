//! The installation's secret and the signing keys that follow from it.

use crate::entropy::{Entropy, NoEntropy};
use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::hkdf::{HKDF_SHA256, Salt};
use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{DecodingKey, EncodingKey};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The key pair that signs access tokens. Its private half is never shown.
pub struct Keys {
    /// Names the key in tokens and in the published key set.
    pub kid: String,
    /// The public half, base64url, as in a JWK's `x`.
    pub public: String,
    pub(in crate::auth) signing: EncodingKey,
    pub(in crate::auth) verifying: DecodingKey,
    secret: Secret,
}

/// The secret cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// The file could not be read or made.
    #[error("the secret file {path} cannot be used")]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The file has something else in it.
    #[error("the secret file {0} must hold 32 bytes as base64url text on one line")]
    Malformed(PathBuf),
    /// The crypto library refused the secret.
    #[error("no key can be derived from the secret")]
    Derivation,
    /// No randomness to make a secret from.
    #[error(transparent)]
    Entropy(#[from] NoEntropy),
}

const SECRET_BYTES: usize = 32;

/// The installation's secret. It is never shown; keys for different purposes follow from it under
/// labels of their own.
pub struct Secret([u8; SECRET_BYTES]);

impl Secret {
    /// Reads the secret from `path`; where the file is missing and `may_create`, makes it first,
    /// readable by its owner only.
    pub fn open(path: &Path, may_create: bool, entropy: &Entropy) -> Result<Self, KeysError> {
        let file_error = |source| KeysError::File {
            path: path.to_owned(),
            source,
        };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound && may_create => {
                let text = URL_SAFE_NO_PAD.encode(entropy.bytes::<SECRET_BYTES>()?);
                write_private(path, &text).map_err(file_error)?;
                text
            }
            Err(error) => return Err(file_error(error)),
        };
        let secret = URL_SAFE_NO_PAD
            .decode(text.trim())
            .map_err(|_| KeysError::Malformed(path.to_owned()))?;
        secret
            .try_into()
            .map(Self)
            .map_err(|_| KeysError::Malformed(path.to_owned()))
    }

    /// A secret that is known already.
    pub fn of_bytes(bytes: [u8; SECRET_BYTES]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes that follow from the secret under a label.
    pub(in crate::auth) fn derive(&self, label: &[u8]) -> Result<[u8; 32], KeysError> {
        let mut bytes = [0; 32];
        Salt::new(HKDF_SHA256, b"sprout")
            .extract(&self.0)
            .expand(&[label], HKDF_SHA256)
            .and_then(|material| material.fill(&mut bytes))
            .map_err(|_| KeysError::Derivation)?;
        Ok(bytes)
    }
}

impl Keys {
    /// The first keys of a secret; the same secret gives the same keys on every replica.
    pub fn of(secret: &Secret) -> Result<Self, KeysError> {
        Self::derived(secret, 1)
    }

    /// Later keys of the same secret: another number gives another key.
    pub fn of_epoch(&self, epoch: i64) -> Result<Self, KeysError> {
        Self::derived(&self.secret, epoch)
    }

    fn derived(secret: &Secret, epoch: i64) -> Result<Self, KeysError> {
        let seed = secret.derive(format!("access token signing key {epoch}").as_bytes())?;
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed).map_err(|_| KeysError::Derivation)?;
        let private = pair.to_pkcs8v1().map_err(|_| KeysError::Derivation)?;
        let public = pair.public_key().as_ref();
        Ok(Self {
            kid: URL_SAFE_NO_PAD.encode(&digest(&SHA256, public).as_ref()[..9]),
            public: URL_SAFE_NO_PAD.encode(public),
            signing: EncodingKey::from_ed_der(private.as_ref()),
            verifying: DecodingKey::from_ed_der(public),
            secret: Secret(secret.0),
        })
    }
}

fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
