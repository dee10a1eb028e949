//! The audit log as a JSON page or as a streamed CSV file.

use super::audit_filter::AuditFilter;
use super::store::{EXPORT_PAGE_ROWS, list_audit_entries};
use super::wire::{AuditActorKind, AuditEntries, AuditEntry};
use crate::auth::Scope;
use crate::auth::permission::AuditRead;
use crate::http::{ApiError, Envelope, parse_cursor, push_csv_line};
use bytes::Bytes;
use chrono::SecondsFormat;
use futures_util::stream::unfold;
use poem::http::header;
use poem::{Body, IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{Any, Type};
use serde_json::Value;

/// A response with audit log entries.
pub(super) enum AuditLogResponse {
    /// A JSON page.
    Page(Envelope<AuditEntries>),
    /// A CSV file with all matching entries.
    File(Body),
}

const CSV_COLUMNS: [&str; 15] = [
    "seq",
    "occurred_at",
    "actor_kind",
    "actor_id",
    "actor",
    "action",
    "target_kind",
    "target_id",
    "target",
    "before",
    "after",
    "ip_address",
    "user_agent",
    "request_id",
    "hash",
];

impl AuditLogResponse {
    /// The file, starting with its first page. Each further page is read after the previous one was
    /// sent, so no transaction stays open.
    pub(super) fn stream_csv(first: AuditEntries, filter: AuditFilter, scope: Scope) -> Self {
        let mut head = String::new();
        push_csv_line(&mut head, CSV_COLUMNS);
        let pages = unfold(Some((head, first)), move |state| {
            let (filter, scope) = (filter.clone(), scope.clone());
            async move {
                let (mut text, page) = state?;
                page.items
                    .iter()
                    .for_each(|entry| push_csv_entry(&mut text, entry));
                let next = match page.next_cursor {
                    None => Ok(None),
                    Some(cursor) => read_next_page(&scope, &filter, &cursor)
                        .await
                        .map(|page| Some((String::new(), page))),
                };
                // On an error, the connection is aborted so that the file does not look complete.
                match next {
                    Ok(next) => Some((Ok(Bytes::from(text)), next)),
                    Err(error) => {
                        Some((Err(std::io::Error::other(error.message().to_owned())), None))
                    }
                }
            }
        });
        Self::File(Body::from_bytes_stream(pages))
    }
}

async fn read_next_page(
    scope: &Scope,
    filter: &AuditFilter,
    cursor: &str,
) -> Result<AuditEntries, ApiError> {
    let proof = scope.require(AuditRead)?;
    let before = parse_cursor(Some(cursor))?;
    let db = scope.read_db().await?;
    let page = list_audit_entries(&db, filter, EXPORT_PAGE_ROWS, before, &proof).await?;
    Ok(page.into())
}

fn push_csv_entry(text: &mut String, entry: &AuditEntry) {
    let kind = match entry.actor.kind {
        AuditActorKind::Person => "person",
        AuditActorKind::ApiKey => "api_key",
        AuditActorKind::Operator => "operator",
        AuditActorKind::System => "system",
    };
    let (optional, json) = (
        |cell: &Option<String>| cell.clone().unwrap_or_default(),
        |cell: &Option<Any<Value>>| cell.as_ref().map(|cell| cell.0.to_string()),
    );
    let target = entry.target.as_ref();
    let cells = [
        entry.seq.to_string(),
        entry
            .occurred_at
            .to_rfc3339_opts(SecondsFormat::AutoSi, true),
        kind.to_owned(),
        entry.actor.id.map(|id| id.to_string()).unwrap_or_default(),
        entry.actor.name.clone(),
        entry.action.as_str().to_owned(),
        target.map(|target| target.kind.clone()).unwrap_or_default(),
        target.map(|target| target.id.clone()).unwrap_or_default(),
        target
            .and_then(|target| target.name.clone())
            .unwrap_or_default(),
        json(&entry.before).unwrap_or_default(),
        json(&entry.after).unwrap_or_default(),
        optional(&entry.ip_address),
        optional(&entry.user_agent),
        optional(&entry.request_id),
        entry.hash.clone(),
    ];
    push_csv_line(text, cells.iter().map(String::as_str));
}

impl IntoResponse for AuditLogResponse {
    fn into_response(self) -> Response {
        match self {
            Self::Page(page) => Json(page).into_response(),
            Self::File(body) => {
                let response = Response::builder().content_type("text/csv; charset=utf-8");
                response
                    .header(
                        header::CONTENT_DISPOSITION,
                        "attachment; filename=\"audit-log.csv\"",
                    )
                    .body(body)
            }
        }
    }
}

impl ApiResponse for AuditLogResponse {
    fn meta() -> MetaResponses {
        let page = MetaMediaType {
            content_type: Json::<Envelope<AuditEntries>>::CONTENT_TYPE,
            schema: Envelope::<AuditEntries>::schema_ref(),
        };
        let file = MetaMediaType {
            content_type: "text/csv",
            schema: String::schema_ref(),
        };
        let response = MetaResponse {
            description: "The entries of the audit log.",
            status: Some(200),
            status_range: None,
            content: vec![page, file],
            headers: Vec::new(),
        };
        MetaResponses {
            responses: vec![response],
        }
    }

    fn register(registry: &mut Registry) {
        Envelope::<AuditEntries>::register(registry);
    }
}
