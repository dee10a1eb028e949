//! How other systems write words, units, numbers and dates: the same for files that are imported and
//! for sources that are synced. Only what has one meaning is read; all else is left to the caller.

use crate::cell::Cell;
use crate::item_units::ItemUnits;
use crate::lexicon::{Lexicon, collapse, known_currency};
use crate::values::numbers::{NumberReading, read_number};
use crate::values::units::{UnitFactor, read_own_price_unit, read_price_unit};
use crate::values::{dates, is_null_word, units, words};
use chrono::{FixedOffset, NaiveDateTime};
use rust_decimal::Decimal;

pub use crate::values::dates::DateOrder;
pub use crate::values::numbers::DecimalSign;

/// Whether a text stands for nothing, such as `NULL`.
pub fn is_nothing(text: &str) -> bool {
    is_null_word(text)
}

/// The word of the list that a text means, in a column of this name.
pub fn read_listed_word(
    column: &str,
    list: &'static [&'static str],
    text: &str,
) -> Option<&'static str> {
    let listed = |word: &str| list.iter().copied().find(|known| *known == word);
    let folded = collapse(text).to_lowercase();
    listed(&folded).or_else(|| match column {
        "category" => words::read_category(text).and_then(listed),
        "commodity" => words::read_commodity(text).and_then(listed),
        "direction" => {
            let document = words::read_direction(text).filter(|document| !document.is_return)?;
            listed(if document.is_sale? {
                "sale"
            } else {
                "purchase"
            })
        }
        "status" => match words::read_status(text)? {
            // Bookings are delivered and orders received.
            "done" => listed("delivered").or_else(|| listed("received")),
            status => listed(status),
        },
        _ => None,
    })
}

/// Whether a word differs from all words of the list, so that it says more than the one it means:
/// `Herbicide`, but not `Seeds`.
pub fn is_own_word(list: &[&str], text: &str) -> bool {
    let folded = collapse(text).to_lowercase();
    let is_listed = |word: &&str| folded.strip_suffix('s').unwrap_or(&folded) == *word;
    !is_nothing(text) && !list.contains(&folded.as_str()) && !list.iter().any(is_listed)
}

/// The crops of a list, `;` between them. Crops that are not known keep their names.
pub fn read_crops(text: &str) -> String {
    let mut crops: Vec<String> = Vec::new();
    for word in words::split_crops(text) {
        let crop = words::read_crop(&word).map_or_else(|| word.to_lowercase(), str::to_owned);
        if !crops.contains(&crop) {
            crops.push(crop);
        }
    }
    crops.join(";")
}

/// An amount of one unit in another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitReading {
    pub unit: String,
    times: Decimal,
    over: Decimal,
}

impl UnitReading {
    /// A quantity in the unit that was read, in `unit`.
    pub fn quantity(&self, value: Decimal) -> Option<Decimal> {
        value.checked_mul(self.times)?.checked_div(self.over)
    }

    /// A price for the unit that was read, for one of `unit`.
    pub fn price(&self, value: Decimal) -> Option<Decimal> {
        value.checked_mul(self.over)?.checked_div(self.times)
    }
}

/// The unit of a word such as `Gallons`, `kg` or `2.5 gal jug`; none if it has no certain size.
pub fn read_unit(text: &str) -> Option<UnitReading> {
    let UnitFactor { unit, times, over } = units::read_unit(text)?;
    Some(UnitReading { unit, times, over })
}

/// Like [`read_unit`], and by what is known of the item: the size of its packages, and what its ounces
/// are. With `to_stock`, in the unit of its stock where pack and density connect the two.
pub fn read_item_unit(text: &str, item: &ItemUnits, to_stock: bool) -> Option<UnitReading> {
    let found = units::read_unit(text)
        .or_else(|| item.package(text))
        .or_else(|| item.ounce(text))?;
    let UnitFactor { unit, times, over } = if to_stock {
        item.to_stock_unit(found)
    } else {
        found
    };
    Some(UnitReading { unit, times, over })
}

/// The unit of quotes such as `cents/bu` or `EUR/kg`. Prices in it are converted.
pub fn read_quote_unit(text: &str) -> Option<UnitReading> {
    let unit = read_price_unit(text, false).or_else(|| read_own_price_unit(text))?;
    // What is multiplied for a price is divided for a quantity.
    Some(UnitReading {
        unit: unit.unit,
        times: unit.over,
        over: unit.times,
    })
}

pub fn read_flag(text: &str) -> Option<bool> {
    words::read_flag(text)
}

/// The code of a currency. `$` alone names none.
pub fn read_currency(text: &str) -> Option<&'static str> {
    known_currency(text)
        .or_else(|| Lexicon::shared().value("currency", text))
        .filter(|code| code.len() == 3)
}

/// A number that reads one way only and has no currency of its own.
pub fn read_plain_number(text: &str) -> Option<Decimal> {
    let reading: NumberReading = read_number(&Cell::Text(text.to_owned()));
    // Digits of an exponent may have been lost.
    let has_exponent = text.contains(['e', 'E']);
    if reading.currency.is_some() || reading.is_ambiguous() || has_exponent {
        return None;
    }
    reading.value(None)
}

/// A number whose decimal sign is known. `$` may stand before it, another currency may not.
pub fn read_number_with(text: &str, sign: DecimalSign) -> Option<Decimal> {
    let reading: NumberReading = read_number(&Cell::Text(text.to_owned()));
    let has_exponent = text.contains(['e', 'E']);
    if has_exponent
        || reading
            .currency
            .as_deref()
            .is_some_and(|currency| currency != "$")
    {
        return None;
    }
    reading.value(Some(sign))
}

/// A date with its time of day, and the offset if there is one; none if it reads in two ways.
pub fn read_moment(text: &str) -> Option<(NaiveDateTime, Option<FixedOffset>)> {
    read_moment_in(text, None)
}

/// Like [`read_moment`], with the order of day and month if it is known.
pub fn read_moment_in(
    text: &str,
    order: Option<DateOrder>,
) -> Option<(NaiveDateTime, Option<FixedOffset>)> {
    // A bare number may be a year, a day of Excel or a Unix time.
    if text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
        && text.matches('.').count() < 2
    {
        return None;
    }
    let reading = dates::read_date(&Cell::Text(text.to_owned()), false);
    Some((reading.value(order)?, reading.offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_systems_mean_one_of_the_list() {
        const CATEGORIES: &[&str] = &["seed", "fertilizer", "pesticide", "other"];
        const DIRECTIONS: &[&str] = &["sale", "purchase"];
        const STATUSES: &[&str] = &["open", "received", "canceled"];
        assert_eq!(
            read_listed_word("category", CATEGORIES, "Herbicide"),
            Some("pesticide")
        );
        assert_eq!(
            read_listed_word("category", CATEGORIES, "SEED"),
            Some("seed")
        );
        assert_eq!(read_listed_word("category", CATEGORIES, "7100"), None);
        assert_eq!(
            read_listed_word("direction", DIRECTIONS, "Invoice"),
            Some("sale")
        );
        // The quantity of a credit may or may not be negative already.
        assert_eq!(
            read_listed_word("direction", DIRECTIONS, "Credit Memo"),
            None
        );
        assert_eq!(
            read_listed_word("status", STATUSES, "Closed"),
            Some("received")
        );
        assert_eq!(read_crops("Cotton, Mais"), "cotton;corn");
        assert_eq!(read_crops("Hemp;corn"), "hemp;corn");
    }

    #[test]
    fn units_convert_quantities_and_prices() {
        let kilogram = read_unit("kg").unwrap();
        assert_eq!(kilogram.unit, "lb");
        let price = kilogram.price("0.45359237".parse().unwrap());
        assert_eq!(price.unwrap().round_dp(8).to_string(), "0.20574604");
        assert_eq!(
            kilogram.quantity("0.45359237".parse().unwrap()),
            Some(Decimal::ONE)
        );
        let cents = read_quote_unit("cents per bushel").unwrap();
        assert_eq!(cents.unit, "usd_per_bu");
        assert_eq!(
            cents.price("450".parse().unwrap()),
            Some("4.5".parse().unwrap())
        );
        assert_eq!(read_quote_unit("EUR/kg").unwrap().unit, "eur_per_kg");
        assert_eq!(read_unit("jug"), None);
    }

    #[test]
    fn what_reads_in_two_ways_is_not_read() {
        assert_eq!(
            read_plain_number("1,234.50"),
            Some("1234.5".parse().unwrap())
        );
        assert_eq!(read_plain_number("1,234"), None);
        assert_eq!(read_plain_number("€5"), None);
        assert!(read_moment("2026-03-04 10:15:00").is_some());
        assert!(read_moment("31.12.2025").is_some());
        assert!(read_moment("03/04/2026").is_none());
        assert_eq!(read_currency("usd"), Some("USD"));
        assert_eq!(read_currency("$"), None);
    }
}
