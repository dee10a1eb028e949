//! The headers that tell browsers how little they may do with our answers.

use poem::http::{HeaderName, HeaderValue, header};
use poem::{Endpoint, Middleware, Request, Response, Result};

/// The app needs no inline script; the hash is that of the empty style element into which Emotion puts its rules through the CSSOM.
const APP_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; \
    img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'";

/// Swagger UI carries its script and styles inline, so its one page has a policy of its own.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Adds the headers to every answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct SecurityHeaders;

impl<E: Endpoint<Output = Response>> Middleware<E> for SecurityHeaders {
    type Output = Guarded<E>;

    fn transform(&self, inner: E) -> Guarded<E> {
        Guarded { inner }
    }
}

/// An endpoint whose answers carry the headers.
pub struct Guarded<E> {
    inner: E,
}

impl<E: Endpoint<Output = Response>> Endpoint for Guarded<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let policy = if matches!(request.uri().path(), "/docs" | "/docs/") { DOCS_POLICY } else { APP_POLICY };
        let mut response = self.inner.call(request).await?;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
        headers.insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
        headers.insert(HeaderName::from_static("permissions-policy"), HeaderValue::from_static("camera=(), geolocation=(), microphone=()"));
        Ok(response)
    }
}
