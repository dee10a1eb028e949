//! Operators of the installation; lookups are cached for at most one second.

use super::Authority;
use crate::auth::Scope;
use crate::auth::mfa_requirement::operator_mfa_required_error;
use crate::db::{Actor, Organization, RequestOrigin};
use crate::http::ApiError;
use crate::ids::PersonId;
use entities::person;
use poem::http::StatusCode;

/// A user who acts as an operator of the installation, never an API key.
#[derive(Clone, Debug)]
pub struct OperatorScope {
    person: person::Model,
    origin: RequestOrigin,
}

impl OperatorScope {
    /// The actor in audit logs.
    pub fn audit_actor(&self) -> Actor {
        Actor::for_operator(PersonId(self.person.id), &self.person.name)
            .with_origin(self.origin.clone())
    }
}

impl Authority {
    /// Whether a user is an operator.
    pub async fn is_operator(&self, person: PersonId) -> Result<bool, ApiError> {
        let platform = self.database.platform();
        let find = || async { platform.is_operator(person).await.map(Some) };
        let known = self.operators.get_or_find(person, find).await?;
        Ok(known.unwrap_or(false))
    }

    /// Whether the installation requires MFA for operators.
    pub(in crate::auth) fn requires_operator_mfa(&self) -> bool {
        self.operators_require_mfa
    }

    /// The organizations of a user.
    pub(in crate::auth) async fn list_organizations(
        &self,
        person: PersonId,
        limit: u64,
    ) -> Result<Vec<Organization>, ApiError> {
        let own = self
            .database
            .platform()
            .list_person_organizations(person, limit)
            .await?;
        Ok(own
            .iter()
            .map(|access| access.organization().clone())
            .collect())
    }

    /// The caller as an operator, or 403. Their role in an organization and its suspension make no
    /// difference.
    pub(in crate::auth) async fn require_operator(
        &self,
        scope: &Scope,
        origin: RequestOrigin,
    ) -> Result<OperatorScope, ApiError> {
        if let Some((_, person)) = scope.signed_in()
            && self.is_operator(PersonId(person.id)).await?
        {
            // Not cached: operators are few and powerful.
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
        let message = "Only operators of this installation can do this. An administrator of the \
            server can grant access: sprout operator grant EMAIL.";
        Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "operator_required",
            message,
        ))
    }
}
