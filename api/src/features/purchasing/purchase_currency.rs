//! The currency of an organization's sums. Amounts in other currencies are never added.

use crate::auth::Proof;
use crate::auth::permission::PurchasingRead;
use crate::db::{DbError, Organization, RolledUpDb, TenantSql};
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};

/// The currency of drafts and limits in organizations without purchases.
pub(super) const DEFAULT_CURRENCY: &str = "USD";

/// The currency of an organization's sums.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PurchaseCurrency(pub String);

#[derive(FromQueryResult)]
struct CurrencyRow {
    currency: String,
}

const MOST_USED_CURRENCY_SQL: TenantSql = TenantSql::new(
    r"
        select currency
        from rollup_line_day
        where tenant_id = $1
        group by currency
        order by sum(lines) desc, currency
        limit 1
    ",
);

/// The currency; requires permission to see costs.
pub async fn read_purchase_currency(
    db: &RolledUpDb,
    organization: &Organization,
    _right: &Proof<PurchasingRead>,
) -> Result<Option<PurchaseCurrency>, DbError> {
    read_organization_currency(db, organization).await
}

/// The organization's configured currency, else that of most lines; none if neither exists.
/// Requires no permission as it reveals no cost.
pub async fn read_organization_currency(
    db: &RolledUpDb,
    organization: &Organization,
) -> Result<Option<PurchaseCurrency>, DbError> {
    if let Some(chosen) = &organization.currency {
        return Ok(Some(PurchaseCurrency(chosen.clone())));
    }
    let most_used = db
        .query_rows::<CurrencyRow>(MOST_USED_CURRENCY_SQL, Vec::new())
        .await?;
    Ok(most_used
        .into_iter()
        .next()
        .map(|lines| PurchaseCurrency(lines.currency)))
}
