//! Parses customer baskets as `rollup_customer_basket` stores them: one text per customer, with
//! `5:CS-12bag 3 0 1250 1 7500000/` per item, led by the length of its id.
//!
//! One text instead of a row per item, because transferring dozens of rows per customer costs more
//! than summing them.

use crate::packed_parser::PackedParser;

/// An item in one of its units: lines, and quantity and amount in two parts each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BasketItem<'a> {
    pub(super) item_id: &'a str,
    pub(super) unit: &'a str,
    pub(super) lines: i64,
    pub(super) quantity: (i64, i64),
    pub(super) amount: (i64, i64),
}

impl<'a> BasketItem<'a> {
    /// Identifies an item and unit within a basket.
    pub(super) fn sort_key(&self) -> (&'a str, &'a str) {
        (self.item_id, self.unit)
    }

    pub(super) fn subtract_lines(&mut self, lines: i64, quantity: (i64, i64), amount: (i64, i64)) {
        self.lines -= lines;
        self.quantity = (self.quantity.0 - quantity.0, self.quantity.1 - quantity.1);
        self.amount = (self.amount.0 - amount.0, self.amount.1 - amount.1);
    }
}

/// The items of a customer. None if the text has another format.
pub(super) fn parse_basket(text: &str) -> Option<Vec<BasketItem<'_>>> {
    let mut items = Vec::new();
    let mut text = PackedParser::new(text);
    while !text.is_at_end() {
        let (item_id, unit) = (text.parse_counted_text()?, text.parse_word()?);
        let mut number = || text.parse_next_number();
        items.push(BasketItem {
            item_id,
            unit,
            lines: number()?,
            quantity: (number()?, number()?),
            amount: (number()?, number()?),
        });
        text.expect_byte(b'/')?;
    }
    Some(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_any_characters_in_ids() {
        let items =
            parse_basket("4:ureaton 3 0 1250 -1 -7500000/11:1:a/b 2/ ä:bag 1 2 3 4 5/").unwrap();
        let [urea, odd] = items.as_slice() else {
            panic!("{items:?}")
        };
        assert_eq!(
            (
                urea.item_id,
                urea.unit,
                urea.lines,
                urea.quantity,
                urea.amount
            ),
            ("urea", "ton", 3, (0, 1250), (-1, -7_500_000))
        );
        assert_eq!(
            (odd.item_id, odd.unit, odd.lines, odd.amount),
            ("1:a/b 2/ ä:", "bag", 1, (4, 5))
        );
        assert_eq!(parse_basket(""), Some(Vec::new()));
    }

    #[test]
    fn rejects_malformed_text() {
        for text in [
            "urea",
            "4:urea",
            "4:ureaton 3 0 1250 -1/",
            "4:ureaton 3 0 1250 -1 2 9/",
            "x:ureaton 3 0 1 2 3/",
            "99:ureaton 3 0 1 2 3/",
            "4:ureaton 3 0 1 2 x/",
        ] {
            assert_eq!(parse_basket(text), None, "{text}");
        }
    }
}
