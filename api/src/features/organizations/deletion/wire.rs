//! What deleting an organization takes.

use poem_openapi::Object;
use poem_openapi::types::Example;

/// Shows that an owner means it.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct OrganizationDeletion {
    /// The organization's name, typed out.
    #[oai(validator(max_length = 200))]
    pub name: String,
    /// The password that is valid now.
    pub password: String,
    /// Where two-step sign-in is on: the six digits that the app shows, or a recovery code.
    #[oai(validator(max_length = 64))]
    pub otp: Option<String>,
}

impl Example for OrganizationDeletion {
    fn example() -> Self {
        Self {
            name: "Prairie Seed & Supply".to_owned(),
            password: "a long pass phrase".to_owned(),
            otp: None,
        }
    }
}
