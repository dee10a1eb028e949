//! HTTP operation that lists jobs.

use super::job_state::JobState;
use super::store::list_jobs;
use super::wire::Jobs;
use crate::auth::Signed;
use crate::auth::permission::SourcesManage;
use crate::http::{ApiError, Envelope, Tag, default_page_size, parse_id_cursor};
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;

/// Background jobs.
pub struct JobsApi;

#[OpenApi(tag = "Tag::Jobs")]
impl JobsApi {
    /// List jobs
    ///
    /// Background jobs, newest first, with state, attempts and last error. Payloads are not
    /// included.
    #[oai(path = "/api/jobs", method = "get", operation_id = "listJobs")]
    async fn list_jobs(
        &self,
        signed: Signed,
        /// Only jobs in this state.
        state: Query<Option<JobState>>,
        /// The page size.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<Jobs>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SourcesManage)?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let db = scope.read_db().await?;
        let page = list_jobs(&db, &proof, state.0, limit.0, before).await?;
        Ok(Json(Envelope::new(page.into())))
    }
}
