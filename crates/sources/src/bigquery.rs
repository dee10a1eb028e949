//! A BigQuery dataset as a data source. Reads all tables as of one point in time, with queries
//! whose cost is limited.

use super::{
    BatchStream, ColumnDescriptor, Layout, Layouts, MAX_BATCHES_IN_FLIGHT, MAX_OTHER_TABLES,
    ReadOutcome, ReadRequest, SourceError, TablePresence, TableRows, TableSample, Warehouse,
    sampled_names,
};
use crate::SourceTable;
use api_client::ApiClient;
use async_trait::async_trait;
use cancel::QueryState;
use clock_and_entropy::clock::Clock;
use clock_and_entropy::entropy::Entropy;
use futures_util::future::try_join_all;
use outbound::NetworkPolicy;
use query_plan::QueryPlan;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use table_query::TableQuery;
use tokio::sync::{OnceCell, mpsc, oneshot};

mod api_client;
mod bounded_list;
mod cancel;
mod dataset_address;
mod error;
mod messages;
mod query_plan;
mod result_page;
mod retry_policy;
mod service_account;
mod table_metadata;
mod table_query;

pub use dataset_address::{BigQueryAddress, DatasetError, DatasetRequest};
pub use retry_policy::RetryPolicy;
pub use service_account::ServiceAccount;

/// A dataset, for one run.
pub struct BigQueryWarehouse {
    api: Arc<ApiClient>,
    /// Location of the dataset, loaded once.
    location: OnceCell<Option<String>>,
    billed_bytes: Arc<Mutex<HashMap<SourceTable, u64>>>,
}

impl BigQueryWarehouse {
    /// Creates a warehouse without sending a request.
    pub fn new(
        address: BigQueryAddress,
        account: ServiceAccount,
        network: NetworkPolicy,
        clock: Clock,
        entropy: Entropy,
    ) -> Result<Self, SourceError> {
        Ok(Self {
            api: Arc::new(ApiClient::new(address, account, network, clock, entropy)?),
            location: OnceCell::new(),
            billed_bytes: Arc::default(),
        })
    }

    /// Sets the retry policy.
    #[must_use]
    pub fn with_retry_policy(mut self, patience: RetryPolicy) -> Self {
        if let Some(api) = Arc::get_mut(&mut self.api) {
            api.retry_policy = patience;
        }
        self
    }

    async fn load_location(&self) -> Result<Option<&str>, SourceError> {
        Ok(self
            .location
            .get_or_try_init(|| table_metadata::load_location(&self.api))
            .await?
            .as_deref())
    }
}

#[async_trait]
impl Warehouse for BigQueryWarehouse {
    /// Reads only metadata, which is not billed.
    async fn list_tables(&self, layouts: &Layouts) -> Result<Vec<TablePresence>, SourceError> {
        self.load_location().await?;
        let api = &self.api;
        try_join_all(SourceTable::ALL.map(|table| async move {
            let layout = layouts.for_table(table);
            let Some(found) = table_metadata::load_table(api, layout.table_name()).await? else {
                return Ok(TablePresence {
                    table,
                    files: 0,
                    problem: None,
                    found: None,
                });
            };
            let plan = QueryPlan::for_table(
                layout.table_name(),
                &found,
                &layout,
                &api.address,
                api.started_at(),
            );
            Ok(TablePresence {
                table,
                files: 1,
                problem: plan.err(),
                found: None,
            })
        }))
        .await
    }

    async fn list_other_tables(&self, layouts: &Layouts) -> Result<Vec<String>, SourceError> {
        let known = layouts.table_names();
        let mut names = table_metadata::list_names(&self.api).await?;
        names.retain(|name| !known.contains(name));
        names.truncate(MAX_OTHER_TABLES);
        Ok(names)
    }

    async fn describe_columns(
        &self,
        _table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<ColumnDescriptor>>, SourceError> {
        self.load_location().await?;
        let Some(found) = table_metadata::load_table(&self.api, layout.table_name()).await? else {
            return Ok(None);
        };
        QueryPlan::for_table(
            layout.table_name(),
            &found,
            layout,
            &self.api.address,
            self.api.started_at(),
        )?;
        Ok(Some(found.column_descriptors()))
    }

    /// Reads only metadata: a query of rows would be billed.
    async fn sample_table(&self, table_name: &str) -> Result<Option<TableSample>, SourceError> {
        let found = table_metadata::load_table(&self.api, table_name).await?;
        Ok(found.map(|found| TableSample {
            columns: sampled_names(found.column_descriptors()),
            rows: None,
        }))
    }

    async fn read_table(&self, wanted: ReadRequest) -> Result<ReadOutcome, SourceError> {
        let location = self.load_location().await?.map(str::to_owned);
        let (api, table) = (Arc::clone(&self.api), wanted.table);
        let name = wanted.layout.table_name().to_owned();
        let Some(found) = table_metadata::load_table(&api, &name).await? else {
            return Ok(ReadOutcome::Absent);
        };
        let moment = api.started_at();
        let state = found.file_state(&api.address.dataset, &name, moment);
        if wanted.checkpoint.is_some_and(|landed| {
            state
                .as_ref()
                .is_some_and(|state| landed.files.contains(state))
        }) {
            return Ok(ReadOutcome::Unchanged);
        }
        if found.supports_time_travel() && found.is_created_after(moment) {
            return Err(messages::table_recreated(&name));
        }
        let plan = QueryPlan::for_table(&name, &found, &wanted.layout, &api.address, moment)?;
        let columns = found.column_descriptors();
        let (sender, batches) = mpsc::channel(MAX_BATCHES_IN_FLIGHT);
        let (begin, wish) = oneshot::channel();
        let bills = Arc::clone(&self.billed_bytes);
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
            let query = TableQuery {
                api: &api,
                plan: &plan,
                location: location.as_deref(),
                table: &name,
                state: QueryState::default(),
            };
            let end = tokio::select! {
                // The run was cancelled, so no further page is needed.
                () = sender.closed() => return query.cancel_if_running().await,
                end = tokio::time::timeout(api.retry_policy.table_timeout, query.send_all(&sender, bill)) => end,
            };
            let _ = match end {
                Ok(Ok(true)) => sender.send(Ok(None)).await,
                Ok(Ok(false)) => Ok(()),
                Ok(Err(error)) => sender.send(Err(error)).await,
                Err(_) => {
                    sender
                        .send(Err(messages::table_timed_out(
                            &name,
                            api.retry_policy.table_timeout,
                        )))
                        .await
                }
            };
            query.cancel_if_running().await;
        });
        Ok(ReadOutcome::Rows(TableRows {
            batches: BatchStream::with_start_signal(batches, begin),
            columns,
            files: state.into_iter().collect(),
            skipped_files: 0,
            bytes: None,
            window: None,
        }))
    }

    fn bytes_billed(&self, table: SourceTable) -> Option<u64> {
        self.billed_bytes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&table)
            .copied()
    }
}
