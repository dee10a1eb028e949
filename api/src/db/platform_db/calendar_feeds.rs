//! The people behind secret URLs of calendar feeds.

use super::{Member, PlatformDb};
use crate::db::DbError;
use crate::ids::PersonId;
use entities::calendar_feed::{Column, Entity};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

impl PlatformDb {
    /// The active member whose feed has a secret with this hash. None if it was revoked, the person
    /// has left, or the organization is suspended.
    pub async fn find_calendar_reader(&self, token_hash: &str) -> Result<Option<Member>, DbError> {
        let Some(feed) = Entity::find()
            .filter(Column::TokenHash.eq(token_hash))
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        self.find_link_owner(feed.tenant_id, PersonId(feed.person_id))
            .await
    }
}
