//! Queries of the audit log.

use super::audit_filter::AuditFilter;
use crate::auth::Proof;
use crate::auth::permission::AuditRead;
use crate::db::{DbError, Page, TenantDb};
use entities::audit_entry::{Column, Entity, Model};
use sea_orm::{ColumnTrait, Condition};

/// The page size of a file.
pub(super) const EXPORT_PAGE_ROWS: u32 = 1_000;

/// A page of entries, newest first, with sequence numbers below `before`.
pub(super) async fn list_audit_entries(
    db: &TenantDb,
    filter: &AuditFilter,
    limit: u32,
    before: Option<i64>,
    _permission: &Proof<AuditRead>,
) -> Result<Page<Model>, DbError> {
    let query = db
        .find::<Entity>()
        .filter(filter.condition())
        .filter(Condition::all().add_option(before.map(|seq| Column::Seq.lt(seq))));
    query
        .order_by_desc(Column::Seq)
        .page(limit, |row| row.seq.to_string())
        .await
}
