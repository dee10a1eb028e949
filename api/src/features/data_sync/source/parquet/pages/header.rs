//! What a page says of its size: `PageHeader` of parquet.thrift, in Thrift's compact protocol.

use super::super::varint;
use parquet::errors::ParquetError;
use std::io::{self, Read};

/// So deep are the structures of a header at most, and then some.
const DEPTH: u8 = 8;

/// Types of the compact protocol.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const INT: u8 = 5;
const STRUCT: u8 = 12;

/// The type of a page that is a dictionary.
const DICTIONARY: u64 = 2;

/// What counts of a header. Sizes are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// Unpacked, levels included.
    pub unpacked: u64,
    /// What stands before the values without being packed.
    pub levels: u64,
    /// Whether the values are packed, if the column is.
    pub is_packed: bool,
    /// Whether it is the dictionary of its column.
    pub is_dictionary: bool,
}

/// Reads a header, and says how long it is.
pub(super) fn read(text: impl Read) -> Result<(Header, u64), ParquetError> {
    let mut compact = Compact { text, passed: 0 };
    let header = compact.header().map_err(|error| {
        ParquetError::General(format!("the header of a page cannot be read: {error}"))
    })?;
    Ok((header, compact.passed))
}

struct Compact<R> {
    text: R,
    passed: u64,
}

impl<R: Read> Compact<R> {
    fn header(&mut self) -> io::Result<Header> {
        let mut header = Header {
            unpacked: 0,
            levels: 0,
            is_packed: true,
            is_dictionary: false,
        };
        let mut last = 0;
        while let Some((field, ty)) = self.field(&mut last)? {
            match (field, ty) {
                (1, INT) => header.is_dictionary = self.size()? == DICTIONARY,
                (2, INT) => header.unpacked = self.size()?,
                (8, STRUCT) => (header.levels, header.is_packed) = self.second_version()?,
                _ => self.skip(ty, DEPTH)?,
            }
        }
        Ok(header)
    }

    /// `DataPageHeaderV2`: the bytes of its levels, and whether its values are packed.
    fn second_version(&mut self) -> io::Result<(u64, bool)> {
        let (mut levels, mut is_packed, mut last) = (0_u64, true, 0);
        while let Some((field, ty)) = self.field(&mut last)? {
            match (field, ty) {
                (5 | 6, INT) => levels = levels.saturating_add(self.size()?),
                (7, TRUE | FALSE) => is_packed = ty == TRUE,
                _ => self.skip(ty, DEPTH)?,
            }
        }
        Ok((levels, is_packed))
    }

    /// The number and the type of the next field; `None` behind the last.
    fn field(&mut self, last: &mut i64) -> io::Result<Option<(i64, u8)>> {
        let byte = self.byte()?;
        if byte == 0 {
            return Ok(None);
        }
        *last = match byte >> 4 {
            0 => self.int()?,
            more => last.saturating_add(more.into()),
        };
        Ok(Some((*last, byte & 15)))
    }

    /// Passes over a value.
    fn skip(&mut self, ty: u8, depth: u8) -> io::Result<()> {
        let deeper = depth.checked_sub(1).ok_or_else(|| odd("it is too deep"))?;
        match ty {
            TRUE | FALSE => {}
            3 => self.pass(1)?,
            4..=6 => self.varint().map(|_| ())?,
            7 => self.pass(8)?,
            8 => {
                let length = self.varint()?;
                self.pass(length)?;
            }
            9 | 10 => {
                let byte = self.byte()?;
                let (count, of) = (
                    if byte >> 4 == 15 {
                        self.varint()?
                    } else {
                        u64::from(byte >> 4)
                    },
                    byte & 15,
                );
                for _ in 0..count {
                    // In a list a truth value has a byte of its own.
                    self.skip(if of == TRUE || of == FALSE { 3 } else { of }, deeper)?;
                }
            }
            STRUCT => {
                let mut last = 0;
                while let Some((_, ty)) = self.field(&mut last)? {
                    self.skip(ty, deeper)?;
                }
            }
            _ => return Err(odd("it has a value of an unknown type")),
        }
        Ok(())
    }

    fn size(&mut self) -> io::Result<u64> {
        u64::try_from(self.int()?).map_err(|_| odd("it has a size below zero"))
    }

    /// A number with its sign in its last bit.
    fn int(&mut self) -> io::Result<i64> {
        self.varint().map(varint::signed)
    }

    fn varint(&mut self) -> io::Result<u64> {
        varint::read(|| self.byte())?.ok_or_else(|| odd("it has a number beyond 64 bits"))
    }

    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.text.read_exact(&mut byte)?;
        self.passed += 1;
        let [byte] = byte;
        Ok(byte)
    }

    fn pass(&mut self, length: u64) -> io::Result<()> {
        let passed = io::copy(&mut self.text.by_ref().take(length), &mut io::sink())?;
        self.passed += passed;
        if passed == length {
            Ok(())
        } else {
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    }
}

fn odd(words: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_says_how_large_its_page_is() {
        // Type 0, unpacked 300, packed 5, a data page with statistics in it, and the end.
        let first = [
            0x15, 0, 0x15, 0xd8, 4, 0x15, 10, 0x2c, 0x15, 2, 0x3c, 0x18, 3, b'a', b'b', b'c', 0x11,
            0, 0, 0, 9,
        ];
        let (header, length) = read(&first[..]).unwrap();
        assert_eq!(
            header,
            Header {
                unpacked: 300,
                levels: 0,
                is_packed: true,
                is_dictionary: false
            }
        );
        assert_eq!(length, first.len() as u64 - 1, "what follows is the page");
        // A dictionary, its fields by their full numbers.
        let dictionary = [0x05, 2, 4, 0x05, 4, 20, 0];
        assert_eq!(
            read(&dictionary[..]).unwrap().0,
            Header {
                unpacked: 10,
                levels: 0,
                is_packed: true,
                is_dictionary: true
            }
        );
        // Version 2: levels of 6 and 7 bytes, values as they are.
        let second = [
            0x15, 6, 0x15, 40, 0x15, 40, 0x5c, 0x15, 2, 0x15, 2, 0x15, 2, 0x15, 0, 0x15, 12, 0x15,
            14, 0x12, 0, 0,
        ];
        assert_eq!(
            read(&second[..]).unwrap(),
            (
                Header {
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
            assert!(read(bad).is_err(), "{bad:?}");
        }
    }
}
