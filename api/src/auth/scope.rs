//! The scope of a request: one caller in one organization.

use super::permission::{PermissionMarker, Permissions, Role};
use super::permission_error::PermissionError;
use crate::clock::Clock;
use crate::db::{
    Access, Actor, ContentKey, Database, DbError, Member, RequestOrigin, RolledUpDb,
    StoredContentError, TenantDb,
};
use crate::http::{ApiError, Meta};
use crate::ids::{PersonId, SessionId};
use chrono::{DateTime, NaiveDate, Utc};
use entities::person;
use localization::{Language, Locale};
use poem::http::StatusCode;
use sea_orm::prelude::Uuid;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::time::Duration;

/// The caller, the organization and the permissions. A scope exists only if a membership was found.
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

/// Proof that the permission `R` was checked. Functions that need the permission take one as an
/// argument.
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

    /// The scope of an API key, given as (id, name).
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

    /// The same caller without permissions, because required MFA is not set up.
    #[must_use]
    pub(in crate::auth) fn without_mfa(self) -> Self {
        Self {
            permissions: Permissions::default(),
            is_missing_mfa: true,
            ..self
        }
    }

    /// The same caller with at most these permissions.
    #[must_use]
    pub fn limited_to(self, permissions: Permissions) -> Self {
        Self {
            permissions: self.permissions.intersection(permissions),
            ..self
        }
    }

    /// The scope of a command that the operator runs on the server. No user is signed in.
    pub fn for_operator(access: Access, database: Database, clock: Clock) -> Self {
        Self::new(access, None, database, clock)
    }

    /// The scope of background work for a member, with the permissions of their current role: none
    /// while required MFA is not set up.
    pub fn for_member(member: &Member, database: Database, clock: Clock) -> Self {
        let scope = Self::new(member.access.clone(), None, database, clock);
        if member.mfa_setup_required {
            scope.without_mfa()
        } else {
            scope
        }
    }

    /// The same scope with the request's origin, which the audit log records for changes.
    #[must_use]
    pub(in crate::auth) fn with_origin(mut self, origin: RequestOrigin) -> Self {
        let actor = match (&self.signed_in, &self.api_key) {
            (Some((_, person)), _) => Actor::for_person(PersonId(person.id), &person.name),
            (None, Some((id, name))) => Actor::for_api_key(*id, name),
            (None, None) => return self,
        };
        self.access = self.access.with_actor(actor.with_origin(origin));
        self
    }

    /// Proof that the caller has the permission.
    pub fn require<R: PermissionMarker>(
        &self,
        _permission: R,
    ) -> Result<Proof<R>, PermissionError> {
        if self.permissions.contains(R::PERMISSION) {
            Ok(Proof {
                permission: PhantomData,
            })
        } else if self.is_missing_mfa {
            Err(PermissionError::MfaRequired(
                self.access.organization().name.clone(),
            ))
        } else if self.api_key.is_some() {
            Err(PermissionError::MissingFromApiKey(R::PERMISSION))
        } else {
            Err(PermissionError::MissingFromRole(R::PERMISSION))
        }
    }

    /// The access to the organization.
    pub fn access(&self) -> &Access {
        &self.access
    }

    /// All permissions of the caller.
    pub fn permissions(&self) -> Permissions {
        self.permissions
    }

    /// Whether the organization requires MFA that the user has not set up.
    pub fn is_missing_mfa(&self) -> bool {
        self.is_missing_mfa
    }

    /// The session and the user; `None` for demo visitors and API keys.
    pub fn signed_in(&self) -> Option<&(SessionId, person::Model)> {
        self.signed_in.as_ref()
    }

    /// The id of the API key, if the caller is one.
    pub(in crate::auth) fn api_key_id(&self) -> Option<Uuid> {
        self.api_key.as_ref().map(|(id, _)| *id)
    }

    /// The id of the user or API key; `None` for demo visitors.
    pub fn caller_id(&self) -> Option<Uuid> {
        self.api_key_id()
            .or(self.signed_in.as_ref().map(|(_, person)| person.id))
    }

    /// The session and the user, for operations on the user's own account: 403 for API keys, 401
    /// for visitors.
    pub fn require_person(&self) -> Result<&(SessionId, person::Model), ApiError> {
        match (&self.signed_in, &self.api_key) {
            (Some(own), _) => Ok(own),
            (None, Some(_)) => {
                let message = "API keys have no account. Sign in as a user to do this.";
                Err(ApiError::new(
                    StatusCode::FORBIDDEN,
                    "user_required",
                    message,
                ))
            }
            (None, None) => Err(ApiError::unauthorized()),
        }
    }

    /// The id of the user, under the same conditions.
    pub fn require_person_id(&self) -> Result<PersonId, ApiError> {
        self.require_person().map(|(_, person)| PersonId(person.id))
    }

    /// 409 in the demo organization: all visitors share it.
    pub fn refuse_demo(&self) -> Result<(), ApiError> {
        if self.access.organization().is_demo {
            return Err(ApiError::demo_read_only(
                "The demo can't be changed. Register to get your own organization.",
            ));
        }
        Ok(())
    }

    /// The name of the user or API key; empty for demo visitors.
    pub fn caller_name(&self) -> &str {
        let key = self.api_key.as_ref().map_or("", |(_, name)| name.as_str());
        self.signed_in
            .as_ref()
            .map_or(key, |(_, person)| person.name.as_str())
    }

    /// Today in the organization's time zone.
    pub fn as_of(&self) -> NaiveDate {
        self.clock.today(self.access.organization().time_zone)
    }

    /// The time.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// How texts for the caller are written: in the language and time zone of their preferences,
    /// otherwise in the language that `Accept-Language` prefers and the organization's time zone.
    pub async fn find_locale(&self, accept_language: Option<&str>) -> Result<Locale, DbError> {
        let (platform, organization) = (self.database.platform(), self.access.organization());
        let accepted = accept_language.and_then(Language::from_accept_language);
        let accepted = accepted.unwrap_or_default();
        let Some((_, person)) = &self.signed_in else {
            return Ok(Locale {
                language: accepted,
                time_zone: organization.time_zone,
            });
        };
        let id = PersonId(person.id);
        platform.find_locale(id, organization, accepted).await
    }

    /// The metadata of figures for this scope.
    pub fn meta(&self) -> Meta {
        Meta {
            as_of: Some(self.as_of()),
            today: Some(self.as_of()),
            sample: self.access.organization().is_demo,
            ..Meta::default()
        }
    }

    /// A read-only transaction in the organization.
    pub async fn read_db(&self) -> Result<TenantDb, DbError> {
        self.database.begin_read(&self.access).await
    }

    /// Like [`Self::read_db`], for queries on rollups.
    pub async fn rollup_db(&self) -> Result<RolledUpDb, DbError> {
        self.database.begin_rolled_up_read(&self.access).await
    }

    /// A write transaction for usage counters. It commits independently of the transaction of an
    /// idempotent request.
    pub async fn metering_db(&self) -> Result<TenantDb, DbError> {
        self.database.begin_independent_write(&self.access).await
    }

    /// Stores content of the organization in place of all other content of its kind, outside the
    /// transaction of an idempotent request.
    pub async fn store_content(
        &self,
        key: ContentKey,
        encode: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static,
    ) -> Result<(), StoredContentError> {
        self.database
            .store_content(&self.access, key, self.now(), encode)
            .await
    }

    /// Stores the copy of the organization's lines by column, for the next start, if it is loaded
    /// or being loaded, and took longer than this.
    pub async fn store_column_copy(&self, longer_than: Duration) -> Result<(), StoredContentError> {
        self.database
            .store_column_copy(&self.access, longer_than, self.now())
            .await
    }

    /// A read-write transaction in the organization.
    pub async fn write_db(&self) -> Result<TenantDb, DbError> {
        self.database.begin_write(&self.access).await
    }
}
