//! Reads the tenant's customers behind the yield forecasts.

use super::forecast::{YieldReport, build_yield_report};
use super::plantings::{GrowerGroup, split_plantings};
use super::reference_yields::ReferenceYields;
use crate::auth::Proof;
use crate::auth::permission::CustomersRead;
use crate::db::{DbError, SUM_RADIX, TenantDb, TenantSql};
use crate::decimal::ExactSum;
use sea_orm::FromQueryResult;

/// The forecasts with their basis.
#[derive(Clone, Debug)]
pub struct CustomerYieldReport {
    /// The figures; none if no customer's crop can be forecast.
    pub report: Option<YieldReport>,
    /// Number of customers with known crops.
    pub customers: u64,
}

#[derive(FromQueryResult)]
struct GrowerRow {
    state: Option<String>,
    crops: String,
    customers: i64,
    high: i64,
    low: i64,
}

const GROWERS_SQL: TenantSql = TenantSql::new(
    r"
        select state, crops, count(*) as customers,
          cast(coalesce(sum(acres_e4 / 10000000), 0) as bigint) as high,
          cast(coalesce(sum(acres_e4 % 10000000), 0) as bigint) as low
        from customers
        where tenant_id = $1 and deleted_at is null and crops is not null
        group by state, crops
        order by state, crops
    ",
);

/// The forecasts for the tenant's customers.
pub async fn read_yield_report(
    db: &TenantDb,
    reference: &ReferenceYields,
    _right: &Proof<CustomersRead>,
) -> Result<CustomerYieldReport, DbError> {
    let rows = db.query_rows::<GrowerRow>(GROWERS_SQL, Vec::new()).await?;
    let customers = rows
        .iter()
        .map(|row| u64::try_from(row.customers).unwrap_or(0))
        .sum();
    let growers: Vec<GrowerGroup> = rows.into_iter().map(GrowerRow::into_grower_group).collect();
    Ok(CustomerYieldReport {
        report: build_yield_report(&split_plantings(&growers), reference),
        customers,
    })
}

impl GrowerRow {
    fn into_grower_group(self) -> GrowerGroup {
        let acres = ExactSum::from_parts(self.high, self.low, SUM_RADIX).to_f64();
        GrowerGroup {
            state: self.state,
            crops: self.crops,
            acres,
        }
    }
}
