//! An endpoint to which events are sent, or a channel to which messages are sent.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook_endpoint")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Time-ordered.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// `webhook`, or `slack` and `teams` for channels.
    pub kind: String,
    pub name: String,
    /// The URL. For channels, which keep theirs secret, its host and its last characters.
    pub url: String,
    /// Names such as `sync.finished`, separated by spaces.
    pub event_types: String,
    /// Whether a delivery waits for the ones before it.
    pub is_ordered: bool,
    /// `enabled` or `disabled`.
    pub state: String,
    /// `manual`, `gone` or `failing`.
    pub disabled_reason: Option<String>,
    /// The signing secret, or the URL of a channel, encrypted for this endpoint.
    pub sealed_secret: String,
    /// The secret before the last rotation.
    pub sealed_previous_secret: Option<String>,
    /// When the secret before the last rotation stops signing.
    pub previous_secret_expires_at: Option<DateTimeUtc>,
    /// The position of the newest delivery.
    pub last_position: i64,
    pub last_success_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    /// The name of the person at that time.
    pub created_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
