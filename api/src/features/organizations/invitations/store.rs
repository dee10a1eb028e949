//! Queries and changes of invitations. Changes take the organization's lock.

use super::invitation_email;
use crate::auth::permission::{MembersManage, Role};
use crate::auth::{OneTimeToken, Proof, TokenPurpose};
use crate::clock::Clock;
use crate::db::{AuditAction, DbError, LookupError, NewAuditEntry, Page, TenantDb, TenantSql};
use crate::email::{Mailer, MailerError};
use crate::entropy::{Entropy, EntropyError};
use crate::features::organizations::members::{
    MemberError, RoleError, check_may_grant, load_acting_role,
};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::invitation::{Column, Entity, Model};
use entities::{membership, person};
use localization::Locale;
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, ColumnTrait, Condition, FromQueryResult, IntoActiveModel};
use serde_json::json;

/// The maximum number of pending invitations of an organization.
pub(super) const MAX_OPEN_INVITATIONS: u64 = 100;

/// Why an invitation was not created or changed.
#[derive(Debug, thiserror::Error)]
pub(super) enum InvitationError {
    /// The invitation does not exist or is not pending.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// A member has this email address.
    #[error("a member has this email address")]
    AlreadyMember,
    /// The organization has [`MAX_OPEN_INVITATIONS`] pending invitations.
    #[error("the organization has the maximum number of pending invitations")]
    TooManyInvitations,
    /// The plan allows no more people.
    #[error("the plan allows {limit} people")]
    PlanLimit {
        /// People that the plan allows.
        limit: u64,
        /// Members.
        people: u64,
        /// Pending invitations.
        invited: u64,
    },
    /// The role of the caller does not allow it.
    #[error(transparent)]
    Role(#[from] RoleError),
    /// The caller's membership could not be read.
    #[error(transparent)]
    Member(#[from] MemberError),
    /// No randomness for an id or a token.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The email was not queued.
    #[error(transparent)]
    Email(#[from] MailerError),
}

impl From<DbError> for InvitationError {
    fn from(error: DbError) -> Self {
        Self::Lookup(error.into())
    }
}

#[derive(FromQueryResult)]
struct MemberIdRow {
    #[expect(dead_code, reason = "only the existence of a row matters")]
    person_id: Uuid,
}

const MEMBER_WITH_ADDRESS: TenantSql = TenantSql::new(
    r"
        select membership.person_id
        from membership
        join person on person.id = membership.person_id
        where membership.tenant_id = $1 and person.email = $2
    ",
);

/// Sends invitations of one person.
pub(super) struct InvitationSender<'a> {
    pub(super) by: &'a person::Model,
    /// The organization's name.
    pub(super) organization: &'a str,
    /// How the emails are written.
    pub(super) locale: Locale,
    pub(super) mailer: &'a Mailer,
    pub(super) clock: &'a Clock,
    pub(super) entropy: &'a Entropy,
}

fn open_invitations_filter() -> Condition {
    Condition::all()
        .add(Column::AcceptedAt.is_null())
        .add(Column::RevokedAt.is_null())
}

/// A page of pending invitations, newest first, older than `before`.
pub(super) async fn list_open_invitations(
    db: &TenantDb,
    _permission: &Proof<MembersManage>,
    limit: u32,
    before: Option<Uuid>,
) -> Result<Page<Model>, DbError> {
    let filter = open_invitations_filter().add_option(before.map(|before| Column::Id.lt(before)));
    db.find::<Entity>()
        .filter(filter)
        .order_by_desc(Column::Id)
        .page(limit, |last| last.id.to_string())
        .await
}

impl InvitationSender<'_> {
    /// Invites a normalized email address. Earlier invitations to it are revoked.
    pub(super) async fn create_invitation(
        &self,
        db: TenantDb,
        email: String,
        role: Role,
        _permission: &Proof<MembersManage>,
    ) -> Result<Model, InvitationError> {
        let by = PersonId(self.by.id);
        db.lock_members().await?;
        check_may_grant(load_acting_role(&db, by).await?, role)?;
        let members: Vec<MemberIdRow> = db
            .query_rows(MEMBER_WITH_ADDRESS, vec![email.clone().into()])
            .await?;
        if !members.is_empty() {
            return Err(InvitationError::AlreadyMember);
        }
        let now = self.clock.now();
        for earlier in db
            .find::<Entity>()
            .filter(open_invitations_filter())
            .filter(Column::Email.eq(email.clone()))
            .all()
            .await?
        {
            mark_revoked(&db, &earlier, now).await?;
        }
        if db
            .find::<Entity>()
            .filter(open_invitations_filter())
            .filter(Column::ExpiresAt.gt(now))
            .count()
            .await?
            >= MAX_OPEN_INVITATIONS
        {
            return Err(InvitationError::TooManyInvitations);
        }
        if let Some(limit) = db.load_limits().await?.max_members {
            let people = db.find::<membership::Entity>().count().await?;
            let invited = db
                .find::<Entity>()
                .filter(open_invitations_filter())
                .filter(Column::ExpiresAt.gt(now))
                .count()
                .await?;
            if people + invited >= limit {
                return Err(InvitationError::PlanLimit {
                    limit,
                    people,
                    invited,
                });
            }
        }
        let row = Model {
            tenant_id: db.tenant().0,
            id: self.entropy.uuid_v7(now)?,
            email,
            role: role.name().to_owned(),
            invited_by: self.by.id,
            invited_by_name: self.by.name.clone(),
            created_at: now,
            sent_at: now,
            expires_at: now + TokenPurpose::Invitation.lifetime(),
            accepted_at: None,
            revoked_at: None,
        };
        db.insert(row.clone().into_active_model().reset_all())
            .await?;
        self.send_email(&db, &row).await?;
        db.append_audit_entry(now, build_audit_event(AuditAction::InvitationSent, &row))
            .await?;
        db.commit().await?;
        Ok(row)
    }

    /// Sends another email with a new link for 72 hours. The previous link stops working.
    pub(super) async fn resend_invitation(
        &self,
        db: TenantDb,
        id: Uuid,
        _permission: &Proof<MembersManage>,
    ) -> Result<Model, InvitationError> {
        db.lock_members().await?;
        let row = find_open_invitation(&db, id).await?;
        check_may_grant(
            load_acting_role(&db, PersonId(self.by.id)).await?,
            invitation_role(&row),
        )?;
        let now = self.clock.now();
        db.revoke_subject_tokens(TokenPurpose::Invitation.name(), id, now)
            .await?;
        let row = Model {
            invited_by: self.by.id,
            invited_by_name: self.by.name.clone(),
            sent_at: now,
            expires_at: now + TokenPurpose::Invitation.lifetime(),
            ..row
        };
        db.update::<Entity>()
            .set(Column::InvitedBy, row.invited_by)
            .set(Column::InvitedByName, row.invited_by_name.clone())
            .set(Column::SentAt, row.sent_at)
            .set(Column::ExpiresAt, row.expires_at)
            .filter(Column::Id.eq(id))
            .exec()
            .await?;
        self.send_email(&db, &row).await?;
        db.append_audit_entry(now, build_audit_event(AuditAction::InvitationResent, &row))
            .await?;
        db.commit().await?;
        Ok(row)
    }

    async fn send_email(&self, db: &TenantDb, row: &Model) -> Result<(), InvitationError> {
        let token = OneTimeToken::generate(self.entropy)?;
        db.insert_token(token.to_row(
            TokenPurpose::Invitation,
            None,
            Some(row.id),
            &row.email,
            row.sent_at,
        ))
        .await?;
        let written_for = (self.organization, self.locale);
        invitation_email::enqueue_invitation_email(self.mailer, db, written_for, row, &token)
            .await?;
        Ok(())
    }
}

/// The email address of a pending invitation.
pub(super) async fn find_invited_address(
    db: &TenantDb,
    id: Uuid,
    _permission: &Proof<MembersManage>,
) -> Result<String, LookupError> {
    Ok(find_open_invitation(db, id).await?.email)
}

/// Revokes an invitation.
pub(super) async fn revoke_invitation(
    db: TenantDb,
    by: PersonId,
    id: Uuid,
    now: DateTime<Utc>,
    _permission: &Proof<MembersManage>,
) -> Result<(), InvitationError> {
    db.lock_members().await?;
    let row = find_open_invitation(&db, id).await?;
    check_may_grant(load_acting_role(&db, by).await?, invitation_role(&row))?;
    mark_revoked(&db, &row, now).await?;
    db.append_audit_entry(now, build_audit_event(AuditAction::InvitationRevoked, &row))
        .await?;
    Ok(db.commit().await?)
}

/// Revokes the pending invitations of a person who may no longer invite, in the same transaction.
pub(in crate::features::organizations) async fn revoke_invitations_by(
    db: &TenantDb,
    by: PersonId,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    for row in db
        .find::<Entity>()
        .filter(open_invitations_filter())
        .filter(Column::InvitedBy.eq(by.0))
        .all()
        .await?
    {
        mark_revoked(db, &row, now).await?;
    }
    Ok(())
}

async fn find_open_invitation(db: &TenantDb, id: Uuid) -> Result<Model, LookupError> {
    db.find::<Entity>()
        .filter(open_invitations_filter())
        .filter(Column::Id.eq(id))
        .one()
        .await?
        .ok_or(LookupError::NotFound)
}

async fn mark_revoked(db: &TenantDb, row: &Model, now: DateTime<Utc>) -> Result<(), DbError> {
    db.revoke_subject_tokens(TokenPurpose::Invitation.name(), row.id, now)
        .await?;
    db.update::<Entity>()
        .set(Column::RevokedAt, now)
        .filter(Column::Id.eq(row.id))
        .exec()
        .await?;
    Ok(())
}

fn build_audit_event(action: AuditAction, row: &Model) -> NewAuditEntry {
    NewAuditEntry::new(action)
        .with_target("invitation", row.id)
        .with_target_name(&row.email)
        .with_after(&json!({"role": row.role}))
}

/// The role of an invitation. An unknown role counts as `owner`, so that only owners can manage it.
fn invitation_role(row: &Model) -> Role {
    Role::from_name(&row.role).unwrap_or(Role::Owner)
}
