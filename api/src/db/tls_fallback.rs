//! What `sslmode=prefer` does if TLS fails: like libpq, it connects without. rustls does not read
//! certificates of X.509 version 1, which some servers create for themselves.

use super::DbError;
use std::error::Error;

/// The URL without TLS, if the certificate could not be read and the URL only prefers TLS.
pub(in crate::db) fn url_without_tls(url: &str, error: &DbError) -> Option<String> {
    let is_unreadable = error
        .source()
        .is_some_and(|cause| cause.to_string().contains("UnsupportedCertVersion"));
    if !is_unreadable {
        return None;
    }
    let plain = replace_preference(url, std::env::var("PGSSLMODE").ok().as_deref())?;
    tracing::warn!(
        "connecting to the database without TLS, because its certificate has X.509 version 1: \
         create one of version 3"
    );
    Some(plain)
}

/// The URL with `sslmode=disable`, unless it or the environment demands TLS.
fn replace_preference(url: &str, default_mode: Option<&str>) -> Option<String> {
    let (base, query) = url.split_once('?').unwrap_or((url, ""));
    let mode = |option: &&str| option.starts_with("sslmode=") || option.starts_with("ssl-mode=");
    let chosen = query.split('&').find(mode);
    let name = chosen
        .and_then(|option| option.split('=').nth(1))
        .or(default_mode)
        .unwrap_or("prefer");
    if name != "prefer" {
        return None;
    }
    let kept = query
        .split('&')
        .filter(|option| !option.is_empty() && !mode(option));
    let options: Vec<&str> = kept.chain(["sslmode=disable"]).collect();
    Some(format!("{base}?{}", options.join("&")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sea_orm::DbErr;

    #[test]
    fn replaces_only_a_preference() {
        let plain = Some("postgres://a:b=prefer@c/d?sslmode=disable".to_owned());
        assert_eq!(replace_preference("postgres://a:b=prefer@c/d", None), plain);
        assert_eq!(
            replace_preference("postgres://a:b=prefer@c/d?sslmode=prefer", None),
            plain
        );
        assert_eq!(
            replace_preference("postgres://c/d?x=1&ssl-mode=prefer", Some("require")).as_deref(),
            Some("postgres://c/d?x=1&sslmode=disable")
        );
        for mode in ["require", "verify-ca", "verify-full", "disable"] {
            assert_eq!(
                replace_preference(&format!("postgres://c/d?sslmode={mode}"), None),
                None
            );
        }
        assert_eq!(replace_preference("postgres://c/d", Some("require")), None);
    }

    #[test]
    fn keeps_tls_after_other_errors() {
        let failed = |text: &str| DbError::Unavailable(DbErr::Custom(text.to_owned()));
        let url = "postgres://c/d";
        let version = failed("invalid peer certificate: Other(OtherError(UnsupportedCertVersion))");
        assert!(url_without_tls(url, &failed("UnknownIssuer")).is_none());
        assert!(url_without_tls("postgres://c/d?sslmode=require", &version).is_none());
    }
}
