//! HTTP operations on the email outbox and the operator audit log. An email may contain a link that
//! grants access, so reading one is recorded before its body is returned.

use super::wire::{OperatorAuditEntries, OperatorEmail, OperatorEmailDetail, OperatorEmails};
use crate::auth::Operator;
use crate::clock::Clock;
use crate::db::{Database, NewOperatorAuditEntry, Page};
use crate::email::Outbox;
use crate::entropy::Entropy;
use crate::http::{ApiError, Envelope, Tag, default_page_size, parse_id_cursor};
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;

/// The email outbox and the operator audit log.
pub struct OperatorEmailsApi {
    /// The database.
    pub database: Database,
    /// Decrypts email bodies.
    pub outbox: Outbox,
    /// Whether an SMTP server sends emails.
    pub email_enabled: bool,
    /// The clock.
    pub clock: Clock,
    /// Randomness for ids.
    pub entropy: Entropy,
}

#[OpenApi(tag = "Tag::Operators")]
impl OperatorEmailsApi {
    /// List outgoing emails
    ///
    /// Pending, sent in the last 30 days, or failed; newest first, without bodies. For operators of
    /// the installation.
    #[oai(
        path = "/api/admin/emails",
        method = "get",
        operation_id = "listEmails"
    )]
    async fn list_emails(
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
    ) -> Result<Json<Envelope<OperatorEmails>>, ApiError> {
        let (before, now) = (parse_id_cursor(cursor.0.as_deref())?, self.clock.now());
        let found = self
            .database
            .platform()
            .list_emails_before(before, u64::from(limit.0) + 1)
            .await?;
        let page = Page::from_rows(found, limit.0, |last| last.id.to_string());
        let items = page
            .items
            .into_iter()
            .map(|email| OperatorEmail::from_row(email, now))
            .collect();
        Ok(Json(Envelope::new(OperatorEmails {
            items,
            email_enabled: self.email_enabled,
            next_cursor: page.next_cursor,
        })))
    }

    /// Get an outgoing email
    ///
    /// Includes the body only if no SMTP server is configured, so that an operator can pass its
    /// link on. The operator could use the link, so each read is recorded first, in the operator
    /// audit log and in the audit log of the email's organization. For operators of the
    /// installation.
    #[oai(
        path = "/api/admin/emails/:id",
        method = "get",
        operation_id = "getEmail"
    )]
    async fn get_email(
        &self,
        operator: Operator,
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<OperatorEmailDetail>>, ApiError> {
        let (platform, now) = (self.database.platform(), self.clock.now());
        let row = platform
            .find_email(id.0)
            .await?
            .ok_or_else(ApiError::not_found)?;
        let email = OperatorEmail::from_row(row.clone(), now);
        let withheld = |reason: &str| {
            Json(Envelope::new(OperatorEmailDetail {
                email: email.clone(),
                body: None,
                withheld_reason: Some(reason.to_owned()),
            }))
        };
        if self.email_enabled {
            return Ok(withheld(
                "An SMTP server sends the emails of this server. Only the recipient can read them.",
            ));
        }
        if row.sealed_body.is_empty() || row.expires_at <= now {
            return Ok(withheld(
                "The body is deleted because the email was sent or has expired.",
            ));
        }
        let Ok(Some(body)) = self.outbox.open_body(&row) else {
            return Ok(withheld(
                "The body can't be decrypted because it was encrypted with another secret.",
            ));
        };
        let target_name = Some(format!("{} to {}", row.kind, row.to_address));
        let entry = NewOperatorAuditEntry {
            id: self.entropy.uuid_v7(now)?,
            action: "email.read",
            target_id: Some(row.id),
            target_name,
        };
        platform
            .record_email_read(operator.scope().audit_actor(), entry, &row, now)
            .await?;
        Ok(Json(Envelope::new(OperatorEmailDetail {
            email,
            body: Some(body),
            withheld_reason: None,
        })))
    }

    /// List operator audit log
    ///
    /// Actions that no organization's audit log records: granted and revoked operator rights, and
    /// read emails. Newest first. For operators of the installation.
    #[oai(
        path = "/api/admin/audit-log",
        method = "get",
        operation_id = "listOperatorAuditLog"
    )]
    async fn list_operator_audit_log(
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
    ) -> Result<Json<Envelope<OperatorAuditEntries>>, ApiError> {
        let found = self
            .database
            .platform()
            .list_operator_audit_entries(
                parse_id_cursor(cursor.0.as_deref())?,
                u64::from(limit.0) + 1,
            )
            .await?;
        let (items, next_cursor) =
            Page::from_rows(found, limit.0, |last| last.id.to_string()).into_parts();
        Ok(Json(Envelope::new(OperatorAuditEntries {
            items,
            next_cursor,
        })))
    }
}
