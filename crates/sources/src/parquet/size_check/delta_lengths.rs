//! Decodes the text lengths of a page: `DELTA_BINARY_PACKED` of the Parquet format. Each block has
//! a minimum delta, and the bit-packed excess of each delta over it.

use super::super::varint;

/// Summary of the lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DeltaLengths {
    /// Number of lengths.
    pub count: u64,
    /// Sum of the lengths.
    pub sum: u64,
    /// Offset of their end.
    pub end: usize,
}

/// The number of lengths that starts here, from the header alone.
pub(super) fn count_lengths(bytes: &[u8]) -> Option<u64> {
    let mut bytes = ByteCursor { all: bytes, at: 0 };
    bytes.read_varint()?;
    bytes.read_varint()?;
    bytes.read_varint()
}

/// Decodes the lengths; `None` if they are invalid, truncated or more than `most`.
pub(super) fn read_lengths(bytes: &[u8], most: u64) -> Option<DeltaLengths> {
    let mut bytes = ByteCursor { all: bytes, at: 0 };
    let block = bytes.read_varint()?;
    let parts = bytes.read_varint()?;
    let count = bytes.read_varint().filter(|count| *count <= most)?;
    let mut last = i32::try_from(bytes.read_signed()?).ok()?;
    let part = block.checked_div(parts)?;
    if part == 0 || !part.is_multiple_of(32) {
        return None;
    }
    let mut sum = if count == 0 { 0 } else { to_length(last)? };
    let mut left = count.saturating_sub(1);
    while left > 0 {
        let lowest = i32::try_from(bytes.read_signed()?).ok()?;
        let widths = bytes.take_bytes(usize::try_from(parts).ok()?)?;
        for width in widths {
            // Miniblocks after the last length have no data, whatever their width.
            if left == 0 {
                break;
            }
            let width = usize::from(*width);
            let bits = bytes.take_bytes(usize::try_from(part / 8).ok()?.checked_mul(width)?)?;
            if width > 32 {
                return None;
            }
            let here = part.min(left);
            for place in 0..usize::try_from(here).ok()? {
                last = last
                    .wrapping_add(lowest)
                    .wrapping_add(read_bits(bits, place * width, width).cast_signed());
                sum += to_length(last)?;
            }
            left -= here;
        }
    }
    Some(DeltaLengths {
        count,
        sum,
        end: bytes.at,
    })
}

fn to_length(number: i32) -> Option<u64> {
    u64::try_from(number).ok()
}

/// The number of `width` bits at bit offset `from`, least significant bit first.
fn read_bits(bits: &[u8], from: usize, width: usize) -> u32 {
    let mut eight = [0; 8];
    for (byte, found) in eight
        .iter_mut()
        .zip(bits.get(from / 8..).unwrap_or_default())
    {
        *byte = *found;
    }
    let found = (u64::from_le_bytes(eight) >> (from % 8)) & ((1 << width) - 1);
    u32::try_from(found).unwrap_or(u32::MAX)
}

struct ByteCursor<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> ByteCursor<'a> {
    fn take_bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(count)?;
        let taken = self.all.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    fn read_varint(&mut self) -> Option<u64> {
        varint::read_varint(|| {
            self.take_bytes(1)
                .and_then(|byte| byte.first().copied())
                .ok_or(())
        })
        .ok()?
    }

    fn read_signed(&mut self) -> Option<i64> {
        self.read_varint().map(varint::decode_zigzag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_format_are_read() {
        // 1 to 5: blocks of 128 in 4 miniblocks, 5 numbers starting at 1, a minimum delta of 1 and
        // no bits.
        let rising = [128, 1, 4, 5, 2, 2, 0, 0, 0, 0, 9];
        assert_eq!(
            read_lengths(&rising, 8),
            Some(DeltaLengths {
                count: 5,
                sum: 15,
                end: 10
            })
        );
        // 7, 5, 3, 1, 2, 3, 4, 5: the minimum delta is -2; 0 0 0 3 3 3 3 take two bits each.
        let mut falling = vec![128, 1, 4, 8, 14, 3, 2, 0, 0, 0, 0b1100_0000, 0b0011_1111];
        falling.resize(18, 0);
        assert_eq!(
            read_lengths(&falling, 8),
            Some(DeltaLengths {
                count: 8,
                sum: 30,
                end: 18
            })
        );
        assert_eq!(count_lengths(&falling), Some(8));
        assert_eq!(read_lengths(&falling, 7), None, "there are too many");
        assert_eq!(
            read_lengths(&falling[..17], 8),
            None,
            "the bits of a part are all there"
        );
        let one = [128, 1, 4, 1, 14];
        assert_eq!(
            read_lengths(&one, 8),
            Some(DeltaLengths {
                count: 1,
                sum: 7,
                end: 5
            })
        );
        let none = [128, 1, 4, 0, 0];
        assert_eq!(
            read_lengths(&none, 8),
            Some(DeltaLengths {
                count: 0,
                sum: 0,
                end: 5
            })
        );
    }

    #[test]
    fn what_are_no_lengths_are_none() {
        // No miniblocks; miniblocks of 16; a negative length; numbers beyond 32 bits; an endless
        // number.
        for bad in [
            &[128, 1, 0, 1, 0][..],
            &[128, 1, 8, 1, 0],
            &[128, 1, 4, 1, 1],
            &[128, 1, 4, 2, 0, 0, 33, 0, 0, 0],
            &[255; 12],
            &[],
        ] {
            let mut bad = bad.to_vec();
            bad.extend([0; 200].iter().take(if bad.len() == 10 { 200 } else { 0 }));
            assert_eq!(read_lengths(&bad, 8), None, "{bad:?}");
        }
    }
}
