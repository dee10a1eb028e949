//! A correction of an item at a location that overrides the warehouse's values.

use super::recommend::StockRow;
use crate::decimal::Decimal4;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Corrected values; absent values come from the warehouse and the sales.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemCorrection {
    pub lead_time_days: Option<u32>,
    /// All quantities are in the unit of the row.
    pub reorder_point: Option<Decimal4>,
    pub min_order_quantity: Option<Decimal4>,
    pub pack_size: Option<Decimal4>,
    /// Name of the user or API key.
    pub corrected_by: String,
    pub corrected_at: DateTime<Utc>,
}

impl ItemCorrection {
    /// Applies the correction, except for the lead time: see [`super::lead_time`].
    pub fn apply_to(&self, row: &mut StockRow) {
        row.reorder_point_corrected = self.reorder_point.is_some();
        row.reorder_point = self.reorder_point.or(row.reorder_point);
        row.min_order_quantity = self.min_order_quantity.or(row.min_order_quantity);
        row.pack_size = self.pack_size.or(row.pack_size);
        row.correction = Some(self.clone());
    }

    /// Whether no value is corrected.
    pub fn is_empty(&self) -> bool {
        self.lead_time_days.is_none()
            && self.reorder_point.is_none()
            && self.min_order_quantity.is_none()
            && self.pack_size.is_none()
    }
}
