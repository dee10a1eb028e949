//! One caller in one organization: the passport of a request.

use super::permission::{Permissions, Right, Role};
use crate::clock::Clock;
use crate::db::{Access, Author, Database, Origin, RolledUpDb, TenantDb};
use crate::http::{ApiError, Meta};
use crate::ids::{PersonId, SessionId};
use chrono::NaiveDate;
use entities::person;
use std::marker::PhantomData;

/// Who asks, for which organization, with which permissions. Having one means that a membership was found.
#[derive(Clone, Debug)]
pub struct Scope {
    access: Access,
    permissions: Permissions,
    signed_in: Option<(SessionId, person::Model)>,
    database: Database,
    clock: Clock,
}

/// Shows that the permission `R` was checked; functions that read or change what it guards ask for one.
#[derive(Clone, Copy, Debug)]
pub struct Proof<R> {
    right: PhantomData<R>,
}

impl Scope {
    pub(in crate::auth) fn new(access: Access, signed_in: Option<(SessionId, person::Model)>, database: Database, clock: Clock) -> Self {
        let permissions = Role::named(access.role()).map(Role::permissions).unwrap_or_default();
        Self { access, permissions, signed_in, database, clock }
    }

    /// The operator's own command: it enters as the access says, and nobody is signed in.
    pub fn of_operator(access: Access, database: Database, clock: Clock) -> Self {
        Self::new(access, None, database, clock)
    }

    /// The same scope, asked for from there: what it changes is told of its person in the audit log.
    #[must_use]
    pub(in crate::auth) fn called_from(mut self, origin: Origin) -> Self {
        if let Some((_, person)) = &self.signed_in {
            let author = Author::person(PersonId(person.id), &person.name).calling_from(origin);
            self.access = self.access.used_by(author);
        }
        self
    }

    /// The proof that the caller has the permission, or 403 with the permission's name.
    pub fn require<R: Right>(&self, _right: R) -> Result<Proof<R>, ApiError> {
        if self.permissions.contains(R::PERMISSION) {
            Ok(Proof { right: PhantomData })
        } else {
            Err(ApiError::forbidden(format!("Your role does not include the permission {}. Ask an owner or admin of your organization.", R::PERMISSION.name())))
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

    /// The session and the person; `None` for visitors of the demo.
    pub fn signed_in(&self) -> Option<&(SessionId, person::Model)> {
        self.signed_in.as_ref()
    }

    /// The name of whoever asks; empty for visitors of the demo.
    pub fn person_name(&self) -> &str {
        self.signed_in.as_ref().map_or("", |(_, person)| person.name.as_str())
    }

    /// The day that figures are for: today in the organization's time zone.
    pub fn as_of(&self) -> NaiveDate {
        self.clock.today(self.access.organization().time_zone)
    }

    /// What every set of figures says about itself.
    pub fn meta(&self) -> Meta {
        Meta { as_of: Some(self.as_of()), sample: self.access.organization().is_demo, ..Meta::default() }
    }

    /// A read-only transaction in the organization.
    pub async fn db(&self) -> Result<TenantDb, ApiError> {
        Ok(self.database.read(&self.access).await?)
    }

    /// As [`Self::db`], for questions to the rollups.
    pub async fn rolled_up_db(&self) -> Result<RolledUpDb, ApiError> {
        Ok(self.database.read_rolled_up(&self.access).await?)
    }

    /// A transaction in the organization that may write.
    pub async fn writing_db(&self) -> Result<TenantDb, ApiError> {
        Ok(self.database.write(&self.access).await?)
    }
}
