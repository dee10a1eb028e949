//! Response types of calendar feeds.

use chrono::{DateTime, Utc};
use poem_openapi::Object;

/// Whether the caller has a calendar feed.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct CalendarFeed {
    /// When its URL was created. Absent without a feed.
    pub created_at: Option<DateTime<Utc>>,
}

/// A new calendar feed.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct CreatedCalendarFeed {
    /// The URL to subscribe to. It is shown once. Anyone who has it can read the calendar.
    pub url: String,
    pub created_at: DateTime<Utc>,
}
