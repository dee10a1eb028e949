//! The outbox over HTTP. A letter may hold a link that lets its reader in, so reading one is
//! written down before its words are given.

use super::wire::{OperatorAuditEntries, OperatorEmail, OperatorEmailDetail, OperatorEmails};
use crate::auth::Operator;
use crate::clock::Clock;
use crate::db::{Database, NewOperatorAuditEntry};
use crate::email::Outbox;
use crate::entropy::Entropy;
use crate::http::{ApiError, Envelope, Tag, page_size, parse_id_cursor};
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;

/// Letters to people, and what operators did.
pub struct OperatorEmailsApi {
    /// Where letters are kept.
    pub database: Database,
    /// Opens their words.
    pub outbox: Outbox,
    /// Whether a mail server sends them.
    pub email_enabled: bool,
    /// Tells the time.
    pub clock: Clock,
    /// Makes ids.
    pub entropy: Entropy,
}

#[OpenApi(tag = "Tag::Operators")]
impl OperatorEmailsApi {
    /// List the letters to people
    ///
    /// What waits in the outbox, was sent from it in the last 30 days or was given up, newest
    /// first, without the words. For operators of the installation.
    #[oai(
        path = "/api/admin/letters",
        method = "get",
        operation_id = "listLetters"
    )]
    async fn list_emails(
        &self,
        _operator: Operator,
        /// How many letters a page holds.
        #[oai(
            default = "page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the page before.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<OperatorEmails>>, ApiError> {
        let (behind, now) = (parse_id_cursor(cursor.0.as_deref())?, self.clock.now());
        let found = self
            .database
            .platform()
            .list_emails_before(behind, u64::from(limit.0) + 1)
            .await?;
        let (found, next_cursor) = split_page(found, limit.0, |letter| letter.id);
        let items = found
            .into_iter()
            .map(|letter| OperatorEmail::from_row(letter, now))
            .collect();
        Ok(Json(Envelope::new(OperatorEmails {
            items,
            by_mail: self.email_enabled,
            next_cursor,
        })))
    }

    /// Read a letter
    ///
    /// With its words only where no mail server is set, so that somebody has to hand its link on:
    /// whoever reads it could use the link themselves. Each reading is written down before, here
    /// and in the audit log of the letter's organization. For operators of the installation.
    #[oai(
        path = "/api/admin/letters/:id",
        method = "get",
        operation_id = "readLetter"
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
        let letter = OperatorEmail::from_row(row.clone(), now);
        let withheld = |why: &str| {
            Json(Envelope::new(OperatorEmailDetail {
                letter: letter.clone(),
                text: None,
                withheld: Some(why.to_owned()),
            }))
        };
        if self.email_enabled {
            return Ok(withheld(
                "A mail server sends the letters of this installation. Only whoever gets a letter \
                    reads it.",
            ));
        }
        if row.body.is_empty() || row.expires_at <= now {
            return Ok(withheld(
                "Its words are forgotten: it was sent, or its link is too old.",
            ));
        }
        let Ok(Some(text)) = self.outbox.open_body(&row) else {
            return Ok(withheld(
                "Its words cannot be opened: they were sealed under another secret.",
            ));
        };
        let target_name = Some(format!("{} to {}", row.kind, row.to_address));
        let act = NewOperatorAuditEntry {
            id: self.entropy.uuid_v7(now)?,
            action: "letter.read",
            target_id: Some(row.id),
            target_name,
        };
        platform
            .record_email_read(operator.scope().audit_actor(), act, &row, now)
            .await?;
        Ok(Json(Envelope::new(OperatorEmailDetail {
            letter,
            text: Some(text),
            withheld: None,
        })))
    }

    /// See what operators did
    ///
    /// Where no organization's own log tells of it: who was made an operator, who read a letter.
    /// Newest first. For operators of the installation.
    #[oai(
        path = "/api/admin/acts",
        method = "get",
        operation_id = "listOperatorActs"
    )]
    async fn list_operator_audit_log(
        &self,
        _operator: Operator,
        /// How many acts a page holds.
        #[oai(
            default = "page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the page before.
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
        let (found, next_cursor) = split_page(found, limit.0, |act| act.id);
        Ok(Json(Envelope::new(OperatorAuditEntries {
            items: found.into_iter().map(Into::into).collect(),
            next_cursor,
        })))
    }
}

/// The page, and where the next begins if there is more behind it.
fn split_page<T>(
    mut found: Vec<T>,
    limit: u32,
    id: impl Fn(&T) -> Uuid,
) -> (Vec<T>, Option<String>) {
    let size = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = found.len() > size;
    found.truncate(size);
    let next = found
        .last()
        .filter(|_| more)
        .map(|last| id(last).to_string());
    (found, next)
}
