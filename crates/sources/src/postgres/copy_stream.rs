//! Parses the binary format of COPY from chunks of any size into rows of texts.

use crate::select_plan::MAX_CELL_CHARS;
use bytes::{Buf, BytesMut};

/// Buffers the chunks.
#[derive(Debug, Default)]
pub(super) struct CopyStream {
    pending: BytesMut,
    has_begun: bool,
    has_ended: bool,
}

/// The data is not in the COPY format, does not have the requested columns, or has a cell that is
/// longer than requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MalformedCopy;

/// Result of trying to take a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CopyStep {
    /// A row was taken. Number of bytes of its texts.
    Row(usize),
    /// The next row is not complete yet.
    Incomplete,
    /// There are no more rows.
    End,
}

const SIGNATURE: &[u8] = b"PGCOPY\n\xff\r\n\0";
/// Maximum size of a cell: the characters that the statement lets through, in UTF-8.
const MAX_CELL_BYTES: usize = MAX_CELL_CHARS * 4;
/// The signature, the flags and the length of the header extension.
const HEADER_BYTES: usize = SIGNATURE.len() + 8;

impl CopyStream {
    /// Adds a chunk.
    pub(super) fn push(&mut self, piece: &[u8]) {
        self.pending.extend_from_slice(piece);
    }

    /// Takes the next row: calls `value` for each of its `columns` cells, with `None` for null.
    /// Consumes nothing until the row is complete.
    pub(super) fn take_row(
        &mut self,
        columns: usize,
        mut value: impl FnMut(usize, Option<&[u8]>),
    ) -> Result<CopyStep, MalformedCopy> {
        if self.has_ended {
            return Ok(CopyStep::End);
        }
        if !self.has_begun {
            let Some(header) = self.pending.get(..HEADER_BYTES) else {
                return Ok(CopyStep::Incomplete);
            };
            // Flags and extensions would announce data that was not requested.
            if !header.starts_with(SIGNATURE)
                || header
                    .get(SIGNATURE.len()..)
                    .is_none_or(|rest| rest != [0; 8])
            {
                return Err(MalformedCopy);
            }
            self.pending.advance(HEADER_BYTES);
            self.has_begun = true;
        }
        let Some(count) = read_array::<2>(&self.pending, 0).map(i16::from_be_bytes) else {
            return Ok(CopyStep::Incomplete);
        };
        if count == -1 {
            self.has_ended = true;
            return Ok(CopyStep::End);
        }
        if usize::try_from(count) != Ok(columns) {
            return Err(MalformedCopy);
        }
        let (mut cells, mut position) = (Vec::with_capacity(columns), 2);
        for _ in 0..columns {
            let Some(length) = read_array::<4>(&self.pending, position).map(i32::from_be_bytes)
            else {
                return Ok(CopyStep::Incomplete);
            };
            position += 4;
            if length == -1 {
                cells.push(None);
                continue;
            }
            let length = usize::try_from(length)
                .ok()
                .filter(|length| *length <= MAX_CELL_BYTES)
                .ok_or(MalformedCopy)?;
            cells.push(Some(position..position + length));
            position += length;
        }
        if self.pending.len() < position {
            return Ok(CopyStep::Incomplete);
        }
        let mut bytes = 0;
        for (column, cell) in cells.into_iter().enumerate() {
            let cell = cell.and_then(|range| self.pending.get(range));
            bytes += cell.map_or(0, <[u8]>::len);
            value(column, cell);
        }
        self.pending.advance(position);
        Ok(CopyStep::Row(bytes))
    }

    /// Whether the end was reached.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }
}

fn read_array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encode_rows(rows: &[[Option<&str>; 2]]) -> Vec<u8> {
        let mut bytes = [SIGNATURE, &[0; 8]].concat();
        for row in rows {
            bytes.extend(2_i16.to_be_bytes());
            for cell in row {
                bytes.extend(
                    cell.map_or(-1, |text| i32::try_from(text.len()).unwrap())
                        .to_be_bytes(),
                );
                bytes.extend(cell.unwrap_or_default().as_bytes());
            }
        }
        bytes.extend((-1_i16).to_be_bytes());
        bytes
    }

    fn decode_rows(pieces: impl Iterator<Item = Vec<u8>>) -> Vec<[Option<String>; 2]> {
        let (mut copy, mut rows) = (CopyStream::default(), Vec::new());
        for piece in pieces {
            copy.push(&piece);
            loop {
                let mut row = [None, None];
                match copy
                    .take_row(2, |column, cell| {
                        row[column] = cell.map(|cell| String::from_utf8(cell.to_vec()).unwrap());
                    })
                    .unwrap()
                {
                    CopyStep::Row(bytes) => {
                        assert_eq!(bytes, row.iter().flatten().map(String::len).sum::<usize>());
                        rows.push(row);
                    }
                    CopyStep::Incomplete | CopyStep::End => break,
                }
            }
        }
        assert!(copy.has_ended());
        rows
    }

    #[test]
    fn rows_are_the_same_in_whatever_pieces_they_come() {
        let rows = [
            [Some("a"), None],
            [Some(""), Some("long enough")],
            [None, Some("c")],
        ];
        let bytes = encode_rows(&rows);
        let expected: Vec<[Option<String>; 2]> = rows
            .iter()
            .map(|row| row.map(|cell| cell.map(str::to_owned)))
            .collect();
        for size in 1..bytes.len() {
            assert_eq!(
                decode_rows(bytes.chunks(size).map(<[u8]>::to_vec)),
                expected,
                "pieces of {size}"
            );
        }
    }

    #[test]
    fn what_was_not_asked_for_is_refused() {
        let take = |bytes: &[u8]| {
            let mut copy = CopyStream::default();
            copy.push(bytes);
            copy.take_row(2, |_, _| {})
        };
        assert_eq!(take(b"a,b\nsome text that is no copy"), Err(MalformedCopy));
        let good = encode_rows(&[[None, None]]);
        let mut flagged = good.clone();
        flagged[SIGNATURE.len() + 3] = 1;
        assert_eq!(take(&flagged), Err(MalformedCopy));
        let mut wide = good.clone();
        wide[HEADER_BYTES + 1] = 3;
        assert_eq!(take(&wide), Err(MalformedCopy));
        // A declared length is not waited for.
        let mut long = good.clone();
        long[HEADER_BYTES + 2..HEADER_BYTES + 6].copy_from_slice(&0x7fff_ffff_i32.to_be_bytes());
        assert_eq!(take(&long), Err(MalformedCopy));
        let mut negative = good;
        negative[HEADER_BYTES + 5] = 0xfe;
        assert_eq!(take(&negative), Err(MalformedCopy));
    }
}
