//! What a page shows, saved under a name.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "saved_view")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The person who saved it.
    pub person_id: Uuid,
    /// `explore` or `stock`.
    pub page: String,
    pub name: String,
    pub description: String,
    /// The query string of the page's address.
    pub address: String,
    /// What the page asks the API, as JSON: the body of `queryMetrics` for `explore`, the parameters of
    /// `getSeasonPosition` for `stock`.
    pub query: String,
    /// Whether all members see it.
    pub is_shared: bool,
    /// Whether the page starts with it for this person.
    pub is_default: bool,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
