//! Where a tenant's rows come from.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "data_source")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// `files` or `postgres`.
    pub kind: String,
    /// For `files`: the folder, absolute or relative to the warehouse root. For `postgres`: server,
    /// database, user and schema as JSON, without the password.
    pub location: String,
    /// New whenever the source is set; rows read under another revision do not count as lost.
    pub revision: Uuid,
    /// Names a connection that has a password; new with every password.
    pub connection_id: Option<Uuid>,
    /// The password, sealed for this tenant and connection.
    pub sealed: Option<String>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
