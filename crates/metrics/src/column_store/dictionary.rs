//! Texts by number.

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use serde::{Deserialize, Serialize};
use std::hash::BuildHasher;

/// Texts without duplicates, numbered from 1 in the order in which they were added. The number 0
/// stands for no text.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Dictionary {
    /// All texts one after the other.
    joined: String,
    /// Where each text ends.
    ends: Vec<usize>,
}

/// A [`Dictionary`] that is being filled.
#[derive(Debug, Default)]
pub(super) struct DictionaryBuilder {
    texts: Dictionary,
    codes: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Dictionary {
    /// The number of texts.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The text with a number; none for 0.
    pub(crate) fn text(&self, code: u32) -> Option<&str> {
        let place = usize::try_from(code).ok()?.checked_sub(1)?;
        let start = match place.checked_sub(1) {
            Some(before) => *self.ends.get(before)?,
            None => 0,
        };
        self.joined.get(start..*self.ends.get(place)?)
    }

    /// No text, then each text, so that places are numbers.
    pub(crate) fn texts(&self) -> impl Iterator<Item = Option<&str>> {
        let texts = (1..=self.ends.len()).map(|code| self.text(u32::try_from(code).ok()?));
        std::iter::once(None).chain(texts)
    }

    pub(super) fn bytes(&self) -> usize {
        self.joined.len() + self.ends.len() * size_of::<usize>()
    }
}

impl DictionaryBuilder {
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn text(&self, code: u32) -> Option<&str> {
        self.texts.text(code)
    }

    /// The number of a text, which is added if it is new.
    pub(super) fn code(&mut self, text: &str) -> u32 {
        let Self {
            texts,
            codes,
            hasher,
        } = self;
        let is_same = |code: &u32| texts.text(*code) == Some(text);
        let rehash = |code: &u32| hasher.hash_one(texts.text(*code).unwrap_or_default());
        let vacant = match codes.entry(hasher.hash_one(text), is_same, rehash) {
            Entry::Occupied(known) => return *known.get(),
            Entry::Vacant(vacant) => vacant,
        };
        let code = u32::try_from(texts.ends.len() + 1).unwrap_or(u32::MAX);
        vacant.insert(code);
        texts.joined.push_str(text);
        texts.ends.push(texts.joined.len());
        code
    }

    /// The memory while it is filled.
    pub(super) fn bytes(&self) -> usize {
        self.texts.bytes() + self.codes.capacity() * size_of::<u64>()
    }

    pub(super) fn finish(mut self) -> Dictionary {
        self.texts.joined.shrink_to_fit();
        self.texts.ends.shrink_to_fit();
        self.texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_texts_once() {
        let mut builder = DictionaryBuilder::default();
        let codes: Vec<u32> = ["bag", "", "gal", "bag", ""]
            .map(|text| builder.code(text))
            .to_vec();
        assert_eq!(codes, [1, 2, 3, 1, 2]);
        let texts = builder.finish();
        assert_eq!(texts.text(0), None);
        assert_eq!(texts.text(2), Some(""));
        assert_eq!(texts.text(4), None);
        let all: Vec<Option<&str>> = texts.texts().collect();
        assert_eq!(all, [None, Some("bag"), Some(""), Some("gal")]);
    }
}
