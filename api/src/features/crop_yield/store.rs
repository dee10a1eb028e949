//! The tenant's customers behind the yield forecasts.

use super::forecast::{YieldReport, yield_report};
use super::plantings::{Growers, plantings};
use super::reference::ReferenceYields;
use crate::auth::Proof;
use crate::auth::permission::CustomersRead;
use crate::db::{DbError, SUM_RADIX, TenantDb, TenantSql};
use crate::decimal::ExactSum;
use sea_orm::FromQueryResult;

/// The forecasts with what they rest on.
#[derive(Clone, Debug)]
pub struct ReadYields {
    /// The figures; none where no customer's crop can be forecast.
    pub report: Option<YieldReport>,
    /// Customers whose crops are known.
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

const GROWERS: TenantSql = TenantSql::new(
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
pub async fn read_yields(
    db: &TenantDb,
    reference: &ReferenceYields,
    _right: &Proof<CustomersRead>,
) -> Result<ReadYields, DbError> {
    let rows = db.rows::<GrowerRow>(GROWERS, Vec::new()).await?;
    let customers = rows
        .iter()
        .map(|row| u64::try_from(row.customers).unwrap_or(0))
        .sum();
    let growers: Vec<Growers> = rows.into_iter().map(GrowerRow::into_growers).collect();
    Ok(ReadYields {
        report: yield_report(&plantings(&growers), reference),
        customers,
    })
}

impl GrowerRow {
    fn into_growers(self) -> Growers {
        let acres = ExactSum::from_parts(self.high, self.low, SUM_RADIX).to_f64();
        Growers {
            state: self.state,
            crops: self.crops,
            acres,
        }
    }
}
