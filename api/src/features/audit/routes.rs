//! The operation about the audit log over HTTP.

use super::audit_filter::AuditFilter;
use super::audit_log_response::AuditLogResponse;
use super::store::{EXPORT_PAGE_ROWS, list_audit_entries};
use crate::auth::Signed;
use crate::auth::permission::AuditRead;
use crate::http::{ApiError, Envelope, Tag, page_size};
use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Query};
use sea_orm::prelude::Uuid;

/// What was done, by whom.
pub struct AuditApi;

#[OpenApi(tag = "Tag::Audit")]
impl AuditApi {
    /// See what was done in the organization
    ///
    /// Who did what, when and from where, newest first. Rows are added and never changed; each
    /// carries a hash over itself and the row before it. With `Accept: text/csv` all that was asked
    /// for as one file, from `cursor` on; `limit` does not count then.
    #[oai(path = "/api/audit-log", method = "get", operation_id = "listAuditLog")]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each filter of the query"
    )]
    async fn list_audit_log(
        &self,
        signed: Signed,
        /// Only this action, such as `source.set`.
        #[oai(validator(max_length = 60))]
        action: Query<Option<String>>,
        /// Only what this person did, or this API key.
        person: Query<Option<Uuid>>,
        /// The first day, in the organization's time zone.
        from: Query<Option<NaiveDate>>,
        /// The last day, in the organization's time zone.
        to: Query<Option<NaiveDate>>,
        /// Only what was done to this: an id, or a kind such as `draft`.
        #[oai(validator(max_length = 200))]
        target: Query<Option<String>>,
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
    ) -> Result<AuditLogResponse, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(AuditRead)?;
        let filter = AuditFilter::from_query(
            action.0.as_deref(),
            person.0,
            (from.0, to.0),
            target.0.as_deref(),
            scope.access().organization().time_zone,
        )?;
        let as_file = accept
            .0
            .as_deref()
            .is_some_and(|accept| accept.contains("text/csv"));
        let size = if as_file { EXPORT_PAGE_ROWS } else { limit.0 };
        let first = list_audit_entries(
            &scope.read_db().await?,
            &filter,
            size,
            cursor.0.as_deref(),
            &proof,
        )
        .await?;
        Ok(if as_file {
            AuditLogResponse::stream_csv(first, filter, scope.clone())
        } else {
            AuditLogResponse::Page(Envelope::new(first))
        })
    }
}
