//! Why a caller lacks a permission.

use super::mfa_requirement::mfa_required_error;
use super::permission::Permission;
use crate::http::ApiError;

/// Why a caller lacks a permission.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PermissionError {
    /// The organization, given by name, requires MFA that the user has not set up.
    #[error("{0} requires MFA for all members")]
    MfaRequired(String),
    /// The API key or its creator lacks the permission.
    #[error("the API key or its creator lacks the permission {}", .0.name())]
    MissingFromApiKey(Permission),
    /// The caller's role does not include the permission.
    #[error("the role does not include the permission {}", .0.name())]
    MissingFromRole(Permission),
}

impl From<PermissionError> for ApiError {
    fn from(error: PermissionError) -> Self {
        match error {
            PermissionError::MfaRequired(organization) => mfa_required_error(&organization),
            PermissionError::MissingFromApiKey(permission) => Self::forbidden(format!(
                "This API key cannot do this: the key or its creator lacks the permission {}.",
                permission.name()
            )),
            PermissionError::MissingFromRole(permission) => Self::forbidden(format!(
                "Your role does not include the permission {}. Ask an owner or admin of your \
                     organization.",
                permission.name()
            )),
        }
    }
}
