//! Rules for granting, changing and removing roles.

use crate::auth::permission::Role;

/// Why a role may not be granted, or a member not managed. For users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::features::organizations) enum RoleError {
    /// An admin grants `owner`.
    #[error("Only an owner can make someone an owner.")]
    GrantOwner,
    /// A member or viewer grants a role.
    #[error("Only owners and admins can assign roles.")]
    GrantRole,
    /// An admin manages an owner.
    #[error("Only an owner can change or remove another owner.")]
    ManageOwner,
    /// A member or viewer manages members.
    #[error("Only owners and admins can manage members.")]
    ManageMembers,
}

/// Checks that a person with the role `by` may grant `role`. Only owners can grant `owner`.
pub(in crate::features::organizations) fn check_may_grant(
    by: Role,
    role: Role,
) -> Result<(), RoleError> {
    match (by, role) {
        (Role::Owner, _) | (Role::Admin, Role::Admin | Role::Member | Role::Viewer) => Ok(()),
        (Role::Admin, Role::Owner) => Err(RoleError::GrantOwner),
        (Role::Member | Role::Viewer, _) => Err(RoleError::GrantRole),
    }
}

/// Checks that a person with the role `by` may change or remove a member with the role `of`.
/// Leaving is not checked here.
pub(super) fn check_may_manage(by: Role, of: Role) -> Result<(), RoleError> {
    match (by, of) {
        (Role::Owner, _) | (Role::Admin, Role::Admin | Role::Member | Role::Viewer) => Ok(()),
        (Role::Admin, Role::Owner) => Err(RoleError::ManageOwner),
        (Role::Member | Role::Viewer, _) => Err(RoleError::ManageMembers),
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
