//! CSRF protection for requests that are authenticated by a cookie: detects cross-site requests.

use poem::Request;
use poem::http::header;

/// The origin of the web app.
#[derive(Clone, Debug)]
pub struct OriginCheck {
    origin: String,
}

impl OriginCheck {
    /// The check for an app at this URL.
    pub fn for_public_url(public_url: &str) -> Self {
        let host_start = public_url.find("://").map_or(0, |position| position + 3);
        let end = public_url
            .get(host_start..)
            .and_then(|rest| rest.find('/'))
            .map_or(public_url.len(), |position| host_start + position);
        Self {
            origin: public_url
                .get(..end)
                .unwrap_or(public_url)
                .to_ascii_lowercase(),
        }
    }

    /// Whether a page of another site sent the request. Clients other than browsers send neither of
    /// these headers and have no cookies that another site could abuse.
    pub fn is_cross_site(&self, request: &Request) -> bool {
        let header_value = |name| {
            request
                .headers()
                .get(name)
                .map(|value| value.to_str().unwrap_or_default().to_ascii_lowercase())
        };
        // Scripts cannot set this header, and it is correct behind proxies that change the host.
        if let Some(site) = header_value(header::HeaderName::from_static("sec-fetch-site")) {
            return site != "same-origin" && site != "none";
        }
        let Some(origin) = header_value(header::ORIGIN) else {
            return false;
        };
        let host = header_value(header::HOST).or_else(|| {
            request
                .uri()
                .authority()
                .map(|authority| authority.as_str().to_ascii_lowercase())
        });
        let is_this_host = origin
            .split_once("://")
            .is_some_and(|(_, origin_host)| Some(origin_host) == host.as_deref());
        origin != self.origin && !is_this_host
    }
}

#[cfg(test)]
mod tests {
    use super::OriginCheck;
    use poem::Request;

    fn is_request_cross_site(headers: &[(&'static str, &str)]) -> bool {
        let request = headers
            .iter()
            .fold(Request::builder(), |request, (name, value)| {
                request.header(*name, *value)
            });
        OriginCheck::for_public_url("https://Sprout.example/app/").is_cross_site(&request.finish())
    }

    #[test]
    fn detects_cross_site_requests_by_fetch_metadata_then_origin() {
        assert!(!is_request_cross_site(&[]));
        assert!(!is_request_cross_site(&[
            ("origin", "https://sprout.example"),
            ("host", "10.0.0.7:8080")
        ]));
        assert!(!is_request_cross_site(&[
            ("origin", "http://localhost:8080"),
            ("host", "localhost:8080")
        ]));
        assert!(!is_request_cross_site(&[
            ("sec-fetch-site", "same-origin"),
            ("origin", "http://localhost:5173"),
            ("host", "127.0.0.1:8080")
        ]));
        for origin in [
            "https://elsewhere.example",
            "null",
            "",
            "https://sprout.example.evil",
            "http://sprout.example",
            "https://sprout.example:8443",
        ] {
            assert!(
                is_request_cross_site(&[("origin", origin), ("host", "10.0.0.7:8080")]),
                "{origin}"
            );
        }
        for site in ["cross-site", "same-site", ""] {
            assert!(is_request_cross_site(&[("sec-fetch-site", site)]), "{site}");
        }
    }
}
