//! The figures of groups of rows, as the statements return them.

use crate::catalogue::{Aggregate, Condition, Dimension, Field, Formula};
use crate::figure::Figure;
use crate::plan::Level;
use crate::query::Query;
use crate::sql::{AggregateColumns, Cell, NUMBER_BASE, SUM_RADIX, has_name};
use foldhash::HashMap;
use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::mem;

/// The number of digits of a price at the end of a text.
const TEXT_NUMBER_DIGITS: usize = 18;

/// What a statement returned for an aggregate.
#[derive(Clone, Debug, PartialEq, Eq)]
enum AggregateValue {
    /// A scaled sum.
    Sum(i128),
    Integer(i64),
    Text(String),
    /// The middle values of a median.
    Middle(Vec<i128>),
}

/// The figures of a group.
#[derive(Clone, Debug)]
pub(crate) struct GroupFigures {
    pub(super) labels: Vec<Cell>,
    values: Vec<(Aggregate, Option<AggregateValue>)>,
}

impl GroupFigures {
    /// Reads a row: key and name of each dimension, then the columns of each aggregate. Returns the
    /// key and the figures.
    pub(crate) fn read(
        row: Vec<Cell>,
        dimensions: &[&'static Dimension],
        aggregates: &[Aggregate],
    ) -> (Vec<Cell>, Self) {
        let mut cells = row.into_iter();
        let mut next = || cells.next().unwrap_or(Cell::Null);
        let mut keys = Vec::with_capacity(dimensions.len());
        let mut group = Self {
            labels: Vec::with_capacity(dimensions.len()),
            values: Vec::with_capacity(aggregates.len()),
        };
        for dimension in dimensions {
            let key = next();
            let label = if has_name(dimension.field) {
                next()
            } else {
                key.clone()
            };
            group.labels.push(label);
            keys.push(key);
        }
        for aggregate in aggregates {
            let value = match aggregate.columns() {
                AggregateColumns::Parts => {
                    let (high, low) = (next().integer(), next().integer());
                    high.zip(low).map(|(high, low)| {
                        let sum = i128::from(high) * SUM_RADIX + i128::from(low);
                        match aggregate {
                            Aggregate::MedianOfOrders(_) => AggregateValue::Middle(vec![sum]),
                            _ => AggregateValue::Sum(sum),
                        }
                    })
                }
                AggregateColumns::Integer => next().integer().map(|value| match aggregate {
                    Aggregate::Median(..) => AggregateValue::Middle(vec![i128::from(value)]),
                    _ => AggregateValue::Integer(value),
                }),
                AggregateColumns::Text => match next() {
                    Cell::Text(text) => Some(AggregateValue::Text(text)),
                    _ => None,
                },
            };
            group.values.push((*aggregate, value));
        }
        (keys, group)
    }

    fn figure(&self, aggregate: Aggregate) -> Option<Figure> {
        let (_, value) = self.values.iter().find(|(known, _)| *known == aggregate)?;
        let scaled = |value: i128| match aggregate {
            Aggregate::Sum(Field::CostAmount | Field::StockValue, _) => {
                Some(Figure::from_scaled_8(value))
            }
            Aggregate::Median(..) => i64::try_from(value).ok().map(Figure::from_integer),
            _ => Figure::from_scaled_4(value),
        };
        match value.as_ref()? {
            AggregateValue::Sum(sum) => scaled(*sum),
            AggregateValue::Integer(value) => match aggregate {
                Aggregate::Min(..) | Aggregate::Max(..) => scaled(i128::from(*value)),
                _ => Some(Figure::from_integer(*value)),
            },
            AggregateValue::Text(text) => {
                let start = text.len().checked_sub(TEXT_NUMBER_DIGITS)?;
                let number: i64 = text.get(start..)?.parse().ok()?;
                scaled(i128::from(number - NUMBER_BASE))
            }
            AggregateValue::Middle(values) => {
                let mut sum = Figure::ZERO;
                for value in values {
                    sum = sum.plus(scaled(*value)?)?;
                }
                let count = i64::try_from(values.len()).ok()?;
                sum.divided_by(Figure::from_integer(count))
            }
        }
    }

    pub(crate) fn evaluate(&self, formula: &Formula) -> Option<Figure> {
        match formula {
            Formula::Value(aggregate) => self.figure(*aggregate),
            Formula::OrZero(inner) => Some(self.evaluate(inner).unwrap_or(Figure::ZERO)),
            Formula::Negative(inner) => Figure::ZERO.minus(self.evaluate(inner)?),
            Formula::Minus(left, right) => self.evaluate(left)?.minus(self.evaluate(right)?),
            Formula::Times(inner, factor) => self.evaluate(inner)?.times(*factor),
            Formula::Ratio(left, right) => self.evaluate(left)?.divided_by(self.evaluate(right)?),
            Formula::Percent(part, whole) => self.evaluate(part)?.percent_of(self.evaluate(whole)?),
            Formula::IfPositive(inner) => {
                self.evaluate(inner).filter(|figure| figure.is_positive())
            }
        }
    }

    /// Adds the values of another statement, or another part of the group.
    fn merge(&mut self, values: impl Iterator<Item = (Aggregate, Option<AggregateValue>)>) {
        for (aggregate, value) in values {
            match self
                .values
                .iter_mut()
                .find(|(known, _)| *known == aggregate)
            {
                None => self.values.push((aggregate, value)),
                Some((_, known)) => {
                    *known = match (known.take(), value) {
                        (Some(left), Some(right)) => Some(fold(aggregate, left, right)),
                        (left, right) => left.or(right),
                    };
                }
            }
        }
    }

    /// The values that add up over groups. Medians have statements of their own for totals.
    fn summable_values(&self) -> impl Iterator<Item = (Aggregate, Option<AggregateValue>)> {
        let values = self.values.iter();
        values
            .filter(|(aggregate, _)| !aggregate.is_median())
            .cloned()
    }

    /// Whether the order of groups matters when they are added up.
    fn depends_on_order(&self) -> bool {
        self.values
            .iter()
            .any(|(aggregate, _)| matches!(aggregate, Aggregate::Newest(..) | Aggregate::Oldest(_)))
    }
}

/// The day and transaction of a text that ends in a price.
fn dated_part(text: &str) -> Option<&str> {
    text.get(..text.len().checked_sub(TEXT_NUMBER_DIGITS)?)
}

fn fold(aggregate: Aggregate, left: AggregateValue, right: AggregateValue) -> AggregateValue {
    use AggregateValue::{Integer, Middle, Sum, Text};
    match (left, right) {
        (Sum(left), Sum(right)) => Sum(left.saturating_add(right)),
        (Integer(left), Integer(right)) => Integer(match aggregate {
            Aggregate::Min(..) => left.min(right),
            Aggregate::Max(..) => left.max(right),
            _ => left.saturating_add(right),
        }),
        (Text(left), Text(right)) => {
            let is_later = dated_part(&right) > dated_part(&left);
            let is_earlier = dated_part(&right) < dated_part(&left);
            let is_right = match aggregate {
                Aggregate::Oldest(_) => is_earlier,
                _ => is_later,
            };
            Text(if is_right { right } else { left })
        }
        (Middle(mut left), Middle(right)) => {
            left.extend(right);
            Middle(left)
        }
        (left, _) => left,
    }
}

/// A part of the results: the period (0) or the compared one (1), the level, and the day that
/// decides in which period a row is.
pub(super) type PartKey = (usize, Level, Field);

/// The groups of all statements.
#[derive(Debug, Default)]
pub(crate) struct Results {
    parts: HashMap<PartKey, HashMap<Vec<Cell>, GroupFigures>>,
}

impl Results {
    pub(crate) fn insert(&mut self, part: PartKey, (key, group): (Vec<Cell>, GroupFigures)) {
        match self.parts.entry(part).or_default().entry(key) {
            Entry::Occupied(mut known) => known.get_mut().merge(group.values.into_iter()),
            Entry::Vacant(free) => {
                free.insert(group);
            }
        }
    }

    /// Adds up the groups of rows, whose keys start with `own` dimensions of the query.
    pub(crate) fn fold_totals(&mut self, span: usize, date: Field, own: usize) {
        let mut totals = self
            .parts
            .remove(&(span, Level::Totals, date))
            .unwrap_or_default();
        let mut groups: Vec<_> = self.groups((span, Level::Rows, date)).collect();
        // Of prices of the same day, that of the first group counts.
        if groups.iter().any(|(_, group)| group.depends_on_order()) {
            groups.sort_unstable_by_key(|(key, _)| *key);
        }
        for (key, group) in groups {
            let rest = key.get(own..).unwrap_or_default();
            if let Some(total) = totals.get_mut(rest) {
                total.merge(group.summable_values());
            } else {
                let total = GroupFigures {
                    labels: group.labels.iter().skip(own).cloned().collect(),
                    values: group.summable_values().collect(),
                };
                totals.insert(rest.to_vec(), total);
            }
        }
        if !totals.is_empty() {
            self.parts.insert((span, Level::Totals, date), totals);
        }
    }

    /// Takes the groups of a part out.
    pub(super) fn take_groups(
        &mut self,
        part: PartKey,
    ) -> impl Iterator<Item = (Vec<Cell>, GroupFigures)> + use<> {
        self.parts
            .get_mut(&part)
            .map(mem::take)
            .unwrap_or_default()
            .into_iter()
    }

    pub(super) fn groups(
        &self,
        part: PartKey,
    ) -> impl Iterator<Item = (&Vec<Cell>, &GroupFigures)> {
        self.parts.get(&part).into_iter().flatten()
    }

    /// The members of a dimension that may be added to the query.
    pub(super) fn total_members(&self, position: usize) -> BTreeSet<&Cell> {
        self.parts
            .iter()
            .filter(|((_, level, _), _)| *level == Level::Totals)
            .flat_map(|(_, groups)| groups.keys())
            .filter_map(|key| key.get(position))
            .collect()
    }

    /// The only currency or unit of the lines, if the query looked for it.
    pub(super) fn only_member(&self, query: &Query, dimension: &str) -> Option<String> {
        let candidates = query.split_candidates();
        let position = candidates.iter().position(|one| one.id == dimension)?;
        let members = self.total_members(position);
        let only = members.first().filter(|_| members.len() == 1)?;
        only.text().map(ToOwned::to_owned)
    }

    /// A count over all rows of the period.
    pub(super) fn count(&self, query: &Query, condition: Condition) -> i64 {
        let date = query
            .measures
            .first()
            .map_or(Field::Day, |measure| measure.date);
        let counts = self
            .groups((0, Level::Totals, date))
            .filter_map(|(_, group)| {
                let is_count = |aggregate: Aggregate| aggregate == Aggregate::Count(condition);
                match group.values.iter().find(|(known, _)| is_count(*known)) {
                    Some((_, Some(AggregateValue::Integer(count)))) => Some(*count),
                    _ => None,
                }
            });
        counts.sum()
    }
}
