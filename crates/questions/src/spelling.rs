//! Corrects misspelled words that neither the lexicon nor the organization's names know.

use crate::lexicon::shared_lexicon;
use crate::members::MemberCatalog;
use std::collections::HashSet;
use std::sync::LazyLock;

static COMMON_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let words = include_str!("../data/common_words.txt");
    words.split_ascii_whitespace().collect()
});

/// Whether it is an everyday English word in lower case, which is never corrected to a similar word of
/// the trade: "repeat" is not "report".
pub fn is_common_word(word: &str) -> bool {
    COMMON_WORDS.contains(word)
}

/// The correction of a word: the one known word that is closest, if it is close enough. A word that is
/// written like a name is only corrected to a word of a name.
pub(crate) fn correct_word(word: &str, catalog: &MemberCatalog, is_name: bool) -> Option<String> {
    if is_common_word(word) {
        return None;
    }
    let length = word.chars().count();
    let max_distance = match length {
        0..=2 => return None,
        3..=6 => 1,
        _ => 2,
    };
    let mut best: Option<(usize, usize, &str)> = None;
    let mut is_tied = false;
    let known = shared_lexicon()
        .vocabulary()
        .filter(|_| !is_name)
        .map(|word| (0, word))
        .chain(catalog.vocabulary().map(|word| (1, word)));
    for (rank, candidate) in known {
        let other = candidate.chars().count();
        if other.abs_diff(length) > max_distance || other < 3 {
            continue;
        }
        // In a short word a letter is missing, or two are swapped.
        let is_short_of = other > length && is_subsequence(word, candidate);
        if length <= 4 && !is_short_of && !(length == 4 && is_swapped(word, candidate)) {
            continue;
        }
        let Some(distance) = edit_distance(word, candidate, max_distance) else {
            continue;
        };
        let first_differs = usize::from(word.chars().next() != candidate.chars().next());
        let score = distance * 2 + first_differs;
        match best {
            Some((known, _, _)) if known < score => {}
            Some((known, known_rank, same)) if known == score => {
                if same != candidate && known_rank == rank {
                    is_tied = true;
                }
            }
            _ => {
                best = Some((score, rank, candidate));
                is_tied = false;
            }
        }
    }
    best.filter(|_| !is_tied)
        .map(|(_, _, candidate)| candidate.to_owned())
}

fn is_swapped(word: &str, other: &str) -> bool {
    let sorted = |text: &str| {
        let mut chars: Vec<char> = text.chars().collect();
        chars.sort_unstable();
        chars
    };
    sorted(word) == sorted(other)
}

fn is_subsequence(word: &str, of: &str) -> bool {
    let mut rest = of.chars();
    word.chars().all(|c| rest.any(|other| other == c))
}

/// Insertions, deletions, substitutions and swaps of neighbors; none above `max`.
fn edit_distance(a: &str, b: &str, max: usize) -> Option<usize> {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at =
                |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX / 2);
            let mut cost = (at(&row, j) + usize::from(x != y))
                .min(at(&row, j + 1) + 1)
                .min(at(&next, j) + 1);
            let swapped = i > 0
                && j > 0
                && a.get(i - 1) == Some(y)
                && b.get(j - 1) == Some(x)
                && !before.is_empty();
            if swapped {
                cost = cost.min(at(&before, j - 1) + 1);
            }
            next.push(cost);
        }
        if next.iter().min().is_some_and(|least| *least > max) {
            return None;
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().filter(|distance| *distance <= max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrects_near_words_only() {
        let catalog =
            MemberCatalog::new([("item".to_owned(), vec!["Glufosinate 280 SL".to_owned()])]);
        let correct = |word: &str| correct_word(word, &catalog, false);
        assert_eq!(correct("glufosnate").as_deref(), Some("glufosinate"));
        assert_eq!(correct("revnue").as_deref(), Some("revenue"));
        assert_eq!(correct("sed").as_deref(), Some("seed"));
        assert_eq!(correct("undr").as_deref(), Some("under"));
        assert_eq!(correct("ebitda"), None);
        // Not "allocated" and not "late".
        assert_eq!(correct("located"), None);
        assert_eq!(correct("later"), None);
        assert_eq!(correct_word("revnue", &catalog, true), None);
    }
}
