//! Paths for the log, with possible secrets and text from callers removed.

/// The longest segment of our own paths: an id.
const MAX_SEGMENT_LEN: usize = 36;
/// More segments than any of our paths has.
const MAX_SEGMENTS: usize = 10;

/// Keeps segments of lowercase letters, digits and `-_.`, and replaces others with `*`, because
/// they could be tokens or text from callers.
pub fn redact_path(path: &str) -> String {
    let is_safe = |segment: &str| {
        segment.len() <= MAX_SEGMENT_LEN
            && segment
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_.".contains(&b))
    };
    path.split('/')
        .take(MAX_SEGMENTS)
        .map(|segment| if is_safe(segment) { segment } else { "*" })
        .collect::<Vec<_>>()
        .join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_ids_and_removes_tokens_and_text() {
        let id = "/api/data-sync/runs/0197a000-0000-7000-8000-000000000000";
        assert_eq!(redact_path(id), id);
        assert_eq!(
            redact_path("/.well-known/jwks.json"),
            "/.well-known/jwks.json"
        );
        assert_eq!(
            redact_path("/api/invitations/4bT-x_Zq0123456789abcdefghijklmnopqrstuvwxyzA"),
            "/api/invitations/*"
        );
        assert_eq!(
            redact_path("/api/a b/%0aforged/\u{1b}[31m/Ada@prairie.example"),
            "/api/*/*/*/*"
        );
        assert_eq!(redact_path(&"/x".repeat(50)), "/x".repeat(9));
    }
}
