//! What channels of Slack and Teams get. A queued message has only ids: its text is read when it is
//! sent, so that a person who lost access meanwhile sends nothing.

use super::delivery_claim::ClaimedDelivery;
use crate::db::{Database, DbError, TenantDb, encode_json};
use crate::features::notifications::load_text_for;
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use localization::{Language, fill_text};
use poem_openapi::Enum;
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
    let payload = encode_json(&queued)?;
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
            compose_test(database, claimed, public_url)
                .await
                .map_err(ComposeError::Db)?
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
    let sent = load_text_for(database, &claimed.access, ids, public_url)
        .await
        .map_err(ComposeError::Db)?
        .ok_or(ComposeError::Withdrawn)?;
    let (text, texts) = (sent.text, sent.language.texts());
    let reason = [
        ("owner", sent.sender.as_str()),
        ("organization", &claimed.access.organization().name),
        ("creator", &claimed.endpoint.created_by_name),
    ];
    Ok(ChannelMessage {
        title: text.title,
        moment: Some(text.moment),
        body: text.body,
        link: text.url.map(|url| (texts.open_figures.to_owned(), url)),
        footer: fill_text(texts.channel_footer, &reason),
    })
}

/// A test message in the language of the person who sends it, whose id is the stored body.
async fn compose_test(
    database: &Database,
    claimed: &ClaimedDelivery,
    public_url: &str,
) -> Result<ChannelMessage, DbError> {
    let texts = match claimed.delivery.body.parse() {
        Ok(sender) => database.platform().find_texts(PersonId(sender)).await?,
        Err(_) => Language::default().texts(),
    };
    let organization = ("organization", claimed.access.organization().name.as_str());
    let creator = ("creator", claimed.endpoint.created_by_name.as_str());
    Ok(ChannelMessage {
        title: texts.channel_test_title.to_owned(),
        moment: None,
        body: fill_text(texts.channel_test, &[organization]),
        link: Some((
            texts.open_alert_rules.to_owned(),
            format!("{public_url}/notifications"),
        )),
        footer: fill_text(texts.channel_test_footer, &[creator]),
    })
}
