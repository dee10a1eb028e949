//! Prevents log injection: control characters in values are escaped, so that each event is one line
//! and terminals interpret nothing.

use std::io::{self, Write};
use tracing_subscriber::fmt::MakeWriter;

/// A writer that sanitizes lines.
pub(super) struct LineSanitizer<W> {
    inner: W,
    /// Whether our own color codes are allowed, which start with an escape character.
    colors: bool,
}

impl<W> LineSanitizer<W> {
    pub(super) fn new(inner: W, colors: bool) -> Self {
        Self { inner, colors }
    }
}

impl<'a, W: MakeWriter<'a>> MakeWriter<'a> for LineSanitizer<W> {
    type Writer = SanitizingWriter<W::Writer>;

    fn make_writer(&'a self) -> Self::Writer {
        SanitizingWriter {
            inner: self.inner.make_writer(),
            colors: self.colors,
        }
    }
}

/// Writes one event per call.
pub(super) struct SanitizingWriter<W> {
    inner: W,
    colors: bool,
}

impl<W: Write> Write for SanitizingWriter<W> {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(event);
        let line = text.strip_suffix('\n').unwrap_or(&text);
        let mut safe = String::with_capacity(line.len() + 1);
        for c in line.chars() {
            if is_control_sequence(c) && !(self.colors && c == '\u{1b}') {
                // This escape is also valid in JSON strings.
                safe += &format!("\\u{:04x}", u32::from(c));
            } else {
                safe.push(c);
            }
        }
        safe.push('\n');
        self.inner.write_all(safe.as_bytes())?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Whether a character starts a line, controls a terminal or changes the text direction.
fn is_control_sequence(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sanitize_event(event: &str, colors: bool) -> String {
        let mut line = SanitizingWriter {
            inner: Vec::new(),
            colors,
        };
        assert_eq!(line.write(event.as_bytes()).unwrap(), event.len());
        String::from_utf8(line.inner).unwrap()
    }

    #[test]
    fn escapes_control_characters() {
        assert_eq!(
            sanitize_event("plain words: Grüße\n", false),
            "plain words: Grüße\n"
        );
        assert_eq!(
            sanitize_event(
                "one\r\nlevel=\"ERROR\"\u{1b}[2J\u{9b}31m\u{2028}\u{202e}\n",
                false
            ),
            "one\\u000d\\u000alevel=\"ERROR\"\\u001b[2J\\u009b31m\\u2028\\u202e\n"
        );
        assert_eq!(
            sanitize_event("\u{1b}[33mWARN\u{1b}[0m two\nlines\n", true),
            "\u{1b}[33mWARN\u{1b}[0m two\\u000alines\n"
        );
    }
}
