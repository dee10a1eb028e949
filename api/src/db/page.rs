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
    /// Converts the rows to the items of a response, which keeps the cursor.
    pub fn into_parts<U: From<T>>(self) -> (Vec<U>, Option<String>) {
        (
            self.items.into_iter().map(U::from).collect(),
            self.next_cursor,
        )
    }
}
