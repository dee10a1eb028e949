//! A database of MySQL or MariaDB as a data source.

use super::registry::invalid_stored_source;
use super::{Connector, OpenContext};
use crate::outbound::NetworkPolicy;
use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use sources::{MysqlAddress, MysqlWarehouse, SourceError, Warehouse};
use std::sync::Arc;

/// The kind of a MySQL or MariaDB database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum MysqlKind {
    /// A database of MySQL or MariaDB.
    Mysql,
}

/// A MySQL or MariaDB database to read.
#[derive(Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct MysqlSourceInput {
    /// Kind of the source.
    pub kind: MysqlKind,
    /// The database and its user as `mysql://user:password@host:port/database`. The only supported
    /// option is `ssl-mode`: `DISABLED`, `PREFERRED`, `REQUIRED`, `VERIFY_CA` or
    /// `VERIFY_IDENTITY`. The password is encrypted and never returned.
    #[oai(default, validator(max_length = 2048), write_only)]
    pub url: String,
    /// With the `ssl-mode` `VERIFY_CA` or `VERIFY_IDENTITY`: the certificate of the private
    /// certificate authority, in PEM format. Public authorities are trusted too.
    #[oai(validator(max_length = 16384))]
    pub ca_certificate: Option<String>,
}

/// A MySQL or MariaDB database that is read.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct MysqlSource {
    /// Kind of the source.
    pub kind: MysqlKind,
    /// The server.
    pub host: String,
    /// The server's port.
    pub port: u16,
    /// The database with the tables.
    pub database: String,
    /// The user. The password is never returned.
    pub user: String,
    /// The `ssl-mode` of the connection.
    pub ssl_mode: String,
    /// Trusted certificates of a private certificate authority, in PEM format.
    pub ca_certificate: Option<String>,
    /// When the source was last changed.
    pub updated_at: DateTime<Utc>,
}

/// A database of MySQL or MariaDB.
pub struct MysqlConnector {
    address: MysqlAddress,
    password: String,
}

impl Connector for MysqlConnector {
    type Input = MysqlSourceInput;
    type Settings = MysqlAddress;
    type Response = MysqlSource;

    fn from_input(input: &Self::Input, network: NetworkPolicy) -> Result<Self, SourceError> {
        MysqlAddress::parse(&input.url, network)
            .and_then(|(address, password)| {
                let address = address.with_authority(input.ca_certificate.as_deref())?;
                Ok(Self { address, password })
            })
            .map_err(|error| SourceError::Unusable(error.to_string()))
    }

    fn from_stored(
        settings: Self::Settings,
        secret: Option<String>,
        _network: NetworkPolicy,
    ) -> Result<Self, SourceError> {
        Ok(Self {
            address: settings,
            password: secret.ok_or_else(invalid_stored_source)?,
        })
    }

    fn settings(&self) -> &Self::Settings {
        &self.address
    }

    fn secret(&self) -> Option<&str> {
        Some(&self.password)
    }

    fn is_same_source(&self, stored: &Self::Settings) -> bool {
        let MysqlAddress {
            host,
            port,
            database,
            ..
        } = &self.address;
        (host, *port, database) == (&stored.host, stored.port, &stored.database)
    }

    fn to_response(settings: Self::Settings, updated_at: DateTime<Utc>) -> Self::Response {
        MysqlSource {
            kind: MysqlKind::Mysql,
            ssl_mode: settings.ssl_mode().to_owned(),
            host: settings.host,
            port: settings.port,
            database: settings.database,
            user: settings.user,
            ca_certificate: settings.authority,
            updated_at,
        }
    }

    async fn open(&self, context: &OpenContext<'_>) -> Result<Arc<dyn Warehouse>, SourceError> {
        Ok(Arc::new(MysqlWarehouse::new(
            self.address.clone(),
            self.password.clone(),
            context.connectors.network_policy,
        )))
    }
}
