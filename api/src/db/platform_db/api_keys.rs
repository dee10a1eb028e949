//! Finds API keys before their organization is known.

use super::{PlatformDb, active_organizations, to_organization};
use crate::db::{Access, DbError, Organization};
use chrono::{DateTime, TimeDelta, Utc};
use entities::{api_key, membership, organization, person};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter};

/// How precisely the last use is recorded.
const LAST_USED_RESOLUTION: TimeDelta = TimeDelta::minutes(1);

/// An API key whose creator is still an active member.
#[derive(Clone, Debug)]
pub struct ApiKeyAccess {
    /// The key.
    pub key: api_key::Model,
    /// The current role of its creator.
    pub creator_role: String,
    organization: Organization,
}

impl ApiKeyAccess {
    /// Access to the organization without a person or a role. The permissions are those of the key.
    pub fn access(&self) -> Access {
        Access::new(self.organization.clone(), None, "api_key".to_owned())
    }
}

impl PlatformDb {
    /// The key with this id, if it has not expired and its creator is an active member.
    pub async fn find_live_api_key(
        &self,
        id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<Option<ApiKeyAccess>, DbError> {
        let Some(key) = api_key::Entity::find()
            .filter(api_key::Column::Id.eq(id))
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        if key.expires_at.is_some_and(|end| end <= now) {
            return Ok(None);
        }
        let Some(maker) = person::Entity::find_by_id(key.created_by)
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        if maker.disabled_at.is_some() {
            return Ok(None);
        }
        let Some(member) = membership::Entity::find_by_id((key.tenant_id, maker.id))
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        let Some(organization) = active_organizations()
            .filter(organization::Column::Id.eq(key.tenant_id))
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        Ok(Some(ApiKeyAccess {
            creator_role: member.role,
            organization: to_organization(organization),
            key,
        }))
    }

    /// Records the use of a key, at most once a minute.
    pub async fn record_api_key_use(&self, id: Uuid, now: DateTime<Utc>) -> Result<(), DbError> {
        let long_ago = Condition::any()
            .add(api_key::Column::LastUsedAt.is_null())
            .add(api_key::Column::LastUsedAt.lte(now - LAST_USED_RESOLUTION));
        let noted =
            api_key::Entity::update_many().col_expr(api_key::Column::LastUsedAt, Expr::value(now));
        noted
            .filter(api_key::Column::Id.eq(id))
            .filter(long_ago)
            .exec(&self.connection)
            .await?;
        Ok(())
    }
}
