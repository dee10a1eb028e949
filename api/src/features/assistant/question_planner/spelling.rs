//! Corrects misspelled words with a deletion index: two words at an edit distance of 1 have a
//! common form after one deletion each (Garbe's symmetric delete algorithm), so that no word is
//! compared with the whole vocabulary.

use std::hash::{DefaultHasher, Hasher};
use std::sync::LazyLock;

use super::lexicon::shared_lexicon;
use questions::is_common_word;

/// Longer words are pasted text, not misspellings.
const MAX_WORD_LEN: usize = 24;

/// Words that misspellings can be corrected to.
#[derive(Debug, Default)]
pub(super) struct SpellingIndex {
    words: Vec<Box<str>>,
    /// Hashes of the deletion variants with the positions of their words, sorted. Words whose variants
    /// have the same hash by chance are told apart by their edit distance.
    by_deletion: Vec<(u32, u32)>,
}

impl SpellingIndex {
    /// The memory that the index takes, roughly.
    pub(super) fn approximate_bytes(&self) -> usize {
        /// What an allocation takes besides its content.
        const ALLOCATION: usize = 16;
        let words = self.words.iter();
        words
            .map(|word| word.len() + size_of::<Box<str>>() + ALLOCATION)
            .sum::<usize>()
            + size_of_val(&*self.by_deletion)
    }

    /// Builds the index. Earlier words win at equal cost.
    pub(super) fn from_vocabulary<'a>(vocabulary: impl IntoIterator<Item = &'a str>) -> Self {
        let mut spelling = Self::default();
        for word in vocabulary.into_iter().filter(|word| is_correctable(word)) {
            let Ok(id) = u32::try_from(spelling.words.len()) else {
                break;
            };
            spelling.words.push(word.into());
            let variants = hash_deletion_variants(word).into_iter();
            spelling.by_deletion.extend(variants.map(|hash| (hash, id)));
        }
        spelling.by_deletion.sort_unstable();
        spelling.by_deletion.shrink_to_fit();
        spelling
    }

    /// The positions of the words with a deletion variant of this hash.
    fn find_variants(&self, hash: u32) -> impl Iterator<Item = u32> {
        let start = self.by_deletion.partition_point(|(other, _)| *other < hash);
        self.by_deletion
            .iter()
            .skip(start)
            .take_while(move |(other, _)| *other == hash)
            .map(|(_, id)| *id)
    }

    /// Finds the nearest word within the edit distance that both words allow, and its cost; `variants`
    /// are the hashes of the deletion variants of `word`.
    fn find_nearest(&self, word: &str, variants: &[u32]) -> Option<(u32, &str)> {
        let mut best: Option<(u32, u32, &str)> = None;
        for hash in variants {
            for id in self.find_variants(*hash) {
                let Some(candidate) = usize::try_from(id).ok().and_then(|id| self.words.get(id))
                else {
                    continue;
                };
                let edits = edit_distance(word, candidate);
                // Errors in the first letter are rare. Omitted, doubled and swapped letters are
                // more common than wrong ones.
                let first = u32::from(word.chars().next() != candidate.chars().next());
                let cost = edits * 4 + first * 2
                    - if edits > 0 && is_anagram(word, candidate) {
                        2
                    } else {
                        u32::from(word.len() != candidate.len())
                    };
                // Words of three letters are corrected only if their letters are swapped. A short
                // word with another first letter, or a word with two replaced letters, is a
                // different word.
                let respelled = is_anagram(word, candidate);
                let guessed = edits > 0
                    && !respelled
                    && (word.len() == 3
                        || (first > 0 && word.len() < 6)
                        || (edits > 1 && word.len() == candidate.len()));
                if !guessed
                    && edits <= max_edits_for(word).min(max_edits_for(candidate))
                    && best.is_none_or(|(best_cost, first, _)| (cost, id) < (best_cost, first))
                {
                    best = Some((cost, id, candidate));
                }
            }
        }
        best.map(|(cost, _, candidate)| (cost, candidate))
    }
}

/// Finds the correction of an unknown word: a name of the organization, a term of the trade or a
/// filler. Other English words are never corrected ("maple" is not "male"), so that other people's
/// names stay unknown. A capitalized word is corrected to names only.
pub(super) fn correct_word<'a>(
    word: &str,
    capital: bool,
    names: &'a SpellingIndex,
) -> Option<&'a str> {
    if !is_correctable(word) || is_common_word(word) {
        return None;
    }
    let variants = hash_deletion_variants(word);
    let (trade, small) = if capital {
        (None, None)
    } else {
        (
            TRADE_SPELLINGS.find_nearest(word, &variants),
            FILLER_SPELLINGS.find_nearest(word, &variants),
        )
    };
    let candidates = [names.find_nearest(word, &variants), trade, small];
    let nearest = candidates
        .into_iter()
        .flatten()
        .min_by_key(|(cost, _)| *cost)
        .map(|(_, candidate)| candidate);
    // A word that occurs in the vocabulary only as part of a longer wording is spelled right.
    nearest.filter(|candidate| *candidate != word)
}

static TRADE_SPELLINGS: LazyLock<SpellingIndex> = LazyLock::new(|| {
    let months = "january february april june july august september october november december \
        month months quarter year years week weeks today yesterday last";
    SpellingIndex::from_vocabulary(
        shared_lexicon()
            .trade_words()
            .chain(months.split_ascii_whitespace()),
    )
});
static FILLER_SPELLINGS: LazyLock<SpellingIndex> =
    LazyLock::new(|| SpellingIndex::from_vocabulary(shared_lexicon().filler_words()));

fn is_correctable(word: &str) -> bool {
    (3..=MAX_WORD_LEN).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Maximum edit distance for a word of this length.
fn max_edits_for(word: &str) -> u32 {
    match word.len() {
        0..=2 => 0,
        3..=6 => 1,
        _ => 2,
    }
}

/// Hashes of the word and of its variants with as many letters deleted as a word of its length may have
/// errors, each once.
fn hash_deletion_variants(word: &str) -> Vec<u32> {
    let edits = max_edits_for(word);
    let mut hashes = vec![hash_without(word, None, None)];
    for first in (0..word.len()).filter(|_| edits > 0) {
        hashes.push(hash_without(word, Some(first), None));
        for second in (first + 1..word.len()).filter(|_| edits > 1) {
            hashes.push(hash_without(word, Some(first), Some(second)));
        }
    }
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

/// The hash of the word's bytes, but for those at two positions.
fn hash_without(word: &str, first: Option<usize>, second: Option<usize>) -> u32 {
    let mut hasher = DefaultHasher::new();
    for (position, byte) in word.bytes().enumerate() {
        if Some(position) != first && Some(position) != second {
            hasher.write_u8(byte);
        }
    }
    // The lower half: entries take half as much memory.
    let [a, b, c, d, ..] = hasher.finish().to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

fn is_anagram(left: &str, right: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<u8> = word.bytes().collect();
        letters.sort_unstable();
        letters
    };
    left.len() == right.len() && sorted(left) == sorted(right)
}

/// Edit distance with swaps of adjacent letters (optimal string alignment).
fn edit_distance(left: &str, right: &str) -> u32 {
    let right: Vec<u8> = right.bytes().collect();
    let mut before_last: Vec<u32> = Vec::new();
    let mut last: Vec<u32> = (0..=u32::try_from(right.len()).unwrap_or(u32::MAX)).collect();
    let mut previous = 0_u8;
    for (row, letter) in (1_u32..).zip(left.bytes()) {
        let mut current = vec![row];
        let mut other_before = 0_u8;
        for (column, &other) in right.iter().enumerate() {
            let cell =
                |line: &[u32], position: usize| line.get(position).copied().unwrap_or(u32::MAX / 2);
            let mut edits = (cell(&last, column) + u32::from(letter != other))
                .min(cell(&last, column + 1) + 1)
                .min(cell(&current, column) + 1);
            if column > 0 && row > 1 && letter == other_before && previous == other {
                edits = edits.min(cell(&before_last, column - 1) + 1);
            }
            current.push(edits);
            other_before = other;
        }
        before_last = std::mem::replace(&mut last, current);
        previous = letter;
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn correct(word: &str) -> Option<String> {
        correct_word(
            word,
            false,
            &SpellingIndex::from_vocabulary(["northfield", "potash", "delta"]),
        )
        .map(str::to_owned)
    }

    #[test]
    fn corrects_misspellings() {
        for (typed, meant) in [
            ("prodcuts", "products"),
            ("revnue", "revenue"),
            ("mounth", "month"),
            ("tredn", "trend"),
            ("northfeild", "northfield"),
            ("tiem", "time"),
            ("tpo", "top"),
            ("whaet", "wheat"),
        ] {
            assert_eq!(correct(typed).as_deref(), Some(meant));
        }
    }

    #[test]
    fn does_not_correct_other_words() {
        for word in [
            "repeat", "delete", "thin", "maple", "ridge", "corteva", "invented", "plow", "xqzzk",
            "héctor", "a", "products",
        ] {
            assert_eq!(correct(word), None, "{word}");
        }
        assert_eq!(
            correct_word("deltta", true, &SpellingIndex::from_vocabulary(["delta"])),
            Some("delta"),
            "a capital leaves names"
        );
        assert_eq!(
            correct_word("prodcuts", true, &SpellingIndex::default()),
            None
        );
    }

    #[test]
    fn counts_a_swap_as_one_edit() {
        for (left, right, edits) in [
            ("stock", "stock", 0),
            ("stok", "stock", 1),
            ("tredn", "trend", 1),
            ("abcdef", "badcfe", 3),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(edit_distance(left, right), edits, "{left} {right}");
        }
    }
}
