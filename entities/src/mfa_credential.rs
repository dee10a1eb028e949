//! What a person's authenticator app and the server both know.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "second_factor")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub person_id: Uuid,
    /// Sealed for this person.
    pub secret: String,
    pub created_at: DateTimeUtc,
    /// When the person showed that their app has it; it asks for nothing before.
    pub confirmed_at: Option<DateTimeUtc>,
    /// The 30 seconds whose code was used last: no code is used twice.
    pub last_step: i64,
}

impl ActiveModelBehavior for ActiveModel {}
