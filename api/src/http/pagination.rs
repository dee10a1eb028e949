//! Pagination of lists.

use super::ApiError;
use super::error_detail::ErrorDetailCode;
use crate::row_page::SortOrder;
use sea_orm::prelude::Uuid;
use std::str::FromStr;

/// The default number of items on a page.
pub fn default_page_size() -> u32 {
    50
}

/// The default number of rows of lists of computed figures, which are sorted as a whole.
pub fn default_figure_rows() -> u32 {
    200
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

/// Parses a sort parameter, such as `-cost`. `keys` are the names that it may have.
pub fn parse_sort<K: Copy>(
    text: Option<&str>,
    keys: &[(&str, K)],
) -> Result<Option<SortOrder<K>>, ApiError> {
    let Some(text) = text else {
        return Ok(None);
    };
    let order = SortOrder::parse(text, keys).ok_or_else(|| {
        let names: Vec<&str> = keys.iter().map(|(name, _)| *name).collect();
        let message = format!(
            "`sort` is one of {}, with a leading - for the largest first.",
            names.join(", ")
        );
        ApiError::bad_request("invalid_parameter", message)
            .with_detail("sort", ErrorDetailCode::Unknown)
    })?;
    Ok(Some(order))
}
