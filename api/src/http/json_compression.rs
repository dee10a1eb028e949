//! Middleware that compresses JSON responses to reads.
//!
//! Only GET is compressed, and nothing under `/api/auth`: the size of a compressed response can
//! reveal a secret that it contains, and only those responses contain any.

use super::content_coding::{ContentCoding, Effort, EncodedBody};
use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, Middleware, Request, Response, Result};
use std::sync::Arc;

/// Middleware that compresses responses.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonCompression;

impl<E: Endpoint<Output = Response>> Middleware<E> for JsonCompression {
    type Output = JsonCompressionEndpoint<E>;

    fn transform(&self, inner: E) -> JsonCompressionEndpoint<E> {
        JsonCompressionEndpoint(inner)
    }
}

/// An endpoint whose responses are compressed.
pub struct JsonCompressionEndpoint<E>(E);

impl<E: Endpoint<Output = Response>> Endpoint for JsonCompressionEndpoint<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        if request.method() != Method::GET || request.uri().path().starts_with("/api/auth/") {
            return self.0.call(request).await;
        }
        let coding = ContentCoding::negotiate(request.headers());
        let mut response = self.0.call(request).await?;
        let kept = response.extensions_mut().remove::<Arc<EncodedBody>>();
        if response.status() != StatusCode::OK || !is_plain_json(&response) {
            return Ok(response);
        }
        if let Some(kept) = kept {
            // Its `Vary` header is there already.
            if let Some(coding) = coding
                && let Some(body) = kept.encoded(coding)
            {
                set_encoding(&mut response, coding);
                response.set_body(body.clone());
            }
            return Ok(response);
        }
        response
            .headers_mut()
            .append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        if let Some(coding) = coding {
            let body = response.take_body().into_bytes().await?;
            match coding.compress(&body, Effort::Once) {
                Some(compressed) => {
                    set_encoding(&mut response, coding);
                    response.set_body(compressed);
                }
                None => response.set_body(body),
            }
        }
        Ok(response)
    }
}

fn set_encoding(response: &mut Response, coding: ContentCoding) {
    response
        .headers_mut()
        .insert(header::CONTENT_ENCODING, coding.header_value());
}

/// Whether the body is JSON that is there in full. Downloads are written while they are sent.
fn is_plain_json(response: &Response) -> bool {
    let headers = response.headers();
    let json = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    json && !headers.contains_key(header::CONTENT_DISPOSITION)
        && !headers.contains_key(header::CONTENT_ENCODING)
}
