//! The columns that a source table had when it landed last, what is to happen where they change,
//! and the question that waits.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "remembered_columns")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// `ask`, `stop` or `ignore`.
    pub policy: String,
    /// The setting of the source that has them.
    pub source_revision: Option<Uuid>,
    /// JSON: name, what it holds, files that lack it.
    pub columns: Option<String>,
    pub seen_at: Option<DateTimeUtc>,
    /// What a run found instead, in the same form; nothing lands until it is accepted.
    pub pending_columns: Option<String>,
    pub pending_run: Option<Uuid>,
    pub pending_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
