//! Response types of the season position.

use std::collections::HashMap;

use chrono::NaiveDate;
use poem_openapi::Object;

use crate::decimal::{Decimal4, ExactSum};
use crate::features::purchasing::position_list::{PositionLine, PositionWeek};
use crate::features::purchasing::season_position::{MAX_TERMS, MissingInput, TermNames, WeekTerms};

/// The position by week.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct SeasonPositionPage {
    /// By default what runs short first, then the largest shortage.
    pub items: Vec<SeasonPositionLine>,
    /// Cursor of the next page; absent on the last page.
    pub next_cursor: Option<String>,
    /// Matching lines on all pages.
    pub total: u64,
    /// Those of them with a stock row that runs short.
    pub short_lines: u64,
    /// Their `shortageCost`, in `meta.currency`.
    pub shortage_cost: f64,
    /// Categories with stock rows, at most 500.
    pub categories: Vec<String>,
    /// Locations with stock rows, at most 500.
    pub locations: Vec<String>,
    /// Data that the position lacks.
    pub missing: Vec<MissingInput>,
}

/// Stock, demand and balance of a line by week. What differs between the stock rows of a sum is
/// absent.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct SeasonPositionLine {
    /// Id of the item.
    pub item_id: Option<String>,
    /// The item's name.
    pub item: Option<String>,
    /// `seed`, `fertilizer`, `pesticide` or `other`.
    pub category: Option<String>,
    /// The location of the stock.
    pub location: Option<String>,
    /// Id of the supplier that the stock row names.
    pub supplier_id: Option<String>,
    /// The supplier's name.
    pub supplier: Option<String>,
    /// `bag`, `gal`, `ton`, `lb` or `unit`. Sums do not mix units.
    pub unit: String,
    /// Purchase cost of a unit in `meta.currency`; absent if it is in another currency.
    pub unit_cost: Option<f64>,
    /// Stock rows in the line.
    pub rows: u64,
    /// The weeks of the range.
    pub weeks: Vec<SeasonPositionWeek>,
    /// First day of the first week of the range in which a stock row ends below 0.
    pub first_short_week: Option<NaiveDate>,
    /// Purchase cost of the units missing at the lowest balance of each stock row, in
    /// `meta.currency`; absent if no row has a cost in it.
    pub shortage_cost: Option<f64>,
}

/// A week of the position, in `unit`.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct SeasonPositionWeek {
    /// First day of the week. Overdue arrivals and bookings count in the first.
    pub starts_on: NaiveDate,
    /// Stock today; in later weeks the balance of the week before, also below 0.
    pub on_hand: f64,
    /// Open purchase orders by expected day, and what else is on order after the supplier's lead
    /// time.
    pub arrivals: f64,
    /// Open bookings by due day.
    pub bookings: f64,
    /// Expected sales that are not booked yet. Bookings are not added to a forecast that already
    /// contains them.
    pub unbooked_forecast: f64,
    /// `onHand` and `arrivals`, less `bookings` and `unbookedForecast`.
    pub balance: f64,
    /// Lower bound of the balance: it is between the bounds with 80 % probability.
    pub balance_lo80: f64,
    /// Upper bound of the balance.
    pub balance_hi80: f64,
    /// Stock rows with a balance below 0. A sum can be positive while one of its rows is short.
    pub short_rows: u64,
}

/// What makes the balance of an item at a location in a week, in `unit`.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct SeasonPositionTerms {
    /// Id of the item.
    pub item_id: String,
    /// The item's name.
    pub item: String,
    /// The location of the stock.
    pub location: String,
    /// `bag`, `gal`, `ton`, `lb` or `unit`.
    pub unit: String,
    /// First day of the week.
    pub starts_on: NaiveDate,
    /// Stock today; in later weeks the balance of the week before.
    pub on_hand: f64,
    /// The sum of all orders that arrive, `estimatedArrivals` included.
    pub arrivals: f64,
    /// Units on order that no purchase order dates; absent if none arrive in the week.
    pub estimated_arrivals: Option<f64>,
    /// When they arrive after the supplier's usual lead time.
    pub estimated_arrival_date: Option<NaiveDate>,
    /// The sum of all bookings that are due.
    pub bookings: f64,
    /// Expected sales that are not booked yet.
    pub unbooked_forecast: f64,
    /// `onHand` and `arrivals`, less `bookings` and `unbookedForecast`.
    pub balance: f64,
    /// Open purchase orders by expected day, at most 200.
    pub orders: Vec<ArrivingOrder>,
    /// Open bookings by due day, at most 200.
    pub open_bookings: Vec<OpenBookingLine>,
}

/// The rest of an open line of a purchase order.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct ArrivingOrder {
    /// Number of the purchase order.
    pub po_id: String,
    /// Its line.
    pub line: String,
    /// Id of the supplier.
    pub supplier_id: String,
    /// The supplier's name, or its id without one.
    pub supplier: String,
    /// Day of the order.
    pub order_date: NaiveDate,
    /// When the supplier promises it; absent without a promise, which counts as today.
    pub expected_date: Option<NaiveDate>,
    /// Quantity less received.
    pub quantity: f64,
    /// Median days from order to delivery of the supplier's lines of the last year.
    pub usual_lead_days: Option<f64>,
    /// Lines behind `usualLeadDays`.
    pub delivered_lines: Option<u64>,
}

/// The rest of an open line of a booking.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct OpenBookingLine {
    /// Number of the booking.
    pub booking_id: String,
    /// Its line.
    pub line: String,
    /// Id of the customer.
    pub customer_id: String,
    /// The customer's name, or the id without one.
    pub customer: String,
    /// When it is due.
    pub due_date: NaiveDate,
    /// Quantity less delivered.
    pub quantity: f64,
}

impl SeasonPositionTerms {
    pub(in crate::features::purchasing) fn new(terms: &WeekTerms<'_>, names: &TermNames) -> Self {
        let name_of =
            |names: &HashMap<String, String>, id: &String| names.get(id).unwrap_or(id).clone();
        let orders = terms.arrivals.iter().take(MAX_TERMS).map(|one| {
            let supplier = name_of(&names.suppliers, &one.supplier_id);
            let usual = names
                .lead_times
                .iter()
                .find(|usual| usual.supplier.as_ref() == Some(&supplier));
            ArrivingOrder {
                po_id: one.po_id.clone(),
                line: one.line.clone(),
                supplier_id: one.supplier_id.clone(),
                supplier,
                order_date: one.order_date,
                expected_date: one.expected,
                quantity: to_units(one.quantity_e4),
                usual_lead_days: usual.map(|usual| usual.median_days),
                delivered_lines: usual.map(|usual| usual.lines),
            }
        });
        let bookings = terms
            .bookings
            .iter()
            .take(MAX_TERMS)
            .map(|one| OpenBookingLine {
                booking_id: one.booking_id.clone(),
                line: one.line.clone(),
                customer: name_of(&names.customers, &one.customer_id),
                customer_id: one.customer_id.clone(),
                due_date: one.due,
                quantity: to_units(one.quantity_e4),
            });
        Self {
            item_id: terms.row.item_id.clone(),
            item: terms.row.item.clone(),
            location: terms.row.location.clone(),
            unit: terms.row.unit.clone(),
            starts_on: terms.starts_on,
            on_hand: to_units(terms.cell.on_hand_e4),
            arrivals: to_units(terms.cell.arrivals_e4),
            estimated_arrivals: terms.undated.map(|one| to_units(one.quantity_e4)),
            estimated_arrival_date: terms.undated.map(|one| one.expected),
            bookings: to_units(terms.cell.bookings_e4),
            unbooked_forecast: to_units(terms.cell.unbooked_forecast_e4),
            balance: to_units(terms.cell.balance_e4),
            orders: orders.collect(),
            open_bookings: bookings.collect(),
        }
    }
}

fn to_units(scaled: i64) -> f64 {
    ExactSum::from(scaled).to_f64()
}

impl From<PositionLine> for SeasonPositionLine {
    fn from(line: PositionLine) -> Self {
        Self {
            item_id: line.item_id,
            item: line.item,
            category: line.category,
            location: line.location,
            supplier_id: line.supplier_id,
            supplier: line.supplier,
            unit: line.unit,
            unit_cost: line.unit_cost.map(Decimal4::to_f64),
            rows: line.rows as u64,
            weeks: line.weeks.into_iter().map(Into::into).collect(),
            first_short_week: line.first_short_week,
            shortage_cost: line.shortage_cost.map(ExactSum::to_money),
        }
    }
}

impl From<PositionWeek> for SeasonPositionWeek {
    fn from(week: PositionWeek) -> Self {
        Self {
            starts_on: week.starts_on,
            on_hand: to_units(week.cell.on_hand_e4),
            arrivals: to_units(week.cell.arrivals_e4),
            bookings: to_units(week.cell.bookings_e4),
            unbooked_forecast: to_units(week.cell.unbooked_forecast_e4),
            balance: to_units(week.cell.balance_e4),
            balance_lo80: to_units(week.interval.lo80_e4),
            balance_hi80: to_units(week.interval.hi80_e4),
            short_rows: week.short_rows as u64,
        }
    }
}
