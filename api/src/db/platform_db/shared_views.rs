//! The links under which people outside of an organization see the figures of a view.

use super::{Member, PlatformDb};
use crate::db::DbError;
use crate::ids::PersonId;
use entities::shared_view::{Column, Entity, Model};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

impl PlatformDb {
    /// The link whose token has this hash, and the member who created it. None if it was revoked,
    /// the person has left, or the organization is suspended.
    pub async fn find_shared_view(
        &self,
        token_hash: &str,
    ) -> Result<Option<(Model, Member)>, DbError> {
        let Some(link) = Entity::find()
            .filter(Column::TokenHash.eq(token_hash))
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        let creator = self
            .find_link_owner(link.tenant_id, PersonId(link.created_by))
            .await?;
        Ok(creator.map(|creator| (link, creator)))
    }
}
