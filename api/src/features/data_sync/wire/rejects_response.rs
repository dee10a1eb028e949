//! Rejected rows of a run: one page as JSON, or all rows as a streamed CSV file.

use super::{Reject, Rejects};
use crate::auth::Scope;
use crate::auth::permission::SyncRead;
use crate::features::data_sync::DataSync;
use crate::features::data_sync::store::REJECTS_PER_PAGE;
use crate::http::{Envelope, push_csv_line};
use crate::ids::RunId;
use bytes::Bytes;
use futures_util::stream::unfold;
use poem::http::header;
use poem::{Body, IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::Type;

/// The rejected rows.
pub enum RejectsResponse {
    /// One page as JSON.
    Page(Envelope<Rejects>),
    /// All rows as a CSV file.
    File {
        /// The run.
        run: RunId,
        /// The streamed file.
        body: Body,
    },
}

const CSV_HEADER: [&str; 7] = ["table", "file", "line", "key", "column", "value", "reason"];

impl RejectsResponse {
    /// Streams a CSV file, starting with `first`. Each further page is loaded after the previous
    /// page was sent, so no transaction stays open.
    pub fn csv_file(run: RunId, first: Rejects, sync: DataSync, scope: Scope) -> Self {
        let mut head = String::new();
        push_csv_line(&mut head, CSV_HEADER);
        let pages = unfold(Some((head, first)), move |state| {
            let (sync, scope) = (sync.clone(), scope.clone());
            async move {
                let (mut text, page) = state?;
                page.items
                    .iter()
                    .for_each(|reject| append_line(&mut text, reject));
                let next = match page.next_cursor {
                    None => Ok(None),
                    Some(cursor) => load_next_page(&sync, &scope, run, &cursor)
                        .await
                        .map(|page| Some((String::new(), page))),
                };
                // An error closes the connection, so that a truncated file does not look complete.
                match next {
                    Ok(next) => Some((Ok(Bytes::from(text)), next)),
                    Err(error) => {
                        Some((Err(std::io::Error::other(error.message().to_owned())), None))
                    }
                }
            }
        });
        Self::File {
            run,
            body: Body::from_bytes_stream(pages),
        }
    }
}

async fn load_next_page(
    sync: &DataSync,
    scope: &Scope,
    run: RunId,
    cursor: &str,
) -> Result<Rejects, crate::http::ApiError> {
    let proof = scope.require(SyncRead)?;
    let db = scope.read_db().await?;
    let page = sync
        .list_rejects(&db, &proof, run, REJECTS_PER_PAGE, Some(cursor))
        .await?;
    Ok(page.into())
}

fn append_line(text: &mut String, reject: &Reject) {
    let number = reject.line.map(|line| line.to_string()).unwrap_or_default();
    let optional = |cell: &'_ Option<String>| cell.clone().unwrap_or_default();
    let cells = [
        reject.table.clone(),
        optional(&reject.file),
        number,
        optional(&reject.key),
        optional(&reject.column),
        optional(&reject.value),
        reject.reason.clone(),
    ];
    push_csv_line(text, cells.iter().map(String::as_str));
}

impl IntoResponse for RejectsResponse {
    fn into_response(self) -> Response {
        match self {
            Self::Page(page) => Json(page).into_response(),
            Self::File { run, body } => {
                let attachment = format!("attachment; filename=\"rejected-rows-{run}.csv\"");
                Response::builder()
                    .content_type("text/csv; charset=utf-8")
                    .header(header::CONTENT_DISPOSITION, attachment)
                    .body(body)
            }
        }
    }
}

impl ApiResponse for RejectsResponse {
    fn meta() -> MetaResponses {
        let page = MetaMediaType {
            content_type: Json::<Envelope<Rejects>>::CONTENT_TYPE,
            schema: Envelope::<Rejects>::schema_ref(),
        };
        let file = MetaMediaType {
            content_type: "text/csv",
            schema: String::schema_ref(),
        };
        let answer = MetaResponse {
            description: "The rejected rows.",
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
        Envelope::<Rejects>::register(registry);
    }
}
