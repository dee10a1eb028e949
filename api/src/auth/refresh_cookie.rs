//! The refresh token cookie. Refresh tokens are opaque and stored as hashes; scripts cannot read
//! the cookie.

use chrono::TimeDelta;
use poem::Request;
use poem::http::header;

/// How long an unused refresh token is valid.
pub(in crate::auth) const REFRESH_TOKEN_LIFETIME: TimeDelta = TimeDelta::days(14);
/// The maximum age of a session.
pub(in crate::auth) const SESSION_LIFETIME: TimeDelta = TimeDelta::days(90);

/// The attributes of the cookie, which are stricter for an https public URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefreshCookie {
    secure: bool,
}

impl RefreshCookie {
    /// The cookie for an app at this URL.
    pub fn for_public_url(url: &str) -> Self {
        Self {
            secure: url.starts_with("https://"),
        }
    }

    /// The `Set-Cookie` value that stores `token`.
    pub fn set_cookie_value(self, token: &str) -> String {
        format!(
            "{}={token}; {}; Max-Age={}",
            self.cookie_name(),
            self.cookie_attributes(),
            REFRESH_TOKEN_LIFETIME.num_seconds()
        )
    }

    /// The `Set-Cookie` value that removes the cookie.
    pub fn clear_cookie_value(self) -> String {
        format!(
            "{}=; {}; Max-Age=0",
            self.cookie_name(),
            self.cookie_attributes()
        )
    }

    /// The refresh token in the request.
    pub fn read_token(self, request: &Request) -> Option<String> {
        let cookies = request
            .headers()
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok());
        cookies.flat_map(|line| line.split(';')).find_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            (name == self.cookie_name() && !value.is_empty()).then(|| value.to_owned())
        })
    }

    fn cookie_name(self) -> &'static str {
        if self.secure {
            "__Host-sprout_rt"
        } else {
            "sprout_rt"
        }
    }

    fn cookie_attributes(self) -> &'static str {
        if self.secure {
            "Path=/; Secure; HttpOnly; SameSite=Strict"
        } else {
            "Path=/api/auth; HttpOnly; SameSite=Strict"
        }
    }
}
