//! Splits a question into lower-case words without apostrophes, each with the separator before it.
//! Accepts any text.

/// Maximum number of characters that are read.
pub(super) const MAX_QUESTION_CHARS: usize = 4_000;

/// Separator between a word and the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// No space: `46-0-0`, `on-time`.
    Tight,
    Blank,
    /// A comma, slash or bracket.
    Comma,
    /// A period, question mark, colon, semicolon or new line.
    Stop,
}

/// A sequence of letters and digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// Lower case, without apostrophes: `whats`.
    pub text: String,
    /// Stem without the plural ending: `products` and `product` have the same stem.
    pub stem: String,
    pub gap: Gap,
    /// Capitalized within a sentence.
    pub is_capitalized: bool,
}

impl Word {
    fn new(text: String, gap: Gap, is_capitalized: bool) -> Self {
        Self {
            stem: stem_word(&text),
            text,
            gap,
            is_capitalized,
        }
    }

    /// The same word with another spelling.
    pub(super) fn with_spelling(&self, text: &str) -> Self {
        Self::new(text.to_owned(), self.gap, self.is_capitalized)
    }

    pub(super) fn as_number(&self) -> Option<u32> {
        if self.text.len() <= 6 && self.text.bytes().all(|byte| byte.is_ascii_digit()) {
            self.text.parse().ok()
        } else {
            parse_number_word(&self.text)
        }
    }
}

/// Splits a text into words.
pub(super) fn split_words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut word = String::new();
    let mut capital = false;
    let mut gap = Gap::Stop;
    let mut characters = text.chars().take(MAX_QUESTION_CHARS).peekable();
    while let Some(character) = characters.next() {
        if character.is_alphanumeric() {
            if word.is_empty() {
                // The first word of a sentence is always capitalized.
                capital = character.is_uppercase() && gap != Gap::Stop;
            }
            if character.is_ascii() {
                word.push(character.to_ascii_lowercase());
                continue;
            }
            let lower = character.to_lowercase();
            word.extend(lower.filter(|lower| lower.is_alphanumeric()));
            continue;
        }
        let inside = characters.peek().is_some_and(|next| next.is_alphanumeric());
        if is_apostrophe(character) && !word.is_empty() && inside {
            continue;
        }
        if !word.is_empty() {
            words.push(Word::new(std::mem::take(&mut word), gap, capital));
            gap = Gap::Tight;
        }
        gap = gap.max(match character {
            '.' | ':' | ',' if inside => Gap::Tight,
            // The dots of a range: `2026-01-05..2026-02-03`.
            '.' if characters.peek() == Some(&'.') => Gap::Tight,
            '.' | '?' | '!' | ';' | ':' | '\n' | '\r' => Gap::Stop,
            ',' | '/' | '(' | ')' | '|' | '&' | '+' | '\u{2014}' | '\u{2013}' => Gap::Comma,
            _ if character.is_whitespace() => Gap::Blank,
            _ => Gap::Tight,
        });
    }
    if !word.is_empty() {
        words.push(Word::new(word, gap, capital));
    }
    // In a Headline Written Like This, capitals do not indicate names.
    if words.iter().filter(|word| word.is_capitalized).count() * 2 > words.len() {
        for word in &mut words {
            word.is_capitalized = false;
        }
    }
    words
}

fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '\u{2019}' | '\u{2018}' | '`' | '\u{b4}')
}

/// Removes plural endings only, so that different terms of the trade keep different stems.
pub(super) fn stem_word(word: &str) -> String {
    let length = word.len();
    if !word.is_ascii()
        || length < 4
        || word.ends_with("ss")
        || word.ends_with("us")
        || word.ends_with("is")
    {
        return word.to_owned();
    }
    if let Some(base) = word.strip_suffix("ies") {
        return if base.len() < 2 {
            word.to_owned()
        } else {
            format!("{base}y")
        };
    }
    for ending in ["sses", "shes", "ches", "xes"] {
        if let (true, Some(base)) = (word.ends_with(ending), word.strip_suffix("es")) {
            return base.to_owned();
        }
    }
    word.strip_suffix('s').unwrap_or(word).to_owned()
}

fn parse_number_word(word: &str) -> Option<u32> {
    let number = match word {
        "two" => 2,
        "three" => 3,
        "four" => 4,
        "five" => 5,
        "six" => 6,
        "seven" => 7,
        "eight" => 8,
        "nine" => 9,
        "ten" => 10,
        "eleven" => 11,
        "twelve" | "dozen" => 12,
        "fifteen" => 15,
        "twenty" => 20,
        "thirty" => 30,
        "forty" => 40,
        "fifty" => 50,
        "sixty" => 60,
        "ninety" => 90,
        _ => return None,
    };
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word_texts(text: &str) -> Vec<String> {
        split_words(text)
            .into_iter()
            .map(|word| word.text)
            .collect()
    }

    #[test]
    fn splits_names_with_digits() {
        assert_eq!(
            word_texts("What's 2,4-D Amine, and Urea 46-0-0?"),
            [
                "whats", "2", "4", "d", "amine", "and", "urea", "46", "0", "0"
            ]
        );
        assert_eq!(word_texts("haven\u{2019}t 'quoted'"), ["havent", "quoted"]);
        let gaps: Vec<Gap> = split_words("a, b. c-d\ne 5.4")
            .iter()
            .map(|word| word.gap)
            .collect();
        assert_eq!(
            gaps,
            [
                Gap::Stop,
                Gap::Comma,
                Gap::Stop,
                Gap::Tight,
                Gap::Stop,
                Gap::Blank,
                Gap::Tight
            ]
        );
    }

    #[test]
    fn ignores_capitals_at_sentence_starts() {
        let capitals: Vec<bool> = split_words("When will Maple Ridge buy? Soon")
            .iter()
            .map(|word| word.is_capitalized)
            .collect();
        assert_eq!(capitals, [false, false, true, true, false, false]);
        assert!(
            split_words("Reorder Recommendations For Seed")
                .iter()
                .all(|word| !word.is_capitalized)
        );
    }

    #[test]
    fn stems_plurals_only() {
        for (word, expected) in [
            ("products", "product"),
            ("deliveries", "delivery"),
            ("business", "business"),
            ("boxes", "box"),
            ("us", "us"),
            ("prices", "price"),
        ] {
            assert_eq!(stem_word(word), expected);
        }
    }
}
