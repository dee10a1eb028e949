//! Deleting organizations and people: what is refused, what goes at once, and what is left for
//! [`Emptying`](crate::db::Emptying).

use super::PlatformDb;
use crate::db::emptying::{close_doors, execute, hold, work_in};
use crate::db::{Access, Act, Action, Author, Database, DbError, Doomed, Engine, audit};
use crate::ids::{PersonId, TenantId};
use chrono::{DateTime, Utc};
use entities::{api_key, invitation, letter, membership, organization, person};
use sea_orm::prelude::Uuid;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect,
};
use std::collections::BTreeSet;

const OWNER: &str = "owner";
/// So many people are looked up, or written to, in one statement.
const AT_ONCE: usize = 200;
/// Who invited, once they are nobody any more.
const FORMER_MEMBER: &str = "a former member";

/// What came of the wish to delete one's account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// The person is gone, and these organizations are being deleted.
    Gone(Vec<TenantId>),
    /// They are the only owner of these organizations, which have other members.
    LastOwner(Vec<String>),
    /// They are the only member of these organizations, which were not named.
    Alone(Vec<String>),
    /// Theirs is the demo's account, which is everybody's.
    Demo,
    /// They have another password by now than the one that was checked, or are gone.
    Changed,
}

impl Database {
    /// Closes an organization for good, where the person is an owner of it at this moment; false
    /// where they are not, or it is being deleted already. Every other member gets the letter that
    /// `tell` writes to them: it is there when the organization is closed, and stays when its rows
    /// go.
    pub async fn begin_deleting<E: From<DbError>>(
        &self,
        access: &Access,
        by: PersonId,
        now: DateTime<Utc>,
        tell: impl Fn(&person::Model) -> Result<letter::Model, E>,
    ) -> Result<bool, E> {
        let (transaction, tenant) = (self.begin_as_login().await?, access.tenant());
        work_in(&transaction, self.engine(), tenant).await?;
        if hold(&transaction, tenant).await?.is_none() {
            return Ok(false);
        }
        let member = membership::Entity::find_by_id((tenant.0, by.0))
            .one(&transaction)
            .await
            .map_err(DbError::from)?;
        if member.is_none_or(|member| member.role != OWNER) {
            return Ok(false);
        }
        let others = other_members(&transaction, tenant, by).await?;
        close_doors(&transaction, tenant, now).await?;
        work_in_none(&transaction, self.engine()).await?;
        for some in others.chunks(AT_ONCE) {
            let letters = some.iter().map(&tell).collect::<Result<Vec<_>, E>>()?;
            super::letters::put_up_all(&transaction, letters).await?;
        }
        transaction.commit().await.map_err(DbError::from)?;
        Ok(true)
    }

    /// Deletes a person with everything that is theirs alone, and the organizations of `named` in
    /// which they are alone: all or nothing. What they did in organizations that remain stays in
    /// the logs of those. `farewell` is put up with it.
    pub async fn delete_person(
        &self,
        who: &person::Model,
        checked_password: &str,
        named: &[Uuid],
        author: &Author,
        farewell: Option<letter::Model>,
        now: DateTime<Utc>,
    ) -> Result<Leaving, DbError> {
        let transaction = self.begin_as_login().await?;
        let found = person::Entity::find_by_id(who.id)
            .lock(sea_orm::sea_query::LockType::Update)
            .one(&transaction)
            .await?;
        if found.is_none_or(|found| found.password_hash != checked_password) {
            return Ok(Leaving::Changed);
        }
        let own = membership::Entity::find()
            .filter(membership::Column::PersonId.eq(who.id))
            .order_by_asc(membership::Column::TenantId);
        let own = own.all(&transaction).await?;
        let (mut refused, mut alone, mut deleted, mut left) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for member in own {
            let tenant = TenantId(member.tenant_id);
            work_in(&transaction, self.engine(), tenant).await?;
            let Some(held) = hold(&transaction, tenant).await? else {
                continue;
            };
            if held.is_demo {
                return Ok(Leaving::Demo);
            }
            let others = membership::Entity::find()
                .filter(membership::Column::TenantId.eq(tenant.0))
                .filter(membership::Column::PersonId.ne(who.id));
            let owners = others
                .clone()
                .filter(membership::Column::Role.eq(OWNER))
                .count(&transaction)
                .await?;
            let is_alone = others.count(&transaction).await? == 0;
            if !is_alone && member.role == OWNER && owners == 0 {
                refused.push(held.name);
            } else if is_alone && !named.contains(&tenant.0) {
                alone.push(held.name);
            } else if is_alone {
                close_doors(&transaction, tenant, now).await?;
                deleted.push(tenant);
            } else {
                left.push(tenant);
            }
        }
        // Nothing was committed.
        if !refused.is_empty() {
            return Ok(Leaving::LastOwner(refused));
        }
        if !alone.is_empty() {
            return Ok(Leaving::Alone(alone));
        }
        work_in_none(&transaction, self.engine()).await?;
        for tenant in traces(&transaction, who).await? {
            work_in(&transaction, self.engine(), tenant).await?;
            forget_in(&transaction, tenant, who).await?;
        }
        for tenant in left {
            work_in(&transaction, self.engine(), tenant).await?;
            let act = Act::of(Action::AccountDeleted).on("person", who.id);
            audit::append(&transaction, tenant, author, now, act).await?;
        }
        work_in_none(&transaction, self.engine()).await?;
        execute(
            &transaction,
            "delete from idempotent_request where asked_by = $1",
            vec![who.id.into()],
        )
        .await?;
        execute(
            &transaction,
            "delete from letter where to_address = $1",
            vec![who.email.as_str().into()],
        )
        .await?;
        execute(
            &transaction,
            "delete from one_time_token where email = $1",
            vec![who.email.as_str().into()],
        )
        .await?;
        person::Entity::delete_by_id(who.id)
            .exec(&transaction)
            .await?;
        if let Some(farewell) = farewell {
            super::letters::put_up(&transaction, farewell).await?;
        }
        transaction.commit().await?;
        Ok(Leaving::Gone(deleted))
    }
}

impl PlatformDb {
    /// The organizations that are being deleted, the longest waiting first.
    pub async fn doomed(&self, limit: u64) -> Result<Vec<Doomed>, DbError> {
        let found = organization::Entity::find()
            .filter(organization::Column::DeletingAt.is_not_null())
            .order_by_asc(organization::Column::DeletingAt);
        let found = found.limit(limit).all(&self.connection).await?;
        Ok(found
            .into_iter()
            .filter_map(|row| {
                Some(Doomed {
                    tenant: TenantId(row.id),
                    since: row.deleting_at?,
                })
            })
            .collect())
    }
}

/// Who belongs to the organization beside this person, without those who were shut out.
async fn other_members(
    transaction: &DatabaseTransaction,
    tenant: TenantId,
    but: PersonId,
) -> Result<Vec<person::Model>, DbError> {
    let members = membership::Entity::find()
        .select_only()
        .column(membership::Column::PersonId)
        .filter(membership::Column::TenantId.eq(tenant.0));
    let ids: Vec<Uuid> = members
        .filter(membership::Column::PersonId.ne(but.0))
        .into_tuple()
        .all(transaction)
        .await?;
    let mut others = Vec::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        let found = person::Entity::find()
            .filter(person::Column::Id.is_in(some.iter().copied()))
            .filter(person::Column::DisabledAt.is_null());
        others.extend(found.all(transaction).await?);
    }
    Ok(others)
}

/// Where keys that the person made, invitations that they sent and such to their address are, also
/// where they belong no more.
async fn traces(
    transaction: &DatabaseTransaction,
    who: &person::Model,
) -> Result<BTreeSet<TenantId>, DbError> {
    let keys = api_key::Entity::find()
        .select_only()
        .column(api_key::Column::TenantId)
        .filter(api_key::Column::MadeBy.eq(who.id));
    let invitations = invitation::Entity::find()
        .select_only()
        .column(invitation::Column::TenantId);
    let invitations = invitations.filter(
        invitation::Column::InvitedBy
            .eq(who.id)
            .or(invitation::Column::Email.eq(who.email.as_str())),
    );
    let mut tenants: Vec<Uuid> = keys.distinct().into_tuple().all(transaction).await?;
    tenants.extend(
        invitations
            .distinct()
            .into_tuple::<Uuid>()
            .all(transaction)
            .await?,
    );
    Ok(tenants.into_iter().map(TenantId).collect())
}

/// Removes keys and invitations as [`traces`] finds them, with the letters of those that the person
/// sent. Invitations that the person sent to others stay in the list, by nobody, and open nothing.
async fn forget_in(
    transaction: &DatabaseTransaction,
    tenant: TenantId,
    who: &person::Model,
) -> Result<(), DbError> {
    let (tenant, id, email) = (tenant.0, who.id, who.email.as_str());
    // Their subject names who invites.
    let letters = r"
        delete from letter
        where organization_id = $1
          and kind = 'invitation'
          and to_address in (select email from invitation where tenant_id = $1 and invited_by = $2)
    ";
    execute(transaction, letters, vec![tenant.into(), id.into()]).await?;
    let links = r"
        delete from one_time_token
        where subject in (
            select id
            from invitation
            where tenant_id = $1 and (email = $2 or invited_by = $3 and accepted_at is null)
          )
    ";
    execute(
        transaction,
        links,
        vec![tenant.into(), email.into(), id.into()],
    )
    .await?;
    execute(
        transaction,
        r"
            delete from invitation
            where tenant_id = $1 and (email = $2 or invited_by = $3 and accepted_at is null)
        ",
        vec![tenant.into(), email.into(), id.into()],
    )
    .await?;
    let sent = r"
        update invitation
        set invited_by = $2, invited_by_name = $3
        where tenant_id = $1 and invited_by = $4
    ";
    execute(
        transaction,
        sent,
        vec![
            tenant.into(),
            Uuid::nil().into(),
            FORMER_MEMBER.into(),
            id.into(),
        ],
    )
    .await?;
    execute(
        transaction,
        "delete from api_key where tenant_id = $1 and made_by = $2",
        vec![tenant.into(), id.into()],
    )
    .await?;
    Ok(())
}

/// Back to what concerns no single organization.
async fn work_in_none(transaction: &DatabaseTransaction, engine: Engine) -> Result<(), DbError> {
    if engine == Engine::Postgres {
        transaction
            .execute_unprepared("set local sprout.tenant_id = ''")
            .await?;
    }
    Ok(())
}
