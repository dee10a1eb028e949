//! Listed words: categories, kinds of documents, crops, yes and no.

use crate::lexicon::{Lexicon, collapse, fold};

pub(crate) const CATEGORIES: [&str; 4] = ["seed", "fertilizer", "pesticide", "other"];
pub(crate) const COMMODITIES: [&str; 4] = ["corn", "soybeans", "wheat", "fertilizer"];
pub(crate) const UNITS: [&str; 5] = ["bag", "gal", "ton", "lb", "unit"];

/// The category of a word, if it names one and nothing else.
pub(crate) fn read_category(text: &str) -> Option<&'static str> {
    let lexicon = Lexicon::shared();
    if let Some(category) = lexicon.value("category", text) {
        return Some(category);
    }
    let folded = fold(text).replace(['&', '/', '-', '.', ',', '+'], " ");
    let words: Vec<&str> = folded
        .split_whitespace()
        .filter(|word| lexicon.value("category_neutral", word).is_none())
        .collect();
    if words.is_empty() {
        return None;
    }
    if let Some(category) = lexicon.value("category", &words.join(" ")) {
        return Some(category);
    }
    let mut found = None;
    for word in &words {
        let category = lexicon.value("category", word)?;
        if found.is_some_and(|found| found != category) {
            return None;
        }
        found = Some(category);
    }
    found
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DocumentType {
    /// Sale or purchase, if the word says it.
    pub is_sale: Option<bool>,
    pub is_return: bool,
}

pub(crate) fn read_direction(text: &str) -> Option<DocumentType> {
    let lexicon = Lexicon::shared();
    let folded = fold(text);
    let meaning = lexicon
        .value("direction", &folded)
        .or_else(|| lexicon.value("direction", folded.strip_suffix('s')?))
        .or_else(|| lexicon.value("direction", &folded.replace(['-', '_', '/'], " ")))
        .or_else(|| meaning_word(&folded))?;
    direction_of(meaning)
}

/// Answers are in the table's words.
pub(crate) fn direction_of(meaning: &str) -> Option<DocumentType> {
    let (is_sale, is_return) = match meaning {
        "sale" => (Some(true), false),
        "purchase" => (Some(false), false),
        "sale_return" => (Some(true), true),
        "purchase_return" => (Some(false), true),
        "return" => (None, true),
        _ => return None,
    };
    Some(DocumentType { is_sale, is_return })
}

fn meaning_word(folded: &str) -> Option<&'static str> {
    ["sale", "purchase", "sale_return", "purchase_return"]
        .into_iter()
        .find(|word| *word == folded)
}

pub(crate) fn read_commodity(text: &str) -> Option<&'static str> {
    Lexicon::shared().value("commodity", text)
}

/// A crop, also one without reference data.
pub(crate) fn read_crop(text: &str) -> Option<&'static str> {
    read_commodity(text)
        .filter(|crop| *crop != "fertilizer")
        .or_else(|| Lexicon::shared().value("crop", text))
}

/// The words of a list of crops.
pub(crate) fn split_crops(text: &str) -> Vec<String> {
    let normalized = text
        .replace(" and ", ";")
        .replace(" und ", ";")
        .replace(" et ", ";")
        .replace(" y ", ";");
    normalized
        .split([';', ',', '/', '&', '|', '+', '\n'])
        .map(collapse)
        .filter(|word| !word.is_empty())
        .collect()
}

pub(crate) fn read_flag(text: &str) -> Option<bool> {
    let lexicon = Lexicon::shared();
    if lexicon.value("yes", text).is_some() {
        return Some(true);
    }
    lexicon.value("no", text).map(|_| false)
}

/// `open`, `done` or `canceled`.
pub(crate) fn read_status(text: &str) -> Option<&'static str> {
    Lexicon::shared().value("status", text)
}

pub(crate) fn is_total_word(text: &str) -> bool {
    let lexicon = Lexicon::shared();
    let folded = fold(text);
    let folded = folded.trim_matches(['*', '-', '=', '_', '>', '<', ' ']);
    let words: Vec<&str> = folded
        .split(|letter: char| letter.is_whitespace() || letter == ':')
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() || words.len() > 12 {
        return false;
    }
    let starts = (1..=words.len().min(3)).any(|length| {
        lexicon
            .value("total", &words.get(..length).unwrap_or(&[]).join(" "))
            .is_some()
    });
    let ends = words
        .last()
        .is_some_and(|word| lexicon.value("total", word).is_some());
    starts || ends
}
