//! What deleting one's account takes.

use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// To so many organizations a person may belong, and name them.
pub(in crate::features::accounts) const MAX_NAMED_ORGANIZATIONS: usize = 50;

/// Shows that it is the person, and that they mean it.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct AccountDeletion {
    /// The password that is valid now.
    pub password: String,
    /// Where two-step sign-in is on: the six digits that the app shows, or a recovery code.
    #[oai(validator(max_length = 64))]
    pub otp: Option<String>,
    /// The organizations that nobody else belongs to, which are deleted too.
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

/// Shows who somebody is that belongs to no organization.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct UnaffiliatedCredentials {
    /// The address of the account.
    #[oai(validator(max_length = 254))]
    pub email: String,
    /// The password.
    pub password: String,
    /// Where two-step sign-in is on: the six digits that the app shows, or a recovery code.
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
