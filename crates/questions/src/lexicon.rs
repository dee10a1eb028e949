//! The words of the trade: which phrases name which measures, dimensions and operators.

use crate::words::{Word, split_words};
use metrics::DATASETS;
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// What a phrase means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Id of a measure, of one or several datasets.
    Measure(String),
    /// Id of a dimension.
    Dimension(String),
    By,
    Not,
    Only,
    /// Takes a part out of the question before.
    Clear,
    /// An operator of thresholds.
    Operator(&'static str),
    Top,
    Bottom,
    Ascending,
    Descending,
    /// A derived column.
    Derive(String),
    Compare,
    CompareYear,
    ComparePeriod,
    Rise,
    Fall,
    Change,
    Why,
    Sell,
    Buy,
    Pay,
    /// A supplier sells to the organization.
    Supply,
    /// `how did`: asks for results.
    Perform,
    /// `stopped buying`
    Stop,
    /// `nothing`: negates the verb.
    Nothing,
    Stock,
    /// `both seed and fertilizer`
    Both,
    /// `out of stock`
    Empty,
    /// The lines of one weekday, 1 for Monday: `on Mondays`.
    Weekday(u32),
    Count,
    Much,
    Which,
    Who,
    InPercent,
    InMoney,
    /// Returns do not count.
    WithoutReturns,
    /// A time that the data does not define.
    UndefinedTime,
    Unit(String),
    /// A class of products, known by their active ingredients.
    Class(String),
    Category(String),
    And,
    Or,
    /// A word without a meaning for the query.
    Filler,
}

/// Phrases and their meanings.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    phrases: HashMap<String, Meaning>,
    words: BTreeSet<String>,
    max_words: usize,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::load);
static INGREDIENTS: LazyLock<Vec<(String, Vec<String>)>> = LazyLock::new(|| {
    data_lines(include_str!("../data/active_ingredients.txt"))
        .map(|(class, names)| {
            let names = names.split_whitespace().map(ToOwned::to_owned).collect();
            (class.to_owned(), names)
        })
        .collect()
});

/// The lexicon.
pub(crate) fn shared_lexicon() -> &'static Lexicon {
    &LEXICON
}

/// The active ingredients of a class of products.
pub(crate) fn ingredients_of(class: &str) -> &'static [String] {
    INGREDIENTS
        .iter()
        .find(|(known, _)| known == class)
        .map_or(&[], |(_, names)| names)
}

fn data_lines(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(':'))
        .map(|(meaning, phrases)| (meaning.trim(), phrases.trim()))
}

/// The phrases of a pattern with choices: "{vs,than} last {week,month}" has four.
fn expand_choices(pattern: &str) -> Vec<String> {
    let choice = pattern.split_once('{').and_then(|(before, rest)| {
        rest.split_once('}')
            .map(|(list, after)| (before, list, after))
    });
    let Some((before, list, after)) = choice else {
        return vec![pattern.to_owned()];
    };
    let ends = expand_choices(after);
    list.split(',')
        .flat_map(|word| ends.iter().map(move |end| format!("{before}{word}{end}")))
        .collect()
}

fn parse_meaning(text: &str) -> Option<Meaning> {
    let (kind, value) = text.split_once(' ').unwrap_or((text, ""));
    let owned = || value.to_owned();
    Some(match kind {
        "measure" => Meaning::Measure(owned()),
        "dimension" => Meaning::Dimension(owned()),
        "derive" => Meaning::Derive(owned()),
        "unit" => Meaning::Unit(owned()),
        "class" => Meaning::Class(owned()),
        "category" => Meaning::Category(owned()),
        "op" => Meaning::Operator(match value {
            "=" => "=",
            ">" => ">",
            ">=" => ">=",
            "<" => "<",
            "<=" => "<=",
            _ => return None,
        }),
        "by" => Meaning::By,
        "not" => Meaning::Not,
        "only" => Meaning::Only,
        "clear" => Meaning::Clear,
        "top" => Meaning::Top,
        "bottom" => Meaning::Bottom,
        "ascending" => Meaning::Ascending,
        "descending" => Meaning::Descending,
        "compare" => Meaning::Compare,
        "compare_year" => Meaning::CompareYear,
        "compare_period" => Meaning::ComparePeriod,
        "rise" => Meaning::Rise,
        "fall" => Meaning::Fall,
        "change" => Meaning::Change,
        "why" => Meaning::Why,
        "sell" => Meaning::Sell,
        "buy" => Meaning::Buy,
        "pay" => Meaning::Pay,
        "supply" => Meaning::Supply,
        "perform" => Meaning::Perform,
        "stop" => Meaning::Stop,
        "nothing" => Meaning::Nothing,
        "both" => Meaning::Both,
        "empty" => Meaning::Empty,
        "weekday" => Meaning::Weekday(value.parse().ok()?),
        "stocked" => Meaning::Stock,
        "count" => Meaning::Count,
        "much" => Meaning::Much,
        "which" => Meaning::Which,
        "who" => Meaning::Who,
        "in_percent" => Meaning::InPercent,
        "in_money" => Meaning::InMoney,
        "returns_only" => Meaning::WithoutReturns,
        "undefined" => Meaning::UndefinedTime,
        "and" => Meaning::And,
        "or" => Meaning::Or,
        "filler" => Meaning::Filler,
        _ => return None,
    })
}

impl Lexicon {
    fn load() -> Self {
        let mut lexicon = Self::default();
        for (meaning, phrases) in data_lines(include_str!("../data/lexicon.txt")) {
            if let Some(meaning) = parse_meaning(meaning) {
                for phrase in phrases.split('|').flat_map(expand_choices) {
                    lexicon.add(&phrase, &meaning);
                }
            }
        }
        for dataset in &DATASETS {
            for measure in dataset.measures {
                lexicon.add(measure.label, &Meaning::Measure(measure.id.to_owned()));
            }
            for dimension in dataset.all_dimensions() {
                lexicon.add(
                    dimension.label,
                    &Meaning::Dimension(dimension.id.to_owned()),
                );
            }
        }
        lexicon
    }

    /// Adds a phrase unless it has a meaning.
    fn add(&mut self, phrase: &str, meaning: &Meaning) {
        let words = split_words(phrase);
        let key = phrase_key(&words);
        if key.is_empty() {
            return;
        }
        self.max_words = self.max_words.max(words.len());
        self.words.extend(words.into_iter().map(|word| word.text));
        self.phrases.entry(key).or_insert_with(|| meaning.clone());
    }

    /// The longest phrase at the start of `words`, with its number of words.
    pub(crate) fn match_phrase(&self, words: &[Word]) -> Option<(usize, &Meaning)> {
        (1..=self.max_words.min(words.len()))
            .rev()
            .find_map(|count| {
                let meaning = self.phrases.get(&phrase_key(words.get(..count)?))?;
                Some((count, meaning))
            })
    }

    /// Whether a word alone has a meaning.
    pub(crate) fn contains_word(&self, word: &Word) -> bool {
        self.phrases.contains_key(&word.stem)
    }

    /// The words of all phrases, for spelling correction.
    pub(crate) fn vocabulary(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }
}

fn phrase_key(words: &[Word]) -> String {
    let stems: Vec<&str> = words.iter().map(|word| word.stem.as_str()).collect();
    stems.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use metrics::find_dimension;

    #[test]
    fn every_line_has_a_meaning_of_the_catalogue() {
        for (meaning, phrases) in data_lines(include_str!("../data/lexicon.txt")) {
            let parsed = parse_meaning(meaning).unwrap_or_else(|| panic!("{meaning}"));
            assert!(!phrases.is_empty(), "{meaning}");
            match parsed {
                Meaning::Measure(id) => assert!(
                    DATASETS.iter().any(|one| one.find_measure(&id).is_some()),
                    "{id}"
                ),
                Meaning::Dimension(id) => assert!(find_dimension(&id).is_some(), "{id}"),
                Meaning::Class(class) => assert!(!ingredients_of(&class).is_empty(), "{class}"),
                _ => {}
            }
        }
    }

    #[test]
    fn the_longest_phrase_wins() {
        let words = split_words("cost of goods sold by month");
        let (count, meaning) = shared_lexicon().match_phrase(&words).unwrap();
        assert_eq!(count, 4);
        assert_eq!(*meaning, Meaning::Measure("cost_of_goods".to_owned()));
    }
}
