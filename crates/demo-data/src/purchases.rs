//! What the branches buy on a day: orders to one supplier, promised after its lead time, delivered
//! mostly in time.

use super::amount::{Amount, whole};
use super::business::{Business, purchase_weight};
use super::day::Day;
use super::error::DemoError;
use super::item::Category;
use super::line::{Line, LineNumber, Party};
use super::picker::Picker;
use super::places::Branch;
use super::quota::Quota;
use super::stream::{Stream, Topic};
use super::suppliers::Supplier;
use super::ware::Ware;

/// Share of the orders that go to the main supplier where there is a second one.
const MAIN_SUPPLIER: f64 = 0.75;

/// Share of the orders that send goods back.
const RETURNS: f64 = 0.008;

/// Share of the lines that never come.
const LOST: f64 = 0.004;

/// Mean days, beyond the first, by which a late line is late.
const DELAY: f64 = 4.0;

/// The most lines of an order.
const MOST_LINES: u32 = 6;

/// Hands every line bought on `day` to `book`.
pub(super) fn buy(
    business: &Business,
    day: Day,
    mut book: impl FnMut(&Line<'_>) -> Result<(), DemoError>,
) -> Result<(), DemoError> {
    let mut stream = Stream::new(business.seed, Topic::Purchases, i64::from(day.0), 0);
    let mut number = LineNumber {
        day,
        line: 0,
        order: 0,
    };
    for (category, quota) in &business.purchases {
        buy_category(
            business,
            (*category, quota),
            &mut number,
            &mut stream,
            &mut book,
        )?;
    }
    Ok(())
}

fn buy_category(
    business: &Business,
    (category, quota): (Category, &Quota),
    number: &mut LineNumber,
    stream: &mut Stream,
    book: &mut impl FnMut(&Line<'_>) -> Result<(), DemoError>,
) -> Result<(), DemoError> {
    let mut left = quota.rows(number.day);
    if left == 0 {
        return Ok(());
    }
    let wares = || {
        business
            .wares
            .iter()
            .filter(|ware| ware.item.category == category)
    };
    let weighted = |ware| (purchase_weight(&business.calendar, ware, number.day), ware);
    let items = Picker::new(wares().map(weighted));
    while left > 0 {
        let Some(first) = items.draw(stream) else {
            break;
        };
        number.order += 1;
        let order = Order::place(business, number.day, first, stream);
        let mut ordered: Vec<&Ware> = Vec::new();
        let offered = Picker::new(
            wares()
                .filter(|ware| order.supplier.sells(ware))
                .map(weighted),
        );
        let lines = u64::from(order.lines(stream)).min(left);
        for _ in 0..lines {
            let next = if ordered.is_empty() {
                Some(first)
            } else {
                offered.draw(stream)
            };
            let Some(ware) =
                next.filter(|ware| ordered.iter().all(|other| other.number != ware.number))
            else {
                continue;
            };
            ordered.push(ware);
            number.line += 1;
            left -= 1;
            book(&order.line(business, *number, ware, stream))?;
        }
    }
    Ok(())
}

/// What the lines of an order share.
struct Order {
    supplier: Supplier,
    booked: Day,
    branch: Branch,
    returned: bool,
    promised: Day,
    late: f64,
}

impl Order {
    fn place(business: &Business, day: Day, first: &Ware, stream: &mut Stream) -> Self {
        let booked = business.window.booking_day(day);
        let supplier = match first.item.suppliers {
            (_, Some(second)) if !stream.chance(MAIN_SUPPLIER) => second,
            (main, _) => main,
        };
        let branch = Picker::new(Branch::ALL.map(|branch| (branch.share(), branch)));
        Self {
            supplier,
            booked,
            branch: branch.draw(stream).unwrap_or(Branch::Ames),
            returned: stream.chance(RETURNS),
            promised: booked + supplier.facts().lead_time_days + stream.days(4),
            late: supplier.lateness(business.seed, booked),
        }
    }

    /// How many lines the buyer means to order; items that come up twice are ordered once.
    fn lines(&self, stream: &mut Stream) -> u32 {
        if self.returned {
            1
        } else {
            1 + stream.below(MOST_LINES)
        }
    }

    fn line<'w>(
        &self,
        business: &Business,
        number: LineNumber,
        ware: &'w Ware,
        stream: &mut Stream,
    ) -> Line<'w> {
        let item = ware.item;
        let wanted = item.line * Business::lines_sold_per_line_bought() * stream.spread(0.35);
        let unit_price = Amount::price(ware.cost(self.booked) * stream.between(0.985, 1.015));
        let line = Line {
            number,
            party: Party::Supplier(self.supplier),
            booked: self.booked,
            ware,
            quantity: Amount::in_steps(wanted.max(item.min_order), item.pack),
            unit_price,
            promised: Some(self.promised),
            delivered: self
                .delivery(stream)
                .filter(|day| *day <= business.window.last),
            branch: self.branch,
        };
        if !self.returned {
            return line;
        }
        Line {
            quantity: -Amount::in_steps(wanted * 0.2, item.pack),
            promised: None,
            delivered: None,
            ..line
        }
    }

    /// When the goods come, whether or not that day is known yet; never for the few that are lost.
    fn delivery(&self, stream: &mut Stream) -> Option<Day> {
        let lost = stream.chance(LOST);
        let day = if stream.chance(self.late) {
            let delay = 1 + whole(stream.exponential(DELAY)).min(60);
            self.promised + i32::try_from(delay).unwrap_or(1)
        } else {
            (self.promised - stream.days(4)).max(self.booked)
        };
        (!lost).then_some(day)
    }
}

impl Supplier {
    /// Whether the catalog names it for the item.
    fn sells(self, ware: &Ware) -> bool {
        let (main, second) = ware.item.suppliers;
        main == self || second == Some(self)
    }
}
