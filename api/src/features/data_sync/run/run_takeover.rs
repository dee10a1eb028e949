//! Takes over runs whose server stopped sending heartbeats, and syncs their remaining tables.
//!
//! A missing heartbeat is a counter that does not change, measured with the monotonic clock of this
//! server. Wall clocks that jump or differ have no effect.

use super::executor::RunExecutor;
use super::run_records;
use super::sync_jobs::{self, SyncJobPayload};
use crate::db::{DbError, LookupError, TenantDb, TenantJob};
use crate::features::data_sync::run_message::{SyncMessage, SyncMessageCode};
use crate::features::data_sync::run_plan::RunPlan;
use crate::features::data_sync::source_settings::OpenSourceError;
use crate::features::data_sync::store::RetryPlanError;
use crate::features::data_sync::{DataSync, run_lease};
use crate::ids::{RunId, UploadId};
use sea_orm::prelude::Uuid;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Maximum number of jobs per poll.
const JOB_BATCH_SIZE: u64 = 500;
/// A run that was interrupted this often may be the cause of the crashes.
const MAX_ATTEMPTS: i32 = 5;

const MAX_ATTEMPTS_MESSAGE: &str = "The run was interrupted too often and was stopped. Tables already \
    synced are kept. Sync again to retry.";
const SOURCE_CHANGED_MESSAGE: &str = "The run was interrupted and the source has changed since. \
    Tables already synced are kept. Sync again.";

/// Heartbeats of the jobs of all servers, as seen by this server.
#[derive(Debug, Default)]
pub struct HeartbeatMonitor(HashMap<Uuid, LastHeartbeat>);

#[derive(Clone, Copy, Debug)]
struct LastHeartbeat {
    epoch: i64,
    heartbeats: i64,
    first_seen: Instant,
}

impl HeartbeatMonitor {
    /// Time since the last observed heartbeat of the job.
    fn time_since_heartbeat(&mut self, job: &entities::job::Model, now: Instant) -> Duration {
        if job.heartbeats == sync_jobs::RELEASED_HEARTBEAT {
            return Duration::MAX;
        }
        let heard = LastHeartbeat {
            epoch: job.epoch,
            heartbeats: job.heartbeats,
            first_seen: now,
        };
        let known = self.0.entry(job.id).or_insert(heard);
        if (known.epoch, known.heartbeats) != (heard.epoch, heard.heartbeats) {
            *known = heard;
        }
        now.saturating_duration_since(known.first_seen)
    }

    fn retain_jobs(&mut self, jobs: &[TenantJob]) {
        self.0
            .retain(|id, _| jobs.iter().any(|work| work.job.id == *id));
    }
}

impl DataSync {
    /// Takes over every run whose heartbeat timed out. Returns how many. `now` is the monotonic
    /// clock of this server.
    pub async fn take_over_stale_runs(
        &self,
        monitor: &mut HeartbeatMonitor,
        now: Instant,
    ) -> Result<usize, DbError> {
        let jobs = self
            .database
            .platform()
            .list_running_jobs(sync_jobs::JOB_KIND, JOB_BATCH_SIZE)
            .await?;
        monitor.retain_jobs(&jobs);
        let mut resumed = 0;
        for work in jobs {
            let here = self.active_runs.find_control(RunId(work.job.id)).is_some();
            if here || monitor.time_since_heartbeat(&work.job, now) < self.heartbeat.timeout() {
                continue;
            }
            match self.take_over_run(&work).await {
                Ok(taken_over) => resumed += usize::from(taken_over),
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, run = %work.job.id,
                        "an interrupted run could not be taken over; retrying at the next poll");
                }
            }
        }
        Ok(resumed)
    }

    /// Releases the runs of this server before it stops, so that another server takes them over.
    pub async fn release_runs(&self) {
        for (run, here) in self.active_runs.list_runs() {
            let told = async {
                let db = self.database.begin_write(&here.access).await?;
                sync_jobs::release_job(&db, run, here.epoch).await?;
                db.commit().await
            };
            if let Err(error) = told.await {
                tracing::warn!(%error, %run, "a run could not be released; another server takes it \
                    over after the heartbeat timeout");
            }
        }
    }

    /// Takes a run over and continues it. False if another server was faster, or if the run cannot
    /// continue and is closed.
    async fn take_over_run(&self, work: &TenantJob) -> Result<bool, DbError> {
        let (run, access, now) = (RunId(work.job.id), work.access.clone(), self.clock.now());
        let payload: Option<SyncJobPayload> = serde_json::from_str(&work.job.payload).ok();
        let upload = payload
            .as_ref()
            .and_then(|payload| Some((UploadId(payload.upload?), payload.undo)));
        let source = if let Some((upload, undo)) = upload {
            Some(self.open_upload(&access, upload, undo))
        } else {
            match self.open_run_source(&access).await {
                // Retry at the next poll.
                Err(OpenSourceError::Db(error)) => return Err(error),
                Err(OpenSourceError::NotConfigured) => None,
                Ok(source) => Some(source),
            }
        };
        let db = self.database.begin_write(&access).await?;
        let Some(epoch) = run_lease::take_over_lease(
            &db,
            run,
            work.job.epoch,
            now + self.heartbeat.lease_lifetime(),
        )
        .await?
        else {
            return Ok(false);
        };
        // On SQLite the former holder may have committed rows without their records.
        db.increment_data_version().await?;
        let attempts = work.job.attempts + 1;
        let cancel_requested = run_records::is_cancel_requested(&db, run).await?;
        let continuation = payload
            .zip(source)
            .filter(|(payload, source)| payload.revision == source.revision);
        let continuation = match continuation {
            _ if cancel_requested || attempts > MAX_ATTEMPTS => {
                Err(MAX_ATTEMPTS_MESSAGE.to_owned())
            }
            None => Err(SOURCE_CHANGED_MESSAGE.to_owned()),
            Some((payload, source)) => match self.load_plan(&db, &payload).await {
                Err(RetryPlanError::Lookup(LookupError::Db(error))) => return Err(error),
                Err(RetryPlanError::Lookup(LookupError::NotFound)) => Err("Not found.".to_owned()),
                Err(error) => Err(error.to_string()),
                Ok(plan) => Ok((plan, source)),
            },
        };
        let (mut plan, source) = match continuation {
            Ok(continuation) => continuation,
            Err(why) => {
                let code = if cancel_requested {
                    SyncMessageCode::SyncCancelled
                } else {
                    SyncMessageCode::SyncInterrupted
                };
                let why = SyncMessage::new(code, why);
                run_records::end_abandoned_runs(&db, Some(run), cancel_requested, &why, now)
                    .await?;
                self.notify_run_end(&db, &access, run).await?;
                run_lease::release_lease(&db, run, epoch).await?;
                db.commit().await?;
                tracing::warn!(%run, why = why.text, cancel_requested, "an interrupted run is closed");
                return Ok(false);
            }
        };
        plan.tables = run_records::reopen_tables(&db, run).await?;
        sync_jobs::restart_job(&db, run, epoch, attempts, now).await?;
        db.commit().await?;
        self.database
            .terminate_sessions(&RunExecutor::session_label(run, work.job.epoch))
            .await;
        tracing::warn!(%run, attempts, tables = plan.tables.len(),
            "an interrupted run continues");
        let control = self.active_runs.register_run(run, access.clone(), epoch);
        tokio::spawn(
            RunExecutor {
                sync: self.clone(),
                access,
                plan,
                run,
                epoch,
                control,
            }
            .execute_run(source),
        );
        Ok(true)
    }

    /// Loads the plan of the run, for all tables.
    async fn load_plan(
        &self,
        db: &TenantDb,
        payload: &SyncJobPayload,
    ) -> Result<RunPlan, RetryPlanError> {
        match payload.retry_of {
            Some(of) => self.build_retry_plan(db, RunId(of)).await,
            None => Ok(payload.to_plan()),
        }
    }
}
