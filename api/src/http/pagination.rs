//! Pagination of lists.

use super::ApiError;
use sea_orm::prelude::Uuid;

/// The default number of items on a page.
pub fn default_page_size() -> u32 {
    50
}

/// Parses the cursor of lists that are ordered by id. The page starts after this id.
pub fn parse_id_cursor(cursor: Option<&str>) -> Result<Option<Uuid>, ApiError> {
    cursor
        .map(|cursor| cursor.parse().map_err(|_| ApiError::invalid_cursor()))
        .transpose()
}
