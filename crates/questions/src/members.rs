//! The organization's members: names of items, customers, states and others, in full or in part.

use crate::lexicon::{Meaning, shared_lexicon};
use crate::name_tokens::NameTokens;
use crate::words::{Word, split_words};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Dimensions whose members questions can name, in order of preference.
pub const NAMED_DIMENSIONS: [&str; 13] = [
    "category",
    "item_class",
    "location",
    "supplier",
    "brand",
    "salesperson",
    "state",
    "county",
    "customer",
    "item",
    "crop",
    "commodity",
    "market",
];

/// A partial name of more customers than this does not identify one.
const MAX_PARTIAL_CUSTOMERS: usize = 4;

#[derive(Debug)]
struct Member {
    dimension: usize,
    name: Box<str>,
    /// Positions in [`MemberCatalog::members_by_stem`].
    stems: Box<[u32]>,
}

/// The members of all dimensions, indexed by word.
#[derive(Debug, Default)]
pub struct MemberCatalog {
    members: Vec<Member>,
    /// Each stem once, with its position in `members_by_stem`: names share most of their words.
    stems: HashMap<Box<str>, u32>,
    /// Positions of the members whose names have a stem.
    members_by_stem: Vec<Vec<u32>>,
    /// The words of all names, in order.
    words: Vec<Box<str>>,
    units: Vec<String>,
}

/// Members that words of a question name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MemberMatch {
    /// Dimensions with the members, in order of preference.
    pub candidates: Vec<(&'static str, Vec<String>)>,
    /// Whether the whole name is there.
    pub is_full: bool,
}

impl MemberCatalog {
    /// Indexes the members of each dimension.
    pub fn new(members: impl IntoIterator<Item = (String, Vec<String>)>) -> Self {
        let mut catalog = Self::default();
        let mut all_words = HashSet::new();
        let mut tokens = NameTokens::default();
        for (dimension, names) in members {
            if dimension == "unit" {
                catalog.units = names;
                continue;
            }
            let Some(position) = NAMED_DIMENSIONS.iter().position(|one| *one == dimension) else {
                continue;
            };
            let mut seen = HashSet::with_capacity(names.len());
            for name in &names {
                // A customer's crops are one text.
                let parts: Vec<&str> = if dimension == "crop" {
                    name.split([';', ',', '|']).map(str::trim).collect()
                } else {
                    vec![name.as_str()]
                };
                for part in parts {
                    if seen.insert(part) {
                        let stems = tokens
                            .find_words(part, |token| catalog.add_stems(token, &mut all_words));
                        catalog.add_member(position, part, stems.into());
                    }
                }
            }
        }
        catalog.words = all_words.into_iter().collect();
        catalog.words.sort_unstable();
        catalog
    }

    fn add_member(&mut self, dimension: usize, name: &str, stems: Box<[u32]>) {
        let Ok(index) = u32::try_from(self.members.len()) else {
            return;
        };
        if stems.is_empty() {
            return;
        }
        for stem in &stems {
            let members = self.members_by_stem.get_mut(position(*stem));
            if let Some(members) = members.filter(|members| members.last() != Some(&index)) {
                members.push(index);
            }
        }
        self.members.push(Member {
            dimension,
            name: name.into(),
            stems,
        });
    }

    /// Adds the words of a token to `all_words`, and returns the positions of their stems.
    fn add_stems(&mut self, token: &str, all_words: &mut HashSet<Box<str>>) -> Vec<u32> {
        let words = split_words(token).into_iter();
        words
            .map(|word| {
                if !all_words.contains(word.text.as_str()) {
                    all_words.insert(word.text.into());
                }
                self.add_stem(&word.stem)
            })
            .collect()
    }

    fn add_stem(&mut self, stem: &str) -> u32 {
        if let Some(known) = self.stems.get(stem) {
            return *known;
        }
        let new = u32::try_from(self.members_by_stem.len()).unwrap_or(u32::MAX);
        self.members_by_stem.push(Vec::new());
        self.stems.insert(stem.into(), new);
        new
    }

    /// The memory that the catalog takes, roughly.
    pub fn approximate_bytes(&self) -> usize {
        /// What an allocation takes besides its content.
        const ALLOCATION: usize = 16;
        let members = self.members.iter().map(|member| {
            size_of::<Member>() + member.name.len() + size_of_val(&*member.stems) + 2 * ALLOCATION
        });
        let postings = self.members_by_stem.iter().map(|members| {
            size_of::<Vec<u32>>() + members.capacity() * size_of::<u32>() + ALLOCATION
        });
        let texts = self.stems.keys().chain(&self.words);
        let texts = texts.map(|text| text.len() + 2 * size_of::<Box<str>>() + ALLOCATION);
        members.sum::<usize>() + postings.sum::<usize>() + texts.sum::<usize>()
    }

    /// Whether a name has the word, or another form of it.
    pub(crate) fn has_word(&self, word: &Word) -> bool {
        let is_word = |text: &str| {
            self.words
                .binary_search_by(|known| (**known).cmp(text))
                .is_ok()
        };
        is_word(&word.text) || self.stems.contains_key(word.stem.as_str())
    }

    /// The words of all names, for spelling correction.
    pub(crate) fn vocabulary(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(AsRef::as_ref)
    }

    /// The organization's name of a unit: `gallon` for `gal`.
    pub(crate) fn find_unit(&self, unit: &str) -> Option<&str> {
        let found = self.units.iter().find(|name| {
            let words = split_words(name);
            let [word] = words.as_slice() else {
                return false;
            };
            let known = shared_lexicon().match_phrase(&words);
            word.stem == unit
                || known.is_some_and(|(_, meaning)| *meaning == Meaning::Unit(unit.to_owned()))
        });
        found.map(String::as_str)
    }

    /// All names of a dimension.
    pub(crate) fn names_of(&self, dimension: &str) -> impl Iterator<Item = &str> {
        self.members
            .iter()
            .filter(move |member| {
                NAMED_DIMENSIONS
                    .get(member.dimension)
                    .is_some_and(|known| *known == dimension)
            })
            .map(|member| &*member.name)
    }

    /// The longest name, or part of names, at the start of `words`, with its number of words.
    pub(crate) fn match_names(&self, words: &[Word]) -> Option<(usize, MemberMatch)> {
        let first = words.first()?;
        let stems: Vec<Option<u32>> = words
            .iter()
            .map(|word| self.stems.get(word.stem.as_str()).copied())
            .collect();
        let first_stem = stems.first().copied().flatten()?;
        let ids = self.members_by_stem.get(position(first_stem))?;
        let is_word = shared_lexicon().contains_word(first);
        let is_letters = first.text.chars().count() >= 3 && first.number.is_none();
        let mut full: BTreeMap<(usize, usize), Vec<&str>> = BTreeMap::new();
        let mut partial: BTreeMap<(usize, usize), Vec<&str>> = BTreeMap::new();
        for member in ids.iter().filter_map(|id| self.members.get(position(*id))) {
            let is_item = NAMED_DIMENSIONS.get(member.dimension) == Some(&"item");
            let run = shared_run(&member.stems, words, &stems, is_item);
            let is_full = run == member.stems.len() && member.stems.first() == Some(&first_stem);
            // A word such as "customer" can be in the name of every customer.
            if !is_full && run < 2 && (is_word || !is_letters) {
                continue;
            }
            let found = if is_full { &mut full } else { &mut partial };
            found
                .entry((run, member.dimension))
                .or_default()
                .push(&member.name);
        }
        partial.retain(|(run, dimension), names| {
            if *run >= 2 {
                return is_letters || (*run >= 3);
            }
            match NAMED_DIMENSIONS.get(*dimension).copied().unwrap_or("") {
                "customer" => names.len() <= MAX_PARTIAL_CUSTOMERS,
                "category" | "state" | "crop" => false,
                _ => true,
            }
        });
        let meaning = shared_lexicon().match_phrase(words.get(..1).unwrap_or(&[]));
        let is_category = matches!(meaning, Some((_, Meaning::Category(_) | Meaning::Class(_))));
        if is_word && !is_category {
            // A name that is a word of the trade in another sense ("other").
            full.retain(|(run, dimension), _| {
                let dimension = NAMED_DIMENSIONS.get(*dimension).copied();
                *run > 1 || !matches!(dimension, Some("category" | "item_class"))
            });
        }
        let longest = |found: &BTreeMap<(usize, usize), Vec<&str>>| {
            found.keys().map(|(run, _)| *run).max().unwrap_or(0)
        };
        let (full_run, partial_run) = (longest(&full), longest(&partial));
        let run = full_run.max(partial_run);
        if run == 0 {
            return None;
        }
        let is_full = full_run >= partial_run;
        let mut candidates: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for ((length, dimension), names) in full.into_iter().chain(partial) {
            if length == run {
                candidates.entry(dimension).or_insert(names);
            }
        }
        let candidates = candidates
            .into_iter()
            .filter_map(|(dimension, mut names)| {
                names.sort_unstable();
                names.dedup();
                let names = names.into_iter().map(ToOwned::to_owned).collect();
                Some((*NAMED_DIMENSIONS.get(dimension)?, names))
            })
            .collect();
        Some((
            run,
            MemberMatch {
                candidates,
                is_full,
            },
        ))
    }
}

/// A position of 32 bits, which takes less memory where there are many.
fn position(index: u32) -> usize {
    usize::try_from(index).unwrap_or(usize::MAX)
}

/// The number of words, from the first one on, that a name contains in this order. Words of items
/// can leave out some of the name: "UAN 28" is "UAN solution 28 %". `word_stems`: those of `words`
/// that any name has.
fn shared_run(stems: &[u32], words: &[Word], word_stems: &[Option<u32>], may_skip: bool) -> usize {
    let Some(first) = word_stems.first().copied().flatten() else {
        return 0;
    };
    let mut best = 0;
    for (start, _) in stems.iter().enumerate().filter(|(_, stem)| **stem == first) {
        let mut run = 1;
        let mut place = start + 1;
        for (word, wanted) in words.iter().zip(word_stems).skip(1) {
            if word.after_break && !may_skip {
                break;
            }
            let rest = stems.get(place..).unwrap_or(&[]);
            let next = rest.iter().position(|stem| Some(*stem) == *wanted);
            match next {
                Some(0) => {}
                Some(_) if may_skip => {}
                _ => break,
            }
            place += next.unwrap_or(0) + 1;
            run += 1;
        }
        best = best.max(run);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalog() -> MemberCatalog {
        let list = |dimension: &str, names: &[&str]| {
            (
                dimension.to_owned(),
                names.iter().map(|name| (*name).to_owned()).collect(),
            )
        };
        MemberCatalog::new([
            list(
                "item",
                &["UAN solution 28 %", "UAN solution 32 %", "Urea 46-0-0"],
            ),
            list("location", &["Boone"]),
            list("county", &["Boone"]),
            list("supplier", &["Wapsi Bend Supply"]),
            list("crop", &["corn;wheat"]),
        ])
    }

    #[test]
    fn memory_is_estimated() {
        let names: Vec<String> = (0..10_000)
            .map(|number| format!("Prairie Seed Co-op {number}"))
            .collect();
        let bytes = MemberCatalog::new([("customer".to_owned(), names)]).approximate_bytes();
        // Two words of three are shared by all names.
        assert!((1 << 20..4 << 20).contains(&bytes), "{bytes}");
    }

    #[test]
    fn finds_names_in_full_and_in_part() {
        let catalog = catalog();
        let names = |text: &str| catalog.match_names(&split_words(text)).unwrap();
        assert_eq!(names("UAN 28 last year").0, 2);
        assert_eq!(names("UAN 28").1.candidates[0].1, ["UAN solution 28 %"]);
        assert_eq!(names("uan").1.candidates[0].1.len(), 2);
        assert_eq!(names("wapsi bend").1.candidates[0].0, "supplier");
        let boone: Vec<&str> = names("Boone")
            .1
            .candidates
            .iter()
            .map(|one| one.0)
            .collect();
        assert_eq!(boone, ["location", "county"]);
        assert_eq!(names("wheat").1.candidates[0].0, "crop");
    }

    #[test]
    fn a_term_of_the_trade_in_many_names_is_no_name() {
        let names: Vec<String> = (0..10_000)
            .map(|number| format!("Customer {number}"))
            .collect();
        let catalog = MemberCatalog::new([("customer".to_owned(), names)]);
        let find = |text: &str| catalog.match_names(&split_words(text));
        assert_eq!(find("customers by revenue"), None);
        let (run, found) = find("customer 9999 by revenue").unwrap();
        assert_eq!(
            (run, &*found.candidates[0].1),
            (2, &["Customer 9999".to_owned()][..])
        );
        let is_known = |text: &str| catalog.has_word(&split_words(text)[0]);
        assert!(is_known("9999") && is_known("customers") && !is_known("10000"));
    }
}
