//! One database session with a read-only snapshot transaction.

use super::client::{Client, ClientError};
use super::database_address::MysqlAddress;
use super::{ConnectionTarget, catalog, messages};
use crate::SourceError;
use crate::database_messages::{self, from_dial_error};
use crate::select_plan::DatabaseTable;
use chrono::{DateTime, Utc};
use outbound::dial_tcp;
use std::time::Duration;

/// Maximum time to connect, and to load the columns of tables.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(15);

/// The session may be idle while rows are merged, and the server may wait for Sprout to read. Both
/// servers know these settings, and every user may change them.
const SETTINGS_SQL: &str = "set session time_zone = '+00:00', sql_mode = '', \
    net_write_timeout = 3600, wait_timeout = 3600, lock_wait_timeout = 10";
const ISOLATION_SQL: &str = "set session transaction isolation level repeatable read";
const BEGIN_SQL: &str = "start transaction with consistent snapshot, read only";

/// Microseconds since 1970, before the snapshot.
const NOW_SQL: &str = "select cast(unix_timestamp(now(6)) * 1000000 as unsigned)";

/// A session with its transaction.
pub(super) struct Session {
    pub(super) client: Client,
    /// A moment before the snapshot by the server's clock.
    pub(super) now: DateTime<Utc>,
}

impl Session {
    /// Connects and starts the transaction.
    pub(super) async fn open(target: &ConnectionTarget) -> Result<Self, SourceError> {
        let address = &target.address;
        let server = dial_tcp(target.network, &address.host, address.port)
            .await
            .map_err(|error| from_dial_error(&address.host, &error))?;
        let opened = async {
            let mut client = Client::sign_in(server, address, &target.password).await?;
            client.execute(SETTINGS_SQL).await?;
            client.execute(ISOLATION_SQL).await?;
            let now = client.fetch_texts(NOW_SQL).await?;
            client.execute(BEGIN_SQL).await?;
            Ok((client, now))
        };
        let (client, now) = await_response(address, opened).await?;
        let now = now.first().and_then(|row| row.first()?.parse().ok());
        // Without a valid clock, tables are read completely.
        Ok(Self {
            client,
            now: DateTime::from_timestamp_micros(now.unwrap_or_default()).unwrap_or_default(),
        })
    }

    /// Loads the tables of these names that the database has.
    pub(super) async fn load_tables(
        &mut self,
        address: &MysqlAddress,
        names: &[String],
    ) -> Result<Vec<DatabaseTable>, SourceError> {
        let load = catalog::load_tables(&mut self.client, &address.database, names);
        await_response(address, load).await
    }

    /// Names of tables that the database has besides these.
    pub(super) async fn list_other_names(
        &mut self,
        address: &MysqlAddress,
        names: &[String],
    ) -> Result<Vec<String>, SourceError> {
        let list = catalog::list_other_names(&mut self.client, &address.database, names);
        await_response(address, list).await
    }

    /// Whether the server still responds.
    pub(super) async fn is_alive(&mut self) -> bool {
        matches!(
            tokio::time::timeout(RESPONSE_TIMEOUT, self.client.ping()).await,
            Ok(Ok(()))
        )
    }
}

/// The result of statements, or why there is none, as a message for users.
async fn await_response<T>(
    address: &MysqlAddress,
    statements: impl Future<Output = Result<T, ClientError>>,
) -> Result<T, SourceError> {
    tokio::time::timeout(RESPONSE_TIMEOUT, statements)
        .await
        .map_err(|_| database_messages::timed_out(&address.host, RESPONSE_TIMEOUT))?
        .map_err(|error| messages::from_client_error(address, &error))
}
