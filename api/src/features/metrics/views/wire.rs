//! Request and response types of saved views.

use super::store::{EXPLORE_PAGE, STOCK_PAGE, ViewContent};
use crate::http::{ApiError, ErrorDetail, ErrorDetailCode};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::saved_view::Model;
use poem_openapi::types::{Any, Example};
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;
use serde_json::{Value, json};
use std::collections::HashSet;

const MAX_NAME_CHARS: usize = 120;
const MAX_DESCRIPTION_CHARS: usize = 1_000;
const MAX_ADDRESS_CHARS: usize = 4_000;
const MAX_QUERY_CHARS: usize = 16_000;

/// A page of the app whose content can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum ViewPage {
    /// A question of figures.
    Explore,
    /// The season position, with the scenario of its purchase plan.
    Stock,
}

impl ViewPage {
    const ALL: [Self; 2] = [Self::Explore, Self::Stock];

    /// The name in the database.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Explore => EXPLORE_PAGE,
            Self::Stock => STOCK_PAGE,
        }
    }

    /// Pages of later versions count as the explore page.
    fn parse(name: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|page| page.as_str() == name)
            .unwrap_or(Self::Explore)
    }
}

/// A page of saved views.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct SavedViews {
    pub items: Vec<SavedView>,
    /// Send it as `cursor` for the next page. Missing on the last page.
    pub next_cursor: Option<String>,
}

/// What a page shows, saved under a name.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent properties in the response"
)]
pub(super) struct SavedView {
    pub id: Uuid,
    /// The page that it opens.
    pub page: ViewPage,
    pub name: String,
    pub description: String,
    /// The query string of the page's address.
    pub address: String,
    /// What the page asks the API.
    pub query: Any<Value>,
    /// Whether all members see it.
    pub shared: bool,
    /// Whether the caller saved it and can change it.
    pub own: bool,
    /// Whether the page starts with it.
    pub default: bool,
    /// Whether the caller sees it on the dashboard.
    pub pinned: bool,
    pub updated_at: DateTime<Utc>,
}

/// A view to save.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct SavedViewInput {
    /// The page that it opens.
    pub page: ViewPage,
    /// 1 to 120 characters.
    pub name: String,
    /// At most 1,000 characters.
    pub description: Option<String>,
    /// The query string of the page's address, at most 4,000 characters.
    pub address: String,
    /// What the page asks the API: the body of `queryMetrics` for `explore`, the parameters of
    /// `getSeasonPosition` as an object for `stock`. Reports that follow the view send it.
    pub query: Any<Value>,
    /// Whether all members see it.
    pub shared: bool,
    /// Whether the page starts with it. Replaces an earlier default.
    pub default: bool,
}

impl Example for SavedViewInput {
    fn example() -> Self {
        Self {
            page: ViewPage::Explore,
            name: "Revenue by category".to_owned(),
            description: Some("For the weekly meeting".to_owned()),
            address: "data=sales&measures=revenue&by=category&period=last_12_months".to_owned(),
            query: Any(json!({
                "dataset": "sales",
                "measures": ["revenue"],
                "dimensions": ["category"],
                "period": {"preset": "last_12_months"},
            })),
            shared: true,
            default: false,
        }
    }
}

impl SavedView {
    /// The view as its reader sees it.
    pub(super) fn from_row(row: Model, reader: PersonId, pins: &HashSet<Uuid>) -> Self {
        let own = row.person_id == reader.0;
        Self {
            id: row.id,
            page: ViewPage::parse(&row.page),
            name: row.name,
            description: row.description,
            address: row.address,
            query: Any(serde_json::from_str(&row.query).unwrap_or_default()),
            shared: row.is_shared,
            own,
            default: own && row.is_default,
            pinned: pins.contains(&row.id),
            updated_at: row.updated_at,
        }
    }
}

impl SavedViewInput {
    /// The content, or an error for each invalid field.
    pub(super) fn into_content(self) -> Result<ViewContent, ApiError> {
        let mut errors = Vec::new();
        let mut check = |path: &str, text: &str, min: usize, max: usize| {
            let length = text.trim().chars().count();
            if length < min || length > max || text.chars().any(char::is_control) {
                let message = format!("Enter {min} to {max} characters without line breaks.");
                errors.push(ErrorDetail::text_length(path, min, max, message));
            }
            text.trim().to_owned()
        };
        let description = self.description.unwrap_or_default();
        let query = self.query.0.to_string();
        let content = ViewContent {
            page: self.page.as_str(),
            name: check("name", &self.name, 1, MAX_NAME_CHARS),
            description: check("description", &description, 0, MAX_DESCRIPTION_CHARS),
            address: check("address", &self.address, 0, MAX_ADDRESS_CHARS),
            query,
            is_shared: self.shared,
            is_default: self.default,
        };
        if !self.query.0.is_object() || content.query.len() > MAX_QUERY_CHARS {
            let message = format!("Send an object of at most {MAX_QUERY_CHARS} characters.");
            errors.push(
                ErrorDetail::new("query", ErrorDetailCode::TextLength, message)
                    .at_most(MAX_QUERY_CHARS),
            );
        }
        if errors.is_empty() {
            Ok(content)
        } else {
            Err(ApiError::invalid_values(errors))
        }
    }
}
