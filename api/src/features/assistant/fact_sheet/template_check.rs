//! Checks templates: every figure is a placeholder of a fact, and words such as "rose" agree with
//! the sign of the change in the same clause.

use std::fmt;

use super::{Fact, FactSheet};

/// What is wrong with a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateViolation {
    /// A digit outside of placeholders and names, with the text around it.
    Digit(String),
    /// A number written as a word.
    NumberWord(String),
    /// A placeholder without a fact.
    UnknownFact(String),
    /// "Rose" with a decrease, or "fell" with an increase.
    WrongDirection { word: String, fact: String },
}

impl fmt::Display for TemplateViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digit(around) => write!(
                f,
                "the figure in \"{around}\" is not a fact: use a placeholder"
            ),
            Self::NumberWord(word) => {
                write!(f, "\"{word}\" is a number word: use a placeholder")
            }
            Self::UnknownFact(name) => write!(f, "[[{name}]] is not a fact of this answer"),
            Self::WrongDirection { word, fact } => {
                write!(f, "\"{word}\" contradicts the sign of [[{fact}]]")
            }
        }
    }
}

/// Number words. "one" is not listed: it is mostly a pronoun.
const NUMBER_WORDS: &[&str] = &[
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "million",
    "billion",
    "dozen",
    "half",
    "twice",
    "double",
    "doubled",
    "triple",
    "tripled",
    "quarter-million",
    "couple",
];
const UP_WORDS: &[&str] = &[
    "rose",
    "risen",
    "rising",
    "up",
    "increased",
    "increase",
    "grew",
    "gained",
    "climbed",
    "higher",
    "above",
    "improved",
];
const DOWN_WORDS: &[&str] = &[
    "fell",
    "fallen",
    "falling",
    "down",
    "decreased",
    "decrease",
    "dropped",
    "declined",
    "lost",
    "lower",
    "below",
    "worsened",
];

/// Lists the violations of a template. `names` may appear literally, with their digits.
pub fn find_violations(
    template: &str,
    sheet: &FactSheet,
    names: &[&str],
) -> Vec<TemplateViolation> {
    let mut found: Vec<TemplateViolation> = list_placeholders(template)
        .into_iter()
        .filter(|name| sheet.find_by_name(name).is_none())
        .map(|name| TemplateViolation::UnknownFact(name.to_owned()))
        .collect();
    let mut bare = strip_placeholders(template);
    let mut longest_first: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| !name.trim().is_empty())
        .collect();
    longest_first.sort_by_key(|name| std::cmp::Reverse(name.len()));
    for name in longest_first {
        bare = bare.replace(name, " ");
    }
    for word in bare.split_whitespace() {
        if word.chars().any(char::is_numeric) {
            found.push(TemplateViolation::Digit(word.chars().take(40).collect()));
        }
        for part in word
            .split(|character: char| !character.is_alphabetic())
            .filter(|part| !part.is_empty())
        {
            if NUMBER_WORDS.contains(&part.to_lowercase().as_str()) {
                found.push(TemplateViolation::NumberWord(part.to_owned()));
            }
        }
    }
    found.extend(find_direction_errors(template, sheet));
    found
}

/// Lists the ids in the template's placeholders, in order.
pub(super) fn list_placeholders(template: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = template;
    while let Some((_, after)) = rest.split_once("[[") {
        let Some((name, behind)) = after.split_once("]]") else {
            break;
        };
        names.push(name);
        rest = behind;
    }
    names
}

/// Replaces placeholders by the formatted facts. Drops placeholders without a fact; a checked
/// template has none.
pub(super) fn fill_placeholders(template: &str, sheet: &FactSheet) -> String {
    replace_placeholders(template, |name| {
        sheet
            .find_by_name(name)
            .and_then(|id| sheet.get(id))
            .map_or("", |fact| fact.formatted.as_str())
    })
}

fn strip_placeholders(template: &str) -> String {
    replace_placeholders(template, |_| " ")
}

fn replace_placeholders<'a>(template: &'a str, figure: impl Fn(&'a str) -> &'a str) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("[[") {
        let Some((name, behind)) = after.split_once("]]") else {
            break;
        };
        text.push_str(before);
        text.push_str(figure(name));
        rest = behind;
    }
    text.push_str(rest);
    text
}

/// Checks the direction words of each clause against the changes that the clause shows.
fn find_direction_errors(template: &str, sheet: &FactSheet) -> Vec<TemplateViolation> {
    let mut found = Vec::new();
    for clause in template.split([',', ';', '.', '\n']) {
        let signs: Vec<(&Fact, f64)> = list_placeholders(clause)
            .into_iter()
            .filter_map(|name| sheet.get(sheet.find_by_name(name)?))
            .filter_map(|fact| Some((fact, fact.change_sign()?)))
            .collect();
        let bare = strip_placeholders(clause).to_lowercase();
        for word in bare.split(|character: char| !character.is_alphabetic()) {
            let wrong = |sign: f64| {
                (UP_WORDS.contains(&word) && sign < 0.0)
                    || (DOWN_WORDS.contains(&word) && sign > 0.0)
            };
            // A clause with several changes is not checked: its direction word could refer to any
            // of them.
            if let [(fact, sign)] = signs.as_slice()
                && wrong(*sign)
            {
                found.push(TemplateViolation::WrongDirection {
                    word: word.to_owned(),
                    fact: fact.id.name(),
                });
            }
        }
    }
    found
}
