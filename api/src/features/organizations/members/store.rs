//! Queries and changes of members. Changes take the organization's lock.

use super::role_rules::{RoleError, check_may_grant, check_may_manage};
use crate::auth::Proof;
use crate::auth::permission::{MembersManage, MembersRead, Role};
use crate::db::{AuditAction, DbError, NewAuditEntry, Page, TenantDb, TenantSql};
use crate::features::organizations::invitations::revoke_invitations_by;
use crate::features::webhooks::enqueue_event;
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::membership::{Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, FromQueryResult};
use serde_json::json;
use webhooks::{Event, MemberChange};

/// Why members were not read or changed.
#[derive(Debug, thiserror::Error)]
pub(in crate::features::organizations) enum MemberError {
    /// The organization has no such member.
    #[error("the organization has no such member")]
    NotFound,
    /// The caller is not a member any more.
    #[error("the caller is not a member any more")]
    CallerRemoved,
    /// The role of the caller does not allow it.
    #[error(transparent)]
    Role(#[from] RoleError),
    /// The change would leave the organization without an owner, which no member could undo.
    #[error("the organization would have no owner")]
    LastOwner,
    /// The member's role is not known to this version.
    #[error("the member has an unknown role")]
    UnknownRole,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A member, by the row of the person and of the membership.
#[derive(FromQueryResult)]
pub(super) struct MemberRow {
    pub(super) id: Uuid,
    pub(super) name: String,
    pub(super) email: String,
    pub(super) role: String,
    pub(super) joined_at: DateTime<Utc>,
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

/// A page of members after `after`, in the order of registration.
pub(super) async fn list_members(
    db: &TenantDb,
    _permission: &Proof<MembersRead>,
    limit: u32,
    after: Option<Uuid>,
) -> Result<Page<MemberRow>, DbError> {
    let after = after.unwrap_or_else(Uuid::nil);
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
    Ok(Page {
        items: rows,
        next_cursor,
    })
}

/// Changes a member's role. The caller's role is read under the lock. If the member's role gets
/// lower, the invitations that they sent are revoked.
pub(super) async fn change_role(
    db: TenantDb,
    by: PersonId,
    of: PersonId,
    role: Role,
    now: DateTime<Utc>,
    _permission: &Proof<MembersManage>,
) -> Result<MemberRow, MemberError> {
    let (acting, member) = lock_members(&db, by, of).await?;
    let previous = parse_member_role(&member)?;
    check_may_manage(acting, previous)?;
    check_may_grant(acting, role)?;
    if previous == Role::Owner && role != Role::Owner {
        require_another_owner(&db, of).await?;
    }
    if role.is_below(previous) {
        revoke_invitations_by(&db, of, now).await?;
    }
    db.update::<Entity>()
        .set(Column::Role, role.name())
        .filter(Column::PersonId.eq(of.0))
        .exec()
        .await?;
    let changed = load_member_row(&db, of).await?;
    if changed.role != member.role {
        let change = MemberChange::RoleChanged {
            role: changed.role.clone(),
            previous_role: member.role.clone(),
        };
        enqueue_member_change(&db, now, of, change).await?;
    }
    let entry = NewAuditEntry::new(AuditAction::MemberRoleUpdated)
        .with_target("member", of)
        .with_target_name(&changed.name);
    db.append_audit_entry(
        now,
        entry
            .with_before(&json!({"role": member.role}))
            .with_after(&json!({"role": changed.role})),
    )
    .await?;
    db.commit().await?;
    Ok(changed)
}

/// Removes a member, revokes their sessions here and the invitations that they sent, in one
/// transaction. Everyone except the last owner may remove themselves.
pub(super) async fn remove_member(
    db: TenantDb,
    by: PersonId,
    of: PersonId,
    now: DateTime<Utc>,
) -> Result<(), MemberError> {
    let (acting, member) = lock_members(&db, by, of).await?;
    // A member with an unknown role may leave, and only owners may remove them.
    let previous = Role::from_name(&member.role);
    if by != of {
        check_may_manage(acting, previous.unwrap_or(Role::Owner))?;
    }
    if previous == Some(Role::Owner) {
        require_another_owner(&db, of).await?;
    }
    revoke_invitations_by(&db, of, now).await?;
    let removed = load_member_row(&db, of).await?;
    db.delete::<Entity>()
        .filter(Column::PersonId.eq(of.0))
        .exec()
        .await?;
    db.revoke_member_sessions(of, now).await?;
    let change = MemberChange::Removed {
        previous_role: removed.role.clone(),
    };
    enqueue_member_change(&db, now, of, change).await?;
    db.append_audit_entry(
        now,
        NewAuditEntry::new(AuditAction::MemberRemoved)
            .with_target("member", of)
            .with_target_name(&removed.name)
            .with_before(&json!({"role": removed.role})),
    )
    .await?;
    Ok(db.commit().await?)
}

/// Revokes the sessions of a member in this organization and returns how many.
pub(super) async fn revoke_sessions(
    db: TenantDb,
    by: PersonId,
    of: PersonId,
    now: DateTime<Utc>,
    _permission: &Proof<MembersManage>,
) -> Result<u64, MemberError> {
    let (acting, member) = lock_members(&db, by, of).await?;
    // Only owners may manage a member with an unknown role.
    check_may_manage(acting, Role::from_name(&member.role).unwrap_or(Role::Owner))?;
    let name = load_member_row(&db, of).await?.name;
    let revoked = db.revoke_member_sessions(of, now).await?;
    db.append_audit_entry(
        now,
        NewAuditEntry::new(AuditAction::MemberSessionsRevoked)
            .with_target("member", of)
            .with_target_name(&name)
            .with_after(&json!({"revokedSessions": revoked})),
    )
    .await?;
    db.commit().await?;
    Ok(revoked)
}

async fn enqueue_member_change(
    db: &TenantDb,
    now: DateTime<Utc>,
    of: PersonId,
    change: MemberChange,
) -> Result<(), DbError> {
    let event = Event::MemberChanged {
        member_id: of.0,
        change,
    };
    enqueue_event(db, now, &event).await
}

/// Takes the lock, and reads the caller's role and the affected member under it.
async fn lock_members(
    db: &TenantDb,
    by: PersonId,
    of: PersonId,
) -> Result<(Role, Model), MemberError> {
    db.lock_members().await?;
    Ok((
        load_acting_role(db, by).await?,
        find_membership(db, of)
            .await?
            .ok_or(MemberError::NotFound)?,
    ))
}

/// The current role of a person. An unknown role counts as `viewer`.
pub(in crate::features::organizations) async fn load_acting_role(
    db: &TenantDb,
    by: PersonId,
) -> Result<Role, MemberError> {
    let acting = find_membership(db, by)
        .await?
        .ok_or(MemberError::CallerRemoved)?;
    Ok(Role::from_name(&acting.role).unwrap_or(Role::Viewer))
}

async fn load_member_row(db: &TenantDb, person: PersonId) -> Result<MemberRow, MemberError> {
    let rows: Vec<MemberRow> = db.query_rows(MEMBER_BY_ID, vec![person.0.into()]).await?;
    rows.into_iter().next().ok_or(MemberError::NotFound)
}

async fn find_membership(db: &TenantDb, person: PersonId) -> Result<Option<Model>, DbError> {
    db.find::<Entity>()
        .filter(Column::PersonId.eq(person.0))
        .one()
        .await
}

async fn require_another_owner(db: &TenantDb, person: PersonId) -> Result<(), MemberError> {
    let others = db
        .find::<Entity>()
        .filter(Column::Role.eq(Role::Owner.name()))
        .filter(Column::PersonId.ne(person.0))
        .count()
        .await?;
    if others == 0 {
        Err(MemberError::LastOwner)
    } else {
        Ok(())
    }
}

fn parse_member_role(member: &Model) -> Result<Role, MemberError> {
    Role::from_name(&member.role).ok_or(MemberError::UnknownRole)
}
