//! What the branches sell on a day: orders of one to five lines, prepaid bookings for spring, a few
//! returns.

use chrono::{Datelike, NaiveDate};

use super::amount::Amount;
use super::business::{Business, sale_weight};
use super::day::Day;
use super::error::DemoError;
use super::growers::Grower;
use super::line::{Line, LineNumber, Party};
use super::picker::Picker;
use super::places::Branch;
use super::stream::{Stream, Topic};
use super::ware::Ware;

/// Share of the orders that are returns.
const RETURNS: f64 = 0.015;

/// Share of the winter's orders for spring that are bookings.
const PREPAID: f64 = 0.6;

/// How many of a hundred orders have at most one, two, three and four lines; the rest have five.
const LINES: [u32; 4] = [36, 64, 84, 95];

/// Attempts at finding one more item that the customer needs before the order is closed.
const TRIES: u32 = 8;

/// Hands every line sold on `day` to `book`.
pub(super) fn sell(
    business: &Business,
    day: Day,
    mut book: impl FnMut(&Line<'_>) -> Result<(), DemoError>,
) -> Result<(), DemoError> {
    let rows = business.sales.rows(day);
    let mut stream = Stream::new(business.seed, Topic::Sales, i64::from(day.0), 0);
    let items = Picker::new(
        business
            .wares
            .iter()
            .map(|ware| (sale_weight(&business.calendar, ware, day), ware)),
    );
    let (mut line, mut order) = (0, 0);
    while line < rows {
        let opened = items.draw(&mut stream).and_then(|ware| {
            let grower = business
                .growers
                .buyer(ware.item, day, &business.calendar, &mut stream)?;
            Some((ware, grower))
        });
        let Some((ware, grower)) = opened else { break };
        order += 1;
        let terms = Terms::agree(business, day, ware, grower, &mut stream);
        for ware in basket(ware, grower, terms.returned, &items, &mut stream) {
            if line == rows {
                break;
            }
            line += 1;
            let number = LineNumber { day, line, order };
            book(&terms.line(business, number, ware, &mut stream))?;
        }
    }
    Ok(())
}

/// What the lines of an order share.
struct Terms<'a> {
    grower: &'a Grower,
    booked: Day,
    branch: Branch,
    returned: bool,
    promised: Option<Day>,
    delivered: Option<Day>,
}

impl<'a> Terms<'a> {
    fn agree(
        business: &Business,
        day: Day,
        ware: &Ware,
        grower: &'a Grower,
        stream: &mut Stream,
    ) -> Self {
        let booked = business.window.booking_day(day);
        let branch = if stream.chance(0.9) {
            grower.branch
        } else {
            stream.pick(&Branch::ALL)
        };
        let returned = stream.chance(RETURNS);
        let promised = spring_of(booked)
            .filter(|_| ware.item.season.has_prepay() && stream.chance(PREPAID) && !returned)
            .map(|april| april + stream.days(28));
        let delivered = promised
            .map(|promised| promised - 4 + stream.days(9))
            .filter(|day| *day <= business.window.last);
        Self {
            grower,
            booked,
            branch,
            returned,
            promised,
            delivered,
        }
    }

    fn line<'w>(
        &self,
        business: &Business,
        number: LineNumber,
        ware: &'w Ware,
        stream: &mut Stream,
    ) -> Line<'w>
    where
        'a: 'w,
    {
        let size = business.growers.size_of(self.grower);
        let wanted = ware.item.line * size * stream.spread(0.55);
        // Large orders are a little cheaper; nobody is far from the list.
        let terms = (1.0 - 0.008 * (size - 1.0)).clamp(0.985, 1.01) * stream.between(0.99, 1.01);
        let quantity = Amount::in_steps(
            if self.returned { wanted * 0.25 } else { wanted },
            ware.item.step,
        );
        Line {
            number,
            party: Party::Customer(self.grower),
            booked: self.booked,
            ware,
            quantity: if self.returned { -quantity } else { quantity },
            unit_price: Amount::price(ware.retail(self.booked) * terms),
            promised: self.promised,
            delivered: self.delivered,
            branch: self.branch,
        }
    }
}

/// The items of an order: the one it was opened for, and more that the customer needs at the time.
/// A return is of one.
fn basket<'w>(
    first: &'w Ware,
    grower: &Grower,
    returned: bool,
    items: &Picker<&'w Ware>,
    stream: &mut Stream,
) -> Vec<&'w Ware> {
    let hundredth = stream.below(100);
    let more = if returned {
        0
    } else {
        LINES.iter().filter(|share| hundredth >= **share).count()
    };
    let mut basket = vec![first];
    for _ in 0..TRIES {
        if basket.len() > more {
            break;
        }
        let fitting = items.draw(stream).filter(|ware| {
            grower.grows(ware.item) && basket.iter().all(|other| other.number != ware.number)
        });
        basket.extend(fitting);
    }
    basket
}

/// The 1 April for which a winter's day takes bookings; none from March to October.
fn spring_of(day: Day) -> Option<Day> {
    let date = day.date();
    let year = match date.month() {
        11 | 12 => date.year() + 1,
        1 | 2 => date.year(),
        _ => return None,
    };
    NaiveDate::from_ymd_opt(year, 4, 1).map(Day::of)
}
