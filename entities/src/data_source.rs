//! The data source of a tenant.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "data_source")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// The name of a connector, such as `files`.
    pub kind: String,
    /// The connector's settings as JSON, without the password or key.
    pub settings: String,
    /// New with every change of the source. Rows that another revision read do not count as
    /// missing.
    pub revision: Uuid,
    /// Identifies a connection with a password. New with every password.
    pub connection_id: Option<Uuid>,
    /// The password, encrypted for this tenant and connection.
    pub sealed_password: Option<String>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
