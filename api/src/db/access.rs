//! Proof of access to an organization. Only lookups of the platform create it.

use super::{Actor, Suspension};
use crate::ids::{PersonId, TenantId};
use chrono_tz::Tz;
use std::sync::Arc;

/// The organization of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Organization {
    /// The tenant id.
    pub id: TenantId,
    /// Unique, in lower case.
    pub slug: String,
    /// The display name.
    pub name: String,
    /// ISO 4217. `None` means the currency of most purchase lines.
    pub currency: Option<String>,
    /// Defines "today" for the organization's figures.
    pub time_zone: Tz,
    /// Whether this is the generated demo. Its answers are marked as sample data.
    pub is_demo: bool,
    /// Incremented when synced rows change.
    pub data_version: i64,
    /// Set while an operator has suspended the organization.
    pub suspension: Option<Suspension>,
    /// Whether members must set up MFA to access the organization.
    pub mfa_required: bool,
    /// Whether it was the first organization of the installation. In `self` mode, its sources may be
    /// anywhere below the warehouse root.
    pub owns_warehouse_root: bool,
    /// Its weeks and fiscal years.
    pub calendar: OrganizationCalendar,
}

/// When the weeks and fiscal years of an organization start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OrganizationCalendar {
    /// The first day of weeks: 1 (Monday) to 7.
    pub week_start: u8,
    /// The month in which fiscal years start: 1 to 12.
    pub fiscal_year_start: u8,
}

impl OrganizationCalendar {
    /// Weeks from Monday, and calendar years.
    pub const DEFAULT: Self = Self {
        week_start: 1,
        fiscal_year_start: 1,
    };
}

/// Access to an organization, as looked up in the database at most a second ago.
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

    /// The same access with another actor, who appears in the audit log.
    #[must_use]
    pub fn with_actor(self, author: Actor) -> Self {
        Self {
            actor: Arc::new(author),
            ..self
        }
    }

    /// The same access with the current state of the organization.
    #[must_use]
    pub fn with_organization(self, organization: Organization) -> Self {
        Self {
            organization,
            ..self
        }
    }

    /// The actor for the audit log.
    pub fn actor(&self) -> &Arc<Actor> {
        &self.actor
    }

    /// The tenant id.
    pub fn tenant(&self) -> TenantId {
        self.organization.id
    }

    /// The organization at the time of the lookup.
    pub fn organization(&self) -> &Organization {
        &self.organization
    }

    /// The person. `None` for visitors of the demo and for the command line.
    pub fn person(&self) -> Option<PersonId> {
        self.person
    }

    /// The name of the person's role.
    pub fn role(&self) -> &str {
        &self.role
    }
}
