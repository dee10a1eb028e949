//! What channels of Slack and Teams get. A queued message has only ids: its text is read when it is
//! sent, so that a person who lost access meanwhile sends nothing.

use super::delivery_claim::ClaimedDelivery;
use crate::db::{Database, DbError, TenantDb};
use crate::features::notifications::{FIGURES_LINK_LABEL, load_text_for};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use poem_openapi::Enum;
use sea_orm::DbErr;
use sea_orm::prelude::Uuid;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use webhooks::{ChannelMessage, EventType};

/// The service of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum MessageChannelKind {
    /// An incoming webhook of Slack.
    Slack,
    /// A workflow of Microsoft Teams that posts when it gets a webhook request.
    Teams,
}

/// The stored body of a delivery to a channel.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct QueuedMessage {
    notification: Uuid,
    /// The person who chose the channel, and must still be allowed to see the figures.
    sender: Uuid,
}

/// Why a message has no text.
pub(super) enum ComposeError {
    /// It must not be sent anymore.
    Withdrawn,
    /// The database failed.
    Db(DbError),
}

/// Queues a notification about an alert for channels, on behalf of `sender`. They receive it only
/// if the transaction commits. Call it before queuing events and writing the audit entry.
pub async fn enqueue_channel_messages(
    db: &TenantDb,
    at: DateTime<Utc>,
    channels: &[Uuid],
    is_start: bool,
    (notification, sender): (Uuid, PersonId),
) -> Result<(), DbError> {
    let queued = QueuedMessage {
        notification,
        sender: sender.0,
    };
    let payload = serde_json::to_string(&queued)
        .map_err(|error| DbError::Failed(DbErr::Json(error.to_string())))?;
    let event_type = if is_start {
        EventType::AlertStarted
    } else {
        EventType::AlertEnded
    };
    for channel in channels {
        db.enqueue_channel_message(*channel, at, event_type, payload.clone())
            .await?;
    }
    Ok(())
}

impl MessageChannelKind {
    /// The body of the request for a claimed delivery.
    pub(super) async fn compose_body(
        self,
        database: &Database,
        claimed: &ClaimedDelivery,
        public_url: &str,
    ) -> Result<String, ComposeError> {
        let message = if claimed.delivery.event_type == EventType::Test.name() {
            compose_test(claimed, public_url)
        } else {
            compose_alert(database, claimed, public_url).await?
        };
        Ok(match self {
            Self::Slack => message.to_slack_body(),
            Self::Teams => message.to_teams_body(),
        })
    }
}

async fn compose_alert(
    database: &Database,
    claimed: &ClaimedDelivery,
    public_url: &str,
) -> Result<ChannelMessage, ComposeError> {
    let queued: QueuedMessage =
        serde_json::from_str(&claimed.delivery.body).map_err(|_| ComposeError::Withdrawn)?;
    let ids = (queued.notification, PersonId(queued.sender));
    let (text, sender) = load_text_for(database, &claimed.access, ids, public_url)
        .await
        .map_err(ComposeError::Db)?
        .ok_or(ComposeError::Withdrawn)?;
    Ok(ChannelMessage {
        title: text.title,
        moment: Some(text.moment),
        body: text.body,
        link: text.url.map(|url| (FIGURES_LINK_LABEL.to_owned(), url)),
        footer: format!(
            "Sprout sends this because of an alert rule of {sender} at {}. {} added this channel.",
            claimed.access.organization().name,
            claimed.endpoint.created_by_name,
        ),
    })
}

fn compose_test(claimed: &ClaimedDelivery, public_url: &str) -> ChannelMessage {
    let organization = &claimed.access.organization().name;
    ChannelMessage {
        title: "Test message from Sprout".to_owned(),
        moment: None,
        body: format!("This channel can get the messages of alert rules of {organization}."),
        link: Some((
            "Open the alert rules".to_owned(),
            format!("{public_url}/notifications"),
        )),
        footer: format!("{} added this channel.", claimed.endpoint.created_by_name),
    }
}
