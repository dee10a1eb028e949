//! Request and response types of the channel operations.

use super::channel_message::MessageChannelKind;
use super::channel_store::{ChannelRow, MAX_CHANNELS};
use super::delivery_error::DeliveryErrorCode;
use super::wire::WebhookState;
use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// A channel to add.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct MessageChannelInput {
    /// The name in Sprout, 1 to 120 characters.
    pub name: String,
    /// The service.
    pub kind: MessageChannelKind,
    /// The URL of the incoming webhook, which begins with `https://`. It is not returned.
    pub url: String,
}

/// A channel of Slack or Microsoft Teams that gets messages of alert rules.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct MessageChannel {
    /// The channel's id.
    pub id: Uuid,
    /// The name in Sprout.
    pub name: String,
    /// The service.
    pub kind: MessageChannelKind,
    /// The host and the last characters of the URL.
    pub url_hint: String,
    /// Whether messages are sent. A channel that fails for good is disabled.
    pub state: WebhookState,
    /// Whether the newest message waits for an attempt.
    pub is_pending: bool,
    /// Why the newest message was not delivered so far. Absent if it was.
    pub last_error: Option<String>,
    /// The same as a code.
    pub last_error_code: Option<DeliveryErrorCode>,
    /// The status, the seconds or the KiB that the error states.
    pub last_error_value: Option<String>,
    /// When a message last arrived. Absent if none did.
    pub last_success_at: Option<DateTime<Utc>>,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// The name of the person who added it.
    pub created_by: String,
}

/// A page of channels.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub(super) struct MessageChannels {
    /// The channels, newest first.
    pub items: Vec<MessageChannel>,
    /// The cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
    /// The maximum number of channels of an organization.
    pub max: u64,
}

impl From<ChannelRow> for MessageChannel {
    fn from(row: ChannelRow) -> Self {
        let ChannelRow {
            endpoint,
            undelivered,
        } = row;
        let state = WebhookState::from_stored(&endpoint.state);
        let waits = undelivered
            .as_ref()
            .is_some_and(|message| message.state == "pending");
        let (last_error, last_error_code, last_error_value) = match undelivered {
            None => (None, None, None),
            Some(message) => (
                message.last_error,
                DeliveryErrorCode::from_stored(message.last_error_code.as_deref()),
                message.last_error_value,
            ),
        };
        Self {
            id: endpoint.id,
            name: endpoint.name,
            kind: endpoint.kind.parse().unwrap_or(MessageChannelKind::Slack),
            url_hint: endpoint.url,
            state,
            is_pending: waits && state == WebhookState::Enabled,
            last_error,
            last_error_code,
            last_error_value,
            last_success_at: endpoint.last_success_at,
            created_at: endpoint.created_at,
            created_by: endpoint.created_by_name,
        }
    }
}

impl Example for MessageChannelInput {
    fn example() -> Self {
        Self {
            name: "Purchasing".to_owned(),
            kind: MessageChannelKind::Slack,
            url: "https://hooks.slack.com/services/T000/B000/XXXX".to_owned(),
        }
    }
}

impl Example for MessageChannels {
    fn example() -> Self {
        let created_at = DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_622_000);
        Self {
            items: vec![MessageChannel {
                id: Uuid::from_u128(0x0197_a000_0000_7000_8000_0000_0000_0003),
                name: "Purchasing".to_owned(),
                kind: MessageChannelKind::Slack,
                url_hint: "hooks.slack.com/…XXXX".to_owned(),
                state: WebhookState::Enabled,
                is_pending: false,
                last_error: None,
                last_error_code: None,
                last_error_value: None,
                last_success_at: Some(created_at + TimeDelta::hours(1)),
                created_at,
                created_by: "Ada Larsen".to_owned(),
            }],
            next_cursor: None,
            max: MAX_CHANNELS,
        }
    }
}
