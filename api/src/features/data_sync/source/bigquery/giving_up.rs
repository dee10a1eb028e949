//! Ends a query at BigQuery that nobody waits for any more, as far as that can still be done: what
//! goes on there goes on being billed.

use super::api::Ask;
use super::page::{Job, Page};
use super::query::Query;
use super::trouble::Trouble;
use bytes::Bytes;
use std::mem;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::timeout;

/// How a query stands at BigQuery, as far as is known.
#[derive(Default)]
pub(super) struct Standing(Mutex<Known>);

#[derive(Default)]
enum Known {
    /// It was not asked for, or has ended: nothing is to be cancelled.
    #[default]
    Nothing,
    /// It was asked for under an id of ours; by the same id, BigQuery tells its job.
    Asked(Bytes),
    /// Its job goes on.
    Goes(Job),
}

/// Nobody waits for it, so it does not take long.
const DEADLINE: Duration = Duration::from_secs(5);

impl Standing {
    /// `again` asks for the same query without waiting for its end.
    pub(super) fn asked(&self, again: Bytes) {
        self.set(Known::Asked(again));
    }

    pub(super) fn goes(&self, job: &Job) {
        self.set(Known::Goes(job.clone()));
    }

    pub(super) fn ended(&self) {
        self.set(Known::Nothing);
    }

    fn set(&self, known: Known) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = known;
    }

    fn take(&self) -> Known {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Query<'_> {
    /// Cancels the query's job where it goes on. What does not work is logged: whoever waited has
    /// gone.
    pub(super) async fn give_up(&self) {
        let ended = timeout(DEADLINE, self.cancel()).await;
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

    async fn cancel(&self) -> Result<(), Trouble> {
        let job = match self.standing.take() {
            Known::Nothing => return Ok(()),
            Known::Goes(job) => job,
            Known::Asked(again) => {
                let ask = Ask {
                    path: &["queries"],
                    query: &[],
                    body: Some(&again),
                };
                let page = self
                    .api
                    .ask(ask, |body| Page::read(body, self.plan))
                    .await?;
                if page.complete {
                    return Ok(());
                }
                page.job.ok_or(Trouble::Garbled)?
            }
        };
        let location: Vec<(&str, &str)> = job
            .location
            .as_deref()
            .or(self.location)
            .map(|location| ("location", location))
            .into_iter()
            .collect();
        let ask = Ask {
            path: &["jobs", &job.job_id, "cancel"],
            query: &location,
            body: Some(&Bytes::from_static(b"{}")),
        };
        self.api.ask(ask, |_| Some(())).await?;
        tracing::info!(
            table = self.table,
            job = job.job_id,
            "a query that nobody waits for was cancelled"
        );
        Ok(())
    }
}
