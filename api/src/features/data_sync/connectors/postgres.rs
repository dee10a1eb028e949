//! A schema of a PostgreSQL database as a data source.

use super::registry::invalid_stored_source;
use super::{Connector, OpenContext};
use crate::outbound::NetworkPolicy;
use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use sources::{PostgresAddress, PostgresWarehouse, SourceError, Warehouse};
use std::sync::Arc;

/// The kind of a PostgreSQL schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum PostgresKind {
    /// A schema of a PostgreSQL database.
    Postgres,
}

/// A PostgreSQL schema to read.
#[derive(Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct PostgresSourceInput {
    /// Kind of the source.
    pub kind: PostgresKind,
    /// `postgres://user:password@host:5432/database`, with an optional `?sslmode=`. The password is
    /// encrypted and never returned.
    #[oai(default, validator(max_length = 2048), write_only)]
    pub url: String,
    /// The schema with the tables. Default: `public`.
    #[oai(validator(max_length = 63))]
    pub schema: Option<String>,
    /// With `sslmode` `verify-ca` or `verify-full`: the certificate of the private certificate
    /// authority, in PEM format. Public authorities are trusted too.
    #[oai(validator(max_length = 16384))]
    pub ca_certificate: Option<String>,
}

/// A PostgreSQL schema that is read.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PostgresSource {
    /// Kind of the source.
    pub kind: PostgresKind,
    /// The server.
    pub host: String,
    /// The server's port.
    pub port: u16,
    /// The database.
    pub database: String,
    /// The user. The password is never returned.
    pub user: String,
    /// The schema with the tables.
    pub schema: String,
    /// The `sslmode` of the connection.
    pub sslmode: String,
    /// Trusted certificates of a private certificate authority, in PEM format.
    pub ca_certificate: Option<String>,
    /// When the source was last changed.
    pub updated_at: DateTime<Utc>,
}

/// A schema of a PostgreSQL database.
pub struct PostgresConnector {
    address: PostgresAddress,
    password: String,
}

impl Connector for PostgresConnector {
    type Input = PostgresSourceInput;
    type Settings = PostgresAddress;
    type Response = PostgresSource;

    fn from_input(input: &Self::Input, network: NetworkPolicy) -> Result<Self, SourceError> {
        PostgresAddress::parse(&input.url, input.schema.as_deref(), network)
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
        let PostgresAddress {
            host,
            port,
            database,
            schema,
            ..
        } = &self.address;
        (host, *port, database, schema)
            == (&stored.host, stored.port, &stored.database, &stored.schema)
    }

    fn to_response(settings: Self::Settings, updated_at: DateTime<Utc>) -> Self::Response {
        PostgresSource {
            kind: PostgresKind::Postgres,
            host: settings.host,
            port: settings.port,
            database: settings.database,
            user: settings.user,
            schema: settings.schema,
            sslmode: settings.tls.to_string(),
            ca_certificate: settings.authority,
            updated_at,
        }
    }

    async fn open(&self, context: &OpenContext<'_>) -> Result<Arc<dyn Warehouse>, SourceError> {
        Ok(Arc::new(PostgresWarehouse::new(
            self.address.clone(),
            self.password.clone(),
            context.connectors.network_policy,
            context.entropy.clone(),
        )))
    }
}
