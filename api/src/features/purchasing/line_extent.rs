//! First and last day with order lines.

use crate::auth::Proof;
use crate::auth::permission::{PurchasingRead, SalesRead};
use crate::db::{DbError, RolledUpDb, TenantSql};
use chrono::NaiveDate;
use sea_orm::FromQueryResult;

/// The extent of lines in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineExtent {
    /// Day of the first line.
    pub first_day: NaiveDate,
    /// Day of the last line.
    pub last_day: NaiveDate,
}

#[derive(FromQueryResult)]
struct ExtentRow {
    first_day: Option<NaiveDate>,
    last_day: Option<NaiveDate>,
}

const EXTENT_SQL: TenantSql = TenantSql::new(
    r"
        select min(day) as first_day, max(day) as last_day
        from rollup_line_day
        where tenant_id = $1 and direction = $2 and day <= $3
    ",
);

/// The extent of the sale lines up to a day; none without lines.
pub async fn read_sales_extent(
    db: &RolledUpDb,
    as_of: NaiveDate,
    _right: &Proof<SalesRead>,
) -> Result<Option<LineExtent>, DbError> {
    read_extent(db, "sale", as_of).await
}

/// The extent of the purchase lines up to a day; none without lines.
pub async fn read_purchase_extent(
    db: &RolledUpDb,
    as_of: NaiveDate,
    _right: &Proof<PurchasingRead>,
) -> Result<Option<LineExtent>, DbError> {
    read_extent(db, "purchase", as_of).await
}

async fn read_extent(
    db: &RolledUpDb,
    direction: &str,
    as_of: NaiveDate,
) -> Result<Option<LineExtent>, DbError> {
    let rows = db
        .query_rows::<ExtentRow>(EXTENT_SQL, vec![direction.into(), as_of.into()])
        .await?;
    Ok(rows.into_iter().next().and_then(|row| {
        Some(LineExtent {
            first_day: row.first_day?,
            last_day: row.last_day?,
        })
    }))
}
