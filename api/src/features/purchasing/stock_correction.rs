//! What somebody who knows better says of an item at a location, in place of what the warehouse
//! says.

use super::recommend::StockRow;
use crate::decimal::Decimal4;
use chrono::{DateTime, Utc};

/// What is said; the rest is as the warehouse and the sales have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemCorrection {
    pub lead_time_days: Option<u32>,
    /// In the unit of the row, as are the other quantities.
    pub reorder_point: Option<Decimal4>,
    pub min_order_quantity: Option<Decimal4>,
    pub pack_size: Option<Decimal4>,
    /// A name.
    pub corrected_by: String,
    pub corrected_at: DateTime<Utc>,
}

impl ItemCorrection {
    /// Puts it in place. The lead time is not: where it comes from is told by [`super::lead_time`].
    pub fn apply_to(&self, row: &mut StockRow) {
        row.reorder_point_corrected = self.reorder_point.is_some();
        row.reorder_point = self.reorder_point.or(row.reorder_point);
        row.min_order_quantity = self.min_order_quantity.or(row.min_order_quantity);
        row.pack_size = self.pack_size.or(row.pack_size);
        row.correction = Some(self.clone());
    }

    /// Whether anything is said.
    pub fn is_empty(&self) -> bool {
        self.lead_time_days.is_none()
            && self.reorder_point.is_none()
            && self.min_order_quantity.is_none()
            && self.pack_size.is_none()
    }
}
