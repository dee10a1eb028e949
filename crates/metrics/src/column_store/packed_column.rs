//! Numbers of a chunk in as few bytes as they need.

use serde::{Deserialize, Serialize};

/// In place of a value that a row does not have. No column has this value.
pub(crate) const MISSING: i64 = i64::MIN;

/// Values as `base + factor x stored`, where the stored numbers are small. Missing values are stored
/// as 0, and the others then start at 1.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PackedColumn {
    base: i64,
    factor: i64,
    has_missing: bool,
    stored: Stored,
}

#[derive(Debug, Serialize, Deserialize)]
enum Stored {
    /// All rows have 0.
    Zeros,
    Bytes(Box<[u8]>),
    Words(Box<[u16]>),
    DoubleWords(Box<[u32]>),
    /// The values themselves.
    Values(Box<[i64]>),
}

fn greatest_common_divisor(mut left: u64, mut right: u64) -> u64 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// Converts all numbers to a narrower type; none if one does not fit.
fn narrow<T: TryFrom<u64>>(numbers: &[u64]) -> Option<Box<[T]>> {
    let narrowed = numbers.iter().map(|number| T::try_from(*number).ok());
    narrowed.collect()
}

impl PackedColumn {
    pub(super) fn pack(values: &[i64]) -> Self {
        Self::pack_small(values).unwrap_or_else(|| Self {
            base: 0,
            factor: 1,
            has_missing: false,
            stored: Stored::Values(values.into()),
        })
    }

    fn pack_small(values: &[i64]) -> Option<Self> {
        let present = || values.iter().copied().filter(|value| *value != MISSING);
        let base = present().min().unwrap_or(0);
        let mut factor = 0;
        for value in present() {
            let offset = value.checked_sub(base)?.unsigned_abs();
            // Most numbers are whole cents or units, so this soon stays the same.
            if factor == 0 || offset % factor != 0 {
                factor = greatest_common_divisor(factor, offset);
            }
        }
        let factor = factor.max(1);
        let has_missing = values.contains(&MISSING);
        let numbers: Vec<u64> = values
            .iter()
            .map(|value| match *value {
                MISSING => 0,
                value => value.abs_diff(base) / factor + u64::from(has_missing),
            })
            .collect();
        let stored = if numbers.iter().all(|number| *number == 0) {
            Stored::Zeros
        } else {
            narrow(&numbers)
                .map(Stored::Bytes)
                .or_else(|| narrow(&numbers).map(Stored::Words))
                .or_else(|| narrow(&numbers).map(Stored::DoubleWords))?
        };
        Some(Self {
            base,
            factor: i64::try_from(factor).ok()?,
            has_missing,
            stored,
        })
    }

    /// The bytes of the stored numbers.
    pub(super) fn bytes(&self) -> usize {
        match &self.stored {
            Stored::Zeros => 0,
            Stored::Bytes(bytes) => bytes.len(),
            Stored::Words(words) => 2 * words.len(),
            Stored::DoubleWords(words) => 4 * words.len(),
            Stored::Values(values) => 8 * values.len(),
        }
    }

    /// The values of some rows.
    pub(super) fn gather(&self, rows: &[u16]) -> Vec<i64> {
        match &self.stored {
            Stored::Zeros => vec![self.unpack(0); rows.len()],
            Stored::Bytes(bytes) => self.gather_stored(bytes, rows),
            Stored::Words(words) => self.gather_stored(words, rows),
            Stored::DoubleWords(words) => self.gather_stored(words, rows),
            Stored::Values(values) => rows
                .iter()
                .map(|row| values.get(usize::from(*row)).copied().unwrap_or(MISSING))
                .collect(),
        }
    }

    fn gather_stored<T: Copy + Into<i64>>(&self, stored: &[T], rows: &[u16]) -> Vec<i64> {
        let unpack = |row: &u16| match stored.get(usize::from(*row)) {
            Some(number) => self.unpack((*number).into()),
            None => MISSING,
        };
        rows.iter().map(unpack).collect()
    }

    fn unpack(&self, number: i64) -> i64 {
        if !self.has_missing {
            self.base + number * self.factor
        } else if number == 0 {
            MISSING
        } else {
            self.base + (number - 1) * self.factor
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all_rows(values: &[i64]) -> Vec<u16> {
        (0..values.len())
            .map(|row| u16::try_from(row).unwrap())
            .collect()
    }

    #[test]
    fn whole_numbers_with_decimals_take_a_byte() {
        let cents = PackedColumn::pack(&[19_990_000, 20_000_000, 25_000_000, MISSING]);
        assert!(matches!(cents.stored, Stored::Words(_)));
        let units = PackedColumn::pack(&[10_000, 2_500_000, -30_000]);
        assert!(matches!(units.stored, Stored::Bytes(_)));
        assert_eq!(PackedColumn::pack(&[7; 100]).bytes(), 0);
        assert_eq!(PackedColumn::pack(&[MISSING; 100]).gather(&[3]), [MISSING]);
        assert_eq!(PackedColumn::pack(&[]).bytes(), 0);
    }

    proptest! {
        #[test]
        fn every_value_comes_back(
            values in prop::collection::vec(
                prop_oneof![
                    Just(MISSING), -5_i64..5, any::<i32>().prop_map(i64::from),
                    (-9_i64..9).prop_map(|value| value * 1_000_000_007), any::<i64>(),
                ],
                0..60,
            ),
        ) {
            let rows = all_rows(&values);
            prop_assert_eq!(PackedColumn::pack(&values).gather(&rows), values);
        }
    }
}
