//! A version of the key that signs access tokens. Keys are derived from the installation's secret,
//! which is not stored here.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "signing_key_version")]
pub struct Model {
    /// 2 and up. Version 1 needs no row.
    #[sea_orm(primary_key, auto_increment = false)]
    pub version: i64,
    /// When this version starts to sign. It verifies as soon as the row exists.
    pub signs_from: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
