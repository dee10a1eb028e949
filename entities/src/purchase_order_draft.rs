//! A purchase order draft for one supplier. It is later marked as ordered or discarded.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "purchase_order_draft")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Time-ordered.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The client's id of the request that created the draft. Repeating the request creates no
    /// second draft.
    pub request_id: Uuid,
    /// `draft`, `ordered` or `discarded`.
    pub state: String,
    /// Null if the warehouse has no supplier for the items.
    pub supplier_id: Option<String>,
    /// The name at that time.
    pub supplier_name: Option<String>,
    /// ISO 4217, for all unit costs.
    pub currency: String,
    pub created_at: DateTimeUtc,
    /// The name of the person.
    pub created_by: String,
    pub ordered_at: Option<DateTimeUtc>,
    pub ordered_by: Option<String>,
    pub discarded_at: Option<DateTimeUtc>,
    pub discarded_by: Option<String>,
    /// Null for API keys. The person may have been deleted.
    pub created_by_person_id: Option<Uuid>,
    /// Whether its total was above the limit of the creator's role.
    pub approval_required: bool,
    pub approved_at: Option<DateTimeUtc>,
    /// The name of the person.
    pub approved_by: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
