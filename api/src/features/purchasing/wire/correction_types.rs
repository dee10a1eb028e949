//! Corrections of stock rows in the contract's words.

use crate::decimal::Decimal4;
use crate::features::purchasing::bounded_number::{Bounds, parse_bounded_number};
use crate::features::purchasing::stock_correction::ItemCorrection;
use crate::http::ApiError;
use chrono::{DateTime, Utc};
use entities::stock_correction::Model;
use poem_openapi::Object;
use poem_openapi::types::Example;

/// What holds of an item at a location. What is left out is as the warehouse has it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(in crate::features::purchasing) struct StockCorrectionInput {
    /// The item.
    #[oai(validator(min_length = 1, max_length = 1000))]
    pub item_id: String,
    /// The location.
    #[oai(validator(max_length = 1000))]
    pub location: String,
    /// Days that an order takes.
    #[oai(validator(maximum(value = "365")))]
    pub lead_time_days: Option<u32>,
    /// The position at which to order, in the row's unit; it holds whatever the seasons say.
    pub reorder_point: Option<f64>,
    /// The least that is ordered, in the row's unit.
    pub min_order_quantity: Option<f64>,
    /// What is ordered is a multiple of it, in the row's unit.
    pub pack_size: Option<f64>,
}

/// Corrections.
#[derive(Clone, Debug, Object)]
pub(in crate::features::purchasing) struct StockCorrections {
    /// The newest first.
    pub items: Vec<CorrectedStockRow>,
}

/// A stock row that somebody corrected.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct CorrectedStockRow {
    pub item_id: String,
    /// As the item was called then.
    pub item: String,
    /// The unit in which the quantities are meant.
    pub unit: String,
    pub location: String,
    /// What was said.
    pub correction: StockCorrection,
}

/// What somebody said of a stock row; what is absent is as the warehouse has it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct StockCorrection {
    pub lead_time_days: Option<u32>,
    pub reorder_point: Option<f64>,
    pub min_order_quantity: Option<f64>,
    pub pack_size: Option<f64>,
    /// The name of whoever said so.
    pub corrected_by: String,
    pub corrected_at: DateTime<Utc>,
}

impl Example for StockCorrectionInput {
    fn example() -> Self {
        Self {
            item_id: "FERT-UREA".to_owned(),
            location: "Ames".to_owned(),
            lead_time_days: Some(21),
            reorder_point: Some(120.0),
            min_order_quantity: None,
            pack_size: Some(40.0),
        }
    }
}

impl StockCorrectionInput {
    /// The correction, or every value that is out of its bounds.
    pub(in crate::features::purchasing) fn to_correction(
        &self,
        by: &str,
        at: DateTime<Utc>,
    ) -> Result<ItemCorrection, ApiError> {
        let most = Decimal4::from_scaled(10_i64.pow(16) - 1).unwrap_or_default();
        let above_zero = Decimal4::from_scaled(1).unwrap_or_default();
        let mut refused = Vec::new();
        let mut read = |path: &str, value: Option<f64>, least: Decimal4, expected: &str| {
            value.and_then(|value| {
                parse_bounded_number(
                    path,
                    value,
                    Bounds {
                        min: least,
                        max: most,
                    },
                    expected,
                )
                .map_err(|detail| refused.push(detail))
                .ok()
            })
        };
        let correction = ItemCorrection {
            lead_time_days: self.lead_time_days,
            reorder_point: read(
                "reorderPoint",
                self.reorder_point,
                Decimal4::ZERO,
                "Give the reorder point as 0 or more",
            ),
            min_order_quantity: read(
                "minOrderQuantity",
                self.min_order_quantity,
                above_zero,
                "Give the minimum order as a number above 0",
            ),
            pack_size: read(
                "packSize",
                self.pack_size,
                above_zero,
                "Give the pack size as a number above 0",
            ),
            corrected_by: by.to_owned(),
            corrected_at: at,
        };
        if refused.is_empty() {
            Ok(correction)
        } else {
            Err(ApiError::invalid_values(refused))
        }
    }
}

impl CorrectedStockRow {
    /// A row with what was said of it.
    pub(in crate::features::purchasing) fn from_row(
        (row, correction): (Model, ItemCorrection),
    ) -> Self {
        Self {
            item_id: row.item_id,
            item: row.item_name,
            unit: row.unit,
            location: row.location,
            correction: correction.into(),
        }
    }
}

impl From<ItemCorrection> for StockCorrection {
    fn from(correction: ItemCorrection) -> Self {
        Self {
            lead_time_days: correction.lead_time_days,
            reorder_point: correction.reorder_point.map(Decimal4::to_f64),
            min_order_quantity: correction.min_order_quantity.map(Decimal4::to_f64),
            pack_size: correction.pack_size.map(Decimal4::to_f64),
            corrected_by: correction.corrected_by,
            corrected_at: correction.corrected_at,
        }
    }
}
