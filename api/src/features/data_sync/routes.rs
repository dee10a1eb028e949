//! The Data Sync operations over HTTP.

use super::DataSync;
use super::plan::Plan;
use super::store::REJECTS_A_PAGE;
use super::wire::{
    ColumnMapping, ColumnMappingInput, FullSync, RejectsAnswer, Source, SourceInput, SourceTest,
    SyncHealth, SyncOutcome, SyncRun, SyncRuns, SyncSchedule, SyncScheduleInput, SyncStarted,
    SyncStatus, TableSync,
};
use crate::auth::permission::{SourcesManage, SyncRead, SyncRun as SyncRunRight};
use crate::auth::{Proof, Scope, Signed};
use crate::db::IdempotentRequest;
use crate::http::{ApiError, Envelope, Tag, page_size};
use crate::ids::RunId;
use futures_util::stream::BoxStream;
use poem_openapi::param::{Header, Path, Query};
use poem_openapi::payload::{EventStream, Json};
use poem_openapi::{ApiResponse, OpenApi};
use sea_orm::prelude::Uuid;
use std::time::Duration;

/// Bringing rows from the tenant's warehouse into the application database.
pub struct DataSyncApi {
    /// Does what the operations ask for.
    pub sync: DataSync,
}

/// How often a quiet stream says that it lives.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The answer to a request for a run.
#[derive(ApiResponse)]
enum RunAnswer {
    /// The run has ended; rows that could not land are counted in `stats.errors`.
    #[oai(status = 200)]
    Ended(Json<Envelope<SyncOutcome>>),
    /// The run goes on, as `Prefer: respond-async` asked.
    #[oai(status = 202)]
    Started(Json<Envelope<SyncStarted>>),
}

#[OpenApi(tag = "Tag::DataSync")]
impl DataSyncApi {
    /// See how Data Sync stands
    ///
    /// Whether a run goes on, what the latest one did, and each table that can be synced.
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
        Ok(Json(Envelope::new(
            self.sync
                .status(
                    &scope.read_db().await?,
                    scope.access().organization().time_zone,
                    &proof,
                )
                .await?,
        )))
    }

    /// Check the source and the application database
    ///
    /// Answers 200 whatever it finds: a side that cannot be reached is `false`, with its reason in
    /// words.
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
            self.sync.health(scope.access(), &proof).await,
        )))
    }

    /// Sync every table
    ///
    /// Reads every table of the source completely and answers when the run has ended: 200 also
    /// where single rows could not land, 422 where a table failed because of its files, 503 where a
    /// source or database could not be reached, 409 while another run goes on. With `Prefer:
    /// respond-async` it answers 202 at once.
    #[oai(
        path = "/api/data-sync/sync",
        method = "post",
        operation_id = "startFullSync"
    )]
    async fn start_full_sync(
        &self,
        signed: Signed,
        /// `respond-async`: do not wait for the end of the run.
        #[oai(name = "Prefer")]
        prefer: Header<Option<String>>,
        body: Json<FullSync>,
    ) -> Result<RunAnswer, ApiError> {
        self.run(signed.scope(), Plan::full(&body.0)?, prefer.0.as_deref())
            .await
    }

    /// Sync one table
    ///
    /// Reads one table of the source completely; the answers are those of a full sync.
    #[oai(
        path = "/api/data-sync/table",
        method = "post",
        operation_id = "startTableSync"
    )]
    async fn start_table_sync(
        &self,
        signed: Signed,
        /// `respond-async`: do not wait for the end of the run.
        #[oai(name = "Prefer")]
        prefer: Header<Option<String>>,
        body: Json<TableSync>,
    ) -> Result<RunAnswer, ApiError> {
        self.run(signed.scope(), Plan::table(&body.0)?, prefer.0.as_deref())
            .await
    }

    /// List runs
    ///
    /// Newest first, with what each did to each table.
    #[oai(
        path = "/api/data-sync/runs",
        method = "get",
        operation_id = "listSyncRuns"
    )]
    async fn list_sync_runs(
        &self,
        signed: Signed,
        /// How many runs a page holds.
        #[oai(
            default = "page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the page before.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<SyncRuns>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(Json(Envelope::new(
            self.sync
                .runs(
                    &scope.read_db().await?,
                    &proof,
                    limit.0,
                    cursor.0.as_deref(),
                )
                .await?,
        )))
    }

    /// See one run
    ///
    /// How it stands and what it did to each table.
    #[oai(
        path = "/api/data-sync/runs/:id",
        method = "get",
        operation_id = "getSyncRun"
    )]
    async fn get_sync_run(
        &self,
        signed: Signed,
        /// The run.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<SyncRun>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(Json(Envelope::new(
            self.sync
                .run(&scope.read_db().await?, &proof, RunId(id.0))
                .await?,
        )))
    }

    /// List the rows of a run that could not land
    ///
    /// Each with its line, column, value and what is expected of it, in the order of the source.
    /// With `Accept: text/csv` all of them as one file, from `cursor` on; `limit` does not count
    /// then.
    #[oai(
        path = "/api/data-sync/runs/:id/rejects",
        method = "get",
        operation_id = "listSyncRejects"
    )]
    async fn list_sync_rejects(
        &self,
        signed: Signed,
        /// The run.
        id: Path<Uuid>,
        /// How many rows a page holds.
        #[oai(
            default = "page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the page before.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
        /// `text/csv` for a file.
        #[oai(name = "Accept")]
        accept: Header<Option<String>>,
    ) -> Result<RejectsAnswer, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        let run = RunId(id.0);
        if accept
            .0
            .as_deref()
            .is_some_and(|accept| accept.contains("text/csv"))
        {
            // The first page is asked for before the answer begins: a run that is not there is 404,
            // not an empty file.
            let first = self
                .sync
                .rejects(
                    &scope.read_db().await?,
                    &proof,
                    run,
                    REJECTS_A_PAGE,
                    cursor.0.as_deref(),
                )
                .await?;
            return Ok(RejectsAnswer::file(
                run,
                first,
                self.sync.clone(),
                scope.clone(),
            ));
        }
        Ok(RejectsAnswer::Page(Envelope::new(
            self.sync
                .rejects(
                    &scope.read_db().await?,
                    &proof,
                    run,
                    limit.0,
                    cursor.0.as_deref(),
                )
                .await?,
        )))
    }

    /// Try again the rows of a run that could not land
    ///
    /// Reads the tables again and brings in those rows alone, found by their key or, as long as
    /// they have none, by their line; everything else stays as it is. Correct them in the source
    /// first. The answers are those of a full sync.
    #[oai(
        path = "/api/data-sync/runs/:id/rejects/retry",
        method = "post",
        operation_id = "retryRejects"
    )]
    async fn retry_rejects(
        &self,
        signed: Signed,
        /// The run.
        id: Path<Uuid>,
        /// `respond-async`: do not wait for the end of the run.
        #[oai(name = "Prefer")]
        prefer: Header<Option<String>>,
    ) -> Result<RunAnswer, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRunRight)?;
        // What could not land then may have landed by it.
        if let Some(earlier) = IdempotentRequest::original_run() {
            return self
                .again(scope, &proof, earlier, prefer.0.as_deref())
                .await;
        }
        let plan = self
            .sync
            .retry_plan(&scope.read_db().await?, &proof, RunId(id.0))
            .await?;
        self.run(scope, plan, prefer.0.as_deref()).await
    }

    /// Cancel a run
    ///
    /// What is being written comes to nothing, tables that have landed keep their rows. Answers
    /// with the run once it has ended, or after two seconds as it then stands; 409 where it had
    /// ended before.
    #[oai(
        path = "/api/data-sync/runs/:id/cancel",
        method = "post",
        operation_id = "cancelSyncRun"
    )]
    async fn cancel_sync_run(
        &self,
        signed: Signed,
        /// The run.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<SyncRun>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRunRight)?;
        if let Some(cancelled) = IdempotentRequest::original_run() {
            return Ok(Json(Envelope::new(
                self.sync
                    .cancelled(scope.access(), &proof, cancelled)
                    .await?,
            )));
        }
        Ok(Json(Envelope::new(
            self.sync
                .cancel(scope.access(), &proof, RunId(id.0))
                .await?,
        )))
    }

    /// Follow Data Sync
    ///
    /// Server-sent events, each the latest run as `GET /api/data-sync/runs/{id}` has it: one at
    /// once, then one whenever it has changed, at most one a second. The stream ends when no run
    /// goes on, at the latest after five minutes: read it again then.
    #[oai(
        path = "/api/data-sync/events",
        method = "get",
        operation_id = "followSync"
    )]
    async fn follow_sync(
        &self,
        signed: Signed,
    ) -> Result<EventStream<BoxStream<'static, SyncRun>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(
            EventStream::new(self.sync.clone().followed(scope.clone(), proof))
                .keep_alive(KEEP_ALIVE),
        )
    }

    /// See where rows come from
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
            self.sync.source(&scope.read_db().await?, &proof).await?,
        )))
    }

    /// Say where rows come from
    ///
    /// The source is looked at before it is kept: a folder that cannot be read is refused with 422
    /// and the reason.
    #[oai(
        path = "/api/data-sync/source",
        method = "put",
        operation_id = "setSource"
    )]
    async fn set_source(
        &self,
        signed: Signed,
        body: Json<SourceInput>,
    ) -> Result<Json<Envelope<Source>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SourcesManage)?;
        Ok(Json(Envelope::new(
            self.sync
                .set_source(scope.access(), &proof, &body.0)
                .await?,
        )))
    }

    /// Test a source before it is set
    ///
    /// Answers 200 whatever it finds: `ok` says whether rows can be read, `reason` why not.
    #[oai(
        path = "/api/data-sync/source/test",
        method = "post",
        operation_id = "testSource"
    )]
    async fn test_source(
        &self,
        signed: Signed,
        body: Json<SourceInput>,
    ) -> Result<Json<Envelope<SourceTest>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SourcesManage)?;
        Ok(Json(Envelope::new(
            self.sync
                .test_source(scope.access(), &proof, &body.0)
                .await?,
        )))
    }

    /// See what columns are called at the source
    ///
    /// Every column of every table, with the name under which it is looked for.
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
            self.sync.mapping(&scope.read_db().await?, &proof).await?,
        )))
    }

    /// Say what columns are called at the source
    ///
    /// The names of each table that the request lists are replaced as a whole. The next incremental
    /// sync reads those tables anew.
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

    /// See when syncs start by themselves
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
            self.sync.schedule(scope.access(), &proof).await?,
        )))
    }

    /// Say when syncs start by themselves
    ///
    /// Five cron fields (minute, hour, day of the month, month, day of the week) in the
    /// organization's time zone, at most every 5 minutes. A time that the clocks skip or repeat
    /// comes once. A time at which another sync goes on is passed over, and `message` says so.
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
        let proof = scope.require(SyncRunRight)?;
        Ok(Json(Envelope::new(
            self.sync
                .set_schedule(scope.access(), &proof, &body.0)
                .await?,
        )))
    }

    async fn run(
        &self,
        scope: &Scope,
        plan: Plan,
        prefer: Option<&str>,
    ) -> Result<RunAnswer, ApiError> {
        let proof = scope.require(SyncRunRight)?;
        if let Some(earlier) = IdempotentRequest::original_run() {
            return self.again(scope, &proof, earlier, prefer).await;
        }
        let running = self.sync.start(scope.access(), &proof, plan).await?;
        if responds_async(prefer) {
            return Ok(RunAnswer::Started(Json(Envelope::new(SyncStarted {
                run_id: running.id().0,
            }))));
        }
        Ok(RunAnswer::Ended(Json(Envelope::new(
            running.outcome().await?,
        ))))
    }

    /// The answer to a request whose run was begun when it was sent the first time.
    async fn again(
        &self,
        scope: &Scope,
        proof: &Proof<SyncRunRight>,
        run: RunId,
        prefer: Option<&str>,
    ) -> Result<RunAnswer, ApiError> {
        if responds_async(prefer) {
            return Ok(RunAnswer::Started(Json(Envelope::new(SyncStarted {
                run_id: run.0,
            }))));
        }
        Ok(RunAnswer::Ended(Json(Envelope::new(
            self.sync.outcome_of(scope.access(), proof, run).await?,
        ))))
    }
}

fn responds_async(prefer: Option<&str>) -> bool {
    prefer.is_some_and(|wishes| {
        wishes
            .split(',')
            .any(|wish| wish.trim().eq_ignore_ascii_case("respond-async"))
    })
}
