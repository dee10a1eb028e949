//! Whether any staged rows may share a key, told without keeping the keys. Where it says no, the
//! database need not compare every row with every other; where it says maybe, the database looks.
//!
//! Keys that come as [`Ascent`] has them repeat nothing, however many. From the first one on that
//! does not, a Bloom filter tells (Bloom, "Space/time trade-offs in hash coding with allowable
//! errors", 1970).

use super::sorted_keys::{BatchKeys, MonotonicKeyCheck};
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use foldhash::quality::RandomState;
use std::hash::BuildHasher;

/// 8 MiB. A million keys leave a false alarm in one read of twenty, ten million many in every read.
const FILTER_BITS: u64 = 1 << 26;
const HASH_COUNT: u64 = 6;

/// Of so many ascending keys the hashes are kept, 8 MiB, in case the next one does not ascend: the
/// filter could hold few more.
const MAX_HASHES: usize = 1 << 20;

/// The keys so far.
#[derive(Debug)]
pub(super) struct DuplicateKeyDetector {
    key: &'static [&'static str],
    state: KeyState,
    hasher: RandomState,
    /// The key of the row that is looked at.
    current: Vec<u8>,
}

#[derive(Debug)]
enum KeyState {
    /// All of them ascend; with their hashes, unless they are too many.
    Sorted(MonotonicKeyCheck, Option<Vec<u64>>),
    BloomFilter(Vec<u64>),
    /// One may have come twice.
    MayHaveDuplicates,
}

impl DuplicateKeyDetector {
    /// For rows with this key.
    pub(super) fn new(key: &'static [&'static str]) -> Self {
        Self {
            key,
            state: KeyState::Sorted(MonotonicKeyCheck::default(), Some(Vec::new())),
            hasher: RandomState::default(),
            current: Vec::new(),
        }
    }

    /// Looks at the rows of a batch that land.
    pub(super) fn observe_batch(&mut self, rows: &RecordBatch) {
        let landed = rows
            .column_by_name("landed")
            .and_then(|column| column.as_boolean_opt());
        let Some(keys) = BatchKeys::from_batch(rows, self.key) else {
            self.state = KeyState::MayHaveDuplicates;
            return;
        };
        for row in (0..rows.num_rows()).filter(|row| landed.is_none_or(|landed| landed.value(*row)))
        {
            keys.encode_key(row, &mut self.current);
            let hash = self.hasher.hash_one(&self.current);
            match &mut self.state {
                KeyState::Sorted(ascent, hashes) => {
                    let ascends = ascent.accept_key(keys.key_prefix(row), &mut self.current);
                    match hashes {
                        Some(all) if all.len() < MAX_HASHES => all.push(hash),
                        _ => *hashes = None,
                    }
                    if !ascends {
                        self.state = hashes
                            .take()
                            .and_then(build_filter)
                            .map_or(KeyState::MayHaveDuplicates, KeyState::BloomFilter);
                    }
                }
                KeyState::BloomFilter(filter) => {
                    if !insert_hash(filter, hash) {
                        self.state = KeyState::MayHaveDuplicates;
                    }
                }
                KeyState::MayHaveDuplicates => return,
            }
        }
    }

    /// Whether two rows may have the same key.
    pub(super) fn may_have_duplicates(&self) -> bool {
        matches!(self.state, KeyState::MayHaveDuplicates)
    }
}

/// A filter that has seen keys with these hashes; `None` where two may be the same.
fn build_filter(hashes: Vec<u64>) -> Option<Vec<u64>> {
    let mut filter = vec![0; usize::try_from(FILTER_BITS / 64).unwrap_or_default()];
    hashes
        .into_iter()
        .all(|hash| insert_hash(&mut filter, hash))
        .then_some(filter)
}

/// Whether the hash was not there yet.
fn insert_hash(seen: &mut [u64], hash: u64) -> bool {
    let (first, step) = (hash >> 32, (hash & 0xffff_ffff) | 1);
    let mut new = false;
    for turn in 0..HASH_COUNT {
        let bit = (first
            .wrapping_add(turn.wrapping_mul(step))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            >> 7)
            % FILTER_BITS;
        if let Some(word) = usize::try_from(bit / 64)
            .ok()
            .and_then(|at| seen.get_mut(at))
        {
            let mask = 1 << (bit % 64);
            new |= *word & mask == 0;
            *word |= mask;
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{BooleanArray, Date32Array, StringArray};
    use arrow_schema::{DataType, Field, Schema};
    use std::sync::Arc;

    fn sample_rows(keys: &[(i32, &str, bool)]) -> RecordBatch {
        let schema = Schema::new(vec![
            Field::new("day", DataType::Date32, false),
            Field::new("market", DataType::Utf8, false),
            Field::new("landed", DataType::Boolean, false),
        ]);
        let days = keys.iter().map(|(day, ..)| *day).collect::<Vec<_>>();
        let markets = keys
            .iter()
            .map(|(_, market, _)| *market)
            .collect::<Vec<_>>();
        let landed = keys.iter().map(|(.., landed)| *landed).collect::<Vec<_>>();
        let columns: Vec<arrow_array::ArrayRef> = vec![
            Arc::new(Date32Array::from(days)),
            Arc::new(StringArray::from(markets)),
            Arc::new(BooleanArray::from(landed)),
        ];
        RecordBatch::try_new(Arc::new(schema), columns).unwrap()
    }

    #[test]
    fn a_key_that_comes_again_is_always_noticed() {
        let mut repeats = DuplicateKeyDetector::new(&["day", "market"]);
        repeats.observe_batch(&sample_rows(&[
            (1, "a", true),
            (1, "b", true),
            (2, "a", true),
            (1, "a", false),
        ]));
        assert!(
            !repeats.may_have_duplicates(),
            "a row that does not land repeats nothing"
        );
        repeats.observe_batch(&sample_rows(&[(3, "a", true), (1, "b", true)]));
        assert!(repeats.may_have_duplicates());
        repeats.observe_batch(&sample_rows(&[(4, "a", true)]));
        assert!(repeats.may_have_duplicates());
    }

    #[test]
    fn keys_in_any_order_repeat_only_where_one_comes_again() {
        let mut repeats = DuplicateKeyDetector::new(&["day", "market"]);
        repeats.observe_batch(&sample_rows(&[(5, "a", true), (5, "b", true)]));
        repeats.observe_batch(&sample_rows(&[
            (5, "b", false),
            (4, "c", true),
            (4, "a", true),
            (5, "aa", true),
        ]));
        repeats.observe_batch(&sample_rows(&[(1, "a", true)]));
        assert!(!repeats.may_have_duplicates());
        for again in [(5, "a"), (5, "b"), (4, "c"), (4, "a"), (5, "aa"), (1, "a")] {
            let mut repeats = DuplicateKeyDetector::new(&["day", "market"]);
            repeats.observe_batch(&sample_rows(&[(5, "a", true), (5, "b", true)]));
            repeats.observe_batch(&sample_rows(&[
                (4, "c", true),
                (4, "a", true),
                (5, "aa", true),
            ]));
            repeats.observe_batch(&sample_rows(&[(1, "a", true), (again.0, again.1, true)]));
            assert!(repeats.may_have_duplicates(), "{again:?}");
        }
        let mut repeats = DuplicateKeyDetector::new(&["day", "market"]);
        repeats.observe_batch(&sample_rows(&[(5, "a", true)]));
        repeats.observe_batch(&sample_rows(&[(5, "a", true)]));
        assert!(
            repeats.may_have_duplicates(),
            "the same key again is no ascent"
        );
    }

    #[test]
    fn keys_in_order_repeat_nothing_however_many() {
        let numbers = |from: i64| {
            let schema = Schema::new(vec![Field::new("number", DataType::Int64, false)]);
            let all = (from..)
                .take(MAX_HASHES / 2 + 1)
                .collect::<arrow_array::Int64Array>();
            RecordBatch::try_new(Arc::new(schema), vec![Arc::new(all)]).unwrap()
        };
        let mut repeats = DuplicateKeyDetector::new(&["number"]);
        for from in [0, 1_000_000, 2_000_000] {
            repeats.observe_batch(&numbers(from));
            assert!(!repeats.may_have_duplicates());
        }
        repeats.observe_batch(&numbers(10_000_000).slice(0, 1));
        assert!(!repeats.may_have_duplicates());
        repeats.observe_batch(&numbers(9_000_000).slice(0, 1));
        assert!(
            repeats.may_have_duplicates(),
            "of so many nobody knows any more which they were"
        );
    }

    #[test]
    fn a_million_keys_do_not_look_alike() {
        let mut seen = vec![0; usize::try_from(FILTER_BITS / 64).unwrap()];
        let hasher = RandomState::default();
        let alarms = (0..1_000_000)
            .filter(|key| !insert_hash(&mut seen, hasher.hash_one(key)))
            .count();
        assert!(alarms < 5, "{alarms}");
    }

    #[test]
    fn a_key_of_an_unknown_kind_may_always_repeat() {
        let mut repeats = DuplicateKeyDetector::new(&["landed"]);
        repeats.observe_batch(&sample_rows(&[(1, "a", true)]));
        assert!(repeats.may_have_duplicates());
    }
}
