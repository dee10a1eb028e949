//! Detects whether staged rows may share a key, without storing the keys. If not, the database does
//! not have to compare all rows.
//!
//! Sorted keys ([`MonotonicKeyCheck`]) contain no duplicates. After the first unsorted key a Bloom
//! filter decides (Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970).

use super::sorted_keys::{BatchKeys, MonotonicKeyCheck};
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use foldhash::quality::RandomState;
use std::hash::BuildHasher;

/// 8 MiB. With a million keys one read in twenty has a false positive; with ten million every read
/// has many.
const FILTER_BITS: u64 = 1 << 26;
const HASH_COUNT: u64 = 6;

/// The maximum number of stored hashes of sorted keys, 8 MiB, for the case that a later key is not
/// sorted. The filter could hold few more.
const MAX_HASHES: usize = 1 << 20;

/// The keys so far.
#[derive(Debug)]
pub(super) struct DuplicateKeyDetector {
    key: Vec<&'static str>,
    state: KeyState,
    hasher: RandomState,
    /// The key of the current row.
    current: Vec<u8>,
}

#[derive(Debug)]
enum KeyState {
    /// All keys are sorted. Contains their hashes, unless there are too many.
    Sorted(MonotonicKeyCheck, Option<Vec<u64>>),
    BloomFilter(Vec<u64>),
    /// A key may be a duplicate.
    MayHaveDuplicates,
}

impl DuplicateKeyDetector {
    /// For rows with these key columns.
    pub(super) fn new(key: Vec<&'static str>) -> Self {
        Self {
            key,
            state: KeyState::Sorted(MonotonicKeyCheck::default(), Some(Vec::new())),
            hasher: RandomState::default(),
            current: Vec::new(),
        }
    }

    /// Adds the accepted rows of a batch.
    pub(super) fn observe_batch(&mut self, rows: &RecordBatch) {
        let accepted = rows
            .column_by_name("accepted")
            .and_then(|column| column.as_boolean_opt());
        let Some(keys) = BatchKeys::from_batch(rows, &self.key) else {
            self.state = KeyState::MayHaveDuplicates;
            return;
        };
        for row in
            (0..rows.num_rows()).filter(|row| accepted.is_none_or(|accepted| accepted.value(*row)))
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

/// Builds the filter from hashes. `None` if two may be equal.
fn build_filter(hashes: Vec<u64>) -> Option<Vec<u64>> {
    let mut filter = vec![0; usize::try_from(FILTER_BITS / 64).unwrap_or_default()];
    hashes
        .into_iter()
        .all(|hash| insert_hash(&mut filter, hash))
        .then_some(filter)
}

/// Adds a hash and returns whether it was new.
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
            Field::new("accepted", DataType::Boolean, false),
        ]);
        let days = keys.iter().map(|(day, ..)| *day).collect::<Vec<_>>();
        let markets = keys
            .iter()
            .map(|(_, market, _)| *market)
            .collect::<Vec<_>>();
        let accepted = keys
            .iter()
            .map(|(.., accepted)| *accepted)
            .collect::<Vec<_>>();
        let columns: Vec<arrow_array::ArrayRef> = vec![
            Arc::new(Date32Array::from(days)),
            Arc::new(StringArray::from(markets)),
            Arc::new(BooleanArray::from(accepted)),
        ];
        RecordBatch::try_new(Arc::new(schema), columns).unwrap()
    }

    #[test]
    fn detects_every_duplicate_key() {
        let mut detector = DuplicateKeyDetector::new(vec!["day", "market"]);
        detector.observe_batch(&sample_rows(&[
            (1, "a", true),
            (1, "b", true),
            (2, "a", true),
            (1, "a", false),
        ]));
        assert!(
            !detector.may_have_duplicates(),
            "a row that does not land repeats nothing"
        );
        detector.observe_batch(&sample_rows(&[(3, "a", true), (1, "b", true)]));
        assert!(detector.may_have_duplicates());
        detector.observe_batch(&sample_rows(&[(4, "a", true)]));
        assert!(detector.may_have_duplicates());
    }

    #[test]
    fn detects_duplicates_in_unsorted_keys() {
        let mut detector = DuplicateKeyDetector::new(vec!["day", "market"]);
        detector.observe_batch(&sample_rows(&[(5, "a", true), (5, "b", true)]));
        detector.observe_batch(&sample_rows(&[
            (5, "b", false),
            (4, "c", true),
            (4, "a", true),
            (5, "aa", true),
        ]));
        detector.observe_batch(&sample_rows(&[(1, "a", true)]));
        assert!(!detector.may_have_duplicates());
        for again in [(5, "a"), (5, "b"), (4, "c"), (4, "a"), (5, "aa"), (1, "a")] {
            let mut detector = DuplicateKeyDetector::new(vec!["day", "market"]);
            detector.observe_batch(&sample_rows(&[(5, "a", true), (5, "b", true)]));
            detector.observe_batch(&sample_rows(&[
                (4, "c", true),
                (4, "a", true),
                (5, "aa", true),
            ]));
            detector.observe_batch(&sample_rows(&[(1, "a", true), (again.0, again.1, true)]));
            assert!(detector.may_have_duplicates(), "{again:?}");
        }
        let mut detector = DuplicateKeyDetector::new(vec!["day", "market"]);
        detector.observe_batch(&sample_rows(&[(5, "a", true)]));
        detector.observe_batch(&sample_rows(&[(5, "a", true)]));
        assert!(
            detector.may_have_duplicates(),
            "the same key again is no ascent"
        );
    }

    #[test]
    fn accepts_any_number_of_sorted_keys() {
        let numbers = |from: i64| {
            let schema = Schema::new(vec![Field::new("number", DataType::Int64, false)]);
            let all = (from..)
                .take(MAX_HASHES / 2 + 1)
                .collect::<arrow_array::Int64Array>();
            RecordBatch::try_new(Arc::new(schema), vec![Arc::new(all)]).unwrap()
        };
        let mut detector = DuplicateKeyDetector::new(vec!["number"]);
        for from in [0, 1_000_000, 2_000_000] {
            detector.observe_batch(&numbers(from));
            assert!(!detector.may_have_duplicates());
        }
        detector.observe_batch(&numbers(10_000_000).slice(0, 1));
        assert!(!detector.may_have_duplicates());
        detector.observe_batch(&numbers(9_000_000).slice(0, 1));
        assert!(
            detector.may_have_duplicates(),
            "of so many nobody knows any more which they were"
        );
    }

    #[test]
    fn has_few_false_positives_in_a_million_keys() {
        let mut seen = vec![0; usize::try_from(FILTER_BITS / 64).unwrap()];
        let hasher = RandomState::default();
        let alarms = (0..1_000_000)
            .filter(|key| !insert_hash(&mut seen, hasher.hash_one(key)))
            .count();
        assert!(alarms < 5, "{alarms}");
    }

    #[test]
    fn assumes_duplicates_for_unsupported_types() {
        let mut detector = DuplicateKeyDetector::new(vec!["accepted"]);
        detector.observe_batch(&sample_rows(&[(1, "a", true)]));
        assert!(detector.may_have_duplicates());
    }
}
