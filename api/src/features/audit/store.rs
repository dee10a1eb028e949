//! Queries of the audit log.

use super::audit_filter::AuditFilter;
use super::wire::{AuditEntries, AuditEntry};
use crate::auth::Proof;
use crate::auth::permission::AuditRead;
use crate::db::TenantDb;
use crate::http::ApiError;
use entities::audit_entry::{Column, Entity};
use sea_orm::{ColumnTrait, Condition};

/// The page size of a file.
pub(super) const EXPORT_PAGE_ROWS: u32 = 1_000;

/// A page of entries, newest first.
pub(super) async fn list_audit_entries(
    db: &TenantDb,
    filter: &AuditFilter,
    limit: u32,
    cursor: Option<&str>,
    _permission: &Proof<AuditRead>,
) -> Result<AuditEntries, ApiError> {
    let before: Option<i64> = cursor
        .map(|cursor| cursor.parse().map_err(|_| ApiError::invalid_cursor()))
        .transpose()?;
    let query = db
        .find::<Entity>()
        .filter(filter.condition())
        .filter(Condition::all().add_option(before.map(|seq| Column::Seq.lt(seq))));
    let (rows, next_cursor) = query
        .order_by_desc(Column::Seq)
        .page(limit, |row| row.seq.to_string())
        .await?;
    Ok(AuditEntries {
        items: rows.into_iter().map(AuditEntry::from_row).collect(),
        next_cursor,
    })
}
