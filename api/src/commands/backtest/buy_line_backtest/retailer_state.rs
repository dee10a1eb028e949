//! What earlier questions told about a retailer: the rows of its tables, the newest of each key.

use std::collections::BTreeMap;
use std::path::Path;

use chrono::NaiveDate;
use purchase_planning::{
    ClosedBooking, Day, Delivery, DueChange, History, SaleDelivery, SalesDating, StockOut,
    SupplierOrder,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::BuyLineError;
use super::messages::Question;
use super::numbering::{Numbering, day_number};

/// Rows of one retailer.
#[derive(Debug, Default)]
pub(super) struct RetailerState {
    sales: BTreeMap<String, SalesLine>,
    bookings: BTreeMap<(String, String), Booking>,
    due_changes: Vec<DueChange>,
    /// By item and location: since when there is no stock, as far as the reviews show.
    empty_since: BTreeMap<(String, String), Day>,
    stock_outs: Vec<(String, String, Day, Day)>,
}

/// A sale or a received purchase.
#[derive(Debug, Deserialize)]
struct SalesLine {
    transaction_id: String,
    direction: String,
    transaction_date: NaiveDate,
    supplier_id: String,
    item_id: String,
    quantity: f64,
    promised_date: Option<NaiveDate>,
    delivered_date: Option<NaiveDate>,
    location: String,
}

#[derive(Debug, Deserialize)]
struct Booking {
    #[serde(rename = "booking_id")]
    id: String,
    line: String,
    item_id: String,
    location: String,
    quantity: f64,
    booked_date: NaiveDate,
    due_date: NaiveDate,
    delivered_quantity: f64,
    status: String,
}

impl RetailerState {
    /// Adds the tables of a folder.
    pub(super) fn read_tables(&mut self, folder: &Path) -> Result<(), BuyLineError> {
        for line in read_rows::<SalesLine>(&folder.join("sales_transactions.csv"))? {
            self.sales.insert(line.transaction_id.clone(), line);
        }
        for booking in read_rows::<Booking>(&folder.join("customer_bookings.csv"))? {
            let key = (booking.id.clone(), booking.line.clone());
            if let Some(before) = self.bookings.get(&key)
                && before.due_date != booking.due_date
            {
                self.due_changes.push(DueChange {
                    due: day_number(booking.due_date),
                    moved_days: f64::from(
                        day_number(booking.due_date) - day_number(before.due_date),
                    ),
                });
            }
            self.bookings.insert(key, booking);
        }
        Ok(())
    }

    /// Notes which rows are without stock since the review before.
    pub(super) fn observe_stock(&mut self, question: &Question) {
        let today = day_number(question.today);
        for line in &question.inventory {
            let key = (line.item.clone(), line.location.clone());
            if line.on_hand > 0.0 {
                self.empty_since.remove(&key);
                continue;
            }
            if let Some(since) = self.empty_since.insert(key, today) {
                self.stock_outs
                    .push((line.item.clone(), line.location.clone(), since, today));
            }
        }
    }

    /// The history as the planner reads it. Rows that the inventory does not list are skipped.
    pub(super) fn history(&self, question: &Question, numbering: &Numbering<'_>) -> History {
        let mut history = History {
            due_changes: self.due_changes.clone(),
            ..History::default()
        };
        let dating = SalesDating::from(question.dating);
        for line in self.sales.values() {
            if line.direction == "purchase" {
                let supplier = numbering.supplier(&line.supplier_id);
                if let (Some(supplier), Some(delivered)) = (supplier, line.delivered_date) {
                    let ordered = day_number(line.transaction_date);
                    history.supplier_orders.push(SupplierOrder {
                        supplier,
                        ordered,
                        took_days: Some(day_number(delivered) - ordered),
                    });
                }
                continue;
            }
            let delivery = SaleDelivery::from_days(line.promised_date, line.delivered_date);
            let day = dating.demand_day(line.transaction_date, delivery);
            if let (Some(row), Some(day)) = (numbering.row(&line.item_id, &line.location), day) {
                history.deliveries.push(Delivery {
                    row,
                    day: day_number(day),
                    quantity: line.quantity,
                });
            }
        }
        for booking in self.bookings.values().filter(|one| one.status != "open") {
            if let Some(row) = numbering.row(&booking.item_id, &booking.location) {
                history.closed_bookings.push(ClosedBooking {
                    row,
                    booked: day_number(booking.booked_date),
                    due: day_number(booking.due_date),
                    quantity: booking.quantity,
                    canceled: booking.status == "canceled" && booking.delivered_quantity <= 0.0,
                });
            }
        }
        for order in &question.purchase_orders {
            if let Some(supplier) = numbering.supplier(&order.supplier) {
                history.supplier_orders.push(SupplierOrder {
                    supplier,
                    ordered: day_number(order.ordered),
                    took_days: None,
                });
            }
        }
        for (item, location, from, until) in &self.stock_outs {
            if let Some(row) = numbering.row(item, location) {
                history.stock_outs.push(StockOut {
                    row,
                    from: *from,
                    until: *until,
                });
            }
        }
        history
    }
}

/// The rows of a CSV file; none if there is no such file.
fn read_rows<T: DeserializeOwned>(file: &Path) -> Result<Vec<T>, BuyLineError> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    csv::Reader::from_path(file)
        .and_then(|mut reader| reader.deserialize().collect())
        .map_err(|source| BuyLineError::Table {
            file: file.to_path_buf(),
            source,
        })
}
