//! A dataset of BigQuery as a warehouse: tables under the source ids, all read as they were at one
//! moment, by queries whose price is bounded.

use super::super::catalogue::SourceTable;
use super::{
    BATCHES_IN_FLIGHT, Batches, FoundColumn, Layout, Layouts, Presence, Reading, Rows, SourceError,
    Wanted, Warehouse,
};
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::outbound::Reach;
use api::Api;
use async_trait::async_trait;
use futures_util::future::try_join_all;
use giving_up::Standing;
use plan::Plan;
use query::Query;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OnceCell, mpsc, oneshot};

mod address;
mod api;
mod dataset;
mod giving_up;
mod key;
mod page;
mod patience;
mod plan;
mod query;
mod trouble;
mod words;

pub use address::{AskedDataset, BigQueryAddress, WrongDataset};
pub use key::ServiceAccount;
pub use patience::Patience;

/// A dataset to read from, for one run.
pub struct BigQueryWarehouse {
    api: Arc<Api>,
    /// Where the dataset lies; asked once.
    location: OnceCell<Option<String>>,
    bills: Arc<Mutex<HashMap<SourceTable, u64>>>,
}

impl BigQueryWarehouse {
    /// The warehouse at an address. Nothing is asked before something is wanted.
    pub fn new(
        address: BigQueryAddress,
        account: ServiceAccount,
        reach: Reach,
        clock: Clock,
        entropy: Entropy,
    ) -> Result<Self, SourceError> {
        Ok(Self {
            api: Arc::new(Api::new(address, account, reach, clock, entropy)?),
            location: OnceCell::new(),
            bills: Arc::default(),
        })
    }

    /// With other waits than the usual ones.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> Self {
        if let Some(api) = Arc::get_mut(&mut self.api) {
            api.patience = patience;
        }
        self
    }

    async fn location(&self) -> Result<Option<&str>, SourceError> {
        Ok(self
            .location
            .get_or_try_init(|| dataset::location(&self.api))
            .await?
            .as_deref())
    }
}

#[async_trait]
impl Warehouse for BigQueryWarehouse {
    /// By what the dataset says about itself alone, which costs nothing.
    async fn tables(&self, layouts: &Layouts) -> Result<Vec<Presence>, SourceError> {
        self.location().await?;
        let api = &self.api;
        try_join_all(SourceTable::ALL.map(|table| async move {
            let Some(found) = dataset::table(api, table).await? else {
                return Ok(Presence {
                    table,
                    files: 0,
                    problem: None,
                });
            };
            let plan = Plan::of(
                table.id(),
                &found,
                &layouts.of(table),
                &api.address,
                api.began(),
            );
            Ok(Presence {
                table,
                files: 1,
                problem: plan.err().map(|error| error.to_string()),
            })
        }))
        .await
    }

    async fn columns(
        &self,
        table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<FoundColumn>>, SourceError> {
        self.location().await?;
        let Some(found) = dataset::table(&self.api, table).await? else {
            return Ok(None);
        };
        Plan::of(
            table.id(),
            &found,
            layout,
            &self.api.address,
            self.api.began(),
        )?;
        Ok(Some(found.found_columns()))
    }

    async fn read(&self, wanted: Wanted) -> Result<Reading, SourceError> {
        let location = self.location().await?.map(str::to_owned);
        let (api, table) = (Arc::clone(&self.api), wanted.table);
        let Some(found) = dataset::table(&api, table).await? else {
            return Ok(Reading::Absent);
        };
        let moment = api.began();
        let state = found.state(&api.address.dataset, table, moment);
        if wanted.landed.is_some_and(|landed| {
            state
                .as_ref()
                .is_some_and(|state| landed.files.contains(state))
        }) {
            return Ok(Reading::Unchanged);
        }
        if found.keeps_its_past() && found.is_younger_than(moment) {
            return Err(words::younger(table.id()));
        }
        let plan = Plan::of(table.id(), &found, &wanted.layout, &api.address, moment)?;
        let columns = found.found_columns();
        let (sender, batches) = mpsc::channel(BATCHES_IN_FLIGHT);
        let (begin, wish) = oneshot::channel();
        let bills = Arc::clone(&self.bills);
        tokio::spawn(async move {
            if wish.await.is_err() {
                return;
            }
            let bill = move |bytes| {
                bills
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .insert(table, bytes);
            };
            let query = Query {
                api: &api,
                plan: &plan,
                location: location.as_deref(),
                table: table.id(),
                standing: Standing::default(),
            };
            let end = tokio::select! {
                // Whoever gives the run up wants no further page.
                () = sender.closed() => return query.give_up().await,
                end = tokio::time::timeout(api.patience.table, query.send_all(&sender, bill)) => end,
            };
            let _ = match end {
                Ok(Ok(true)) => sender.send(Ok(None)).await,
                Ok(Ok(false)) => Ok(()),
                Ok(Err(error)) => sender.send(Err(error)).await,
                Err(_) => {
                    sender
                        .send(Err(words::too_slow(table.id(), api.patience.table)))
                        .await
                }
            };
            query.give_up().await;
        });
        Ok(Reading::Rows(Rows {
            batches: Batches::once_wanted(batches, begin),
            columns,
            files: state.into_iter().collect(),
            left_out: 0,
            bytes: None,
            window: None,
        }))
    }

    fn bytes_billed(&self, table: SourceTable) -> Option<u64> {
        self.bills
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&table)
            .copied()
    }
}
