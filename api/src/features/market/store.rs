//! Reads the tenant's quotes.

use super::commodity::Commodity;
use super::quote::Quote;
use crate::auth::Proof;
use crate::auth::permission::MarketRead;
use crate::db::{DbError, TenantDb};
use crate::decimal::Decimal4;
use chrono::NaiveDate;
use entities::market_price;
use sea_orm::ColumnTrait;

/// All quotes up to a day, oldest first: the backtest needs the whole history.
pub async fn read_quotes(
    db: &TenantDb,
    as_of: NaiveDate,
    _right: &Proof<MarketRead>,
) -> Result<Vec<Quote>, DbError> {
    let rows = db
        .find::<market_price::Entity>()
        .filter(market_price::Column::DeletedAt.is_null())
        .filter(market_price::Column::PriceDate.lte(as_of));
    let rows = rows
        .order_by_asc(market_price::Column::PriceDate)
        .all()
        .await?;
    Ok(rows.into_iter().filter_map(quote_from_row).collect())
}

/// The sync's checks reject invalid values. A row that still has one is left out.
fn quote_from_row(row: market_price::Model) -> Option<Quote> {
    Some(Quote {
        day: row.price_date,
        commodity: Commodity::from_code(&row.commodity)?,
        market: row.market,
        price: Decimal4::from_scaled(row.price_e4).ok()?,
        unit: row.unit,
        volume: row
            .volume_e4
            .map(Decimal4::from_scaled)
            .and_then(Result::ok),
    })
}
