//! Refuses callers who have not set up the MFA that their organization or the installation
//! requires.

use super::{Authority, Scope};
use crate::http::ApiError;
use crate::ids::PersonId;
use poem::http::StatusCode;

/// Upper bound of the organizations checked for one user.
const MAX_ORGANIZATIONS: u64 = 1_000;

/// Who requires MFA of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MfaRequirement {
    /// An organization that the user belongs to, by name.
    Organization(String),
    /// The installation, for its operators.
    Installation,
}

/// Rejects a member who still has to set up MFA.
pub fn require_mfa(scope: &Scope) -> Result<(), ApiError> {
    if scope.is_missing_mfa() {
        Err(mfa_required_error(&scope.access().organization().name))
    } else {
        Ok(())
    }
}

/// 403 with the organization's requirement.
pub(in crate::auth) fn mfa_required_error(organization: &str) -> ApiError {
    let message = format!(
        "{organization} requires MFA for all members. Set it up on your account page \
         to get access."
    );
    ApiError::new(StatusCode::FORBIDDEN, "mfa_required", message)
}

/// 403 with the installation's requirement for operators.
pub(in crate::auth) fn operator_mfa_required_error() -> ApiError {
    let message = "This installation requires MFA for operators. Set it up on your \
                   account page to get access.";
    ApiError::new(StatusCode::FORBIDDEN, "operator_mfa_required", message)
}

impl Authority {
    /// Finds who requires MFA of a user: any of the user's organizations, not only the one that the
    /// session works in, or the installation.
    pub async fn find_mfa_requirement(
        &self,
        person: PersonId,
    ) -> Result<Option<MfaRequirement>, ApiError> {
        let own = self.list_organizations(person, MAX_ORGANIZATIONS).await?;
        if let Some(organization) = own
            .into_iter()
            .find(|organization| organization.mfa_required)
        {
            return Ok(Some(MfaRequirement::Organization(organization.name)));
        }
        Ok(
            (self.requires_operator_mfa() && self.is_operator(person).await?)
                .then_some(MfaRequirement::Installation),
        )
    }
}
