//! A source row that could not land, and why.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sync_reject")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub run_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// Order within the table.
    #[sea_orm(primary_key, auto_increment = false)]
    pub seq: i64,
    /// Of a CSV file the physical line where the record starts, the header being line 1; of a
    /// Parquet file the row's number from 1.
    pub line: Option<i64>,
    pub file: Option<String>,
    /// The row's key, where it has one.
    pub key: Option<String>,
    pub column: Option<String>,
    /// The offending text, cut to 200 characters.
    pub value: Option<String>,
    pub reason: String,
    pub rejected_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
