//! Cancels a query whose result is no longer needed, because BigQuery bills a query that continues.

use super::api_client::ApiRequest;
use super::error::BigQueryError;
use super::result_page::{JobReference, ResultPage};
use super::table_query::TableQuery;
use bytes::Bytes;
use std::mem;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::timeout;

/// State of a query, as far as it is known.
#[derive(Default)]
pub(super) struct QueryState(Mutex<JobState>);

#[derive(Default)]
enum JobState {
    /// Not started, or ended: nothing to cancel.
    #[default]
    Idle,
    /// Started with a request id, response pending. Sending this body again returns the job.
    Requested(Bytes),
    /// The job is running.
    Running(JobReference),
}

/// No caller waits for the cancellation, so it is short.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(5);

impl QueryState {
    /// `again` is the body that requests the same query without waiting for its result.
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
    /// Cancels the query's job if it is running. Errors are logged, because no caller is left to
    /// receive them.
    pub(super) async fn cancel_if_running(&self) {
        let ended = timeout(CANCEL_TIMEOUT, self.cancel_job()).await;
        match ended {
            Ok(Ok(())) => {}
            Ok(Err(failure)) => tracing::warn!(
                ?failure,
                table = self.table,
                "a query could not be canceled; it may continue and be billed"
            ),
            Err(_) => tracing::warn!(
                table = self.table,
                "a query could not be canceled in time; it may continue and be billed"
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
            "an abandoned query was canceled"
        );
        Ok(())
    }
}
