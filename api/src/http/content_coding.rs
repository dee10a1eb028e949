//! Content codings of responses: which one a client prefers, and how bodies are compressed.

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use poem::http::{HeaderMap, HeaderValue, header};
use std::io::Write;
use std::sync::OnceLock;

/// Smaller bodies fit into a packet or two, and compressing them saves nothing.
pub(in crate::http) const MIN_COMPRESSED_BYTES: usize = 1_024;

/// A way to compress a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentCoding {
    /// RFC 8878.
    Zstd,
    /// RFC 1952.
    Gzip,
}

/// How much time compressing may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum Effort {
    /// For one response.
    Once,
    /// For a body that is sent many times.
    Kept,
}

impl ContentCoding {
    /// The codings, best first.
    const ALL: [Self; 2] = [Self::Zstd, Self::Gzip];

    /// The coding that the client prefers; the best of those that it prefers equally. `None` if it
    /// accepts no coding, or prefers a body without one.
    pub fn negotiate(headers: &HeaderMap) -> Option<Self> {
        // Most programs send no such header.
        if !headers.contains_key(header::ACCEPT_ENCODING) {
            return None;
        }
        let identity = listed_weight(headers, "identity").unwrap_or(0);
        let mut best: Option<(u16, Self)> = None;
        for coding in Self::ALL {
            let weight = coding_weight(headers, coding.name());
            if weight > 0 && weight >= identity && best.is_none_or(|(highest, _)| weight > highest)
            {
                best = Some((weight, coding));
            }
        }
        best.map(|(_, coding)| coding)
    }

    /// The name in headers.
    const fn name(self) -> &'static str {
        match self {
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
        }
    }

    /// The value of `Content-Encoding`.
    pub(in crate::http) fn header_value(self) -> HeaderValue {
        HeaderValue::from_static(self.name())
    }

    /// The compressed body. `None` if it is not smaller.
    pub(in crate::http) fn compress(self, body: &[u8], effort: Effort) -> Option<Bytes> {
        if body.len() < MIN_COMPRESSED_BYTES {
            return None;
        }
        let compressed = match self {
            Self::Zstd => {
                let level = if effort == Effort::Kept { 9 } else { 3 };
                zstd::bulk::compress(body, level)
            }
            Self::Gzip => {
                let level = if effort == Effort::Kept { 6 } else { 3 };
                let mut encoder = GzEncoder::new(Vec::new(), Compression::new(level));
                encoder.write_all(body).and_then(|()| encoder.finish())
            }
        };
        compressed
            .ok()
            .filter(|compressed| compressed.len() < body.len())
            .map(Bytes::from)
    }
}

/// The weight that the client gives a coding, from 0 (refused) to 1,000.
pub(in crate::http) fn coding_weight(headers: &HeaderMap, name: &str) -> u16 {
    listed_weight(headers, name)
        .or_else(|| listed_weight(headers, "*"))
        .unwrap_or(0)
}

fn listed_weight(headers: &HeaderMap, name: &str) -> Option<u16> {
    headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .find_map(|entry| {
            let mut parts = entry.split(';').map(str::trim);
            let listed = parts.next()?;
            listed.eq_ignore_ascii_case(name).then(|| {
                parts
                    .find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")))
                    .map_or(1_000, parse_weight)
            })
        })
}

/// A quality value in thousandths. An invalid one refuses the coding.
fn parse_weight(text: &str) -> u16 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_valid = fraction.len() <= 3 && fraction.bytes().all(|byte| byte.is_ascii_digit());
    match whole {
        "1" if is_valid && fraction.bytes().all(|byte| byte == b'0') => 1_000,
        "0" if is_valid => format!("{fraction:0<3}").parse().unwrap_or(0),
        _ => 0,
    }
}

/// A body that is sent many times: compressed once for each coding that is asked for.
#[derive(Debug)]
pub struct EncodedBody {
    identity: Bytes,
    zstd: OnceLock<Option<Bytes>>,
    gzip: OnceLock<Option<Bytes>>,
}

impl EncodedBody {
    /// Keeps a body.
    pub fn new(identity: Bytes) -> Self {
        Self {
            identity,
            zstd: OnceLock::new(),
            gzip: OnceLock::new(),
        }
    }

    /// The body without a coding.
    pub fn identity(&self) -> &Bytes {
        &self.identity
    }

    /// The compressed body. `None` if it is not smaller.
    pub(in crate::http) fn encoded(&self, coding: ContentCoding) -> Option<&Bytes> {
        let kept = match coding {
            ContentCoding::Zstd => &self.zstd,
            ContentCoding::Gzip => &self.gzip,
        };
        kept.get_or_init(|| coding.compress(&self.identity, Effort::Kept))
            .as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn accepting(lines: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static(line));
        }
        headers
    }

    #[test]
    fn the_client_s_weights_decide() {
        let (zstd, gzip) = (Some(ContentCoding::Zstd), Some(ContentCoding::Gzip));
        for (lines, chosen) in [
            (&[] as &[&str], None),
            (&[""], None),
            (&["gzip, deflate, br, zstd"], zstd),
            (&["gzip, deflate, br"], gzip),
            (&["gzip", "zstd"], zstd),
            (&["zstd;q=0.5, gzip;q=0.8"], gzip),
            (&["ZSTD; q=0.501, GZip;q=0.5"], zstd),
            (&["zstd;q=0, gzip"], gzip),
            (&["zstd;q=0.000, gzip;q=0"], None),
            (&["*"], zstd),
            (&["*;q=0.1, zstd;q=0"], gzip),
            (&["*;q=0"], None),
            (&["identity, gzip;q=0.5"], None),
            (&["identity;q=0.5, gzip;q=0.5"], gzip),
            (&["br, deflate"], None),
            (&["gzip;q=2, zstd;q=x"], None),
        ] {
            assert_eq!(
                ContentCoding::negotiate(&accepting(lines)),
                chosen,
                "{lines:?}"
            );
        }
    }

    #[test]
    fn compressed_bodies_are_smaller_and_the_same() {
        let body = "a line of figures, ".repeat(500);
        let body = body.as_bytes();
        for effort in [Effort::Once, Effort::Kept] {
            let zstd = ContentCoding::Zstd.compress(body, effort).unwrap();
            assert_eq!(zstd::bulk::decompress(&zstd, body.len()).unwrap(), body);
            let gzip = ContentCoding::Gzip.compress(body, effort).unwrap();
            let mut text = Vec::new();
            flate2::read::GzDecoder::new(gzip.as_ref())
                .read_to_end(&mut text)
                .unwrap();
            assert_eq!(text, body);
            assert!(zstd.len() * 5 < body.len() && gzip.len() * 5 < body.len());
        }
    }

    #[test]
    fn small_bodies_stay_as_they_are() {
        let body = vec![b'a'; MIN_COMPRESSED_BYTES - 1];
        assert_eq!(ContentCoding::Zstd.compress(&body, Effort::Once), None);
        let body = vec![b'a'; MIN_COMPRESSED_BYTES];
        assert!(ContentCoding::Gzip.compress(&body, Effort::Once).is_some());
    }

    #[test]
    fn kept_bodies_are_compressed_once() {
        let kept = EncodedBody::new(Bytes::from("figures ".repeat(1_000)));
        let first = kept.encoded(ContentCoding::Zstd).unwrap().as_ptr();
        assert_eq!(first, kept.encoded(ContentCoding::Zstd).unwrap().as_ptr());
    }
}
