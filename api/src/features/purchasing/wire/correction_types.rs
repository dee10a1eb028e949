//! Request and response types of stock corrections.

use crate::decimal::Decimal4;
use crate::features::purchasing::bounded_number::{Bounds, parse_bounded_number};
use crate::features::purchasing::stock_correction::ItemCorrection;
use crate::http::ApiError;
use chrono::{DateTime, Utc};
use entities::stock_correction::Model;
use poem_openapi::Object;
use poem_openapi::types::Example;

/// Correction of an item at a location. Values that are left out come from the warehouse.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(in crate::features::purchasing) struct StockCorrectionInput {
    /// Id of the item.
    #[oai(validator(min_length = 1, max_length = 1000))]
    pub item_id: String,
    /// The location.
    #[oai(validator(max_length = 1000))]
    pub location: String,
    /// Lead time in days.
    #[oai(validator(maximum(value = "365")))]
    pub lead_time_days: Option<u32>,
    /// Position at which to order, in the row's unit; overrides seasonal levels.
    pub reorder_point: Option<f64>,
    /// Minimum order quantity, in the row's unit.
    pub min_order_quantity: Option<f64>,
    /// Order quantities are multiples of it, in the row's unit.
    pub pack_size: Option<f64>,
}

/// Stock corrections.
#[derive(Clone, Debug, Object)]
pub(in crate::features::purchasing) struct StockCorrections {
    /// Newest first.
    pub items: Vec<CorrectedStockRow>,
}

/// A corrected stock row.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct CorrectedStockRow {
    pub item_id: String,
    /// The item's name at the time of the correction.
    pub item: String,
    /// Unit of the quantities.
    pub unit: String,
    pub location: String,
    /// The corrected values.
    pub correction: StockCorrection,
}

/// Corrected values of a stock row; absent values come from the warehouse.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct StockCorrection {
    pub lead_time_days: Option<u32>,
    pub reorder_point: Option<f64>,
    pub min_order_quantity: Option<f64>,
    pub pack_size: Option<f64>,
    /// Name of the user or API key that set the correction.
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
    /// The correction, or an error for each value that is out of bounds.
    pub(in crate::features::purchasing) fn to_correction(
        &self,
        by: &str,
        at: DateTime<Utc>,
    ) -> Result<ItemCorrection, ApiError> {
        let max = Decimal4::from_scaled(10_i64.pow(16) - 1).unwrap_or_default();
        let above_zero = Decimal4::from_scaled(1).unwrap_or_default();
        let mut invalid = Vec::new();
        let mut read = |path: &str, value: Option<f64>, least: Decimal4, expected: &str| {
            value.and_then(|value| {
                parse_bounded_number(path, value, Bounds { min: least, max }, expected)
                    .map_err(|detail| invalid.push(detail))
                    .ok()
            })
        };
        let correction = ItemCorrection {
            lead_time_days: self.lead_time_days,
            reorder_point: read(
                "reorderPoint",
                self.reorder_point,
                Decimal4::ZERO,
                "Enter a reorder point of 0 or more",
            ),
            min_order_quantity: read(
                "minOrderQuantity",
                self.min_order_quantity,
                above_zero,
                "Enter a minimum order above 0",
            ),
            pack_size: read(
                "packSize",
                self.pack_size,
                above_zero,
                "Enter a pack size above 0",
            ),
            corrected_by: by.to_owned(),
            corrected_at: at,
        };
        if invalid.is_empty() {
            Ok(correction)
        } else {
            Err(ApiError::invalid_values(invalid))
        }
    }
}

impl CorrectedStockRow {
    /// A stock row with its correction.
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
