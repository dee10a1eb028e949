//! A path as the log may say it: what could be a secret, or somebody's own words, is left out.

/// The longest segment of our own addresses: an id.
const MAX_SEGMENT_LEN: usize = 36;
/// So many segments are told: more than any address of ours has.
const MAX_SEGMENTS: usize = 10;

/// Segments of small letters, digits and `-_.` as they are, others as `*`: what looks like a token,
/// and whatever else a caller makes up.
pub fn redact_path(path: &str) -> String {
    let own = |segment: &str| {
        segment.len() <= MAX_SEGMENT_LEN
            && segment
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_.".contains(&b))
    };
    path.split('/')
        .take(MAX_SEGMENTS)
        .map(|segment| if own(segment) { segment } else { "*" })
        .collect::<Vec<_>>()
        .join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_told_and_neither_tokens_nor_words_of_callers() {
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
