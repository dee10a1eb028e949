//! Pages of the log.

use super::audit_filter::AuditFilter;
use super::wire::{AuditEntries, AuditEntry};
use crate::auth::Proof;
use crate::auth::permission::AuditRead;
use crate::db::TenantDb;
use crate::http::ApiError;
use entities::audit_entry::{Column, Entity};
use sea_orm::{ColumnTrait, Condition};

/// Rows that are read at once for a file.
pub(super) const EXPORT_PAGE_ROWS: u32 = 1_000;

/// A page, the newest rows first.
pub(super) async fn list_audit_entries(
    db: &TenantDb,
    filter: &AuditFilter,
    limit: u32,
    cursor: Option<&str>,
    _may: &Proof<AuditRead>,
) -> Result<AuditEntries, ApiError> {
    let behind: Option<i64> = cursor
        .map(|cursor| cursor.parse().map_err(|_| ApiError::invalid_cursor()))
        .transpose()?;
    let found = db
        .find::<Entity>()
        .filter(filter.condition())
        .filter(Condition::all().add_option(behind.map(|seq| Column::Seq.lt(seq))));
    let (rows, next_cursor) = found
        .order_by_desc(Column::Seq)
        .page(limit, |row| row.seq.to_string())
        .await?;
    Ok(AuditEntries {
        items: rows.into_iter().map(AuditEntry::from_row).collect(),
        next_cursor,
    })
}
