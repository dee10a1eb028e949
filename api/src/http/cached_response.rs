//! A cacheable answer: serialised bytes with their ETag, or "you have it already".

use super::Envelope;
use bytes::Bytes;
use poem::http::{StatusCode, header};
use poem::{IntoResponse, Request, Response};
use poem_openapi::ApiResponse;
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaHeader, MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{ParseFromJSON, ToJSON, Type};
use std::marker::PhantomData;

/// The bytes of an [`Envelope<T>`] on their way out, valid for the caller alone and revalidated at
/// each use.
#[derive(Debug)]
pub struct CachedResponse<T> {
    body: Option<Bytes>,
    etag: String,
    shape: PhantomData<fn() -> T>,
}

/// Marks a response as the whole of a kept answer: nothing shaped it but the caller's scope, the
/// day and the address.
#[derive(Clone, Copy, Debug)]
pub struct ReplayMarker;

impl<T: ParseFromJSON + ToJSON> CachedResponse<T> {
    /// The answer to `request`: without a body where the caller's copy carries the same ETag.
    pub fn new(request: &Request, etag: String, body: Bytes) -> Self {
        let known = matches_etag(request, &etag);
        Self {
            body: (!known).then_some(body),
            etag,
            shape: PhantomData,
        }
    }
}

/// Whether the caller's copy carries this ETag.
pub fn matches_etag(request: &Request, etag: &str) -> bool {
    let sent = request
        .headers()
        .get(header::IF_NONE_MATCH)
        .and_then(|sent| sent.to_str().ok());
    sent.is_some_and(|sent| {
        sent.split(',')
            .any(|tag| tag.trim().trim_start_matches("W/") == etag)
    })
}

impl<T: Send> IntoResponse for CachedResponse<T> {
    fn into_response(self) -> Response {
        let response = Response::builder()
            .extension(ReplayMarker)
            .header(header::ETAG, self.etag)
            .header(header::CACHE_CONTROL, "private, no-cache")
            .header(header::VARY, "Authorization, Accept");
        match self.body {
            Some(body) => response.content_type("application/json").body(body),
            None => response.status(StatusCode::NOT_MODIFIED).finish(),
        }
    }
}

impl<T: ParseFromJSON + ToJSON> ApiResponse for CachedResponse<T> {
    fn meta() -> MetaResponses {
        let etag = MetaHeader {
            name: "etag".to_owned(),
            description: Some(
                "Names this state of the answer; send it as If-None-Match.".to_owned(),
            ),
            required: true,
            deprecated: false,
            schema: String::schema_ref(),
        };
        let answer = MetaResponse {
            description: "The figures.",
            status: Some(200),
            status_range: None,
            content: vec![MetaMediaType {
                content_type: Json::<Envelope<T>>::CONTENT_TYPE,
                schema: Envelope::<T>::schema_ref(),
            }],
            headers: vec![etag],
        };
        let unchanged = MetaResponse {
            description: "Unchanged since the copy that the caller has.",
            status: Some(304),
            status_range: None,
            content: vec![],
            headers: vec![],
        };
        MetaResponses {
            responses: vec![answer, unchanged],
        }
    }

    fn register(registry: &mut Registry) {
        Envelope::<T>::register(registry);
    }
}
