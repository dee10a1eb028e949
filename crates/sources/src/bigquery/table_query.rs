//! Runs the query of one table: checks its cost, starts it exactly once under retries, waits for
//! its end, fetches all pages and checks the number of rows.

use super::api_client::{ApiClient, ApiRequest};
use super::cancel::QueryState;
use super::error::BigQueryError;
use super::messages;
use super::query_plan::QueryPlan;
use super::result_page::{JobReference, MAX_PAGE_ROWS, ResultPage};
use crate::{BatchResult, SourceBatch, SourceError};
use backon::{BackoffBuilder, Retryable};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::Sender;
use twox_hash::XxHash3_128;

/// How long BigQuery waits for the end of a query before it responds.
const LONG_POLL_MS: u32 = 10_000;
/// Maximum pause between two status requests.
const MAX_POLL_INTERVAL: Duration = Duration::from_secs(5);
const INT64_TIMESTAMPS: (&str, &str) = ("formatOptions.useInt64Timestamp", "true");

/// The query of one table.
pub(super) struct TableQuery<'a> {
    pub(super) api: &'a ApiClient,
    pub(super) plan: &'a QueryPlan,
    /// The location of the dataset.
    pub(super) location: Option<&'a str>,
    /// The table name for messages.
    pub(super) table: &'a str,
    /// State of the query, for cancellation.
    pub(super) state: QueryState,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Estimate {
    total_bytes_processed: String,
}

/// Billing data of a job. Servers other than Google's may omit fields.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct JobResource {
    statistics: JobStatistics,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct JobStatistics {
    query: QueryStatistics,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct QueryStatistics {
    total_bytes_billed: Option<String>,
}

impl TableQuery<'_> {
    /// Sends all rows of the table. Returns false if the receiver stopped. Calls `bill` with the
    /// billed bytes as soon as they are known.
    pub(super) async fn send_all(
        &self,
        sender: &Sender<BatchResult>,
        bill: impl FnOnce(u64),
    ) -> Result<bool, SourceError> {
        let address = &self.api.address;
        self.check_price().await?;
        let (job, mut page) = self
            .fetch_first_page()
            .await
            .map_err(|failure| messages::from_query_error(address, self.table, &failure))?;
        if let Some(bytes) = self.fetch_bytes_billed(&job).await {
            bill(bytes);
        }
        let total = page
            .total
            .ok_or_else(|| messages::rows_interrupted(self.table))?;
        let (mut read, mut tokens) = (0_u64, HashSet::new());
        loop {
            let rows = page
                .rows
                .map_err(|unlike| messages::from_page_error(self.table, &unlike))?;
            if page.total != Some(total) {
                return Err(messages::incomplete_rows(self.table, read, total));
            }
            read += rows.num_rows() as u64;
            let (ignored, bytes) = (Arc::clone(&self.plan.ignored), page.bytes);
            let batch = SourceBatch {
                file: None,
                rows,
                lines: Vec::new(),
                faults: Vec::new(),
                ignored,
                bytes,
            };
            if sender.send(Ok(Some(batch))).await.is_err() {
                return Ok(false);
            }
            let Some(token) = page.next else { break };
            // Hashes, because a server can send any number of tokens.
            if read > total || !tokens.insert(XxHash3_128::oneshot(token.as_bytes())) {
                return Err(messages::repeated_pages(self.table));
            }
            page = self
                .fetch_page(&job, Some(&token))
                .await
                .map_err(|failure| messages::from_query_error(address, self.table, &failure))?;
            if !page.complete {
                return Err(messages::rows_interrupted(self.table));
            }
        }
        if read == total {
            Ok(true)
        } else {
            Err(messages::incomplete_rows(self.table, read, total))
        }
    }

    /// Checks the cost with a dry run, which is not billed.
    async fn check_price(&self) -> Result<(), SourceError> {
        let body = self.build_body(&json!({"dryRun": true}));
        let ask = ApiRequest {
            path: &["queries"],
            query: &[],
            body: Some(&body),
        };
        let estimate: Result<Estimate, BigQueryError> = self
            .api
            .send_request(ask, |body| serde_json::from_slice(body).ok())
            .await;
        let estimate = estimate.map_err(|failure| {
            messages::from_query_error(&self.api.address, self.table, &failure)
        })?;
        let bytes = estimate
            .total_bytes_processed
            .parse::<u64>()
            .map_err(|_| messages::rows_interrupted(self.table))?;
        let most = self.api.address.maximum_bytes_billed;
        if bytes > most {
            Err(messages::over_byte_limit(self.table, Some(bytes), most))
        } else {
            Ok(())
        }
    }

    /// Starts the query and waits for its end. A job that failed for a temporary reason is replaced
    /// with a new one. Retrying the start request is safe, because BigQuery deduplicates it by its
    /// request id.
    async fn fetch_first_page(&self) -> Result<(JobReference, ResultPage), BigQueryError> {
        (|| self.start_job())
            .retry(self.api.retry_policy.retry_bounds())
            .when(BigQueryError::needs_new_job)
            .adjust(|failure, bound| self.api.choose_pause(failure, bound))
            .notify(|failure, pause| {
                tracing::info!(
                    ?failure,
                    ?pause,
                    table = self.table,
                    "a query is started again"
                );
            })
            .await
    }

    async fn start_job(&self) -> Result<(JobReference, ResultPage), BigQueryError> {
        let id = self
            .api
            .entropy
            .random_bytes::<16>()
            .map_err(|_| BigQueryError::Internal)?;
        let id = uuid::Builder::from_random_bytes(id).into_uuid().to_string();
        let asking = |wait: u32| {
            self.build_body(&json!({"requestId": id, "maxResults": MAX_PAGE_ROWS, "timeoutMs": wait, "labels": {"application": "sprout"}}))
        };
        let body = asking(LONG_POLL_MS);
        self.state.set_requested(asking(0));
        let ask = ApiRequest {
            path: &["queries"],
            query: &[],
            body: Some(&body),
        };
        let asked = self
            .api
            .send_request(ask, |body| ResultPage::from_json(body, self.plan))
            .await;
        self.state.set_ended();
        let mut page = asked?;
        let job = page.job.clone().ok_or(BigQueryError::InvalidResponse)?;
        if !page.complete {
            self.state.set_running(&job);
        }
        let mut pauses = self
            .api
            .retry_policy
            .doubling_pauses(MAX_POLL_INTERVAL)
            .build();
        // Poll the result, not the job status: a job that is DONE may not have its rows available
        // yet.
        while !page.complete {
            tokio::time::sleep(pauses.next().unwrap_or(MAX_POLL_INTERVAL)).await;
            page = self.fetch_page(&job, None).await?;
        }
        self.state.set_ended();
        Ok((job, page))
    }

    async fn fetch_page(
        &self,
        job: &JobReference,
        token: Option<&str>,
    ) -> Result<ResultPage, BigQueryError> {
        let (rows, wait) = (MAX_PAGE_ROWS.to_string(), LONG_POLL_MS.to_string());
        let mut query = vec![
            ("maxResults", rows.as_str()),
            ("timeoutMs", wait.as_str()),
            INT64_TIMESTAMPS,
        ];
        query.extend(
            job.location
                .as_deref()
                .or(self.location)
                .map(|location| ("location", location)),
        );
        query.extend(token.map(|token| ("pageToken", token)));
        let ask = ApiRequest {
            path: &["queries", &job.job_id],
            query: &query,
            body: None,
        };
        self.api
            .send_request(ask, |body| ResultPage::from_json(body, self.plan))
            .await
    }

    /// The bytes billed for the query; `None` if BigQuery does not report them. A failure is only
    /// logged, because the rows are more important.
    async fn fetch_bytes_billed(&self, job: &JobReference) -> Option<u64> {
        let location: Vec<(&str, &str)> = job
            .location
            .as_deref()
            .or(self.location)
            .map(|location| ("location", location))
            .into_iter()
            .collect();
        let ask = ApiRequest {
            path: &["jobs", &job.job_id],
            query: &location,
            body: None,
        };
        let ended: Result<JobResource, BigQueryError> = self
            .api
            .send_request(ask, |body| serde_json::from_slice(body).ok())
            .await;
        match ended {
            Ok(ended) => ended.statistics.query.total_bytes_billed?.parse().ok(),
            Err(failure) => {
                tracing::warn!(
                    ?failure,
                    table = self.table,
                    "the bytes billed for a query are unknown"
                );
                None
            }
        }
    }

    fn build_body(&self, more: &serde_json::Value) -> Bytes {
        let mut body = json!({
            "query": self.plan.statement,
            "useLegacySql": false,
            "formatOptions": {"useInt64Timestamp": true},
            "maximumBytesBilled": self.api.address.maximum_bytes_billed.to_string(),
        });
        if let Some(location) = self.location {
            body["location"] = location.into();
        }
        if let (Some(body), Some(more)) = (body.as_object_mut(), more.as_object()) {
            body.extend(more.clone());
        }
        body.to_string().into()
    }
}
