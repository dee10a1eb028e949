//! Parses the URL of a database, as people copy it from elsewhere.

use crate::ca_certificates::validate_certificates;
use outbound::NetworkPolicy;
use percent_encoding::percent_decode_str;
use reqwest::Url;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a URL is invalid. The message does not repeat the URL, because it may contain a password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AddressError(pub(crate) String);

/// How a connection to a database is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TlsMode {
    /// Without TLS.
    Disable,
    /// With TLS if the server supports it.
    Prefer,
    /// With TLS, without a check of the server's certificate.
    Require,
    /// With TLS and a certificate from a known authority.
    VerifyCa,
    /// With TLS and a certificate from a known authority for the name of the server.
    VerifyFull,
}

impl TlsMode {
    const ALL: [Self; 5] = [
        Self::Disable,
        Self::Prefer,
        Self::Require,
        Self::VerifyCa,
        Self::VerifyFull,
    ];

    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Disable => "disable",
            Self::Prefer => "prefer",
            Self::Require => "require",
            Self::VerifyCa => "verify-ca",
            Self::VerifyFull => "verify-full",
        }
    }

    /// The mode of this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// The mode of a URL that names none.
    pub(crate) fn default_for(network: NetworkPolicy) -> Self {
        if network.is_public_only() {
            Self::VerifyFull
        } else {
            Self::Prefer
        }
    }

    /// Whether rows and the password could be read on the way.
    pub(crate) fn may_be_unencrypted(self) -> bool {
        matches!(self, Self::Disable | Self::Prefer)
    }

    /// Whether the server's certificate is verified.
    pub(crate) fn verifies_certificate(self) -> bool {
        matches!(self, Self::VerifyCa | Self::VerifyFull)
    }

    /// Validates the certificates of a private authority, if any, to trust. Fails in a mode that does
    /// not verify certificates, because they would have no effect. `modes`: what to set, for the
    /// message.
    pub(crate) fn check_authority(
        self,
        authority: Option<&str>,
        modes: &str,
    ) -> Result<Option<String>, AddressError> {
        let Some(authority) = authority.filter(|text| !text.trim().is_empty()) else {
            return Ok(None);
        };
        if !self.verifies_certificate() {
            return Err(AddressError(format!(
                "The CA certificate would have no effect. Set {modes}, or leave the certificate out."
            )));
        }
        validate_certificates(authority)
            .map(Some)
            .map_err(AddressError)
    }
}

impl fmt::Display for TlsMode {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str(self.name())
    }
}

/// The parts of a URL, decoded.
pub(crate) struct DatabaseUrl {
    pub(crate) host: String,
    pub(crate) port: Option<u16>,
    pub(crate) user: String,
    pub(crate) password: String,
    pub(crate) database: String,
    url: Url,
}

impl DatabaseUrl {
    /// Splits a URL with one of the schemes, the first of which messages name. `hint` says how to
    /// enter it.
    pub(crate) fn parse(text: &str, schemes: &[&str], hint: &str) -> Result<Self, AddressError> {
        let url = Url::parse(text.trim())
            .map_err(|_| AddressError(format!("The database address cannot be read. {hint}.")))?;
        if !schemes.contains(&url.scheme()) {
            let scheme = schemes.first().copied().unwrap_or_default();
            return Err(AddressError(format!(
                "The database address does not begin with {scheme}://. {hint}."
            )));
        }
        let part = |text: &str, what: &str| {
            let text = decode_percent(text).filter(|text| !text.is_empty() && !text.contains('\0'));
            text.ok_or_else(|| AddressError(format!("The database address lacks {what}. {hint}.")))
        };
        let host = part(
            url.host_str()
                .unwrap_or_default()
                .trim_start_matches('[')
                .trim_end_matches(']'),
            "the name of the server",
        )?;
        if host.starts_with('/') {
            return Err(AddressError(
                "The database address names a socket file. Enter the name of a server.".to_owned(),
            ));
        }
        Ok(Self {
            host,
            port: url.port(),
            user: part(url.username(), "the user")?,
            password: part(url.password().unwrap_or_default(), "the password")?,
            database: part(
                url.path().trim_start_matches('/'),
                "the name of the database",
            )?,
            url,
        })
    }

    /// The mode that the option `name` sets, or the default. `parse_mode` reads its value, `values`
    /// lists the valid ones. Other options are errors.
    pub(crate) fn tls_mode(
        &self,
        name: &str,
        parse_mode: impl Fn(&str) -> Option<TlsMode>,
        values: &str,
        network: NetworkPolicy,
    ) -> Result<TlsMode, AddressError> {
        let mut mode = TlsMode::default_for(network);
        for (option, value) in self.url.query_pairs() {
            if option != name {
                // Other options name files on this server, or change what is read.
                let shown: String = option
                    .chars()
                    .filter(|c| !c.is_control())
                    .take(40)
                    .collect();
                return Err(AddressError(format!(
                    "The database address has the option {shown}, which is not supported. Remove \
                        it: only {name} is supported."
                )));
            }
            mode = parse_mode(&value)
                .ok_or_else(|| AddressError(format!("{name} must be {values}.")))?;
            if network.is_public_only() && mode.may_be_unencrypted() {
                return Err(AddressError(format!(
                    "This installation reads databases over TLS only. Leave {name} out, or set one \
                        that requires TLS."
                )));
            }
        }
        Ok(mode)
    }
}

/// Decodes percent-encoding; `None` if the result is not UTF-8. Like in PostgreSQL's own URLs, a
/// percent sign without two hex digits is an error; the crate would keep it.
fn decode_percent(text: &str) -> Option<String> {
    let begins_with_hex = |rest: &str| {
        let digits = rest.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if !text.split('%').skip(1).all(begins_with_hex) {
        return None;
    }
    let decoded = percent_decode_str(text).decode_utf8().ok()?;
    Some(decoded.into_owned())
}
