//! The parts of a question's query, and follow-ups that take one out.

use crate::plan::Outcome;
use crate::sketch::{GroupRole, MemberMention, Sketch};
use metrics::{find_dataset, find_dimension};
use serde_json::Value;

/// What a part of a query does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryPartKind {
    Measure,
    Breakdown,
    Filter,
    /// A condition on a figure.
    Threshold,
    Order,
    Period,
    Comparison,
}

/// A part of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryPart {
    pub kind: QueryPartKind,
    /// As typed, or as the catalogue names it where it was not.
    pub text: String,
    /// The follow-up that takes it out, if the query has a meaning without it.
    pub clear: Option<String>,
}

/// The parts of an answered question, in the order measure, breakdown, filters, conditions, order,
/// period, comparison.
pub(crate) fn list_parts(sketch: &Sketch, outcome: &Outcome) -> Vec<QueryPart> {
    let Outcome::Answer(reading) = outcome else {
        return Vec::new();
    };
    let Some(query) = reading.queries.first() else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    let mut push = |kind, text: &str, can_clear: bool| {
        if !text.is_empty() && !reading.unused.iter().any(|unused| unused == text) {
            parts.push(QueryPart {
                kind,
                text: text.to_owned(),
                clear: can_clear.then(|| format!("Clear {text}")),
            });
        }
    };
    for label in measure_labels(query) {
        push(QueryPartKind::Measure, &label.to_lowercase(), false);
    }
    for id in texts_of(query, "dimensions") {
        let typed = sketch
            .groups
            .iter()
            .find(|group| group.role == GroupRole::By && group.dimension == id);
        if let Some(group) = typed {
            push(QueryPartKind::Breakdown, &group.text, true);
        } else {
            let label = find_dimension(id).map_or(id, |dimension| dimension.label);
            let text = format!("by {}", label.to_lowercase());
            push(QueryPartKind::Breakdown, &text, false);
        }
    }
    for member in &sketch.members {
        push(QueryPartKind::Filter, &member.text, true);
    }
    for threshold in &sketch.thresholds {
        push(QueryPartKind::Threshold, &threshold.text, true);
    }
    if sketch.limit.is_some() {
        push(QueryPartKind::Order, &sketch.top_text, true);
    }
    let is_single = sketch.periods.len() == 1;
    for period in &sketch.periods {
        push(QueryPartKind::Period, &period.text, is_single);
    }
    if sketch.periods.is_empty()
        && let Some(preset) = query.pointer("/period/preset").and_then(Value::as_str)
    {
        push(QueryPartKind::Period, &preset.replace('_', " "), false);
    }
    if let Some(text) = &sketch.compare_text {
        push(QueryPartKind::Comparison, text, true);
    }
    parts
}

fn texts_of<'a>(query: &'a Value, name: &str) -> Vec<&'a str> {
    let list = query.get(name).and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

fn measure_labels(query: &Value) -> Vec<&'static str> {
    let dataset = query.get("dataset").and_then(Value::as_str);
    let Some(dataset) = dataset.and_then(find_dataset) else {
        return Vec::new();
    };
    texts_of(query, "measures")
        .into_iter()
        .filter_map(|id| Some(dataset.find_measure(id)?.label))
        .collect()
}

/// A question without the parts that a follow-up names. Parts that it did not have are not used.
pub(crate) fn clear_parts(before: Sketch, next: Sketch) -> Sketch {
    let mut kept = before;
    for group in next.groups {
        let count = kept.groups.len();
        kept.groups
            .retain(|known| known.role != GroupRole::By || known.dimension != group.dimension);
        if kept.groups.len() == count {
            kept.unused.push(group.text);
        } else if kept.groups.is_empty() {
            // A total has no rows to select.
            kept.thresholds.clear();
            clear_order(&mut kept);
        }
    }
    for member in next.members {
        let count = kept.members.len();
        kept.members
            .retain(|known| !is_same_condition(known, &member));
        if kept.members.len() == count {
            kept.unused.push(member.text);
        }
    }
    for threshold in next.thresholds {
        let count = kept.thresholds.len();
        kept.thresholds.retain(|known| {
            known.operator != threshold.operator
                || known.digits != threshold.digits
                || known.target != threshold.target
        });
        if kept.thresholds.len() == count {
            kept.unused.push(threshold.text);
        }
    }
    for period in next.periods {
        let count = kept.periods.len();
        kept.periods.retain(|known| known.name != period.name);
        if kept.periods.len() == count {
            kept.unused.push(period.text);
        }
    }
    if !next.top_text.is_empty() {
        if next.limit.is_none() || next.limit == kept.limit {
            clear_order(&mut kept);
        } else {
            kept.unused.push(next.top_text);
        }
    }
    if let Some(text) = next.compare_text {
        if kept.compare_text.take().is_some() {
            (kept.compares_year, kept.compares_period) = (false, false);
            kept.compare = None;
        } else {
            kept.unused.push(text);
        }
    }
    kept.unused.extend(next.unused);
    kept.unknown.extend(next.unknown);
    kept
}

pub(crate) fn clear_order(sketch: &mut Sketch) {
    (sketch.limit, sketch.top, sketch.bottom) = (None, None, None);
    sketch.top_text.clear();
}

fn is_same_condition(one: &MemberMention, other: &MemberMention) -> bool {
    one.is_negated == other.is_negated
        && one
            .candidates
            .iter()
            .any(|candidate| other.candidates.contains(candidate))
}
