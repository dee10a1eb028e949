//! The members of the tenant: read page by page, changed one at a time under the organization's
//! lock.

use super::role_rules::{LastOwnerError, check_may_grant, check_may_manage};
use super::wire::{Member, Members};
use crate::auth::Proof;
use crate::auth::permission::{MembersManage, MembersRead, Role};
use crate::db::{Action, DbError, NewAuditEntry, PlatformDb, TenantDb, TenantSql};
use crate::features::organizations::invitations::revoke_invitations_by;
use crate::http::{ApiError, parse_id_cursor};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::membership::{Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, FromQueryResult};
use serde_json::json;

/// Who looks at the list.
pub(super) struct MemberViewer {
    pub(super) person: PersonId,
    /// Shows e-mail addresses and two-step sign-in; those without see names and roles.
    pub(super) manage_permission: Option<Proof<MembersManage>>,
}

#[derive(FromQueryResult)]
struct MemberRow {
    id: Uuid,
    name: String,
    email: String,
    role: String,
    joined_at: DateTime<Utc>,
}

const MEMBERS_PAGE: TenantSql = TenantSql::new(
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
const MEMBER_BY_ID: TenantSql = TenantSql::new(
    r"
        select person.id, person.name, person.email, membership.role,
          membership.created_at as joined_at
        from membership
        join person on person.id = membership.person_id
        where membership.tenant_id = $1 and membership.person_id = $2
    ",
);

/// A page of members, in the order in which they registered.
pub(super) async fn list_members(
    db: &TenantDb,
    by: &MemberViewer,
    _may: &Proof<MembersRead>,
    limit: u32,
    cursor: Option<&str>,
) -> Result<Members, ApiError> {
    let after = parse_id_cursor(cursor)?.unwrap_or_else(Uuid::nil);
    let mut rows: Vec<MemberRow> = db
        .query_rows(
            MEMBERS_PAGE,
            vec![after.into(), (i64::from(limit) + 1).into()],
        )
        .await?;
    let size = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = rows.len() > size;
    rows.truncate(size);
    let next_cursor = rows.last().filter(|_| more).map(|last| last.id.to_string());
    Ok(Members {
        items: rows.into_iter().map(|row| by.to_member(row)).collect(),
        next_cursor,
    })
}

/// Gives a member another role. What the caller was a moment ago counts for nothing: their role is
/// read under the lock. Whoever may no longer invite has no invitations out.
pub(super) async fn change_role(
    db: TenantDb,
    by: &MemberViewer,
    of: PersonId,
    role: Role,
    now: DateTime<Utc>,
    _may: &Proof<MembersManage>,
) -> Result<Member, ApiError> {
    let (acting, member) = lock_members(&db, by.person, of).await?;
    let was = parse_member_role(&member)?;
    check_may_manage(acting, was)?;
    check_may_grant(acting, role)?;
    if was == Role::Owner && role != Role::Owner {
        require_another_owner(&db, of).await?;
    }
    if role.is_below(was) {
        revoke_invitations_by(&db, of, now).await?;
    }
    db.update::<Entity>()
        .set(Column::Role, role.name())
        .filter(Column::PersonId.eq(of.0))
        .exec()
        .await?;
    let changed = load_member_row(&db, of).await?;
    let act = NewAuditEntry::new(Action::RoleGiven)
        .with_target("member", of)
        .with_target_name(&changed.name);
    db.append_audit_entry(
        now,
        act.with_before(&json!({"role": member.role}))
            .with_after(&json!({"role": changed.role})),
    )
    .await?;
    let changed = by.to_member(changed);
    db.commit().await?;
    Ok(changed)
}

/// Lets a member go, and ends their sessions here and the invitations that they have out: all or
/// nothing. Everybody may let go of themselves, but for the last owner.
pub(super) async fn remove_member(
    db: TenantDb,
    by: PersonId,
    of: PersonId,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let (acting, member) = lock_members(&db, by, of).await?;
    // A role that this version does not know may leave, and be let go of by an owner.
    let was = Role::from_name(&member.role);
    if by != of {
        check_may_manage(acting, was.unwrap_or(Role::Owner))?;
    }
    if was == Some(Role::Owner) {
        require_another_owner(&db, of).await?;
    }
    revoke_invitations_by(&db, of, now).await?;
    let gone = load_member_row(&db, of).await?;
    db.delete::<Entity>()
        .filter(Column::PersonId.eq(of.0))
        .exec()
        .await?;
    db.revoke_member_sessions(of, now).await?;
    db.append_audit_entry(
        now,
        NewAuditEntry::new(Action::MemberRemoved)
            .with_target("member", of)
            .with_target_name(&gone.name)
            .with_before(&json!({"role": gone.role})),
    )
    .await?;
    Ok(db.commit().await?)
}

/// Ends the sessions of a member that work here, and says how many.
pub(super) async fn revoke_sessions(
    db: TenantDb,
    by: PersonId,
    of: PersonId,
    now: DateTime<Utc>,
    _may: &Proof<MembersManage>,
) -> Result<u64, ApiError> {
    let (acting, member) = lock_members(&db, by, of).await?;
    // A role that this version does not know is an owner's to deal with.
    check_may_manage(acting, Role::from_name(&member.role).unwrap_or(Role::Owner))?;
    let name = load_member_row(&db, of).await?.name;
    let ended = db.revoke_member_sessions(of, now).await?;
    db.append_audit_entry(
        now,
        NewAuditEntry::new(Action::MemberSessionsEnded)
            .with_target("member", of)
            .with_target_name(&name)
            .with_after(&json!({"endedSessions": ended})),
    )
    .await?;
    db.commit().await?;
    Ok(ended)
}

/// Takes the lock, and reads under it the role of whoever acts and the member whom it is about.
async fn lock_members(
    db: &TenantDb,
    by: PersonId,
    of: PersonId,
) -> Result<(Role, Model), ApiError> {
    db.lock_members().await?;
    Ok((
        load_acting_role(db, by).await?,
        find_membership(db, of)
            .await?
            .ok_or_else(ApiError::not_found)?,
    ))
}

/// The role that somebody has at this moment; a role that this version does not know is one that
/// gives nothing.
pub(in crate::features::organizations) async fn load_acting_role(
    db: &TenantDb,
    by: PersonId,
) -> Result<Role, ApiError> {
    let acting = find_membership(db, by)
        .await?
        .ok_or_else(ApiError::unauthorized)?;
    Ok(Role::from_name(&acting.role).unwrap_or(Role::Viewer))
}

async fn load_member_row(db: &TenantDb, person: PersonId) -> Result<MemberRow, ApiError> {
    let found: Vec<MemberRow> = db.query_rows(MEMBER_BY_ID, vec![person.0.into()]).await?;
    found.into_iter().next().ok_or_else(ApiError::not_found)
}

async fn find_membership(db: &TenantDb, person: PersonId) -> Result<Option<Model>, DbError> {
    db.find::<Entity>()
        .filter(Column::PersonId.eq(person.0))
        .one()
        .await
}

async fn require_another_owner(db: &TenantDb, person: PersonId) -> Result<(), ApiError> {
    let others = db
        .find::<Entity>()
        .filter(Column::Role.eq(Role::Owner.name()))
        .filter(Column::PersonId.ne(person.0))
        .count()
        .await?;
    if others == 0 {
        Err(LastOwnerError.into())
    } else {
        Ok(())
    }
}

fn parse_member_role(member: &Model) -> Result<Role, ApiError> {
    Role::from_name(&member.role).ok_or_else(|| {
        ApiError::conflict(
            "unknown_role",
            "This person has a role that this version does not know: remove and invite them again.",
        )
    })
}

impl MemberViewer {
    /// Says of each of these members whether they have set up two-step sign-in, where that is for
    /// this onlooker to see. What people sign in with is out of the reach of a tenant's
    /// transaction.
    pub(super) async fn fill_mfa_status<'a>(
        &self,
        platform: &PlatformDb,
        members: impl IntoIterator<Item = &'a mut Member>,
    ) -> Result<(), DbError> {
        if self.manage_permission.is_none() {
            return Ok(());
        }
        let mut members: Vec<_> = members.into_iter().collect();
        let with = platform
            .filter_people_with_mfa(members.iter().map(|member| PersonId(member.id)))
            .await?;
        for member in &mut members {
            member.second_step = Some(with.contains(&PersonId(member.id)));
        }
        Ok(())
    }

    fn to_member(&self, row: MemberRow) -> Member {
        let you = row.id == self.person.0;
        let email = (you || self.manage_permission.is_some()).then_some(row.email);
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
