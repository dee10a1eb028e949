//! The operation of notices over HTTP.

use super::store;
use super::wire::NotificationList;
use crate::auth::Signed;
use crate::auth::permission::SyncRead;
use crate::http::{ApiError, Envelope, Tag, page_size};
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;

/// What went wrong and what works again.
pub struct NotificationsApi {
    /// Whether people are told by mail too.
    pub email_enabled: bool,
}

#[OpenApi(tag = "Tag::Notices")]
impl NotificationsApi {
    /// List notices
    ///
    /// What is wrong now, and what was told of Data Sync, newest first: once when something began
    /// to fail, once when it worked again.
    #[oai(path = "/api/notices", method = "get", operation_id = "listNotices")]
    async fn list_notifications(
        &self,
        signed: Signed,
        /// How many notices a page holds.
        #[oai(
            default = "page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the page before.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<NotificationList>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        Ok(Json(Envelope::new(
            store::list_notifications(
                &scope.read_db().await?,
                &proof,
                limit.0,
                cursor.0.as_deref(),
                self.email_enabled,
            )
            .await?,
        )))
    }
}
