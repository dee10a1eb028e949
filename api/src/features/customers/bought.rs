//! Reads what a customer bought as the question for it writes it: one text a customer, `5:CS-12bag 3 0 1250 1 7500000/` an item, led by the length of its id.
//!
//! A row for each item would cost more to hand over than to add up: a customer has dozens of them.

/// An item in one of its units: lines, and quantity and amount in two parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BoughtItem<'a> {
    pub(super) item_id: &'a str,
    pub(super) unit: &'a str,
    pub(super) lines: i64,
    pub(super) quantity: (i64, i64),
    pub(super) amount: (i64, i64),
}

/// The items of a customer. None where anything is not as it is written.
pub(super) fn bought_items(text: &str) -> Option<Vec<BoughtItem<'_>>> {
    let mut items = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (length, after) = rest.split_once(':')?;
        let length: usize = length.parse().ok()?;
        // Both engines count characters.
        let end = after.char_indices().nth(length).map_or(after.len(), |(place, _)| place);
        let (item_id, after) = after.split_at_checked(end)?;
        let (entry, after) = after.split_once('/')?;
        let mut words = entry.split(' ');
        let unit = words.next()?;
        let mut number = || words.next()?.parse::<i64>().ok();
        let item = BoughtItem { item_id, unit, lines: number()?, quantity: (number()?, number()?), amount: (number()?, number()?) };
        if words.next().is_some() {
            return None;
        }
        items.push(item);
        rest = after;
    }
    Some(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_may_hold_whatever_they_like() {
        let found = bought_items("4:ureaton 3 0 1250 -1 -7500000/11:1:a/b 2/ ä:bag 1 2 3 4 5/").unwrap();
        let [urea, odd] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((urea.item_id, urea.unit, urea.lines, urea.quantity, urea.amount), ("urea", "ton", 3, (0, 1250), (-1, -7_500_000)));
        assert_eq!((odd.item_id, odd.unit, odd.lines, odd.amount), ("1:a/b 2/ ä:", "bag", 1, (4, 5)));
        assert_eq!(bought_items(""), Some(Vec::new()));
    }

    #[test]
    fn anything_else_is_nothing() {
        for text in
            ["urea", "4:urea", "4:ureaton 3 0 1250 -1/", "4:ureaton 3 0 1250 -1 2 9/", "x:ureaton 3 0 1 2 3/", "99:ureaton 3 0 1 2 3/", "4:ureaton 3 0 1 2 x/"]
        {
            assert_eq!(bought_items(text), None, "{text}");
        }
    }
}
