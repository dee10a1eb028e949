//! Invitations as whoever holds their token meets them: a token names its organization, nobody else does.

use super::getting_back::note_address;
use super::one_time_tokens::use_token;
use super::{PlatformDb, facts, record};
use crate::db::{Access, Act, Action, Author, DbError, Organization, Plan};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::{invitation, membership, one_time_token, organization, person};
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect};
use serde_json::json;

const PURPOSE: &str = "invitation";

/// An invitation and what has become of it.
#[derive(Clone, Debug)]
pub struct FoundInvitation {
    /// The invitation.
    pub invitation: invitation::Model,
    /// What the organization is called.
    pub organization: String,
    /// Whether it can be accepted with the token that was shown.
    pub standing: InvitationStanding,
}

/// What has become of an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvitationStanding {
    /// It can be accepted.
    Open,
    /// It was accepted.
    Accepted,
    /// Somebody took it back.
    Revoked,
    /// It is too old.
    Expired,
    /// A newer letter has another token.
    Replaced,
}

/// Who accepts an invitation.
#[derive(Clone, Debug)]
pub enum Accepting {
    /// Somebody who has an account.
    Person(PersonId),
    /// Somebody who registers with it.
    New(person::Model),
}

/// What came of accepting.
#[derive(Clone, Debug)]
pub enum Accepted {
    /// They belong to the organization now.
    Joined(Access),
    /// No invitation has this token.
    Unknown,
    /// It cannot be accepted any more.
    Over(InvitationStanding),
    /// It was sent to another address.
    ForAnother,
    /// They belong to the organization already.
    Already,
    /// They belong to as many organizations as one person may.
    TooMany,
    /// The organization is suspended.
    Suspended(Organization),
    /// As many people belong to the organization as its plan allows.
    Full {
        /// So many.
        most: u64,
    },
}

impl PlatformDb {
    /// The invitation that a token belongs to, without using it.
    pub async fn invitation(&self, hash: &str, now: DateTime<Utc>) -> Result<Option<FoundInvitation>, DbError> {
        let Some((token, invitation)) = of_token(&self.connection, hash).await? else { return Ok(None) };
        let Some(organization) = organization::Entity::find_by_id(invitation.tenant_id).one(&self.connection).await? else { return Ok(None) };
        Ok(Some(FoundInvitation { standing: standing(&invitation, &token, now), invitation, organization: organization.name }))
    }

    /// Makes whoever accepts a member in the role of the invitation, and uses the invitation up: both or neither, and once, whoever else tries at the same
    /// moment. `by` is their address, trimmed and lower-case, and how the audit log tells of them. [`DbError::Duplicate`] where somebody new has an address
    /// that is taken.
    pub async fn accept_invitation(&self, hash: &str, who: Accepting, by: (&str, Author), now: DateTime<Utc>, most: u64) -> Result<Accepted, DbError> {
        let (email, author) = by;
        let change = self.begin_change().await?;
        let transaction = &*change;
        let Some((token, found)) = of_token(transaction, hash).await? else { return Ok(Accepted::Unknown) };
        let over = standing(&found, &token, now);
        if over != InvitationStanding::Open {
            return Ok(Accepted::Over(over));
        }
        if found.email != email {
            return Ok(Accepted::ForAnother);
        }
        let person = match who {
            Accepting::Person(id) => id,
            Accepting::New(new) => {
                let id = PersonId(new.id);
                person::Entity::insert(person::ActiveModel::from(new).reset_all()).exec_without_returning(transaction).await?;
                id
            }
        };
        if let Some(refused) = no_room(transaction, &found, person, most).await? {
            return Ok(refused);
        }
        if let Some(refused) = no_seat(transaction, &found).await? {
            return Ok(refused);
        }
        if !take(transaction, &found, hash, now).await? {
            return Ok(Accepted::Over(InvitationStanding::Accepted));
        }
        // The link was in a letter to this very address.
        note_address(transaction, person.0, found.email.clone(), now).await?;
        let joined = membership::Model { tenant_id: found.tenant_id, person_id: person.0, role: found.role.clone(), created_at: now };
        membership::Entity::insert(membership::ActiveModel::from(joined).reset_all()).exec_without_returning(transaction).await?;
        let Some(organization) = organization::Entity::find_by_id(found.tenant_id).one(transaction).await? else { return Ok(Accepted::Unknown) };
        let access = Access::found(facts(organization), Some(person), found.role.clone()).used_by(author);
        let act = Act::of(Action::InvitationAccepted).on("invitation", found.id).named(&found.email).after(&json!({"role": found.role}));
        record(transaction, &access, now, act).await?;
        change.commit().await?;
        Ok(Accepted::Joined(access))
    }
}

async fn of_token(connection: &impl ConnectionTrait, hash: &str) -> Result<Option<(one_time_token::Model, invitation::Model)>, DbError> {
    let token = one_time_token::Entity::find_by_id(hash).filter(one_time_token::Column::Purpose.eq(PURPOSE)).one(connection).await?;
    let Some((token, id)) = token.and_then(|token| token.subject.map(|id| (token, id))) else { return Ok(None) };
    let found = invitation::Entity::find().filter(invitation::Column::Id.eq(id)).one(connection).await?;
    Ok(found.map(|found| (token, found)))
}

fn standing(invitation: &invitation::Model, token: &one_time_token::Model, now: DateTime<Utc>) -> InvitationStanding {
    if invitation.accepted_at.is_some() {
        InvitationStanding::Accepted
    } else if invitation.revoked_at.is_some() {
        InvitationStanding::Revoked
    } else if token.used_at.is_some() {
        InvitationStanding::Replaced
    } else if invitation.expires_at <= now || token.expires_at <= now {
        InvitationStanding::Expired
    } else {
        InvitationStanding::Open
    }
}

/// Why this person cannot join, if they cannot. They join one organization after the other, so that many at once are no more than those in a row.
async fn no_room(transaction: &DatabaseTransaction, found: &invitation::Model, person: PersonId, most: u64) -> Result<Option<Accepted>, DbError> {
    person::Entity::find_by_id(person.0).lock(LockType::NoKeyUpdate).one(transaction).await?;
    if membership::Entity::find_by_id((found.tenant_id, person.0)).one(transaction).await?.is_some() {
        return Ok(Some(Accepted::Already));
    }
    let belongs = membership::Entity::find().filter(membership::Column::PersonId.eq(person.0)).count(transaction).await?;
    Ok((belongs >= most).then_some(Accepted::TooMany))
}

/// Why nobody can join the organization, if nobody can. From here on others who join it wait: of two for the last seat one has it.
async fn no_seat(transaction: &DatabaseTransaction, found: &invitation::Model) -> Result<Option<Accepted>, DbError> {
    let organization = organization::Entity::find_by_id(found.tenant_id).lock(LockType::NoKeyUpdate).one(transaction).await?;
    let Some(organization) = organization else { return Ok(Some(Accepted::Unknown)) };
    if organization.suspended_at.is_some() {
        return Ok(Some(Accepted::Suspended(facts(organization))));
    }
    let Some(most) = Plan::of(&organization).people else { return Ok(None) };
    let belong = membership::Entity::find().filter(membership::Column::TenantId.eq(found.tenant_id)).count(transaction).await?;
    Ok((belong >= most).then_some(Accepted::Full { most }))
}

/// Uses token and invitation up; false where somebody was faster, or the invitation was taken back at this moment.
async fn take(transaction: &DatabaseTransaction, found: &invitation::Model, hash: &str, now: DateTime<Utc>) -> Result<bool, DbError> {
    if use_token(transaction, PURPOSE, hash, now).await?.is_none() {
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
