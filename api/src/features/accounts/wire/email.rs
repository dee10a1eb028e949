//! What confirming an address takes.

use poem_openapi::Object;
use poem_openapi::types::Example;

/// The link of a letter.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct EmailVerification {
    /// What stands behind `#token=` in the link.
    #[oai(validator(max_length = 128))]
    pub token: String,
}

impl Example for EmailVerification {
    fn example() -> Self {
        Self {
            token: "4Zr1yqSxuL0jVfE2Qk3bGm8N5cTtW7dHpA9XoYiRzBs".to_owned(),
        }
    }
}
