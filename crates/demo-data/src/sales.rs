//! Generates the sales of a day: orders of one to five lines, prepaid bookings for spring, and a
//! few returns.

use chrono::{Datelike, NaiveDate};

use super::amount::Amount;
use super::business::{Business, sale_weight};
use super::day::Day;
use super::error::DemoError;
use super::growers::Grower;
use super::locations::Branch;
use super::order_line::{LineNumber, OrderLine, Party};
use super::priced_item::PricedItem;
use super::random_stream::{RandomStream, StreamTopic};
use super::weighted_picker::WeightedPicker;

/// Share of the orders that are returns.
const RETURN_SHARE: f64 = 0.015;

/// Share of the winter orders for spring that are bookings.
const PREPAID_SHARE: f64 = 0.6;

/// Percent of orders with at most one, two, three and four lines; the rest have five.
const LINE_COUNT_PERCENTILES: [u32; 4] = [36, 64, 84, 95];

/// Maximum draws for another item that the customer needs.
const MAX_ITEM_DRAWS: u32 = 8;

/// Passes every line sold on `day` to `book`.
pub(super) fn generate_sales(
    business: &Business,
    day: Day,
    mut book: impl FnMut(&OrderLine<'_>) -> Result<(), DemoError>,
) -> Result<(), DemoError> {
    let rows = business.sales.rows_on(day);
    let mut stream = RandomStream::new(business.seed, StreamTopic::Sales, i64::from(day.0), 0);
    let items = WeightedPicker::new(
        business
            .priced_items
            .iter()
            .map(|priced| (sale_weight(&business.calendar, priced, day), priced)),
    );
    let (mut line, mut order) = (0, 0);
    while line < rows {
        let opened = items.draw_choice(&mut stream).and_then(|priced| {
            let grower =
                business
                    .growers
                    .draw_buyer(priced.item, day, &business.calendar, &mut stream)?;
            Some((priced, grower))
        });
        let Some((priced, grower)) = opened else {
            break;
        };
        order += 1;
        let terms = SaleTerms::draw_terms(business, day, priced, grower, &mut stream);
        for priced in draw_basket(priced, grower, terms.is_return, &items, &mut stream) {
            if line == rows {
                break;
            }
            line += 1;
            let number = LineNumber { day, line, order };
            book(&terms.draw_line(business, number, priced, &mut stream))?;
        }
    }
    Ok(())
}

/// Attributes common to the lines of an order.
struct SaleTerms<'a> {
    grower: &'a Grower,
    booked: Day,
    branch: Branch,
    is_return: bool,
    promised: Option<Day>,
    delivered: Option<Day>,
}

impl<'a> SaleTerms<'a> {
    fn draw_terms(
        business: &Business,
        day: Day,
        priced: &PricedItem,
        grower: &'a Grower,
        stream: &mut RandomStream,
    ) -> Self {
        let booked = business.window.booking_day(day);
        let branch = if stream.draw_chance(0.9) {
            grower.branch
        } else {
            stream.pick_one(&Branch::ALL)
        };
        let is_return = stream.draw_chance(RETURN_SHARE);
        let promised = booking_spring(booked)
            .filter(|_| {
                priced.item.season.has_prepay() && stream.draw_chance(PREPAID_SHARE) && !is_return
            })
            .map(|april| april + stream.uniform_days(28));
        let delivered = promised
            .map(|promised| promised - 4 + stream.uniform_days(9))
            .filter(|day| *day <= business.window.last);
        Self {
            grower,
            booked,
            branch,
            is_return,
            promised,
            delivered,
        }
    }

    fn draw_line<'w>(
        &self,
        business: &Business,
        number: LineNumber,
        priced: &'w PricedItem,
        stream: &mut RandomStream,
    ) -> OrderLine<'w>
    where
        'a: 'w,
    {
        let size = business.growers.relative_size(self.grower);
        let quantity = priced.item.line * size * stream.log_normal(0.55);
        // Large orders are slightly cheaper; all prices are close to the list price.
        let terms =
            (1.0 - 0.008 * (size - 1.0)).clamp(0.985, 1.01) * stream.uniform_between(0.99, 1.01);
        let quantity = Amount::round_to_step(
            if self.is_return {
                quantity * 0.25
            } else {
                quantity
            },
            priced.item.step,
        );
        OrderLine {
            number,
            party: Party::Customer(self.grower),
            booked: self.booked,
            priced_item: priced,
            quantity: if self.is_return { -quantity } else { quantity },
            unit_price: Amount::from_usd(priced.retail_price_on(self.booked) * terms),
            promised: self.promised,
            delivered: self.delivered,
            branch: self.branch,
        }
    }
}

/// The items of an order: the first one, and others that the customer needs at the time. A return
/// has a single item.
fn draw_basket<'w>(
    first: &'w PricedItem,
    grower: &Grower,
    returned: bool,
    items: &WeightedPicker<&'w PricedItem>,
    stream: &mut RandomStream,
) -> Vec<&'w PricedItem> {
    let hundredth = stream.uniform_below(100);
    let more = if returned {
        0
    } else {
        LINE_COUNT_PERCENTILES
            .iter()
            .filter(|share| hundredth >= **share)
            .count()
    };
    let mut basket = vec![first];
    for _ in 0..MAX_ITEM_DRAWS {
        if basket.len() > more {
            break;
        }
        let fitting = items.draw_choice(stream).filter(|priced| {
            grower.grows_crop_for(priced.item)
                && basket.iter().all(|other| other.number != priced.number)
        });
        basket.extend(fitting);
    }
    basket
}

/// The 1 April that bookings of a winter day are for; none from March to October.
fn booking_spring(day: Day) -> Option<Day> {
    let date = day.to_date();
    let year = match date.month() {
        11 | 12 => date.year() + 1,
        1 | 2 => date.year(),
        _ => return None,
    };
    NaiveDate::from_ymd_opt(year, 4, 1).map(Day::from_date)
}
