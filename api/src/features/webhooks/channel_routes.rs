//! HTTP operations on channels of Slack and Teams.

use super::WebhookSender;
use super::channel_store::{
    AddChannelError, ChannelRow, MAX_CHANNELS, NewChannel, add_channel, delete_channel,
    enable_channel, enqueue_test_message, find_channel, list_channels, record_enabled,
};
use super::channel_wire::{MessageChannel, MessageChannelInput, MessageChannels};
use super::delivery_outcome::recovered;
use super::validation::validate_channel;
use crate::auth::Signed;
use crate::auth::permission::{AlertsManage, WebhooksManage};
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::http::{Acknowledgment, ApiError, Envelope, Tag, default_page_size, parse_id_cursor};
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;

/// Channels of Slack and Teams.
pub struct MessageChannelsApi {
    /// Checks URLs, encrypts them and reports disabled channels.
    pub sender: WebhookSender,
    /// The clock.
    pub clock: Clock,
    /// Randomness for ids.
    pub entropy: Entropy,
}

#[OpenApi(tag = "Tag::Webhooks")]
impl MessageChannelsApi {
    /// List message channels
    ///
    /// The channels of Slack and Teams that alert rules can use, newest first. Their URLs are
    /// stored encrypted and not returned.
    #[oai(
        path = "/api/message-channels",
        method = "get",
        operation_id = "listMessageChannels"
    )]
    async fn list_message_channels(
        &self,
        signed: Signed,
        /// Channels per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<MessageChannels>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(AlertsManage)?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let page = list_channels(&scope.read_db().await?, limit.0, before, &proof).await?;
        Ok(Json(Envelope::new(MessageChannels {
            items: page.items.into_iter().map(MessageChannel::from).collect(),
            next_cursor: page.next_cursor,
            max: MAX_CHANNELS,
        })))
    }

    /// Add a message channel
    ///
    /// Members who manage alert rules can then send messages of their rules to it. Everyone in the
    /// channel reads what the owner of a rule may see.
    #[oai(
        path = "/api/message-channels",
        method = "post",
        operation_id = "createMessageChannel"
    )]
    async fn create_message_channel(
        &self,
        signed: Signed,
        body: Json<MessageChannelInput>,
    ) -> Result<Json<Envelope<MessageChannel>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(WebhooksManage)?;
        scope.refuse_demo()?;
        let (name, url) = validate_channel(&body.0, self.sender.outbound())?;
        let now = self.clock.now();
        let new = NewChannel {
            id: self.entropy.uuid_v7(now)?,
            name,
            kind: body.0.kind,
            url,
            creator_name: scope.caller_name().to_owned(),
        };
        let db = scope.write_db().await?;
        let endpoint = add_channel(db, new, now, self.sender.vault(), &proof).await?;
        let row = ChannelRow {
            endpoint,
            undelivered: None,
        };
        Ok(Json(Envelope::new(row.into())))
    }

    /// Remove a message channel
    ///
    /// Messages that wait are not sent.
    #[oai(
        path = "/api/message-channels/:id",
        method = "delete",
        operation_id = "deleteMessageChannel"
    )]
    async fn delete_message_channel(
        &self,
        signed: Signed,
        /// The channel's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(WebhooksManage)?;
        let db = scope.write_db().await?;
        let channel = find_channel(&db, id.0, &proof).await?;
        self.sender
            .notifier()
            .record_observations(&db, scope.access(), &[recovered(&channel)])
            .await?;
        delete_channel(&db, &channel, self.clock.now(), &proof).await?;
        db.commit().await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }

    /// Send a test message
    ///
    /// A disabled channel is enabled again. The result is in `listMessageChannels`.
    #[oai(
        path = "/api/message-channels/:id/test",
        method = "post",
        operation_id = "testMessageChannel"
    )]
    async fn test_message_channel(
        &self,
        signed: Signed,
        /// The channel's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(WebhooksManage)?;
        let now = self.clock.now();
        let db = scope.write_db().await?;
        let channel = find_channel(&db, id.0, &proof).await?;
        let was_disabled = channel.state != "enabled";
        if was_disabled {
            enable_channel(&db, &channel).await?;
            self.sender
                .notifier()
                .record_observations(&db, scope.access(), &[recovered(&channel)])
                .await?;
        }
        let sender = scope.access().person();
        enqueue_test_message(&db, &channel, sender, now).await?;
        if was_disabled {
            record_enabled(&db, &channel, now).await?;
        }
        db.commit().await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }
}

impl From<AddChannelError> for ApiError {
    fn from(error: AddChannelError) -> Self {
        match error {
            AddChannelError::TooManyChannels => Self::conflict(
                "too_many_message_channels",
                format!("The organization has {MAX_CHANNELS} channels. Remove one first."),
            ),
            AddChannelError::Vault(error) => Self::internal(&error),
            AddChannelError::Db(error) => error.into(),
        }
    }
}
