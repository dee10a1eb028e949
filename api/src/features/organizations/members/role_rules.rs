//! Rules for granting, changing and removing roles.

use crate::auth::permission::Role;
use crate::http::ApiError;

/// Checks that a person with the role `by` may grant `role`. Only owners can grant `owner`.
pub(in crate::features::organizations) fn check_may_grant(
    by: Role,
    role: Role,
) -> Result<(), ApiError> {
    match (by, role) {
        (Role::Owner, _) | (Role::Admin, Role::Admin | Role::Member | Role::Viewer) => Ok(()),
        (Role::Admin, Role::Owner) => Err(ApiError::forbidden(
            "Only an owner can make someone an owner.",
        )),
        (Role::Member | Role::Viewer, _) => Err(ApiError::forbidden(
            "Only owners and admins can assign roles.",
        )),
    }
}

/// Checks that a person with the role `by` may change or remove a member with the role `of`.
/// Leaving is not checked here.
pub(super) fn check_may_manage(by: Role, of: Role) -> Result<(), ApiError> {
    match (by, of) {
        (Role::Owner, _) | (Role::Admin, Role::Admin | Role::Member | Role::Viewer) => Ok(()),
        (Role::Admin, Role::Owner) => Err(ApiError::forbidden(
            "Only an owner can change or remove another owner.",
        )),
        (Role::Member | Role::Viewer, _) => Err(ApiError::forbidden(
            "Only owners and admins can manage members.",
        )),
    }
}

/// The change would leave the organization without an owner, which nobody could undo.
pub(super) struct LastOwnerError;

impl From<LastOwnerError> for ApiError {
    fn from(_: LastOwnerError) -> Self {
        Self::conflict(
            "last_owner",
            "This is the organization's only owner. Make another member an owner first.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_owners_grant_and_manage_owners() {
        for by in Role::ALL {
            for role in Role::ALL {
                let expected = match by {
                    Role::Owner => true,
                    Role::Admin => role != Role::Owner,
                    Role::Member | Role::Viewer => false,
                };
                assert_eq!(
                    check_may_grant(by, role).is_ok(),
                    expected,
                    "{by:?} grants {role:?}"
                );
                assert_eq!(
                    check_may_manage(by, role).is_ok(),
                    expected,
                    "{by:?} manages {role:?}"
                );
            }
        }
    }
}
