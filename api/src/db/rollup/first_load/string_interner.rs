//! Interns repeated strings as numbers.

use super::FastMap;
use std::sync::Arc;

/// The strings so far, with the number of their first appearance.
#[derive(Debug, Default)]
pub(super) struct StringInterner {
    numbers: FastMap<Arc<str>, u32>,
    all: Vec<Arc<str>>,
    text_bytes: usize,
    /// The last string, which is often also the next.
    last: u32,
}

impl StringInterner {
    pub(super) fn intern(&mut self, word: &str) -> u32 {
        if self
            .all
            .get(self.last as usize)
            .is_some_and(|last| **last == *word)
        {
            return self.last;
        }
        if let Some(number) = self.numbers.get(word) {
            self.last = *number;
            return *number;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let word: Arc<str> = Arc::from(word);
        self.text_bytes += word.len();
        self.all.push(Arc::clone(&word));
        self.numbers.insert(word, number);
        self.last = number;
        number
    }

    /// For columns with few values. `None` if there are more than 256.
    pub(super) fn intern_u8(&mut self, word: &str) -> Option<u8> {
        u8::try_from(self.intern(word)).ok()
    }

    pub(super) fn resolve(&self, number: u32) -> &str {
        self.all.get(number as usize).map_or("", |word| word)
    }

    /// The rank of each string in byte order.
    pub(super) fn sort_ranks(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> =
            (0..u32::try_from(self.all.len()).unwrap_or(u32::MAX)).collect();
        numbers.sort_unstable_by_key(|number| self.resolve(*number));
        let mut positions = vec![0; numbers.len()];
        for (position, number) in (0..).zip(numbers) {
            if let Some(known) = positions.get_mut(number as usize) {
                *known = position;
            }
        }
        positions
    }

    /// An estimate of the memory: characters, counts and entries.
    pub(super) fn estimate_bytes(&self) -> usize {
        self.text_bytes
            + self.all.len() * 16
            + self.all.capacity() * 16
            + self.numbers.capacity() / 7 * 8 * 25
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interns_a_string_once() {
        let mut words = StringInterner::default();
        assert_eq!(
            ["urea", "dap", "dap", "urea", "urea", "", ""].map(|word| words.intern(word)),
            [0, 1, 1, 0, 0, 2, 2]
        );
        assert_eq!(words.intern_u8("dap"), Some(1));
        assert_eq!(words.resolve(1), "dap");
        assert_eq!(words.sort_ranks(), [2, 1, 0]);
    }
}
