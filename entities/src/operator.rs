//! An operator of the installation, who administers all organizations.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "operator")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub person_id: Uuid,
    pub granted_at: DateTimeUtc,
    /// Who granted the role.
    pub granted_by: String,
}

impl ActiveModelBehavior for ActiveModel {}
