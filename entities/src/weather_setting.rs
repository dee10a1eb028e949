//! The weather provider of an organization, and the last change of its weather settings: at most one
//! row per tenant.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "weather_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// The forecast endpoint. None: the provider of the operator.
    pub provider_url: Option<String>,
    /// The encrypted API key, if the provider needs one.
    pub sealed_api_key: Option<String>,
    /// The name of the person who last changed the settings.
    pub updated_by: String,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
