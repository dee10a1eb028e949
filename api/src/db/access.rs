//! The proof that someone may enter an organization; only the platform's look-ups make one.

use super::{Actor, Suspension};
use crate::ids::{PersonId, TenantId};
use chrono_tz::Tz;
use std::sync::Arc;

/// What every answer needs to know about the organization it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Organization {
    /// The tenant's id.
    pub id: TenantId,
    /// Unique, lower-case.
    pub slug: String,
    /// Shown to people.
    pub name: String,
    /// ISO 4217; `None` means the currency of most purchase lines.
    pub currency: Option<String>,
    /// Decides what "today" is.
    pub time_zone: Tz,
    /// The generated demo: its answers are marked as sample data.
    pub is_demo: bool,
    /// Raised whenever synced rows changed.
    pub data_version: i64,
    /// Why nobody works in it at the moment; `None` where everybody may.
    pub suspension: Option<Suspension>,
    /// Whether its members reach nothing of it before they have set up two-step sign-in.
    pub mfa_required: bool,
}

/// The right to enter an organization, found in the database at most a second ago.
#[derive(Clone, Debug)]
pub struct Access {
    organization: Organization,
    person: Option<PersonId>,
    role: String,
    actor: Arc<Actor>,
}

impl Access {
    pub(in crate::db) fn new(
        organization: Organization,
        person: Option<PersonId>,
        role: String,
    ) -> Self {
        Self {
            organization,
            person,
            role,
            actor: Arc::new(Actor::system()),
        }
    }

    /// The same right, used by this author: what is done with it is told of them in the audit log.
    #[must_use]
    pub fn with_actor(self, author: Actor) -> Self {
        Self {
            actor: Arc::new(author),
            ..self
        }
    }

    /// The same right, to the organization as it is now.
    #[must_use]
    pub fn with_organization(self, organization: Organization) -> Self {
        Self {
            organization,
            ..self
        }
    }

    /// Who is told of in the audit log.
    pub fn actor(&self) -> &Arc<Actor> {
        &self.actor
    }

    /// The organization's id.
    pub fn tenant(&self) -> TenantId {
        self.organization.id
    }

    /// The organization as it was at the look-up.
    pub fn organization(&self) -> &Organization {
        &self.organization
    }

    /// Who enters; `None` for visitors of the demo and for the operator's own commands.
    pub fn person(&self) -> Option<PersonId> {
        self.person
    }

    /// The name of the role they enter in.
    pub fn role(&self) -> &str {
        &self.role
    }
}
