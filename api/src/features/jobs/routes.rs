//! The operation about jobs over HTTP.

use super::list_jobs;
use super::wire::{JobState, Jobs};
use crate::auth::Signed;
use crate::auth::permission::SourcesManage;
use crate::http::{ApiError, Envelope, Tag, page_size};
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;

/// Work that goes on behind the screens.
pub struct JobsApi;

#[OpenApi(tag = "Tag::Jobs")]
impl JobsApi {
    /// List jobs
    ///
    /// Newest first: what waits, goes on, was done, failed or was cancelled, how often it was
    /// tried, and what the last failure was. What a job carries is not shown.
    #[oai(path = "/api/jobs", method = "get", operation_id = "listJobs")]
    async fn list_jobs(
        &self,
        signed: Signed,
        /// Only jobs that stand so.
        state: Query<Option<JobState>>,
        /// How many jobs a page holds.
        #[oai(
            default = "page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the page before.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<Jobs>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SourcesManage)?;
        Ok(Json(Envelope::new(
            list_jobs(
                &scope.read_db().await?,
                &proof,
                state.0,
                limit.0,
                cursor.0.as_deref(),
            )
            .await?,
        )))
    }
}
