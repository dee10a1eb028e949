//! What a kind of data source implements.

use super::Connectors;
use crate::clock::Clock;
use crate::db::{Access, Database, Organization};
use crate::entropy::Entropy;
use crate::outbound::NetworkPolicy;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sources::{Layouts, SourceError, TablePresence, Warehouse};
use std::sync::Arc;

/// A data source of one kind: its settings and, if it has one, its secret.
pub trait Connector: Sized + Send + Sync {
    /// The request that sets or tests a source. A missing field that is needed defaults to empty
    /// text, so that [`Self::from_input`] says what to enter.
    type Input;
    /// The settings as stored. They contain no secret.
    type Settings: Serialize + DeserializeOwned;
    /// The source as the API returns it, without its secret.
    type Response;

    /// Validates a request.
    fn from_input(input: &Self::Input, network: NetworkPolicy) -> Result<Self, SourceError>;

    /// Restores a stored source. The network policy may have changed since it was stored.
    fn from_stored(
        settings: Self::Settings,
        secret: Option<String>,
        network: NetworkPolicy,
    ) -> Result<Self, SourceError>;

    /// The settings to store.
    fn settings(&self) -> &Self::Settings;

    /// The secret to encrypt and store.
    fn secret(&self) -> Option<&str>;

    /// Whether stored settings lead to the same rows. Credentials and TLS settings do not matter.
    fn is_same_source(&self, stored: &Self::Settings) -> bool;

    /// Stored settings as the API returns them.
    fn to_response(settings: Self::Settings, updated_at: DateTime<Utc>) -> Self::Response;

    /// Opens the source for reading.
    fn open(
        &self,
        context: &OpenContext<'_>,
    ) -> impl Future<Output = Result<Arc<dyn Warehouse>, SourceError>> + Send;

    /// Tests the connection: lists the tables of the source.
    fn test(
        &self,
        context: &OpenContext<'_>,
        layouts: &Layouts,
    ) -> impl Future<Output = Result<SourceContents, SourceError>> + Send {
        async {
            let warehouse = self.open(context).await?;
            let tables = warehouse.list_tables(layouts).await?;
            Ok(SourceContents::with_other_tables(tables, warehouse, layouts).await)
        }
    }
}

/// What a source has.
pub struct SourceContents {
    /// The tables that Sprout reads.
    pub tables: Vec<TablePresence>,
    /// Names of other tables, listed if a table is missing.
    pub other_tables: Vec<String>,
    /// The source, if its tables have names of their own.
    pub warehouse: Option<Arc<dyn Warehouse>>,
}

impl SourceContents {
    /// The tables of a source, with the names of others if a required one is missing.
    pub(super) async fn with_other_tables(
        tables: Vec<TablePresence>,
        warehouse: Arc<dyn Warehouse>,
        layouts: &Layouts,
    ) -> Self {
        let is_missing = |one: &TablePresence| one.files == 0 && !one.table.is_optional();
        let other_tables = if tables.iter().any(is_missing) {
            // A source can be read without the permission to list its tables.
            warehouse
                .list_other_tables(layouts)
                .await
                .unwrap_or_default()
        } else {
            Vec::new()
        };
        Self {
            tables,
            other_tables,
            warehouse: Some(warehouse),
        }
    }
}

/// What a source is opened with.
#[derive(Clone, Copy)]
pub struct OpenContext<'a> {
    /// Shared dependencies.
    pub connectors: &'a Connectors,
    /// The organization whose source it is.
    pub organization: &'a Organization,
    /// Access to the organization's rows in the application database.
    pub access: &'a Access,
    /// The application database.
    pub database: &'a Database,
    /// The current time.
    pub clock: &'a Clock,
    /// Randomness.
    pub entropy: &'a Entropy,
}
