//! One query from its price to its last row: asked once however often the asking is repeated,
//! waited for until it has ended, counted at the end.

use super::api::{Api, Ask};
use super::giving_up::Standing;
use super::page::{Job, Page};
use super::plan::Plan;
use super::trouble::Trouble;
use super::words;
use crate::features::data_sync::source::{Arrival, SourceBatch, SourceError};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::Sender;

/// The most rows of a page; BigQuery sends fewer where they are wider than 10 MB.
const PAGE_ROWS: u32 = 10_000;
/// How long BigQuery waits for the end of a query before it says that there is none yet.
const WAIT_MS: u32 = 10_000;
/// The longest pause between two looks at a query that has not ended.
const LOOK: Duration = Duration::from_secs(5);
const INT64_TIMESTAMPS: (&str, &str) = ("formatOptions.useInt64Timestamp", "true");

/// A query of one table.
pub(super) struct Query<'a> {
    pub(super) api: &'a Api,
    pub(super) plan: &'a Plan,
    /// Where the dataset lies.
    pub(super) location: Option<&'a str>,
    /// The table, for people.
    pub(super) table: &'static str,
    /// Whether there is something to cancel.
    pub(super) standing: Standing,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Estimate {
    total_bytes_processed: String,
}

/// What a job tells of its price; not every server that speaks like BigQuery tells all of it.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Ended {
    statistics: Statistics,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Statistics {
    query: Billed,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Billed {
    total_bytes_billed: Option<String>,
}

impl Query<'_> {
    /// Sends all rows of the table; `false` where nobody wanted them all. `bill` is told what the
    /// query costs, as soon as that is known.
    pub(super) async fn send_all(
        &self,
        sender: &Sender<Arrival>,
        bill: impl FnOnce(u64),
    ) -> Result<bool, SourceError> {
        let address = &self.api.address;
        self.check_price().await?;
        let (job, mut page) = self
            .first_page()
            .await
            .map_err(|trouble| words::of_query(address, self.table, &trouble))?;
        if let Some(bytes) = self.bytes_billed(&job).await {
            bill(bytes);
        }
        let total = page.total.ok_or_else(|| words::broken_off(self.table))?;
        let (mut read, mut tokens) = (0_u64, HashSet::new());
        loop {
            let rows = page
                .rows
                .map_err(|unlike| words::of_unlike(self.table, &unlike))?;
            if page.total != Some(total) {
                return Err(words::not_all(self.table, read, total));
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
            if read > total || !tokens.insert(token.clone()) {
                return Err(words::in_a_circle(self.table));
            }
            page = self
                .page(&job, Some(&token))
                .await
                .map_err(|trouble| words::of_query(address, self.table, &trouble))?;
            if !page.complete {
                return Err(words::broken_off(self.table));
            }
        }
        if read == total {
            Ok(true)
        } else {
            Err(words::not_all(self.table, read, total))
        }
    }

    /// Asks what the query would cost, which costs nothing.
    async fn check_price(&self) -> Result<(), SourceError> {
        let body = self.body(&json!({"dryRun": true}));
        let ask = Ask {
            path: &["queries"],
            query: &[],
            body: Some(&body),
        };
        let estimate: Result<Estimate, Trouble> = self
            .api
            .ask(ask, |body| serde_json::from_slice(body).ok())
            .await;
        let estimate =
            estimate.map_err(|trouble| words::of_query(&self.api.address, self.table, &trouble))?;
        let bytes = estimate
            .total_bytes_processed
            .parse::<u64>()
            .map_err(|_| words::broken_off(self.table))?;
        let most = self.api.address.maximum_bytes_billed;
        if bytes > most {
            Err(words::too_dear(self.table, Some(bytes), most))
        } else {
            Ok(())
        }
    }

    /// Starts the query and waits for its end. A job that fails of something that passes is started
    /// anew; asking twice for the same job is harmless, because both ask under one id.
    async fn first_page(&self) -> Result<(Job, Page), Trouble> {
        let mut failed = 0;
        loop {
            let trouble = match self.run().await {
                Ok(page) => return Ok(page),
                Err(trouble) => trouble,
            };
            failed += 1;
            let pause = self
                .api
                .patience
                .pause(failed, trouble.retry_after(), &self.api.entropy)
                .filter(|_| trouble.ended_job());
            let Some(pause) = pause else {
                return Err(trouble);
            };
            tracing::info!(
                ?trouble,
                failed,
                table = self.table,
                "a query is started anew"
            );
            tokio::time::sleep(pause).await;
        }
    }

    async fn run(&self) -> Result<(Job, Page), Trouble> {
        let id = self.api.entropy.bytes::<16>().map_err(|_| Trouble::Ours)?;
        let id = uuid::Builder::from_random_bytes(id).into_uuid().to_string();
        let asking = |wait: u32| {
            self.body(&json!({"requestId": id, "maxResults": PAGE_ROWS, "timeoutMs": wait, "labels": {"application": "sprout"}}))
        };
        let body = asking(WAIT_MS);
        self.standing.asked(asking(0));
        let ask = Ask {
            path: &["queries"],
            query: &[],
            body: Some(&body),
        };
        let asked = self.api.ask(ask, |body| Page::read(body, self.plan)).await;
        self.standing.ended();
        let mut page = asked?;
        let job = page.job.clone().ok_or(Trouble::Garbled)?;
        if !page.complete {
            self.standing.goes(&job);
        }
        let mut looks = 0;
        // Only this says that there are rows: a job that is DONE may still have none to give.
        while !page.complete {
            looks += 1;
            tokio::time::sleep(self.api.patience.bound(looks).min(LOOK)).await;
            page = self.page(&job, None).await?;
        }
        self.standing.ended();
        Ok((job, page))
    }

    async fn page(&self, job: &Job, token: Option<&str>) -> Result<Page, Trouble> {
        let (rows, wait) = (PAGE_ROWS.to_string(), WAIT_MS.to_string());
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
        let ask = Ask {
            path: &["queries", &job.job_id],
            query: &query,
            body: None,
        };
        self.api.ask(ask, |body| Page::read(body, self.plan)).await
    }

    /// What the query is billed for; `None` where BigQuery does not say: the rows matter more.
    async fn bytes_billed(&self, job: &Job) -> Option<u64> {
        let location: Vec<(&str, &str)> = job
            .location
            .as_deref()
            .or(self.location)
            .map(|location| ("location", location))
            .into_iter()
            .collect();
        let ask = Ask {
            path: &["jobs", &job.job_id],
            query: &location,
            body: None,
        };
        let ended: Result<Ended, Trouble> = self
            .api
            .ask(ask, |body| serde_json::from_slice(body).ok())
            .await;
        match ended {
            Ok(ended) => ended.statistics.query.total_bytes_billed?.parse().ok(),
            Err(trouble) => {
                tracing::warn!(
                    ?trouble,
                    table = self.table,
                    "what a query was billed for is not known"
                );
                None
            }
        }
    }

    fn body(&self, more: &serde_json::Value) -> Bytes {
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
