//! The organization's members: names of items, customers, states and others, in full or in part.

use crate::lexicon::{Meaning, shared_lexicon};
use crate::words::{Word, split_words};
use std::collections::{BTreeMap, BTreeSet, HashMap};

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
    name: String,
    stems: Vec<String>,
}

/// The members of all dimensions, indexed by word.
#[derive(Debug, Default)]
pub struct MemberCatalog {
    members: Vec<Member>,
    by_stem: HashMap<String, Vec<usize>>,
    words: BTreeSet<String>,
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
        for (dimension, names) in members {
            if dimension == "unit" {
                catalog.units = names;
                continue;
            }
            let Some(position) = NAMED_DIMENSIONS.iter().position(|one| *one == dimension) else {
                continue;
            };
            let mut seen = BTreeSet::new();
            for name in names {
                // A customer's crops are one text.
                let parts: Vec<&str> = if dimension == "crop" {
                    name.split([';', ',', '|']).map(str::trim).collect()
                } else {
                    vec![name.as_str()]
                };
                for part in parts {
                    if seen.insert(part.to_owned()) {
                        catalog.add(position, part);
                    }
                }
            }
        }
        catalog
    }

    fn add(&mut self, dimension: usize, name: &str) {
        let words = split_words(name);
        if words.is_empty() {
            return;
        }
        let index = self.members.len();
        let stems: Vec<String> = words.iter().map(|word| word.stem.clone()).collect();
        for stem in stems.iter().collect::<BTreeSet<_>>() {
            self.by_stem.entry(stem.clone()).or_default().push(index);
        }
        self.words.extend(words.into_iter().map(|word| word.text));
        self.members.push(Member {
            dimension,
            name: name.to_owned(),
            stems,
        });
    }

    /// The words of all names, for spelling correction.
    pub(crate) fn vocabulary(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
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
            .map(|member| member.name.as_str())
    }

    /// The longest name, or part of names, at the start of `words`, with its number of words.
    pub(crate) fn match_names(&self, words: &[Word]) -> Option<(usize, MemberMatch)> {
        let first = words.first()?;
        let ids = self.by_stem.get(&first.stem)?;
        let mut full: BTreeMap<(usize, usize), BTreeSet<&str>> = BTreeMap::new();
        let mut partial: BTreeMap<(usize, usize), BTreeSet<&str>> = BTreeMap::new();
        for member in ids.iter().filter_map(|id| self.members.get(*id)) {
            let is_item = NAMED_DIMENSIONS.get(member.dimension) == Some(&"item");
            let run = shared_run(&member.stems, words, is_item);
            let is_full = run == member.stems.len() && member.stems.first() == Some(&first.stem);
            let found = if is_full { &mut full } else { &mut partial };
            found
                .entry((run, member.dimension))
                .or_default()
                .insert(&member.name);
        }
        let is_word = shared_lexicon().contains_word(first);
        let is_letters = first.text.chars().count() >= 3 && first.number.is_none();
        partial.retain(|(run, dimension), names| {
            if *run >= 2 {
                return is_letters || (*run >= 3);
            }
            let dimension = NAMED_DIMENSIONS.get(*dimension).copied().unwrap_or("");
            is_letters
                && !is_word
                && match dimension {
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
        let longest = |found: &BTreeMap<(usize, usize), BTreeSet<&str>>| {
            found.keys().map(|(run, _)| *run).max().unwrap_or(0)
        };
        let (full_run, partial_run) = (longest(&full), longest(&partial));
        let run = full_run.max(partial_run);
        if run == 0 {
            return None;
        }
        let is_full = full_run >= partial_run;
        let mut candidates: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
        for found in [&full, &partial] {
            for ((length, dimension), names) in found {
                if *length == run && !candidates.contains_key(dimension) {
                    candidates.insert(*dimension, names.clone());
                }
            }
        }
        let candidates = candidates
            .into_iter()
            .filter_map(|(dimension, names)| {
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

/// The number of words, from the first one on, that a name contains in this order. Words of items
/// can leave out some of the name: "UAN 28" is "UAN solution 28 %".
fn shared_run(stems: &[String], words: &[Word], may_skip: bool) -> usize {
    let Some(first) = words.first() else {
        return 0;
    };
    let mut best = 0;
    for (start, _) in stems
        .iter()
        .enumerate()
        .filter(|(_, stem)| **stem == first.stem)
    {
        let mut run = 1;
        let mut place = start + 1;
        for word in words.iter().skip(1) {
            if word.after_break && !may_skip {
                break;
            }
            let rest = stems.get(place..).unwrap_or(&[]);
            let next = rest.iter().position(|stem| *stem == word.stem);
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
}
