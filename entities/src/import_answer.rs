//! Answers about a layout of imported files, which hold for the next file with the same columns.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_answer")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Hash of the column names.
    #[sea_orm(primary_key, auto_increment = false)]
    pub fingerprint: String,
    /// JSON list of answers.
    pub answers: String,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
