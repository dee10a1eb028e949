//! A cacheable response: serialized bytes with their ETag, or 304.

use super::{EncodedBody, Envelope};
use poem::http::{StatusCode, header};
use poem::{IntoResponse, Request, Response};
use poem_openapi::ApiResponse;
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaHeader, MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{ParseFromJSON, ToJSON, Type};
use std::marker::PhantomData;
use std::sync::Arc;

/// A serialized [`Envelope<T>`]. Clients may store it privately and must revalidate it.
#[derive(Debug)]
pub struct CachedResponse<T> {
    body: Option<Arc<EncodedBody>>,
    etag: String,
    may_replay: bool,
    shape: PhantomData<fn() -> T>,
}

/// Marks a response that may be replayed: it depends only on the caller's scope, the date and the
/// URL.
#[derive(Clone, Copy, Debug)]
pub struct ReplayMarker;

impl<T: ParseFromJSON + ToJSON> CachedResponse<T> {
    /// The response to `request`: 304 if the client's copy has the same ETag.
    pub fn new(request: &Request, etag: String, body: Arc<EncodedBody>) -> Self {
        let known = matches_etag(request, &etag);
        Self {
            body: (!known).then_some(body),
            etag,
            may_replay: true,
            shape: PhantomData,
        }
    }

    /// The same, for this request only.
    #[must_use]
    pub fn without_replay(self) -> Self {
        Self {
            may_replay: false,
            ..self
        }
    }
}

/// Whether `If-None-Match` contains this ETag. The comparison is weak, because compressed copies
/// have the same one.
pub fn matches_etag(request: &Request, etag: &str) -> bool {
    let sent = request
        .headers()
        .get(header::IF_NONE_MATCH)
        .and_then(|sent| sent.to_str().ok());
    sent.is_some_and(|sent| {
        sent.split(',')
            .any(|tag| tag.trim().trim_start_matches("W/") == etag.trim_start_matches("W/"))
    })
}

impl<T: Send> IntoResponse for CachedResponse<T> {
    fn into_response(self) -> Response {
        let mut response = Response::builder();
        if self.may_replay {
            response = response.extension(ReplayMarker);
        }
        let response = response
            .header(header::ETAG, self.etag)
            .header(header::CACHE_CONTROL, "private, no-cache")
            .header(header::VARY, "Authorization, Accept, Accept-Encoding");
        match self.body {
            Some(body) => {
                let identity = body.identity().clone();
                response
                    .extension(body)
                    .content_type("application/json")
                    .body(identity)
            }
            None => response.status(StatusCode::NOT_MODIFIED).finish(),
        }
    }
}

impl<T: ParseFromJSON + ToJSON> ApiResponse for CachedResponse<T> {
    fn meta() -> MetaResponses {
        let etag = MetaHeader {
            name: "etag".to_owned(),
            description: Some("Version of the response. Send it as If-None-Match.".to_owned()),
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
            description: "Not modified since the client's copy.",
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
