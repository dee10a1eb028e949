//! Refuses HTTP/1 requests on whose boundaries servers disagree: lines that end with a bare line
//! feed, and requests with both `Content-Length` and `Transfer-Encoding`.
//!
//! hyper accepts the former and resolves the latter, as RFC 9112 allows, but a proxy in front may
//! see other requests in the same bytes. The guard follows the messages while hyper reads them, and
//! makes a refused head invalid with a NUL, so that hyper answers 400 and closes the connection.

use super::activity::Activity;
use memchr::memchr;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Enough of a line for the names and values that matter.
const MAX_KEPT: usize = 64;
/// Follows a refused head, because hyper parses only complete ones.
const END_OF_HEAD: &[u8] = b"\r\n\r\n";
/// What an HTTP/2 connection begins with.
pub(super) const HTTP2_PREFACE: &[u8] = b"PRI * HTTP/2.0";

/// Where in a message the next byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// In the request line or a header.
    Head,
    /// In a body with this many bytes left.
    Body(u64),
    /// In the line with the size of a chunk.
    ChunkSize,
    /// In a chunk with this many bytes left, including its line end.
    Chunk(u64),
    /// In the trailers of a chunked body.
    Trailers,
    /// In HTTP/2, or after a refused head.
    Unchecked,
}

/// Follows the requests of a connection.
#[derive(Debug)]
struct MessageScanner {
    position: Position,
    /// The beginning of the current line.
    line: Vec<u8>,
    line_bytes: usize,
    ends_with_cr: bool,
    has_request_line: bool,
    content_length: Option<u64>,
    has_transfer_encoding: bool,
}

/// What a scan has found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scan {
    /// A head is complete.
    pub(super) ended_head: bool,
    pub(super) next: NextByte,
    /// A head is refused.
    refused: bool,
}

/// What the next byte belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NextByte {
    /// A head of which some bytes are there.
    Head,
    /// The next message.
    NextMessage,
    #[default]
    Body,
}

impl MessageScanner {
    fn new() -> Self {
        Self {
            position: Position::Head,
            line: Vec::with_capacity(MAX_KEPT),
            line_bytes: 0,
            ends_with_cr: false,
            has_request_line: false,
            content_length: None,
            has_transfer_encoding: false,
        }
    }

    /// Scans what was read, and makes a refused head invalid.
    fn scan(&mut self, bytes: &mut [u8]) -> Scan {
        let mut found = Scan::default();
        let mut rest = bytes;
        while !rest.is_empty() {
            let skipped = match self.position {
                Position::Unchecked => break,
                Position::Body(left) | Position::Chunk(left) => {
                    let skipped = usize::try_from(left).unwrap_or(usize::MAX).min(rest.len());
                    self.skip_body(skipped as u64);
                    skipped
                }
                Position::Head | Position::ChunkSize | Position::Trailers => {
                    self.scan_line(rest, &mut found)
                }
            };
            rest = rest.get_mut(skipped..).unwrap_or_default();
        }
        found.next = match self.position {
            Position::Head if self.has_request_line || self.line_bytes > 0 => NextByte::Head,
            Position::Head => NextByte::NextMessage,
            _ => NextByte::Body,
        };
        found
    }

    /// Scans up to the end of a line, or all bytes if it does not end in them. The number of scanned
    /// bytes.
    fn scan_line(&mut self, bytes: &mut [u8], found: &mut Scan) -> usize {
        let Some(end) = memchr(b'\n', bytes) else {
            self.extend_line(bytes);
            return bytes.len();
        };
        self.extend_line(bytes.get(..end).unwrap_or_default());
        match self.position {
            Position::ChunkSize => self.end_chunk_size(),
            Position::Trailers => {
                let is_empty = self.line_bytes <= 1;
                self.begin_line();
                if is_empty {
                    self.begin_head();
                }
            }
            _ => {
                let ends_with_cr = self.ends_with_cr;
                let ends_head = ends_with_cr && self.end_head_line();
                found.ended_head |= ends_head;
                if !ends_with_cr || ends_head && self.is_ambiguous() {
                    if let Some(line_end) = bytes.get_mut(end) {
                        *line_end = 0;
                    }
                    found.refused = true;
                    self.position = Position::Unchecked;
                } else if ends_head {
                    self.begin_body();
                }
            }
        }
        end + 1
    }

    fn extend_line(&mut self, bytes: &[u8]) {
        let Some(last) = bytes.last() else {
            return;
        };
        self.line_bytes += bytes.len();
        self.ends_with_cr = *last == b'\r';
        let kept = bytes.len().min(MAX_KEPT - self.line.len());
        self.line
            .extend_from_slice(bytes.get(..kept).unwrap_or_default());
    }

    fn begin_line(&mut self) {
        self.line.clear();
        self.line_bytes = 0;
        self.ends_with_cr = false;
    }

    fn begin_head(&mut self) {
        self.begin_line();
        self.position = Position::Head;
        self.has_request_line = false;
        self.content_length = None;
        self.has_transfer_encoding = false;
    }

    /// Ends a line of the head. Whether the head has ended.
    fn end_head_line(&mut self) -> bool {
        let is_empty = self.line_bytes == 1;
        if is_empty {
            self.begin_line();
            // Empty lines before the request line are ignored.
            return self.has_request_line;
        }
        if !self.has_request_line {
            self.has_request_line = true;
            if self.line.starts_with(HTTP2_PREFACE) {
                self.position = Position::Unchecked;
            }
        } else if let Some((name, value)) = split_header(&self.line) {
            if name.eq_ignore_ascii_case(b"transfer-encoding") {
                self.has_transfer_encoding = true;
            } else if name.eq_ignore_ascii_case(b"content-length") {
                // hyper refuses what is not a number, and differing values.
                let value = std::str::from_utf8(value).ok();
                self.content_length = Some(
                    value
                        .and_then(|value| value.trim().parse().ok())
                        .unwrap_or(0),
                );
            }
        }
        self.begin_line();
        false
    }

    fn is_ambiguous(&self) -> bool {
        self.has_transfer_encoding && self.content_length.is_some()
    }

    fn begin_body(&mut self) {
        if self.has_transfer_encoding {
            self.begin_line();
            self.position = Position::ChunkSize;
        } else {
            match self.content_length.unwrap_or(0) {
                0 => self.begin_head(),
                length => self.position = Position::Body(length),
            }
        }
    }

    fn skip_body(&mut self, skipped: u64) {
        match self.position {
            Position::Body(left) if left <= skipped => self.begin_head(),
            Position::Body(left) => self.position = Position::Body(left - skipped),
            Position::Chunk(left) if left <= skipped => {
                self.begin_line();
                self.position = Position::ChunkSize;
            }
            Position::Chunk(left) => self.position = Position::Chunk(left - skipped),
            _ => {}
        }
    }

    fn end_chunk_size(&mut self) {
        let digits: Vec<u8> = self
            .line
            .iter()
            .copied()
            .take_while(u8::is_ascii_hexdigit)
            .collect();
        let size = std::str::from_utf8(&digits)
            .ok()
            .and_then(|digits| u64::from_str_radix(digits, 16).ok());
        self.begin_line();
        self.position = match size {
            Some(0) => Position::Trailers,
            Some(size) => Position::Chunk(size.saturating_add(2)),
            // hyper refuses it.
            None => Position::Unchecked,
        };
    }
}

/// Name and value of a header.
fn split_header(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    Some((line.get(..colon)?, line.get(colon + 1..)?))
}

/// A connection whose requests are checked while they are read.
pub(super) struct GuardedStream<S> {
    stream: S,
    scanner: MessageScanner,
    activity: Arc<Activity>,
    /// What is read before more of the stream.
    inserted: &'static [u8],
}

impl<S> GuardedStream<S> {
    pub(super) fn new(stream: S, activity: Arc<Activity>) -> Self {
        Self {
            stream,
            scanner: MessageScanner::new(),
            activity,
            inserted: &[],
        }
    }
}

impl<S> GuardedStream<S> {
    /// The stream itself. What is read from it is not checked.
    pub(super) fn stream(&self) -> &S {
        &self.stream
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for GuardedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.inserted.is_empty() {
            let (now, later) = self
                .inserted
                .split_at(self.inserted.len().min(buffer.remaining()));
            buffer.put_slice(now);
            self.inserted = later;
            return Poll::Ready(Ok(()));
        }
        let start = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if let Poll::Ready(Ok(())) = read
            && let Some(bytes) = buffer.filled_mut().get_mut(start..)
        {
            let found = self.scanner.scan(bytes);
            if found.refused {
                self.inserted = END_OF_HEAD;
            }
            self.activity.record_read(found);
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for GuardedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.activity.record_write(written.is_pending());
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.activity.record_write(written.is_pending());
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What remains of the text after scans of parts of this size, and whether it was refused.
    fn scan_parts(text: &str, size: usize) -> (MessageScanner, bool) {
        let mut scanner = MessageScanner::new();
        let mut bytes = text.as_bytes().to_vec();
        for part in bytes.chunks_mut(size) {
            scanner.scan(part);
        }
        (scanner, bytes.contains(&0))
    }

    fn is_refused(text: &str) -> bool {
        let results: Vec<bool> = [1, 2, 3, 7, text.len()]
            .into_iter()
            .map(|size| scan_parts(text, size).1)
            .collect();
        assert!(
            results.iter().all(|refused| *refused == results[0]),
            "{text:?}: {results:?}"
        );
        results[0]
    }

    #[test]
    fn refuses_bare_line_feeds_in_heads() {
        for text in [
            "GET / HTTP/1.1\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n\n",
            "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}GET / HTTP/1.1\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nGET / HTTP/1.1\n",
        ] {
            assert!(is_refused(text), "{text:?}");
        }
    }

    #[test]
    fn refuses_two_kinds_of_length() {
        for text in [
            "POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\nX: y\r\nCONTENT-LENGTH: 5\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}POST / HTTP/1.1\r\nContent-Length: 5\r\n\
             Transfer-Encoding: chunked\r\n\r\n",
        ] {
            assert!(is_refused(text), "{text:?}");
        }
    }

    #[test]
    fn leaves_other_messages_alone() {
        for text in [
            "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 6\r\n\r\n\n\n{\n}\nGET / HTTP/1.1\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\n\n\n\n\r\nA\r\n\
             content-le\r\n0\r\nT: 1\r\n\r\nPOST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\n\n\n",
        ] {
            assert!(!is_refused(text), "{text:?}");
        }
    }

    #[test]
    fn knows_whether_a_head_has_begun() {
        let mut scanner = MessageScanner::new();
        let mut scan = |text: &str| scanner.scan(&mut text.as_bytes().to_vec());
        let result = |ended_head, next| Scan {
            ended_head,
            next,
            refused: false,
        };
        assert_eq!(scan("GE"), result(false, NextByte::Head));
        assert_eq!(scan("T / HTTP/1.1\r\n"), result(false, NextByte::Head));
        assert_eq!(scan("\r\n"), result(true, NextByte::NextMessage));
        assert_eq!(
            scan("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n12"),
            result(true, NextByte::Body)
        );
        assert_eq!(scan("3"), result(false, NextByte::NextMessage));
        assert_eq!(scan("G"), result(false, NextByte::Head));
    }
}
