//! The authenticator app of a person.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mfa_credential")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub person_id: Uuid,
    /// The TOTP secret, encrypted for this person.
    pub sealed_secret: String,
    pub created_at: DateTimeUtc,
    /// When the person entered a first valid code. MFA is off before.
    pub confirmed_at: Option<DateTimeUtc>,
    /// The 30-second step of the last accepted code. No code is accepted twice.
    pub last_totp_step: i64,
}

impl ActiveModelBehavior for ActiveModel {}
