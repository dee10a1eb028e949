//! Who may give, change and take which role: one place for all that deals with them.

use crate::auth::permission::Role;
use crate::http::ApiError;

/// Whether somebody in the role `by` may make somebody a `role`: only owners make owners.
pub(in crate::features::organizations) fn check_may_grant(
    by: Role,
    role: Role,
) -> Result<(), ApiError> {
    match (by, role) {
        (Role::Owner, _) | (Role::Admin, Role::Admin | Role::Member | Role::Viewer) => Ok(()),
        (Role::Admin, Role::Owner) => Err(ApiError::forbidden(
            "Only an owner can make somebody an owner.",
        )),
        (Role::Member | Role::Viewer, _) => {
            Err(ApiError::forbidden("Only owners and admins give roles."))
        }
    }
}

/// Whether somebody in the role `by` may change or let go of somebody in the role `of`; everybody
/// may let go of themselves.
pub(super) fn check_may_manage(by: Role, of: Role) -> Result<(), ApiError> {
    match (by, of) {
        (Role::Owner, _) | (Role::Admin, Role::Admin | Role::Member | Role::Viewer) => Ok(()),
        (Role::Admin, Role::Owner) => Err(ApiError::forbidden(
            "Only an owner can change an owner's role or remove an owner.",
        )),
        (Role::Member | Role::Viewer, _) => Err(ApiError::forbidden(
            "Only owners and admins change who belongs to the organization.",
        )),
    }
}

/// An organization without an owner could never be given one again.
pub(super) struct LastOwnerError;

impl From<LastOwnerError> for ApiError {
    fn from(_: LastOwnerError) -> Self {
        Self::conflict(
            "last_owner",
            "This is the organization's only owner. Make somebody else an owner first.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_owners_make_and_touch_owners() {
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
                    "{by:?} gives {role:?}"
                );
                assert_eq!(
                    check_may_manage(by, role).is_ok(),
                    expected,
                    "{by:?} touches {role:?}"
                );
            }
        }
    }
}
