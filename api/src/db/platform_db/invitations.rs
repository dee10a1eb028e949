//! Invitations as those meet them who were invited: by the token of a letter, or as whoever the
//! address is known to belong to.

use super::getting_back::{is_noted, note_address};
use super::one_time_tokens::use_token;
use super::{PlatformDb, facts, living, record};
use crate::db::{Access, Act, Action, Author, DbError, Organization, Plan};
use crate::ids::PersonId;
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

const PURPOSE: &str = "invitation";
/// So many are shown to one person: more organizations than they may belong to.
const MOST_SHOWN: u64 = 100;

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

/// By what somebody finds an invitation that they accept.
#[derive(Clone, Copy, Debug)]
pub enum Found<'a> {
    /// By the hash of the token in its letter, which shows that the address is theirs.
    ByToken(&'a str),
    /// By its id, which shows nothing: their address has to have reached them before, and somebody
    /// else's invitation is as unknown as none.
    ById(Uuid),
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
    /// No invitation has this token, or none for them has this id.
    Unknown,
    /// It cannot be accepted any more.
    Over(InvitationStanding),
    /// It was sent to another address.
    ForAnother,
    /// It was found by its id, and nothing shows that the address is theirs.
    Unproven,
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
    pub async fn invitation(
        &self,
        hash: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<FoundInvitation>, DbError> {
        let Some((token, invitation)) = of_token(&self.connection, hash).await? else {
            return Ok(None);
        };
        let Some(organization) = organization::Entity::find_by_id(invitation.tenant_id)
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        Ok(Some(FoundInvitation {
            standing: standing(&invitation, &token, now),
            invitation,
            organization: organization.name,
        }))
    }

    /// The invitations that wait for a person, newest first; `None` where their address is not
    /// known to have reached them: somebody may have registered with one that is not theirs, in an
    /// installation that sends no mail too. Found by the tokens that can still be used, of which
    /// there are 72 hours' worth.
    pub async fn invitations_of(
        &self,
        person: &person::Model,
        now: DateTime<Utc>,
    ) -> Result<Option<Vec<FoundInvitation>>, DbError> {
        if !self
            .is_address_verified(PersonId(person.id), &person.email)
            .await?
        {
            return Ok(None);
        }
        let usable = one_time_token::Entity::find()
            .filter(one_time_token::Column::ExpiresAt.gt(now))
            .filter(one_time_token::Column::UsedAt.is_null());
        let theirs = usable
            .filter(one_time_token::Column::Purpose.eq(PURPOSE))
            .filter(one_time_token::Column::Email.eq(&person.email));
        let theirs = theirs
            .order_by_desc(one_time_token::Column::CreatedAt)
            .limit(MOST_SHOWN);
        let ids = theirs
            .all(&self.connection)
            .await?
            .into_iter()
            .filter_map(|token| token.subject);
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
        let inviting = living().filter(
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
            Some(FoundInvitation {
                invitation,
                organization,
                standing: InvitationStanding::Open,
            })
        });
        Ok(Some(waiting.collect()))
    }

    /// Makes whoever accepts a member in the role of the invitation, and uses the invitation up:
    /// both or neither, and once, whoever else tries at the same moment. `by` is their address,
    /// trimmed and lower-case, and how the audit log tells of them. [`DbError::Duplicate`] where
    /// somebody new has an address that is taken.
    pub async fn accept_invitation(
        &self,
        by_what: Found<'_>,
        who: Accepting,
        by: (&str, Author),
        now: DateTime<Utc>,
        most: u64,
    ) -> Result<Accepted, DbError> {
        let (email, author) = by;
        let change = self.begin_change().await?;
        let transaction = &*change;
        let found = match (by_what, &who) {
            (Found::ByToken(hash), _) => of_token(transaction, hash).await?,
            (Found::ById(id), Accepting::Person(person))
                if is_noted(transaction, *person, email).await? =>
            {
                of_id(transaction, id, email).await?
            }
            (Found::ById(_), _) => return Ok(Accepted::Unproven),
        };
        let Some((token, found)) = found else {
            return Ok(Accepted::Unknown);
        };
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
                person::Entity::insert(person::ActiveModel::from(new).reset_all())
                    .exec_without_returning(transaction)
                    .await?;
                id
            }
        };
        if let Some(refused) = no_room(transaction, &found, person, most).await? {
            return Ok(refused);
        }
        if let Some(refused) = no_seat(transaction, &found).await? {
            return Ok(refused);
        }
        if !take(transaction, &found, &token.hash, now).await? {
            return Ok(Accepted::Over(InvitationStanding::Accepted));
        }
        // The link was in a letter to this very address, or it is known already.
        note_address(transaction, person.0, found.email.clone(), now).await?;
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
            return Ok(Accepted::Unknown);
        };
        let access =
            Access::found(facts(organization), Some(person), found.role.clone()).used_by(author);
        let act = Act::of(Action::InvitationAccepted)
            .on("invitation", found.id)
            .named(&found.email)
            .after(&json!({"role": found.role}));
        record(transaction, &access, now, act).await?;
        change.commit().await?;
        Ok(Accepted::Joined(access))
    }
}

async fn of_token(
    connection: &impl ConnectionTrait,
    hash: &str,
) -> Result<Option<(one_time_token::Model, invitation::Model)>, DbError> {
    let token = one_time_token::Entity::find_by_id(hash)
        .filter(one_time_token::Column::Purpose.eq(PURPOSE))
        .one(connection)
        .await?;
    let Some((token, id)) = token.and_then(|token| token.subject.map(|id| (token, id))) else {
        return Ok(None);
    };
    let found = invitation::Entity::find()
        .filter(invitation::Column::Id.eq(id))
        .one(connection)
        .await?;
    Ok(found.map(|found| (token, found)))
}

/// The invitation with this id, where it is for this address, with its newest token.
async fn of_id(
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
        .filter(one_time_token::Column::Subject.eq(id))
        .filter(one_time_token::Column::Purpose.eq(PURPOSE));
    let tokens = tokens
        .order_by_desc(one_time_token::Column::CreatedAt)
        .all(connection)
        .await?;
    // A letter replaces those before it, so at most one token can be used.
    let newest = tokens
        .iter()
        .find(|token| token.used_at.is_none())
        .or(tokens.first())
        .cloned();
    Ok(newest.map(|token| (token, found)))
}

fn standing(
    invitation: &invitation::Model,
    token: &one_time_token::Model,
    now: DateTime<Utc>,
) -> InvitationStanding {
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

/// Why this person cannot join, if they cannot. They join one organization after the other, so that
/// many at once are no more than those in a row.
async fn no_room(
    transaction: &DatabaseTransaction,
    found: &invitation::Model,
    person: PersonId,
    most: u64,
) -> Result<Option<Accepted>, DbError> {
    person::Entity::find_by_id(person.0)
        .lock(LockType::NoKeyUpdate)
        .one(transaction)
        .await?;
    if membership::Entity::find_by_id((found.tenant_id, person.0))
        .one(transaction)
        .await?
        .is_some()
    {
        return Ok(Some(Accepted::Already));
    }
    let belongs = membership::Entity::find()
        .filter(membership::Column::PersonId.eq(person.0))
        .count(transaction)
        .await?;
    Ok((belongs >= most).then_some(Accepted::TooMany))
}

/// Why nobody can join the organization, if nobody can. From here on others who join it wait: of
/// two for the last seat one has it.
async fn no_seat(
    transaction: &DatabaseTransaction,
    found: &invitation::Model,
) -> Result<Option<Accepted>, DbError> {
    let organization = organization::Entity::find_by_id(found.tenant_id)
        .lock(LockType::NoKeyUpdate)
        .one(transaction)
        .await?;
    let Some(organization) = organization else {
        return Ok(Some(Accepted::Unknown));
    };
    if organization.suspended_at.is_some() {
        return Ok(Some(Accepted::Suspended(facts(organization))));
    }
    let Some(most) = Plan::of(&organization).people else {
        return Ok(None);
    };
    let belong = membership::Entity::find()
        .filter(membership::Column::TenantId.eq(found.tenant_id))
        .count(transaction)
        .await?;
    Ok((belong >= most).then_some(Accepted::Full { most }))
}

/// Uses token and invitation up; false where somebody was faster, or the invitation was taken back
/// at this moment.
async fn take(
    transaction: &DatabaseTransaction,
    found: &invitation::Model,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
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
