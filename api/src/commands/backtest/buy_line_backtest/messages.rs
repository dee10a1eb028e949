//! Questions and answers of the buy-line evaluation, one JSON object per line.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use purchase_planning::SalesDating;
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Question {
    pub(super) retailer: String,
    pub(super) today: NaiveDate,
    pub(super) dating: Dating,
    /// Folder with the tables' new rows.
    #[serde(default)]
    pub(super) history: Option<String>,
    pub(super) inventory: Vec<StockLine>,
    #[serde(default)]
    pub(super) bookings: Vec<BookingLine>,
    #[serde(default)]
    pub(super) purchase_orders: Vec<PurchaseOrderLine>,
    #[serde(default)]
    pub(super) transfers_underway: Vec<Transfer>,
    pub(super) costs: CostSettings,
    /// Whether the answer contains the position.
    #[serde(default)]
    pub(super) position: bool,
    #[serde(default)]
    pub(super) weeks: usize,
    /// A changed version of the same morning, to be answered and forgotten.
    #[serde(default)]
    pub(super) probe: bool,
}

/// What `transaction_date` of a sale is.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Dating {
    Booked,
    Delivered,
}

impl From<Dating> for SalesDating {
    fn from(dating: Dating) -> Self {
        match dating {
            Dating::Booked => Self::Booking,
            Dating::Delivered => Self::Delivery,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StockLine {
    pub(super) item: String,
    pub(super) location: String,
    pub(super) category: String,
    pub(super) on_hand: f64,
    #[serde(default)]
    pub(super) pack_size: f64,
    #[serde(default)]
    pub(super) min_order_quantity: f64,
    pub(super) lead_time_days: f64,
    pub(super) unit_cost: f64,
    pub(super) unit_price: f64,
    pub(super) supplier: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct BookingLine {
    pub(super) item: String,
    pub(super) location: String,
    pub(super) quantity: f64,
    #[serde(default)]
    pub(super) delivered: f64,
    pub(super) due: NaiveDate,
}

#[derive(Debug, Deserialize)]
pub(super) struct PurchaseOrderLine {
    pub(super) item: String,
    pub(super) location: String,
    pub(super) supplier: String,
    pub(super) quantity: f64,
    #[serde(default)]
    pub(super) received: f64,
    pub(super) ordered: NaiveDate,
    pub(super) expected: NaiveDate,
}

#[derive(Debug, Deserialize)]
pub(super) struct Transfer {
    pub(super) item: String,
    pub(super) to: String,
    pub(super) quantity: f64,
    pub(super) expected: NaiveDate,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CostSettings {
    pub(super) order_line: f64,
    pub(super) transfer: f64,
    pub(super) transfer_freight_share: f64,
    pub(super) transfer_days: f64,
    pub(super) shortage: f64,
    pub(super) shortage_booked: f64,
    pub(super) carrying: BTreeMap<String, f64>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct Answer<'a> {
    pub(super) orders: Vec<AnswerOrder<'a>>,
    pub(super) transfers: Vec<AnswerTransfer<'a>>,
    pub(super) position: Vec<AnswerCell<'a>>,
}

#[derive(Debug, Serialize)]
pub(super) struct AnswerOrder<'a> {
    pub(super) item: &'a str,
    pub(super) location: &'a str,
    pub(super) supplier: &'a str,
    pub(super) quantity: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct AnswerTransfer<'a> {
    pub(super) item: &'a str,
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    pub(super) quantity: f64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnswerCell<'a> {
    pub(super) item: &'a str,
    pub(super) location: &'a str,
    pub(super) week: usize,
    pub(super) on_hand: f64,
    pub(super) arrivals: f64,
    pub(super) bookings: f64,
    pub(super) unbooked_forecast: f64,
    pub(super) balance: f64,
}
