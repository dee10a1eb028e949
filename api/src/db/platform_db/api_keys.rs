//! Whom an API key speaks for, asked before it is known which organization that is.

use super::{PlatformDb, active_organizations, to_organization};
use crate::db::{Access, DbError, Organization};
use chrono::{DateTime, TimeDelta, Utc};
use entities::{api_key, membership, organization, person};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter};

/// When a key was used is kept to this.
const LAST_USED_RESOLUTION: TimeDelta = TimeDelta::minutes(1);

/// A key whose maker may still enter the organization.
#[derive(Clone, Debug)]
pub struct ApiKeyAccess {
    /// The key.
    pub key: api_key::Model,
    /// The role that its maker has at this moment.
    pub creator_role: String,
    organization: Organization,
}

impl ApiKeyAccess {
    /// The right to enter the organization, with no person and no role: what may be done there is
    /// the key's own.
    pub fn access(&self) -> Access {
        Access::new(self.organization.clone(), None, "api_key".to_owned())
    }
}

impl PlatformDb {
    /// The key of this id, if it is there, has not ended, and its maker is a member who was not
    /// shut out.
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
        let Some(maker) = person::Entity::find_by_id(key.made_by)
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

    /// Notes that a key was used, if that was not noted within the last minute.
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
