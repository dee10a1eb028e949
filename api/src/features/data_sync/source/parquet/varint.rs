//! Whole numbers as Thrift and the encodings of Parquet write them: seven bits a byte, the lowest
//! first.

/// Reads a number, byte by byte; none for one beyond 64 bits.
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

/// The number with a sign, which stands in the last bit.
pub(super) fn decode_zigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}
