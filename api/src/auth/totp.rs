//! One-time codes of authenticator apps: TOTP (RFC 6238) with SHA-1, 30 seconds and 6 digits, which
//! all apps support.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::hmac;
use chrono::{DateTime, Utc};
use data_encoding::BASE32_NOPAD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The length of a SHA-1 hash, as RFC 4226 recommends.
pub const SECRET_BYTES: usize = 20;
const STEP_SECONDS: i64 = 30;
const CODE_DIGITS: u32 = 6;
/// Everything but the unreserved characters of RFC 3986.
const URI_RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The time step of a code: the previous, current or next one, and later than `after`, the step of
/// the last used code.
pub fn find_matching_step(
    secret: &[u8],
    code: &str,
    now: DateTime<Utc>,
    after: i64,
) -> Option<i64> {
    let current = now.timestamp().div_euclid(STEP_SECONDS);
    (current - 1..=current + 1).find(|step| {
        *step > after
            && verify_slices_are_equal(
                code_for_step(secret, *step, CODE_DIGITS).as_bytes(),
                code.as_bytes(),
            )
            .is_ok()
    })
}

/// The code at a time.
pub fn code_at(secret: &[u8], now: DateTime<Utc>) -> String {
    code_for_step(
        secret,
        now.timestamp().div_euclid(STEP_SECONDS),
        CODE_DIGITS,
    )
}

/// The code of a time step (RFC 4226, 5.3).
fn code_for_step(secret: &[u8], step: i64, digits: u32) -> String {
    let tag = hmac::sign(
        &hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret),
        &step.to_be_bytes(),
    );
    let bytes = tag.as_ref();
    let offset = usize::from(bytes.last().copied().unwrap_or(0) & 0xf);
    let four: [u8; 4] = bytes
        .get(offset..offset + 4)
        .and_then(|part| part.try_into().ok())
        .unwrap_or_default();
    let number = (u32::from_be_bytes(four) & 0x7fff_ffff) % 10_u32.pow(digits);
    format!("{number:0width$}", width = digits as usize)
}

/// Base32 without padding (RFC 4648), the format of secrets in authenticator apps.
pub fn encode_base32(bytes: &[u8]) -> String {
    BASE32_NOPAD.encode(bytes)
}

/// The `otpauth` URI for a QR code.
pub fn otpauth_uri(account: &str, secret: &[u8]) -> String {
    let name = utf8_percent_encode(account, URI_RESERVED);
    format!(
        "otpauth://totp/Sprout:{name}?secret={}&issuer=Sprout&algorithm=SHA1\
         &digits={CODE_DIGITS}&period={STEP_SECONDS}",
        encode_base32(secret)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B.
    const RFC_SECRET: &[u8] = b"12345678901234567890";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn codes_match_the_rfc_examples() {
        for (seconds, code) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            assert_eq!(
                code_for_step(RFC_SECRET, seconds / 30, 8),
                code,
                "{seconds}"
            );
            assert_eq!(code_at(RFC_SECRET, at(seconds)), code[2..], "{seconds}");
        }
    }

    #[test]
    fn code_is_valid_once_within_one_step() {
        let now = 1_234_567_890;
        for (away, good) in [
            (-60, false),
            (-30, true),
            (0, true),
            (30, true),
            (60, false),
        ] {
            let code = code_at(RFC_SECRET, at(now + away));
            assert_eq!(
                find_matching_step(RFC_SECRET, &code, at(now), 0).is_some(),
                good,
                "{away}"
            );
        }
        let code = code_at(RFC_SECRET, at(now));
        let step = find_matching_step(RFC_SECRET, &code, at(now), 0).unwrap();
        assert_eq!(find_matching_step(RFC_SECRET, &code, at(now), step), None);
        assert_eq!(find_matching_step(RFC_SECRET, "", at(now), 0), None);
    }

    #[test]
    fn encodes_secrets_for_authenticator_apps() {
        // RFC 4648, section 10, without padding.
        for (bytes, text) in [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(encode_base32(bytes.as_bytes()), text);
        }
        assert_eq!(
            otpauth_uri("ada+x@prairie.example", RFC_SECRET),
            "otpauth://totp/Sprout:ada%2Bx%40prairie.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=Sprout&algorithm=SHA1&digits=6&period=30"
        );
    }
}
