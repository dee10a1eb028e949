//! The exact figures of groups under the keys that an answer shows.

use super::{AnswerValue, GroupFigures, Layout, Results};
use crate::catalogue::{Field, Kind, Measure};
use crate::plan::Level;
use crate::query::Query;
use crate::sql::Cell;

/// The groups of a query. Their keys are the members of its dimensions, then the currency or unit
/// if several are kept apart.
pub(crate) struct KeyedGroups {
    results: Results,
    layout: Layout,
    measures: Vec<&'static Measure>,
}

impl KeyedGroups {
    pub(crate) fn new(query: &Query, results: Results) -> Self {
        Self {
            layout: Layout::new(query, &results),
            measures: query.measures.clone(),
            results,
        }
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn measures(&self) -> &[&'static Measure] {
        &self.measures
    }

    /// Key, name of the first dimension, and figures of each group of the period (0) or of the
    /// compared one (1).
    pub(crate) fn groups_of(
        &self,
        span: usize,
        level: Level,
        date: Field,
    ) -> impl Iterator<Item = (Vec<Cell>, Option<Cell>, &GroupFigures)> {
        let own = match level {
            Level::Rows => self.layout.own,
            Level::Totals => 0,
        };
        let groups = self.results.groups((span, level, date));
        groups.map(move |(key, group)| {
            let label = group.labels.first().filter(|_| own > 0).cloned();
            (self.layout.shown(key, own), label, group)
        })
    }

    /// The currency or unit of a measure's figures, if it is one.
    pub(crate) fn unit_of(&self, query: &Query, measure: &Measure) -> Option<String> {
        let dimension = match measure.kind {
            Kind::Money => "currency",
            Kind::Quantity => "unit",
            _ => return None,
        };
        self.results.only_member(query, dimension)
    }
}

impl Layout {
    /// What keeps a part of the answer apart, by the id of its dimension.
    pub(crate) fn kept_apart(&self, key: &[Cell]) -> Vec<(&'static str, AnswerValue)> {
        let dimensions = self.dimensions.iter().skip(self.own);
        let values = key.iter().map(|cell| match cell {
            Cell::Text(text) => AnswerValue::Text(text.clone()),
            Cell::Integer(number) => AnswerValue::Integer(*number),
            Cell::Null => AnswerValue::Null,
        });
        dimensions.map(|one| one.id).zip(values).collect()
    }
}
