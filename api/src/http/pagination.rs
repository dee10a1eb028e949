//! Pagination of lists.

use super::ApiError;
use sea_orm::prelude::Uuid;
use std::str::FromStr;

/// The default number of items on a page.
pub fn default_page_size() -> u32 {
    50
}

/// Parses the cursor of lists that are ordered by id. The page starts after this id.
pub fn parse_id_cursor(cursor: Option<&str>) -> Result<Option<Uuid>, ApiError> {
    parse_cursor(cursor)
}

/// Parses the cursor of lists that are ordered by a value of this type.
pub fn parse_cursor<T: FromStr>(cursor: Option<&str>) -> Result<Option<T>, ApiError> {
    cursor
        .map(|cursor| cursor.parse().map_err(|_| ApiError::invalid_cursor()))
        .transpose()
}
