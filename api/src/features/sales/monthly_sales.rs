//! Sales by month, including months without sales.

use chrono::{Datelike, Months, NaiveDate};

use super::sales_totals::SalesTotals;

/// Maximum number of months; the latest are returned.
pub const MAX_MONTHS: usize = 120;
/// Method of the months, for the details on demand.
pub const METHOD: &str = "Sum of quantity x unit price over the sale lines of each month, returns \
    taken off; of the first and last month only the days in the period";

/// Sales of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthSales {
    /// Its first day.
    pub month: NaiveDate,
    pub totals: SalesTotals,
}

/// Every month from that of `from` to that of `through`, oldest first; months missing in `sold`
/// have no sales.
pub fn fill_months(sold: &[MonthSales], from: NaiveDate, through: NaiveDate) -> Vec<MonthSales> {
    let first = |day: NaiveDate| day.with_day(1).unwrap_or(day);
    let (from, last) = (first(from), first(through));
    let back = (0_u32..).map_while(|ago| last.checked_sub_months(Months::new(ago)));
    let months = back.take_while(|month| *month >= from).take(MAX_MONTHS);
    let totals = |month| {
        sold.iter()
            .find(|row| row.month == month)
            .map_or_else(SalesTotals::default, |row| row.totals)
    };
    let mut course: Vec<MonthSales> = months
        .map(|month| MonthSales {
            month,
            totals: totals(month),
        })
        .collect();
    course.reverse();
    course
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn includes_months_without_sales() {
        let march = MonthSales {
            month: parse_date("2026-03-01"),
            totals: SalesTotals {
                orders: 4,
                ..SalesTotals::default()
            },
        };
        let months = fill_months(&[march], parse_date("2026-01-20"), parse_date("2026-04-02"));
        let read: Vec<_> = months
            .iter()
            .map(|row| (row.month.to_string(), row.totals.orders))
            .collect();
        assert_eq!(
            read,
            [
                ("2026-01-01".to_owned(), 0),
                ("2026-02-01".to_owned(), 0),
                ("2026-03-01".to_owned(), 4),
                ("2026-04-01".to_owned(), 0)
            ]
        );
    }

    #[test]
    fn limits_months_and_rejects_reversed_ranges() {
        assert_eq!(
            fill_months(&[], parse_date("1900-01-01"), parse_date("2026-04-02")).len(),
            MAX_MONTHS
        );
        assert_eq!(
            fill_months(&[], parse_date("2026-05-01"), parse_date("2026-04-02")),
            Vec::new()
        );
    }
}
