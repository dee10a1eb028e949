//! Parses the address of a database from a URL. The address is stored and shown without the
//! password.

use super::ca_certificates;
use outbound::NetworkPolicy;
use percent_encoding::percent_decode_str;
use reqwest::Url;
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgSslMode;

/// A database, a schema and a user. Contains no password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostgresAddress {
    /// Host name or IP address of the server.
    pub host: String,
    /// Port of the server.
    pub port: u16,
    /// Name of the database.
    pub database: String,
    /// The user.
    pub user: String,
    /// The schema with the tables.
    pub schema: String,
    /// The `sslmode`: `disable`, `prefer`, `require`, `verify-ca` or `verify-full`.
    pub tls: String,
    /// Certificates of a private certificate authority in PEM format, if one is trusted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authority: Option<String>,
}

/// Why a URL is invalid. The message does not repeat the URL, because it may contain a password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AddressError(String);

const URL_HINT: &str = "Enter it as postgres://user:password@host:5432/database";
const DEFAULT_SCHEMA: &str = "public";
/// PostgreSQL's maximum length of an identifier.
const MAX_NAME_BYTES: usize = 63;

impl PostgresAddress {
    /// Splits a URL into the address and the password. If only public networks are allowed, TLS is
    /// required.
    pub fn parse(
        url: &str,
        schema: Option<&str>,
        reach: NetworkPolicy,
    ) -> Result<(Self, String), AddressError> {
        let url = Url::parse(url.trim()).map_err(|_| {
            address_error(&format!("The database address cannot be read. {URL_HINT}."))
        })?;
        if !matches!(url.scheme(), "postgres" | "postgresql") {
            return Err(address_error(&format!(
                "The database address does not begin with postgres://. {URL_HINT}."
            )));
        }
        let part = |text: &str, what: &str| {
            let text = decode_percent(text).filter(|text| !text.is_empty() && !text.contains('\0'));
            text.ok_or_else(|| {
                address_error(&format!("The database address lacks {what}. {URL_HINT}."))
            })
        };
        let host = part(
            url.host_str()
                .unwrap_or_default()
                .trim_start_matches('[')
                .trim_end_matches(']'),
            "the name of the server",
        )?;
        if host.starts_with('/') {
            return Err(address_error(
                "The database address names a socket file. Enter the name of a server.",
            ));
        }
        let user = part(url.username(), "the user")?;
        let password = part(url.password().unwrap_or_default(), "the password")?;
        let database = part(
            url.path().trim_start_matches('/'),
            "the name of the database",
        )?;
        let tls = parse_tls_mode(&url, reach)?;
        let schema = schema
            .map(str::trim)
            .filter(|schema| !schema.is_empty())
            .unwrap_or(DEFAULT_SCHEMA)
            .to_owned();
        if schema.contains('\0') || schema.len() > MAX_NAME_BYTES {
            return Err(address_error(
                "The schema name is not valid. Enter a name of at most 63 bytes.",
            ));
        }
        Ok((
            Self {
                host,
                port: url.port().unwrap_or(5432),
                database,
                user,
                schema,
                tls,
                authority: None,
            },
            password,
        ))
    }

    /// Adds trusted certificates of a private authority, if any. Fails if the `sslmode` does not
    /// verify certificates, because they would have no effect.
    pub fn with_authority(self, authority: Option<&str>) -> Result<Self, AddressError> {
        let Some(authority) = authority.filter(|text| !text.trim().is_empty()) else {
            return Ok(self);
        };
        if !self.verifies_certificate() {
            return Err(address_error(
                "The CA certificate would have no effect. Set sslmode=verify-full or \
                    sslmode=verify-ca, or leave the certificate out.",
            ));
        }
        let authority = ca_certificates::validate_certificates(authority).map_err(AddressError)?;
        Ok(Self {
            authority: Some(authority),
            ..self
        })
    }

    /// Whether the server's certificate is verified.
    pub(super) fn verifies_certificate(&self) -> bool {
        matches!(self.ssl_mode(), PgSslMode::VerifyCa | PgSslMode::VerifyFull)
    }

    pub(super) fn ssl_mode(&self) -> PgSslMode {
        // `parse` wrote the value. An unknown value means the strictest mode.
        self.tls.parse().unwrap_or(PgSslMode::VerifyFull)
    }
}

fn parse_tls_mode(url: &Url, reach: NetworkPolicy) -> Result<String, AddressError> {
    let mut tls = if reach.is_public_only() {
        "verify-full"
    } else {
        "prefer"
    }
    .to_owned();
    for (name, value) in url.query_pairs() {
        match (name.as_ref(), value.as_ref()) {
            ("sslmode", "disable" | "prefer") if reach.is_public_only() => {
                return Err(address_error(
                    "This installation reads databases over TLS only. Leave sslmode out, or set \
                        sslmode=verify-full or sslmode=require.",
                ));
            }
            ("sslmode", "disable" | "prefer" | "require" | "verify-ca" | "verify-full") => {
                tls = value.into_owned();
            }
            ("sslmode", _) => {
                return Err(address_error(
                    "sslmode must be disable, prefer, require, verify-ca or verify-full.",
                ));
            }
            // Other options name files on this server, or change what is read.
            (name, _) => {
                let shown: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
                return Err(address_error(&format!(
                    "The database address has the option {shown}, which is not supported. Remove \
                        it: only sslmode is supported."
                )));
            }
        }
    }
    Ok(tls)
}

fn address_error(words: &str) -> AddressError {
    AddressError(words.to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_error(url: &str, reach: NetworkPolicy) -> String {
        PostgresAddress::parse(url, None, reach)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn an_address_is_taken_apart_and_keeps_no_password() {
        let (address, password) = PostgresAddress::parse(
            " postgresql://re%40der:p%3A%2Fss%C3%B6@db.example:6543/farm?sslmode=require ",
            Some(" erp "),
            NetworkPolicy::WITH_PRIVATE,
        )
        .unwrap();
        let shown = (
            address.user.as_str(),
            address.host.as_str(),
            address.port,
            address.database.as_str(),
            address.schema.as_str(),
            address.tls.as_str(),
        );
        assert_eq!(
            (shown, password.as_str()),
            (
                ("re@der", "db.example", 6543, "farm", "erp", "require"),
                "p:/ssö"
            )
        );
        assert!(
            !format!("{address:?}{}", serde_json::to_string(&address).unwrap()).contains(&password)
        );
        let (address, _) = PostgresAddress::parse(
            "postgres://u:p@[2001:db8::1]/d",
            None,
            NetworkPolicy::WITH_PRIVATE,
        )
        .unwrap();
        assert_eq!(
            (
                address.host.as_str(),
                address.port,
                address.schema.as_str(),
                address.tls.as_str()
            ),
            ("2001:db8::1", 5432, "public", "prefer")
        );
    }

    #[test]
    fn what_is_missing_is_said_without_repeating_the_address() {
        for (url, words) in [
            ("nonsense", "cannot be read"),
            ("mysql://u:hunter2@h/d", "does not begin with postgres://"),
            ("postgres://:hunter2@h/d", "lacks the user"),
            ("postgres://u@h/d", "lacks the password"),
            ("postgres://u:hunter2@h", "lacks the name of the database"),
            ("postgres://u:hunter2%zz@h/d", "lacks the password"),
            ("postgres://u:hunter2%4@h/d", "lacks the password"),
            ("postgres://u:hunter2%ff@h/d", "lacks the password"),
            ("postgres://u:hunter2%00@h/d", "lacks the password"),
            ("postgres://u:hunter2@/d", "cannot be read"),
            ("postgres://u:hunter2@%2Fvar%2Frun/d", "names a socket file"),
            (
                "postgres://u:hunter2@h/d?sslrootcert=/etc/passwd",
                "has the option sslrootcert",
            ),
            (
                "postgres://u:hunter2@h/d?host=10.0.0.1",
                "has the option host",
            ),
            ("postgres://u:hunter2@h/d?sslmode=maybe", "sslmode must be"),
        ] {
            let told = parse_error(url, NetworkPolicy::WITH_PRIVATE);
            assert!(
                told.contains(words) && !told.contains("hunter2"),
                "{url}: {told}"
            );
        }
        assert!(
            PostgresAddress::parse(
                "postgres://u:p@h/d",
                Some(&"x".repeat(64)),
                NetworkPolicy::WITH_PRIVATE
            )
            .is_err()
        );
    }

    #[test]
    fn an_authority_is_trusted_where_certificates_are_compared() {
        let authority = include_str!("../../../../api/tests/data/tls/authority.pem");
        let address = |mode: &str| {
            PostgresAddress::parse(
                &format!("postgres://u:p@h/d?sslmode={mode}"),
                None,
                NetworkPolicy::WITH_PRIVATE,
            )
            .unwrap()
            .0
        };
        for mode in ["verify-ca", "verify-full"] {
            assert_eq!(
                address(mode)
                    .with_authority(Some(authority))
                    .unwrap()
                    .authority
                    .as_deref(),
                Some(authority.trim())
            );
        }
        for mode in ["disable", "prefer", "require"] {
            assert!(
                address(mode)
                    .with_authority(Some(authority))
                    .unwrap_err()
                    .to_string()
                    .contains("would have no effect"),
                "{mode}"
            );
        }
        assert_eq!(
            address("prefer").with_authority(Some(" \n")).unwrap(),
            address("prefer")
        );
        assert!(
            address("verify-ca")
                .with_authority(Some("nonsense"))
                .unwrap_err()
                .to_string()
                .contains("cannot be read")
        );
        // The stored format before certificate authorities were supported.
        let kept = serde_json::to_string(&address("verify-ca")).unwrap();
        assert!(!kept.contains("authority"));
        assert_eq!(
            serde_json::from_str::<PostgresAddress>(&kept).unwrap(),
            address("verify-ca")
        );
    }

    #[test]
    fn over_the_internet_the_way_is_protected() {
        let tls = |url| {
            PostgresAddress::parse(url, None, NetworkPolicy::PUBLIC_ONLY)
                .unwrap()
                .0
                .tls
        };
        assert_eq!(tls("postgres://u:p@h/d"), "verify-full");
        assert_eq!(tls("postgres://u:p@h/d?sslmode=require"), "require");
        assert!(
            parse_error(
                "postgres://u:p@h/d?sslmode=disable",
                NetworkPolicy::PUBLIC_ONLY
            )
            .contains("over TLS only")
        );
    }
}
