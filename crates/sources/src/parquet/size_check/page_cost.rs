//! Estimates the memory that the decoded values of a page take, including the page.

use super::delta_lengths;
use parquet::basic::Encoding;
use parquet::column::page::Page;

/// Size of a view, which refers to a text in memory.
const VIEW_BYTES: u64 = 16;

/// Memory of a list item: a view and two levels.
const LIST_ITEM_BYTES: u64 = VIEW_BYTES + 8;

/// Memory of the two lengths of a text.
pub(super) const LENGTH_PAIR_BYTES: u64 = 8;

/// How the values of a column are stored in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueStorage {
    /// Numbers, dates and booleans of at most 32 bytes.
    Small,
    /// Texts as views into the page or its dictionary.
    Shared,
    /// Copied texts.
    Copied,
}

/// What is known of a column before its pages are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnShape {
    pub values: ValueStorage,
    /// Maximum repetition and definition level: above 0 if a row may have several values or none.
    pub repetition: i16,
    pub definition: i16,
    /// Maximum number of rows of a batch.
    pub batch_rows: u64,
}

/// The bytes of a page with its values; `None` if the page is inconsistent. `longest` is the length
/// of the longest dictionary text of the column. If `page` is a dictionary, it is updated.
pub(super) fn compute_page_cost(page: &Page, shape: ColumnShape, longest: &mut u64) -> Option<u64> {
    let own = page.buffer().len() as u64;
    let count = u64::from(page.num_values());
    if let Page::DictionaryPage { buf, .. } = page {
        // Each value takes at least one byte.
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

/// The part of a page after its levels.
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
        // The legacy encoding of levels uses as many bits as the maximum level needs.
        let bits = count * u64::from(i16::BITS - highest.leading_zeros());
        bytes.get(usize::try_from(bits.div_ceil(8)).ok()?..)
    }
}

/// The maximum length of `count` texts, each preceded by its length.
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
