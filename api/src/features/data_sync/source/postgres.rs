//! A schema of a PostgreSQL database as a warehouse: tables under the source ids, all read in one
//! snapshot that nothing can be written in.

use super::super::catalogue::SourceTable;
use super::{
    BATCHES_IN_FLIGHT, Batches, FoundColumn, Layout, Layouts, Presence, Reading, Rows, SourceError,
    Wanted, Warehouse,
};
use crate::entropy::Entropy;
use crate::outbound::Reach;
use async_trait::async_trait;
use link::Session;
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedMutexGuard, mpsc};

mod address;
mod authority;
mod catalog;
mod copy;
mod link;
mod relay;
mod rows;
mod words;

pub use address::PostgresAddress;

/// A database to read from, with the right to enter it.
pub struct PostgresWarehouse {
    door: Door,
    /// The snapshot of this run; the next table takes it where the one before left it.
    session: Arc<Mutex<Option<Session>>>,
}

/// How to get into the database.
#[derive(Clone)]
struct Door {
    address: PostgresAddress,
    password: String,
    reach: Reach,
    entropy: Entropy,
}

impl PostgresWarehouse {
    /// The warehouse at an address.
    pub fn new(address: PostgresAddress, password: String, reach: Reach, entropy: Entropy) -> Self {
        Self {
            door: Door {
                address,
                password,
                reach,
                entropy,
            },
            session: Arc::default(),
        }
    }

    /// The session of this run: that of the table before, while its server still answers, else a
    /// new one.
    async fn session(&self) -> Result<OwnedMutexGuard<Option<Session>>, SourceError> {
        let mut kept = Arc::clone(&self.session).lock_owned().await;
        if let Some(session) = kept.as_mut()
            && !session.is_alive().await
        {
            *kept = None;
        }
        if kept.is_none() {
            *kept = Some(Session::open(&self.door).await?);
        }
        Ok(kept)
    }
}

#[async_trait]
impl Warehouse for PostgresWarehouse {
    async fn tables(&self, layouts: &Layouts) -> Result<Vec<Presence>, SourceError> {
        let session = self.session().await?;
        let Some(session) = session.as_ref() else {
            return Err(words::broken_off(&self.door.address));
        };
        let presence = |table: SourceTable| match session.catalog.table(table.id()) {
            None => Presence {
                table,
                files: 0,
                problem: None,
            },
            Some(found) => {
                let problem = rows::Plan::of(found, &layouts.of(table), &self.door.address)
                    .err()
                    .map(|error| error.to_string());
                Presence {
                    table,
                    files: 1,
                    problem,
                }
            }
        };
        Ok(SourceTable::ALL.map(presence).to_vec())
    }

    async fn columns(
        &self,
        table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<FoundColumn>>, SourceError> {
        let session = self.session().await?;
        let Some(session) = session.as_ref() else {
            return Err(words::broken_off(&self.door.address));
        };
        let Some(found) = session.catalog.table(table.id()) else {
            return Ok(None);
        };
        rows::Plan::of(found, layout, &self.door.address)?;
        Ok(Some(found.found_columns()))
    }

    async fn read(&self, wanted: Wanted) -> Result<Reading, SourceError> {
        let mut kept = self.session().await?;
        let address = self.door.address.clone();
        let Some(session) = kept.as_ref() else {
            return Err(words::broken_off(&address));
        };
        let Some(found) = session.catalog.table(wanted.table.id()) else {
            return Ok(Reading::Absent);
        };
        let mut plan = rows::Plan::of(found, &wanted.layout, &address)?;
        let window = plan.begin_at(
            wanted.landed.and_then(|landed| landed.watermark).as_ref(),
            session.now,
        );
        let columns = found.found_columns();
        let (sender, batches) = mpsc::channel(BATCHES_IN_FLIGHT);
        tokio::spawn(async move {
            let Some(session) = kept.as_mut() else { return };
            let end = rows::send_all(session, &plan, &address, &sender).await;
            if !matches!(end, Ok(true)) {
                // What is half read cannot be read on: the next table opens a session of its own.
                *kept = None;
            }
            // The session is free before the end is told, so that the next table does not wait for
            // it.
            drop(kept);
            let _ = match end {
                Ok(true) => sender.send(Ok(None)).await,
                Ok(false) => Ok(()),
                Err(error) => sender.send(Err(error)).await,
            };
        });
        Ok(Reading::Rows(Rows {
            batches: Batches::new(batches),
            columns,
            files: Vec::new(),
            left_out: 0,
            bytes: None,
            window,
        }))
    }
}

#[cfg(test)]
mod tests;
