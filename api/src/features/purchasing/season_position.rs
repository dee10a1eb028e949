//! The season position: stock, arrivals, bookings and unbooked forecast of each stock row by week,
//! and the orders and bookings behind them.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use poem_openapi::Enum;
use purchase_planning::{PackedPosition, PositionCell};
use sea_orm::prelude::Uuid;

use super::suppliers::SupplierLeadTime;
use crate::cache::deserialize_rows;
use crate::decimal::Decimal4;

/// How the position is calculated.
pub const METHOD: &str = "Stock and what is on order, less open bookings and the expected sales \
    that are not booked yet; missing units at their purchase cost. Units on order without a purchase \
    order arrive after the supplier's lead time";
/// Weeks that are computed.
pub const MAX_WEEKS: usize = 26;
/// Maximum number of orders, and of bookings, that explain a week.
pub const MAX_TERMS: usize = 200;

/// Data that would improve the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize, Deserialize)]
#[oai(rename_all = "snake_case")]
pub enum MissingInput {
    /// No sales of past seasons, so nothing is forecast.
    Sales,
    /// No customer bookings, so all demand is forecast.
    CustomerBookings,
    /// No purchase orders, so the days of what is on order are estimated.
    PurchaseOrders,
}

/// A stock row's position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StockPosition {
    pub item_id: String,
    pub item: String,
    pub category: String,
    pub unit: String,
    pub location: String,
    pub supplier_id: Option<String>,
    /// The supplier's name, or its id without one.
    pub supplier: Option<String>,
    /// Purchase cost of a unit; none if it is in a currency other than that of the sums.
    pub unit_cost: Option<Decimal4>,
    pub position: PackedPosition,
    /// Open purchase orders by expected day.
    pub arrivals: Vec<ArrivalTerm>,
    pub undated: Option<UndatedArrival>,
    /// Open bookings by due day.
    pub bookings: Vec<BookingTerm>,
}

/// Units on order, or ordered from a draft, that no purchase order dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndatedArrival {
    /// Estimated: today and the supplier's lead time.
    pub expected: NaiveDate,
    pub quantity_e4: i64,
}

/// The rest of an open line of a purchase order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrivalTerm {
    pub po_id: String,
    pub line: String,
    pub supplier_id: String,
    pub order_date: NaiveDate,
    /// None if the supplier named no day: it counts as due today.
    pub expected: Option<NaiveDate>,
    pub quantity_e4: i64,
}

/// The rest of an open line of a booking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookingTerm {
    pub booking_id: String,
    pub line: String,
    pub customer_id: String,
    pub due: NaiveDate,
    pub quantity_e4: i64,
    pub unit_price_e4: Option<i64>,
    /// Currency of the price.
    pub currency: String,
}

/// What arrives in a stock row by week if an order arrives as it was ordered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowAsOrdered {
    /// The index of the stock row.
    pub row: usize,
    pub arrivals_e4: Vec<i64>,
}

/// The position of an organization.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeasonPosition {
    /// The first day of week 0.
    pub as_of: NaiveDate,
    #[serde(deserialize_with = "deserialize_rows")]
    pub rows: Vec<StockPosition>,
    /// By the id of the draft: orders that may arrive otherwise than they were ordered.
    pub as_ordered: HashMap<Uuid, Vec<RowAsOrdered>>,
    pub missing: Vec<MissingInput>,
    /// Currency of the costs.
    pub currency: Option<String>,
    /// Stock rows whose cost is in another currency, so that it is in no sum.
    pub other_currency_rows: u64,
    /// Bookings and purchase orders in a unit other than that of their stock row, or without one.
    pub unmatched_lines: u64,
    /// The day of the newest order line; none without lines.
    pub data_through: Option<NaiveDate>,
}

/// A week of a stock row with what makes its balance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WeekTerms<'a> {
    pub row: &'a StockPosition,
    pub starts_on: NaiveDate,
    pub cell: PositionCell,
    pub arrivals: &'a [ArrivalTerm],
    pub undated: Option<UndatedArrival>,
    pub bookings: &'a [BookingTerm],
}

/// Names and lead times beside the terms of a week.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TermNames {
    /// By supplier id.
    pub suppliers: HashMap<String, String>,
    /// By customer id.
    pub customers: HashMap<String, String>,
    /// By the supplier's name.
    pub lead_times: Vec<SupplierLeadTime>,
}

impl SeasonPosition {
    /// The first day of a week.
    pub fn week_start(&self, week: usize) -> NaiveDate {
        self.as_of + Days::new(7 * week as u64)
    }

    /// What makes the balance of a stock row in a week; none if there is no such row or week.
    pub fn find_week(&self, item_id: &str, location: &str, week: usize) -> Option<WeekTerms<'_>> {
        let row = self
            .rows
            .iter()
            .find(|row| row.item_id == item_id && row.location == location)?;
        let cell = *row.position.unpack().cells.get(week)?;
        let within = |day: NaiveDate| self.is_in_week(day, week);
        Some(WeekTerms {
            row,
            starts_on: self.week_start(week),
            cell,
            arrivals: slice_where(&row.arrivals, |one| {
                within(one.expected.unwrap_or(self.as_of))
            }),
            undated: row.undated.filter(|one| within(one.expected)),
            bookings: self.bookings_of_week(row, week),
        })
    }

    /// The open bookings of a row that are due in a week.
    pub fn bookings_of_week<'a>(&self, row: &'a StockPosition, week: usize) -> &'a [BookingTerm] {
        slice_where(&row.bookings, |one| self.is_in_week(one.due, week))
    }

    /// What is overdue counts in the first week.
    fn is_in_week(&self, day: NaiveDate, week: usize) -> bool {
        (week == 0 || self.week_start(week) <= day) && day < self.week_start(week + 1)
    }
}

/// The part of a sorted list whose elements match.
fn slice_where<T>(list: &[T], matches: impl Fn(&T) -> bool) -> &[T] {
    let first = list.iter().position(&matches).unwrap_or(list.len());
    let rest = list.get(first..).unwrap_or_default();
    let length = rest.iter().position(|one| !matches(one));
    rest.get(..length.unwrap_or(rest.len())).unwrap_or_default()
}
