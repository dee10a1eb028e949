//! Invitations from the invited person's side, found by an emailed token or by their verified
//! address.

use super::account_recovery::{has_verified_email, mark_email_verified};
use super::one_time_tokens::consume_token;
use super::{PlatformDb, active_organizations, append_audit_entry, to_organization};
use crate::db::webhook_events::enqueue_event;
use crate::db::{Access, Actor, AuditAction, DbError, NewAuditEntry, Organization, UsageLimits};
use crate::ids::{PersonId, TenantId};
use chrono::{DateTime, Utc};
use entities::{invitation, membership, one_time_token, organization, person};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use serde_json::json;
use std::collections::HashMap;
use webhooks::{Event, MemberChange};

const TOKEN_PURPOSE: &str = "invitation";
/// The maximum number of listed invitations, which is more than the organizations that a person may
/// join.
const MAX_LISTED: u64 = 100;

/// An invitation and its status.
#[derive(Clone, Debug)]
pub struct InvitationDetails {
    /// The invitation.
    pub invitation: invitation::Model,
    /// The name of the organization.
    pub organization: String,
    /// Whether the invitation can be accepted with the given token.
    pub status: InvitationStatus,
}

/// The status of an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvitationStatus {
    /// It can be accepted.
    Open,
    /// It was accepted.
    Accepted,
    /// It was revoked.
    Revoked,
    /// It has expired.
    Expired,
    /// A newer email contains another token.
    Replaced,
}

/// How to find an invitation to accept.
#[derive(Clone, Copy, Debug)]
pub enum InvitationLookup<'a> {
    /// By the hash of the emailed token, which proves that the address belongs to the person.
    ByToken(&'a str),
    /// By its ID, which proves nothing. The person must have verified their address, and an
    /// invitation to another address is not found.
    ById(Uuid),
}

/// The person who accepts an invitation.
#[derive(Clone, Debug)]
pub enum Invitee {
    /// An existing account.
    Existing(PersonId),
    /// A new account.
    New(person::Model),
}

/// The result of accepting an invitation.
#[derive(Clone, Debug)]
pub enum AcceptOutcome {
    /// The person is a member now.
    Joined(Access),
    /// There is no invitation with this token, or none for this person with this id.
    NotFound,
    /// It can no longer be accepted.
    NotOpen(InvitationStatus),
    /// It was sent to another address.
    WrongEmail,
    /// It was found by its id, and the person has not verified their address.
    EmailNotVerified,
    /// The person is a member already.
    AlreadyMember,
    /// The person is a member of the maximum number of organizations.
    TooManyOrganizations,
    /// The organization is suspended.
    Suspended(Organization),
    /// The organization has reached its member limit.
    MemberLimitReached {
        /// The limit.
        limit: u64,
    },
}

impl PlatformDb {
    /// The invitation of a token, without using the token.
    pub async fn find_invitation(
        &self,
        hash: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<InvitationDetails>, DbError> {
        let Some((token, invitation)) = find_invitation_by_token(&self.connection, hash).await?
        else {
            return Ok(None);
        };
        let Some(organization) = organization::Entity::find_by_id(invitation.tenant_id)
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        Ok(Some(InvitationDetails {
            status: invitation_status(&invitation, &token, now),
            invitation,
            organization: organization.name,
        }))
    }

    /// The open invitations of a person, newest first. `None` if they have not verified their
    /// address, because anyone can register with any address. Found by the usable tokens of the
    /// last 72 hours.
    pub async fn list_open_invitations(
        &self,
        person: &person::Model,
        now: DateTime<Utc>,
    ) -> Result<Option<Vec<InvitationDetails>>, DbError> {
        if !self
            .is_email_verified(PersonId(person.id), &person.email)
            .await?
        {
            return Ok(None);
        }
        let usable = one_time_token::Entity::find()
            .filter(one_time_token::Column::ExpiresAt.gt(now))
            .filter(one_time_token::Column::UsedAt.is_null());
        let theirs = usable
            .filter(one_time_token::Column::Purpose.eq(TOKEN_PURPOSE))
            .filter(one_time_token::Column::Email.eq(&person.email));
        let theirs = theirs
            .order_by_desc(one_time_token::Column::CreatedAt)
            .limit(MAX_LISTED);
        let ids = theirs
            .all(&self.connection)
            .await?
            .into_iter()
            .filter_map(|token| token.subject_id);
        let open = invitation::Entity::find()
            .filter(invitation::Column::Id.is_in(ids))
            .filter(invitation::Column::Email.eq(&person.email));
        let open = open
            .filter(invitation::Column::AcceptedAt.is_null())
            .filter(invitation::Column::RevokedAt.is_null());
        let open = open
            .filter(invitation::Column::ExpiresAt.gt(now))
            .order_by_desc(invitation::Column::Id)
            .all(&self.connection)
            .await?;
        let inviting = active_organizations().filter(
            organization::Column::Id.is_in(open.iter().map(|invitation| invitation.tenant_id)),
        );
        let names: HashMap<Uuid, String> = inviting
            .all(&self.connection)
            .await?
            .into_iter()
            .map(|inviting| (inviting.id, inviting.name))
            .collect();
        let waiting = open.into_iter().filter_map(|invitation| {
            let organization = names.get(&invitation.tenant_id)?.clone();
            Some(InvitationDetails {
                invitation,
                organization,
                status: InvitationStatus::Open,
            })
        });
        Ok(Some(waiting.collect()))
    }

    /// Adds the person as a member in the role of the invitation and marks the invitation as
    /// accepted, in one transaction and at most once. `by` is their address (trimmed, in lower
    /// case) and their actor for the audit log. Fails with [`DbError::Duplicate`] if the address of
    /// a new account is taken.
    pub async fn accept_invitation(
        &self,
        by_what: InvitationLookup<'_>,
        who: Invitee,
        by: (&str, Actor),
        now: DateTime<Utc>,
        most: u64,
    ) -> Result<AcceptOutcome, DbError> {
        let (email, author) = by;
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        let found = match (by_what, &who) {
            (InvitationLookup::ByToken(hash), _) => {
                find_invitation_by_token(transaction, hash).await?
            }
            (InvitationLookup::ById(id), Invitee::Existing(person))
                if has_verified_email(transaction, *person, email).await? =>
            {
                find_invitation_by_id(transaction, id, email).await?
            }
            (InvitationLookup::ById(_), _) => return Ok(AcceptOutcome::EmailNotVerified),
        };
        let Some((token, found)) = found else {
            return Ok(AcceptOutcome::NotFound);
        };
        let over = invitation_status(&found, &token, now);
        if over != InvitationStatus::Open {
            return Ok(AcceptOutcome::NotOpen(over));
        }
        if found.email != email {
            return Ok(AcceptOutcome::WrongEmail);
        }
        let person = match who {
            Invitee::Existing(id) => id,
            Invitee::New(new) => {
                let id = PersonId(new.id);
                person::Entity::insert(person::ActiveModel::from(new).reset_all())
                    .exec_without_returning(transaction)
                    .await?;
                id
            }
        };
        if let Some(refused) = check_person_can_join(transaction, &found, person, most).await? {
            return Ok(refused);
        }
        if let Some(refused) = check_member_limit(transaction, &found).await? {
            return Ok(refused);
        }
        if !consume_invitation(transaction, &found, &token.hash, now).await? {
            return Ok(AcceptOutcome::NotOpen(InvitationStatus::Accepted));
        }
        // The link was sent to this address, or the address is already verified.
        mark_email_verified(transaction, person.0, found.email.clone(), now).await?;
        let joined = membership::Model {
            tenant_id: found.tenant_id,
            person_id: person.0,
            role: found.role.clone(),
            created_at: now,
        };
        membership::Entity::insert(membership::ActiveModel::from(joined).reset_all())
            .exec_without_returning(transaction)
            .await?;
        let Some(organization) = organization::Entity::find_by_id(found.tenant_id)
            .one(transaction)
            .await?
        else {
            return Ok(AcceptOutcome::NotFound);
        };
        let access = Access::new(
            to_organization(organization),
            Some(person),
            found.role.clone(),
        )
        .with_actor(author);
        let event = Event::MemberChanged {
            member_id: person.0,
            change: MemberChange::Joined {
                role: found.role.clone(),
            },
        };
        enqueue_event(transaction, TenantId(found.tenant_id), now, &event).await?;
        let act = NewAuditEntry::new(AuditAction::InvitationAccepted)
            .with_target("invitation", found.id)
            .with_target_name(&found.email)
            .with_after(&json!({"role": found.role}));
        append_audit_entry(transaction, &access, now, act).await?;
        change.commit().await?;
        Ok(AcceptOutcome::Joined(access))
    }
}

async fn find_invitation_by_token(
    connection: &impl ConnectionTrait,
    hash: &str,
) -> Result<Option<(one_time_token::Model, invitation::Model)>, DbError> {
    let token = one_time_token::Entity::find_by_id(hash)
        .filter(one_time_token::Column::Purpose.eq(TOKEN_PURPOSE))
        .one(connection)
        .await?;
    let Some((token, id)) = token.and_then(|token| token.subject_id.map(|id| (token, id))) else {
        return Ok(None);
    };
    let found = invitation::Entity::find()
        .filter(invitation::Column::Id.eq(id))
        .one(connection)
        .await?;
    Ok(found.map(|found| (token, found)))
}

/// The invitation with this id for this address, with its newest token.
async fn find_invitation_by_id(
    connection: &impl ConnectionTrait,
    id: Uuid,
    email: &str,
) -> Result<Option<(one_time_token::Model, invitation::Model)>, DbError> {
    let found = invitation::Entity::find()
        .filter(invitation::Column::Id.eq(id))
        .filter(invitation::Column::Email.eq(email))
        .one(connection)
        .await?;
    let Some(found) = found else { return Ok(None) };
    let tokens = one_time_token::Entity::find()
        .filter(one_time_token::Column::SubjectId.eq(id))
        .filter(one_time_token::Column::Purpose.eq(TOKEN_PURPOSE));
    let tokens = tokens
        .order_by_desc(one_time_token::Column::CreatedAt)
        .all(connection)
        .await?;
    // An email replaces earlier ones, so at most one token is usable.
    let newest = tokens
        .iter()
        .find(|token| token.used_at.is_none())
        .or(tokens.first())
        .cloned();
    Ok(newest.map(|token| (token, found)))
}

fn invitation_status(
    invitation: &invitation::Model,
    token: &one_time_token::Model,
    now: DateTime<Utc>,
) -> InvitationStatus {
    if invitation.accepted_at.is_some() {
        InvitationStatus::Accepted
    } else if invitation.revoked_at.is_some() {
        InvitationStatus::Revoked
    } else if token.used_at.is_some() {
        InvitationStatus::Replaced
    } else if invitation.expires_at <= now || token.expires_at <= now {
        InvitationStatus::Expired
    } else {
        InvitationStatus::Open
    }
}

/// Why this person cannot join, if so. Locks the person, so that concurrent requests do not exceed
/// the maximum.
async fn check_person_can_join(
    transaction: &DatabaseTransaction,
    found: &invitation::Model,
    person: PersonId,
    most: u64,
) -> Result<Option<AcceptOutcome>, DbError> {
    person::Entity::find_by_id(person.0)
        .lock(LockType::NoKeyUpdate)
        .one(transaction)
        .await?;
    if membership::Entity::find_by_id((found.tenant_id, person.0))
        .one(transaction)
        .await?
        .is_some()
    {
        return Ok(Some(AcceptOutcome::AlreadyMember));
    }
    let belongs = membership::Entity::find()
        .filter(membership::Column::PersonId.eq(person.0))
        .count(transaction)
        .await?;
    Ok((belongs >= most).then_some(AcceptOutcome::TooManyOrganizations))
}

/// The outcome if the organization has reached its member limit. Locks the membership, so that concurrent requests
/// do not exceed the limit.
async fn check_member_limit(
    transaction: &DatabaseTransaction,
    found: &invitation::Model,
) -> Result<Option<AcceptOutcome>, DbError> {
    let organization = organization::Entity::find_by_id(found.tenant_id)
        .lock(LockType::NoKeyUpdate)
        .one(transaction)
        .await?;
    let Some(organization) = organization else {
        return Ok(Some(AcceptOutcome::NotFound));
    };
    if organization.suspended_at.is_some() {
        return Ok(Some(AcceptOutcome::Suspended(to_organization(
            organization,
        ))));
    }
    let Some(most) = UsageLimits::from_row(&organization).max_members else {
        return Ok(None);
    };
    let belong = membership::Entity::find()
        .filter(membership::Column::TenantId.eq(found.tenant_id))
        .count(transaction)
        .await?;
    Ok((belong >= most).then_some(AcceptOutcome::MemberLimitReached { limit: most }))
}

/// Uses up the token and the invitation. Returns false if a concurrent request has used or revoked
/// them.
async fn consume_invitation(
    transaction: &DatabaseTransaction,
    found: &invitation::Model,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    if consume_token(transaction, TOKEN_PURPOSE, hash, now)
        .await?
        .is_none()
    {
        return Ok(false);
    }
    let accepted = invitation::Entity::update_many()
        .col_expr(invitation::Column::AcceptedAt, Expr::value(now))
        .filter(invitation::Column::TenantId.eq(found.tenant_id))
        .filter(invitation::Column::Id.eq(found.id))
        .filter(invitation::Column::AcceptedAt.is_null())
        .filter(invitation::Column::RevokedAt.is_null());
    Ok(accepted.exec(transaction).await?.rows_affected == 1)
}
