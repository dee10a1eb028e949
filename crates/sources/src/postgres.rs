//! A schema of a PostgreSQL database as a data source. All tables are read in one read-only
//! snapshot.

use super::{
    BatchStream, ColumnDescriptor, Layout, Layouts, MAX_BATCHES_IN_FLIGHT, ReadOutcome,
    ReadRequest, SourceError, TablePresence, TableRows, Warehouse,
};
use crate::SourceTable;
use async_trait::async_trait;
use clock_and_entropy::entropy::Entropy;
use outbound::NetworkPolicy;
use session::Session;
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedMutexGuard, mpsc};

mod ca_certificates;
mod catalog;
mod copy_plan;
mod copy_stream;
mod database_address;
mod message_guard;
mod messages;
mod server_connection;
mod session;
mod socket_relay;

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
    reach: NetworkPolicy,
    entropy: Entropy,
}

impl PostgresWarehouse {
    /// Creates a warehouse without connecting.
    pub fn new(
        address: PostgresAddress,
        password: String,
        reach: NetworkPolicy,
        entropy: Entropy,
    ) -> Self {
        Self {
            target: ConnectionTarget {
                address,
                password,
                reach,
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
        let session = self.acquire_session().await?;
        let Some(session) = session.as_ref() else {
            return Err(messages::connection_lost(&self.target.address));
        };
        let presence = |table: SourceTable| match session.catalog.find_table(table.id()) {
            None => TablePresence {
                table,
                files: 0,
                problem: None,
                found: None,
            },
            Some(found) => {
                let problem = copy_plan::CopyPlan::for_table(
                    found,
                    &layouts.for_table(table),
                    &self.target.address,
                )
                .err()
                .map(|error| error.to_string());
                TablePresence {
                    table,
                    files: 1,
                    problem,
                    found: None,
                }
            }
        };
        Ok(SourceTable::ALL.map(presence).to_vec())
    }

    async fn describe_columns(
        &self,
        table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<ColumnDescriptor>>, SourceError> {
        let session = self.acquire_session().await?;
        let Some(session) = session.as_ref() else {
            return Err(messages::connection_lost(&self.target.address));
        };
        let Some(found) = session.catalog.find_table(table.id()) else {
            return Ok(None);
        };
        copy_plan::CopyPlan::for_table(found, layout, &self.target.address)?;
        Ok(Some(found.column_descriptors()))
    }

    async fn read_table(&self, wanted: ReadRequest) -> Result<ReadOutcome, SourceError> {
        let mut kept = self.acquire_session().await?;
        let address = self.target.address.clone();
        let Some(session) = kept.as_ref() else {
            return Err(messages::connection_lost(&address));
        };
        let Some(found) = session.catalog.find_table(wanted.table.id()) else {
            return Ok(ReadOutcome::Absent);
        };
        let mut plan = copy_plan::CopyPlan::for_table(found, &wanted.layout, &address)?;
        let window = plan.start_at(
            wanted
                .checkpoint
                .and_then(|landed| landed.watermark)
                .as_ref(),
            session.now,
        );
        let columns = found.column_descriptors();
        let (sender, batches) = mpsc::channel(MAX_BATCHES_IN_FLIGHT);
        tokio::spawn(async move {
            let Some(session) = kept.as_mut() else { return };
            let end = copy_plan::send_all(session, &plan, &address, &sender).await;
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

#[cfg(test)]
mod tests;
