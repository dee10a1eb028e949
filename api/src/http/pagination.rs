//! What lists that are read page by page have in common.

use super::ApiError;
use sea_orm::prelude::Uuid;

/// Rows of a page where the caller does not say.
pub fn page_size() -> u32 {
    50
}

/// The id behind which a page begins, from the cursor that the page before gave out.
pub fn parse_id_cursor(cursor: Option<&str>) -> Result<Option<Uuid>, ApiError> {
    cursor
        .map(|cursor| cursor.parse().map_err(|_| ApiError::invalid_cursor()))
        .transpose()
}
