//! Feedback that readers share with the operators.

use super::PlatformDb;
use crate::db::DbError;
use entities::organization;
use entities::shared_feedback::{Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use std::collections::HashMap;

impl PlatformDb {
    /// Shared feedback on answers before one, newest first, with the names of the organizations.
    pub async fn list_shared_feedback(
        &self,
        before: Option<Uuid>,
        limit: u64,
    ) -> Result<Vec<(Model, String)>, DbError> {
        let rows = Entity::find()
            .filter(Condition::all().add_option(before.map(|id| Column::MessageId.lt(id))))
            .order_by_desc(Column::MessageId)
            .limit(limit)
            .all(&self.connection)
            .await?;
        let names: HashMap<Uuid, String> = organization::Entity::find()
            .select_only()
            .column(organization::Column::Id)
            .column(organization::Column::Name)
            .filter(organization::Column::Id.is_in(rows.iter().map(|row| row.tenant_id)))
            .into_tuple()
            .all(&self.connection)
            .await?
            .into_iter()
            .collect();
        Ok(rows
            .into_iter()
            .filter_map(|row| {
                let name = names.get(&row.tenant_id)?.clone();
                Some((row, name))
            })
            .collect())
    }
}
