//! A page of a list.

/// A page of rows in the order of their list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows.
    pub items: Vec<T>,
    /// The cursor of the next page. None on the last page.
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// The first `size` of `rows`, of which one more than `size` was read if there are more. `place`
    /// derives the cursor from the last row of the page.
    pub fn from_rows(mut rows: Vec<T>, size: u32, place: impl FnOnce(&T) -> String) -> Self {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let more = rows.len() > size;
        rows.truncate(size);
        Self {
            next_cursor: rows.last().filter(|_| more).map(place),
            items: rows,
        }
    }

    /// Converts the rows to the items of a response, which keeps the cursor.
    pub fn into_parts<U: From<T>>(self) -> (Vec<U>, Option<String>) {
        (
            self.items.into_iter().map(U::from).collect(),
            self.next_cursor,
        )
    }
}
