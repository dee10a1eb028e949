//! One database session with a read-only snapshot transaction.

use super::catalog;
use super::database_address::PostgresAddress;
use super::server_connection::secure_connection;
use super::socket_relay::{RelayFault, SocketRelay};
use super::{ConnectionTarget, messages};
use crate::SourceError;
use crate::database_messages::from_dial_error;
use crate::select_plan::DatabaseTable;
use chrono::{DateTime, Utc};
use outbound::dial_tcp;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgSslMode};
use sqlx::{ConnectOptions, Connection, Executor};
use std::time::Duration;

/// Maximum time to connect, and to load the columns of tables.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(15);

/// A statement may run for 30 minutes. The session may be idle for longer, because it waits while
/// rows are merged, but not much longer.
const BEGIN_SQL: &str = "begin isolation level repeatable read, read only; \
    set local statement_timeout = '30min'; \
    set local lock_timeout = '10s'; \
    set local idle_in_transaction_session_timeout = '1h'; \
    set local client_min_messages = 'error'; \
    set local datestyle = 'ISO'; \
    set local timezone = 'UTC'";

/// Microseconds since 1970.
const NOW_SQL: &str = "select (extract(epoch from pg_catalog.now()) * 1000000)::bigint";

/// A session with its transaction.
pub(super) struct Session {
    pub(super) connection: PgConnection,
    /// Start of the transaction by the server's clock.
    pub(super) now: DateTime<Utc>,
    /// Why the connection was ended, if it sent too much.
    fault: RelayFault,
}

impl Session {
    /// Connects, starts the transaction and checks that the schema is there.
    pub(super) async fn open(target: &ConnectionTarget) -> Result<Self, SourceError> {
        let address = &target.address;
        let server = dial_tcp(target.network, &address.host, address.port)
            .await
            .map_err(|error| from_dial_error(&address.host, &error))?;
        let server = tokio::time::timeout(RESPONSE_TIMEOUT, secure_connection(server, address))
            .await
            .map_err(|_| messages::database_timed_out(address, RESPONSE_TIMEOUT))?
            .map_err(|error| messages::from_connection_error(address, &error))?;
        let relay = SocketRelay::open(server, address.port, &target.entropy)
            .map_err(|error| messages::from_relay_error(&error))?;
        let fault = relay.fault();
        let options = PgConnectOptions::new_without_pgpass()
            .host(&address.host)
            .port(address.port)
            .socket(relay.folder())
            .username(&address.user)
            .password(&target.password)
            .database(&address.database)
            .ssl_mode(PgSslMode::Disable)
            .application_name("sprout data sync")
            .statement_cache_capacity(0)
            .disable_statement_logging();
        let opened = async {
            let mut connection = PgConnection::connect_with(&options).await?;
            connection.execute(sqlx::raw_sql(BEGIN_SQL)).await?;
            let has_schema = catalog::has_schema(&mut connection, &address.schema).await?;
            let now: i64 = sqlx::query_scalar(NOW_SQL)
                .persistent(false)
                .fetch_one(&mut connection)
                .await?;
            Ok((connection, has_schema, now))
        };
        let (connection, has_schema, now) = await_response(address, &fault, opened).await?;
        if !has_schema {
            return Err(messages::schema_not_found(address));
        }
        // A server clock before 1970 is invalid. Tables are then read completely.
        Ok(Self {
            connection,
            now: DateTime::from_timestamp_micros(now).unwrap_or_default(),
            fault,
        })
    }

    /// Loads the tables of these names that the schema has. After an error, the transaction is
    /// aborted.
    pub(super) async fn load_tables(
        &mut self,
        address: &PostgresAddress,
        names: &[String],
    ) -> Result<Vec<DatabaseTable>, SourceError> {
        let load = catalog::load_tables(&mut self.connection, &address.schema, names);
        await_response(address, &self.fault, load).await
    }

    /// Names of tables that the schema has besides these. After an error, the transaction is
    /// aborted.
    pub(super) async fn list_other_names(
        &mut self,
        address: &PostgresAddress,
        names: &[String],
    ) -> Result<Vec<String>, SourceError> {
        let list = catalog::list_other_names(&mut self.connection, &address.schema, names);
        await_response(address, &self.fault, list).await
    }

    /// Why the connection was ended, if it sent too much.
    pub(super) fn fault(&self) -> RelayFault {
        self.fault.clone()
    }

    /// Whether the server still responds.
    pub(super) async fn is_alive(&mut self) -> bool {
        matches!(
            tokio::time::timeout(RESPONSE_TIMEOUT, self.connection.ping()).await,
            Ok(Ok(()))
        )
    }
}

/// The result of statements, or why there is none, as a message for users.
async fn await_response<T>(
    address: &PostgresAddress,
    fault: &RelayFault,
    statements: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, SourceError> {
    tokio::time::timeout(RESPONSE_TIMEOUT, statements)
        .await
        .map_err(|_| messages::database_timed_out(address, RESPONSE_TIMEOUT))?
        .map_err(|error| messages::from_sql_error(address, &error, fault.get()))
}
