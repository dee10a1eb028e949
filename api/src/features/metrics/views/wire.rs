//! Request and response types of saved views.

use super::store::ViewContent;
use crate::http::{ApiError, ErrorDetail};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::explore_view::Model;
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

const MAX_NAME_CHARS: usize = 120;
const MAX_DESCRIPTION_CHARS: usize = 1_000;
const MAX_ADDRESS_CHARS: usize = 4_000;

/// A page of saved views.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct ExploreViews {
    pub items: Vec<ExploreView>,
    /// Send it as `cursor` for the next page. Missing on the last page.
    pub next_cursor: Option<String>,
}

/// A saved question of the explore page.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct ExploreView {
    pub id: Uuid,
    pub name: String,
    pub description: String,
    /// The query string of the page's address.
    pub address: String,
    /// Whether all members see it.
    pub shared: bool,
    /// Whether the caller saved it and can change it.
    pub own: bool,
    /// Whether the page starts with it.
    pub default: bool,
    pub updated_at: DateTime<Utc>,
}

/// A view to save.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct ExploreViewInput {
    /// 1 to 120 characters.
    pub name: String,
    /// At most 1,000 characters.
    pub description: Option<String>,
    /// The query string of the page's address, at most 4,000 characters.
    pub address: String,
    /// Whether all members see it.
    pub shared: bool,
    /// Whether the page starts with it. Replaces an earlier default.
    pub default: bool,
}

impl Example for ExploreViewInput {
    fn example() -> Self {
        Self {
            name: "Revenue by category".to_owned(),
            description: Some("For the weekly meeting".to_owned()),
            address: "data=sales&measures=revenue&by=category&period=last_12_months".to_owned(),
            shared: true,
            default: false,
        }
    }
}

impl ExploreView {
    /// The view as its reader sees it.
    pub(super) fn from_row(row: Model, reader: PersonId) -> Self {
        let own = row.person_id == reader.0;
        Self {
            id: row.id,
            name: row.name,
            description: row.description,
            address: row.address,
            shared: row.is_shared,
            own,
            default: own && row.is_default,
            updated_at: row.updated_at,
        }
    }
}

impl ExploreViewInput {
    /// The content, or an error for each invalid field.
    pub(super) fn into_content(self) -> Result<ViewContent, ApiError> {
        let mut errors = Vec::new();
        let mut check = |path: &str, text: &str, min: usize, max: usize| {
            let length = text.trim().chars().count();
            if length < min || length > max || text.chars().any(char::is_control) {
                errors.push(ErrorDetail {
                    path: path.to_owned(),
                    message: format!("Enter {min} to {max} characters without line breaks."),
                });
            }
            text.trim().to_owned()
        };
        let description = self.description.unwrap_or_default();
        let content = ViewContent {
            name: check("name", &self.name, 1, MAX_NAME_CHARS),
            description: check("description", &description, 0, MAX_DESCRIPTION_CHARS),
            address: check("address", &self.address, 1, MAX_ADDRESS_CHARS),
            is_shared: self.shared,
            is_default: self.default,
        };
        if errors.is_empty() {
            Ok(content)
        } else {
            Err(ApiError::invalid_values(errors))
        }
    }
}
