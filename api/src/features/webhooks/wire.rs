//! Request and response types of the webhook operations.

use super::delivery_error::DeliveryErrorCode;
use chrono::{DateTime, TimeDelta, Utc};
use entities::{webhook_delivery, webhook_endpoint};
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;
use webhooks::EventType;

/// The type of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
pub(super) enum WebhookEventType {
    /// A sync run has ended.
    #[oai(rename = "sync.finished")]
    SyncFinished,
    /// An order draft was created.
    #[oai(rename = "order.drafted")]
    OrderDrafted,
    /// An alert has started.
    #[oai(rename = "alert.started")]
    AlertStarted,
    /// An alert has ended.
    #[oai(rename = "alert.ended")]
    AlertEnded,
    /// A member joined, left or has another role.
    #[oai(rename = "member.changed")]
    MemberChanged,
}

impl From<WebhookEventType> for EventType {
    fn from(event: WebhookEventType) -> Self {
        match event {
            WebhookEventType::SyncFinished => Self::SyncFinished,
            WebhookEventType::OrderDrafted => Self::OrderDrafted,
            WebhookEventType::AlertStarted => Self::AlertStarted,
            WebhookEventType::AlertEnded => Self::AlertEnded,
            WebhookEventType::MemberChanged => Self::MemberChanged,
        }
    }
}

impl WebhookEventType {
    /// The type that endpoints can subscribe to, if it is one.
    fn from_event(event: EventType) -> Option<Self> {
        match event {
            EventType::SyncFinished => Some(Self::SyncFinished),
            EventType::OrderDrafted => Some(Self::OrderDrafted),
            EventType::AlertStarted => Some(Self::AlertStarted),
            EventType::AlertEnded => Some(Self::AlertEnded),
            EventType::MemberChanged => Some(Self::MemberChanged),
            EventType::Test => None,
        }
    }
}

/// Whether events are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum WebhookState {
    /// Events are sent.
    Enabled,
    /// No events are sent or recorded.
    Disabled,
}

/// Why a webhook is disabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum WebhookDisabledReason {
    /// A person disabled it.
    Manual,
    /// The endpoint responded with status 410.
    Gone,
    /// No delivery succeeded for three days.
    Failing,
}

/// A webhook: an endpoint that receives events.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct Webhook {
    /// The webhook's id.
    pub id: Uuid,
    /// The name.
    pub name: String,
    /// The URL that receives events.
    pub url: String,
    /// The events to send.
    pub event_types: Vec<WebhookEventType>,
    /// Whether an event waits until those before it were delivered or have failed.
    pub is_ordered: bool,
    /// The state.
    pub state: WebhookState,
    /// Why it is disabled. Absent if it is enabled.
    pub disabled_reason: Option<WebhookDisabledReason>,
    /// Until when the previous secret signs too. Absent if it does not.
    pub previous_secret_expires_at: Option<DateTime<Utc>>,
    /// When a delivery last succeeded. Absent if none did.
    pub last_success_at: Option<DateTime<Utc>>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// The name of the person who created it.
    pub created_by: String,
}

/// A page of webhooks.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub(super) struct Webhooks {
    /// The webhooks, newest first.
    pub items: Vec<Webhook>,
    /// The cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
    /// The maximum number of webhooks of an organization.
    pub max: u64,
}

/// The settings of a webhook.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct WebhookInput {
    /// The name, 1 to 120 characters.
    pub name: String,
    /// The URL that receives events. It must be in a network that the installation calls.
    pub url: String,
    /// The events to send.
    #[oai(validator(min_items = 1, max_items = 5))]
    pub event_types: Vec<WebhookEventType>,
    /// Whether an event waits until those before it were delivered or have failed. Defaults to false.
    #[oai(default)]
    pub is_ordered: bool,
    /// Whether events are sent. Defaults to true.
    #[oai(default = "enabled_by_default")]
    pub is_enabled: bool,
}

fn enabled_by_default() -> bool {
    true
}

/// A webhook with its new signing secret.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub(super) struct WebhookWithSecret {
    /// The webhook.
    pub webhook: Webhook,
    /// The secret with which to verify signatures. It is not shown again.
    pub secret: String,
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum WebhookDeliveryState {
    /// It will be sent, or sent again.
    Pending,
    /// The endpoint responded with a 2xx status.
    Delivered,
    /// No attempt succeeded in three days, or the endpoint responded with status 410.
    Failed,
}

impl WebhookState {
    /// The state with this name in the database.
    pub(super) fn from_stored(name: &str) -> Self {
        if name == "enabled" {
            Self::Enabled
        } else {
            Self::Disabled
        }
    }
}

impl WebhookDeliveryState {
    /// The name in the database.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }

    fn from_stored(name: &str) -> Self {
        match name {
            "delivered" => Self::Delivered,
            "failed" => Self::Failed,
            _ => Self::Pending,
        }
    }
}

/// The delivery of an event.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub(super) struct WebhookDelivery {
    /// The header `webhook-id`, the same in every attempt and replay.
    pub id: Uuid,
    /// The type of the event: one of those of webhooks, or `webhook.test`.
    pub event_type: String,
    /// The state.
    pub state: WebhookDeliveryState,
    /// The attempts since the event, or since its last replay.
    pub attempts: u32,
    /// When the event happened.
    pub created_at: DateTime<Utc>,
    /// When the next attempt is due. Absent if there is none.
    pub next_attempt_at: Option<DateTime<Utc>>,
    /// When the last attempt started. Absent if there was none.
    pub last_attempt_at: Option<DateTime<Utc>>,
    /// The HTTP status of the last response. Absent if the last attempt got none.
    pub last_status: Option<u16>,
    /// Why the last attempt failed. Absent if it did not.
    pub last_error: Option<String>,
    /// The same as a code.
    pub last_error_code: Option<DeliveryErrorCode>,
    /// The status, the seconds or the KiB that the error states.
    pub last_error_value: Option<String>,
    /// The duration of the last attempt in milliseconds.
    pub last_duration_ms: Option<u64>,
    /// When it was delivered or has failed for good.
    pub finished_at: Option<DateTime<Utc>>,
    /// The body of the request, as JSON text.
    pub body: String,
}

/// A page of deliveries.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub(super) struct WebhookDeliveries {
    /// The deliveries, newest first. They are kept for 30 days.
    pub items: Vec<WebhookDelivery>,
    /// The cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
}

impl Webhook {
    pub(super) fn from_row(row: webhook_endpoint::Model, now: DateTime<Utc>) -> Self {
        let state = WebhookState::from_stored(&row.state);
        let event_types = row.event_types.split(' ').filter_map(EventType::from_name);
        Self {
            id: row.id,
            name: row.name,
            url: row.url,
            event_types: event_types
                .filter_map(WebhookEventType::from_event)
                .collect(),
            is_ordered: row.is_ordered,
            state,
            disabled_reason: row
                .disabled_reason
                .filter(|_| state == WebhookState::Disabled)
                .map(|reason| match reason.as_str() {
                    "gone" => WebhookDisabledReason::Gone,
                    "failing" => WebhookDisabledReason::Failing,
                    _ => WebhookDisabledReason::Manual,
                }),
            previous_secret_expires_at: row.previous_secret_expires_at.filter(|end| now < *end),
            last_success_at: row.last_success_at,
            created_at: row.created_at,
            created_by: row.created_by_name,
        }
    }

    fn example() -> Self {
        let created_at = DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_622_000);
        let WebhookInput {
            name,
            url,
            event_types,
            is_ordered,
            ..
        } = WebhookInput::example();
        Self {
            id: Uuid::from_u128(0x0197_a000_0000_7000_8000_0000_0000_0001),
            name,
            url,
            event_types,
            is_ordered,
            state: WebhookState::Enabled,
            disabled_reason: None,
            previous_secret_expires_at: None,
            last_success_at: Some(created_at + TimeDelta::hours(1)),
            created_at,
            created_by: "Ada Larsen".to_owned(),
        }
    }
}

impl WebhookDelivery {
    pub(super) fn from_row(row: webhook_delivery::Model) -> Self {
        let state = WebhookDeliveryState::from_stored(&row.state);
        Self {
            id: row.id,
            event_type: row.event_type,
            state,
            attempts: row.attempts.unsigned_abs(),
            created_at: row.created_at,
            next_attempt_at: (state == WebhookDeliveryState::Pending).then_some(row.due_at),
            last_attempt_at: row.last_attempt_at,
            last_status: row
                .last_status
                .and_then(|status| u16::try_from(status).ok()),
            last_error: row.last_error,
            last_error_code: DeliveryErrorCode::from_stored(row.last_error_code.as_deref()),
            last_error_value: row.last_error_value,
            last_duration_ms: row.last_duration_ms.map(i64::unsigned_abs),
            finished_at: row.finished_at,
            body: row.body,
        }
    }
}

impl Example for Webhooks {
    fn example() -> Self {
        Self {
            items: vec![Webhook::example()],
            next_cursor: None,
            max: super::endpoint_store::MAX_WEBHOOKS,
        }
    }
}

impl Example for WebhookInput {
    fn example() -> Self {
        Self {
            name: "ERP".to_owned(),
            url: "https://erp.example/sprout/events".to_owned(),
            event_types: vec![
                WebhookEventType::SyncFinished,
                WebhookEventType::OrderDrafted,
            ],
            is_ordered: false,
            is_enabled: true,
        }
    }
}

impl Example for WebhookWithSecret {
    fn example() -> Self {
        Self {
            webhook: Webhook::example(),
            secret: "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=".to_owned(),
        }
    }
}

impl Example for WebhookDelivery {
    fn example() -> Self {
        let created_at = DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_625_600);
        Self {
            id: Uuid::from_u128(0x3b1f_0c6e_91d4_8f02_a5c7_0000_0000_0001),
            event_type: "order.drafted".to_owned(),
            state: WebhookDeliveryState::Delivered,
            attempts: 1,
            created_at,
            next_attempt_at: None,
            last_attempt_at: Some(created_at),
            last_status: Some(200),
            last_error: None,
            last_error_code: None,
            last_error_value: None,
            last_duration_ms: Some(84),
            finished_at: Some(created_at),
            body: r#"{"data":{"draftId":"0197a000-0000-7000-8000-000000000002","lines":3},"timestamp":"2026-06-16T16:00:00.000Z","type":"order.drafted"}"#.to_owned(),
        }
    }
}

impl Example for WebhookDeliveries {
    fn example() -> Self {
        Self {
            items: vec![WebhookDelivery::example()],
            next_cursor: None,
        }
    }
}
