//! Request types of account deletion, and of the operations without an organization.

use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// The maximum number of organizations in a deletion request: a person can't belong to more.
pub(in crate::features::accounts) const MAX_NAMED_ORGANIZATIONS: usize = 50;

/// Confirms the deletion of the account.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct AccountDeletion {
    /// The current password.
    pub password: String,
    /// Needed if MFA is enabled: the six-digit code of the authenticator app, or a recovery code.
    #[oai(validator(max_length = 64))]
    pub otp: Option<String>,
    /// The organizations without other members, which are deleted with the account.
    #[oai(validator(max_items = 50))]
    pub organizations: Option<Vec<Uuid>>,
}

impl Example for AccountDeletion {
    fn example() -> Self {
        Self {
            password: "a long pass phrase".to_owned(),
            otp: None,
            organizations: Some(vec![Uuid::from_u128(
                0x0197_a000_0000_7000_8000_0000_0000_0000,
            )]),
        }
    }
}

/// The credentials of an account that belongs to no organization.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct UnaffiliatedCredentials {
    /// The email address of the account.
    #[oai(validator(max_length = 254))]
    pub email: String,
    /// The password.
    pub password: String,
    /// Needed if MFA is enabled: the six-digit code of the authenticator app, or a recovery code.
    #[oai(validator(max_length = 64))]
    pub otp: Option<String>,
}

impl Example for UnaffiliatedCredentials {
    fn example() -> Self {
        Self {
            email: "ada@prairie.example".to_owned(),
            password: "a long pass phrase".to_owned(),
            otp: None,
        }
    }
}
