//! Exact numbers in the notations of several countries.

use crate::cell::{Cell, Display};
use crate::lexicon::{Lexicon, known_currency};
use rust_decimal::{Decimal, RoundingStrategy};

/// The sign before the places of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecimalSign {
    Point,
    Comma,
}

/// The number of a cell, read both ways.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct NumberReading {
    pub point: Option<Decimal>,
    pub comma: Option<Decimal>,
    /// A code, or `$` for any dollar.
    pub currency: Option<String>,
}

impl NumberReading {
    pub(crate) fn is_number(&self) -> bool {
        self.point.is_some() || self.comma.is_some()
    }

    /// The sign that this cell decides, if it can be read only one way.
    pub(crate) fn evidence(&self) -> Option<DecimalSign> {
        match (self.point, self.comma) {
            (Some(_), None) => Some(DecimalSign::Point),
            (None, Some(_)) => Some(DecimalSign::Comma),
            _ => None,
        }
    }

    pub(crate) fn is_ambiguous(&self) -> bool {
        matches!((self.point, self.comma), (Some(point), Some(comma)) if point != comma)
    }

    pub(crate) fn value(&self, sign: Option<DecimalSign>) -> Option<Decimal> {
        match sign {
            Some(DecimalSign::Point) => self.point,
            Some(DecimalSign::Comma) => self.comma,
            None if self.is_ambiguous() => None,
            None => self.point.or(self.comma),
        }
    }
}

pub(crate) fn read_number(cell: &Cell) -> NumberReading {
    match cell {
        Cell::Number(digits, display) => {
            let value = parse_stored(digits);
            let currency = match display {
                Display::Currency(code) => Some(code.clone()),
                _ => None,
            };
            NumberReading {
                point: value,
                comma: value,
                currency,
            }
        }
        Cell::Text(text) => read_text(text),
        _ => NumberReading::default(),
    }
}

/// A number as workbooks store it.
pub(crate) fn parse_stored(digits: &str) -> Option<Decimal> {
    let value = match Decimal::from_str_exact(digits) {
        Ok(value) => value,
        Err(_) => Decimal::from_scientific(digits)
            .ok()
            .or_else(|| digits.parse::<Decimal>().ok())?,
    };
    Some(value.normalize())
}

fn read_text(text: &str) -> NumberReading {
    let mut body: String = text
        .trim()
        .chars()
        .map(|letter| match letter {
            '\u{a0}' | '\u{202f}' | '\u{2009}' | '\t' => ' ',
            '\u{2212}' | '–' => '-',
            '’' | '`' => '\'',
            letter => letter,
        })
        .collect();
    let mut currency = None;
    let mut negative = false;
    // Signs, brackets and currencies stand in any order.
    loop {
        let trimmed = body.trim().to_owned();
        if let Some(inner) = trimmed
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'))
        {
            if negative {
                return NumberReading::default();
            }
            negative = true;
            body = String::from(inner);
        } else if let Some((rest, found)) = take_currency(&trimmed) {
            if currency.is_some() {
                return NumberReading::default();
            }
            currency = Some(found);
            body = rest;
        } else if let Some(rest) = trimmed
            .strip_prefix('-')
            .or_else(|| trimmed.strip_suffix('-'))
            .filter(|rest| !negative && !rest.is_empty())
        {
            negative = true;
            body = String::from(rest);
        } else if let Some(rest) = trimmed.strip_prefix('+') {
            body = String::from(rest);
        } else {
            body = trimmed;
            break;
        }
    }
    if body == "-" && currency.is_some() {
        return NumberReading {
            point: Some(Decimal::ZERO),
            comma: Some(Decimal::ZERO),
            currency,
        };
    }
    let signed = |value: Decimal| if negative { -value } else { value };
    NumberReading {
        point: parse_with(&body, '.', ',').map(signed),
        comma: parse_with(&body, ',', '.').map(signed),
        currency,
    }
}

fn take_currency(text: &str) -> Option<(String, String)> {
    let lexicon = Lexicon::shared();
    let is_amount = |letter: char| {
        letter.is_ascii_digit() || matches!(letter, '.' | ',' | ' ' | '-' | '(' | ')' | '\'' | '+')
    };
    let head: String = text
        .chars()
        .take_while(|letter| !is_amount(*letter))
        .collect();
    let tail: String = {
        let reversed: String = text
            .chars()
            .rev()
            .take_while(|letter| !is_amount(*letter))
            .collect();
        reversed.chars().rev().collect()
    };
    for (part, rest) in [
        (head.as_str(), text.get(head.len()..)),
        (tail.as_str(), text.get(..text.len() - tail.len())),
    ] {
        if part.is_empty() || part.len() == text.len() {
            continue;
        }
        let code = known_currency(part).or_else(|| lexicon.value("currency", part));
        if let (Some(code), Some(rest)) = (code, rest) {
            let code = if code == "-" { "$" } else { code };
            return Some((rest.to_owned(), code.to_owned()));
        }
    }
    None
}

/// Digits with `point` before the places, and groups of three.
fn parse_with(text: &str, point: char, group: char) -> Option<Decimal> {
    if text.is_empty()
        || !text.starts_with(|letter: char| letter.is_ascii_digit() || letter == point)
    {
        return None;
    }
    if let Some((mantissa, exponent)) = text.split_once(['e', 'E']) {
        let exponent: i32 = exponent.parse().ok().filter(|e: &i32| e.abs() < 20)?;
        let mantissa = parse_plain(mantissa, point)?;
        return Decimal::from_scientific(&format!("{mantissa}e{exponent}")).ok();
    }
    let (whole, places) = match text.rsplit_once(point) {
        Some((whole, places)) => (whole, Some(places)),
        None => (text, None),
    };
    if places.is_some_and(|places| !places.bytes().all(|digit| digit.is_ascii_digit())) {
        return None;
    }
    let separators: Vec<char> = whole
        .chars()
        .filter(|letter| !letter.is_ascii_digit())
        .collect();
    let whole = if let Some(first) = separators.first() {
        if ![group, ' ', '\''].contains(first) || separators.iter().any(|other| other != first) {
            return None;
        }
        let mut groups = whole.split(*first);
        let head = groups.next()?;
        let head_is_good = (1..=3).contains(&head.len()) && !head.starts_with('0');
        if !head_is_good || !groups.all(|part| part.len() == 3) {
            return None;
        }
        whole.replace(*first, "")
    } else {
        whole.to_owned()
    };
    parse_plain(&format!("{whole}.{}", places.unwrap_or("")), '.')
}

fn parse_plain(text: &str, point: char) -> Option<Decimal> {
    let (whole, places) = text.split_once(point).unwrap_or((text, ""));
    let is_digits = |part: &str| part.bytes().all(|digit| digit.is_ascii_digit());
    if !is_digits(whole) || !is_digits(places) || (whole.is_empty() && places.is_empty()) {
        return None;
    }
    let whole = if whole.is_empty() { "0" } else { whole };
    // More places than fit are cut off far below the four that count.
    let places = places.get(..places.len().min(20)).unwrap_or("");
    format!("{whole}.{places}0")
        .parse::<Decimal>()
        .ok()
        .map(|value| value.normalize())
}

/// Rounds half-even to 4 places; none if the number is out of range.
pub(crate) fn round_amount(value: Decimal) -> Option<Decimal> {
    let rounded = value.round_dp_with_strategy(4, RoundingStrategy::MidpointNearestEven);
    (rounded.abs() < Decimal::from(1_000_000_000_000_u64)).then(|| rounded.normalize())
}

/// A number as the id that it is: without exponent, with the zeros that the sheet shows.
pub(crate) fn id_text(digits: &str, display: &Display) -> String {
    let text = parse_stored(digits).map_or_else(
        || digits.to_owned(),
        |value| value.round_sf(15).unwrap_or(value).normalize().to_string(),
    );
    match display {
        Display::Padded(width) if !text.contains(['.', '-']) => format!("{text:0>width$}"),
        _ => text,
    }
}
