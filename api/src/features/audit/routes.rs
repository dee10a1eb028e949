//! HTTP operation that lists the audit log.

use super::audit_filter::{AuditFilter, UnknownActionError};
use super::audit_log_response::AuditLogResponse;
use super::store::{EXPORT_PAGE_ROWS, list_audit_entries};
use super::wire::AuditEntries;
use crate::auth::Signed;
use crate::auth::permission::AuditRead;
use crate::http::{ApiError, Envelope, ErrorDetailCode, Tag, default_page_size, parse_cursor};
use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Query};
use sea_orm::prelude::Uuid;

/// The audit log.
pub struct AuditApi;

#[OpenApi(tag = "Tag::Audit")]
impl AuditApi {
    /// List the audit log
    ///
    /// Newest first. Entries are append-only; each has a hash over itself and the previous entry.
    /// With `Accept: text/csv`, returns all matching entries as one file, starting at `cursor` and
    /// ignoring `limit`.
    #[oai(path = "/api/audit-log", method = "get", operation_id = "listAuditLog")]
    #[expect(
        clippy::too_many_arguments,
        reason = "one argument for each query parameter"
    )]
    async fn list_audit_log(
        &self,
        signed: Signed,
        /// Only this action, such as `data_source.updated`.
        #[oai(validator(max_length = 60))]
        action: Query<Option<String>>,
        /// Only actions of the person or the API key with this id.
        person: Query<Option<Uuid>>,
        /// The first day, in the organization's time zone.
        from: Query<Option<NaiveDate>>,
        /// The last day, in the organization's time zone.
        to: Query<Option<NaiveDate>>,
        /// Only actions on this target: an id, or a kind such as `order_draft`.
        #[oai(validator(max_length = 200))]
        target: Query<Option<String>>,
        /// The page size.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
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
        let before = parse_cursor(cursor.0.as_deref())?;
        let db = scope.read_db().await?;
        let first: AuditEntries = list_audit_entries(&db, &filter, size, before, &proof)
            .await?
            .into();
        drop(db);
        Ok(if as_file {
            AuditLogResponse::stream_csv(first, filter, scope.clone())
        } else {
            AuditLogResponse::Page(Envelope::new(first))
        })
    }
}

impl From<UnknownActionError> for ApiError {
    fn from(error: UnknownActionError) -> Self {
        Self::invalid_value("action", ErrorDetailCode::Unknown, error.to_string())
    }
}
