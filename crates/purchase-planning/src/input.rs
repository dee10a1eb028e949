//! What a plan is made from. Quantities and money are scaled by 10^4.

use crate::deliveries::Deliveries;
use crate::number::from_e4;

/// Days since 2000-01-01.
pub type Day = i32;

/// An item at a location. Items, locations, categories and suppliers are numbered from 0.
#[derive(Debug, Clone, Copy)]
pub struct StockRow {
    pub item: usize,
    pub location: usize,
    pub category: usize,
    pub supplier: usize,
    pub on_hand_e4: i64,
    pub pack_size_e4: i64,
    pub min_order_quantity_e4: i64,
    pub unit_cost_e4: i64,
    pub unit_price_e4: i64,
    /// The supplier's stated lead time.
    pub lead_time_days: f64,
    /// Carrying cost as a share of the unit cost per year.
    pub carrying_share: f64,
    /// Rows of different items with the same number can replace each other, within a location.
    pub substitution_group: Option<usize>,
    /// Whether orders and transfers are planned for it.
    pub is_planned: bool,
}

impl StockRow {
    pub(crate) fn unit_cost(&self) -> f64 {
        from_e4(self.unit_cost_e4)
    }

    /// Dollars per unit; at least a cent.
    pub(crate) fn margin(&self) -> f64 {
        from_e4(self.unit_price_e4 - self.unit_cost_e4).max(0.01)
    }

    pub(crate) fn pack_size(&self) -> f64 {
        let pack = from_e4(self.pack_size_e4);
        if pack > 0.0 { pack } else { 1.0 }
    }

    /// The minimum order in whole packs.
    pub(crate) fn min_packs(&self) -> f64 {
        (from_e4(self.min_order_quantity_e4) / self.pack_size())
            .ceil()
            .max(1.0)
    }
}

/// Units that left a location for a customer.
#[derive(Debug, Clone, Copy)]
pub struct Delivery {
    /// The index of the [`StockRow`].
    pub row: usize,
    pub day: Day,
    pub quantity: f64,
}

/// A booking that is delivered or canceled.
#[derive(Debug, Clone, Copy)]
pub struct ClosedBooking {
    pub row: usize,
    pub booked: Day,
    pub due: Day,
    pub quantity: f64,
    pub canceled: bool,
}

#[derive(Debug, Clone, Copy)]
pub struct OpenBooking {
    pub row: usize,
    pub due: Day,
    /// Quantity less delivered.
    pub remaining_e4: i64,
}

/// A due date that a customer changed.
#[derive(Debug, Clone, Copy)]
pub struct DueChange {
    pub due: Day,
    /// Days later than before.
    pub moved_days: f64,
}

/// Units underway: the rest of a purchase order, or a transfer.
#[derive(Debug, Clone, Copy)]
pub struct Arrival {
    pub row: usize,
    /// When a purchase order was placed; none for a transfer.
    pub ordered: Option<Day>,
    pub expected: Day,
    pub quantity_e4: i64,
}

/// A purchase price that a supplier has announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceChange {
    pub row: usize,
    /// The first day of the price.
    pub from: Day,
    /// What a unit costs more than today; less if negative.
    pub difference_e4: i64,
}

/// A purchase order that arrived, or `None` days for one that is still open.
#[derive(Debug, Clone, Copy)]
pub struct SupplierOrder {
    pub supplier: usize,
    pub ordered: Day,
    pub took_days: Option<i32>,
}

/// Days (the last exclusive) on which a row had no stock, so that its sales say nothing.
#[derive(Debug, Clone, Copy)]
pub struct StockOut {
    pub row: usize,
    pub from: Day,
    pub until: Day,
}

/// Everything known about the past.
#[derive(Debug, Clone, Default)]
pub struct History {
    pub deliveries: Deliveries,
    pub closed_bookings: Vec<ClosedBooking>,
    pub due_changes: Vec<DueChange>,
    pub supplier_orders: Vec<SupplierOrder>,
    pub stock_outs: Vec<StockOut>,
}

/// The morning for which a plan is made.
#[derive(Debug, Clone, Default)]
pub struct Morning {
    pub today: Day,
    pub rows: Vec<StockRow>,
    pub bookings: Vec<OpenBooking>,
    pub arrivals: Vec<Arrival>,
    /// Those of a row in the order of their days.
    pub price_changes: Vec<PriceChange>,
    pub costs: Costs,
}

/// Cost of ordering, moving and missing goods, in dollars.
#[derive(Debug, Clone, Copy, Default)]
pub struct Costs {
    pub order_line: f64,
    pub transfer: f64,
    /// Freight as a share of the value.
    pub transfer_freight_share: f64,
    pub transfer_days: f64,
    /// Cost of a unit that a customer without a booking did not get, as a multiple of its margin.
    pub shortage: f64,
    /// The same for a booked unit.
    pub shortage_booked: f64,
    /// The share of customers who accept a substitute; none is offered at 0.
    pub substitute_acceptance: f64,
}
