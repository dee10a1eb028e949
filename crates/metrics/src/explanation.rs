//! Explains the change of a figure between two periods: what each member contributes, and the
//! effects of price, volume and mix. All parts add up to the change.

mod change_parts;
mod price_volume_mix;
mod request;

use crate::answer::{AnswerValue, Column, ColumnRole, KeyedGroups, Layout};
use crate::calendar::Span;
use crate::catalogue::{Dimension, Formula, Measure};
use crate::figure::Figure;
use crate::plan::{Level, Plan};
use crate::query::{Query, QueryError};
use crate::sql::{Cell, ResultRows};
use change_parts::{MemberFigures, SideFigures, split_change};
use price_volume_mix::{ItemFigures, split_amount};
use std::collections::BTreeMap;

pub use request::MAX_EXPLAINED_DIMENSIONS;

/// A query of a change with the statements that answer it.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// One for each dimension, then that of price, volume and mix if the measure supports it.
    plans: Vec<Plan>,
    has_effects: bool,
    premise: Option<Direction>,
    limit: usize,
}

/// How a figure moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Increase,
    Decrease,
    Unchanged,
}

/// Why a figure changed.
#[derive(Clone, Debug)]
pub struct ExplainedChange {
    pub measure: &'static Measure,
    /// The currency or unit of the figures, if it is one.
    pub unit: Option<String>,
    pub span: Span,
    pub compared_span: Span,
    /// One for each currency and unit if they are kept apart, else one.
    pub parts: Vec<ChangePart>,
    pub notes: Vec<String>,
}

/// The change of a figure in one currency and unit.
#[derive(Clone, Debug)]
pub struct ChangePart {
    /// The currency, unit or other members that are kept apart, by the id of their dimension.
    pub kept_apart: Vec<(&'static str, AnswerValue)>,
    pub value: Option<Figure>,
    pub before: Option<Figure>,
    /// The change, as a query shows it.
    pub change: Option<Figure>,
    pub change_percent: Option<Figure>,
    pub direction: Option<Direction>,
    /// Whether the figure moved as the question assumed; none without an assumption.
    pub is_premise_true: Option<bool>,
    pub dimensions: Vec<DimensionChange>,
    /// Price, volume and mix; empty if the measure does not support them.
    pub effects: Vec<ChangeEffect>,
}

/// The contributions of a dimension's members. They add up to the change.
#[derive(Clone, Debug)]
pub struct DimensionChange {
    pub dimension: &'static Dimension,
    /// The largest contributions first.
    pub members: Vec<MemberChange>,
    /// The members that are not listed.
    pub others: Option<OtherMembers>,
    /// The part of the change that no single member has, because rows count for several.
    pub overlap: Figure,
}

/// A member of a dimension.
#[derive(Clone, Debug)]
pub struct MemberChange {
    pub member: AnswerValue,
    pub value: Option<Figure>,
    pub before: Option<Figure>,
    /// Its part of the change.
    pub contribution: Figure,
}

/// The members of a dimension that are not listed.
#[derive(Clone, Copy, Debug)]
pub struct OtherMembers {
    pub count: usize,
    pub contribution: Figure,
}

/// A part of the change of an amount.
#[derive(Clone, Copy, Debug)]
pub struct ChangeEffect {
    pub effect: Effect,
    pub amount: Figure,
}

/// Why an amount changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Items at other prices than before.
    Price,
    /// More or fewer units, at the average price before.
    Volume,
    /// A different mix of items, at their prices before.
    Mix,
    /// Items of this period only.
    NewItems,
    /// Items of the compared period only.
    EndedItems,
    /// Items without a price in a period, such as those with returns only.
    Unpriced,
}

impl Explanation {
    /// The queries that are needed, to check permissions.
    pub fn queries(&self) -> impl Iterator<Item = &Query> {
        self.plans.iter().map(Plan::query)
    }

    /// The plans. Pass the rows of their statements to [`Self::answer`].
    pub fn plans_mut(&mut self) -> &mut [Plan] {
        &mut self.plans
    }

    /// Answers from the rows of each plan's statements, in the same order.
    pub fn answer(&self, results: Vec<Vec<ResultRows>>) -> Result<ExplainedChange, QueryError> {
        let mut groups = Vec::new();
        for (plan, rows) in self.plans.iter().zip(results) {
            groups.push(KeyedGroups::new(plan.query(), plan.collect(rows)?));
        }
        let first = self.plans.first().map(Plan::query).zip(groups.first());
        let measure = first.and_then(|(query, _)| query.measures.first().copied());
        let compared = first.and_then(|(query, _)| query.compared);
        let (Some((query, totals)), Some(measure), Some(compared_span)) =
            (first, measure, compared)
        else {
            return Err(QueryError::new("compare", "Send a period to compare with."));
        };
        let mut notes = Vec::new();
        if !is_split(&measure.formula) {
            notes.push(format!(
                "{} is no sum, count or ratio of sums: members have no part of its change.",
                measure.label
            ));
        }
        let sides = side_figures(totals, measure, Level::Totals);
        let mut parts = Vec::new();
        for (key, total) in &sides {
            parts.push(self.explain_part(&groups, totals.layout(), measure, key, total));
        }
        if let Some(premise) = self.premise {
            notes.extend(
                parts
                    .iter()
                    .filter_map(|part| part.correct_premise(measure, premise)),
            );
        }
        if parts.is_empty() {
            notes.push("There are no rows in either period.".to_owned());
        }
        Ok(ExplainedChange {
            measure,
            unit: totals.unit_of(query, measure),
            span: query.span,
            compared_span,
            parts,
            notes,
        })
    }

    fn explain_part(
        &self,
        groups: &[KeyedGroups],
        layout: &Layout,
        measure: &'static Measure,
        key: &[Cell],
        total: &MemberFigures,
    ) -> ChangePart {
        let (value, before) = (total.value, total.before);
        let both = value.zip(before);
        let change = both.and_then(|(value, before)| value.minus(before));
        let direction = change.map(Direction::from_change);
        let mut dimensions = Vec::new();
        let mut effects = Vec::new();
        if let Some(change) = change.filter(|_| is_split(&measure.formula)) {
            for (plan, group) in self.plans.iter().zip(groups).take(self.dimension_count()) {
                let Some(dimension) = plan.query().dimensions.first() else {
                    continue;
                };
                let members = side_figures(group, measure, Level::Rows);
                let of_part = members
                    .into_iter()
                    .filter(|(member, _)| member.get(1..) == Some(key));
                let members: Vec<_> = of_part.map(|(_, figures)| figures).collect();
                let found = split_change(measure, dimension, total, members, change, self.limit);
                dimensions.extend(found);
            }
            if let Some(group) = groups.last().filter(|_| self.has_effects) {
                effects =
                    split_amount(&item_figures(group, key), change.shown()).unwrap_or_default();
            }
        }
        ChangePart {
            kept_apart: layout.kept_apart(key),
            value: value.map(Figure::shown),
            before: before.map(Figure::shown),
            change: change.map(Figure::shown),
            change_percent: both
                .and_then(|(value, before)| value.percent_change_from(before))
                .map(Figure::shown),
            direction,
            is_premise_true: self.premise.map(|premise| direction == Some(premise)),
            dimensions,
            effects,
        }
    }

    fn dimension_count(&self) -> usize {
        self.plans.len() - usize::from(self.has_effects)
    }
}

impl Direction {
    fn from_change(change: Figure) -> Self {
        if change.is_positive() {
            Self::Increase
        } else if change == Figure::ZERO {
            Self::Unchanged
        } else {
            Self::Decrease
        }
    }
}

impl ChangePart {
    fn correct_premise(&self, measure: &Measure, premise: Direction) -> Option<String> {
        if self.is_premise_true != Some(false) {
            return None;
        }
        let assumed = match premise {
            Direction::Decrease => "fall",
            _ => "rise",
        };
        let found = match self.direction {
            Some(Direction::Increase) => "it rose",
            Some(Direction::Decrease) => "it fell",
            Some(Direction::Unchanged) => "it is unchanged",
            None => "there is no figure to compare with",
        };
        let label = measure.label;
        Some(format!(
            "The premise is false: {label} did not {assumed}; {found}."
        ))
    }
}

impl ExplainedChange {
    /// The measure as a column of figures.
    pub fn column(&self) -> Column {
        Column {
            id: self.measure.id.to_owned(),
            label: self.measure.label.to_owned(),
            kind: self.measure.kind,
            unit: self.unit.clone(),
            role: ColumnRole::Measure,
        }
    }
}

/// Whether members have parts of the figure's change: it is made of sums and counts.
fn is_split(formula: &Formula) -> bool {
    use crate::catalogue::Aggregate::{Count, CountDistinct, Sum};
    formula
        .aggregates()
        .iter()
        .all(|one| matches!(one, Sum(..) | Count(_) | CountDistinct(..)))
}

/// Numerator and denominator of a ratio, with the factor of percentages.
fn ratio_parts(formula: &Formula) -> Option<(&'static Formula, &'static Formula, i64)> {
    match formula {
        Formula::Ratio(top, bottom) => Some((*top, *bottom, 1)),
        Formula::Percent(top, bottom) => Some((*top, *bottom, 100)),
        Formula::OrZero(inner) | Formula::IfPositive(inner) => ratio_parts(inner),
        _ => None,
    }
}

/// The figures of both periods by key, in order of the keys.
fn side_figures(
    groups: &KeyedGroups,
    measure: &'static Measure,
    level: Level,
) -> BTreeMap<Vec<Cell>, MemberFigures> {
    let mut found: BTreeMap<Vec<Cell>, MemberFigures> = BTreeMap::new();
    let ratio = ratio_parts(&measure.formula);
    for span in [0, 1] {
        for (key, label, group) in groups.groups_of(span, level, measure.date) {
            let member = found.entry(key).or_insert_with(|| MemberFigures {
                label,
                ..MemberFigures::default()
            });
            let side = SideFigures {
                top: ratio.and_then(|(top, _, _)| group.evaluate(top)),
                bottom: ratio.and_then(|(_, bottom, _)| group.evaluate(bottom)),
            };
            let value = group.evaluate(&measure.formula);
            if span == 0 {
                (member.value, member.side) = (value, side);
            } else {
                (member.before, member.side_before) = (value, side);
            }
        }
    }
    // Sums and counts without rows are zero.
    for member in found.values_mut().filter(|_| measure.is_zero_without_rows) {
        member.value = member.value.or(Some(Figure::ZERO));
        member.before = member.before.or(Some(Figure::ZERO));
    }
    found
}

/// Amount and quantity of each item and unit of a part.
fn item_figures(groups: &KeyedGroups, part: &[Cell]) -> Vec<ItemFigures> {
    let mut found: BTreeMap<Vec<Cell>, ItemFigures> = BTreeMap::new();
    let measures = groups.measures();
    let [amount, quantity] = measures else {
        return Vec::new();
    };
    for span in [0, 1] {
        for (key, _, group) in groups.groups_of(span, Level::Rows, amount.date) {
            if key.get(2..) != Some(part) {
                continue;
            }
            let unit = key.get(1).cloned().unwrap_or(Cell::Null);
            let item = found.entry(key).or_insert_with(|| ItemFigures::new(unit));
            let figures = (
                group.evaluate(&amount.formula).unwrap_or(Figure::ZERO),
                group.evaluate(&quantity.formula).unwrap_or(Figure::ZERO),
            );
            if span == 0 {
                item.now = Some(figures);
            } else {
                item.before = Some(figures);
            }
        }
    }
    found.into_values().collect()
}

#[cfg(test)]
mod tests;
