//! Proves to a server that Sprout knows the password.

use aws_lc_rs::digest::{Algorithm, Context, SHA1_FOR_LEGACY_USE_ONLY, SHA256};

/// A way to sign in, as servers name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AuthPlugin {
    /// The default of MariaDB, and of MySQL up to 5.7.
    NativePassword,
    /// The default of MySQL since 8.0.
    CachingSha2,
    /// Its predecessor, which sends the password over TLS.
    Sha256,
}

impl AuthPlugin {
    const ALL: [Self; 3] = [Self::NativePassword, Self::CachingSha2, Self::Sha256];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::NativePassword => "mysql_native_password",
            Self::CachingSha2 => "caching_sha2_password",
            Self::Sha256 => "sha256_password",
        }
    }

    pub(super) fn from_name(name: &[u8]) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|plugin| plugin.name().as_bytes() == name)
    }

    /// The response to the server's challenge; `None` if only the password itself would do.
    pub(super) fn respond(self, password: &str, challenge: &[u8]) -> Option<Vec<u8>> {
        let password = password.as_bytes();
        match self {
            Self::NativePassword => {
                let hash = digest_of(&SHA1_FOR_LEGACY_USE_ONLY, &[password]);
                let twice = digest_of(&SHA1_FOR_LEGACY_USE_ONLY, &[&hash]);
                let mask = digest_of(&SHA1_FOR_LEGACY_USE_ONLY, &[challenge, &twice]);
                Some(combine(&hash, &mask))
            }
            Self::CachingSha2 => {
                let hash = digest_of(&SHA256, &[password]);
                let twice = digest_of(&SHA256, &[&hash]);
                let mask = digest_of(&SHA256, &[&twice, challenge]);
                Some(combine(&hash, &mask))
            }
            Self::Sha256 => None,
        }
    }
}

fn digest_of(algorithm: &'static Algorithm, parts: &[&[u8]]) -> Vec<u8> {
    let mut context = Context::new(algorithm);
    for part in parts {
        context.update(part);
    }
    context.finish().as_ref().to_vec()
}

fn combine(one: &[u8], other: &[u8]) -> Vec<u8> {
    one.iter().zip(other).map(|(a, b)| a ^ b).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    fn hex(bytes: &[u8]) -> String {
        let mut text = String::new();
        for byte in bytes {
            write!(text, "{byte:02x}").unwrap();
        }
        text
    }

    /// Computed with Python's hashlib from the formulas of the protocol's documentation.
    #[test]
    fn responses_are_those_of_the_protocol() {
        let challenge = b"0123456789abcdefghij";
        let respond = |plugin: AuthPlugin| plugin.respond("hunter2", challenge).map(|r| hex(&r));
        assert_eq!(
            respond(AuthPlugin::NativePassword).as_deref(),
            Some("91dbd90edc75e47da9a48a9defc85dcf99fa4fc4")
        );
        assert_eq!(
            respond(AuthPlugin::CachingSha2).as_deref(),
            Some("5bfbc73796cdaa80adfd00eb26e332ac9861333244584e69dea530bbf4414abd")
        );
        assert_eq!(respond(AuthPlugin::Sha256), None);
    }
}
