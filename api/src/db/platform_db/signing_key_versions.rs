//! Which keys sign access tokens, by number: the keys themselves follow from the installation's
//! secret.

use super::PlatformDb;
use crate::db::DbError;
use chrono::{DateTime, Utc};
use entities::signing_key_version::{self, Column, Entity};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, QueryOrder, QuerySelect};

/// Enough for a new key every minute of an access token's life.
const MAX_VERSIONS: u64 = 20;

impl PlatformDb {
    /// The latest keys, the newest first; the installation's first key needs no row.
    pub async fn list_signing_key_versions(
        &self,
    ) -> Result<Vec<signing_key_version::Model>, DbError> {
        Ok(Entity::find()
            .order_by_desc(Column::Epoch)
            .limit(MAX_VERSIONS)
            .all(&self.connection)
            .await?)
    }

    /// Adds the next key, which signs from then on. [`DbError::Duplicate`] where somebody else adds
    /// one at this moment.
    pub async fn add_signing_key_version(&self, signs_from: DateTime<Utc>) -> Result<i64, DbError> {
        let latest = Entity::find()
            .order_by_desc(Column::Epoch)
            .one(&self.connection)
            .await?;
        let next = signing_key_version::Model {
            epoch: latest.map_or(1, |latest| latest.epoch) + 1,
            signs_from,
        };
        let epoch = next.epoch;
        Entity::insert(next.into_active_model().reset_all())
            .exec_without_returning(&self.connection)
            .await?;
        Ok(epoch)
    }
}
