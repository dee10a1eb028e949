//! Variable-length integers (LEB128) of Thrift and Parquet encodings: seven bits per byte, least
//! significant first.

/// Reads a number byte by byte; `None` if it exceeds 64 bits.
pub(super) fn read_varint<E>(mut byte: impl FnMut() -> Result<u8, E>) -> Result<Option<u64>, E> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = byte()?;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// Decodes a zigzag-encoded signed number.
pub(super) fn decode_zigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}
