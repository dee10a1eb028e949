//! What the values of a page come to once they are read into a batch, beside the page itself.

use super::delta_lengths;
use parquet::basic::Encoding;
use parquet::column::page::Page;

/// Where a text lies that is in memory once: 16 bytes that point at it.
const VIEW_BYTES: u64 = 16;

/// What each value of several in a row has: its place and its two levels.
const LIST_ITEM_BYTES: u64 = VIEW_BYTES + 8;

/// What two lengths of a text take.
pub(super) const LENGTH_PAIR_BYTES: u64 = 8;

/// How the values of a column lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueStorage {
    /// Numbers, days and truth values, of 32 bytes at most.
    Small,
    /// Texts, as pointers into the page or its dictionary.
    Shared,
    /// Texts, each copied.
    Copied,
}

/// What is known of a column before its pages are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnShape {
    pub values: ValueStorage,
    /// The highest levels: above 0 where a row may have several values, and where one may be
    /// missing.
    pub repetition: i16,
    pub definition: i16,
    /// The most rows of a batch.
    pub batch_rows: u64,
}

/// The bytes of a page with its values; none where what it says of itself cannot be. `longest` is
/// the longest text of the column's dictionary, and becomes that of `page` where that is one.
pub(super) fn compute_page_cost(page: &Page, shape: ColumnShape, longest: &mut u64) -> Option<u64> {
    let own = page.buffer().len() as u64;
    let count = u64::from(page.num_values());
    if let Page::DictionaryPage { buf, .. } = page {
        // Each value takes a byte at least.
        if count > own {
            return None;
        }
        *longest = if shape.values == ValueStorage::Copied {
            max_text_length(buf, count)?
        } else {
            0
        };
        return Some(own + count * VIEW_BYTES);
    }
    let is_list = shape.repetition > 0;
    let lists = if is_list { count * LIST_ITEM_BYTES } else { 0 };
    let copied = if shape.values == ValueStorage::Copied {
        own
    } else {
        0
    };
    let values = match page.encoding() {
        Encoding::DELTA_BYTE_ARRAY => {
            let values = value_bytes(page, shape)?;
            let prefixes = delta_lengths::read_lengths(values, count)?;
            let suffixes = delta_lengths::read_lengths(values.get(prefixes.end..)?, count)?;
            LENGTH_PAIR_BYTES * count + prefixes.sum + suffixes.sum
        }
        Encoding::DELTA_LENGTH_BYTE_ARRAY => {
            let lengths = delta_lengths::count_lengths(value_bytes(page, shape)?)?;
            if lengths > count {
                return None;
            }
            LENGTH_PAIR_BYTES / 2 * count + copied
        }
        Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY => {
            longest.saturating_mul(if is_list {
                count
            } else {
                count.min(shape.batch_rows)
            })
        }
        _ => copied,
    };
    Some(own.saturating_add(lists).saturating_add(values))
}

/// The part of a page behind its levels.
fn value_bytes(page: &Page, shape: ColumnShape) -> Option<&[u8]> {
    match page {
        Page::DataPage {
            buf,
            num_values,
            def_level_encoding,
            rep_level_encoding,
            ..
        } => {
            let mut rest: &[u8] = buf;
            for (highest, encoding) in [
                (shape.repetition, rep_level_encoding),
                (shape.definition, def_level_encoding),
            ] {
                if highest > 0 {
                    rest = skip_levels(rest, *encoding, highest, u64::from(*num_values))?;
                }
            }
            Some(rest)
        }
        Page::DataPageV2 {
            buf,
            def_levels_byte_len,
            rep_levels_byte_len,
            ..
        } => buf.get(
            usize::try_from(u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len))
                .ok()?..,
        ),
        Page::DictionaryPage { .. } => None,
    }
}

fn skip_levels(bytes: &[u8], encoding: Encoding, highest: i16, count: u64) -> Option<&[u8]> {
    if encoding == Encoding::RLE {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        rest.get(usize::try_from(u32::from_le_bytes(*length)).ok()?..)
    } else {
        // The other encoding of levels, of old: each in as many bits as the highest takes.
        let bits = count * u64::from(i16::BITS - highest.leading_zeros());
        bytes.get(usize::try_from(bits.div_ceil(8)).ok()?..)
    }
}

/// The longest of so many texts, each of which stands behind its length.
fn max_text_length(mut bytes: &[u8], count: u64) -> Option<u64> {
    let mut longest = 0;
    for _ in 0..count {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length);
        bytes = rest.get(usize::try_from(length).ok()?..)?;
        longest = longest.max(length.into());
    }
    Some(longest)
}

#[cfg(test)]
mod tests;
