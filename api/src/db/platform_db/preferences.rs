//! How figures and times are written for a person: read, and kept with what it was before.

use super::{PlatformDb, record};
use crate::db::{Access, Act, Action, DbError};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::person_preference::{ActiveModel, Entity, Model};
use sea_orm::{ActiveModelTrait, EntityTrait};
use serde_json::{Value, json};

impl PlatformDb {
    /// What a person chose; nothing where they never chose.
    pub async fn preferences_of(&self, person: PersonId) -> Result<Option<Model>, DbError> {
        Ok(Entity::find_by_id(person.0).one(&self.connection).await?)
    }

    /// Keeps what a person chose, as a whole.
    pub async fn keep_preferences(
        &self,
        access: &Access,
        chosen: Model,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let change = self.begin_change().await?;
        let transaction = &*change;
        let before = Entity::find_by_id(chosen.person_id)
            .one(transaction)
            .await?;
        let (person, after) = (PersonId(chosen.person_id), told(&chosen));
        Entity::delete_by_id(chosen.person_id)
            .exec(transaction)
            .await?;
        Entity::insert(ActiveModel::from(chosen).reset_all())
            .exec_without_returning(transaction)
            .await?;
        let act = before.iter().map(told).fold(
            Act::of(Action::PreferencesChanged).on("person", person),
            |act, before| act.before(&before),
        );
        record(transaction, access, now, act.after(&after)).await?;
        change.commit().await
    }
}

fn told(row: &Model) -> Value {
    json!({"formats": row.formats, "timeZone": row.time_zone, "units": row.units, "currencyStyle": row.currency_style})
}
