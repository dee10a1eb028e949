//! A source row that was rejected, and the reason.

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
    /// For CSV the physical line of the record, where the header is line 1. For Parquet the row
    /// number, from 1.
    pub line: Option<i64>,
    pub file: Option<String>,
    /// The key of the row, if it has one.
    pub key: Option<String>,
    pub column: Option<String>,
    /// The invalid text, truncated to 200 characters.
    pub value: Option<String>,
    /// What is wrong: a name of `RejectCode`. Empty for rows that are older than the codes.
    pub code: String,
    pub reason: String,
    pub rejected_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
