//! HTTP operation that lists notifications.

use super::store;
use super::wire::NotificationList;
use crate::auth::Signed;
use crate::auth::permission::SyncRead;
use crate::http::{ApiError, Envelope, Tag, default_page_size, parse_id_cursor};
use crate::ids::PersonId;
use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Query};
use poem_openapi::payload::Json;

/// Notifications.
pub struct NotificationsApi {
    /// Whether notifications are also sent by email.
    pub email_enabled: bool,
}

#[OpenApi(tag = "Tag::Notifications")]
impl NotificationsApi {
    /// List notifications
    ///
    /// The open alerts of Data Sync, and the notifications about Data Sync, alert rules, and orders
    /// that could not be sent, newest first: one when something started, one when it ended. Texts
    /// are in the language of the caller's preferences, or else of `Accept-Language`.
    #[oai(
        path = "/api/notifications",
        method = "get",
        operation_id = "listNotifications"
    )]
    async fn list_notifications(
        &self,
        signed: Signed,
        /// The page size.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
        /// The languages that the caller reads.
        #[oai(name = "Accept-Language")]
        accept_language: Header<Option<String>>,
    ) -> Result<Json<Envelope<NotificationList>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(SyncRead)?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        // First: it takes a connection, too.
        let locale = scope.find_locale(accept_language.0.as_deref()).await?;
        let db = scope.read_db().await?;
        let reader = store::Reader {
            permissions: scope.permissions(),
            person: scope.signed_in().map(|(_, person)| PersonId(person.id)),
        };
        let rows = store::list_notifications(&db, &proof, &reader, limit.0, before).await?;
        Ok(Json(Envelope::new(NotificationList::from_rows(
            rows,
            locale,
            self.email_enabled,
        ))))
    }
}
