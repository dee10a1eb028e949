//! A schema of a PostgreSQL database as a data source. All tables are read in one read-only
//! snapshot.

use super::{
    BatchStream, ColumnDescriptor, Layout, Layouts, MAX_BATCHES_IN_FLIGHT, ReadOutcome,
    ReadRequest, SourceError, TablePresence, TableRows, Warehouse,
};
use crate::SourceTable;
use crate::select_plan::{DatabaseTable, SchemaReader, SelectPlan};
use async_trait::async_trait;
use clock_and_entropy::entropy::Entropy;
use outbound::NetworkPolicy;
use session::Session;
use sql_dialect::PostgresSql;
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedMutexGuard, mpsc};

mod catalog;
mod copy_reader;
mod copy_stream;
mod database_address;
mod message_guard;
mod messages;
mod server_connection;
mod session;
mod socket_relay;
mod sql_dialect;

pub use database_address::PostgresAddress;

/// A database with the credentials to read it.
pub struct PostgresWarehouse {
    target: ConnectionTarget,
    /// The session of this run, reused for the next table.
    session: Arc<Mutex<Option<Session>>>,
}

/// What is needed to connect to the database.
#[derive(Clone)]
struct ConnectionTarget {
    address: PostgresAddress,
    password: String,
    network: NetworkPolicy,
    entropy: Entropy,
}

impl PostgresAddress {
    fn reader(&self) -> SchemaReader<'_> {
        SchemaReader {
            dialect: &PostgresSql,
            schema: &self.schema,
            user: &self.user,
        }
    }
}

impl PostgresWarehouse {
    /// Creates a warehouse without connecting.
    pub fn new(
        address: PostgresAddress,
        password: String,
        network: NetworkPolicy,
        entropy: Entropy,
    ) -> Self {
        Self {
            target: ConnectionTarget {
                address,
                password,
                network,
                entropy,
            },
            session: Arc::default(),
        }
    }

    /// The session of this run: that of the previous table if it is still alive, otherwise a new
    /// one.
    async fn acquire_session(&self) -> Result<OwnedMutexGuard<Option<Session>>, SourceError> {
        let mut kept = Arc::clone(&self.session).lock_owned().await;
        if let Some(session) = kept.as_mut()
            && !session.is_alive().await
        {
            *kept = None;
        }
        if kept.is_none() {
            *kept = Some(Session::open(&self.target).await?);
        }
        Ok(kept)
    }
}

#[async_trait]
impl Warehouse for PostgresWarehouse {
    async fn list_tables(&self, layouts: &Layouts) -> Result<Vec<TablePresence>, SourceError> {
        let names = layouts.table_names();
        let address = &self.target.address;
        let mut kept = self.acquire_session().await?;
        let found = load_tables(&mut kept, address, &names).await?;
        let presence = |table: SourceTable| {
            let layout = layouts.for_table(table);
            let found = find_table(&found, &layout);
            address.reader().table_presence(table, found, &layout)
        };
        Ok(SourceTable::ALL.into_iter().map(presence).collect())
    }

    async fn list_other_tables(&self, layouts: &Layouts) -> Result<Vec<String>, SourceError> {
        let names = layouts.table_names();
        let mut kept = self.acquire_session().await?;
        let Some(session) = kept.as_mut() else {
            return Err(messages::connection_lost(&self.target.address));
        };
        let listed = session.list_other_names(&self.target.address, &names).await;
        if listed.is_err() {
            *kept = None;
        }
        listed
    }

    async fn describe_columns(
        &self,
        _table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<ColumnDescriptor>>, SourceError> {
        let mut kept = self.acquire_session().await?;
        let names = [layout.table_name().to_owned()];
        let found = load_tables(&mut kept, &self.target.address, &names).await?;
        let Some(found) = find_table(&found, layout) else {
            return Ok(None);
        };
        SelectPlan::for_table(found, layout, &self.target.address.reader())?;
        Ok(Some(found.column_descriptors(&PostgresSql)))
    }

    async fn read_table(&self, wanted: ReadRequest) -> Result<ReadOutcome, SourceError> {
        let mut kept = self.acquire_session().await?;
        let address = self.target.address.clone();
        let names = [wanted.layout.table_name().to_owned()];
        let found = load_tables(&mut kept, &address, &names).await?;
        let Some(found) = find_table(&found, &wanted.layout) else {
            return Ok(ReadOutcome::Absent);
        };
        let Some(session) = kept.as_ref() else {
            return Err(messages::connection_lost(&address));
        };
        let mut plan = SelectPlan::for_table(found, &wanted.layout, &address.reader())?;
        let window = plan.start_at(
            wanted
                .checkpoint
                .and_then(|synced| synced.watermark)
                .as_ref(),
            session.now,
        );
        let columns = found.column_descriptors(&PostgresSql);
        let (sender, batches) = mpsc::channel(MAX_BATCHES_IN_FLIGHT);
        tokio::spawn(async move {
            let Some(session) = kept.as_mut() else { return };
            let end = copy_reader::send_all(session, &plan, &address, &sender).await;
            if !matches!(end, Ok(true)) {
                // A session in the middle of a read cannot be reused. The next table opens a new
                // one.
                *kept = None;
            }
            // Release the session before the end is reported, so that the next table does not wait
            // for it.
            drop(kept);
            let _ = match end {
                Ok(true) => sender.send(Ok(None)).await,
                Ok(false) => Ok(()),
                Err(error) => sender.send(Err(error)).await,
            };
        });
        Ok(ReadOutcome::Rows(TableRows {
            batches: BatchStream::new(batches),
            columns,
            files: Vec::new(),
            skipped_files: 0,
            bytes: None,
            window,
        }))
    }
}

/// Loads tables in the session, which ends if that fails.
async fn load_tables(
    kept: &mut Option<Session>,
    address: &PostgresAddress,
    names: &[String],
) -> Result<Vec<DatabaseTable>, SourceError> {
    let Some(session) = kept.as_mut() else {
        return Err(messages::connection_lost(address));
    };
    let found = session.load_tables(address, names).await;
    if found.is_err() {
        *kept = None;
    }
    found
}

fn find_table<'a>(found: &'a [DatabaseTable], layout: &Layout) -> Option<&'a DatabaseTable> {
    found.iter().find(|table| table.name == layout.table_name())
}

#[cfg(test)]
mod tests;
