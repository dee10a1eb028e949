//! An order to one supplier that somebody accepted: drafted, then ordered or discarded.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "purchase_order_draft")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Later ones sort after earlier ones.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The acceptance that made it, as the caller named it; the same one again makes no second
    /// draft.
    pub request_id: Uuid,
    /// `draft`, `ordered` or `discarded`.
    pub state: String,
    /// Absent where the warehouse names no supplier for the items.
    pub supplier_id: Option<String>,
    /// As it was called then.
    pub supplier_name: Option<String>,
    /// ISO 4217, of all unit costs.
    pub currency: String,
    pub created_at: DateTimeUtc,
    /// A name.
    pub created_by: String,
    pub ordered_at: Option<DateTimeUtc>,
    pub ordered_by: Option<String>,
    pub discarded_at: Option<DateTimeUtc>,
    pub discarded_by: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
