//! A notification about a topic that started firing or was resolved.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "notification")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Time-ordered.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// What is monitored, such as `sync:sales_transactions`.
    pub topic: String,
    /// `firing` or `resolved`.
    pub kind: String,
    pub created_at: DateTimeUtc,
    /// The only recipient. None for all members.
    pub person_id: Option<Uuid>,
    /// The permissions that the text needs, separated by spaces. None for `sync.read`.
    pub required_access: Option<String>,
    /// The path of the page with the figure.
    pub link: Option<String>,
    /// What happens once, such as a day's evaluation: no second notification is created for it.
    pub occasion: Option<String>,
    /// The values that its text is written from, in the language of each reader. JSON.
    pub event: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
