//! Parses the sizes from a page header: `PageHeader` of parquet.thrift in Thrift's compact
//! protocol.

use super::super::varint;
use parquet::errors::ParquetError;
use std::io::{self, Read};

/// Maximum nesting depth, more than valid headers have.
const MAX_DEPTH: u8 = 8;

/// Type codes of the compact protocol.
const TYPE_TRUE: u8 = 1;
const TYPE_FALSE: u8 = 2;
const TYPE_INT: u8 = 5;
const TYPE_STRUCT: u8 = 12;

/// Page type of a dictionary.
const DICTIONARY_PAGE: u64 = 2;

/// The relevant fields of a header. Sizes are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PageHeader {
    /// Uncompressed size, including levels.
    pub unpacked: u64,
    /// Size of the levels, which are stored uncompressed before the values.
    pub levels: u64,
    /// Whether the values are compressed if the column is.
    pub is_packed: bool,
    /// Whether it is the dictionary of its column.
    pub is_dictionary: bool,
}

/// Parses a header and returns its length too.
pub(super) fn read_page_header(text: impl Read) -> Result<(PageHeader, u64), ParquetError> {
    let mut compact = CompactReader {
        text,
        bytes_read: 0,
    };
    let header = compact.read_header().map_err(|error| {
        ParquetError::General(format!("the header of a page cannot be read: {error}"))
    })?;
    Ok((header, compact.bytes_read))
}

struct CompactReader<R> {
    text: R,
    bytes_read: u64,
}

impl<R: Read> CompactReader<R> {
    fn read_header(&mut self) -> io::Result<PageHeader> {
        let mut header = PageHeader {
            unpacked: 0,
            levels: 0,
            is_packed: true,
            is_dictionary: false,
        };
        let mut last = 0;
        while let Some((field, ty)) = self.read_field(&mut last)? {
            match (field, ty) {
                (1, TYPE_INT) => header.is_dictionary = self.read_size()? == DICTIONARY_PAGE,
                (2, TYPE_INT) => header.unpacked = self.read_size()?,
                (8, TYPE_STRUCT) => (header.levels, header.is_packed) = self.read_data_page_v2()?,
                _ => self.skip_value(ty, MAX_DEPTH)?,
            }
        }
        Ok(header)
    }

    /// Parses `DataPageHeaderV2`: size of the levels, and whether the values are compressed.
    fn read_data_page_v2(&mut self) -> io::Result<(u64, bool)> {
        let (mut levels, mut is_packed, mut last) = (0_u64, true, 0);
        while let Some((field, ty)) = self.read_field(&mut last)? {
            match (field, ty) {
                (5 | 6, TYPE_INT) => levels = levels.saturating_add(self.read_size()?),
                (7, TYPE_TRUE | TYPE_FALSE) => is_packed = ty == TYPE_TRUE,
                _ => self.skip_value(ty, MAX_DEPTH)?,
            }
        }
        Ok((levels, is_packed))
    }

    /// The id and the type of the next field; `None` after the last one.
    fn read_field(&mut self, last: &mut i64) -> io::Result<Option<(i64, u8)>> {
        let byte = self.read_byte()?;
        if byte == 0 {
            return Ok(None);
        }
        *last = match byte >> 4 {
            0 => self.read_int()?,
            more => last.saturating_add(more.into()),
        };
        Ok(Some((*last, byte & 15)))
    }

    /// Skips a value.
    fn skip_value(&mut self, ty: u8, depth: u8) -> io::Result<()> {
        let deeper = depth
            .checked_sub(1)
            .ok_or_else(|| header_error("it is nested too deeply"))?;
        match ty {
            TYPE_TRUE | TYPE_FALSE => {}
            3 => self.skip_bytes(1)?,
            4..=6 => self.read_varint().map(|_| ())?,
            7 => self.skip_bytes(8)?,
            8 => {
                let length = self.read_varint()?;
                self.skip_bytes(length)?;
            }
            9 | 10 => {
                let byte = self.read_byte()?;
                let (count, of) = (
                    if byte >> 4 == 15 {
                        self.read_varint()?
                    } else {
                        u64::from(byte >> 4)
                    },
                    byte & 15,
                );
                for _ in 0..count {
                    // In a list, a boolean takes one byte.
                    self.skip_value(
                        if of == TYPE_TRUE || of == TYPE_FALSE {
                            3
                        } else {
                            of
                        },
                        deeper,
                    )?;
                }
            }
            TYPE_STRUCT => {
                let mut last = 0;
                while let Some((_, ty)) = self.read_field(&mut last)? {
                    self.skip_value(ty, deeper)?;
                }
            }
            _ => return Err(header_error("it has a value of an unknown type")),
        }
        Ok(())
    }

    fn read_size(&mut self) -> io::Result<u64> {
        u64::try_from(self.read_int()?).map_err(|_| header_error("it has a negative size"))
    }

    /// A zigzag-encoded integer.
    fn read_int(&mut self) -> io::Result<i64> {
        self.read_varint().map(varint::decode_zigzag)
    }

    fn read_varint(&mut self) -> io::Result<u64> {
        varint::read_varint(|| self.read_byte())?
            .ok_or_else(|| header_error("it has a number of more than 64 bits"))
    }

    fn read_byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.text.read_exact(&mut byte)?;
        self.bytes_read += 1;
        let [byte] = byte;
        Ok(byte)
    }

    fn skip_bytes(&mut self, length: u64) -> io::Result<()> {
        let passed = io::copy(&mut self.text.by_ref().take(length), &mut io::sink())?;
        self.bytes_read += passed;
        if passed == length {
            Ok(())
        } else {
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    }
}

fn header_error(words: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_says_how_large_its_page_is() {
        // Type 0, 300 bytes uncompressed, 5 compressed, a data page with statistics, and the end.
        let first = [
            0x15, 0, 0x15, 0xd8, 4, 0x15, 10, 0x2c, 0x15, 2, 0x3c, 0x18, 3, b'a', b'b', b'c', 0x11,
            0, 0, 0, 9,
        ];
        let (header, length) = read_page_header(&first[..]).unwrap();
        assert_eq!(
            header,
            PageHeader {
                unpacked: 300,
                levels: 0,
                is_packed: true,
                is_dictionary: false
            }
        );
        assert_eq!(length, first.len() as u64 - 1, "what follows is the page");
        // A dictionary page with full field IDs.
        let dictionary = [0x05, 2, 4, 0x05, 4, 20, 0];
        assert_eq!(
            read_page_header(&dictionary[..]).unwrap().0,
            PageHeader {
                unpacked: 10,
                levels: 0,
                is_packed: true,
                is_dictionary: true
            }
        );
        // Version 2: levels of 6 and 7 bytes, uncompressed values.
        let second = [
            0x15, 6, 0x15, 40, 0x15, 40, 0x5c, 0x15, 2, 0x15, 2, 0x15, 2, 0x15, 0, 0x15, 12, 0x15,
            14, 0x12, 0, 0,
        ];
        assert_eq!(
            read_page_header(&second[..]).unwrap(),
            (
                PageHeader {
                    unpacked: 20,
                    levels: 13,
                    is_packed: false,
                    is_dictionary: false
                },
                second.len() as u64
            )
        );
    }

    #[test]
    fn what_is_no_header_is_refused() {
        let nested = [0x1c; 40];
        let long = [0x18, 0xff, 0xff, 0xff, 0xff, 0x0f, 1];
        let negative = [0x25, 1, 0];
        let endless = [0x19, 0xf1, 0xff, 0xff, 0xff, 0xff, 0x0f];
        for bad in [
            &nested[..],
            &long,
            &negative,
            &endless,
            &[0x15],
            &[0x1d, 0],
            &[0x15; 3],
        ] {
            assert!(read_page_header(bad).is_err(), "{bad:?}");
        }
    }
}
