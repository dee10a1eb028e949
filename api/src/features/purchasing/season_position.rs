//! The season position: stock, arrivals, bookings and unbooked forecast of each stock row by week,
//! and their sums by category or location.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use poem_openapi::Enum;
use purchase_planning::{BalanceInterval, PositionCell, RowPosition};

use crate::decimal::Decimal4;

/// How the position is calculated.
pub const METHOD: &str = "season_position";
/// Weeks that are computed.
pub const MAX_WEEKS: usize = 26;

/// What a line of the position sums up. Units are never mixed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum PositionGroup {
    /// One line per item and location.
    #[default]
    Item,
    /// One line per category and unit.
    Category,
    /// One line per location and unit.
    Location,
}

/// Data that would improve the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum MissingInput {
    /// No sales of past seasons, so nothing is forecast.
    Sales,
    /// No customer bookings, so all demand is forecast.
    CustomerBookings,
    /// No open purchase orders, so nothing arrives.
    PurchaseOrders,
}

/// A stock row's position.
#[derive(Debug, Clone, PartialEq)]
pub struct StockPosition {
    pub item_id: String,
    pub item: String,
    pub category: String,
    pub unit: String,
    pub location: String,
    pub unit_cost: Decimal4,
    pub position: RowPosition,
}

/// The position of an organization.
#[derive(Debug, Clone, PartialEq)]
pub struct SeasonPosition {
    /// The first day of week 0.
    pub as_of: NaiveDate,
    pub rows: Vec<StockPosition>,
    pub missing: Vec<MissingInput>,
    /// Currency of the costs.
    pub currency: Option<String>,
    /// Bookings and purchase orders in a unit other than that of their stock row, or without one.
    pub unmatched_lines: u64,
    /// The version of the location mapping.
    pub edition: i64,
}

/// Weeks of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeekRange {
    pub first: usize,
    pub count: usize,
}

/// A line of the position.
#[derive(Debug, Clone, PartialEq)]
pub struct PositionLine {
    pub item_id: Option<String>,
    pub item: Option<String>,
    pub category: Option<String>,
    pub location: Option<String>,
    pub unit: String,
    pub weeks: Vec<PositionWeek>,
    /// First day of the first week of the range whose balance is below 0.
    pub first_short_week: Option<NaiveDate>,
    /// Purchase cost of the units missing at the lowest balance of each stock row.
    pub shortage_cost: Decimal4,
}

/// A week of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionWeek {
    pub starts_on: NaiveDate,
    pub cell: PositionCell,
    pub interval: BalanceInterval,
}

/// The lines of a position in the order of their names, for the rows that `includes` accepts.
pub fn group_position(
    position: &SeasonPosition,
    group: PositionGroup,
    range: WeekRange,
    includes: impl Fn(&StockPosition) -> bool,
) -> Vec<PositionLine> {
    let mut lines: BTreeMap<(&str, &str, &str), PositionLine> = BTreeMap::new();
    for row in position.rows.iter().filter(|row| includes(row)) {
        let key = match group {
            PositionGroup::Item => (&*row.item, &*row.item_id, &*row.location),
            PositionGroup::Category => (&*row.category, &*row.unit, ""),
            PositionGroup::Location => (&*row.location, &*row.unit, ""),
        };
        let line = lines.entry(key).or_insert_with(|| new_line(row, group));
        add_row(line, row, range, position.as_of);
    }
    let mut lines: Vec<PositionLine> = lines.into_values().collect();
    for line in &mut lines {
        line.first_short_week = line
            .weeks
            .iter()
            .find(|week| week.cell.balance_e4 < 0)
            .map(|week| week.starts_on);
    }
    lines
}

fn new_line(row: &StockPosition, group: PositionGroup) -> PositionLine {
    let for_group =
        |wanted: &[PositionGroup], name: &String| wanted.contains(&group).then(|| name.clone());
    PositionLine {
        item_id: for_group(&[PositionGroup::Item], &row.item_id),
        item: for_group(&[PositionGroup::Item], &row.item),
        category: for_group(
            &[PositionGroup::Item, PositionGroup::Category],
            &row.category,
        ),
        location: for_group(
            &[PositionGroup::Item, PositionGroup::Location],
            &row.location,
        ),
        unit: row.unit.clone(),
        weeks: Vec::new(),
        first_short_week: None,
        shortage_cost: Decimal4::ZERO,
    }
}

/// Adds a row's weeks. The bounds of a sum are the sums of the bounds: rows can vary together.
fn add_row(line: &mut PositionLine, row: &StockPosition, range: WeekRange, as_of: NaiveDate) {
    let cells = row.position.cells.iter().zip(&row.position.intervals);
    let mut lowest = 0;
    for (index, (cell, interval)) in cells.enumerate().skip(range.first).take(range.count) {
        lowest = lowest.min(cell.balance_e4);
        if let Some(week) = line.weeks.get_mut(index - range.first) {
            week.cell = sum_cells(week.cell, *cell);
            week.interval.lo80_e4 += interval.lo80_e4;
            week.interval.hi80_e4 += interval.hi80_e4;
        } else {
            line.weeks.push(PositionWeek {
                starts_on: as_of + Days::new(7 * index as u64),
                cell: *cell,
                interval: *interval,
            });
        }
    }
    let missing = Decimal4::from_scaled(-lowest).unwrap_or_default();
    let cost = missing.checked_mul(row.unit_cost).unwrap_or_default();
    line.shortage_cost = line.shortage_cost.checked_add(cost).unwrap_or(cost);
}

fn sum_cells(a: PositionCell, b: PositionCell) -> PositionCell {
    PositionCell {
        on_hand_e4: a.on_hand_e4 + b.on_hand_e4,
        arrivals_e4: a.arrivals_e4 + b.arrivals_e4,
        bookings_e4: a.bookings_e4 + b.bookings_e4,
        unbooked_forecast_e4: a.unbooked_forecast_e4 + b.unbooked_forecast_e4,
        balance_e4: a.balance_e4 + b.balance_e4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stock_position(item: &str, location: &str, balances: [i64; 3]) -> StockPosition {
        let cell = |balance_e4: i64| PositionCell {
            on_hand_e4: 10_000,
            arrivals_e4: 0,
            bookings_e4: 0,
            unbooked_forecast_e4: 10_000 - balance_e4,
            balance_e4,
        };
        let interval = |balance_e4: i64| BalanceInterval {
            lo80_e4: balance_e4 - 5_000,
            hi80_e4: balance_e4 + 5_000,
        };
        StockPosition {
            item_id: item.to_lowercase(),
            item: item.to_owned(),
            category: "seed".to_owned(),
            unit: "bag".to_owned(),
            location: location.to_owned(),
            unit_cost: Decimal4::parse("2.5").unwrap(),
            position: RowPosition {
                cells: balances.map(cell).to_vec(),
                intervals: balances.map(interval).to_vec(),
            },
        }
    }

    fn position() -> SeasonPosition {
        SeasonPosition {
            as_of: NaiveDate::from_ymd_opt(2026, 3, 2).unwrap(),
            rows: vec![
                stock_position("Soy", "Ames", [10_000, -20_000, -40_000]),
                stock_position("Corn", "Ames", [10_000, 30_000, 30_000]),
            ],
            missing: Vec::new(),
            currency: None,
            unmatched_lines: 0,
            edition: 0,
        }
    }

    const ALL_WEEKS: WeekRange = WeekRange { first: 0, count: 3 };

    #[test]
    fn lines_of_items_name_their_first_short_week_and_its_cost() {
        let lines = group_position(&position(), PositionGroup::Item, ALL_WEEKS, |_| true);
        let names: Vec<_> = lines.iter().map(|line| line.item.as_deref()).collect();
        assert_eq!(names, [Some("Corn"), Some("Soy")]);
        assert_eq!(lines[0].first_short_week, None);
        assert_eq!(
            lines[1].first_short_week,
            NaiveDate::from_ymd_opt(2026, 3, 9)
        );
        assert_eq!(lines[1].shortage_cost, Decimal4::parse("10").unwrap());
    }

    #[test]
    fn sums_keep_shortages_of_rows() {
        let lines = group_position(&position(), PositionGroup::Category, ALL_WEEKS, |_| true);
        assert_eq!(lines.len(), 1);
        let balances: Vec<i64> = lines[0]
            .weeks
            .iter()
            .map(|week| week.cell.balance_e4)
            .collect();
        assert_eq!(balances, [20_000, 10_000, -10_000]);
        assert_eq!(lines[0].weeks[0].interval.lo80_e4, 10_000);
        assert_eq!(lines[0].shortage_cost, Decimal4::parse("10").unwrap());
        assert_eq!(
            (lines[0].item.as_ref(), lines[0].location.as_ref()),
            (None, None)
        );
    }

    #[test]
    fn range_and_filter_limit_lines() {
        let range = WeekRange { first: 1, count: 1 };
        let lines = group_position(&position(), PositionGroup::Location, range, |row| {
            row.item == "Soy"
        });
        assert_eq!(lines[0].weeks.len(), 1);
        assert_eq!(lines[0].weeks[0].cell.balance_e4, -20_000);
    }
}
