//! Impact of a news item on the growers who buy from the organization, by a documented rule.
//!
//! Growers pay for inputs from crop revenue: higher grain prices and lower fertilizer prices are
//! positive, the opposite is negative. News without a price direction is neutral; the rule does not
//! guess.

mod impact_lexicon;

use std::fmt;

use crate::features::market::commodity::{Commodity, CommodityKind};
use impact_lexicon::{classify_subject, commodity_for_word, opens_clause, price_direction};

/// Description of the rule, for the details on demand.
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

/// Maximum words back from a direction word to its subject.
const MAX_WORDS_BACK: usize = 4;
/// Maximum words forward from a direction word to its subject.
const MAX_WORDS_FORWARD: usize = 3;

/// Result of the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct NewsAssessment {
    pub(in super::super) impact: Impact,
    /// Commodities in the text, in display order.
    pub(in super::super) commodities: Vec<Commodity>,
}

impl NewsAssessment {
    /// Applies [`IMPACT_RULE`] to plain texts.
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
            assessment => assessment,
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

/// Lower-case words by sentence. A period between digits does not end a sentence: `$4.50`.
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

/// Positive if good for growers.
fn score_sentence(words: &[String]) -> i32 {
    let named: Vec<(usize, Commodity)> = words
        .iter()
        .enumerate()
        .filter_map(|(index, word)| Some((index, commodity_for_word(word)?)))
        .collect();
    let effect = |index: usize, word: &str| {
        let up = price_direction(word, words.get(index + 1).map(String::as_str))?;
        let (_, nearest) = named
            .iter()
            .min_by_key(|(other, _)| other.abs_diff(index))?;
        let price = if is_supply(words, index) { -up } else { up };
        Some(if nearest.kind() == CommodityKind::Input {
            -price
        } else {
            price
        })
    };
    words
        .iter()
        .enumerate()
        .filter_map(|(index, word)| effect(index, word))
        .sum()
}

/// Whether the direction word at `index` refers to supply: by the nearest subject before it, else
/// the nearest after it.
fn is_supply(words: &[String], index: usize) -> bool {
    let subject = |word: &String| classify_subject(word);
    let same_clause = |word: &&String| !opens_clause(word);
    let before = words
        .iter()
        .take(index)
        .rev()
        .take(MAX_WORDS_BACK)
        .take_while(same_clause)
        .find_map(subject);
    before
        .or_else(|| {
            words
                .iter()
                .skip(index + 1)
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
    fn higher_grain_and_lower_fertilizer_prices_are_positive() {
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
    fn more_supply_means_lower_price() {
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
    fn no_direction_is_neutral() {
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
    fn sentences_are_scored_separately() {
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
    fn summary_counts_if_title_is_neutral() {
        let silent = NewsAssessment::from_text(
            "Grain market report",
            "Corn prices fell on Friday. Wheat was unchanged.",
        );
        assert_eq!(
            (silent.impact, silent.commodities),
            (Impact::Negative, vec![Commodity::Corn, Commodity::Wheat])
        );
        let assessment = NewsAssessment::from_text(
            "Corn prices rise",
            "Corn prices fell, fell and fell last week.",
        );
        assert_eq!(assessment.impact, Impact::Positive);
        assert_eq!(NewsAssessment::from_text("Nothing", "").commodities, []);
    }
}
