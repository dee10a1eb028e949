//! Finds the organization's names in questions: in full (`2,4-D Amine`), in part (`Hoffman`) or
//! misspelled.
//!
//! Built once per data version and cached. Names are sorted by their stems, so that the names that
//! start with the words of a question are found by binary search, however many share a first word.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::lexicon::shared_lexicon;
use super::spelling::SpellingIndex;
use super::word_splitter::{Word, split_words};
use crate::features::assistant::tool_registry::Category;
use questions::NameTokens;

/// Kind of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    Item,
    Customer,
    Supplier,
    Salesperson,
    Location,
}

/// The organization's names, in any order. If two names differ only in spelling, the alphabetically
/// first one is used.
#[derive(Debug, Clone, Default)]
pub struct NameLists {
    pub items: Vec<String>,
    pub customers: Vec<String>,
    pub suppliers: Vec<String>,
    pub salespeople: Vec<String>,
    pub locations: Vec<String>,
    /// Category by item name, for items in one of the three categories that tools know.
    pub item_categories: HashMap<String, Category>,
}

/// A name of the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CatalogName {
    pub kind: NameKind,
    pub text: Box<str>,
    /// Positions in [`NameCatalog::names_by_distinctive_stem`].
    stems: Box<[u32]>,
}

/// Names, indexed for lookups.
#[derive(Debug, Default)]
pub struct NameCatalog {
    names: Vec<CatalogName>,
    /// Each stem once: names share most of their words.
    stems: HashMap<Box<str>, u32>,
    /// Positions of the names, in the order of their stems.
    sorted_by_stems: Vec<u32>,
    /// Positions of the names by distinctive stem: neither a term of the trade nor shared by many
    /// names. Empty for other stems.
    names_by_distinctive_stem: Vec<Vec<u32>>,
    spelling: SpellingIndex,
    item_categories: HashMap<String, Category>,
}

/// A word of the names.
#[derive(Clone, Copy)]
struct VocabularyWord {
    stem: u32,
    is_distinctive: bool,
}

/// The words of all names, while they are indexed.
#[derive(Default)]
struct Vocabulary {
    words: Vec<VocabularyWord>,
    /// The position of each word.
    positions: HashMap<String, u32>,
}

/// A stem that occurs in more names than this is not distinctive.
const MAX_NAMES_PER_STEM: usize = 12;

impl NameCatalog {
    /// The memory that the catalog takes, roughly.
    pub fn approximate_bytes(&self) -> usize {
        /// What an allocation takes besides its content.
        const ALLOCATION: usize = 16;
        /// What an entry of a map takes besides its content.
        const ENTRY: usize = 40;
        let names = self.names.iter().map(|name| {
            size_of::<CatalogName>()
                + name.text.len()
                + size_of_val(&*name.stems)
                + 2 * ALLOCATION
                + size_of::<u32>()
        });
        let stems = self.stems.keys().map(|stem| stem.len() + ENTRY);
        let distinctive = self
            .names_by_distinctive_stem
            .iter()
            .map(|names| size_of::<Vec<u32>>() + names.capacity() * size_of::<u32>());
        let categories = self.item_categories.keys().map(|item| item.len() + ENTRY);
        names.sum::<usize>()
            + stems.sum::<usize>()
            + distinctive.sum::<usize>()
            + categories.sum::<usize>()
            + self.spelling.approximate_bytes()
    }

    pub fn new(names: NameLists) -> Self {
        let lists = [
            (NameKind::Item, names.items),
            (NameKind::Customer, names.customers),
            (NameKind::Supplier, names.suppliers),
            (NameKind::Salesperson, names.salespeople),
            (NameKind::Location, names.locations),
        ];
        let mut catalog = Self {
            item_categories: names.item_categories,
            ..Self::default()
        };
        let mut vocabulary = Vocabulary::default();
        let mut tokens = NameTokens::default();
        for (kind, mut list) in lists {
            list.sort_unstable();
            let mut seen = HashSet::with_capacity(list.len());
            for text in list {
                let words =
                    tokens.find_words(&text, |token| catalog.add_words(token, &mut vocabulary));
                let words: Vec<VocabularyWord> = words
                    .into_iter()
                    .filter_map(|word| vocabulary.words.get(to_index(word)).copied())
                    .collect();
                let stems: Box<[u32]> = words.iter().map(|word| word.stem).collect();
                if !stems.is_empty() && seen.insert(stems.clone()) {
                    catalog.add_name(kind, text.trim(), stems, &words);
                }
            }
        }
        for names in &mut catalog.names_by_distinctive_stem {
            if names.len() > MAX_NAMES_PER_STEM {
                *names = Vec::new();
            }
        }
        catalog.sort_by_stems();
        let mut words: Vec<&str> = vocabulary.positions.keys().map(String::as_str).collect();
        words.sort_unstable();
        catalog.spelling = SpellingIndex::from_vocabulary(words);
        catalog
    }

    fn add_name(
        &mut self,
        kind: NameKind,
        text: &str,
        stems: Box<[u32]>,
        words: &[VocabularyWord],
    ) {
        let Ok(id) = u32::try_from(self.names.len()) else {
            return;
        };
        for word in words.iter().filter(|word| word.is_distinctive) {
            let names = self
                .names_by_distinctive_stem
                .get_mut(to_index(word.stem))
                .filter(|names| names.len() <= MAX_NAMES_PER_STEM);
            if let Some(names) = names.filter(|names| names.last() != Some(&id)) {
                names.push(id);
            }
        }
        self.names.push(CatalogName {
            kind,
            text: text.into(),
            stems,
        });
    }

    /// The positions of a token's words in the vocabulary.
    fn add_words(&mut self, token: &str, vocabulary: &mut Vocabulary) -> Vec<u32> {
        let words = split_words(token).into_iter();
        words
            .filter_map(|word| {
                if let Some(known) = vocabulary.positions.get(&word.text) {
                    return Some(*known);
                }
                let position = u32::try_from(vocabulary.words.len()).ok()?;
                vocabulary.words.push(VocabularyWord {
                    stem: self.add_stem(&word.stem),
                    is_distinctive: is_distinctive(&word),
                });
                vocabulary.positions.insert(word.text, position);
                Some(position)
            })
            .collect()
    }

    fn add_stem(&mut self, stem: &str) -> u32 {
        if let Some(known) = self.stems.get(stem) {
            return *known;
        }
        let new = u32::try_from(self.names_by_distinctive_stem.len()).unwrap_or(u32::MAX);
        self.names_by_distinctive_stem.push(Vec::new());
        self.stems.insert(stem.into(), new);
        new
    }

    fn sort_by_stems(&mut self) {
        let first_stems = |stems: &[u32]| {
            let at = |index| stems.get(index).map_or(0, |stem| u64::from(*stem) + 1);
            (at(0) << 32) | at(1)
        };
        let names = self.names.iter().map(|name| first_stems(&name.stems));
        // The first two stems decide the order of most names. They are kept beside the positions,
        // because reading them from the names takes longer than comparing them.
        let mut sorted: Vec<(u64, u32)> = names.zip(0..).collect();
        sorted.sort_unstable_by(|(left_stems, left), (right_stems, right)| {
            let by_first = left_stems.cmp(right_stems);
            let by_all = by_first.then_with(|| self.stems_of(*left).cmp(self.stems_of(*right)));
            // Names with the same stems stay in the order of their kinds.
            by_all.then(left.cmp(right))
        });
        self.sorted_by_stems = sorted.into_iter().map(|(_, name)| name).collect();
    }

    fn stems_of(&self, name: u32) -> &[u32] {
        self.names
            .get(to_index(name))
            .map_or(&[], |name| &*name.stems)
    }

    fn stem_of(&self, word: &Word) -> Option<u32> {
        self.stems.get(word.stem.as_str()).copied()
    }

    /// The names that start with the first word, with the first two and so on, as long as there are
    /// any, in the order of their stems, each with the number of words.
    fn find_prefixes(&self, words: &[Word]) -> Vec<(usize, &[u32])> {
        let mut prefixes = Vec::new();
        let mut names: &[u32] = &self.sorted_by_stems;
        for (place, word) in words.iter().enumerate() {
            let Some(stem) = self.stem_of(word) else {
                break;
            };
            let stem_at = |name: &u32| self.stems_of(*name).get(place).copied();
            let start = names.partition_point(|name| stem_at(name) < Some(stem));
            let end = names.partition_point(|name| stem_at(name) <= Some(stem));
            match names.get(Range { start, end }) {
                Some(found) if !found.is_empty() => names = found,
                _ => break,
            }
            prefixes.push((place + 1, names));
        }
        prefixes
    }

    /// Finds the longest full names that `words` start with: one name, or one of each kind with the
    /// same wording. Also returns the number of words.
    pub(super) fn match_full_name(&self, words: &[Word]) -> Option<(usize, Vec<&CatalogName>)> {
        let prefixes = self.find_prefixes(words);
        let (length, found) = prefixes.into_iter().rev().find_map(|(length, names)| {
            // Shorter names come first.
            let found: Vec<&CatalogName> = names
                .iter()
                .map_while(|name| self.names.get(to_index(*name)))
                .take_while(|name| name.stems.len() == length)
                .collect();
            (!found.is_empty()).then_some((length, found))
        })?;
        // A name that is a single term of the trade ("Corn") is read as the term.
        let plain = words
            .first()
            .is_some_and(|word| shared_lexicon().contains_word(word));
        (length > 1 || !plain).then_some((length, found))
    }

    /// Finds the names that contain the distinctive word at the start of `words`, or the words from
    /// there on: `river` finds River Bend Farms and Two Rivers Grain, `river bend` only the former.
    /// Also returns the number of words of the best match.
    pub(super) fn match_partial_name(&self, words: &[Word]) -> Option<(usize, Vec<&CatalogName>)> {
        let first = words.first()?;
        let distinctive = self
            .names_by_distinctive_stem
            .get(to_index(self.stem_of(first)?))
            .filter(|names| !names.is_empty() && is_distinctive(first));
        if let Some(names) = distinctive {
            let mut by_length: BTreeMap<usize, Vec<&CatalogName>> = BTreeMap::new();
            for name in names.iter().filter_map(|id| self.names.get(to_index(*id))) {
                by_length
                    .entry(self.shared_run_length(&name.stems, words))
                    .or_default()
                    .push(name);
            }
            return by_length.pop_last();
        }
        // Two or more words at the start of a name refer to it even if each of them is a term of
        // the trade: "corn seed".
        let prefixes = self.find_prefixes(words);
        for (run, names) in prefixes.into_iter().skip(1).rev() {
            let goes_on = |name: &u32| {
                let next = words.get(run).and_then(|word| self.stem_of(word));
                self.stems_of(*name).get(run).copied() == next
            };
            let mut found: Vec<u32> = names
                .iter()
                .copied()
                .filter(|name| self.stems_of(*name).len() > run && !goes_on(name))
                .collect();
            if !found.is_empty() {
                found.sort_by_key(|name| (Reverse(self.stems_of(*name).len()), *name));
                let found = found.iter().filter_map(|id| self.names.get(to_index(*id)));
                return Some((run, found.collect()));
            }
        }
        None
    }

    /// Number of `words` that occur in the name in this order, from the position of the first one.
    fn shared_run_length(&self, stems: &[u32], words: &[Word]) -> usize {
        let first = words.first().and_then(|word| self.stem_of(word));
        let starts = stems
            .iter()
            .enumerate()
            .filter(|(_, stem)| first == Some(**stem))
            .map(|(position, _)| position);
        starts
            .map(|position| {
                stems
                    .iter()
                    .skip(position)
                    .zip(words)
                    .take_while(|(stem, word)| self.stem_of(word) == Some(**stem))
                    .count()
            })
            .max()
            .unwrap_or(0)
    }

    /// Category of an item, if known.
    pub(super) fn category_of_item(&self, item: &str) -> Option<Category> {
        self.item_categories.get(item).copied()
    }

    /// Names of a kind, in catalog order, for options.
    pub(super) fn names_of_kind(&self, kind: NameKind) -> impl Iterator<Item = &str> {
        self.names
            .iter()
            .filter(move |name| name.kind == kind)
            .map(|name| &*name.text)
    }

    pub(super) fn spelling_index(&self) -> &SpellingIndex {
        &self.spelling
    }
}

/// Generic words of business names: they do not identify a business.
const GENERIC_WORDS: &[&str] = &[
    "acres",
    "acre",
    "brothers",
    "bros",
    "ranch",
    "supply",
    "group",
    "partners",
    "sons",
    "family",
    "services",
    "enterprises",
    "solutions",
    "holdings",
    "inc",
    "llc",
    "ltd",
    "corp",
];

fn is_distinctive(word: &Word) -> bool {
    !GENERIC_WORDS.contains(&word.text.as_str())
        && word.text.chars().count() >= 3
        && !word.text.bytes().all(|byte| byte.is_ascii_digit())
        && !shared_lexicon().contains_word(word)
}

/// A position of 32 bits, which takes less memory where there are many.
fn to_index(position: u32) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn customers(names: &[&str]) -> NameCatalog {
        NameCatalog::new(NameLists {
            customers: names.iter().map(|name| (*name).to_owned()).collect(),
            ..NameLists::default()
        })
    }

    fn texts(found: Option<(usize, Vec<&CatalogName>)>) -> (usize, Vec<&str>) {
        let (words, names) = found.unwrap_or_default();
        (words, names.into_iter().map(|name| &*name.text).collect())
    }

    #[test]
    fn the_longest_full_name_wins() {
        let catalog = customers(&[
            "Prairie View",
            "Prairie View Farms",
            "Prairie View Farms West",
        ]);
        let full = |text: &str| texts(catalog.match_full_name(&split_words(text)));
        assert_eq!(full("Prairie View farm?"), (3, vec!["Prairie View Farms"]));
        assert_eq!(full("prairie view in May"), (2, vec!["Prairie View"]));
        assert_eq!(full("prairie"), (0, vec![]));
        assert_eq!(full("view"), (0, vec![]));
    }

    #[test]
    fn terms_of_the_trade_find_names_that_start_with_two_of_them() {
        let catalog = customers(&["Corn Seed HX 108", "Corn Seed HX", "Corn Seed", "Corn Oil"]);
        let partial = |text: &str| texts(catalog.match_partial_name(&split_words(text)));
        // A name that is there in full is no partial match.
        assert_eq!(partial("corn seed hx"), (3, vec!["Corn Seed HX 108"]));
        assert_eq!(
            partial("corn seed prices"),
            (2, vec!["Corn Seed HX 108", "Corn Seed HX"])
        );
        assert_eq!(partial("corn"), (0, vec![]));
    }

    #[test]
    fn each_of_many_alike_names_is_found() {
        let names: Vec<String> = (0..60_000)
            .map(|number| format!("Farm of the Prairie {number}"))
            .chain(["Farm of the Zuckerman family".to_owned()])
            .collect();
        let catalog = NameCatalog::new(NameLists {
            customers: names,
            ..NameLists::default()
        });
        let words = split_words("farm of the prairie 59999 sales");
        let found = texts(catalog.match_full_name(&words));
        assert_eq!(found, (5, vec!["Farm of the Prairie 59999"]));
        let words = split_words("zuckerman sales");
        let found = texts(catalog.match_partial_name(&words));
        assert_eq!(found, (1, vec!["Farm of the Zuckerman family"]));
        let bytes = catalog.approximate_bytes();
        assert!((6 << 20..16 << 20).contains(&bytes), "{bytes}");
    }
}
