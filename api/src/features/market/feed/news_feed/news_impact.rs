//! What a piece of news means for the growers who buy from the business, by a rule that anybody can
//! check by reading.
//!
//! Growers pay for inputs out of what their crops bring: dearer grain and cheaper fertilizer are
//! good news, the other way round is bad. News that does not say which way a price goes is neutral;
//! the rule does not guess.

mod impact_lexicon;

use std::fmt;

use crate::features::market::commodity::{Commodity, CommodityKind};
use impact_lexicon::{classify_subject, commodity_for_word, opens_clause, price_direction};

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
const MAX_WORDS_BACK: usize = 4;
/// And forward.
const MAX_WORDS_FORWARD: usize = 3;

/// What was read out of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct NewsAssessment {
    pub(in super::super) impact: Impact,
    /// Commodities that it names, in the order of the screen.
    pub(in super::super) commodities: Vec<Commodity>,
}

impl NewsAssessment {
    /// Reads plain texts by [`IMPACT_RULE`].
    pub(in super::super) fn from_text(title: &str, summary: &str) -> Self {
        let (title, summary) = (split_sentences(title), split_sentences(summary));
        let named: Vec<Commodity> = title
            .iter()
            .chain(&summary)
            .flatten()
            .filter_map(|word| commodity_for_word(word))
            .collect();
        let score = match title.iter().map(|words| score_sentence(words)).sum::<i32>() {
            0 => summary.iter().map(|words| score_sentence(words)).sum(),
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
fn split_sentences(text: &str) -> Vec<Vec<String>> {
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
fn score_sentence(words: &[String]) -> i32 {
    let named: Vec<(usize, Commodity)> = words
        .iter()
        .enumerate()
        .filter_map(|(place, word)| Some((place, commodity_for_word(word)?)))
        .collect();
    let effect = |place: usize, word: &str| {
        let up = price_direction(word, words.get(place + 1).map(String::as_str))?;
        let (_, nearest) = named
            .iter()
            .min_by_key(|(other, _)| other.abs_diff(place))?;
        let price = if is_supply(words, place) { -up } else { up };
        Some(if nearest.kind() == CommodityKind::Input {
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
    let subject = |word: &String| classify_subject(word);
    let same_clause = |word: &&String| !opens_clause(word);
    let before = words
        .iter()
        .take(place)
        .rev()
        .take(MAX_WORDS_BACK)
        .take_while(same_clause)
        .find_map(subject);
    before
        .or_else(|| {
            words
                .iter()
                .skip(place + 1)
                .take(MAX_WORDS_FORWARD)
                .take_while(same_clause)
                .find_map(subject)
        })
        .unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn impact_of_title(title: &str) -> String {
        NewsAssessment::from_text(title, "").impact.to_string()
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
            assert_eq!(impact_of_title(title), expected, "{title}");
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
            assert_eq!(impact_of_title(title), expected, "{title}");
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
            assert_eq!(impact_of_title(title), "Neutral", "{title}");
        }
    }

    #[test]
    fn each_sentence_speaks_for_itself() {
        assert_eq!(
            impact_of_title("Corn awaits report. Equities rise"),
            "Neutral"
        );
        assert_eq!(
            impact_of_title("Corn up 2.5 percent at $4.50 a bushel"),
            "Positive"
        );
    }

    #[test]
    fn the_summary_is_read_where_the_title_is_silent() {
        let silent = NewsAssessment::from_text(
            "Grain market report",
            "Corn prices fell on Friday. Wheat was unchanged.",
        );
        assert_eq!(
            (silent.impact, silent.commodities),
            (Impact::Negative, vec![Commodity::Corn, Commodity::Wheat])
        );
        let said = NewsAssessment::from_text(
            "Corn prices rise",
            "Corn prices fell, fell and fell last week.",
        );
        assert_eq!(said.impact, Impact::Positive);
        assert_eq!(NewsAssessment::from_text("Nothing", "").commodities, []);
    }
}
