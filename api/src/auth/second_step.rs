//! What people hear who have not set up the two-step sign-in that is demanded of them, by their
//! organization or by whoever runs the installation.

use super::{Authority, Scope};
use crate::http::ApiError;
use crate::ids::PersonId;
use poem::http::StatusCode;

/// More organizations than anybody belongs to.
const MOST: u64 = 1_000;

/// Who demands two-step sign-in of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Demander {
    /// An organization that they belong to, by its name.
    Organization(String),
    /// Whoever runs the installation, of those who are its operators.
    Installation,
}

/// Refuses whatever is an organization's to a session that waits for its person's second step.
pub(in crate::auth) fn refuse_without_second_step(scope: &Scope) -> Result<(), ApiError> {
    if scope.lacks_second_step() {
        Err(second_step_required(&scope.access().organization().name))
    } else {
        Ok(())
    }
}

/// The refusal of an organization.
pub(in crate::auth) fn second_step_required(organization: &str) -> ApiError {
    let words = format!(
        "{organization} asks for two-step sign-in of everybody who belongs to it: set it up on \
            your account page first. Until then nothing of the organization can be read or \
            changed."
    );
    ApiError::new(StatusCode::FORBIDDEN, "second_step_required", words)
}

/// The refusal of the installation, to its operators.
pub(in crate::auth) fn operator_second_step_required() -> ApiError {
    let words = "This installation asks for two-step sign-in of its operators: set it up on your \
        account page first.";
    ApiError::new(
        StatusCode::FORBIDDEN,
        "operator_second_step_required",
        words,
    )
}

impl Authority {
    /// Who demands two-step sign-in of a person, if somebody does: any organization of theirs,
    /// whichever their session works in.
    pub async fn second_step_demanded_of(
        &self,
        person: PersonId,
    ) -> Result<Option<Demander>, ApiError> {
        let own = self.organizations_of(person, MOST).await?;
        if let Some(demanding) = own
            .into_iter()
            .find(|organization| organization.second_step_required)
        {
            return Ok(Some(Demander::Organization(demanding.name)));
        }
        Ok(
            (self.demands_second_step_of_operators() && self.is_operator(person).await?)
                .then_some(Demander::Installation),
        )
    }
}
