//! One caller in one organization: the passport of a request.

use super::mfa_requirement::mfa_required_error;
use super::permission::{Permissions, Right, Role};
use crate::clock::Clock;
use crate::db::{Access, Actor, Database, RequestOrigin, RolledUpDb, TenantDb};
use crate::http::{ApiError, Meta};
use crate::ids::{PersonId, SessionId};
use chrono::NaiveDate;
use entities::person;
use poem::http::StatusCode;
use sea_orm::prelude::Uuid;
use std::marker::PhantomData;

/// Who asks, for which organization, with which permissions. Having one means that a membership was
/// found.
#[derive(Clone, Debug)]
pub struct Scope {
    access: Access,
    permissions: Permissions,
    signed_in: Option<(SessionId, person::Model)>,
    api_key: Option<(Uuid, String)>,
    is_missing_mfa: bool,
    database: Database,
    clock: Clock,
}

/// Shows that the permission `R` was checked; functions that read or change what it guards ask for
/// one.
#[derive(Clone, Copy, Debug)]
pub struct Proof<R> {
    permission: PhantomData<R>,
}

impl Scope {
    pub(in crate::auth) fn new(
        access: Access,
        signed_in: Option<(SessionId, person::Model)>,
        database: Database,
        clock: Clock,
    ) -> Self {
        let permissions = Role::from_name(access.role())
            .map(Role::permissions)
            .unwrap_or_default();
        Self {
            access,
            permissions,
            signed_in,
            api_key: None,
            is_missing_mfa: false,
            database,
            clock,
        }
    }

    /// The scope of a program with an API key, by its id and name.
    pub(in crate::auth) fn for_api_key(
        access: Access,
        key: (Uuid, String),
        permissions: Permissions,
        database: Database,
        clock: Clock,
    ) -> Self {
        Self {
            access,
            permissions,
            signed_in: None,
            api_key: Some(key),
            is_missing_mfa: false,
            database,
            clock,
        }
    }

    /// The same caller before they have set up the second step that the organization demands: they
    /// may do nothing in it.
    #[must_use]
    pub(in crate::auth) fn without_mfa(self) -> Self {
        Self {
            permissions: Permissions::default(),
            is_missing_mfa: true,
            ..self
        }
    }

    /// The operator's own command: it enters as the access says, and nobody is signed in.
    pub fn for_operator(access: Access, database: Database, clock: Clock) -> Self {
        Self::new(access, None, database, clock)
    }

    /// The same scope, asked for from there: what it changes is told of its person in the audit
    /// log.
    #[must_use]
    pub(in crate::auth) fn with_origin(mut self, origin: RequestOrigin) -> Self {
        let author = match (&self.signed_in, &self.api_key) {
            (Some((_, person)), _) => Actor::for_person(PersonId(person.id), &person.name),
            (None, Some((id, name))) => Actor::for_api_key(*id, name),
            (None, None) => return self,
        };
        self.access = self.access.with_actor(author.with_origin(origin));
        self
    }

    /// The proof that the caller has the permission, or 403 with the permission's name.
    pub fn require<R: Right>(&self, _right: R) -> Result<Proof<R>, ApiError> {
        if self.permissions.contains(R::PERMISSION) {
            Ok(Proof {
                permission: PhantomData,
            })
        } else if self.is_missing_mfa {
            Err(mfa_required_error(&self.access.organization().name))
        } else if self.api_key.is_some() {
            Err(ApiError::forbidden(format!(
                "This API key may not do this: it lacks the permission {}, or whoever made it does.",
                R::PERMISSION.name()
            )))
        } else {
            Err(ApiError::forbidden(format!(
                "Your role does not include the permission {}. Ask an owner or admin of your \
                    organization.",
                R::PERMISSION.name()
            )))
        }
    }

    /// The right to enter the organization.
    pub fn access(&self) -> &Access {
        &self.access
    }

    /// Everything that the caller may do.
    pub fn permissions(&self) -> Permissions {
        self.permissions
    }

    /// Whether the organization demands two-step sign-in, and the person has not set it up.
    pub fn is_missing_mfa(&self) -> bool {
        self.is_missing_mfa
    }

    /// The session and the person; `None` for visitors of the demo and for API keys.
    pub fn signed_in(&self) -> Option<&(SessionId, person::Model)> {
        self.signed_in.as_ref()
    }

    /// Which API key asks, if one does.
    pub(in crate::auth) fn api_key_id(&self) -> Option<Uuid> {
        self.api_key.as_ref().map(|(id, _)| *id)
    }

    /// The person or the API key, whichever asks; `None` for visitors of the demo.
    pub fn caller_id(&self) -> Option<Uuid> {
        self.api_key_id()
            .or(self.signed_in.as_ref().map(|(_, person)| person.id))
    }

    /// The session and the person, where the operation is about a person's own things: 403 for API
    /// keys, 401 for visitors.
    pub fn require_person(&self) -> Result<&(SessionId, person::Model), ApiError> {
        match (&self.signed_in, &self.api_key) {
            (Some(own), _) => Ok(own),
            (None, Some(_)) => {
                let words =
                    "This is about a person's own account, which an API key has none of: sign in.";
                Err(ApiError::new(
                    StatusCode::FORBIDDEN,
                    "needs_a_person",
                    words,
                ))
            }
            (None, None) => Err(ApiError::unauthorized()),
        }
    }

    /// The name of whoever asks, a person or an API key; empty for visitors of the demo.
    pub fn caller_name(&self) -> &str {
        let key = self.api_key.as_ref().map_or("", |(_, name)| name.as_str());
        self.signed_in
            .as_ref()
            .map_or(key, |(_, person)| person.name.as_str())
    }

    /// The day that figures are for: today in the organization's time zone.
    pub fn as_of(&self) -> NaiveDate {
        self.clock.today(self.access.organization().time_zone)
    }

    /// What every set of figures says about itself.
    pub fn meta(&self) -> Meta {
        Meta {
            as_of: Some(self.as_of()),
            sample: self.access.organization().is_demo,
            ..Meta::default()
        }
    }

    /// A read-only transaction in the organization.
    pub async fn read_db(&self) -> Result<TenantDb, ApiError> {
        Ok(self.database.begin_read(&self.access).await?)
    }

    /// As [`Self::db`], for questions to the rollups.
    pub async fn rollup_db(&self) -> Result<RolledUpDb, ApiError> {
        Ok(self.database.begin_rolled_up_read(&self.access).await?)
    }

    /// A transaction in the organization that counts what is asked of it, apart from what a request
    /// with a key changes once.
    pub async fn metering_db(&self) -> Result<TenantDb, ApiError> {
        Ok(self.database.begin_independent_write(&self.access).await?)
    }

    /// A transaction in the organization that may write.
    pub async fn write_db(&self) -> Result<TenantDb, ApiError> {
        Ok(self.database.begin_write(&self.access).await?)
    }
}
