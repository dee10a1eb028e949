//! Generates the purchases of a day: orders to one supplier, promised after its lead time, mostly
//! delivered on time.

use super::amount::{Amount, round_to_i64};
use super::business::{Business, purchase_weight};
use super::daily_quota::DailyQuota;
use super::day::Day;
use super::error::DemoError;
use super::item::Category;
use super::locations::Branch;
use super::order_line::{LineNumber, OrderLine, Party};
use super::priced_item::PricedItem;
use super::random_stream::{RandomStream, StreamTopic};
use super::suppliers::Supplier;
use super::weighted_picker::WeightedPicker;

/// Share of the orders that go to the main supplier if there is a second one.
const MAIN_SUPPLIER_SHARE: f64 = 0.75;

/// Share of the orders that return goods.
const RETURN_SHARE: f64 = 0.008;

/// Share of the lines that are never delivered.
const LOST_SHARE: f64 = 0.004;

/// Mean delay of late lines in days, beyond the first.
const MEAN_DELAY_DAYS: f64 = 4.0;

/// Maximum number of lines of an order.
const MAX_ORDER_LINES: u32 = 6;

/// Passes every line purchased on `day` to `book`.
pub(super) fn generate_purchases(
    business: &Business,
    day: Day,
    mut book: impl FnMut(&OrderLine<'_>) -> Result<(), DemoError>,
) -> Result<(), DemoError> {
    let mut stream = RandomStream::new(business.seed, StreamTopic::Purchases, i64::from(day.0), 0);
    let mut number = LineNumber {
        day,
        line: 0,
        order: 0,
    };
    for (category, quota) in &business.purchases {
        generate_category_purchases(
            business,
            (*category, quota),
            &mut number,
            &mut stream,
            &mut book,
        )?;
    }
    Ok(())
}

fn generate_category_purchases(
    business: &Business,
    (category, quota): (Category, &DailyQuota),
    number: &mut LineNumber,
    stream: &mut RandomStream,
    book: &mut impl FnMut(&OrderLine<'_>) -> Result<(), DemoError>,
) -> Result<(), DemoError> {
    let mut left = quota.rows_on(number.day);
    if left == 0 {
        return Ok(());
    }
    let priced_items = || {
        business
            .priced_items
            .iter()
            .filter(|priced| priced.item.category == category)
    };
    let weighted = |priced| {
        (
            purchase_weight(&business.calendar, priced, number.day),
            priced,
        )
    };
    let items = WeightedPicker::new(priced_items().map(weighted));
    while left > 0 {
        let Some(first) = items.draw_choice(stream) else {
            break;
        };
        number.order += 1;
        let order = PurchaseOrder::draw_order(business, number.day, first, stream);
        let mut ordered: Vec<&PricedItem> = Vec::new();
        let offered = WeightedPicker::new(
            priced_items()
                .filter(|priced| order.supplier.supplies_item(priced))
                .map(weighted),
        );
        let lines = u64::from(order.draw_line_count(stream)).min(left);
        for _ in 0..lines {
            let next = if ordered.is_empty() {
                Some(first)
            } else {
                offered.draw_choice(stream)
            };
            let Some(priced) =
                next.filter(|priced| ordered.iter().all(|other| other.number != priced.number))
            else {
                continue;
            };
            ordered.push(priced);
            number.line += 1;
            left -= 1;
            book(&order.draw_line(business, *number, priced, stream))?;
        }
    }
    Ok(())
}

/// Attributes common to the lines of an order.
struct PurchaseOrder {
    supplier: Supplier,
    booked: Day,
    branch: Branch,
    is_return: bool,
    promised: Day,
    late_share: f64,
}

impl PurchaseOrder {
    fn draw_order(
        business: &Business,
        day: Day,
        first: &PricedItem,
        stream: &mut RandomStream,
    ) -> Self {
        let booked = business.window.booking_day(day);
        let supplier = match first.item.suppliers {
            (_, Some(second)) if !stream.draw_chance(MAIN_SUPPLIER_SHARE) => second,
            (main, _) => main,
        };
        let branch =
            WeightedPicker::new(Branch::ALL.map(|branch| (branch.customer_share(), branch)));
        Self {
            supplier,
            booked,
            branch: branch.draw_choice(stream).unwrap_or(Branch::Ames),
            is_return: stream.draw_chance(RETURN_SHARE),
            promised: booked + supplier.facts().lead_time_days + stream.uniform_days(4),
            late_share: supplier.late_share(business.seed, booked),
        }
    }

    /// Number of lines; items drawn twice are ordered once.
    fn draw_line_count(&self, stream: &mut RandomStream) -> u32 {
        if self.is_return {
            1
        } else {
            1 + stream.uniform_below(MAX_ORDER_LINES)
        }
    }

    fn draw_line<'w>(
        &self,
        business: &Business,
        number: LineNumber,
        priced: &'w PricedItem,
        stream: &mut RandomStream,
    ) -> OrderLine<'w> {
        let item = priced.item;
        let quantity =
            item.line * Business::sale_lines_per_purchase_line() * stream.log_normal(0.35);
        let unit_price =
            Amount::from_usd(priced.cost_on(self.booked) * stream.uniform_between(0.985, 1.015));
        let line = OrderLine {
            number,
            party: Party::Supplier(self.supplier),
            booked: self.booked,
            priced_item: priced,
            quantity: Amount::round_to_step(quantity.max(item.min_order), item.pack),
            unit_price,
            promised: Some(self.promised),
            delivered: self
                .draw_delivery(stream)
                .filter(|day| *day <= business.window.last),
            branch: self.branch,
        };
        if !self.is_return {
            return line;
        }
        OrderLine {
            quantity: -Amount::round_to_step(quantity * 0.2, item.pack),
            promised: None,
            delivered: None,
            ..line
        }
    }

    /// Delivery day, whether or not it is in the window; none for lost lines.
    fn draw_delivery(&self, stream: &mut RandomStream) -> Option<Day> {
        let lost = stream.draw_chance(LOST_SHARE);
        let day = if stream.draw_chance(self.late_share) {
            let delay = 1 + round_to_i64(stream.draw_exponential(MEAN_DELAY_DAYS)).min(60);
            self.promised + i32::try_from(delay).unwrap_or(1)
        } else {
            (self.promised - stream.uniform_days(4)).max(self.booked)
        };
        (!lost).then_some(day)
    }
}

impl Supplier {
    /// Whether the catalog lists this supplier for the item.
    fn supplies_item(self, priced: &PricedItem) -> bool {
        let (main, second) = priced.item.suppliers;
        main == self || second == Some(self)
    }
}
