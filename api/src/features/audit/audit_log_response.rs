//! The log as an answer: a page of it, or all that was asked for as a file that is written while it
//! is sent.

use super::audit_filter::AuditFilter;
use super::store::{EXPORT_PAGE_ROWS, list_audit_entries};
use super::wire::{AuditActorKind, AuditEntries, AuditEntry};
use crate::auth::Scope;
use crate::auth::permission::AuditRead;
use crate::http::{ApiError, Envelope, push_csv_line};
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

/// The rows of the log.
pub(super) enum AuditLogResponse {
    /// A page.
    Page(Envelope<AuditEntries>),
    /// All of them.
    File(Body),
}

const CSV_COLUMNS: [&str; 15] = [
    "seq",
    "at",
    "author_kind",
    "author_id",
    "author",
    "action",
    "target_kind",
    "target_id",
    "target",
    "before",
    "after",
    "address",
    "user_agent",
    "request_id",
    "hash",
];

impl AuditLogResponse {
    /// The file, from its first page on. Each further page is read when the one before has been
    /// sent: no transaction stays open meanwhile.
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
                // A file that breaks off must not look like a whole one: the connection is.
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
    list_audit_entries(
        &scope.read_db().await?,
        filter,
        EXPORT_PAGE_ROWS,
        Some(cursor),
        &proof,
    )
    .await
}

fn push_csv_entry(text: &mut String, entry: &AuditEntry) {
    let kind = match entry.author.kind {
        AuditActorKind::Person => "person",
        AuditActorKind::ApiKey => "api_key",
        AuditActorKind::Operator => "operator",
        AuditActorKind::Sprout => "sprout",
    };
    let (optional, json) = (
        |cell: &Option<String>| cell.clone().unwrap_or_default(),
        |cell: &Option<Any<Value>>| cell.as_ref().map(|cell| cell.0.to_string()),
    );
    let target = entry.target.as_ref();
    let cells = [
        entry.seq.to_string(),
        entry.at.to_rfc3339_opts(SecondsFormat::AutoSi, true),
        kind.to_owned(),
        entry.author.id.map(|id| id.to_string()).unwrap_or_default(),
        entry.author.name.clone(),
        entry.action.clone(),
        target.map(|target| target.kind.clone()).unwrap_or_default(),
        target.map(|target| target.id.clone()).unwrap_or_default(),
        target
            .and_then(|target| target.name.clone())
            .unwrap_or_default(),
        json(&entry.before).unwrap_or_default(),
        json(&entry.after).unwrap_or_default(),
        optional(&entry.address),
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
        let answer = MetaResponse {
            description: "The rows of the log.",
            status: Some(200),
            status_range: None,
            content: vec![page, file],
            headers: Vec::new(),
        };
        MetaResponses {
            responses: vec![answer],
        }
    }

    fn register(registry: &mut Registry) {
        Envelope::<AuditEntries>::register(registry);
    }
}
