//! Whether a request that a cookie opens comes from our own pages, as the browser says of it.

use poem::Request;
use poem::http::header;

/// Where the app is for browsers.
#[derive(Clone, Debug)]
pub struct OriginCheck {
    origin: String,
}

impl OriginCheck {
    /// The pages below this address.
    pub fn for_public_url(public_url: &str) -> Self {
        let after = public_url.find("://").map_or(0, |place| place + 3);
        let end = public_url
            .get(after..)
            .and_then(|rest| rest.find('/'))
            .map_or(public_url.len(), |place| after + place);
        Self {
            origin: public_url
                .get(..end)
                .unwrap_or(public_url)
                .to_ascii_lowercase(),
        }
    }

    /// Whether a page of another site has sent it. A caller that is no browser says nothing of
    /// pages, and carries no cookie that it was not given.
    pub fn is_cross_site(&self, request: &Request) -> bool {
        let said = |name| {
            request
                .headers()
                .get(name)
                .map(|value| value.to_str().unwrap_or_default().to_ascii_lowercase())
        };
        // No page can set this, and it also holds where a proxy gives the server another name.
        if let Some(site) = said(header::HeaderName::from_static("sec-fetch-site")) {
            return site != "same-origin" && site != "none";
        }
        let Some(origin) = said(header::ORIGIN) else {
            return false;
        };
        let host = said(header::HOST).or_else(|| {
            request
                .uri()
                .authority()
                .map(|authority| authority.as_str().to_ascii_lowercase())
        });
        let is_this_host = origin
            .split_once("://")
            .is_some_and(|(_, named)| Some(named) == host.as_deref());
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
    fn what_the_browser_says_counts_and_then_the_origin() {
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
