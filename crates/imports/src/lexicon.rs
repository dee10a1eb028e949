//! The words of column names and cells in several languages, and how names are split into them.

use std::collections::HashMap;
use std::sync::OnceLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

const WORDS: &str = include_str!("../lexicon/words.txt");
const VALUES: &str = include_str!("../lexicon/values.txt");

pub(crate) type Concept = &'static str;

pub(crate) struct Lexicon {
    concepts: HashMap<&'static str, Concept>,
    values: HashMap<&'static str, HashMap<&'static str, &'static str>>,
    longest_phrase: usize,
}

/// What a column name says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NameMeaning {
    pub concepts: Vec<Concept>,
    /// Words that mean nothing, as they are written.
    pub unknown: Vec<String>,
    /// What stands in brackets or after a slash: units and currencies.
    pub notes: Vec<String>,
    /// Whether the name says number, as in `Line No`, not id.
    pub is_number: bool,
}

const NUMBER_WORDS: [&str; 14] = [
    "no", "nr", "number", "num", "nummer", "numero", "#", "n", "nro", "numer", "pos", "position",
    "zeile", "seq",
];

static SHARED: OnceLock<Lexicon> = OnceLock::new();

/// Endings that make a plural or another case of a word.
const ENDINGS: [&str; 8] = ["s", "es", "n", "en", "e", "er", "x", "i"];

const MIN_STEM: usize = 3;

impl Lexicon {
    pub(crate) fn shared() -> &'static Self {
        SHARED.get_or_init(Self::parse)
    }

    fn parse() -> Self {
        let mut concepts = HashMap::new();
        let mut longest_phrase = 1;
        for line in WORDS.lines().filter(|line| !line.starts_with('#')) {
            let Some((concept, words)) = line.split_once(':') else {
                continue;
            };
            for word in words
                .split(',')
                .map(str::trim)
                .filter(|word| !word.is_empty())
            {
                longest_phrase = longest_phrase.max(word.split(' ').count());
                concepts.entry(word).or_insert(concept);
            }
        }
        let mut values: HashMap<&'static str, HashMap<&'static str, &'static str>> = HashMap::new();
        for line in VALUES.lines().filter(|line| !line.starts_with('#')) {
            let Some((head, words)) = line.split_once(':') else {
                continue;
            };
            let Some((kind, meaning)) = head.split_once(' ') else {
                continue;
            };
            for word in words
                .split(',')
                .map(str::trim)
                .filter(|word| !word.is_empty())
            {
                values
                    .entry(kind)
                    .or_default()
                    .entry(word)
                    .or_insert(meaning);
            }
        }
        Self {
            concepts,
            values,
            longest_phrase,
        }
    }

    /// The meaning of a cell's word, such as `seed` for `Saatgut`.
    pub(crate) fn value(&self, kind: &'static str, text: &str) -> Option<&'static str> {
        let folded = fold(text);
        let words = self.values.get(kind)?;
        let lookup = |word: &str| words.get(word).copied();
        lookup(&folded).or_else(|| lookup(&collapse(&folded.replace(['.', '_', '-', '/'], " "))))
    }

    /// Whether a column name says anything.
    pub(crate) fn knows(&self, name: &str) -> bool {
        let meaning = self.read_name(name);
        !meaning.concepts.is_empty() && meaning.unknown.len() <= meaning.concepts.len()
    }

    pub(crate) fn read_name(&self, name: &str) -> NameMeaning {
        let (plain, notes) = split_notes(name);
        let spaced = self.split_words(&plain);
        let tokens = tokenize(&spaced);
        let mut meaning = NameMeaning {
            notes,
            ..NameMeaning::default()
        };
        let mut at = 0;
        while at < tokens.len() {
            let longest = self.longest_phrase.min(tokens.len() - at);
            let found = (1..=longest).rev().find_map(|length| {
                let phrase = tokens.get(at..at + length)?.join(" ");
                let concept = if length == 1 {
                    self.concept_of(&phrase).map(|concept| vec![concept])
                } else {
                    self.concepts
                        .get(phrase.as_str())
                        .map(|concept| vec![*concept])
                };
                concept
                    .or_else(|| (length == 1).then(|| self.split_compound(&phrase))?)
                    .map(|concepts| (length, concepts))
            });
            if let Some((length, concepts)) = found {
                meaning.is_number |= tokens
                    .get(at)
                    .is_some_and(|token| NUMBER_WORDS.contains(&token.as_str()));
                for concept in concepts {
                    if concept != "STOP" && !meaning.concepts.contains(&concept) {
                        meaning.concepts.push(concept);
                    }
                }
                at += length;
            } else {
                if let Some(token) = tokens.get(at) {
                    meaning.unknown.push(token.clone());
                }
                at += 1;
            }
        }
        meaning
    }

    /// Splits words at their capitals, unless they are known as they are, such as `UoM`.
    fn split_words(&self, name: &str) -> String {
        let words = name.split(' ').map(|word| {
            if self.concepts.contains_key(fold(word).as_str()) {
                word.to_owned()
            } else {
                split_camel_case(word)
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn concept_of(&self, word: &str) -> Option<Concept> {
        if let Some(concept) = self.concepts.get(word) {
            return Some(concept);
        }
        let umlauts = word
            .replace("ae", "a")
            .replace("oe", "o")
            .replace("ue", "u");
        if let Some(concept) = self.concepts.get(umlauts.as_str()) {
            return Some(concept);
        }
        ENDINGS.iter().find_map(|ending| {
            let stem = word
                .strip_suffix(ending)
                .filter(|stem| stem.len() >= MIN_STEM)?;
            self.concepts.get(stem).copied()
        })
    }

    /// Splits words such as `lieferantennummer`.
    fn split_compound(&self, word: &str) -> Option<Vec<Concept>> {
        if word.len() < 7 || !word.is_ascii() {
            return None;
        }
        let mut best: Option<Vec<Concept>> = None;
        for cut in (4..=word.len() - 2).rev() {
            let (head, tail) = word.split_at(cut);
            let Some(first) = self.concept_of(head).or_else(|| {
                head.strip_suffix('s')
                    .and_then(|head| self.concept_of(head))
            }) else {
                continue;
            };
            let rest = if tail.len() >= 3 || matches!(tail, "nr" | "id" | "no") {
                self.concept_of(tail).map(|concept| vec![concept])
            } else {
                None
            };
            let rest = rest.or_else(|| self.split_compound(tail));
            if let Some(rest) = rest {
                let mut all = vec![first];
                all.extend(rest);
                if best.as_ref().is_none_or(|best| all.len() < best.len()) {
                    best = Some(all);
                }
            }
        }
        best
    }
}

/// Lower case without accents; blanks at the ends go, runs become one.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return collapse(&text.to_ascii_lowercase());
    }
    let mut folded = String::with_capacity(text.len());
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)) {
        match letter {
            'ß' => folded.push_str("ss"),
            'æ' | 'Æ' => folded.push_str("ae"),
            'œ' | 'Œ' => folded.push_str("oe"),
            'ø' | 'Ø' => folded.push('o'),
            'ł' | 'Ł' => folded.push('l'),
            'đ' | 'Đ' => folded.push('d'),
            '’' | '‘' => folded.push('\''),
            letter => folded.extend(letter.to_lowercase()),
        }
    }
    collapse(&folded)
}

/// Trims the text and makes runs of blanks and line ends one blank.
pub(crate) fn collapse(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for word in text.split(|letter: char| letter.is_whitespace() || letter == '\u{200b}') {
        if word.is_empty() {
            continue;
        }
        if !result.is_empty() {
            result.push(' ');
        }
        result.push_str(word);
    }
    result
}

fn tokenize(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut tokens = Vec::new();
    let mut token = String::new();
    for letter in folded.chars() {
        if letter.is_alphanumeric() {
            token.push(letter);
            continue;
        }
        if !token.is_empty() {
            tokens.push(std::mem::take(&mut token));
        }
        if letter == '#' || letter == '№' {
            tokens.push("#".to_owned());
        }
    }
    if !token.is_empty() {
        tokens.push(token);
    }
    // NFKD makes of "N°" and "Nº" the words "n" and "no".
    tokens
}

/// `supplierLeadTime` becomes `supplier Lead Time`; `ItemID` becomes `Item ID`.
fn split_camel_case(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut spaced = String::with_capacity(text.len() + 8);
    for (at, letter) in letters.iter().enumerate() {
        if letter.is_uppercase() && at > 0 {
            let before = letters.get(at - 1).copied().unwrap_or(' ');
            let after = letters.get(at + 1).copied().unwrap_or(' ');
            let starts_word = before.is_lowercase()
                || (before.is_uppercase() && after.is_lowercase() && after != 's');
            if starts_word {
                spaced.push(' ');
            }
        }
        spaced.push(*letter);
    }
    spaced
}

/// Takes what stands in brackets out of a name, if it says a unit, a currency or days.
fn split_notes(name: &str) -> (String, Vec<String>) {
    let mut plain = String::new();
    let mut notes = Vec::new();
    let mut rest = name;
    while let Some(open) = rest.find(['(', '[']) {
        let Some(close) = rest.get(open..).and_then(|tail| tail.find([')', ']'])) else {
            break;
        };
        let inner = rest.get(open + 1..open + close).unwrap_or("").trim();
        plain.push_str(rest.get(..open).unwrap_or(""));
        plain.push(' ');
        if is_unit_note(inner) {
            notes.push(inner.to_owned());
        } else {
            plain.push_str(inner);
            plain.push(' ');
        }
        rest = rest.get(open + close + 1..).unwrap_or("");
    }
    plain.push_str(rest);
    let lower = plain.to_lowercase();
    for mark in [" in ", ", ", " per ", "/", " - "] {
        if let Some(at) = lower.rfind(mark)
            && let Some(tail) = plain.get(at + mark.len()..)
            && (is_unit_note(tail.trim())
                || (matches!(mark, " per " | "/") && is_multiple(tail.trim())))
            && at > 0
        {
            notes.push(tail.trim().to_owned());
            plain.truncate(at);
            break;
        }
    }
    if let Some((head, tail)) = plain.trim().rsplit_once([' ', '_'])
        && (is_currency_code(tail) || is_unit_of(tail, head))
    {
        notes.push(tail.to_owned());
        plain = String::from(head);
    }
    (plain, notes)
}

/// Whether the last word of a quantity's name is its unit, as in `Qty Lbs`.
fn is_unit_of(word: &str, name: &str) -> bool {
    let lexicon = Lexicon::shared();
    let is_unit = word.len() > 1
        && Lexicon::shared_values().contains(&("unit", fold(word).as_str()))
        && lexicon.concept_of(&fold(word)).is_none();
    let is_quantity = |concept: &Concept| matches!(*concept, "QUANTITY" | "ON_HAND" | "ON_ORDER");
    is_unit && lexicon.read_name(name).concepts.iter().any(is_quantity)
}

/// What prices are for without a unit, as in `Price per 1000`.
fn is_multiple(text: &str) -> bool {
    let digits = text.replace([',', '.', ' '], "");
    let zeros = digits.strip_prefix('1').unwrap_or("");
    zeros.len() >= 2 && zeros.bytes().all(|digit| digit == b'0')
}

fn is_unit_note(text: &str) -> bool {
    let lexicon = Lexicon::shared_values();
    let is_size = |part: &str| {
        part.bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b',')
    };
    let amount = text.strip_prefix("per ").unwrap_or("");
    if is_multiple(amount) {
        return true;
    }
    // A number without a unit is no note.
    let is_alone = text
        .split(['/', ' '])
        .all(|part| part.is_empty() || is_size(part));
    !is_alone
        && text
            .split(['/', ' '])
            .filter(|part| !part.is_empty() && *part != "per")
            .all(|part| {
                is_size(part)
                    || is_currency_code(part)
                    || matches!(part, "$" | "€" | "£" | "¢")
                    || matches!(
                        fold(part).as_str(),
                        "cents" | "cent" | "bu" | "bushel" | "bushels"
                    )
                    || lexicon.contains(&("unit", fold(part).as_str()))
                    || lexicon.contains(&("currency", fold(part).as_str()))
            })
}

impl Lexicon {
    /// Kinds and words only, for use while names are read.
    fn shared_values() -> &'static std::collections::HashSet<(&'static str, &'static str)> {
        static WORDS_BY_KIND: OnceLock<std::collections::HashSet<(&'static str, &'static str)>> =
            OnceLock::new();
        WORDS_BY_KIND.get_or_init(|| {
            let mut found = std::collections::HashSet::new();
            for line in VALUES.lines() {
                let Some((head, words)) = line.split_once(':') else {
                    continue;
                };
                let Some((kind, _)) = head.split_once(' ') else {
                    continue;
                };
                found.extend(words.split(',').map(|word| (kind, word.trim())));
            }
            found
        })
    }
}

const CURRENCIES: &str = "USD EUR GBP CAD AUD MXN BRL CHF JPY CNY INR ZAR NZD SEK NOK DKK PLN CZK \
    HUF RON UAH ARS CLP COP PEN UYU PYG BOB TRY RUB KZT BGN RSD ISK ILS EGP MAD KES NGN GHS THB \
    IDR MYR PHP SGD HKD KRW TWD VND PKR BDT GTQ HNL NIO CRC DOP";

pub(crate) fn is_currency_code(text: &str) -> bool {
    text.len() == 3 && CURRENCIES.split_ascii_whitespace().any(|code| code == text)
}

pub(crate) fn known_currency(text: &str) -> Option<&'static str> {
    let upper = text.trim().to_ascii_uppercase();
    CURRENCIES
        .split_ascii_whitespace()
        .find(|code| *code == upper)
}
