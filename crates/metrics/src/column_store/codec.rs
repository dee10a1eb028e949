//! Encodes column stores: loading one from rows takes many times as long as decoding it.

use super::ColumnStore;
use super::chunk::Chunk;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{Error, ErrorKind, Read, Result, Write};

/// The most bytes of a section. The largest one has all texts.
const MAX_SECTION_BYTES: usize = 512 << 20;

/// Writes a section: its length, then its content.
fn write_section(
    out: &mut dyn Write,
    buffer: &mut Vec<u8>,
    content: &impl Serialize,
) -> Result<()> {
    buffer.clear();
    postcard::to_io(content, &mut *buffer).map_err(Error::other)?;
    let length = u32::try_from(buffer.len()).map_err(Error::other)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(buffer)
}

fn read_section<T: DeserializeOwned>(input: &mut dyn Read, buffer: &mut Vec<u8>) -> Result<T> {
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let length = usize::try_from(u32::from_le_bytes(length)).map_err(Error::other)?;
    if length > MAX_SECTION_BYTES {
        return Err(Error::new(ErrorKind::InvalidData, "a section is too long"));
    }
    buffer.resize(length, 0);
    input.read_exact(buffer)?;
    postcard::from_bytes(buffer).map_err(Error::other)
}

fn read_chunks(input: &mut dyn Read, buffer: &mut Vec<u8>) -> Result<Vec<Chunk>> {
    let count: u32 = read_section(input, buffer)?;
    (0..count).map(|_| read_section(input, buffer)).collect()
}

impl ColumnStore {
    /// Writes the store. Only [`Self::decode`] of the same program reads it.
    pub fn encode(&self, out: &mut dyn Write) -> Result<()> {
        let mut buffer = Vec::new();
        for chunks in [&self.sales, &self.purchases, &self.profiles] {
            let count = u32::try_from(chunks.len()).map_err(Error::other)?;
            write_section(out, &mut buffer, &count)?;
            for chunk in chunks {
                write_section(out, &mut buffer, chunk)?;
            }
        }
        write_section(out, &mut buffer, self)
    }

    /// Reads what [`Self::encode`] wrote.
    pub fn decode(input: &mut dyn Read) -> Result<Self> {
        let mut buffer = Vec::new();
        let sales = read_chunks(input, &mut buffer)?;
        let purchases = read_chunks(input, &mut buffer)?;
        let profiles = read_chunks(input, &mut buffer)?;
        let rest: Self = read_section(input, &mut buffer)?;
        Ok(Self {
            sales,
            purchases,
            profiles,
            ..rest
        })
    }
}
