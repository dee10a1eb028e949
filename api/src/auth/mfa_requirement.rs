//! What people hear who have not set up the two-step sign-in that is demanded of them, by their
//! organization or by whoever runs the installation.

use super::{Authority, Scope};
use crate::http::ApiError;
use crate::ids::PersonId;
use poem::http::StatusCode;

/// More organizations than anybody belongs to.
const MAX_ORGANIZATIONS: u64 = 1_000;

/// Who demands two-step sign-in of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MfaRequirement {
    /// An organization that they belong to, by its name.
    Organization(String),
    /// Whoever runs the installation, of those who are its operators.
    Installation,
}

/// Refuses whatever is an organization's to a session that waits for its person's second step.
pub(in crate::auth) fn require_mfa(scope: &Scope) -> Result<(), ApiError> {
    if scope.is_missing_mfa() {
        Err(mfa_required_error(&scope.access().organization().name))
    } else {
        Ok(())
    }
}

/// The refusal of an organization.
pub(in crate::auth) fn mfa_required_error(organization: &str) -> ApiError {
    let words = format!(
        "{organization} asks for two-step sign-in of everybody who belongs to it: set it up on \
            your account page first. Until then nothing of the organization can be read or \
            changed."
    );
    ApiError::new(StatusCode::FORBIDDEN, "second_step_required", words)
}

/// The refusal of the installation, to its operators.
pub(in crate::auth) fn operator_mfa_required_error() -> ApiError {
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
    pub async fn find_mfa_requirement(
        &self,
        person: PersonId,
    ) -> Result<Option<MfaRequirement>, ApiError> {
        let own = self.list_organizations(person, MAX_ORGANIZATIONS).await?;
        if let Some(demanding) = own
            .into_iter()
            .find(|organization| organization.mfa_required)
        {
            return Ok(Some(MfaRequirement::Organization(demanding.name)));
        }
        Ok(
            (self.requires_operator_mfa() && self.is_operator(person).await?)
                .then_some(MfaRequirement::Installation),
        )
    }
}
