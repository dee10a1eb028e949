//! Parses the address of a database from a URL. The address is stored and shown without the
//! password.

use crate::database_url::{AddressError, DatabaseUrl, TlsMode};
use outbound::NetworkPolicy;
use serde::{Deserialize, Serialize};

/// A database and a user. Contains no password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MysqlAddress {
    /// Host name or IP address of the server.
    pub host: String,
    /// Port of the server.
    pub port: u16,
    /// Name of the database with the tables.
    pub database: String,
    /// The user.
    pub user: String,
    /// The `ssl-mode`.
    pub tls: TlsMode,
    /// Certificates of a private certificate authority in PEM format, if one is trusted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authority: Option<String>,
}

const URL_HINT: &str = "Enter it as mysql://user:password@host:3306/database";
/// Maximum length of an identifier.
const MAX_NAME_CHARS: usize = 64;

/// The names of the modes as MySQL writes them.
const SSL_MODES: [(&str, TlsMode); 5] = [
    ("DISABLED", TlsMode::Disable),
    ("PREFERRED", TlsMode::Prefer),
    ("REQUIRED", TlsMode::Require),
    ("VERIFY_CA", TlsMode::VerifyCa),
    ("VERIFY_IDENTITY", TlsMode::VerifyFull),
];

/// MySQL's name of a mode.
pub(super) fn ssl_mode_name(mode: TlsMode) -> &'static str {
    let known = SSL_MODES.iter().find(|(_, one)| *one == mode);
    known.map_or("", |(name, _)| name)
}

fn parse_ssl_mode(text: &str) -> Option<TlsMode> {
    let named = |(name, _): &&(&str, TlsMode)| name.eq_ignore_ascii_case(text);
    SSL_MODES.iter().find(named).map(|(_, mode)| *mode)
}

impl MysqlAddress {
    /// Splits a URL into the address and the password. If only public networks are allowed, TLS is
    /// required.
    pub fn parse(url: &str, network: NetworkPolicy) -> Result<(Self, String), AddressError> {
        let url = DatabaseUrl::parse(url, &["mysql", "mariadb"], URL_HINT)?;
        let tls = url.tls_mode(
            "ssl-mode",
            parse_ssl_mode,
            "DISABLED, PREFERRED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY",
            network,
        )?;
        if url.database.chars().count() > MAX_NAME_CHARS {
            return Err(AddressError(
                "The name of the database is not valid. Enter at most 64 characters.".to_owned(),
            ));
        }
        let address = Self {
            host: url.host,
            port: url.port.unwrap_or(3306),
            database: url.database,
            user: url.user,
            tls,
            authority: None,
        };
        Ok((address, url.password))
    }

    /// Adds trusted certificates of a private authority, if any. Fails if the `ssl-mode` does not
    /// verify certificates, because they would have no effect.
    pub fn with_authority(self, authority: Option<&str>) -> Result<Self, AddressError> {
        let modes = "ssl-mode=VERIFY_IDENTITY or ssl-mode=VERIFY_CA";
        Ok(Self {
            authority: self.tls.check_authority(authority, modes)?,
            ..self
        })
    }

    /// The `ssl-mode` as MySQL writes it.
    pub fn ssl_mode(&self) -> &'static str {
        ssl_mode_name(self.tls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_error(url: &str, network: NetworkPolicy) -> String {
        MysqlAddress::parse(url, network).unwrap_err().to_string()
    }

    #[test]
    fn an_address_is_split_and_keeps_no_password() {
        let (address, password) = MysqlAddress::parse(
            " mysql://re%40der:p%3A%2Fss%C3%B6@db.example:3307/farm?ssl-mode=verify_ca ",
            NetworkPolicy::WITH_PRIVATE,
        )
        .unwrap();
        assert_eq!(
            (
                address.user.as_str(),
                address.host.as_str(),
                address.port,
                address.database.as_str(),
                address.ssl_mode(),
                password.as_str()
            ),
            ("re@der", "db.example", 3307, "farm", "VERIFY_CA", "p:/ssö")
        );
        let stored = serde_json::to_string(&address).unwrap();
        assert!(!format!("{address:?}{stored}").contains(&password));
        assert_eq!(
            serde_json::from_str::<MysqlAddress>(&stored).unwrap(),
            address
        );
        let (address, _) =
            MysqlAddress::parse("mariadb://u:p@[2001:db8::1]/d", NetworkPolicy::WITH_PRIVATE)
                .unwrap();
        assert_eq!(
            (address.host.as_str(), address.port, address.tls),
            ("2001:db8::1", 3306, TlsMode::Prefer)
        );
    }

    #[test]
    fn errors_name_what_is_missing_without_repeating_the_address() {
        for (url, words) in [
            ("nonsense", "cannot be read"),
            ("postgres://u:hunter2@h/d", "does not begin with mysql://"),
            ("mysql://:hunter2@h/d", "lacks the user"),
            ("mysql://u@h/d", "lacks the password"),
            ("mysql://u:hunter2@h", "lacks the name of the database"),
            ("mysql://u:hunter2@%2Fvar%2Frun/d", "names a socket file"),
            (
                "mysql://u:hunter2@h/d?allowLoadLocalInfile=true",
                "has the option allowLoadLocalInfile",
            ),
            ("mysql://u:hunter2@h/d?ssl-mode=maybe", "ssl-mode must be"),
        ] {
            let message = parse_error(url, NetworkPolicy::WITH_PRIVATE);
            assert!(
                message.contains(words) && !message.contains("hunter2"),
                "{url}: {message}"
            );
        }
    }

    #[test]
    fn public_networks_need_tls() {
        let (address, _) =
            MysqlAddress::parse("mysql://u:p@h/d", NetworkPolicy::PUBLIC_ONLY).unwrap();
        assert_eq!(address.tls, TlsMode::VerifyFull);
        let error = parse_error(
            "mysql://u:p@h/d?ssl-mode=PREFERRED",
            NetworkPolicy::PUBLIC_ONLY,
        );
        assert!(error.contains("over TLS only"), "{error}");
    }

    #[test]
    fn an_authority_needs_a_mode_that_verifies() {
        let authority = include_str!("../../../../api/tests/data/tls/authority.pem");
        for (name, mode) in SSL_MODES {
            let url = format!("mysql://u:p@h/d?ssl-mode={name}");
            let (address, _) = MysqlAddress::parse(&url, NetworkPolicy::WITH_PRIVATE).unwrap();
            assert_eq!(
                address.with_authority(Some(authority)).is_ok(),
                mode.verifies_certificate(),
                "{name}"
            );
        }
    }
}
