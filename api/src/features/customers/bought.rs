//! Reads what a customer bought as `rollup_customer_basket` writes it: one text a customer,
//! `5:CS-12bag 3 0 1250 1 7500000/` an item, led by the length of its id.
//!
//! A row for each item would cost more to hand over than to add up: a customer has dozens of them.

use crate::written::Written;

/// An item in one of its units: lines, and quantity and amount in two parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BoughtItem<'a> {
    pub(super) item_id: &'a str,
    pub(super) unit: &'a str,
    pub(super) lines: i64,
    pub(super) quantity: (i64, i64),
    pub(super) amount: (i64, i64),
}

impl<'a> BoughtItem<'a> {
    /// Tells a customer's items apart.
    pub(super) fn key(&self) -> (&'a str, &'a str) {
        (self.item_id, self.unit)
    }

    pub(super) fn take_off(&mut self, lines: i64, quantity: (i64, i64), amount: (i64, i64)) {
        self.lines -= lines;
        self.quantity = (self.quantity.0 - quantity.0, self.quantity.1 - quantity.1);
        self.amount = (self.amount.0 - amount.0, self.amount.1 - amount.1);
    }
}

/// The items of a customer. None where anything is not as it is written.
pub(super) fn bought_items(text: &str) -> Option<Vec<BoughtItem<'_>>> {
    let mut items = Vec::new();
    let mut text = Written::of(text);
    while !text.is_read() {
        let length = usize::try_from(text.number()?).ok()?;
        text.take(b':')?;
        let after = text.rest();
        // Both engines count characters.
        let plain = after.get(..length).filter(|id| id.is_ascii()).map(str::len);
        let end = plain.unwrap_or_else(|| {
            after
                .char_indices()
                .nth(length)
                .map_or(after.len(), |(place, _)| place)
        });
        let (item_id, after) = after.split_at_checked(end)?;
        let (unit, _) = after.split_once(' ')?;
        text = Written::of(after.get(unit.len()..)?);
        let mut number = || text.next_number();
        items.push(BoughtItem {
            item_id,
            unit,
            lines: number()?,
            quantity: (number()?, number()?),
            amount: (number()?, number()?),
        });
        text.take(b'/')?;
    }
    Some(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_may_hold_whatever_they_like() {
        let found =
            bought_items("4:ureaton 3 0 1250 -1 -7500000/11:1:a/b 2/ ä:bag 1 2 3 4 5/").unwrap();
        let [urea, odd] = found.as_slice() else {
            panic!("{found:?}")
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
        assert_eq!(bought_items(""), Some(Vec::new()));
    }

    #[test]
    fn anything_else_is_nothing() {
        for text in [
            "urea",
            "4:urea",
            "4:ureaton 3 0 1250 -1/",
            "4:ureaton 3 0 1250 -1 2 9/",
            "x:ureaton 3 0 1 2 3/",
            "99:ureaton 3 0 1 2 3/",
            "4:ureaton 3 0 1 2 x/",
        ] {
            assert_eq!(bought_items(text), None, "{text}");
        }
    }
}
