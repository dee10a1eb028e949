//! Organizations that demand two-step sign-in of their members: whether, and who has not set it up.

use super::{PlatformDb, letters, record};
use crate::db::{Access, Act, Action, DbError};
use crate::ids::{PersonId, TenantId};
use chrono::{DateTime, TimeDelta, Utc};
use entities::{letter, membership, organization, person, second_factor};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::{LockType, SelectStatement};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select, Set,
};
use serde_json::json;
use std::collections::HashSet;

/// So many letters are put up in one statement.
const AT_ONCE: usize = 200;

/// How an organization has its members sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondStepDemand {
    /// Whether they reach nothing of it before they have set up two-step sign-in.
    pub required: bool,
    /// How many people belong to it.
    pub members: u64,
    /// How many of them have not set it up.
    pub members_without: u64,
}

impl PlatformDb {
    /// How an organization has its members sign in, and how many would have something to do.
    pub async fn second_step_demand(&self, tenant: TenantId) -> Result<SecondStepDemand, DbError> {
        let found = organization::Entity::find_by_id(tenant.0)
            .one(&self.connection)
            .await?;
        let members = membership::Entity::find()
            .filter(membership::Column::TenantId.eq(tenant.0))
            .count(&self.connection)
            .await?;
        let members_without = without_second_step(tenant).count(&self.connection).await?;
        Ok(SecondStepDemand {
            required: found.is_some_and(|found| found.second_step_required),
            members,
            members_without,
        })
    }

    /// Which of these people, who are on one page, have set up two-step sign-in.
    pub async fn with_second_step(
        &self,
        people: impl Iterator<Item = PersonId>,
    ) -> Result<HashSet<PersonId>, DbError> {
        let with = people_with_second_step()
            .filter(second_factor::Column::PersonId.is_in(people.map(|person| person.0)));
        Ok(with
            .into_tuple::<Uuid>()
            .all(&self.connection)
            .await?
            .into_iter()
            .map(PersonId)
            .collect())
    }

    /// The members who have not set up two-step sign-in and were not written to by a letter of this
    /// kind, about this organization, within that time.
    pub async fn members_to_tell_of_second_step(
        &self,
        tenant: TenantId,
        kind: &str,
        within: TimeDelta,
        now: DateTime<Utc>,
    ) -> Result<Vec<person::Model>, DbError> {
        let told = letter::Entity::find()
            .select_only()
            .column(letter::Column::PersonId)
            .filter(letter::Column::Kind.eq(kind));
        let told = told
            .filter(letter::Column::OrganizationId.eq(tenant.0))
            .filter(letter::Column::CreatedAt.gt(now - within));
        let told = told
            .filter(letter::Column::PersonId.is_not_null())
            .into_query();
        let untold = without_second_step(tenant).filter(person::Column::Id.not_in_subquery(told));
        Ok(untold
            .order_by_asc(person::Column::Id)
            .all(&self.connection)
            .await?)
    }

    /// Says whether the organization of `access` demands two-step sign-in of its members, and puts
    /// up the letters that tell of it; false where it did so before, and nothing was changed or put
    /// up.
    pub async fn demand_second_step(
        &self,
        access: &Access,
        required: bool,
        told: Vec<letter::Model>,
        now: DateTime<Utc>,
    ) -> Result<bool, DbError> {
        let change = self.begin_change().await?;
        let transaction = &*change;
        let found = organization::Entity::find_by_id(access.tenant().0)
            .lock(LockType::NoKeyUpdate)
            .one(transaction)
            .await?;
        let before = found.ok_or_else(|| DbErr::RecordNotFound("the organization".to_owned()))?;
        let changes = before.second_step_required != required;
        if changes {
            organization::ActiveModel {
                id: Set(before.id),
                second_step_required: Set(required),
                ..Default::default()
            }
            .update(transaction)
            .await?;
            for some in told.chunks(AT_ONCE) {
                letters::put_up_all(transaction, some.to_vec()).await?;
            }
            let said = |required: bool| json!({"secondStepRequired": required});
            let act = Act::of(Action::SecondStepDemandSet)
                .on("organization", before.id)
                .named(&before.name);
            record(
                transaction,
                access,
                now,
                act.before(&said(!required)).after(&said(required)),
            )
            .await?;
        }
        change.commit().await?;
        Ok(changes)
    }
}

/// The ids of everybody who has set up two-step sign-in.
fn people_with_second_step() -> Select<second_factor::Entity> {
    second_factor::Entity::find()
        .select_only()
        .column(second_factor::Column::PersonId)
        .filter(second_factor::Column::ConfirmedAt.is_not_null())
}

/// The members of an organization who have not set up two-step sign-in.
fn without_second_step(tenant: TenantId) -> Select<person::Entity> {
    let members = membership::Entity::find()
        .select_only()
        .column(membership::Column::PersonId)
        .filter(membership::Column::TenantId.eq(tenant.0));
    let with: SelectStatement = people_with_second_step().into_query();
    person::Entity::find()
        .filter(person::Column::Id.in_subquery(members.into_query()))
        .filter(person::Column::Id.not_in_subquery(with))
}
