//! A file download.

use poem::http::header;
use poem::{Body, IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{
    MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry,
};

/// A file that is streamed.
pub struct FileResponse {
    media_type: &'static str,
    disposition: String,
    body: Body,
}

impl FileResponse {
    /// A file of this media type. Unsafe characters in the name are replaced with `-`.
    pub fn new(media_type: &'static str, name: &str, body: Body) -> Self {
        let safe: String = name
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || "-_.".contains(c) {
                    c
                } else {
                    '-'
                }
            })
            .collect();
        Self {
            media_type,
            disposition: format!("attachment; filename=\"{safe}\""),
            body,
        }
    }
}

impl IntoResponse for FileResponse {
    fn into_response(self) -> Response {
        let response = Response::builder()
            .content_type(self.media_type)
            .header(header::CONTENT_DISPOSITION, self.disposition);
        response
            .header(header::CACHE_CONTROL, "no-store")
            .body(self.body)
    }
}

impl ApiResponse for FileResponse {
    fn meta() -> MetaResponses {
        let bytes = || {
            MetaSchemaRef::Inline(Box::new(MetaSchema {
                format: Some("binary"),
                ..MetaSchema::new("string")
            }))
        };
        let content = vec![
            MetaMediaType {
                content_type: "application/zip",
                schema: bytes(),
            },
            MetaMediaType {
                content_type: "application/json",
                schema: bytes(),
            },
        ];
        let answer = MetaResponse {
            description: "The file.",
            status: Some(200),
            status_range: None,
            content,
            headers: Vec::new(),
        };
        MetaResponses {
            responses: vec![answer],
        }
    }

    fn register(_registry: &mut Registry) {}
}
