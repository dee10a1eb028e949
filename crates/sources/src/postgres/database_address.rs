//! Parses the address of a database from a URL. The address is stored and shown without the
//! password.

use crate::database_url::{AddressError, DatabaseUrl, TlsMode};
use outbound::NetworkPolicy;
use serde::{Deserialize, Serialize};

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
    /// The `sslmode`.
    pub tls: TlsMode,
    /// Certificates of a private certificate authority in PEM format, if one is trusted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authority: Option<String>,
}

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
        network: NetworkPolicy,
    ) -> Result<(Self, String), AddressError> {
        let url = DatabaseUrl::parse(url, &["postgres", "postgresql"], URL_HINT)?;
        let tls = url.tls_mode(
            "sslmode",
            TlsMode::from_name,
            "disable, prefer, require, verify-ca or verify-full",
            network,
        )?;
        let schema = schema
            .map(str::trim)
            .filter(|schema| !schema.is_empty())
            .unwrap_or(DEFAULT_SCHEMA)
            .to_owned();
        if schema.contains('\0') || schema.len() > MAX_NAME_BYTES {
            return Err(AddressError(
                "The schema name is not valid. Enter a name of at most 63 bytes.".to_owned(),
            ));
        }
        let address = Self {
            host: url.host,
            port: url.port.unwrap_or(5432),
            database: url.database,
            user: url.user,
            schema,
            tls,
            authority: None,
        };
        Ok((address, url.password))
    }

    /// Adds trusted certificates of a private authority, if any. Fails if the `sslmode` does not
    /// verify certificates, because they would have no effect.
    pub fn with_authority(self, authority: Option<&str>) -> Result<Self, AddressError> {
        let modes = "sslmode=verify-full or sslmode=verify-ca";
        Ok(Self {
            authority: self.tls.check_authority(authority, modes)?,
            ..self
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_error(url: &str, network: NetworkPolicy) -> String {
        PostgresAddress::parse(url, None, network)
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
            address.tls.name(),
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
                address.tls.name()
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
            let message = parse_error(url, NetworkPolicy::WITH_PRIVATE);
            assert!(
                message.contains(words) && !message.contains("hunter2"),
                "{url}: {message}"
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
        assert_eq!(tls("postgres://u:p@h/d"), TlsMode::VerifyFull);
        assert_eq!(tls("postgres://u:p@h/d?sslmode=require"), TlsMode::Require);
        assert!(
            parse_error(
                "postgres://u:p@h/d?sslmode=disable",
                NetworkPolicy::PUBLIC_ONLY
            )
            .contains("over TLS only")
        );
    }
}
