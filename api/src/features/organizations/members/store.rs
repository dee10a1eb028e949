//! The members of the tenant: read page by page, changed one at a time under the organization's
//! lock.

use super::rules::{LastOwner, may_give, may_touch};
use super::wire::{Member, Members};
use crate::auth::Proof;
use crate::auth::permission::{MembersManage, MembersRead, Role};
use crate::db::{Act, Action, DbError, PlatformDb, TenantDb, TenantSql};
use crate::features::organizations::invitations::end_invitations_by;
use crate::http::{ApiError, id_behind};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::membership::{Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, FromQueryResult};
use serde_json::json;

/// Who looks at the list.
pub(super) struct Onlooker {
    pub(super) person: PersonId,
    /// Shows e-mail addresses and two-step sign-in; those without see names and roles.
    pub(super) manages: Option<Proof<MembersManage>>,
}

#[derive(FromQueryResult)]
struct Row {
    id: Uuid,
    name: String,
    email: String,
    role: String,
    joined_at: DateTime<Utc>,
}

const PAGE: TenantSql = TenantSql::new(
    r"
        select person.id, person.name, person.email, membership.role,
          membership.created_at as joined_at
        from membership
        join person on person.id = membership.person_id
        where membership.tenant_id = $1 and membership.person_id > $2
        order by membership.person_id
        limit $3
    ",
);
const ONE: TenantSql = TenantSql::new(
    r"
        select person.id, person.name, person.email, membership.role,
          membership.created_at as joined_at
        from membership
        join person on person.id = membership.person_id
        where membership.tenant_id = $1 and membership.person_id = $2
    ",
);

/// A page of members, in the order in which they registered.
pub(super) async fn read_members(
    db: &TenantDb,
    by: &Onlooker,
    _may: &Proof<MembersRead>,
    limit: u32,
    cursor: Option<&str>,
) -> Result<Members, ApiError> {
    let after = id_behind(cursor)?.unwrap_or_else(Uuid::nil);
    let mut rows: Vec<Row> = db
        .rows(PAGE, vec![after.into(), (i64::from(limit) + 1).into()])
        .await?;
    let size = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = rows.len() > size;
    rows.truncate(size);
    let next_cursor = rows.last().filter(|_| more).map(|last| last.id.to_string());
    Ok(Members {
        items: rows.into_iter().map(|row| by.sees(row)).collect(),
        next_cursor,
    })
}

/// Gives a member another role. What the caller was a moment ago counts for nothing: their role is
/// read under the lock. Whoever may no longer invite has no invitations out.
pub(super) async fn change_role(
    db: TenantDb,
    by: &Onlooker,
    of: PersonId,
    role: Role,
    now: DateTime<Utc>,
    _may: &Proof<MembersManage>,
) -> Result<Member, ApiError> {
    let (acting, member) = hold(&db, by.person, of).await?;
    let was = role_of(&member)?;
    may_touch(acting, was)?;
    may_give(acting, role)?;
    if was == Role::Owner && role != Role::Owner {
        another_owner_than(&db, of).await?;
    }
    if role.is_below(was) {
        end_invitations_by(&db, of, now).await?;
    }
    db.update::<Entity>()
        .set(Column::Role, role.name())
        .filter(Column::PersonId.eq(of.0))
        .exec()
        .await?;
    let changed = row_of(&db, of).await?;
    let act = Act::of(Action::RoleGiven)
        .on("member", of)
        .named(&changed.name);
    db.record(
        now,
        act.before(&json!({"role": member.role}))
            .after(&json!({"role": changed.role})),
    )
    .await?;
    let changed = by.sees(changed);
    db.commit().await?;
    Ok(changed)
}

/// Lets a member go, and ends their sessions here and the invitations that they have out: all or
/// nothing. Everybody may let go of themselves, but for the last owner.
pub(super) async fn let_go(
    db: TenantDb,
    by: PersonId,
    of: PersonId,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let (acting, member) = hold(&db, by, of).await?;
    // A role that this version does not know may leave, and be let go of by an owner.
    let was = Role::named(&member.role);
    if by != of {
        may_touch(acting, was.unwrap_or(Role::Owner))?;
    }
    if was == Some(Role::Owner) {
        another_owner_than(&db, of).await?;
    }
    end_invitations_by(&db, of, now).await?;
    let gone = row_of(&db, of).await?;
    db.delete::<Entity>()
        .filter(Column::PersonId.eq(of.0))
        .exec()
        .await?;
    db.end_sessions_of(of, now).await?;
    db.record(
        now,
        Act::of(Action::MemberRemoved)
            .on("member", of)
            .named(&gone.name)
            .before(&json!({"role": gone.role})),
    )
    .await?;
    Ok(db.commit().await?)
}

/// Ends the sessions of a member that work here, and says how many.
pub(super) async fn end_sessions(
    db: TenantDb,
    by: PersonId,
    of: PersonId,
    now: DateTime<Utc>,
    _may: &Proof<MembersManage>,
) -> Result<u64, ApiError> {
    let (acting, member) = hold(&db, by, of).await?;
    // A role that this version does not know is an owner's to deal with.
    may_touch(acting, Role::named(&member.role).unwrap_or(Role::Owner))?;
    let name = row_of(&db, of).await?.name;
    let ended = db.end_sessions_of(of, now).await?;
    db.record(
        now,
        Act::of(Action::MemberSessionsEnded)
            .on("member", of)
            .named(&name)
            .after(&json!({"endedSessions": ended})),
    )
    .await?;
    db.commit().await?;
    Ok(ended)
}

/// Takes the lock, and reads under it the role of whoever acts and the member whom it is about.
async fn hold(db: &TenantDb, by: PersonId, of: PersonId) -> Result<(Role, Model), ApiError> {
    db.hold_members().await?;
    Ok((
        acting_role(db, by).await?,
        membership(db, of).await?.ok_or_else(ApiError::not_found)?,
    ))
}

/// The role that somebody has at this moment; a role that this version does not know is one that
/// gives nothing.
pub(in crate::features::organizations) async fn acting_role(
    db: &TenantDb,
    by: PersonId,
) -> Result<Role, ApiError> {
    let acting = membership(db, by)
        .await?
        .ok_or_else(ApiError::unauthorized)?;
    Ok(Role::named(&acting.role).unwrap_or(Role::Viewer))
}

async fn row_of(db: &TenantDb, person: PersonId) -> Result<Row, ApiError> {
    let found: Vec<Row> = db.rows(ONE, vec![person.0.into()]).await?;
    found.into_iter().next().ok_or_else(ApiError::not_found)
}

async fn membership(db: &TenantDb, person: PersonId) -> Result<Option<Model>, DbError> {
    db.find::<Entity>()
        .filter(Column::PersonId.eq(person.0))
        .one()
        .await
}

async fn another_owner_than(db: &TenantDb, person: PersonId) -> Result<(), ApiError> {
    let others = db
        .find::<Entity>()
        .filter(Column::Role.eq(Role::Owner.name()))
        .filter(Column::PersonId.ne(person.0))
        .count()
        .await?;
    if others == 0 {
        Err(LastOwner.into())
    } else {
        Ok(())
    }
}

fn role_of(member: &Model) -> Result<Role, ApiError> {
    Role::named(&member.role).ok_or_else(|| {
        ApiError::conflict(
            "unknown_role",
            "This person has a role that this version does not know: remove and invite them again.",
        )
    })
}

impl Onlooker {
    /// Says of each of these members whether they have set up two-step sign-in, where that is for
    /// this onlooker to see. What people sign in with is out of the reach of a tenant's
    /// transaction.
    pub(super) async fn told_second_steps<'a>(
        &self,
        platform: &PlatformDb,
        members: impl IntoIterator<Item = &'a mut Member>,
    ) -> Result<(), DbError> {
        if self.manages.is_none() {
            return Ok(());
        }
        let mut members: Vec<_> = members.into_iter().collect();
        let with = platform
            .with_second_step(members.iter().map(|member| PersonId(member.id)))
            .await?;
        for member in &mut members {
            member.second_step = Some(with.contains(&PersonId(member.id)));
        }
        Ok(())
    }

    fn sees(&self, row: Row) -> Member {
        let you = row.id == self.person.0;
        let email = (you || self.manages.is_some()).then_some(row.email);
        Member {
            id: row.id,
            name: row.name,
            role: row.role,
            email,
            second_step: None,
            joined_at: row.joined_at,
            you,
        }
    }
}
