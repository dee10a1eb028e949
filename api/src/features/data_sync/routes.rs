//! HTTP routes of Data Sync.

use super::DataSync;
use super::connectors::{Source, SourceInput};
use super::run::RunHandle;
use super::run_plan::RunPlan;
use super::store::REJECTS_PER_PAGE;
use super::wire::{
    ColumnMapping, ColumnMappingInput, FullSyncRequest, RejectSummary, RejectsResponse, SourceTest,
    StartedRun, SyncHealth, SyncOutcome, SyncRun, SyncRuns, SyncSchedule, SyncScheduleInput,
    SyncStatus, TableSyncRequest, stream_runs,
};
use crate::auth::permission::{SourcesManage, SyncRead, SyncRun as SyncRunPermission};
use crate::auth::{Proof, Scope, Signed};
use crate::db::IdempotentRequest;
use crate::http::{ApiError, Envelope, Tag, Tagged, default_page_size, parse_id_cursor};
use crate::ids::{RunId, TenantId, UploadId};
use crate::shared_reads::SharedReads;
use chrono_tz::Tz;
use futures_util::stream::BoxStream;
use poem_openapi::param::{Header, Path, Query};
use poem_openapi::payload::{EventStream, Json};
use poem_openapi::{ApiResponse, OpenApi};
use sea_orm::prelude::Uuid;
use std::time::Duration;

/// Operations that sync rows from the organization's source into the application database.
pub struct DataSyncApi {
    /// Runs the operations.
    pub sync: DataSync,
    /// Statuses by the time zone of the schedule. All browsers of an organization ask at once after a
    /// change.
    pub statuses: SharedReads<(TenantId, Tz), SyncStatus>,
}

/// Interval of keep-alive comments on an idle event stream.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);

/// Response to a request that starts a run.
#[derive(ApiResponse)]
pub enum RunResponse {
    /// The run has finished. `stats.errors` counts rejected rows.
    #[oai(status = 200)]
    Finished(Json<Envelope<SyncOutcome>>),
    /// The run continues in the background, as requested with `Prefer: respond-async`.
    #[oai(status = 202)]
    Started(Json<Envelope<StartedRun>>),
}

#[OpenApi(tag = "Tag::DataSync")]
impl DataSyncApi {
    /// Get sync status
    ///
    /// Returns whether a run is in progress, the result of the latest run, and every table that can
    /// be synced.
    #[oai(
        path = "/api/data-sync/status",
        method = "get",
        operation_id = "getSyncStatus"
    )]
    async fn get_sync_status(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<SyncStatus>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        let zone = scope.access().organization().time_zone;
        let load = || async {
            let db = scope.read_db().await?;
            let status = self.sync.load_status(&db, zone, &proof).await?;
            Ok::<_, ApiError>(status.into())
        };
        let key = (scope.access().tenant(), zone);
        let status = self.statuses.read(key, load).await?;
        Ok(Json(Envelope::new(status)))
    }

    /// Check sync health
    ///
    /// Always returns 200. A database that cannot be reached is `false`, with a reason.
    #[oai(
        path = "/api/data-sync/health",
        method = "get",
        operation_id = "getSyncHealth"
    )]
    async fn get_sync_health(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<SyncHealth>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(Json(Envelope::new(
            self.sync.check_health(scope.access(), &proof).await,
        )))
    }

    /// Start a full sync
    ///
    /// Reads every table of the source completely and responds when the run has finished: 200 even
    /// if rows were rejected, 422 if a table failed because of its data, 503 if the source or the
    /// database could not be reached, 409 if another run is in progress. With `Prefer:
    /// respond-async`, responds with 202 immediately.
    #[oai(
        path = "/api/data-sync/sync",
        method = "post",
        operation_id = "startFullSync"
    )]
    async fn start_full_sync(
        &self,
        signed: Signed,
        /// `respond-async`: do not wait for the run to finish.
        #[oai(name = "Prefer")]
        prefer: Header<Option<String>>,
        body: Json<FullSyncRequest>,
    ) -> Result<RunResponse, ApiError> {
        self.start_run(
            signed.scope(),
            RunPlan::from_full_request(&body.0)?,
            prefer.0.as_deref(),
        )
        .await
    }

    /// Start a table sync
    ///
    /// Reads one table of the source completely. Responses are those of a full sync.
    #[oai(
        path = "/api/data-sync/table",
        method = "post",
        operation_id = "startTableSync"
    )]
    async fn start_table_sync(
        &self,
        signed: Signed,
        /// `respond-async`: do not wait for the run to finish.
        #[oai(name = "Prefer")]
        prefer: Header<Option<String>>,
        body: Json<TableSyncRequest>,
    ) -> Result<RunResponse, ApiError> {
        self.start_run(
            signed.scope(),
            RunPlan::from_table_request(&body.0)?,
            prefer.0.as_deref(),
        )
        .await
    }

    /// List sync runs
    ///
    /// Returns runs with their results per table, newest first.
    #[oai(
        path = "/api/data-sync/runs",
        method = "get",
        operation_id = "listSyncRuns"
    )]
    async fn list_sync_runs(
        &self,
        signed: Signed,
        /// Number of runs per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<SyncRuns>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let db = scope.read_db().await?;
        let page = self.sync.list_runs(&db, &proof, limit.0, before).await?;
        Ok(Json(Envelope::new(page.into())))
    }

    /// Get a sync run
    ///
    /// Returns the state of the run and its results per table.
    #[oai(
        path = "/api/data-sync/runs/:id",
        method = "get",
        operation_id = "getSyncRun"
    )]
    async fn get_sync_run(
        &self,
        signed: Signed,
        /// Id of the run.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<SyncRun>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(Json(Envelope::new(
            self.sync
                .find_run(&scope.read_db().await?, &proof, RunId(id.0))
                .await?
                .into(),
        )))
    }

    /// List rejected rows
    ///
    /// Returns the rejected rows of a run with line, column, value and reason, in source order.
    /// `Accept: text/csv` returns all rows from `cursor` on as one file and ignores `limit`.
    #[oai(
        path = "/api/data-sync/runs/:id/rejects",
        method = "get",
        operation_id = "listSyncRejects"
    )]
    async fn list_sync_rejects(
        &self,
        signed: Signed,
        /// Id of the run.
        id: Path<Uuid>,
        /// Number of rows per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
        /// `text/csv` to download a file.
        #[oai(name = "Accept")]
        accept: Header<Option<String>>,
    ) -> Result<RejectsResponse, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        let run = RunId(id.0);
        if accept
            .0
            .as_deref()
            .is_some_and(|accept| accept.contains("text/csv"))
        {
            // Load the first page before the response starts, so that an unknown run returns 404
            // instead of an empty file.
            let first = self
                .sync
                .list_rejects(
                    &scope.read_db().await?,
                    &proof,
                    run,
                    REJECTS_PER_PAGE,
                    cursor.0.as_deref(),
                )
                .await?;
            return Ok(RejectsResponse::csv_file(
                run,
                first.into(),
                self.sync.clone(),
                scope.clone(),
            ));
        }
        Ok(RejectsResponse::Page(Envelope::new(
            self.sync
                .list_rejects(
                    &scope.read_db().await?,
                    &proof,
                    run,
                    limit.0,
                    cursor.0.as_deref(),
                )
                .await?
                .into(),
        )))
    }

    /// Count rejected rows by reason
    ///
    /// Returns the reasons for the rejected rows of a run, most frequent first, each with the
    /// number of rows and the first invalid value.
    #[oai(
        path = "/api/data-sync/runs/:id/rejects/summary",
        method = "get",
        operation_id = "summarizeSyncRejects"
    )]
    async fn summarize_sync_rejects(
        &self,
        signed: Signed,
        /// Id of the run.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<RejectSummary>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(Json(Envelope::new(
            self.sync
                .count_rejects(&scope.read_db().await?, &proof, RunId(id.0))
                .await?
                .into(),
        )))
    }

    /// Retry rejected rows
    ///
    /// Reads the tables again and syncs only the rejected rows of the run, matched by key or, if a
    /// row has no key, by line. Correct the rows in the source first. Responses are those of a full
    /// sync.
    #[oai(
        path = "/api/data-sync/runs/:id/rejects/retry",
        method = "post",
        operation_id = "retrySyncRejects"
    )]
    async fn retry_sync_rejects(
        &self,
        signed: Signed,
        /// Id of the run.
        id: Path<Uuid>,
        /// `respond-async`: do not wait for the run to finish.
        #[oai(name = "Prefer")]
        prefer: Header<Option<String>>,
    ) -> Result<RunResponse, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRunPermission)?;
        // A replayed request must not plan again: its own run may have synced the rows.
        if let Some(earlier) = IdempotentRequest::original_run() {
            return replay_run(&self.sync, scope, &proof, earlier, prefer.0.as_deref()).await;
        }
        let plan = self
            .sync
            .plan_retry(&scope.read_db().await?, &proof, RunId(id.0))
            .await?;
        self.start_run(scope, plan, prefer.0.as_deref()).await
    }

    /// Cancel a sync run
    ///
    /// Discards the table in progress; tables already synced are kept. Responds with the run when it
    /// has ended, or after two seconds with its current state. 409 if the run has already ended.
    #[oai(
        path = "/api/data-sync/runs/:id/cancel",
        method = "post",
        operation_id = "cancelSyncRun"
    )]
    async fn cancel_sync_run(
        &self,
        signed: Signed,
        /// Id of the run.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<SyncRun>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRunPermission)?;
        if let Some(cancelled) = IdempotentRequest::original_run() {
            return Ok(Json(Envelope::new(
                self.sync
                    .replay_cancellation(scope.access(), &proof, cancelled)
                    .await?
                    .into(),
            )));
        }
        Ok(Json(Envelope::new(
            self.sync
                .cancel_run(scope.access(), &proof, RunId(id.0))
                .await?
                .into(),
        )))
    }

    /// Stream sync events
    ///
    /// Sends server-sent events with the latest run, as returned by `GET
    /// /api/data-sync/runs/{id}`: one immediately, then one per change, at most one per second. The
    /// stream ends when no run is in progress, or after five minutes. Reconnect to continue.
    #[oai(
        path = "/api/data-sync/events",
        method = "get",
        operation_id = "streamSyncEvents"
    )]
    async fn stream_sync_events(
        &self,
        signed: Signed,
    ) -> Result<EventStream<BoxStream<'static, SyncRun>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(
            EventStream::new(stream_runs(self.sync.clone(), scope.clone(), proof))
                .keep_alive(KEEP_ALIVE_INTERVAL),
        )
    }

    /// Get the data source
    ///
    /// `kind` is `none` until a source is set.
    #[oai(
        path = "/api/data-sync/source",
        method = "get",
        operation_id = "getSource"
    )]
    async fn get_source(&self, signed: Signed) -> Result<Json<Envelope<Source>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(Json(Envelope::new(
            self.sync
                .read_source(&scope.read_db().await?, &proof)
                .await?,
        )))
    }

    /// Set the data source
    ///
    /// Checks the source before saving it. Returns 422 with the reason if it cannot be used, 503 if
    /// it cannot be reached.
    #[oai(
        path = "/api/data-sync/source",
        method = "put",
        operation_id = "setSource"
    )]
    async fn set_source(
        &self,
        signed: Signed,
        body: Json<Tagged<SourceInput>>,
    ) -> Result<Json<Envelope<Source>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SourcesManage)?;
        Ok(Json(Envelope::new(
            self.sync
                .set_source(scope.access(), &proof, &body.0.0)
                .await?,
        )))
    }

    /// Test a data source
    ///
    /// Always returns 200. `ok` says whether rows can be read, `reason` why not. Nothing is saved.
    #[oai(
        path = "/api/data-sync/source/test",
        method = "post",
        operation_id = "testSource"
    )]
    async fn test_source(
        &self,
        signed: Signed,
        body: Json<Tagged<SourceInput>>,
    ) -> Result<Json<Envelope<SourceTest>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SourcesManage)?;
        Ok(Json(Envelope::new(
            self.sync
                .test_source(scope.access(), &proof, &body.0.0)
                .await?,
        )))
    }

    /// Get the column mapping
    ///
    /// Returns every column of every table with its name in the source.
    #[oai(
        path = "/api/data-sync/mapping",
        method = "get",
        operation_id = "getColumnMapping"
    )]
    async fn get_column_mapping(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<ColumnMapping>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(Json(Envelope::new(
            self.sync
                .read_mapping(&scope.read_db().await?, &proof)
                .await?,
        )))
    }

    /// Set the column mapping
    ///
    /// Replaces the mapping of each table in the request. The next incremental sync reads these
    /// tables completely.
    #[oai(
        path = "/api/data-sync/mapping",
        method = "put",
        operation_id = "setColumnMapping"
    )]
    async fn set_column_mapping(
        &self,
        signed: Signed,
        body: Json<ColumnMappingInput>,
    ) -> Result<Json<Envelope<ColumnMapping>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SourcesManage)?;
        Ok(Json(Envelope::new(
            self.sync
                .set_mapping(scope.access(), &proof, &body.0)
                .await?,
        )))
    }

    /// Get the sync schedule
    ///
    /// `enabled` is false and `cron` is absent until a schedule is set.
    #[oai(
        path = "/api/data-sync/schedule",
        method = "get",
        operation_id = "getSyncSchedule"
    )]
    async fn get_sync_schedule(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<SyncSchedule>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(Json(Envelope::new(
            self.sync.read_schedule(scope.access(), &proof).await?,
        )))
    }

    /// Set the sync schedule
    ///
    /// Takes a cron expression with five fields (minute, hour, day of the month, month, day of the
    /// week) in the organization's time zone. Minimum interval: 5 minutes. Local times skipped or
    /// repeated by a clock change run once. A run is skipped while another sync is in progress;
    /// `message` says so.
    #[oai(
        path = "/api/data-sync/schedule",
        method = "put",
        operation_id = "setSyncSchedule"
    )]
    async fn set_sync_schedule(
        &self,
        signed: Signed,
        body: Json<SyncScheduleInput>,
    ) -> Result<Json<Envelope<SyncSchedule>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRunPermission)?;
        Ok(Json(Envelope::new(
            self.sync
                .set_schedule(scope.access(), &proof, &body.0)
                .await?,
        )))
    }

    async fn start_run(
        &self,
        scope: &Scope,
        plan: RunPlan,
        prefer: Option<&str>,
    ) -> Result<RunResponse, ApiError> {
        let proof = scope.require(SyncRunPermission)?;
        if let Some(earlier) = IdempotentRequest::original_run() {
            return replay_run(&self.sync, scope, &proof, earlier, prefer).await;
        }
        let running = self.sync.start_run(scope.access(), &proof, plan).await?;
        respond_to_run(running, prefer).await
    }
}

impl DataSync {
    /// Starts the run that loads these tables of an upload.
    pub async fn start_import(
        &self,
        scope: &Scope,
        upload: UploadId,
        tables: &[String],
    ) -> Result<StartedImport, ApiError> {
        let proof = scope.require(SyncRunPermission)?;
        let run = self
            .launch_import(scope.access(), &proof, upload, tables)
            .await?;
        Ok(StartedImport(run))
    }

    /// Starts the run that restores these tables as they were before the import of an upload.
    pub async fn start_undo(
        &self,
        scope: &Scope,
        upload: UploadId,
        tables: &[String],
    ) -> Result<StartedImport, ApiError> {
        let proof = scope.require(SyncRunPermission)?;
        let run = self
            .launch_undo(scope.access(), &proof, upload, tables)
            .await?;
        Ok(StartedImport(run))
    }

    /// The response to a repeated import, or `None` if the request is the first one.
    pub async fn replay_import(
        &self,
        scope: &Scope,
        prefer: Option<&str>,
    ) -> Result<Option<RunResponse>, ApiError> {
        let proof = scope.require(SyncRunPermission)?;
        match IdempotentRequest::original_run() {
            Some(run) => replay_run(self, scope, &proof, run, prefer).await.map(Some),
            None => Ok(None),
        }
    }
}

/// A run that loads an upload.
pub struct StartedImport(RunHandle);

impl StartedImport {
    /// Id of the run.
    pub fn run_id(&self) -> RunId {
        self.0.id()
    }

    /// The response of a full sync.
    pub async fn respond(self, prefer: Option<&str>) -> Result<RunResponse, ApiError> {
        respond_to_run(self.0, prefer).await
    }
}

async fn respond_to_run(running: RunHandle, prefer: Option<&str>) -> Result<RunResponse, ApiError> {
    if prefers_async(prefer) {
        return Ok(RunResponse::Started(Json(Envelope::new(StartedRun {
            run_id: running.id().0,
        }))));
    }
    Ok(RunResponse::Finished(Json(Envelope::new(
        running.wait_for_outcome().await?.into(),
    ))))
}

/// Response to a repeated request whose run was started by the original request.
async fn replay_run(
    sync: &DataSync,
    scope: &Scope,
    proof: &Proof<SyncRunPermission>,
    run: RunId,
    prefer: Option<&str>,
) -> Result<RunResponse, ApiError> {
    if prefers_async(prefer) {
        return Ok(RunResponse::Started(Json(Envelope::new(StartedRun {
            run_id: run.0,
        }))));
    }
    Ok(RunResponse::Finished(Json(Envelope::new(
        sync.replay_outcome(scope.access(), proof, run)
            .await?
            .into(),
    ))))
}

fn prefers_async(prefer: Option<&str>) -> bool {
    prefer.is_some_and(|preferences| {
        preferences
            .split(',')
            .any(|preference| preference.trim().eq_ignore_ascii_case("respond-async"))
    })
}
