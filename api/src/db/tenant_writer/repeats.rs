//! Whether any staged rows may share a key, told without keeping the keys. Where it says no, the
//! database need not compare every row with every other; where it says maybe, the database looks.
//!
//! Keys that come as [`Ascent`] has them repeat nothing, however many. From the first one on that
//! does not, a Bloom filter tells (Bloom, "Space/time trade-offs in hash coding with allowable
//! errors", 1970).

use super::ascent::{Ascent, Keys};
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use foldhash::quality::RandomState;
use std::hash::BuildHasher;

/// 8 MiB. A million keys leave a false alarm in one read of twenty, ten million many in every read.
const BITS: u64 = 1 << 26;
const PLACES: u64 = 6;

/// Of so many ascending keys the hashes are kept, 8 MiB, in case the next one does not ascend: the
/// filter could hold few more.
const MOST_HASHES: usize = 1 << 20;

/// The keys so far.
#[derive(Debug)]
pub(super) struct Repeats {
    key: &'static [&'static str],
    seen: Seen,
    hasher: RandomState,
    /// The key of the row that is looked at.
    current: Vec<u8>,
}

#[derive(Debug)]
enum Seen {
    /// All of them ascend; with their hashes, unless they are too many.
    Ascending(Ascent, Option<Vec<u64>>),
    Filtered(Vec<u64>),
    /// One may have come twice.
    Repeated,
}

impl Repeats {
    /// For rows with this key.
    pub(super) fn of(key: &'static [&'static str]) -> Self {
        Self {
            key,
            seen: Seen::Ascending(Ascent::default(), Some(Vec::new())),
            hasher: RandomState::default(),
            current: Vec::new(),
        }
    }

    /// Looks at the rows of a batch that land.
    pub(super) fn look_at(&mut self, rows: &RecordBatch) {
        let landed = rows
            .column_by_name("landed")
            .and_then(|column| column.as_boolean_opt());
        let Some(keys) = Keys::of(rows, self.key) else {
            self.seen = Seen::Repeated;
            return;
        };
        for row in (0..rows.num_rows()).filter(|row| landed.is_none_or(|landed| landed.value(*row)))
        {
            keys.write(row, &mut self.current);
            let hash = self.hasher.hash_one(&self.current);
            match &mut self.seen {
                Seen::Ascending(ascent, hashes) => {
                    let ascends = ascent.takes(keys.beginning(row), &mut self.current);
                    match hashes {
                        Some(all) if all.len() < MOST_HASHES => all.push(hash),
                        _ => *hashes = None,
                    }
                    if !ascends {
                        self.seen = hashes
                            .take()
                            .and_then(filtered)
                            .map_or(Seen::Repeated, Seen::Filtered);
                    }
                }
                Seen::Filtered(filter) => {
                    if !add(filter, hash) {
                        self.seen = Seen::Repeated;
                    }
                }
                Seen::Repeated => return,
            }
        }
    }

    /// Whether two rows may have the same key.
    pub(super) fn possible(&self) -> bool {
        matches!(self.seen, Seen::Repeated)
    }
}

/// A filter that has seen keys with these hashes; `None` where two may be the same.
fn filtered(hashes: Vec<u64>) -> Option<Vec<u64>> {
    let mut filter = vec![0; usize::try_from(BITS / 64).unwrap_or_default()];
    hashes
        .into_iter()
        .all(|hash| add(&mut filter, hash))
        .then_some(filter)
}

/// Whether the hash was not there yet.
fn add(seen: &mut [u64], hash: u64) -> bool {
    let (first, step) = (hash >> 32, (hash & 0xffff_ffff) | 1);
    let mut new = false;
    for turn in 0..PLACES {
        let bit = (first
            .wrapping_add(turn.wrapping_mul(step))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            >> 7)
            % BITS;
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

    fn rows(keys: &[(i32, &str, bool)]) -> RecordBatch {
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
        let mut repeats = Repeats::of(&["day", "market"]);
        repeats.look_at(&rows(&[
            (1, "a", true),
            (1, "b", true),
            (2, "a", true),
            (1, "a", false),
        ]));
        assert!(
            !repeats.possible(),
            "a row that does not land repeats nothing"
        );
        repeats.look_at(&rows(&[(3, "a", true), (1, "b", true)]));
        assert!(repeats.possible());
        repeats.look_at(&rows(&[(4, "a", true)]));
        assert!(repeats.possible());
    }

    #[test]
    fn keys_in_any_order_repeat_only_where_one_comes_again() {
        let mut repeats = Repeats::of(&["day", "market"]);
        repeats.look_at(&rows(&[(5, "a", true), (5, "b", true)]));
        repeats.look_at(&rows(&[
            (5, "b", false),
            (4, "c", true),
            (4, "a", true),
            (5, "aa", true),
        ]));
        repeats.look_at(&rows(&[(1, "a", true)]));
        assert!(!repeats.possible());
        for again in [(5, "a"), (5, "b"), (4, "c"), (4, "a"), (5, "aa"), (1, "a")] {
            let mut repeats = Repeats::of(&["day", "market"]);
            repeats.look_at(&rows(&[(5, "a", true), (5, "b", true)]));
            repeats.look_at(&rows(&[(4, "c", true), (4, "a", true), (5, "aa", true)]));
            repeats.look_at(&rows(&[(1, "a", true), (again.0, again.1, true)]));
            assert!(repeats.possible(), "{again:?}");
        }
        let mut repeats = Repeats::of(&["day", "market"]);
        repeats.look_at(&rows(&[(5, "a", true)]));
        repeats.look_at(&rows(&[(5, "a", true)]));
        assert!(repeats.possible(), "the same key again is no ascent");
    }

    #[test]
    fn keys_in_order_repeat_nothing_however_many() {
        let numbers = |from: i64| {
            let schema = Schema::new(vec![Field::new("number", DataType::Int64, false)]);
            let all = (from..)
                .take(MOST_HASHES / 2 + 1)
                .collect::<arrow_array::Int64Array>();
            RecordBatch::try_new(Arc::new(schema), vec![Arc::new(all)]).unwrap()
        };
        let mut repeats = Repeats::of(&["number"]);
        for from in [0, 1_000_000, 2_000_000] {
            repeats.look_at(&numbers(from));
            assert!(!repeats.possible());
        }
        repeats.look_at(&numbers(10_000_000).slice(0, 1));
        assert!(!repeats.possible());
        repeats.look_at(&numbers(9_000_000).slice(0, 1));
        assert!(
            repeats.possible(),
            "of so many nobody knows any more which they were"
        );
    }

    #[test]
    fn a_million_keys_do_not_look_alike() {
        let mut seen = vec![0; usize::try_from(BITS / 64).unwrap()];
        let hasher = RandomState::default();
        let alarms = (0..1_000_000)
            .filter(|key| !add(&mut seen, hasher.hash_one(key)))
            .count();
        assert!(alarms < 5, "{alarms}");
    }

    #[test]
    fn a_key_of_an_unknown_kind_may_always_repeat() {
        let mut repeats = Repeats::of(&["landed"]);
        repeats.look_at(&rows(&[(1, "a", true)]));
        assert!(repeats.possible());
    }
}
