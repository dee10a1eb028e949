//! Somebody who runs the installation: they look after all organizations, beside whatever role they
//! have in one.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "operator")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub person_id: Uuid,
    pub since: DateTimeUtc,
    /// Who or what made them one.
    pub granted_by: String,
}

impl ActiveModelBehavior for ActiveModel {}
