//! Files that a user uploads to import them together. The files are on the disk of the server.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "upload")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub created_at: DateTimeUtc,
    /// When the upload and its files may be deleted.
    pub expires_at: DateTimeUtc,
    /// JSON list of the answers to questions about the files.
    pub answers: String,
    /// JSON list of corrected cells.
    pub corrections: String,
    /// JSON of the last reading; null before the files were read.
    pub proposal: Option<String>,
    /// JSON list of tables and numbers of rows of the last reading.
    pub table_rows: Option<String>,
    /// Cells that the last reading rejected.
    pub rejected_cells: i64,
    /// Size of the tables of the last reading.
    pub read_bytes: i64,
    /// The last run that imported the tables.
    pub run_id: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
