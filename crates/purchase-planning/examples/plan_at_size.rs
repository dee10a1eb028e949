//! Plans a generated dealer with 20,000 items at 10 branches, and prints the seconds that each step
//! took: `cargo run --release -p purchase-planning --example plan_at_size [ITEMS] [BRANCHES]`.

#![expect(
    clippy::print_stdout,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a generated dealer, and figures to read"
)]

use std::time::Instant;

use purchase_planning::{
    Arrival, ClosedBooking, Costs, Day, Delivery, History, Morning, OpenBooking, Planner, StockRow,
    SupplierOrder, first_short_week,
};

/// 2025-02-03, a Monday shortly before the season.
const TODAY: Day = 9165;
const YEARS: i32 = 3;
const SUPPLIERS: usize = 40;
const CATEGORIES: usize = 4;

/// A splitmix64 sequence of numbers from 0 to 1.
struct Sequence(u64);

impl Sequence {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, limit: i32) -> i32 {
        (self.next() * f64::from(limit)) as i32
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse());
    let items: usize = arguments.next().and_then(Result::ok).unwrap_or(20_000);
    let branches: usize = arguments.next().and_then(Result::ok).unwrap_or(10);
    let (morning, history) = generate_dealer(items, branches);
    println!(
        "{} rows, {} deliveries",
        morning.rows.len(),
        history.deliveries.iter().count()
    );
    let start = Instant::now();
    let planner = Planner::fit(&morning, &history);
    println!("fit {:.2} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let (plan, first_short) =
        planner.plan(&morning, 26, |position| first_short_week(&position.cells));
    println!(
        "plan {:.2} s: {} orders, {} transfers, {} later, {} substitutes",
        start.elapsed().as_secs_f64(),
        plan.orders.len(),
        plan.transfers.len(),
        plan.later.len(),
        plan.substitutes.len()
    );
    let short = first_short.iter().flatten().count();
    let total: i64 = plan
        .orders
        .iter()
        .map(|order| order.quantity_e4 / 10_000)
        .sum();
    println!("{total} units ordered, {short} rows run short");
}

fn generate_dealer(items: usize, branches: usize) -> (Morning, History) {
    let mut random = Sequence(7);
    let (mut rows, mut history) = (Vec::new(), History::default());
    let (mut bookings, mut arrivals) = (Vec::new(), Vec::new());
    for item in 0..items {
        // Some items sell much, most of them little.
        let size = 4.0 + 200.0 * random.next().powi(4);
        let season = 60 + random.below(100);
        let (category, supplier) = (item % CATEGORIES, item % SUPPLIERS);
        let cost = 5.0 + 200.0 * random.next().powi(2);
        for location in 0..branches {
            let row = rows.len();
            let yearly = size * (0.4 + random.next());
            rows.push(StockRow {
                item,
                location,
                category,
                supplier,
                on_hand_e4: (yearly * 0.6 * random.next()) as i64 * 10_000,
                pack_size_e4: 20_000,
                min_order_quantity_e4: 0,
                unit_cost_e4: (cost * 1e4) as i64,
                unit_price_e4: (cost * 1.2e4) as i64,
                lead_time_days: 14.0,
                carrying_share: 0.2,
                substitution_group: (item % 4 == 0).then_some(item / 32),
                is_planned: true,
            });
            let sales = 5 + random.below(4);
            for year in 1..=YEARS {
                for _ in 0..sales {
                    let day = TODAY - 365 * year + season + random.below(60) - 30;
                    let quantity = (yearly / f64::from(sales)).max(1.0).round();
                    history.deliveries.push(Delivery { row, day, quantity });
                    if random.next() < 0.4 {
                        history.closed_bookings.push(ClosedBooking {
                            row,
                            booked: day - 20 - random.below(60),
                            due: day,
                            quantity,
                            canceled: random.next() < 0.05,
                        });
                    }
                }
            }
            if random.next() < 0.3 {
                bookings.push(OpenBooking {
                    row,
                    due: TODAY + random.below(120),
                    remaining_e4: (yearly / 4.0) as i64 * 10_000,
                });
            }
            if random.next() < 0.1 {
                arrivals.push(Arrival {
                    row,
                    ordered: Some(TODAY - 10),
                    expected: TODAY + 10,
                    quantity_e4: (yearly / 3.0) as i64 * 10_000,
                });
            }
        }
    }
    for supplier in 0..SUPPLIERS {
        for order in 0..80 {
            history.supplier_orders.push(SupplierOrder {
                supplier,
                ordered: TODAY - 14 * order - 60,
                took_days: Some(10 + random.below(15)),
            });
        }
    }
    let costs = Costs {
        order_line: 25.0,
        transfer: 25.0,
        transfer_freight_share: 0.02,
        transfer_days: 3.0,
        shortage: 1.5,
        shortage_booked: 1.5,
        substitute_acceptance: 0.5,
    };
    let today = TODAY;
    (
        Morning {
            today,
            rows,
            bookings,
            arrivals,
            price_changes: Vec::new(),
            costs,
        },
        history,
    )
}
