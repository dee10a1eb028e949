//! Parses the entries of a packed text and replaces some of them.

use crate::packed_parser::PackedParser;
use std::cmp::Ordering;
use std::fmt::Write;

/// The format of the entries, and the meaning of a change.
#[derive(Clone, Copy, Debug)]
pub(in crate::db::rollup) enum PackedFormat {
    /// `2026-03-31 2 5 1234 567`, separated by `;`: the number of leading days that identify an
    /// entry, and of the numbers that follow. A change adds to each number. The first number counts
    /// what the entry represents.
    Days { days: usize, numbers: usize },
    /// The same with one day. A change replaces the entry, and starts with the number of lines it
    /// represents; with zero the entry is deleted.
    RecountedDays,
    /// `5:CS-12bag 3 0 1250 1 7500000/`: the number of characters of an item's id, the id, its
    /// unit, and five numbers as in `Days`.
    Items,
}

/// An entry as text.
#[derive(Clone, Copy, Debug)]
struct PackedEntry<'a> {
    /// Identifies the entry and defines the order.
    key: (&'a str, &'a str),
    /// The text before the numbers.
    head: &'a str,
    numbers: &'a str,
}

/// The maximum number of numbers in an entry.
const MAX_NUMBERS: usize = 5;

impl PackedFormat {
    /// Applies a change to the text. `None` if either is malformed, or if the change does not match
    /// the text.
    pub(super) fn splice_change(self, text: &str, change: &str) -> Option<String> {
        let (stored, changes) = (self.parse_entries(text)?, self.parse_entries(change)?);
        let mut spliced = String::with_capacity(text.len() + change.len());
        let (mut stored, mut changes) = (
            stored.into_iter().peekable(),
            changes.into_iter().peekable(),
        );
        loop {
            let order = match (stored.peek(), changes.peek()) {
                (None, None) => return Some(spliced),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(known), Some(change)) => known.key.cmp(&change.key),
            };
            let known = if order == Ordering::Greater {
                None
            } else {
                stored.next()
            };
            let change = if order == Ordering::Less {
                None
            } else {
                changes.next()
            };
            match (known, change) {
                (Some(known), None) => self.append_entry(&mut spliced, known.head, known.numbers),
                (known, Some(change)) => self.append_changed(&mut spliced, known, change)?,
                (None, None) => return None,
            }
        }
    }

    /// The number of summed numbers in an entry, if they are summed.
    fn summed_numbers(self) -> Option<usize> {
        match self {
            Self::Days { numbers, .. } => Some(numbers),
            Self::RecountedDays => None,
            Self::Items => Some(MAX_NUMBERS),
        }
    }

    /// Appends a changed entry.
    fn append_changed(
        self,
        spliced: &mut String,
        known: Option<PackedEntry<'_>>,
        change: PackedEntry<'_>,
    ) -> Option<()> {
        let Some(many) = self.summed_numbers() else {
            let (count, numbers) = change.numbers.split_once(' ')?;
            if count != "0" {
                self.append_entry(spliced, change.head, numbers);
            }
            return Some(());
        };
        let was = known.map_or(Some([0; MAX_NUMBERS]), |known| {
            parse_numbers(known.numbers, many)
        })?;
        let mut now = parse_numbers(change.numbers, many)?;
        for (number, before) in now.iter_mut().zip(was) {
            *number = number.checked_add(before)?;
        }
        match now {
            // Without lines all sums must be zero.
            [0, rest @ ..] => rest.iter().all(|sum| *sum == 0).then_some(()),
            [first, ..] if first < 0 => None,
            _ => {
                let mut written = String::new();
                for (place, number) in now.iter().take(many).enumerate() {
                    let _ = write!(written, "{}{number}", if place == 0 { "" } else { " " });
                }
                self.append_entry(spliced, change.head, &written);
                Some(())
            }
        }
    }

    fn append_entry(self, text: &mut String, head: &str, numbers: &str) {
        let items = matches!(self, Self::Items);
        if !items && !text.is_empty() {
            text.push(';');
        }
        for part in [head, " ", numbers, if items { "/" } else { "" }] {
            text.push_str(part);
        }
    }

    /// Parses the entries in byte order of their keys. A database may have written them in the
    /// order of its collation.
    fn parse_entries(self, text: &str) -> Option<Vec<PackedEntry<'_>>> {
        let mut entries = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (entry, after) = match self {
                Self::Days { days, .. } => parse_day_entry(rest, days)?,
                Self::RecountedDays => parse_day_entry(rest, 1)?,
                Self::Items => parse_item_entry(rest)?,
            };
            entries.push(entry);
            rest = after;
        }
        if !entries.is_sorted_by_key(|entry| entry.key) {
            entries.sort_unstable_by_key(|entry| entry.key);
        }
        // A duplicate key is malformed.
        entries
            .array_windows()
            .all(|[one, next]| one.key < next.key)
            .then_some(entries)
    }
}

/// Parses the first entry of a history and returns the rest.
fn parse_day_entry(text: &str, days: usize) -> Option<(PackedEntry<'_>, &str)> {
    let (entry, after) = match text.split_once(';') {
        // A separator must be followed by an entry.
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (text, ""),
    };
    let (head, numbers) = entry.split_at_checked(days * "2026-03-31 ".len() - 1)?;
    Some((
        PackedEntry {
            key: (head, ""),
            head,
            numbers: numbers.strip_prefix(' ')?,
        },
        after,
    ))
}

/// Parses the first item of a basket and returns the rest.
fn parse_item_entry(text: &str) -> Option<(PackedEntry<'_>, &str)> {
    let (length, named) = text.split_once(':')?;
    // Both engines count characters.
    let id_end = named
        .char_indices()
        .map(|(place, _)| place)
        .chain([named.len()])
        .nth(length.parse().ok()?)?;
    let (item, behind) = named.split_at_checked(id_end)?;
    let (unit, numbers) = behind.split_once(' ')?;
    let (numbers, after) = numbers.split_once('/')?;
    let head = text.get(..length.len() + 1 + item.len() + unit.len())?;
    Some((
        PackedEntry {
            key: (item, unit),
            head,
            numbers,
        },
        after,
    ))
}

/// Parses exactly this many numbers; the others are zero.
fn parse_numbers(text: &str, many: usize) -> Option<[i64; MAX_NUMBERS]> {
    let mut numbers = [0; MAX_NUMBERS];
    let mut text = PackedParser::new(text);
    for (place, number) in numbers.iter_mut().take(many).enumerate() {
        *number = if place == 0 {
            text.parse_number()?
        } else {
            text.parse_next_number()?
        };
    }
    text.is_at_end().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDERS: PackedFormat = PackedFormat::Days {
        days: 1,
        numbers: 4,
    };
    const DELIVERIES: PackedFormat = PackedFormat::Days {
        days: 2,
        numbers: 1,
    };
    const BASKET: PackedFormat = PackedFormat::Items;

    #[test]
    fn replaces_changed_entries_only() {
        let stored = "2026-01-01 2 5 1 2;2026-02-01 1 1 0 -7;2026-03-01 1 2 3 4";
        let spliced = |change| ORDERS.splice_change(stored, change);
        assert_eq!(spliced("").as_deref(), Some(stored));
        assert_eq!(
            spliced("2026-02-01 1 2 1 -1;2026-01-15 1 1 0 5").unwrap(),
            "2026-01-01 2 5 1 2;2026-01-15 1 1 0 5;2026-02-01 2 3 1 -8;2026-03-01 1 2 3 4"
        );
        assert_eq!(
            spliced("2026-01-01 -2 -5 -1 -2;2026-03-01 -1 -2 -3 -4").unwrap(),
            "2026-02-01 1 1 0 -7"
        );
        assert_eq!(
            spliced("2026-03-01 0 -1 0 0;2026-03-31 1 1 0 0").unwrap(),
            "2026-01-01 2 5 1 2;2026-02-01 1 1 0 -7;2026-03-01 1 1 3 4;2026-03-31 1 1 0 0"
        );
        assert_eq!(
            ORDERS
                .splice_change("2026-01-01 2 5 1 2", "2026-01-01 -2 -5 -1 -2")
                .as_deref(),
            Some("")
        );
        assert_eq!(
            ORDERS.splice_change("", "2026-01-01 2 5 1 2").as_deref(),
            Some("2026-01-01 2 5 1 2")
        );
    }

    #[test]
    fn identifies_deliveries_by_both_days() {
        let stored = "2026-01-01 2026-01-05 1;2026-01-01 2026-01-09 2";
        assert_eq!(
            DELIVERIES
                .splice_change(stored, "2026-01-01 2026-01-07 3")
                .unwrap(),
            "2026-01-01 2026-01-05 1;2026-01-01 2026-01-07 3;2026-01-01 2026-01-09 2"
        );
        assert_eq!(
            DELIVERIES
                .splice_change(stored, "2026-01-01 2026-01-09 -2")
                .unwrap(),
            "2026-01-01 2026-01-05 1"
        );
    }

    #[test]
    fn replaces_recounted_days() {
        let stored = "2026-01-01 0 12;2026-01-02 0 0;2026-01-03 1 -4";
        let change = "2026-01-02 0 0 0;2026-01-03 2 7 8;2026-01-04 1 0 0";
        assert_eq!(
            PackedFormat::RecountedDays
                .splice_change(stored, change)
                .unwrap(),
            "2026-01-01 0 12;2026-01-03 7 8;2026-01-04 0 0"
        );
    }

    #[test]
    fn accepts_any_characters_in_ids() {
        let stored = "11:1:a/b 2/ \u{e4}:bag 1 2 3 4 5/4:ureaton 3 0 1250 -1 -7500000/";
        let change = "11:1:a/b 2/ \u{e4}:bag 1 0 0 0 1/11:1:a/b 2/ \u{e4}:sack 1 0 0 0 \
            0/4:ureaton -3 0 -1250 1 7500000/2:zzlb 1 1 1 1 1/";
        assert_eq!(
            BASKET.splice_change(stored, change).unwrap(),
            "11:1:a/b 2/ \u{e4}:bag 2 2 3 4 6/11:1:a/b 2/ \u{e4}:sack 1 0 0 0 0/2:zzlb 1 1 1 1 1/"
        );
    }

    #[test]
    fn sorts_entries_by_bytes() {
        let stored = "1:alb 1 0 0 0 0/1:Blb 1 0 0 0 0/";
        assert_eq!(
            BASKET.splice_change(stored, "1:Clb 1 0 0 0 0/").unwrap(),
            "1:Blb 1 0 0 0 0/1:Clb 1 0 0 0 0/1:alb 1 0 0 0 0/"
        );
    }

    #[test]
    fn rejects_inconsistent_changes() {
        for (stored, change) in [
            // The change subtracts more than there is, or leaves sums without lines.
            ("2026-01-01 2 5 1 2", "2026-01-01 -3 -5 -1 -2"),
            ("2026-01-01 2 5 1 2", "2026-01-01 -2 -5 -1 -1"),
            ("", "2026-01-01 -1 -5 -1 -2"),
            // An entry with too few numbers.
            ("2026-01-01 5 1 2", "2026-01-01 1 1 1 1"),
            ("2026-01-01 2 5 1 2;", "2026-01-02 1 1 1 1"),
            (
                "2026-01-01 2 5 1 2;2026-01-01 2 5 1 2",
                "2026-01-02 1 1 1 1",
            ),
            ("2026-01", "2026-01-02 1 1 1 1"),
            ("2026-01-01 9223372036854775807 5 1 2", "2026-01-01 1 1 1 1"),
        ] {
            assert_eq!(
                ORDERS.splice_change(stored, change),
                None,
                "{stored} and {change}"
            );
        }
        for stored in [
            "4:urea",
            "4:ureaton 1 0 0 0 0",
            "x:ureaton 1 0 0 0 0/",
            "99:ureaton 1 0 0 0 0/",
            "4:ureaton 1 0 0 0/",
        ] {
            assert_eq!(
                BASKET.splice_change(stored, "4:ureaton 1 0 0 0 0/"),
                None,
                "{stored}"
            );
        }
    }
}
