//! The last day for which the organization has order lines.

use crate::auth::Proof;
use crate::auth::permission::PurchasingRead;
use crate::db::{DbError, RolledUpDb, TenantSql};
use chrono::NaiveDate;
use sea_orm::FromQueryResult;

#[derive(FromQueryResult)]
struct NewestDayRow {
    day: Option<NaiveDate>,
}

const NEWEST_DAY_SQL: TenantSql = TenantSql::new(
    r"
        select max(day) as day
        from rollup_line_day
        where tenant_id = $1 and day <= $2 and lines > 0
    ",
);

/// The day of the newest order line up to `as_of`; none without lines.
pub async fn read_data_through(
    db: &RolledUpDb,
    as_of: NaiveDate,
    _right: &Proof<PurchasingRead>,
) -> Result<Option<NaiveDate>, DbError> {
    Ok(db
        .query_rows::<NewestDayRow>(NEWEST_DAY_SQL, vec![as_of.into()])
        .await?
        .first()
        .and_then(|newest| newest.day))
}
