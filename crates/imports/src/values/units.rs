//! Units of quantities and prices, and their exact factors.

use super::numbers::{DecimalSign, read_number};
use crate::cell::Cell;
use crate::lexicon::{Lexicon, collapse, fold, known_currency};
use rust_decimal::Decimal;

const POUNDS_PER_TON: Decimal = Decimal::from_parts(2000, 0, 0, false, 0);

/// One of the word is `times / over` of the unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnitFactor {
    pub unit: String,
    pub times: Decimal,
    pub over: Decimal,
}

impl UnitFactor {
    fn plain(unit: &str) -> Self {
        Self {
            unit: unit.to_owned(),
            times: Decimal::ONE,
            over: Decimal::ONE,
        }
    }

    pub(crate) fn quantity(&self, value: Decimal) -> Option<Decimal> {
        value.checked_mul(self.times)?.checked_div(self.over)
    }

    pub(crate) fn price(&self, value: Decimal) -> Option<Decimal> {
        value.checked_mul(self.over)?.checked_div(self.times)
    }
}

/// How many of the table's unit a unit is, as times and over, by the exact definitions.
fn metric(name: &str) -> Option<(Decimal, Decimal)> {
    let decimal = |digits: i64, scale: u32| Decimal::new(digits, scale);
    Some(match name {
        "1" => (Decimal::ONE, Decimal::ONE),
        "kg" => (Decimal::ONE, decimal(45_359_237, 8)),
        "l" => (Decimal::ONE, decimal(3_785_411_784, 9)),
        "t" => (decimal(1000, 0), decimal(90_718_474, 5)),
        "qt" => (Decimal::ONE, decimal(4, 0)),
        "pt" => (Decimal::ONE, decimal(8, 0)),
        "floz" => (Decimal::ONE, decimal(128, 0)),
        "ml" => (Decimal::ONE, decimal(3_785_411_784, 6)),
        "hl" => (decimal(100, 0), decimal(3_785_411_784, 9)),
        "impgal" => (decimal(454_609, 5), decimal(3_785_411_784, 9)),
        "g" => (Decimal::ONE, decimal(45_359_237, 5)),
        "cwt" => (decimal(100, 0), Decimal::ONE),
        "dt" => (decimal(100, 0), decimal(45_359_237, 8)),
        "longton" => (decimal(112, 2), Decimal::ONE),
        _ => return None,
    })
}

/// The unit of a word such as `Gallons`, `kg` or `2.5 gal jug`; none if it says no size.
pub(crate) fn read_unit(text: &str) -> Option<UnitFactor> {
    simple_unit(text).or_else(|| sized_unit(text))
}

/// So many of a unit, such as `100 kg`, `1000 bags` or a unit alone.
pub(crate) fn read_amount(text: &str) -> Option<(Decimal, UnitFactor)> {
    if let Some(unit) = read_unit(text) {
        return Some((Decimal::ONE, unit));
    }
    // Sizes are of weights and volumes only.
    let text = text.trim();
    let end = text.find(|letter: char| letter.is_alphabetic())?;
    let (number, word) = text.split_at(end);
    let count = parse_size(number.trim()).filter(|count| *count > Decimal::ZERO)?;
    Some((count, simple_unit(word)?))
}

/// Whether the unit counts things, so that its weight is open.
pub(crate) fn is_count(unit: &str) -> bool {
    matches!(unit, "bag" | "unit")
}

/// The same amount in another unit; none if their sizes do not compare.
pub(crate) fn convert_unit(factor: &UnitFactor, unit: &str) -> Option<UnitFactor> {
    let (times, over) = match (factor.unit.as_str(), unit) {
        (from, to) if from == to => (Decimal::ONE, Decimal::ONE),
        ("ton", "lb") => (POUNDS_PER_TON, Decimal::ONE),
        ("lb", "ton") => (Decimal::ONE, POUNDS_PER_TON),
        _ => return None,
    };
    Some(UnitFactor {
        unit: unit.to_owned(),
        times: factor.times.checked_mul(times)?,
        over: factor.over.checked_mul(over)?,
    })
}

fn simple_unit(text: &str) -> Option<UnitFactor> {
    let meaning = Lexicon::shared().value("unit", text)?;
    let (unit, name) = meaning.split_once(' ')?;
    let (times, over) = metric(name)?;
    Some(UnitFactor {
        unit: unit.to_owned(),
        times,
        over,
    })
}

pub(crate) fn is_container(text: &str) -> bool {
    Lexicon::shared().value("container", text).is_some()
}

fn sized_unit(text: &str) -> Option<UnitFactor> {
    let folded = fold(text)
        .replace(['(', ')', '[', ']'], " ")
        .replace('#', " lb ");
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for letter in folded.chars() {
        let is_number = letter.is_ascii_digit() || letter == '.' || letter == ',';
        let was_number = word
            .chars()
            .last()
            .is_some_and(|last| last.is_ascii_digit() || last == '.' || last == ',');
        if (letter == ' '
            || letter == '-'
            || letter == '/'
            || letter == '×'
            || (!word.is_empty() && is_number != was_number))
            && !word.is_empty()
        {
            words.push(std::mem::take(&mut word));
        }
        if letter == '×' {
            words.push("x".to_owned());
        } else if letter != ' ' && letter != '-' && letter != '/' {
            word.push(letter);
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    let is_number = |word: &String| word.starts_with(|letter: char| letter.is_ascii_digit());
    let is_holder = |word: &str| {
        is_container(word)
            || Lexicon::shared().value("unit", word) == Some("bag 1")
            || matches!(word, "of" | "a" | "de" | "mit" | "von" | "di" | "da")
    };
    let start = words.iter().position(is_number)?;
    if !words.get(..start)?.iter().all(|word| is_holder(word)) {
        return None;
    }
    let mut size = parse_size(words.get(start)?)?;
    let mut at = start + 1;
    if words.get(at).is_some_and(|word| word == "x") {
        size = size.checked_mul(parse_size(words.get(at + 1)?)?)?;
        at += 2;
    }
    let rest = words.get(at..)?;
    let (length, unit) = (1..=rest.len().min(3)).rev().find_map(|length| {
        simple_unit(&rest.get(..length)?.join(" ")).map(|unit| (length, unit))
    })?;
    if !rest.get(length..)?.iter().all(|word| is_holder(word)) || size <= Decimal::ZERO {
        return None;
    }
    if unit.unit == "bag" || unit.unit == "unit" {
        return None;
    }
    Some(UnitFactor {
        times: unit.times.checked_mul(size)?,
        ..unit
    })
}

fn parse_size(word: &str) -> Option<Decimal> {
    let reading = read_number(&Cell::Text(word.to_owned()));
    if reading.is_ambiguous() {
        return None;
    }
    reading.value(Some(DecimalSign::Point)).or(reading.comma)
}

pub(crate) fn answered_unit(unit: &str, factor: Decimal) -> Option<UnitFactor> {
    (factor > Decimal::ZERO).then(|| UnitFactor {
        times: factor,
        ..UnitFactor::plain(unit)
    })
}

/// A unit of prices: the table's word, and what prices are multiplied with and divided by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PriceUnit {
    pub unit: String,
    pub times: Decimal,
    pub over: Decimal,
}

/// Reads `$/bu`, `cents per bushel`, `USD/t`. `dollars` says whether a bare amount is in USD.
pub(crate) fn read_price_unit(text: &str, dollars: bool) -> Option<PriceUnit> {
    let mut body = fold(text);
    for (long, short) in [
        ("¢", " cents "),
        ("us$", " usd "),
        ("$", " usd "),
        ("us-cent", " cents "),
    ] {
        body = body.replace(long, short);
    }
    if body.contains('€') || body.contains('£') {
        return None;
    }
    let mut in_cents = false;
    let mut has_currency = dollars;
    let mut unit_words = Vec::new();
    for word in collapse(&body.replace(['/', '_', '(', ')', '.', '-'], " ")).split(' ') {
        match word {
            "usd" | "dollar" | "dollars" | "dolares" | "us" => has_currency = true,
            "cents" | "cent" | "ct" | "cts" | "c" | "usc" | "usx" | "usd¢" | "centavos"
            | "centimes" | "centesimi" => {
                in_cents = true;
                has_currency = true;
            }
            "per" | "pro" | "je" | "par" | "por" | "a" | "p" | "la" | "le" => {}
            word => unit_words.push(word.to_owned()),
        }
    }
    if !has_currency {
        return None;
    }
    let unit = unit_words.join(" ");
    let cents = if in_cents {
        Decimal::ONE_HUNDRED
    } else {
        Decimal::ONE
    };
    if matches!(
        unit.as_str(),
        "bu" | "bushel" | "bushels" | "boisseau" | "boisseaux" | "scheffel" | "bsh" | "staio"
    ) {
        return Some(PriceUnit {
            unit: "usd_per_bu".to_owned(),
            times: Decimal::ONE,
            over: cents,
        });
    }
    let factor = simple_unit(&unit).filter(|factor| factor.unit == "ton")?;
    Some(PriceUnit {
        unit: "usd_per_ton".to_owned(),
        times: factor.over,
        over: factor.times.checked_mul(cents)?,
    })
}

/// The unit of prices of another product, such as `eur_per_kg` for `EUR/kg`.
pub(crate) fn read_own_price_unit(text: &str) -> Option<PriceUnit> {
    let folded = fold(text).replace(" per ", "/").replace("_per_", "/");
    let (currency, unit) = folded.split_once('/')?;
    let currency = currency.trim();
    let currency =
        known_currency(currency).or_else(|| Lexicon::shared().value("currency", currency))?;
    let words: Vec<&str> = unit
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let is_word = !words.is_empty() && currency.len() == 3;
    is_word.then(|| PriceUnit {
        unit: format!("{}_per_{}", currency.to_lowercase(), words.join("_")),
        times: Decimal::ONE,
        over: Decimal::ONE,
    })
}
