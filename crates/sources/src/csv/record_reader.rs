//! Splits CSV text (RFC 4180) into records in bounded memory. Each record has the physical line
//! where it starts.
//!
//! General CSV readers do not distinguish an unclosed quote from a long cell, do not report the
//! line of a record after blank lines or multi-line cells, and do not limit the size of a cell.
//! Users need all three to find a faulty row.

use crate::trim_cell;
use memchr::{memchr, memchr_iter, memchr2};
use std::io::{self, Read};

/// Maximum size of a stored cell.
pub(super) const MAX_CELL_BYTES: usize = 64 * 1024;
/// Maximum size of a stored record.
const MAX_RECORD_BYTES: usize = 1024 * 1024;
/// Maximum number of stored cells of a record.
const MAX_CELLS: usize = MAX_RECORD_BYTES / 64;
const BUFFER_BYTES: usize = 64 * 1024;

/// One record. Reused between calls.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// The physical line where it starts, from 1.
    pub line: u64,
    /// Number of cells, including those that are not stored.
    pub cells: usize,
    /// Why the record is malformed, if it is.
    pub flaw: Option<RecordFlaw>,
    bytes: Vec<u8>,
    /// Start and end of each stored cell in `bytes`.
    bounds: Vec<(usize, usize)>,
    /// Start of the current cell in `bytes`.
    start: usize,
}

/// Why a record is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordFlaw {
    /// The cell at this position is larger than [`MAX_CELL_BYTES`].
    LongCell(usize),
    /// The record is larger than [`MAX_RECORD_BYTES`].
    LongRecord,
    /// The cell at this position has text after its closing quote.
    TextAfterQuote(usize),
}

/// Why reading stopped.
#[derive(Debug)]
pub(super) enum ReadError {
    /// The text could not be read.
    Io(io::Error),
    /// The quote that opens on this line is never closed, so the text after it cannot be split.
    OpenQuote(u64),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellState {
    /// At the start of a cell.
    Start,
    /// In an unquoted cell.
    Bare,
    /// In a quoted cell.
    Quoted,
    /// After a quote that ends the cell or is the first half of an escaped quote.
    Closed,
}

/// Reads the records of a text.
pub(super) struct RecordReader<R> {
    text: R,
    buffer: Box<[u8]>,
    at: usize,
    end: usize,
    line: u64,
    after_carriage_return: bool,
    /// Bytes read from the text so far, including those in the buffer.
    bytes_read: u64,
}

impl Record {
    /// The bytes of a cell; `None` if the cell is not stored.
    pub(super) fn cell(&self, position: usize) -> Option<&[u8]> {
        let (start, end) = *self.bounds.get(position)?;
        self.bytes.get(start..end)
    }

    /// Whether all cells are ASCII, and so valid UTF-8.
    pub(super) fn is_ascii(&self) -> bool {
        self.bytes.is_ascii()
    }

    /// A cell as trimmed text; `None` if it is not stored or not valid UTF-8.
    pub(super) fn cell_text(&self, position: usize) -> Option<&str> {
        self.cell(position)
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
            .map(trim_cell)
    }

    /// The concatenated cells as text; `None` if they are not valid UTF-8.
    pub(super) fn as_text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    /// Like [`Self::cell_text`], without validating each cell again. `whole` is the result of
    /// [`Self::as_text`].
    pub(super) fn cell_text_in<'a>(
        &'a self,
        whole: Option<&'a str>,
        position: usize,
    ) -> Option<&'a str> {
        let Some(whole) = whole else {
            return self.cell_text(position);
        };
        let (start, end) = *self.bounds.get(position)?;
        whole.get(start..end).map(trim_cell)
    }

    fn reset_at(&mut self, line: u64) {
        (self.line, self.cells, self.flaw, self.start) = (line, 0, None, 0);
        self.bytes.clear();
        self.bounds.clear();
    }

    fn push_bytes(&mut self, bytes: &[u8]) {
        if self.bytes.len() - self.start + bytes.len() > MAX_CELL_BYTES {
            self.flaw.get_or_insert(RecordFlaw::LongCell(self.cells));
        } else if self.bytes.len() + bytes.len() > MAX_RECORD_BYTES {
            self.flaw.get_or_insert(RecordFlaw::LongRecord);
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    fn end_cell(&mut self) {
        self.cells += 1;
        if self.bounds.len() < MAX_CELLS {
            self.bounds.push((self.start, self.bytes.len()));
        }
        self.start = self.bytes.len();
    }
}

impl<R: Read> RecordReader<R> {
    /// Reads `text` from its first line.
    #[cfg(test)]
    pub(super) fn new(text: R) -> Self {
        Self::with_offset(0, text)
    }

    /// Reads `text`, which follows `bytes` bytes that are counted as consumed.
    pub(super) fn with_offset(bytes: u64, text: R) -> Self {
        Self {
            text,
            buffer: vec![0; BUFFER_BYTES].into_boxed_slice(),
            at: 0,
            end: 0,
            line: 1,
            after_carriage_return: false,
            bytes_read: bytes,
        }
    }

    /// Bytes of the records so far, including blank lines and the bytes before the text.
    pub(super) fn bytes_consumed(&self) -> u64 {
        self.bytes_read - (self.end - self.at) as u64
    }

    /// Reads the next record, skipping blank lines. Returns false at the end.
    pub(super) fn read_record(&mut self, record: &mut Record) -> Result<bool, ReadError> {
        record.reset_at(self.line);
        if self.take_line(record) {
            return Ok(true);
        }
        let mut state = CellState::Start;
        let mut quote_line = self.line;
        loop {
            let Some(byte) = self.peek()? else {
                return match state {
                    CellState::Quoted => Err(ReadError::OpenQuote(quote_line)),
                    CellState::Start if record.cells == 0 => Ok(false),
                    _ => {
                        record.end_cell();
                        Ok(true)
                    }
                };
            };
            // A blank line, or the line feed of a CRLF.
            if state == CellState::Start && record.cells == 0 && matches!(byte, b'\r' | b'\n') {
                self.advance_byte(byte);
                record.reset_at(self.line);
                quote_line = self.line;
                continue;
            }
            state = match (state, byte) {
                (CellState::Start, b'"') => {
                    quote_line = self.line;
                    self.advance_byte(byte);
                    CellState::Quoted
                }
                (CellState::Quoted, b'"') => {
                    self.advance_byte(byte);
                    CellState::Closed
                }
                (CellState::Closed, b'"') => {
                    self.advance_byte(byte);
                    record.push_bytes(b"\"");
                    CellState::Quoted
                }
                (CellState::Quoted, b'\r' | b'\n') => {
                    self.advance_byte(byte);
                    record.push_bytes(&[byte]);
                    CellState::Quoted
                }
                (CellState::Start | CellState::Bare | CellState::Closed, b',') => {
                    self.advance_byte(byte);
                    record.end_cell();
                    CellState::Start
                }
                (CellState::Start | CellState::Bare | CellState::Closed, b'\r' | b'\n') => {
                    self.advance_byte(byte);
                    record.end_cell();
                    return Ok(true);
                }
                (CellState::Closed, _) => {
                    record
                        .flaw
                        .get_or_insert(RecordFlaw::TextAfterQuote(record.cells));
                    self.take_run(record, false);
                    CellState::Bare
                }
                (CellState::Start | CellState::Bare, _) => {
                    self.take_run(record, false);
                    CellState::Bare
                }
                (CellState::Quoted, _) => {
                    self.take_run(record, true);
                    CellState::Quoted
                }
            };
        }
    }

    /// Fast path for most records: reads the next line if it has no quotes and its end is in the
    /// buffer.
    fn take_line(&mut self, record: &mut Record) -> bool {
        let rest = self.buffer.get(self.at..self.end).unwrap_or_default();
        let Some(length) = memchr(b'\n', rest) else {
            return false;
        };
        let line = rest.get(..length).unwrap_or_default();
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() || line.len() >= MAX_CELLS || memchr2(b'"', b'\r', line).is_some() {
            return false;
        }
        record.bytes.extend_from_slice(line);
        for comma in memchr_iter(b',', line) {
            record.bounds.push((record.start, comma));
            record.start = comma + 1;
        }
        record.bounds.push((record.start, line.len()));
        record.cells = record.bounds.len();
        self.at += length + 1;
        self.line += 1;
        self.after_carriage_return = false;
        true
    }

    /// The next byte, without consuming it.
    fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        while self.at == self.end {
            self.at = 0;
            match self.text.read(&mut self.buffer) {
                Ok(0) => {
                    self.end = 0;
                    return Ok(None);
                }
                Ok(length) => {
                    (self.end, self.bytes_read) = (length, self.bytes_read + length as u64);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ReadError::Io(error)),
            }
        }
        Ok(self.buffer.get(self.at).copied())
    }

    /// Consumes a byte and counts lines. LF, CRLF and a lone CR each end a line.
    fn advance_byte(&mut self, byte: u8) {
        self.at += 1;
        if byte == b'\r' || (byte == b'\n' && !self.after_carriage_return) {
            self.line += 1;
        }
        self.after_carriage_return = byte == b'\r';
    }

    /// Consumes all bytes up to the next special character.
    fn take_run(&mut self, record: &mut Record, quoted: bool) {
        let rest = self.buffer.get(self.at..self.end).unwrap_or_default();
        let means =
            |byte: &u8| matches!(byte, b'\r' | b'\n') || *byte == if quoted { b'"' } else { b',' };
        let length = rest.iter().position(means).unwrap_or(rest.len());
        record.push_bytes(rest.get(..length).unwrap_or_default());
        self.at += length;
        self.after_carriage_return = false;
    }
}

#[cfg(test)]
mod tests;
