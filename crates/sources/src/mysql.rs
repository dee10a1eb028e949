//! A database of MySQL or MariaDB as a data source. All tables are read in one read-only snapshot.

use super::{
    BatchStream, ColumnDescriptor, Layout, Layouts, MAX_BATCHES_IN_FLIGHT, ReadOutcome,
    ReadRequest, SourceError, TablePresence, TableRows, Warehouse, equal_names,
};
use crate::SourceTable;
use crate::select_plan::{DatabaseTable, SchemaReader, SelectPlan};
use async_trait::async_trait;
use outbound::NetworkPolicy;
use session::Session;
use sql_dialect::MysqlSql;
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedMutexGuard, mpsc};

mod authentication;
mod catalog;
mod client;
mod database_address;
mod handshake;
mod messages;
mod packets;
mod row_reader;
mod session;
mod sql_dialect;

pub use database_address::MysqlAddress;

/// A database with the credentials to read it.
pub struct MysqlWarehouse {
    target: ConnectionTarget,
    /// The session of this run, reused for the next table.
    session: Arc<Mutex<Option<Session>>>,
}

/// What is needed to connect to the database.
#[derive(Clone)]
struct ConnectionTarget {
    address: MysqlAddress,
    password: String,
    network: NetworkPolicy,
}

impl MysqlAddress {
    fn reader(&self) -> SchemaReader<'_> {
        SchemaReader {
            dialect: &MysqlSql,
            schema: &self.database,
            user: &self.user,
        }
    }
}

impl MysqlWarehouse {
    /// Creates a warehouse without connecting.
    pub fn new(address: MysqlAddress, password: String, network: NetworkPolicy) -> Self {
        Self {
            target: ConnectionTarget {
                address,
                password,
                network,
            },
            session: Arc::default(),
        }
    }

    /// The session of this run: that of the previous table if it is still alive, otherwise a new
    /// one. It is lost if its owner does not return it.
    async fn acquire_session(&self) -> Result<SessionLease, SourceError> {
        let mut kept = Arc::clone(&self.session).lock_owned().await;
        let alive = match kept.take() {
            Some(mut session) => session.is_alive().await.then_some(session),
            None => None,
        };
        let session = match alive {
            Some(session) => session,
            None => Session::open(&self.target).await?,
        };
        Ok(SessionLease { kept, session })
    }
}

/// A session in use. An interrupted session is in the middle of a response, so only one that is
/// returned is used again.
struct SessionLease {
    kept: OwnedMutexGuard<Option<Session>>,
    session: Session,
}

impl SessionLease {
    fn give_back(mut self) {
        *self.kept = Some(self.session);
    }
}

#[async_trait]
impl Warehouse for MysqlWarehouse {
    async fn list_tables(&self, layouts: &Layouts) -> Result<Vec<TablePresence>, SourceError> {
        let address = &self.target.address;
        let mut lease = self.acquire_session().await?;
        let found = lease
            .session
            .load_tables(address, &layouts.table_names())
            .await?;
        lease.give_back();
        let presence = |table: SourceTable| {
            let layout = layouts.for_table(table);
            let found = find_table(&found, &layout);
            address.reader().table_presence(table, found, &layout)
        };
        Ok(SourceTable::ALL.into_iter().map(presence).collect())
    }

    async fn list_other_tables(&self, layouts: &Layouts) -> Result<Vec<String>, SourceError> {
        let mut lease = self.acquire_session().await?;
        let names = layouts.table_names();
        let others = lease
            .session
            .list_other_names(&self.target.address, &names)
            .await?;
        lease.give_back();
        Ok(others)
    }

    async fn describe_columns(
        &self,
        _table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<ColumnDescriptor>>, SourceError> {
        let address = &self.target.address;
        let mut lease = self.acquire_session().await?;
        let names = [layout.table_name().to_owned()];
        let found = lease.session.load_tables(address, &names).await?;
        lease.give_back();
        let Some(found) = find_table(&found, layout) else {
            return Ok(None);
        };
        SelectPlan::for_table(found, layout, &address.reader())?;
        Ok(Some(found.column_descriptors(&MysqlSql)))
    }

    async fn read_table(&self, wanted: ReadRequest) -> Result<ReadOutcome, SourceError> {
        let address = self.target.address.clone();
        let mut lease = self.acquire_session().await?;
        let names = [wanted.layout.table_name().to_owned()];
        let found = lease.session.load_tables(&address, &names).await?;
        let Some(found) = find_table(&found, &wanted.layout) else {
            lease.give_back();
            return Ok(ReadOutcome::Absent);
        };
        let mut plan = SelectPlan::for_table(found, &wanted.layout, &address.reader())?;
        let watermark = wanted.checkpoint.and_then(|synced| synced.watermark);
        let window = plan.start_at(watermark.as_ref(), lease.session.now);
        let columns = found.column_descriptors(&MysqlSql);
        let (sender, batches) = mpsc::channel(MAX_BATCHES_IN_FLIGHT);
        tokio::spawn(async move {
            let end = row_reader::send_all(&mut lease.session, &plan, &address, &sender).await;
            // The session is free before the end is reported, so that the next table does not wait
            // for it.
            let _ = match end {
                Ok(true) => {
                    lease.give_back();
                    sender.send(Ok(None)).await
                }
                Ok(false) => Ok(()),
                Err(error) => {
                    drop(lease);
                    sender.send(Err(error)).await
                }
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

/// The table of a layout. Servers compare names with or without case, as their system does.
fn find_table<'a>(found: &'a [DatabaseTable], layout: &Layout) -> Option<&'a DatabaseTable> {
    let name = layout.table_name();
    let exact = found.iter().find(|table| table.name == name);
    exact.or_else(|| found.iter().find(|table| equal_names(&table.name, name)))
}

#[cfg(test)]
mod tests;
