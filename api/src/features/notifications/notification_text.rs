//! The text of a notification, the same in emails and in channels of Slack and Teams.

use super::event::NotificationEvent;
use super::message::parse_access;
use crate::auth::permission::{Permissions, Role};
use crate::db::{Access, Database, DbError, Member};
use crate::ids::PersonId;
use entities::notification;
use localization::{Language, Locale};
use sea_orm::ColumnTrait;
use sea_orm::prelude::Uuid;

/// A notification as a person reads it.
pub struct NotificationText {
    /// One line.
    pub title: String,
    /// When it happened, in the reader's time zone.
    pub moment: String,
    /// What happened.
    pub body: String,
    /// The URL of the page with the figure. None for Data Sync.
    pub url: Option<String>,
}

/// A message that is sent for a member.
pub struct SentNotification {
    pub text: NotificationText,
    /// The language of the text, which the member has chosen.
    pub language: Language,
    /// The member's name.
    pub sender: String,
}

impl NotificationText {
    /// The text of a stored notification.
    pub(super) fn from_row(row: notification::Model, locale: Locale, public_url: &str) -> Self {
        let event = NotificationEvent::from_json(&row.event, &row.topic);
        Self {
            title: event.title(locale.language),
            moment: locale.format_moment(row.created_at),
            body: event.body(locale),
            url: row.link.map(|link| format!("{public_url}{link}")),
        }
    }
}

/// A message that is sent for `sender`, in their language and the organization's time zone, which
/// the readers of a channel share. None if they are no longer a member who may see it, or if it was
/// deleted.
pub async fn load_text_for(
    database: &Database,
    access: &Access,
    (id, sender): (Uuid, PersonId),
    public_url: &str,
) -> Result<Option<SentNotification>, DbError> {
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
    let platform = database.platform();
    let member = platform
        .find_member(organization, sender)
        .await?
        .filter(|member| may_read(member, parse_access(required)));
    let Some(member) = member else {
        return Ok(None);
    };
    let language = platform.find_language(sender).await?.unwrap_or_default();
    let locale = Locale {
        language,
        time_zone: organization.time_zone,
    };
    Ok(Some(SentNotification {
        text: NotificationText::from_row(row.clone(), locale, public_url),
        language,
        sender: member.person.name,
    }))
}

/// Whether a member has all permissions now.
pub(super) fn may_read(member: &Member, required: Permissions) -> bool {
    !member.mfa_setup_required
        && Role::from_name(member.access.role())
            .is_some_and(|role| role.permissions().intersection(required) == required)
}
