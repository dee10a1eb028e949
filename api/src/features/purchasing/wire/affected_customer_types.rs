//! Response types of the customers whose bookings an order no longer meets in time.

use std::collections::HashMap;

use chrono::NaiveDate;
use poem_openapi::Object;

use crate::decimal::{Decimal4, ExactSum};
use crate::features::purchasing::affected_customers::{AffectedBooking, AffectedCustomers};
use crate::row_page::RowPage;

/// Bookings that an order no longer meets in time.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct AffectedCustomersPage {
    /// By delivery week.
    pub items: Vec<AffectedBookingLine>,
    /// Cursor of the next page; absent on the last page.
    pub next_cursor: Option<String>,
    /// Bookings on all pages.
    pub total: u64,
    /// Their customers.
    pub customers: u64,
    /// Their values by currency.
    pub values: Vec<CurrencyValue>,
    /// Open bookings of the items and locations of the order in the next 26 weeks, affected or not.
    pub open_bookings: u64,
    /// Whether the position counts the order: it was ordered, and the last day on which it counts has not
    /// passed. If not, `items` is empty.
    pub is_counted: bool,
}

/// Short units at the prices of their bookings.
#[derive(Object)]
pub(in crate::features::purchasing) struct CurrencyValue {
    /// ISO 4217 code.
    pub currency: String,
    pub value: f64,
}

/// A line of a booking that the order no longer meets in time.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct AffectedBookingLine {
    /// Id of the customer.
    pub customer_id: String,
    /// The customer's name, or the id without one.
    pub customer: String,
    /// Number of the booking.
    pub booking_id: String,
    /// Its line.
    pub line: String,
    /// Id of the item.
    pub item_id: String,
    /// The item's name.
    pub item: String,
    /// The location of the stock.
    pub location: String,
    /// `bag`, `gal`, `ton`, `lb` or `unit`.
    pub unit: String,
    /// When it is due.
    pub due_date: NaiveDate,
    /// First day of the delivery week. Overdue bookings are in the first.
    pub starts_on: NaiveDate,
    /// Booked quantity less delivered, in `unit`.
    pub quantity: f64,
    /// What the order no longer meets in the week, in `unit`.
    pub short_quantity: f64,
    /// `shortQuantity` at the price of the booking; absent without a price.
    pub value: Option<f64>,
    /// ISO 4217 code of `value`.
    pub currency: String,
}

impl AffectedCustomersPage {
    pub(in crate::features::purchasing) fn new(
        affected: &AffectedCustomers<'_>,
        page: RowPage<AffectedBooking<'_>>,
        (open_bookings, is_counted): (usize, bool),
        names: &HashMap<String, String>,
    ) -> Self {
        let line = |one: AffectedBooking<'_>| {
            let customer_id = &one.booking.customer_id;
            AffectedBookingLine {
                customer: names.get(customer_id).unwrap_or(customer_id).clone(),
                customer_id: customer_id.clone(),
                booking_id: one.booking.booking_id.clone(),
                line: one.booking.line.clone(),
                item_id: one.row.item_id.clone(),
                item: one.row.item.clone(),
                location: one.row.location.clone(),
                unit: one.row.unit.clone(),
                due_date: one.booking.due,
                starts_on: one.starts_on,
                quantity: Decimal4::from_scaled(one.booking.quantity_e4)
                    .unwrap_or_default()
                    .to_f64(),
                short_quantity: one.short.to_f64(),
                value: one.value.map(|value| ExactSum::from(value).to_money()),
                currency: one.booking.currency.clone(),
            }
        };
        let value = |(currency, sum): (&&str, &ExactSum)| CurrencyValue {
            currency: (*currency).to_owned(),
            value: sum.to_money(),
        };
        Self {
            items: page.items.into_iter().map(line).collect(),
            next_cursor: page.next_cursor,
            total: affected.bookings.len() as u64,
            customers: affected.customers as u64,
            values: affected.values.iter().map(value).collect(),
            open_bookings: open_bookings as u64,
            is_counted,
        }
    }
}
