//! Who runs the installation; as with sessions, what is believed of it is at most a second old.

use super::Authority;
use crate::auth::Scope;
use crate::auth::mfa_requirement::operator_mfa_required_error;
use crate::db::{Actor, Organization, RequestOrigin};
use crate::http::ApiError;
use crate::ids::PersonId;
use entities::person;
use poem::http::StatusCode;

/// Somebody who runs the installation, and asks as such: a person's session, never an API key.
#[derive(Clone, Debug)]
pub struct OperatorScope {
    person: person::Model,
    origin: RequestOrigin,
}

impl OperatorScope {
    /// How logs tell of them.
    pub fn audit_actor(&self) -> Actor {
        Actor::for_operator(PersonId(self.person.id), &self.person.name)
            .with_origin(self.origin.clone())
    }
}

impl Authority {
    /// Whether a person runs the installation.
    pub async fn is_operator(&self, person: PersonId) -> Result<bool, ApiError> {
        if let Some(known) = self.operators.get(&person).await {
            return Ok(known);
        }
        let known = self.database.platform().is_operator(person).await?;
        self.operators.insert(person, known).await;
        Ok(known)
    }

    /// Whether the installation demands two-step sign-in of its operators.
    pub(in crate::auth) fn requires_operator_mfa(&self) -> bool {
        self.operators_require_mfa
    }

    /// The organizations that a person belongs to.
    pub(in crate::auth) async fn list_organizations(
        &self,
        person: PersonId,
        most: u64,
    ) -> Result<Vec<Organization>, ApiError> {
        let own = self
            .database
            .platform()
            .list_person_organizations(person, most)
            .await?;
        Ok(own
            .iter()
            .map(|access| access.organization().clone())
            .collect())
    }

    /// The caller as an operator, or 403: whatever their role in an organization, which may be
    /// suspended, too.
    pub(in crate::auth) async fn require_operator(
        &self,
        scope: &Scope,
        origin: RequestOrigin,
    ) -> Result<OperatorScope, ApiError> {
        if let Some((_, person)) = scope.signed_in()
            && self.is_operator(PersonId(person.id)).await?
        {
            // Asked each time: operators are few, and what they may do is much.
            if self.operators_require_mfa
                && !self
                    .database
                    .platform()
                    .is_mfa_enabled(PersonId(person.id))
                    .await?
            {
                return Err(operator_mfa_required_error());
            }
            return Ok(OperatorScope {
                person: person.clone(),
                origin,
            });
        }
        let words = "Only operators of this installation may do this, signed in as themselves. \
            Whoever runs the server names them: sprout operator grant EMAIL.";
        Err(ApiError::new(StatusCode::FORBIDDEN, "operator_only", words))
    }
}
