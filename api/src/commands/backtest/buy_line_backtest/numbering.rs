//! Numbers for the names in a question: rows, items, locations, categories, suppliers and days.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};
use purchase_planning::{Arrival, Costs, Day, Morning, OpenBooking, StockRow, to_e4};

use super::messages::{BookingLine, PurchaseOrderLine, Question, StockLine, Transfer};

/// 2000-01-01 in days of the common era.
const FIRST_DAY: i32 = 730_120;

/// Days since 2000-01-01.
pub(super) fn day_number(day: NaiveDate) -> Day {
    day.num_days_from_ce() - FIRST_DAY
}

#[derive(Debug, Default)]
pub(super) struct Numbering<'a> {
    rows: BTreeMap<(&'a str, &'a str), usize>,
    items: BTreeMap<&'a str, usize>,
    locations: BTreeMap<&'a str, usize>,
    categories: BTreeMap<&'a str, usize>,
    suppliers: BTreeMap<&'a str, usize>,
}

fn number<'a>(names: &mut BTreeMap<&'a str, usize>, name: &'a str) -> usize {
    let next = names.len();
    *names.entry(name).or_insert(next)
}

impl<'a> Numbering<'a> {
    /// Numbers the rows of a question and everything that they name.
    pub(super) fn of_question(question: &'a Question) -> (Self, Vec<StockRow>) {
        let mut numbering = Self::default();
        let mut rows = Vec::with_capacity(question.inventory.len());
        for line in &question.inventory {
            numbering
                .rows
                .insert((line.item.as_str(), line.location.as_str()), rows.len());
            rows.push(numbering.stock_row(line, question));
        }
        (numbering, rows)
    }

    fn stock_row(&mut self, line: &'a StockLine, question: &Question) -> StockRow {
        StockRow {
            item: number(&mut self.items, &line.item),
            location: number(&mut self.locations, &line.location),
            category: number(&mut self.categories, &line.category),
            supplier: number(&mut self.suppliers, &line.supplier),
            on_hand_e4: to_e4(line.on_hand),
            pack_size_e4: to_e4(line.pack_size),
            min_order_quantity_e4: to_e4(line.min_order_quantity),
            unit_cost_e4: to_e4(line.unit_cost),
            unit_price_e4: to_e4(line.unit_price),
            lead_time_days: line.lead_time_days,
            carrying_share: question
                .costs
                .carrying
                .get(&line.category)
                .copied()
                .unwrap_or_default(),
            // The pack has no catalogue of items.
            substitution_group: None,
            is_planned: true,
        }
    }

    pub(super) fn row(&self, item: &str, location: &str) -> Option<usize> {
        self.rows.get(&(item, location)).copied()
    }

    pub(super) fn supplier(&self, supplier: &str) -> Option<usize> {
        self.suppliers.get(supplier).copied()
    }

    fn booking(&self, line: &BookingLine) -> Option<OpenBooking> {
        Some(OpenBooking {
            row: self.row(&line.item, &line.location)?,
            due: day_number(line.due),
            remaining_e4: to_e4(line.quantity - line.delivered),
        })
    }

    fn order(&self, line: &PurchaseOrderLine) -> Option<Arrival> {
        Some(Arrival {
            row: self.row(&line.item, &line.location)?,
            ordered: Some(day_number(line.ordered)),
            expected: day_number(line.expected),
            quantity_e4: to_e4(line.quantity - line.received),
        })
    }

    fn transfer(&self, line: &Transfer) -> Option<Arrival> {
        Some(Arrival {
            row: self.row(&line.item, &line.to)?,
            ordered: None,
            expected: day_number(line.expected),
            quantity_e4: to_e4(line.quantity),
        })
    }

    /// The morning of a question.
    pub(super) fn morning(&self, question: &Question, rows: Vec<StockRow>) -> Morning {
        let orders = question.purchase_orders.iter();
        let transfers = question.transfers_underway.iter();
        Morning {
            today: day_number(question.today),
            rows,
            bookings: question
                .bookings
                .iter()
                .filter_map(|line| self.booking(line))
                .collect(),
            arrivals: orders
                .filter_map(|line| self.order(line))
                .chain(transfers.filter_map(|line| self.transfer(line)))
                .collect(),
            price_changes: Vec::new(),
            costs: Costs {
                order_line: question.costs.order_line,
                transfer: question.costs.transfer,
                transfer_freight_share: question.costs.transfer_freight_share,
                transfer_days: question.costs.transfer_days,
                shortage: question.costs.shortage,
                shortage_booked: question.costs.shortage_booked,
                substitute_acceptance: 0.0,
            },
        }
    }
}
