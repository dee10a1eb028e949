//! A key that signs access tokens, by its number: it follows from the installation's secret, of
//! which nothing stands here.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "signing_epoch")]
pub struct Model {
    /// 2 and up; the first key needs no row.
    #[sea_orm(primary_key, auto_increment = false)]
    pub epoch: i64,
    /// It verifies from the moment on that it is here, and signs from this one on.
    pub signs_from: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
