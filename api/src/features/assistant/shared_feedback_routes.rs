//! Route of feedback that readers share with the operators.

use super::wire::{SharedFeedback, SharedFeedbackPage};
use crate::auth::Operator;
use crate::db::{Database, Page};
use crate::http::{ApiError, Envelope, Tag, default_page_size, parse_id_cursor};
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;

/// Shared feedback on answers.
pub struct SharedFeedbackApi {
    /// The database.
    pub database: Database,
}

#[OpenApi(tag = "Tag::Operators")]
impl SharedFeedbackApi {
    /// List shared feedback
    ///
    /// Questions that their authors rated down and share with the operators, newest first, with the
    /// calls that answered them, never the answers. For operators of the installation.
    #[oai(
        path = "/api/admin/feedback",
        method = "get",
        operation_id = "listSharedFeedback"
    )]
    async fn list_shared_feedback(
        &self,
        _operator: Operator,
        /// The page size.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<SharedFeedbackPage>>, ApiError> {
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let rows = self
            .database
            .platform()
            .list_shared_feedback(before, u64::from(limit.0) + 1)
            .await?;
        let page = Page::from_rows(rows, limit.0, |(row, _)| row.message_id.to_string());
        Ok(Json(Envelope::new(SharedFeedbackPage {
            items: page
                .items
                .into_iter()
                .map(|(row, organization)| SharedFeedback::from_row(row, organization))
                .collect(),
            next_cursor: page.next_cursor,
        })))
    }
}
