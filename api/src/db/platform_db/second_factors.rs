//! Second factors and recovery codes: what is used up is used up by one statement.

use super::{PlatformDb, letters, own_sessions, record};
use crate::db::{Access, Act, Action, DbError};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::{letter, recovery_code, second_factor};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, Set,
};
use serde_json::json;

/// Whether signing in asks a person for a second factor.
pub(super) async fn is_on(
    connection: &impl ConnectionTrait,
    person: PersonId,
) -> Result<bool, DbError> {
    let confirmed = second_factor::Entity::find_by_id(person.0)
        .filter(second_factor::Column::ConfirmedAt.is_not_null());
    Ok(confirmed.count(connection).await? > 0)
}

impl PlatformDb {
    /// A person's second factor, confirmed or not.
    pub async fn second_factor(
        &self,
        person: PersonId,
    ) -> Result<Option<second_factor::Model>, DbError> {
        Ok(second_factor::Entity::find_by_id(person.0)
            .one(&self.connection)
            .await?)
    }

    /// Whether signing in asks a person for a second factor.
    pub async fn second_factor_is_on(&self, person: PersonId) -> Result<bool, DbError> {
        is_on(&self.connection, person).await
    }

    /// How many of a person's recovery codes were not used.
    pub async fn recovery_codes_left(&self, person: PersonId) -> Result<u64, DbError> {
        let left = recovery_code::Entity::find()
            .filter(recovery_code::Column::PersonId.eq(person.0))
            .filter(recovery_code::Column::UsedAt.is_null());
        Ok(left.count(&self.connection).await?)
    }

    /// Keeps a second factor that is to be confirmed, in place of one that never was.
    /// [`DbError::Duplicate`] where a confirmed one is there.
    pub async fn begin_second_factor(&self, factor: second_factor::Model) -> Result<(), DbError> {
        let change = self.begin_change().await?;
        let transaction = &*change;
        let begun = second_factor::Entity::delete_many()
            .filter(second_factor::Column::PersonId.eq(factor.person_id));
        begun
            .filter(second_factor::Column::ConfirmedAt.is_null())
            .exec(transaction)
            .await?;
        second_factor::Entity::insert(second_factor::ActiveModel::from(factor).reset_all())
            .exec_without_returning(transaction)
            .await?;
        change.commit().await
    }

    /// Turns on the second factor that was looked at, with new recovery codes and the letter that
    /// tells of it; says whether it was still the one to confirm.
    pub async fn confirm_second_factor(
        &self,
        access: &Access,
        seen: &second_factor::Model,
        step: i64,
        hashes: Vec<String>,
        told: letter::Model,
        now: DateTime<Utc>,
    ) -> Result<bool, DbError> {
        let change = self.begin_change().await?;
        let transaction = &*change;
        let confirmed = second_factor::Entity::update_many()
            .col_expr(second_factor::Column::ConfirmedAt, Expr::value(now))
            .col_expr(second_factor::Column::LastStep, Expr::value(step))
            .filter(second_factor::Column::PersonId.eq(seen.person_id))
            .filter(second_factor::Column::Secret.eq(&seen.secret))
            .filter(second_factor::Column::ConfirmedAt.is_null())
            .exec(transaction)
            .await?;
        if confirmed.rows_affected != 1 {
            return Ok(false);
        }
        recovery_code::Entity::delete_many()
            .filter(recovery_code::Column::PersonId.eq(seen.person_id))
            .exec(transaction)
            .await?;
        let codes = hashes.into_iter().map(|hash| recovery_code::ActiveModel {
            hash: Set(hash),
            person_id: Set(seen.person_id),
            used_at: Set(None),
        });
        recovery_code::Entity::insert_many(codes)
            .exec_without_returning(transaction)
            .await?;
        letters::put_up(transaction, told).await?;
        record(
            transaction,
            access,
            now,
            Act::of(Action::MfaTurnedOn).on("person", seen.person_id),
        )
        .await?;
        change.commit().await?;
        Ok(true)
    }

    /// Uses the code of a step up, and every earlier one; false where that happened before.
    pub async fn use_second_factor_step(
        &self,
        person: PersonId,
        step: i64,
    ) -> Result<bool, DbError> {
        let used = second_factor::Entity::update_many()
            .col_expr(second_factor::Column::LastStep, Expr::value(step));
        let used = used
            .filter(second_factor::Column::PersonId.eq(person.0))
            .filter(second_factor::Column::LastStep.lt(step));
        Ok(used.exec(&self.connection).await?.rows_affected == 1)
    }

    /// Uses a recovery code up; false where the person has none like it, or has used it.
    pub async fn use_recovery_code(
        &self,
        person: PersonId,
        hash: &str,
        now: DateTime<Utc>,
    ) -> Result<bool, DbError> {
        let used = recovery_code::Entity::update_many()
            .col_expr(recovery_code::Column::UsedAt, Expr::value(now));
        let used = used
            .filter(recovery_code::Column::Hash.eq(hash))
            .filter(recovery_code::Column::PersonId.eq(person.0));
        Ok(used
            .filter(recovery_code::Column::UsedAt.is_null())
            .exec(&self.connection)
            .await?
            .rows_affected
            == 1)
    }

    /// Forgets a person's second factor and recovery codes for an operator, ends their sessions,
    /// puts up the letter that tells them, and records it where they enter. All or nothing; says
    /// how many sessions, or `None` where there was no second factor.
    pub async fn reset_second_factor(
        &self,
        person: PersonId,
        told: letter::Model,
        access: Option<&Access>,
        now: DateTime<Utc>,
    ) -> Result<Option<u64>, DbError> {
        let transaction = self.begin().await?;
        let on = second_factor::Entity::delete_many()
            .filter(second_factor::Column::PersonId.eq(person.0));
        if on
            .filter(second_factor::Column::ConfirmedAt.is_not_null())
            .exec(&transaction)
            .await?
            .rows_affected
            == 0
        {
            return Ok(None);
        }
        recovery_code::Entity::delete_many()
            .filter(recovery_code::Column::PersonId.eq(person.0))
            .exec(&transaction)
            .await?;
        let ended = own_sessions::revoke_all(&transaction, person, now).await?;
        letters::put_up(&transaction, told).await?;
        if let Some(access) = access {
            let act = Act::of(Action::MfaTurnedOff)
                .on("person", person)
                .after(&json!({"by": "the operator", "endedSessions": ended}));
            record(&transaction, access, now, act).await?;
        }
        transaction.commit().await?;
        Ok(Some(ended))
    }

    /// Forgets a person's second factor and recovery codes, and puts up the letter that tells them.
    pub async fn end_second_factor(
        &self,
        access: &Access,
        person: PersonId,
        told: letter::Model,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let change = self.begin_change().await?;
        let transaction = &*change;
        recovery_code::Entity::delete_many()
            .filter(recovery_code::Column::PersonId.eq(person.0))
            .exec(transaction)
            .await?;
        second_factor::Entity::delete_by_id(person.0)
            .exec(transaction)
            .await?;
        letters::put_up(transaction, told).await?;
        record(
            transaction,
            access,
            now,
            Act::of(Action::MfaTurnedOff).on("person", person),
        )
        .await?;
        change.commit().await
    }
}
