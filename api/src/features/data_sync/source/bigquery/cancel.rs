//! Ends a query at BigQuery that nobody waits for any more, as far as that can still be done: what
//! goes on there goes on being billed.

use super::api_client::ApiRequest;
use super::error::BigQueryError;
use super::result_page::{JobReference, ResultPage};
use super::table_query::TableQuery;
use bytes::Bytes;
use std::mem;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::timeout;

/// How a query stands at BigQuery, as far as is known.
#[derive(Default)]
pub(super) struct QueryState(Mutex<JobState>);

#[derive(Default)]
enum JobState {
    /// It was not asked for, or has ended: nothing is to be cancelled.
    #[default]
    Idle,
    /// It was asked for under an id of ours; by the same id, BigQuery tells its job.
    Requested(Bytes),
    /// Its job goes on.
    Running(JobReference),
}

/// Nobody waits for it, so it does not take long.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(5);

impl QueryState {
    /// `again` asks for the same query without waiting for its end.
    pub(super) fn set_requested(&self, again: Bytes) {
        self.set_state(JobState::Requested(again));
    }

    pub(super) fn set_running(&self, job: &JobReference) {
        self.set_state(JobState::Running(job.clone()));
    }

    pub(super) fn set_ended(&self) {
        self.set_state(JobState::Idle);
    }

    fn set_state(&self, known: JobState) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = known;
    }

    fn take_state(&self) -> JobState {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl TableQuery<'_> {
    /// Cancels the query's job where it goes on. What does not work is logged: whoever waited has
    /// gone.
    pub(super) async fn cancel_if_running(&self) {
        let ended = timeout(CANCEL_TIMEOUT, self.cancel_job()).await;
        match ended {
            Ok(Ok(())) => {}
            Ok(Err(trouble)) => tracing::warn!(
                ?trouble,
                table = self.table,
                "a query could not be cancelled: it may go on and be billed"
            ),
            Err(_) => tracing::warn!(
                table = self.table,
                "a query could not be cancelled in time: it may go on and be billed"
            ),
        }
    }

    async fn cancel_job(&self) -> Result<(), BigQueryError> {
        let job = match self.state.take_state() {
            JobState::Idle => return Ok(()),
            JobState::Running(job) => job,
            JobState::Requested(again) => {
                let ask = ApiRequest {
                    path: &["queries"],
                    query: &[],
                    body: Some(&again),
                };
                let page = self
                    .api
                    .send_request(ask, |body| ResultPage::from_json(body, self.plan))
                    .await?;
                if page.complete {
                    return Ok(());
                }
                page.job.ok_or(BigQueryError::InvalidResponse)?
            }
        };
        let location: Vec<(&str, &str)> = job
            .location
            .as_deref()
            .or(self.location)
            .map(|location| ("location", location))
            .into_iter()
            .collect();
        let ask = ApiRequest {
            path: &["jobs", &job.job_id, "cancel"],
            query: &location,
            body: Some(&Bytes::from_static(b"{}")),
        };
        self.api.send_request(ask, |_| Some(())).await?;
        tracing::info!(
            table = self.table,
            job = job.job_id,
            "a query that nobody waits for was cancelled"
        );
        Ok(())
    }
}
