//! What the database keeps of opaque tokens, whatever they open: enough to recognize them, not
//! enough to use them.

use aws_lc_rs::digest::{SHA256, digest};
use std::fmt::Write;

/// SHA-256 of an opaque token, hex. The token itself is 256 random bits, so no salt is needed.
pub fn hash_token(token: &str) -> String {
    digest(&SHA256, token.as_bytes()).as_ref().iter().fold(
        String::with_capacity(64),
        |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        },
    )
}
