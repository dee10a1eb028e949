//! Searches, orders and pages rows that are in memory.

use std::cmp::Ordering;
use std::collections::BTreeSet;

/// The order of a list, such as `cost`, or `-cost` for the largest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortOrder<K> {
    /// What the rows are ordered by.
    pub key: K,
    /// Whether the largest value is first.
    pub is_descending: bool,
}

impl<K: Copy> SortOrder<K> {
    /// Parses an order. `keys` are the names of the keys.
    pub fn parse(text: &str, keys: &[(&str, K)]) -> Option<Self> {
        let name = text.strip_prefix('-').unwrap_or(text);
        let (_, key) = keys.iter().find(|(known, _)| *known == name)?;
        Some(Self {
            key: *key,
            is_descending: name.len() < text.len(),
        })
    }
}

/// Where a page starts, and how long it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageBounds {
    /// The number of rows before the page, which is also its cursor.
    pub start: usize,
    /// The maximum number of rows.
    pub limit: u32,
}

/// A page of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowPage<T> {
    /// The rows.
    pub items: Vec<T>,
    /// The cursor of the next page. None on the last page.
    pub next_cursor: Option<String>,
}

impl PageBounds {
    /// The page of rows in an order that has no ties. Only the page is sorted.
    pub fn cut_ordered<T>(
        self,
        mut rows: Vec<T>,
        mut compare: impl FnMut(&T, &T) -> Ordering,
    ) -> RowPage<T> {
        let size = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let start = self.start.min(rows.len());
        if start > 0 && start < rows.len() {
            rows.select_nth_unstable_by(start, &mut compare);
        }
        let after = &mut rows[start..];
        if size < after.len() {
            after.select_nth_unstable_by(size, &mut compare);
        }
        let end = size.min(after.len());
        after[..end].sort_unstable_by(compare);
        self.cut(rows)
    }

    /// The page of rows.
    pub fn cut<T>(self, rows: Vec<T>) -> RowPage<T> {
        let size = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let end = self.start.saturating_add(size);
        RowPage {
            next_cursor: (rows.len() > end).then(|| end.to_string()),
            items: rows.into_iter().skip(self.start).take(size).collect(),
        }
    }
}

/// Whether one of the texts contains a search text, ignoring case.
pub fn contains_text(texts: &[&str], search: &str) -> bool {
    let search = search.trim().to_lowercase();
    texts
        .iter()
        .any(|text| text.to_lowercase().contains(&search))
}

/// The different names of rows, in order, at most 500.
pub fn list_names<T>(rows: &[T], name: fn(&T) -> &str) -> Vec<String> {
    /// Maximum number of names.
    const MAX_NAMES: usize = 500;
    let names: BTreeSet<&str> = rows.iter().map(name).collect();
    names
        .into_iter()
        .take(MAX_NAMES)
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_follow_each_other_and_the_last_has_no_cursor() {
        let page = |start, limit| PageBounds { start, limit }.cut((0..5).collect::<Vec<u32>>());
        assert_eq!(page(0, 2).items, [0, 1]);
        assert_eq!(page(0, 2).next_cursor.as_deref(), Some("2"));
        assert_eq!(page(4, 2).items, [4]);
        assert_eq!(page(3, 2).next_cursor, None);
        assert_eq!(page(0, 9).items.len(), 5);
        assert!(page(9, 2).items.is_empty());
    }

    #[test]
    fn pages_are_those_of_all_rows_in_order() {
        let rows: Vec<u32> = (0..50).map(|row| row * 37 % 50).collect();
        for (start, limit) in [(0, 7), (7, 7), (45, 7), (49, 1), (50, 3), (60, 3), (0, 200)] {
            let bounds = PageBounds { start, limit };
            let page = bounds.cut_ordered(rows.clone(), |a, b| b.cmp(a));
            assert_eq!(page, bounds.cut((0..50).rev().collect()), "{start}");
        }
    }

    #[test]
    fn a_sort_has_a_known_key() {
        let keys = [("cost", 1), ("item", 2)];
        let order = SortOrder::parse("-item", &keys).unwrap();
        assert_eq!((order.key, order.is_descending), (2, true));
        assert!(!SortOrder::parse("cost", &keys).unwrap().is_descending);
        assert!(SortOrder::parse("--cost", &keys).is_none());
    }

    #[test]
    fn search_ignores_case_beyond_ascii() {
        assert!(contains_text(&["c1", "\u{c4}cker"], " \u{e4}CK"));
        assert!(!contains_text(&["c1"], "c2"));
    }
}
