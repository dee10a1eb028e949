//! Keeps a log's line one line: whatever a program or a person has put into a word of it is written
//! as what it is, and never obeyed by a reader or a terminal.

use std::io::{self, Write};
use tracing_subscriber::fmt::MakeWriter;

/// A writer of lines behind which another one stands.
pub(super) struct LineSanitizer<W> {
    inner: W,
    /// Our own colours begin with an escape character.
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

/// Writes one event, which comes in one piece.
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
                // Also what JSON takes in a string, where alone such a character can stand.
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

/// What begins a line, moves a terminal's cursor, or turns the direction of words around.
fn is_control_sequence(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sanitize_event(event: &str, colours: bool) -> String {
        let mut line = SanitizingWriter {
            inner: Vec::new(),
            colors: colours,
        };
        assert_eq!(line.write(event.as_bytes()).unwrap(), event.len());
        String::from_utf8(line.inner).unwrap()
    }

    #[test]
    fn a_line_stays_one_and_nothing_in_it_is_obeyed() {
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
