//! Goes on with runs whose server has fallen silent: the same run, with the tables that are not
//! done.
//!
//! Silence is told by a number that stands still, measured on this server's own steady clock: wall
//! clocks that jump or differ change nothing.

use super::going::Going;
use super::jobs::{self, Payload};
use super::records;
use crate::db::{DbError, TenantDb, TenantJob};
use crate::features::data_sync::plan::Plan;
use crate::features::data_sync::{DataSync, lease};
use crate::http::ApiError;
use crate::ids::RunId;
use sea_orm::prelude::Uuid;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Jobs that are looked at at once; the others are looked at when these have ended.
const AT_ONCE: u64 = 500;
/// A run that was broken off so often is likely to be what breaks the servers.
const MOST_ATTEMPTS: i32 = 5;

const SILENT: &str = "The server that worked on this fell silent: another one goes on.";
const TOO_OFTEN: &str = "The run was broken off again and again, so it is not gone on with. \
    Tables that had landed keep their rows; sync again to try once more.";
const OTHER_SOURCE: &str = "The run was interrupted, and its source is another one now. Tables \
    that had landed keep their rows; sync again.";

/// What one server has heard of the jobs of others.
#[derive(Debug, Default)]
pub struct Silences(HashMap<Uuid, Heard>);

#[derive(Clone, Copy, Debug)]
struct Heard {
    epoch: i64,
    beats: i64,
    first: Instant,
}

impl Silences {
    /// For how long the job's numbers have stood still, as far as this server has seen.
    fn observe(&mut self, job: &entities::job::Model, now: Instant) -> Duration {
        if job.beats == jobs::LET_GO {
            return Duration::MAX;
        }
        let heard = Heard {
            epoch: job.epoch,
            beats: job.beats,
            first: now,
        };
        let known = self.0.entry(job.id).or_insert(heard);
        if (known.epoch, known.beats) != (heard.epoch, heard.beats) {
            *known = heard;
        }
        now.saturating_duration_since(known.first)
    }

    fn keep_only(&mut self, at_work: &[TenantJob]) {
        self.0
            .retain(|id, _| at_work.iter().any(|work| work.job.id == *id));
    }
}

impl DataSync {
    /// Goes on with every run of any organization whose server was silent for too long; says how
    /// many. `now` is this server's steady clock.
    pub async fn resume_silent(
        &self,
        silences: &mut Silences,
        now: Instant,
    ) -> Result<usize, DbError> {
        let at_work = self
            .database
            .platform()
            .list_running_jobs(jobs::KIND, AT_ONCE)
            .await?;
        silences.keep_only(&at_work);
        let mut resumed = 0;
        for work in at_work {
            let here = self.watches.of(RunId(work.job.id)).is_some();
            if here || silences.observe(&work.job, now) < self.rhythm.silence() {
                continue;
            }
            match self.resume(&work).await {
                Ok(goes_on) => resumed += usize::from(goes_on),
                Err(error) => {
                    tracing::warn!(error = error.message(), run = %work.job.id,
                        "a run that was broken off could not be taken up: the next look is soon");
                }
            }
        }
        Ok(resumed)
    }

    /// Says of the runs that go on here that nobody does: for a server that is about to stop.
    pub async fn let_go(&self) {
        for (run, here) in self.watches.here() {
            let told = async {
                let db = self.database.begin_write(&here.access).await?;
                jobs::let_go(&db, run, here.epoch).await?;
                db.commit().await
            };
            if let Err(error) = told.await {
                tracing::warn!(%error, %run, "that a run is let go could not be told: another \
                    server goes on with it a little later");
            }
        }
    }

    /// Takes a run over and goes on with it; `false` where another server was faster, or it cannot
    /// go on and is ended.
    async fn resume(&self, work: &TenantJob) -> Result<bool, ApiError> {
        let (run, access, now) = (RunId(work.job.id), work.access.clone(), self.clock.now());
        let payload: Option<Payload> = serde_json::from_str(&work.job.payload).ok();
        let origin = match self.origin(&access).await {
            // What cannot be asked now is asked again at the next look.
            Err(error) if error.status().is_server_error() => return Err(error),
            other => other.ok(),
        };
        let db = self.database.begin_write(&access).await?;
        let Some(epoch) =
            lease::take_over(&db, run, work.job.epoch, now + self.rhythm.lifetime()).await?
        else {
            return Ok(false);
        };
        let attempts = work.job.attempts + 1;
        let wished_to_end = records::is_wished_to_end(&db, run).await?;
        let going_on = payload
            .zip(origin)
            .filter(|(payload, origin)| payload.revision == origin.revision);
        let going_on = match going_on {
            _ if wished_to_end || attempts > MOST_ATTEMPTS => Err(TOO_OFTEN.to_owned()),
            None => Err(OTHER_SOURCE.to_owned()),
            Some((payload, origin)) => match self.plan_of(&db, &payload).await {
                Err(error) if error.status().is_server_error() => return Err(error),
                plan => plan
                    .map(|plan| (plan, origin))
                    .map_err(|error| error.message().to_owned()),
            },
        };
        let (mut plan, origin) = match going_on {
            Ok(going_on) => going_on,
            Err(why) => {
                records::break_off(&db, Some(run), wished_to_end, &why, now).await?;
                self.tell_end(&db, &access, run).await?;
                lease::give_back(&db, run, epoch, now).await?;
                db.commit().await?;
                tracing::warn!(%run, why, wished_to_end, "a run that was broken off is ended");
                return Ok(false);
            }
        };
        plan.tables = records::reopen(&db, run).await?;
        jobs::begin_again(&db, run, epoch, attempts, SILENT, now).await?;
        db.commit().await?;
        self.database
            .terminate_sessions(&Going::label(run, work.job.epoch))
            .await;
        tracing::warn!(%run, attempts, tables = plan.tables.len(),
            "a run that was broken off goes on");
        let watch = self.watches.begun(run, access.clone(), epoch);
        tokio::spawn(
            Going {
                sync: self.clone(),
                access,
                plan,
                run,
                epoch,
                watch,
            }
            .go(origin),
        );
        Ok(true)
    }

    /// What the run was asked to do, for all tables.
    async fn plan_of(&self, db: &TenantDb, payload: &Payload) -> Result<Plan, ApiError> {
        match payload.retry_of {
            Some(of) => self.rejected_rows(db, RunId(of)).await,
            None => Ok(payload.plan()),
        }
    }
}
