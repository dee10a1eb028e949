//! The versions of the key that signs access tokens. Keys are derived from the installation's
//! secret.

use super::PlatformDb;
use crate::db::DbError;
use chrono::{DateTime, Utc};
use entities::signing_key_version::{self, Column, Entity};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, QueryOrder, QuerySelect};

/// Enough for a new key every minute of an access token's lifetime.
const MAX_VERSIONS: u64 = 20;

impl PlatformDb {
    /// The latest versions, newest first. Version 1 needs no row.
    pub async fn list_signing_key_versions(
        &self,
    ) -> Result<Vec<signing_key_version::Model>, DbError> {
        Ok(Entity::find()
            .order_by_desc(Column::Version)
            .limit(MAX_VERSIONS)
            .all(&self.connection)
            .await?)
    }

    /// Adds the next version, which signs from then on. Fails with [`DbError::Duplicate`] if
    /// another server adds one at the same time.
    pub async fn add_signing_key_version(&self, signs_from: DateTime<Utc>) -> Result<i64, DbError> {
        let latest = Entity::find()
            .order_by_desc(Column::Version)
            .one(&self.connection)
            .await?;
        let next = signing_key_version::Model {
            version: latest.map_or(1, |latest| latest.version) + 1,
            signs_from,
        };
        let epoch = next.version;
        Entity::insert(next.into_active_model().reset_all())
            .exec_without_returning(&self.connection)
            .await?;
        Ok(epoch)
    }
}
