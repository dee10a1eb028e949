//! Groups, filters, orders and pages the lines of the season position.

use std::cmp::Ordering;
use std::collections::HashMap;

use chrono::NaiveDate;
use poem_openapi::Enum;
use purchase_planning::{BalanceInterval, PositionCell};
use serde::Deserialize;
use serde_json::Value;

use super::season_position::{MAX_WEEKS, SeasonPosition, StockPosition};
use crate::decimal::{Decimal4, ExactSum};
use crate::row_page::{PageBounds, SortOrder, contains_text};

/// What a line of the position sums up. Units are never mixed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Enum, Deserialize)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum PositionGroup {
    /// One line per item and location.
    #[default]
    ItemLocation,
    /// One line per item and unit.
    Item,
    /// One line per category and unit.
    Category,
    /// One line per location and unit.
    Location,
}

/// Weeks of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeekRange {
    pub first: usize,
    pub count: usize,
}

/// What lines are ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionSort {
    FirstShortWeek,
    ShortageCost,
    Item,
    Category,
    Location,
    Supplier,
}

/// The names of the keys.
pub const SORT_KEYS: [(&str, PositionSort); 6] = [
    ("first_short_week", PositionSort::FirstShortWeek),
    ("shortage_cost", PositionSort::ShortageCost),
    ("item", PositionSort::Item),
    ("category", PositionSort::Category),
    ("location", PositionSort::Location),
    ("supplier", PositionSort::Supplier),
];

/// Which lines a caller asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionQuery {
    pub group: PositionGroup,
    pub range: WeekRange,
    pub category: Option<String>,
    pub location: Option<String>,
    /// Part of the name or id of an item or supplier, of a category or of a location.
    pub search: Option<String>,
    /// Only lines with a stock row that runs short.
    pub is_short: bool,
    /// None: what runs short first, then the most money.
    pub sort: Option<SortOrder<PositionSort>>,
    pub bounds: PageBounds,
}

/// The number of weeks unless a caller chooses.
pub const DEFAULT_WEEKS: u32 = 13;

/// What a saved view or a scheduled report shows of the position: parameters of `getSeasonPosition`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub struct PositionSelection {
    pub group_by: PositionGroup,
    weeks: Option<u32>,
    category: Option<String>,
    location: Option<String>,
    q: Option<String>,
    only_short: bool,
}

impl PositionSelection {
    /// The selection in a JSON object, or why it is none.
    pub fn parse(body: &Value) -> Result<Self, String> {
        let read: Result<Self, _> = serde_json::from_value(body.clone());
        let selection = read.map_err(|error| error.to_string())?;
        match selection.weeks {
            Some(weeks) if weeks == 0 || weeks as usize > MAX_WEEKS => {
                Err(format!("weeks must be from 1 to {MAX_WEEKS}"))
            }
            _ => Ok(selection),
        }
    }

    /// The query for the first lines from today on.
    pub fn into_query(self, limit: u32) -> PositionQuery {
        PositionQuery {
            group: self.group_by,
            range: WeekRange {
                first: 0,
                count: self.weeks.unwrap_or(DEFAULT_WEEKS) as usize,
            },
            category: self.category,
            location: self.location,
            search: self.q,
            is_short: self.only_short,
            sort: None,
            bounds: PageBounds { start: 0, limit },
        }
    }
}

/// A page of the position, and the sums of all matching lines.
#[derive(Debug, Clone, PartialEq)]
pub struct PositionList {
    pub lines: Vec<PositionLine>,
    pub next_cursor: Option<String>,
    /// Matching lines.
    pub total: usize,
    /// Those of them that run short.
    pub short_lines: usize,
    pub shortage_cost: ExactSum,
}

/// A line of the position. What differs between its stock rows is absent.
#[derive(Debug, Clone, PartialEq)]
pub struct PositionLine {
    pub item_id: Option<String>,
    pub item: Option<String>,
    pub category: Option<String>,
    pub location: Option<String>,
    pub supplier_id: Option<String>,
    pub supplier: Option<String>,
    pub unit: String,
    pub unit_cost: Option<Decimal4>,
    pub rows: usize,
    pub weeks: Vec<PositionWeek>,
    /// First day of the first week in which a stock row of the line runs short.
    pub first_short_week: Option<NaiveDate>,
    /// Purchase cost of the units missing at the lowest balance of each stock row; none if no cost
    /// is in the currency of the sums.
    pub shortage_cost: Option<ExactSum>,
}

/// A week of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionWeek {
    pub starts_on: NaiveDate,
    pub cell: PositionCell,
    pub interval: BalanceInterval,
    /// Stock rows with a balance below 0.
    pub short_rows: usize,
}

/// The stock rows of a line, and what lines are ordered by.
struct Group<'a> {
    key: GroupKey<'a>,
    rows: Vec<&'a StockPosition>,
    first_short: Option<usize>,
    shortage_cost: Option<ExactSum>,
}

/// Names that no other line has. Lines that are otherwise equal are ordered by them.
type GroupKey<'a> = (&'a str, &'a str, &'a str);

impl<'a> Group<'a> {
    fn new(key: GroupKey<'a>, rows: Vec<&'a StockPosition>, range: WeekRange) -> Self {
        let (mut first_short, mut shortage_cost) = (None, None);
        for row in &rows {
            let (mut short_week, mut lowest_e4) = (None, 0);
            for (week, cell) in weeks_within(row.position.cells(), range) {
                if cell.balance_e4 < 0 {
                    short_week.get_or_insert(week);
                }
                lowest_e4 = lowest_e4.min(cell.balance_e4);
            }
            first_short = [first_short, short_week].into_iter().flatten().min();
            if let Some(cost) = price_shortage(row, lowest_e4) {
                let sum = shortage_cost.get_or_insert(ExactSum::ZERO);
                *sum = sum.saturating_add(cost);
            }
        }
        Self {
            key,
            rows,
            first_short,
            shortage_cost,
        }
    }

    fn compare(&self, other: &Self, key: PositionSort) -> Ordering {
        let by_name = |name: fn(&StockPosition) -> &str| {
            let (mine, others) = (self.rows.first(), other.rows.first());
            mine.map(|row| name(row)).cmp(&others.map(|row| name(row)))
        };
        match key {
            PositionSort::FirstShortWeek => {
                let week = |group: &Self| group.first_short.unwrap_or(usize::MAX);
                week(self).cmp(&week(other))
            }
            PositionSort::ShortageCost => {
                let cost = |group: &Self| group.shortage_cost.map_or(0, ExactSum::scaled);
                cost(self).cmp(&cost(other))
            }
            PositionSort::Item => by_name(|row| &row.item),
            PositionSort::Category => by_name(|row| &row.category),
            PositionSort::Location => by_name(|row| &row.location),
            PositionSort::Supplier => by_name(|row| row.supplier.as_deref().unwrap_or_default()),
        }
    }

    fn to_line(&self, position: &SeasonPosition, range: WeekRange) -> Option<PositionLine> {
        let first = *self.rows.first()?;
        let shared = |of: fn(&StockPosition) -> Option<&str>| {
            let value = of(first)?;
            self.rows
                .iter()
                .all(|row| of(row) == Some(value))
                .then(|| value.to_owned())
        };
        let mut weeks: Vec<PositionWeek> = Vec::with_capacity(range.count);
        for row in &self.rows {
            add_row(&mut weeks, row, range, position);
        }
        Some(PositionLine {
            item_id: shared(|row| Some(&row.item_id)),
            item: shared(|row| Some(&row.item)),
            category: shared(|row| Some(&row.category)),
            location: shared(|row| Some(&row.location)),
            supplier_id: shared(|row| row.supplier_id.as_deref()),
            supplier: shared(|row| row.supplier.as_deref()),
            unit: first.unit.clone(),
            unit_cost: first
                .unit_cost
                .filter(|cost| self.rows.iter().all(|row| row.unit_cost == Some(*cost))),
            rows: self.rows.len(),
            weeks,
            first_short_week: self.first_short.map(|week| position.week_start(week)),
            shortage_cost: self.shortage_cost,
        })
    }
}

impl PositionQuery {
    /// The lines of a page.
    pub fn apply(&self, position: &SeasonPosition) -> PositionList {
        let rows = position.rows.iter().filter(|row| self.includes(row));
        let mut groups: Vec<Group<'_>> = if self.group == PositionGroup::ItemLocation {
            rows.map(|row| Group::new(self.key(row), vec![row], self.range))
                .collect()
        } else {
            let mut by_key: HashMap<GroupKey<'_>, Vec<&StockPosition>> = HashMap::new();
            for row in rows {
                by_key.entry(self.key(row)).or_default().push(row);
            }
            let grouped = by_key.into_iter();
            grouped
                .map(|(key, rows)| Group::new(key, rows, self.range))
                .collect()
        };
        if self.is_short {
            groups.retain(|group| group.first_short.is_some());
        }
        let (total, short_lines) = (
            groups.len(),
            groups
                .iter()
                .filter(|one| one.first_short.is_some())
                .count(),
        );
        let shortage_cost = groups
            .iter()
            .filter_map(|group| group.shortage_cost)
            .fold(ExactSum::default(), ExactSum::saturating_add);
        let page = self.bounds.cut_ordered(groups, |a, b| {
            let order = match self.sort {
                None => a
                    .compare(b, PositionSort::FirstShortWeek)
                    .then_with(|| b.compare(a, PositionSort::ShortageCost)),
                Some(order) if order.is_descending => b.compare(a, order.key),
                Some(order) => a.compare(b, order.key),
            };
            order.then_with(|| a.key.cmp(&b.key))
        });
        PositionList {
            lines: page
                .items
                .iter()
                .filter_map(|group| group.to_line(position, self.range))
                .collect(),
            next_cursor: page.next_cursor,
            total,
            short_lines,
            shortage_cost,
        }
    }

    fn key<'a>(&self, row: &'a StockPosition) -> GroupKey<'a> {
        match self.group {
            PositionGroup::ItemLocation => (&row.item, &row.item_id, &row.location),
            PositionGroup::Item => (&row.item, &row.item_id, &row.unit),
            PositionGroup::Category => (&row.category, &row.unit, ""),
            PositionGroup::Location => (&row.location, &row.unit, ""),
        }
    }

    fn includes(&self, row: &StockPosition) -> bool {
        let is = |wanted: &Option<String>, value: &str| {
            wanted.as_ref().is_none_or(|wanted| wanted == value)
        };
        is(&self.category, &row.category)
            && is(&self.location, &row.location)
            && self.search.as_ref().is_none_or(|search| {
                let supplier = row.supplier.as_deref().unwrap_or_default();
                let supplier_id = row.supplier_id.as_deref().unwrap_or_default();
                let names = [
                    &*row.item,
                    &row.item_id,
                    &row.category,
                    &row.location,
                    supplier,
                    supplier_id,
                ];
                contains_text(&names, search)
            })
    }
}

/// The cells of some weeks, with their indexes.
fn weeks_within(
    cells: impl Iterator<Item = PositionCell>,
    range: WeekRange,
) -> impl Iterator<Item = (usize, PositionCell)> {
    cells.enumerate().skip(range.first).take(range.count)
}

/// Purchase cost of the units missing at the lowest balance; none without a usable cost.
fn price_shortage(row: &StockPosition, lowest_e4: i64) -> Option<ExactSum> {
    ExactSum::from(lowest_e4.saturating_neg()).checked_mul_price(row.unit_cost?)
}

/// Adds a row's weeks. The bounds of a sum are the sums of the bounds: rows can vary together.
fn add_row(
    weeks: &mut Vec<PositionWeek>,
    row: &StockPosition,
    range: WeekRange,
    position: &SeasonPosition,
) {
    let unpacked = row.position.unpack();
    let intervals = unpacked.intervals.iter().skip(range.first);
    let cells = weeks_within(unpacked.cells.into_iter(), range);
    for ((index, cell), interval) in cells.zip(intervals) {
        let short_rows = usize::from(cell.balance_e4 < 0);
        if let Some(week) = weeks.get_mut(index - range.first) {
            week.cell = sum_cells(week.cell, cell);
            week.interval.lo80_e4 = week.interval.lo80_e4.saturating_add(interval.lo80_e4);
            week.interval.hi80_e4 = week.interval.hi80_e4.saturating_add(interval.hi80_e4);
            week.short_rows += short_rows;
        } else {
            weeks.push(PositionWeek {
                starts_on: position.week_start(index),
                cell,
                interval: *interval,
                short_rows,
            });
        }
    }
}

fn sum_cells(a: PositionCell, b: PositionCell) -> PositionCell {
    PositionCell {
        on_hand_e4: a.on_hand_e4.saturating_add(b.on_hand_e4),
        arrivals_e4: a.arrivals_e4.saturating_add(b.arrivals_e4),
        bookings_e4: a.bookings_e4.saturating_add(b.bookings_e4),
        unbooked_forecast_e4: a
            .unbooked_forecast_e4
            .saturating_add(b.unbooked_forecast_e4),
        balance_e4: a.balance_e4.saturating_add(b.balance_e4),
    }
}

#[cfg(test)]
mod tests;
