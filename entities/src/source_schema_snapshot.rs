//! The columns of a source table at its last sync, the policy for schema drift, and the change that
//! waits for approval.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "source_schema_snapshot")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// `ask`, `stop` or `ignore`.
    pub drift_policy: String,
    /// The data source revision with these columns.
    pub source_revision: Option<Uuid>,
    /// JSON: the names, the types, and the files that lack a column.
    pub columns: Option<String>,
    pub captured_at: Option<DateTimeUtc>,
    /// The changed columns that a run found, in the same format. The table is not synced until they
    /// are accepted.
    pub pending_columns: Option<String>,
    pub pending_run_id: Option<Uuid>,
    pub pending_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
