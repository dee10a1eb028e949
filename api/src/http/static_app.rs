//! Serves the React app: hashed assets are cached for a year, every other path gets the page.
//! Responses are compressed if the build created a compressed copy.

use super::ApiError;
use super::content_coding::coding_weight;
use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use poem::http::{Method, StatusCode, header};
use poem::{Endpoint, Request, Response, Result};
use rust_embed::Embed;

/// The output of the front-end build. Debug builds read it from disk.
#[derive(Embed)]
#[folder = "../frontend/dist"]
#[allow_missing = true]
struct AppFiles;

/// Usual paths of probes that this server does not have. The page would make a wrong probe pass.
const PROBE_PATHS: [&str; 5] = ["health", "healthz", "livez", "readyz", "metrics"];

/// Serves GET and HEAD requests for the app.
#[derive(Clone, Copy, Debug, Default)]
pub struct StaticApp;

impl Endpoint for StaticApp {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let path = request.uri().path().trim_start_matches('/');
        // API paths never get the page, because a program would take it for data.
        if path.starts_with("api/") || path == "api" {
            return Err(ApiError::not_found().into());
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Err(poem::error::MethodNotAllowedError.into());
        }
        if PROBE_PATHS.contains(&path.trim_end_matches('/')) {
            return serve_not_found(&request);
        }
        if let Some(file) = AppFiles::get(path).filter(|_| !path.is_empty()) {
            return Ok(serve_file(&request, path, &file.data));
        }
        if path.starts_with("assets/") {
            return Err(ApiError::not_found().into());
        }
        match AppFiles::get("index.html") {
            Some(page) => Ok(serve_file(&request, "index.html", &page.data)),
            None => Err(ApiError::unavailable(
                "app_not_built",
                "This build does not include the web app. Run `make build`.",
            )
            .into()),
        }
    }
}

/// 404 for programs, and the app's page with status 404 for browsers.
fn serve_not_found(request: &Request) -> Result<Response> {
    let accept = request
        .headers()
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok());
    let wants_page = accept.is_some_and(|accept| accept.contains("text/html"));
    match AppFiles::get("index.html").filter(|_| wants_page) {
        Some(page) => {
            let mut response = serve_file(request, "index.html", &page.data);
            response.set_status(StatusCode::NOT_FOUND);
            Ok(response)
        }
        None => Err(ApiError::not_found().into()),
    }
}

fn serve_file(request: &Request, path: &str, bytes: &[u8]) -> Response {
    // A weak ETag, because the compressed copy has the same one.
    let etag = format!(
        "W/\"{}\"",
        URL_SAFE_NO_PAD.encode(&digest(&SHA256, bytes).as_ref()[..16])
    );
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let response = Response::builder()
        .header(header::ETAG, etag.as_str())
        .header(header::CACHE_CONTROL, cache);
    let known = request
        .headers()
        .get(header::IF_NONE_MATCH)
        .is_some_and(|sent| sent.as_bytes() == etag.as_bytes());
    if known {
        return response.status(StatusCode::NOT_MODIFIED).finish();
    }
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let content_type = if mime.type_() == mime_guess::mime::TEXT {
        format!("{mime}; charset=utf-8")
    } else {
        mime.to_string()
    };
    let response = response
        .content_type(content_type)
        .header(header::VARY, "Accept-Encoding");
    match AppFiles::get(&format!("{path}.br")).filter(|_| accepts_brotli(request)) {
        Some(compressed) => response
            .header(header::CONTENT_ENCODING, "br")
            .body(compressed.data.into_owned()),
        None => response.body(bytes.to_vec()),
    }
}

fn accepts_brotli(request: &Request) -> bool {
    coding_weight(request.headers(), "br") > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request_accepting(encoding: &str) -> Request {
        Request::builder()
            .header(header::ACCEPT_ENCODING, encoding)
            .finish()
    }

    #[test]
    fn sends_brotli_to_clients_that_accept_it() {
        for taken in ["br", "gzip, deflate, br", "gzip;q=0.8, br;q=1.0"] {
            assert!(accepts_brotli(&request_accepting(taken)), "{taken}");
        }
        for refused in ["", "gzip", "br;q=0", "brotli"] {
            assert!(!accepts_brotli(&request_accepting(refused)), "{refused}");
        }
    }

    #[tokio::test]
    async fn probe_paths_are_not_found() {
        for path in ["/health", "/healthz", "/livez", "/readyz/", "/metrics"] {
            let error = StaticApp
                .call(Request::builder().uri_str(path).finish())
                .await
                .unwrap_err();
            assert_eq!(error.status(), StatusCode::NOT_FOUND, "{path}");
            let browser = Request::builder()
                .uri_str(path)
                .header(header::ACCEPT, "text/html,*/*;q=0.8")
                .finish();
            let status = match StaticApp.call(browser).await {
                Ok(page) => page.status(),
                Err(error) => error.status(),
            };
            assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[tokio::test]
    async fn api_paths_never_get_the_page() {
        for path in ["/api", "/api/", "/api/nowhere"] {
            let error = StaticApp
                .call(Request::builder().uri_str(path).finish())
                .await
                .unwrap_err();
            assert_eq!(error.status(), StatusCode::NOT_FOUND, "{path}");
        }
    }
}
