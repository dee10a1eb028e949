//! What a piece of news means for the growers who buy from the business, by a rule that anybody can
//! check by reading.
//!
//! Growers pay for inputs out of what their crops bring: dearer grain and cheaper fertilizer are
//! good news, the other way round is bad. News that does not say which way a price goes is neutral;
//! the rule does not guess.

mod words;

use std::fmt;

use crate::features::market::commodity::{Commodity, Kind};
use words::{commodity, direction, opens_clause, supply_or_price};

/// The rule in words, for the details on demand.
pub const IMPACT_RULE: &str = "Positive: grain prices up or fertilizer prices down, which leaves \
    growers more to spend. Negative: the other way round. Read from the title's words of \
    direction, each for the commodity nearest to it in the sentence; more supply counts as a \
    lower price. The summary is read only where the title gives no direction";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impact {
    Positive,
    Neutral,
    Negative,
}

impl fmt::Display for Impact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Positive => "Positive",
            Self::Neutral => "Neutral",
            Self::Negative => "Negative",
        })
    }
}

/// Words that a word of direction reaches back to its subject.
const BACK: usize = 4;
/// And forward.
const FORWARD: usize = 3;

/// What was read out of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Reading {
    pub(in super::super) impact: Impact,
    /// Commodities that it names, in the order of the screen.
    pub(in super::super) commodities: Vec<Commodity>,
}

impl Reading {
    /// Reads plain texts by [`IMPACT_RULE`].
    pub(in super::super) fn of(title: &str, summary: &str) -> Self {
        let (title, summary) = (sentences(title), sentences(summary));
        let named: Vec<Commodity> = title
            .iter()
            .chain(&summary)
            .flatten()
            .filter_map(|word| commodity(word))
            .collect();
        let score = match title.iter().map(|words| score(words)).sum::<i32>() {
            0 => summary.iter().map(|words| score(words)).sum(),
            said => said,
        };
        let impact = match score {
            1.. => Impact::Positive,
            0 => Impact::Neutral,
            ..0 => Impact::Negative,
        };
        Self {
            impact,
            commodities: Commodity::ALL
                .into_iter()
                .filter(|commodity| named.contains(commodity))
                .collect(),
        }
    }
}

/// Lower-case words, sentence by sentence. A point between digits ends nothing: `$4.50`.
fn sentences(text: &str) -> Vec<Vec<String>> {
    let lower = text.to_lowercase();
    let ends = |word: &str| word.ends_with(['.', '!', '?', ';', ':']);
    let mut sentences = vec![Vec::new()];
    for token in lower.split_whitespace() {
        let words = token
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned);
        if let Some(sentence) = sentences.last_mut() {
            sentence.extend(words);
        }
        if ends(token) {
            sentences.push(Vec::new());
        }
    }
    sentences
}

/// More than zero is good for growers.
fn score(words: &[String]) -> i32 {
    let named: Vec<(usize, Commodity)> = words
        .iter()
        .enumerate()
        .filter_map(|(place, word)| Some((place, commodity(word)?)))
        .collect();
    let effect = |place: usize, word: &str| {
        let up = direction(word, words.get(place + 1).map(String::as_str))?;
        let (_, nearest) = named
            .iter()
            .min_by_key(|(other, _)| other.abs_diff(place))?;
        let price = if is_supply(words, place) { -up } else { up };
        Some(if nearest.kind() == Kind::Input {
            -price
        } else {
            price
        })
    };
    words
        .iter()
        .enumerate()
        .filter_map(|(place, word)| effect(place, word))
        .sum()
}

/// Whether the word of direction at `place` speaks of supply: by the nearest such noun before it,
/// else the nearest after it.
fn is_supply(words: &[String], place: usize) -> bool {
    let subject = |word: &String| supply_or_price(word);
    let same_clause = |word: &&String| !opens_clause(word);
    let before = words
        .iter()
        .take(place)
        .rev()
        .take(BACK)
        .take_while(same_clause)
        .find_map(subject);
    before
        .or_else(|| {
            words
                .iter()
                .skip(place + 1)
                .take(FORWARD)
                .take_while(same_clause)
                .find_map(subject)
        })
        .unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn impact(title: &str) -> String {
        Reading::of(title, "").impact.to_string()
    }

    #[test]
    fn dearer_grain_and_cheaper_fertilizer_are_good() {
        let cases = [
            ("Corn prices rise on export demand", "Positive"),
            ("Soybean futures slump to a two-year low", "Negative"),
            ("Wheat rallies", "Positive"),
            ("Urea prices climb before spring", "Negative"),
            ("Potash eases as Canadian supply grows", "Positive"),
            ("Anhydrous ammonia down $40 a ton", "Positive"),
            ("Corn falls, fertilizer rises", "Negative"),
            ("Corn rises, urea rises", "Neutral"),
        ];
        for (title, expected) in cases {
            assert_eq!(impact(title), expected, "{title}");
        }
    }

    #[test]
    fn more_supply_is_a_lower_price() {
        let cases = [
            ("Corn stocks rise above forecasts", "Negative"),
            ("USDA raises soybean production estimate", "Negative"),
            ("Wheat harvest falls short", "Positive"),
            ("Rising corn acreage weighs on the market", "Negative"),
            ("Corn prices fall as stocks rise", "Negative"),
            ("Wheat exports jump", "Positive"),
            ("Urea output increases at Gulf plants", "Positive"),
        ];
        for (title, expected) in cases {
            assert_eq!(impact(title), expected, "{title}");
        }
    }

    #[test]
    fn what_gives_no_direction_is_neutral() {
        for title in [
            "",
            "Corn",
            "Prices rise",
            "Corn market awaits report",
            "Fall fertilizer season begins",
            "Fall application window opens for anhydrous",
            "!!! ??? ...",
        ] {
            assert_eq!(impact(title), "Neutral", "{title}");
        }
    }

    #[test]
    fn each_sentence_speaks_for_itself() {
        assert_eq!(impact("Corn awaits report. Equities rise"), "Neutral");
        assert_eq!(impact("Corn up 2.5 percent at $4.50 a bushel"), "Positive");
    }

    #[test]
    fn the_summary_is_read_where_the_title_is_silent() {
        let silent = Reading::of(
            "Grain market report",
            "Corn prices fell on Friday. Wheat was unchanged.",
        );
        assert_eq!(
            (silent.impact, silent.commodities),
            (Impact::Negative, vec![Commodity::Corn, Commodity::Wheat])
        );
        let said = Reading::of(
            "Corn prices rise",
            "Corn prices fell, fell and fell last week.",
        );
        assert_eq!(said.impact, Impact::Positive);
        assert_eq!(Reading::of("Nothing", "").commodities, []);
    }
}
