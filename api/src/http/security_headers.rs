//! Security headers of all responses.

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use poem::http::{HeaderName, HeaderValue, header};
use poem::{Endpoint, Middleware, Request, Response, Result};

/// The app needs no inline scripts, and one address of a script made by code: that of its service
/// worker. The hash allows the empty style element that Emotion fills
/// through the CSSOM.
const APP_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' \
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; img-src 'self' data:; connect-src \
    'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types sprout-worker";

/// The pages of links for people outside, whose address has a token. Search engines must not list
/// them, and they send no referrer.
const LINK_PAGES: [&str; 2] = ["/shared", "/acknowledge"];

/// The policy of a page with inline scripts: only its own scripts run. Styles have no hash, because
/// Swagger UI also sets them on elements.
pub fn build_page_policy(page: &str) -> HeaderValue {
    let hash = |script| {
        format!(
            "'sha256-{}'",
            STANDARD.encode(digest(&SHA256, normalize_newlines(script).as_bytes()))
        )
    };
    let hashes: Vec<String> = find_inline_scripts(page).into_iter().map(hash).collect();
    let scripts = if hashes.is_empty() {
        "'none'".to_owned()
    } else {
        hashes.join(" ")
    };
    let policy = format!(
        "default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src 'self' \
            data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors \
            'none'"
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

/// The inline scripts of a page. A script may contain `<script`; it ends at the first `</script`.
fn find_inline_scripts(page: &str) -> Vec<&str> {
    let (mut scripts, mut rest) = (Vec::new(), page);
    while let Some((_, tail)) = rest.split_once("<script") {
        let Some((script, after)) = tail
            .split_once('>')
            .and_then(|(_, inner)| inner.split_once("</script"))
        else {
            break;
        };
        scripts.push(script);
        rest = after;
    }
    scripts
}

/// Browsers normalize line ends to a line feed before they compute the hash.
fn normalize_newlines(script: &str) -> String {
    script.replace("\r\n", "\n").replace('\r', "\n")
}

/// Middleware that adds the headers.
#[derive(Clone, Debug)]
pub struct SecurityHeaders {
    docs_policy: HeaderValue,
}

impl SecurityHeaders {
    /// `docs_policy` is the policy of the Swagger UI page.
    pub fn with_docs_policy(docs_policy: HeaderValue) -> Self {
        Self { docs_policy }
    }
}

impl<E: Endpoint<Output = Response>> Middleware<E> for SecurityHeaders {
    type Output = SecurityHeadersEndpoint<E>;

    fn transform(&self, inner: E) -> SecurityHeadersEndpoint<E> {
        SecurityHeadersEndpoint {
            inner,
            docs_policy: self.docs_policy.clone(),
        }
    }
}

/// An endpoint with security headers.
pub struct SecurityHeadersEndpoint<E> {
    inner: E,
    docs_policy: HeaderValue,
}

impl<E: Endpoint<Output = Response>> Endpoint for SecurityHeadersEndpoint<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let policy = if matches!(request.uri().path(), "/docs" | "/docs/") {
            self.docs_policy.clone()
        } else {
            HeaderValue::from_static(APP_POLICY)
        };
        let is_link_page = LINK_PAGES.contains(&request.uri().path());
        let mut response = self.inner.call(request).await?;
        let headers = response.headers_mut();
        if is_link_page {
            headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
        }
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        headers.insert(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        );
        headers.insert(
            header::REFERRER_POLICY,
            HeaderValue::from_static(if is_link_page {
                "no-referrer"
            } else {
                "same-origin"
            }),
        );
        headers.insert(
            HeaderName::from_static("cross-origin-opener-policy"),
            HeaderValue::from_static("same-origin"),
        );
        headers.insert(
            HeaderName::from_static("permissions-policy"),
            HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
        );
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_policy_allows_only_its_own_scripts() {
        let policy = build_page_policy(
            "<script charset=\"UTF-8\">alert(1)</script><p>x</p><script>\r\nlet a = 1;\r\n</script>",
        );
        let policy = policy.to_str().unwrap();
        // Computed with: printf 'alert(1)' | openssl dgst -sha256 -binary | base64
        assert!(
            policy.contains(
                "script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=' 'sha256-"
            ),
            "{policy}"
        );
        let tricky = build_page_policy("<script>let begin = /<script(?=x)/;</script>");
        let script_hash = STANDARD.encode(digest(&SHA256, b"let begin = /<script(?=x)/;"));
        assert!(
            tricky
                .to_str()
                .unwrap()
                .contains(&format!("script-src 'sha256-{script_hash}';")),
            "{tricky:?}"
        );
        let lines = STANDARD.encode(digest(&SHA256, b"\nlet a = 1;\n"));
        assert!(
            policy.contains(&format!("'sha256-{lines}';")),
            "normalized line ends: {policy}"
        );
        assert!(!policy.contains("script-src 'unsafe-inline'"), "{policy}");
        assert!(
            build_page_policy("<p>no script</p>")
                .to_str()
                .unwrap()
                .contains("script-src 'none';")
        );
    }
}
