//! Recognizes a layout again: the names of its columns, whatever its file and sheet are called.

use crate::layout::Block;
use crate::lexicon::{collapse, fold};

/// FNV-1a of 128 bits: stable between versions, because fingerprints are stored.
const OFFSET_BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The fingerprint of a block's column names, in their order.
pub(crate) fn fingerprint_of(block: &Block) -> String {
    let mut hash = OFFSET_BASIS;
    let mut add = |text: &str| {
        for byte in fold(&collapse(text)).bytes().chain([0x1f]) {
            hash = (hash ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    };
    for column in &block.columns {
        add(&column.name);
        if let Some((group, _)) = &column.group {
            add(group);
        }
    }
    format!("{hash:032x}")
}
