//! Whether any staged rows may share a key, told without keeping the keys: a Bloom filter (Bloom, "Space/time trade-offs in hash coding with allowable
//! errors", 1970). Where it says no, the database need not compare every row with every other; where it says maybe, the database looks.

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int64Type};
use arrow_array::{Array, PrimitiveArray, RecordBatch, StringArray};
use arrow_schema::DataType;
use foldhash::quality::RandomState;
use std::hash::{BuildHasher, Hash, Hasher};

/// 8 MiB. A million keys leave a false alarm in one read of twenty, ten million many in every read.
const BITS: u64 = 1 << 26;
const PLACES: u64 = 6;

/// The keys so far.
#[derive(Debug)]
pub(super) struct Repeats {
    key: &'static [&'static str],
    /// None once a key may have come twice.
    seen: Option<Vec<u64>>,
    hasher: RandomState,
}

impl Repeats {
    /// For rows with this key.
    pub(super) fn of(key: &'static [&'static str]) -> Self {
        Self { key, seen: Some(Vec::new()), hasher: RandomState::default() }
    }

    /// Looks at the rows of a batch that land.
    pub(super) fn look_at(&mut self, rows: &RecordBatch) {
        let Some(mut seen) = self.seen.take() else { return };
        if seen.is_empty() {
            seen = vec![0; usize::try_from(BITS / 64).unwrap_or_default()];
        }
        let landed = rows.column_by_name("landed").and_then(|column| column.as_boolean_opt());
        let lands = |row: usize| landed.is_none_or(|landed| landed.value(row));
        let Some(key) = self.key.iter().map(|name| KeyColumn::of(rows, name)).collect::<Option<Vec<_>>>() else { return };
        if (0..rows.num_rows()).filter(|row| lands(*row)).all(|row| add(&mut seen, self.hash(&key, row))) {
            self.seen = Some(seen);
        }
    }

    /// Whether two rows may have the same key.
    pub(super) fn possible(&self) -> bool {
        self.seen.is_none()
    }

    fn hash(&self, key: &[KeyColumn<'_>], row: usize) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        for column in key {
            match column {
                KeyColumn::Text(column) => column.value(row).hash(&mut hasher),
                KeyColumn::Day(column) => column.value(row).hash(&mut hasher),
                KeyColumn::Number(column) => column.value(row).hash(&mut hasher),
            }
        }
        hasher.finish()
    }
}

/// A column of the key.
enum KeyColumn<'a> {
    Text(&'a StringArray),
    Day(&'a PrimitiveArray<Date32Type>),
    Number(&'a PrimitiveArray<Int64Type>),
}

impl<'a> KeyColumn<'a> {
    /// `None` where it is of a kind that is not known here: then anything is possible.
    fn of(rows: &'a RecordBatch, name: &str) -> Option<Self> {
        let column = rows.column_by_name(name)?;
        match column.data_type() {
            DataType::Utf8 => column.as_string_opt().map(Self::Text),
            DataType::Date32 => column.as_primitive_opt().map(Self::Day),
            DataType::Int64 => column.as_primitive_opt().map(Self::Number),
            _ => None,
        }
    }
}

/// Whether the hash was not there yet.
fn add(seen: &mut [u64], hash: u64) -> bool {
    let (first, step) = (hash >> 32, (hash & 0xffff_ffff) | 1);
    let mut new = false;
    for turn in 0..PLACES {
        let bit = (first.wrapping_add(turn.wrapping_mul(step)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7) % BITS;
        if let Some(word) = usize::try_from(bit / 64).ok().and_then(|at| seen.get_mut(at)) {
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
    use arrow_schema::{Field, Schema};
    use std::sync::Arc;

    fn rows(keys: &[(i32, &str, bool)]) -> RecordBatch {
        let schema = Schema::new(vec![
            Field::new("day", DataType::Date32, false),
            Field::new("market", DataType::Utf8, false),
            Field::new("landed", DataType::Boolean, false),
        ]);
        let days = keys.iter().map(|(day, ..)| *day).collect::<Vec<_>>();
        let markets = keys.iter().map(|(_, market, _)| *market).collect::<Vec<_>>();
        let landed = keys.iter().map(|(.., landed)| *landed).collect::<Vec<_>>();
        let columns: Vec<arrow_array::ArrayRef> =
            vec![Arc::new(Date32Array::from(days)), Arc::new(StringArray::from(markets)), Arc::new(BooleanArray::from(landed))];
        RecordBatch::try_new(Arc::new(schema), columns).unwrap()
    }

    #[test]
    fn a_key_that_comes_again_is_always_noticed() {
        let mut repeats = Repeats::of(&["day", "market"]);
        repeats.look_at(&rows(&[(1, "a", true), (1, "b", true), (2, "a", true), (1, "a", false)]));
        assert!(!repeats.possible(), "a row that does not land repeats nothing");
        repeats.look_at(&rows(&[(3, "a", true), (1, "b", true)]));
        assert!(repeats.possible());
        repeats.look_at(&rows(&[(4, "a", true)]));
        assert!(repeats.possible());
    }

    #[test]
    fn a_million_keys_do_not_look_alike() {
        let mut seen = vec![0; usize::try_from(BITS / 64).unwrap()];
        let hasher = RandomState::default();
        let alarms = (0..1_000_000).filter(|key| !add(&mut seen, hasher.hash_one(key))).count();
        assert!(alarms < 5, "{alarms}");
    }

    #[test]
    fn a_key_of_an_unknown_kind_may_always_repeat() {
        let mut repeats = Repeats::of(&["landed"]);
        repeats.look_at(&rows(&[(1, "a", true)]));
        assert!(repeats.possible());
    }
}
