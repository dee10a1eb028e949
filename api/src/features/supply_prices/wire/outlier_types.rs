//! Request and response types of unusual prices.

use crate::decimal::{Decimal4, round2};
use crate::features::supply_prices::outlier_store::{PriceConfirmation, UnusualPriceDetails};
use crate::features::supply_prices::price_outliers::PricedPurchase;
use crate::http::{ApiError, ErrorDetailCode};
use chrono::{DateTime, NaiveDate, Utc};
use entities::purchase_transaction;
use poem_openapi::Object;
use poem_openapi::types::Example;

/// A page of unusual purchase prices.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::supply_prices) struct PriceOutlierList {
    /// Newest first.
    pub items: Vec<PriceOutlierItem>,
    /// Number of unconfirmed unusual prices, which do not count.
    pub unconfirmed: u64,
    /// Cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
}

/// An unusual price of an item from a supplier on a day.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::supply_prices) struct PriceOutlierItem {
    pub item_id: String,
    /// The item's name, or its id.
    pub item: String,
    /// Absent if the lines have no supplier.
    pub supplier_id: Option<String>,
    /// The supplier's name, or its id.
    pub supplier: Option<String>,
    pub unit: String,
    pub currency: String,
    pub day: NaiveDate,
    pub unit_price: f64,
    /// Median of the item's other prices around that day, from this supplier if it has enough.
    pub usual_price: f64,
    /// Number of lines at this price.
    pub lines: u64,
    /// Purchased units of these lines.
    pub quantity: f64,
    pub amount: f64,
    /// The first 20 lines.
    pub rows: Vec<PriceOutlierRow>,
    /// Who confirmed the price; absent while it does not count.
    pub confirmation: Option<PriceConfirmationInfo>,
}

/// A purchase line.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::supply_prices) struct PriceOutlierRow {
    pub transaction_id: String,
    pub order_id: String,
    pub quantity: f64,
    pub location: Option<String>,
}

/// Who confirmed a price.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::supply_prices) struct PriceConfirmationInfo {
    /// Name of the user or API key.
    pub confirmed_by: String,
    pub confirmed_at: DateTime<Utc>,
}

/// A price to confirm, as in the list.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(in crate::features::supply_prices) struct PriceConfirmationInput {
    #[oai(validator(min_length = 1, max_length = 1000))]
    pub item_id: String,
    /// Leave it out if the lines have no supplier.
    #[oai(validator(max_length = 1000))]
    pub supplier_id: Option<String>,
    #[oai(validator(min_length = 1, max_length = 100))]
    pub unit: String,
    /// ISO 4217 code.
    #[oai(validator(min_length = 1, max_length = 100))]
    pub currency: String,
    pub day: NaiveDate,
    pub unit_price: f64,
    /// True if the price is right, false to withdraw the confirmation.
    pub confirmed: bool,
}

impl Example for PriceConfirmationInput {
    fn example() -> Self {
        Self {
            item_id: "FERT-UREA".to_owned(),
            supplier_id: Some("SUP-07".to_owned()),
            unit: "ton".to_owned(),
            currency: "USD".to_owned(),
            day: NaiveDate::from_ymd_opt(2026, 3, 9).unwrap_or_default(),
            unit_price: 1_480.0,
            confirmed: true,
        }
    }
}

impl PriceConfirmationInput {
    /// The confirmation, or an error for a price that no line can have.
    pub(in crate::features::supply_prices) fn into_confirmation(
        self,
        by: &str,
        at: DateTime<Utc>,
    ) -> Result<PriceConfirmation, ApiError> {
        // A float prints as the shortest text that parses back to it, which is what the caller sent.
        let price = Decimal4::parse(&self.unit_price.to_string()).map_err(|_| {
            ApiError::invalid_value(
                "unitPrice",
                ErrorDetailCode::Number,
                "Enter a unit price with at most 4 decimals.",
            )
        })?;
        Ok(PriceConfirmation {
            purchase: PricedPurchase {
                item: self.item_id,
                unit: self.unit,
                day: self.day,
                supplier: self.supplier_id.unwrap_or_default(),
                unit_price_e4: price.scaled(),
            },
            currency: self.currency,
            is_confirmed: self.confirmed,
            by: by.to_owned(),
            at,
        })
    }
}

impl PriceOutlierItem {
    pub(in crate::features::supply_prices) fn from_details(
        details: UnusualPriceDetails,
        currency: &str,
    ) -> Self {
        let (price, purchase) = (&details.price, &details.price.outlier.purchase);
        Self {
            item: details.item_name,
            supplier_id: Some(purchase.supplier.clone()).filter(|id| !id.is_empty()),
            supplier: details.supplier_name,
            unit: purchase.unit.clone(),
            currency: currency.to_owned(),
            day: purchase.day,
            unit_price: scaled_to_f64(purchase.unit_price_e4),
            usual_price: round2(price.outlier.usual_price),
            lines: price.sums.lines.unsigned_abs(),
            quantity: price.sums.total_quantity().to_f64(),
            amount: price.sums.total_amount().to_money(),
            rows: details.lines.into_iter().map(Into::into).collect(),
            confirmation: price.confirmed.clone().map(|(confirmed_by, confirmed_at)| {
                PriceConfirmationInfo {
                    confirmed_by,
                    confirmed_at,
                }
            }),
            item_id: purchase.item.clone(),
        }
    }
}

impl From<purchase_transaction::Model> for PriceOutlierRow {
    fn from(line: purchase_transaction::Model) -> Self {
        Self {
            transaction_id: line.transaction_id,
            order_id: line.order_id,
            quantity: scaled_to_f64(line.quantity_e4),
            location: line.location,
        }
    }
}

fn scaled_to_f64(scaled: i64) -> f64 {
    Decimal4::from_scaled(scaled).map_or(0.0, Decimal4::to_f64)
}
