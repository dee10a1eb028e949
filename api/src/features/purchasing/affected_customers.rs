//! Customers whose bookings an order can no longer meet in time, because its supplier delivers later
//! or less than was ordered: the position as it is, against the position if the order arrives as it
//! was ordered.

use std::collections::{BTreeMap, HashSet};

use chrono::NaiveDate;
use purchase_planning::{PositionCell, missing_bookings_e4, replace_arrivals};

use super::season_position::{BookingTerm, RowAsOrdered, SeasonPosition, StockPosition};
use crate::decimal::{Decimal4, ExactSum};

/// How it is calculated.
pub const METHOD: &str = "Booked units that the position of their week lacks, less those that it \
    would lack if the order arrived as it was ordered. Bookings of a week are met by due day, before \
    its unbooked sales";

/// An open booking of which units are short because of an order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AffectedBooking<'a> {
    pub row: &'a StockPosition,
    pub booking: &'a BookingTerm,
    /// First day of the week in which it is due; overdue bookings count in the first week.
    pub starts_on: NaiveDate,
    pub short: Decimal4,
    /// The short units at the price of the booking, in its currency; none without a price.
    pub value: Option<Decimal4>,
}

/// What an order that arrives otherwise than it was ordered does to bookings.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AffectedCustomers<'a> {
    /// By week, then by due day.
    pub bookings: Vec<AffectedBooking<'a>>,
    pub customers: usize,
    /// Values by currency.
    pub values: BTreeMap<&'a str, ExactSum>,
}

impl<'a> AffectedCustomers<'a> {
    /// The bookings of the rows of an order.
    pub fn compare(position: &'a SeasonPosition, as_ordered: &[RowAsOrdered]) -> Self {
        let mut affected = Self::default();
        for ordered in as_ordered {
            if let Some(row) = position.rows.get(ordered.row) {
                affected.add_row(position, row, &ordered.arrivals_e4);
            }
        }
        affected.bookings.sort_by(|a, b| {
            let key = |one: &AffectedBooking<'a>| (one.starts_on, one.booking.due);
            key(a)
                .cmp(&key(b))
                .then_with(|| a.booking.customer_id.cmp(&b.booking.customer_id))
                .then_with(|| a.booking.booking_id.cmp(&b.booking.booking_id))
                .then_with(|| a.booking.line.cmp(&b.booking.line))
        });
        let customers = affected.bookings.iter().map(|one| &one.booking.customer_id);
        affected.customers = customers.collect::<HashSet<_>>().len();
        for one in &affected.bookings {
            if let Some(value) = one.value {
                let sum = affected.values.entry(one.booking.currency.as_str());
                sum.or_insert(ExactSum::ZERO).add(value);
            }
        }
        affected
    }

    fn add_row(&mut self, position: &SeasonPosition, row: &'a StockPosition, arrivals: &[i64]) {
        let cells = row.position.unpack().cells;
        let as_ordered = replace_arrivals(&cells, arrivals);
        for (week, (cell, ordered)) in cells.iter().zip(&as_ordered).enumerate() {
            // Without bookings, no customer is affected.
            if missing_bookings_e4(cell) <= missing_bookings_e4(ordered) {
                continue;
            }
            let bookings = position.bookings_of_week(row, week);
            let short = share_missing(cell, bookings).zip(share_missing(ordered, bookings));
            for (booking, (now_e4, ordered_e4)) in bookings.iter().zip(short) {
                let Ok(short) = Decimal4::from_scaled(now_e4 - ordered_e4) else {
                    continue;
                };
                if short <= Decimal4::ZERO {
                    continue;
                }
                let price = booking
                    .unit_price_e4
                    .and_then(|price| Decimal4::from_scaled(price).ok());
                self.bookings.push(AffectedBooking {
                    row,
                    booking,
                    starts_on: position.week_start(week),
                    short,
                    value: price.and_then(|price| short.checked_mul(price).ok()),
                });
            }
        }
    }
}

/// The missing units of each booking of a week: earlier ones are met first.
fn share_missing(cell: &PositionCell, bookings: &[BookingTerm]) -> impl Iterator<Item = i64> {
    let mut left_e4 = cell.bookings_e4 - missing_bookings_e4(cell);
    bookings.iter().map(move |booking| {
        let met_e4 = booking.quantity_e4.min(left_e4);
        left_e4 -= met_e4;
        booking.quantity_e4 - met_e4
    })
}

impl SeasonPosition {
    /// The open bookings of the weeks of some rows.
    pub fn count_bookings(&self, is_counted: impl Fn(&StockPosition) -> bool) -> usize {
        let rows = self.rows.iter().filter(|row| is_counted(row));
        rows.map(|row| {
            let end = self.week_start(row.position.unpack().cells.len());
            row.bookings.iter().filter(|one| one.due < end).count()
        })
        .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    use purchase_planning::{BalanceInterval, PackedPosition, RowPosition, build_cells};

    fn day(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 3, day).unwrap()
    }

    fn booking(id: &str, due: NaiveDate, units: i64, price_e4: Option<i64>) -> BookingTerm {
        BookingTerm {
            booking_id: id.to_owned(),
            line: "1".to_owned(),
            customer_id: format!("c-{}", &id[..1]),
            due,
            quantity_e4: units * 10_000,
            unit_price_e4: price_e4,
            currency: if id == "b2" { "CAD" } else { "USD" }.to_owned(),
        }
    }

    fn certain(cell: &PositionCell) -> BalanceInterval {
        BalanceInterval {
            lo80_e4: cell.balance_e4,
            hi80_e4: cell.balance_e4,
        }
    }

    /// Four weeks from March 2: 10 on hand, what arrives by week, and 3 unbooked in the second.
    fn position(arrivals: [i64; 4], bookings: Vec<BookingTerm>) -> SeasonPosition {
        let mut booked = [0; 4];
        for one in &bookings {
            let week = usize::try_from((one.due - day(2)).num_days().max(0) / 7).unwrap();
            booked[week] += one.quantity_e4;
        }
        let cells = build_cells(
            100_000,
            &arrivals.map(|units| units * 10_000),
            &booked,
            &[0.0, 3.0, 0.0, 0.0],
        );
        let row = StockPosition {
            item_id: "urea".to_owned(),
            item: "Urea".to_owned(),
            category: "fertilizer".to_owned(),
            unit: "ton".to_owned(),
            location: "Ames".to_owned(),
            supplier_id: None,
            supplier: None,
            unit_cost: None,
            position: PackedPosition::pack(&RowPosition {
                intervals: cells.iter().map(certain).collect(),
                cells,
            }),
            arrivals: Vec::new(),
            undated: None,
            bookings,
        };
        SeasonPosition {
            as_of: day(2),
            rows: vec![row],
            as_ordered: HashMap::new(),
            missing: Vec::new(),
            currency: None,
            other_currency_rows: 0,
            unmatched_lines: 0,
            data_through: None,
        }
    }

    fn ordered(arrivals: [i64; 4]) -> [RowAsOrdered; 1] {
        [RowAsOrdered {
            row: 0,
            arrivals_e4: arrivals.map(|units| units * 10_000).to_vec(),
        }]
    }

    /// Booking, first day of its week, short units and value.
    fn list(position: &SeasonPosition, as_ordered: [i64; 4]) -> Vec<(String, u32, String, String)> {
        use chrono::Datelike;
        let found = AffectedCustomers::compare(position, &ordered(as_ordered));
        let text = |one: &AffectedBooking<'_>| {
            let value = one.value.map(|value| value.to_string()).unwrap_or_default();
            (
                one.booking.booking_id.clone(),
                one.starts_on.day(),
                one.short.to_string(),
                value,
            )
        };
        found.bookings.iter().map(text).collect()
    }

    #[test]
    fn late_units_are_short_in_the_weeks_between() {
        // 10 on hand, 12 booked in the second week, 20 in the third, 1 in the fourth. 30 were to
        // arrive in the second week, and arrive in the fourth.
        let bookings = vec![
            booking("a1", day(9), 5, Some(20_000)),
            booking("b1", day(10), 7, Some(20_000)),
            booking("b2", day(16), 20, Some(30_000)),
            booking("c1", day(23), 1, None),
        ];
        let late = position([0, 0, 0, 30], bookings.clone());
        assert_eq!(
            list(&late, [0, 30, 0, 0]),
            [
                ("b1".to_owned(), 9, "2".to_owned(), "4".to_owned()),
                ("b2".to_owned(), 16, "20".to_owned(), "60".to_owned()),
            ]
        );
        let as_ordered = ordered([0, 30, 0, 0]);
        let found = AffectedCustomers::compare(&late, &as_ordered);
        assert_eq!(found.customers, 1);
        let values = found
            .values
            .iter()
            .map(|(code, sum)| (*code, sum.to_money_text()));
        assert_eq!(
            values.collect::<Vec<_>>(),
            [("CAD", "60.00".to_owned()), ("USD", "4.00".to_owned())]
        );
        assert_eq!(late.count_bookings(|_| true), 4);
        // Less than ordered: the last bookings miss it.
        let short = position([0, 10, 0, 0], bookings);
        assert_eq!(
            list(&short, [0, 30, 0, 0]),
            [
                ("b2".to_owned(), 16, "15".to_owned(), "45".to_owned()),
                ("c1".to_owned(), 23, "1".to_owned(), String::new()),
            ]
        );
    }

    #[test]
    fn what_is_short_anyway_is_not_because_of_the_order() {
        let bookings = vec![booking("a1", day(2), 15, Some(10_000))];
        // 5 are short in the first week in any case.
        let late = position([0, 0, 30, 0], bookings);
        assert_eq!(list(&late, [0, 30, 0, 0]), []);
        assert_eq!(
            list(&late, [2, 28, 0, 0]),
            [("a1".to_owned(), 2, "2".to_owned(), "2".to_owned())]
        );
        // An earlier arrival helps.
        assert_eq!(list(&late, [0, 0, 0, 30]), []);
        // Unbooked sales affect no customer.
        let unbooked = position([0, 0, 0, 0], Vec::new());
        assert_eq!(list(&unbooked, [0, 30, 0, 0]), []);
    }
}
