//! A small retailer for tests: two items at two locations that sell in spring, four years long.

use crate::input::{
    ClosedBooking, Costs, Day, Delivery, History, Morning, StockRow, SupplierOrder,
};

/// 2024-12-30, a Monday.
pub(crate) const TODAY: Day = 9130;

pub(crate) fn stock_row(item: usize, location: usize, on_hand: i64) -> StockRow {
    StockRow {
        item,
        location,
        category: 0,
        supplier: 0,
        on_hand_e4: on_hand * 10_000,
        pack_size_e4: 50_000,
        min_order_quantity_e4: 0,
        unit_cost_e4: 1_000_000,
        unit_price_e4: 1_200_000,
        lead_time_days: 14.0,
        carrying_share: 0.3,
        substitution_group: None,
        is_planned: true,
    }
}

/// Every item and location sells 4 units on each of 60 days from the middle of March, half of it
/// booked 8 weeks ahead.
pub(crate) fn history() -> History {
    let mut history = History::default();
    for year in 0..4 {
        let start = TODAY - 365 * (4 - year) + 76;
        for day in start..start + 60 {
            for row in 0..4 {
                history
                    .deliveries
                    .extend([2.0, 2.0].map(|quantity| Delivery { row, day, quantity }));
                history.closed_bookings.push(ClosedBooking {
                    row,
                    booked: day - 56,
                    due: day,
                    quantity: 2.0,
                    canceled: false,
                });
            }
        }
        for order in 0..20 {
            let ordered = start - 60 + 7 * order;
            let took_days = 14 + order % 3 - 1;
            history.supplier_orders.push(SupplierOrder {
                supplier: 0,
                ordered,
                took_days: Some(took_days),
            });
        }
    }
    history
}

pub(crate) fn morning(on_hand: [i64; 4]) -> Morning {
    Morning {
        today: TODAY,
        rows: vec![
            stock_row(0, 0, on_hand[0]),
            stock_row(0, 1, on_hand[1]),
            stock_row(1, 0, on_hand[2]),
            stock_row(1, 1, on_hand[3]),
        ],
        bookings: Vec::new(),
        arrivals: Vec::new(),
        price_changes: Vec::new(),
        costs: Costs {
            order_line: 75.0,
            transfer: 60.0,
            transfer_freight_share: 0.02,
            transfer_days: 3.0,
            shortage: 1.5,
            shortage_booked: 2.0,
            substitute_acceptance: 0.0,
        },
    }
}
