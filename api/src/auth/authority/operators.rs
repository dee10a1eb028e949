//! Who runs the installation; as with sessions, what is believed of it is at most a second old.

use super::Authority;
use crate::auth::Scope;
use crate::auth::second_step::operator_second_step_required;
use crate::db::{Author, Organization, Origin};
use crate::http::ApiError;
use crate::ids::PersonId;
use entities::person;
use poem::http::StatusCode;

/// Somebody who runs the installation, and asks as such: a person's session, never an API key.
#[derive(Clone, Debug)]
pub struct OperatorScope {
    person: person::Model,
    origin: Origin,
}

impl OperatorScope {
    /// How logs tell of them.
    pub fn author(&self) -> Author {
        Author::operator(PersonId(self.person.id), &self.person.name)
            .calling_from(self.origin.clone())
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
    pub(in crate::auth) fn demands_second_step_of_operators(&self) -> bool {
        self.operators_second_step
    }

    /// The organizations that a person belongs to.
    pub(in crate::auth) async fn organizations_of(
        &self,
        person: PersonId,
        most: u64,
    ) -> Result<Vec<Organization>, ApiError> {
        let own = self
            .database
            .platform()
            .organizations_of(person, most)
            .await?;
        Ok(own
            .iter()
            .map(|access| access.organization().clone())
            .collect())
    }

    /// The caller as an operator, or 403: whatever their role in an organization, which may be
    /// suspended, too.
    pub(in crate::auth) async fn operator(
        &self,
        scope: &Scope,
        origin: Origin,
    ) -> Result<OperatorScope, ApiError> {
        if let Some((_, person)) = scope.signed_in()
            && self.is_operator(PersonId(person.id)).await?
        {
            // Asked each time: operators are few, and what they may do is much.
            if self.operators_second_step
                && !self
                    .database
                    .platform()
                    .second_factor_is_on(PersonId(person.id))
                    .await?
            {
                return Err(operator_second_step_required());
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
