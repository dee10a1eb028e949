//! Aggregates of groups of rows, one column at a time.

use super::row_fields::{ChunkRows, FieldReader};
use crate::catalogue::{Aggregate, Condition, Field};
use crate::column_store::{MISSING, StoredColumn};
use crate::sql::{Cell, NUMBER_BASE, SUM_RADIX};

/// What is known of an aggregate of each group.
enum State {
    /// None without values.
    Sums(Vec<Option<i128>>),
    Counts(Vec<i64>),
    /// Group and value, in one number.
    Distinct(Vec<u64>),
    /// [`MISSING`] without values.
    Extremes(Vec<i64>, fn(i64, i64) -> i64),
    /// Day, place and value of the last row.
    Newest(Vec<Option<(i64, i64, i64)>>),
    /// Group, order and value.
    OrderValues(Vec<(u32, i64, i64)>),
    /// Group and value.
    Values(Vec<(u32, i64)>),
}

/// Computes an aggregate of each group.
pub(super) struct Accumulator {
    aggregate: Aggregate,
    state: State,
}

fn to_place(group: u32) -> usize {
    usize::try_from(group).unwrap_or(usize::MAX)
}

impl Accumulator {
    /// None for aggregates that no measure of these datasets has.
    pub(super) fn new(aggregate: Aggregate) -> Option<Self> {
        let state = match aggregate {
            Aggregate::Sum(..) => State::Sums(Vec::new()),
            Aggregate::Count(_) => State::Counts(Vec::new()),
            Aggregate::CountDistinct(..) => State::Distinct(Vec::new()),
            Aggregate::Min(..) => State::Extremes(Vec::new(), i64::min),
            Aggregate::Max(..) => State::Extremes(Vec::new(), i64::max),
            Aggregate::Newest(..) => State::Newest(Vec::new()),
            Aggregate::MedianOfOrders(_) => State::OrderValues(Vec::new()),
            Aggregate::Median(..) => State::Values(Vec::new()),
            Aggregate::Oldest(_) => return None,
        };
        Some(Self { aggregate, state })
    }

    /// The fields that [`Self::add`] reads.
    pub(super) fn fields(aggregate: Aggregate) -> Vec<Field> {
        let condition = match aggregate.condition() {
            Condition::FirstPurchase => Some(Field::FirstDay),
            Condition::Lapsed => Some(Field::LastDay),
            _ => None,
        };
        aggregate.field().into_iter().chain(condition).collect()
    }

    /// Adds rows with the numbers of their groups, of which there are `count` now.
    pub(super) fn add(
        &mut self,
        reader: &FieldReader,
        rows: ChunkRows<'_>,
        groups: &[u32],
        count: usize,
    ) {
        let values = match self.aggregate.field() {
            Some(field) => reader.read(field, rows),
            None => vec![1; rows.rows.len()],
        };
        let test = reader.test(self.aggregate.condition(), rows);
        let passes = |place: usize| match &test {
            Some(passes) => passes.get(place) == Some(&true),
            None => true,
        };
        let lines = groups.iter().zip(values).enumerate();
        let lines = lines
            .filter(|(place, (_, value))| *value != MISSING && passes(*place))
            .map(|(place, (group, value))| (place, *group, value));
        match &mut self.state {
            State::Sums(sums) => {
                sums.resize(count, None);
                for (_, group, value) in lines {
                    if let Some(sum) = sums.get_mut(to_place(group)) {
                        *sum = Some(sum.unwrap_or(0) + i128::from(value));
                    }
                }
            }
            State::Counts(counts) => {
                counts.resize(count, 0);
                for (_, group, _) in lines {
                    if let Some(count) = counts.get_mut(to_place(group)) {
                        *count += 1;
                    }
                }
            }
            State::Distinct(pairs) => {
                for (_, group, value) in lines {
                    let pair = (u64::from(group) << 32) | u64::try_from(value).unwrap_or(0);
                    // Lines of an order follow each other.
                    if pairs.last() != Some(&pair) {
                        pairs.push(pair);
                    }
                }
            }
            State::Extremes(extremes, choose) => {
                extremes.resize(count, MISSING);
                for (_, group, value) in lines {
                    if let Some(known) = extremes.get_mut(to_place(group)) {
                        *known = if *known == MISSING {
                            value
                        } else {
                            choose(*known, value)
                        };
                    }
                }
            }
            State::Newest(newest) => {
                newest.resize(count, None);
                let days = reader.read(Field::Day, rows);
                let ranks = rows.gather(StoredColumn::Rank);
                for (place, group, value) in lines {
                    let order = days.get(place).zip(ranks.get(place));
                    let row = order.map(|(day, rank)| (*day, *rank, value));
                    if let Some(known) = newest.get_mut(to_place(group)) {
                        *known = row.max(*known);
                    }
                }
            }
            State::OrderValues(values) => {
                let orders = rows.gather(StoredColumn::Order);
                for (place, group, value) in lines {
                    let order = orders.get(place).copied().unwrap_or(0);
                    values.push((group, order, value));
                }
            }
            State::Values(values) => {
                values.extend(lines.map(|(_, group, value)| (group, value)));
            }
        }
    }

    /// The cells of each of `count` groups: their number, and the columns of the aggregate.
    pub(super) fn finish(self, count: usize) -> Vec<Vec<Cell>> {
        let integer = |value: i64| match value {
            MISSING => Cell::Null,
            value => Cell::Integer(value),
        };
        let mut cells: Vec<Vec<Cell>> = match self.state {
            State::Sums(sums) => sums.into_iter().map(sum_cells).collect(),
            State::Counts(counts) => counts
                .into_iter()
                .map(|count| vec![Cell::Integer(count)])
                .collect(),
            State::Distinct(pairs) => count_distinct(pairs, count)
                .into_iter()
                .map(|count| vec![Cell::Integer(count)])
                .collect(),
            State::Extremes(extremes, _) => extremes
                .into_iter()
                .map(|value| vec![integer(value)])
                .collect(),
            State::Newest(newest) => newest
                .into_iter()
                .map(|last| vec![last.map_or(Cell::Null, dated_text)])
                .collect(),
            // Medians have rows of their own.
            State::OrderValues(_) | State::Values(_) => Vec::new(),
        };
        cells.resize(count, vec![Cell::Null]);
        cells
    }

    /// Group and cells of the middle value, or of the middle two, of each group.
    pub(super) fn finish_medians(self) -> Vec<(usize, Vec<Cell>)> {
        match self.state {
            State::OrderValues(values) => middle_values(sum_by_order(values))
                .into_iter()
                .map(|(group, sum)| (group, sum_cells(Some(sum))))
                .collect(),
            State::Values(values) => middle_values(values)
                .into_iter()
                .map(|(group, value)| (group, vec![Cell::Integer(value)]))
                .collect(),
            _ => Vec::new(),
        }
    }
}

fn count_distinct(mut pairs: Vec<u64>, count: usize) -> Vec<i64> {
    pairs.sort_unstable();
    pairs.dedup();
    let mut counts = vec![0; count];
    for pair in pairs {
        let group = usize::try_from(pair >> 32).unwrap_or(usize::MAX);
        if let Some(count) = counts.get_mut(group) {
            *count += 1;
        }
    }
    counts
}

fn sum_cells(sum: Option<i128>) -> Vec<Cell> {
    match sum {
        None => vec![Cell::Null; 2],
        Some(sum) => [sum / SUM_RADIX, sum % SUM_RADIX]
            .map(|part| i64::try_from(part).map_or(Cell::Null, Cell::Integer))
            .to_vec(),
    }
}

/// A text that sorts by day and place and ends in the value, as in SQL.
fn dated_text((day, place, value): (i64, i64, i64)) -> Cell {
    Cell::Text(format!("{day:010}{place:010}{}", NUMBER_BASE + value))
}

/// The sum of each order in each group.
fn sum_by_order(mut values: Vec<(u32, i64, i64)>) -> Vec<(u32, i128)> {
    values.sort_unstable_by_key(|(group, order, _)| (*group, *order));
    let orders = values.chunk_by(|left, right| (left.0, left.1) == (right.0, right.1));
    orders
        .filter_map(|lines| {
            let (group, ..) = lines.first()?;
            let sum = lines.iter().map(|(.., value)| i128::from(*value)).sum();
            Some((*group, sum))
        })
        .collect()
}

/// The middle value, or the middle two, of each group.
fn middle_values<T: Copy + Ord>(mut values: Vec<(u32, T)>) -> Vec<(usize, T)> {
    values.sort_unstable();
    let groups = values.chunk_by(|left, right| left.0 == right.0);
    let mut middle = Vec::new();
    for group in groups {
        let last = group.len().saturating_sub(1);
        for place in [last / 2, group.len() / 2] {
            if let Some((number, value)) = group.get(place) {
                middle.push((to_place(*number), *value));
            }
            if group.len() % 2 == 1 {
                break;
            }
        }
    }
    middle
}
