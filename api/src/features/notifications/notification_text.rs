//! The text of a notification, the same in emails and in channels of Slack and Teams.

use super::message::parse_access;
use super::time_text::format_moment;
use crate::auth::permission::{Permissions, Role};
use crate::db::{Access, Account, Database, DbError};
use crate::ids::PersonId;
use chrono_tz::Tz;
use entities::notification;
use sea_orm::ColumnTrait;
use sea_orm::prelude::Uuid;

/// The label of the link to a figure.
pub const FIGURES_LINK_LABEL: &str = "Open the figures";

/// A notification as people read it.
pub struct NotificationText {
    /// One line.
    pub title: String,
    /// When it happened, in the organization's time zone.
    pub moment: String,
    /// What happened.
    pub body: String,
    /// The URL of the page with the figure. None for Data Sync.
    pub url: Option<String>,
}

impl NotificationText {
    /// The text of a stored notification.
    pub(super) fn from_row(row: notification::Model, zone: Tz, public_url: &str) -> Self {
        Self {
            title: row.title,
            moment: format_moment(row.created_at, zone),
            body: row.body,
            url: row.link.map(|link| format!("{public_url}{link}")),
        }
    }
}

/// The text of a message that is sent for `reader`, and their name. None if they are no longer a
/// member who may see it, or if it was deleted.
pub async fn load_text_for(
    database: &Database,
    access: &Access,
    (id, reader): (Uuid, PersonId),
    public_url: &str,
) -> Result<Option<(NotificationText, String)>, DbError> {
    let organization = access.organization();
    let row = database
        .begin_read(access)
        .await?
        .find::<notification::Entity>()
        .filter(notification::Column::Id.eq(id))
        .one()
        .await?;
    let required = row.as_ref().and_then(|row| row.required_access.as_deref());
    let Some((row, required)) = row.as_ref().zip(required) else {
        return Ok(None);
    };
    let member = database
        .platform()
        .find_member(organization, reader)
        .await?
        .filter(|account| may_read(account, parse_access(required)));
    let text = NotificationText::from_row(row.clone(), organization.time_zone, public_url);
    Ok(member.map(|account| (text, account.person.name)))
}

/// Whether the role of a member has all permissions.
pub(super) fn may_read(account: &Account, required: Permissions) -> bool {
    Role::from_name(account.access.role())
        .is_some_and(|role| role.permissions().intersection(required) == required)
}
