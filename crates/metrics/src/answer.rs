//! Puts the answer of a query together from the figures of its groups.

mod derived_columns;
mod empty_buckets;
mod group_figures;
mod keyed_groups;

pub(crate) use group_figures::{GroupFigures, Results};
pub(crate) use keyed_groups::KeyedGroups;

use crate::calendar::Span;
use crate::catalogue::{Aggregate, Condition, Dimension, DimensionType, Field, Kind};
use crate::figure::Figure;
use crate::plan::Level;
use crate::query::{FigurePart, FigureRef, OrderBy, OrderKey, Query};
use crate::sql::Cell;
use chrono::NaiveDate;
use derived_columns::add_derived;
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

/// The answer to a query: a page of rows, and totals over all rows.
#[derive(Clone, Debug)]
pub struct Answer {
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<AnswerValue>>,
    /// One row for each currency and unit if they are kept apart, else one.
    pub totals: Vec<Vec<AnswerValue>>,
    pub span: Option<Span>,
    pub compared_span: Option<Span>,
    /// First days of time buckets that the period does not cover, or that are not over yet.
    pub incomplete: Vec<NaiveDate>,
    pub notes: Vec<String>,
    pub next_cursor: Option<String>,
    /// Rows of the dataset behind the figures.
    pub source_rows: u64,
    /// Rows of the answer on all pages.
    pub row_count: usize,
}

/// A column of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub id: String,
    pub label: String,
    pub kind: Kind,
    /// The currency or unit of all figures of the column, if it is one.
    pub unit: Option<String>,
    pub role: ColumnRole,
}

/// What a column contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnRole {
    Dimension,
    Measure,
    Compare,
    Derived,
}

/// A value of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerValue {
    Text(String),
    Integer(i64),
    Number(f64),
    Null,
}

/// A row while the answer is put together.
#[derive(Clone, Debug)]
struct AnswerRow {
    /// What is shown for each dimension.
    labels: Vec<Cell>,
    /// The ids of the members, to order rows with the same labels.
    key: Vec<Cell>,
    figures: Vec<Option<Figure>>,
    derived: Vec<Option<Figure>>,
}

/// The dimensions of the answer.
pub(crate) struct Layout {
    /// Those of the query, then the added ones.
    dimensions: Vec<&'static Dimension>,
    /// The number of those of the query.
    own: usize,
    /// The positions of the candidates that are kept.
    kept: Vec<usize>,
}

impl Layout {
    fn new(query: &Query, results: &Results) -> Self {
        let candidates = query.split_candidates();
        let kept: Vec<usize> = (0..candidates.len())
            .filter(|index| results.total_members(*index).len() > 1)
            .collect();
        let mut dimensions = query.dimensions.clone();
        dimensions.extend(kept.iter().filter_map(|index| candidates.get(*index)));
        Self {
            dimensions,
            own: query.dimensions.len(),
            kept,
        }
    }

    /// The parts of a group's key that the answer shows. `own` are the dimensions of the query in
    /// the key.
    fn shown(&self, cells: &[Cell], own: usize) -> Vec<Cell> {
        let (own_cells, splits) = cells.split_at(own.min(cells.len()));
        let kept = self.kept.iter().filter_map(|index| splits.get(*index));
        own_cells.iter().chain(kept).cloned().collect()
    }
}

impl Answer {
    pub(crate) fn assemble(query: &Query, results: &Results) -> Self {
        let layout = Layout::new(query, results);
        let totals = collect_rows(query, results, &layout, Level::Totals);
        let mut rows = if query.dimensions.is_empty() {
            totals.clone()
        } else {
            collect_rows(query, results, &layout, Level::Rows)
        };
        let figures: Vec<FigureRef> = query.figures().into_iter().map(|(_, one)| one).collect();
        filter_rows(query, &figures, &mut rows);
        order_rows(query, &figures, &layout, &mut rows);
        let partition = keep_top_rows(query, &layout, &mut rows);
        add_derived(query, &layout, &partition, &totals, &mut rows);
        let row_count = rows.len();
        let incomplete = find_incomplete(query, &layout, &rows);
        let end = query.offset.saturating_add(query.limit);
        let page = rows.iter().skip(query.offset).take(query.limit);
        Self {
            columns: describe_columns(query, &layout, results),
            rows: page.map(|row| row.to_values(query, &layout)).collect(),
            totals: totals
                .iter()
                .map(|row| row.to_total(query, &layout))
                .collect(),
            span: query.dataset.has_days.then_some(query.span),
            compared_span: query.compared,
            incomplete,
            notes: describe_notes(query, &layout, results),
            next_cursor: (row_count > end).then(|| query.cursor_at(end)),
            source_rows: u64::try_from(results.count(query, Condition::Always)).unwrap_or(0),
            row_count,
        }
    }
}

/// The figures of each measure in a period, by key. None without rows; a figure can be missing with
/// rows.
type SideFigures = HashMap<Vec<Cell>, Vec<Option<Option<Figure>>>>;

/// The rows of both periods, in order of their labels.
fn collect_rows(query: &Query, results: &Results, layout: &Layout, level: Level) -> Vec<AnswerRow> {
    let own = match level {
        Level::Rows => layout.own,
        Level::Totals => 0,
    };
    let bucket = query
        .dimensions
        .iter()
        .position(|one| one.bucket().is_some());
    let bucket = bucket.filter(|_| level == Level::Rows);
    let mut found: HashMap<Vec<Cell>, AnswerRow> = HashMap::new();
    let measures = query.measures.len();
    let spans = 1 + usize::from(query.compared.is_some());
    let mut sides: Vec<SideFigures> = Vec::new();
    for span in 0..spans {
        let mut side: SideFigures = HashMap::new();
        for (index, measure) in query.measures.iter().enumerate() {
            for (raw_key, group) in results.groups((span, level, measure.date)) {
                let mut key = layout.shown(raw_key, own);
                let mut labels = layout.shown(&group.labels, own);
                if let Some(bucket) = bucket.filter(|_| span > 0) {
                    let Some(moved) = align_bucket(query, bucket, &key) else {
                        continue;
                    };
                    for cells in [&mut key, &mut labels] {
                        if let Some(cell) = cells.get_mut(bucket) {
                            *cell = moved.clone();
                        }
                    }
                }
                let figure = group.evaluate(&measure.formula);
                let values = side
                    .entry(key.clone())
                    .or_insert_with(|| vec![None; measures]);
                if let Some(value) = values.get_mut(index) {
                    *value = Some(figure);
                }
                found.entry(key.clone()).or_insert_with(|| AnswerRow {
                    labels,
                    key,
                    figures: Vec::new(),
                    derived: Vec::new(),
                });
            }
        }
        sides.push(side);
    }
    let mut rows: Vec<AnswerRow> = found.into_values().collect();
    for row in &mut rows {
        let value_of = |span: usize, index: usize| {
            let values = sides.get(span).and_then(|side| side.get(&row.key));
            let present = values.and_then(|values| values.get(index).copied().flatten());
            let without_rows = query
                .measures
                .get(index)
                .filter(|measure| measure.is_zero_without_rows)
                .map(|_| Figure::ZERO);
            present.unwrap_or(without_rows)
        };
        let mut figures: Vec<Option<Figure>> =
            (0..measures).map(|index| value_of(0, index)).collect();
        if spans > 1 {
            for index in 0..measures {
                let (now, before) = (value_of(0, index), value_of(1, index));
                let both = now.zip(before);
                figures.push(before);
                figures.push(both.and_then(|(now, before)| now.minus(before)));
                figures.push(both.and_then(|(now, before)| now.percent_change_from(before)));
            }
        }
        row.figures = figures;
    }
    if level == Level::Totals {
        for row in &mut rows {
            let mut labels = vec![Cell::Null; layout.own];
            labels.append(&mut row.labels);
            row.labels = labels;
        }
    }
    rows.sort_by(|a, b| (&a.labels, &a.key).cmp(&(&b.labels, &b.key)));
    rows
}

/// The time bucket of the period at the position that a bucket has in the compared period; none if
/// the period is shorter.
fn align_bucket(query: &Query, position: usize, key: &[Cell]) -> Option<Cell> {
    let bucket = query.dimensions.get(position)?.bucket()?;
    let number = key.get(position)?.integer()?;
    let calendar = query.calendar;
    let first = bucket.number_of(query.span.from?, calendar);
    let last = bucket.number_of(query.span.to, calendar);
    let first_compared = bucket.number_of(query.compared?.from?, calendar);
    let moved = number - first_compared + first;
    (moved <= last).then_some(Cell::Integer(moved))
}

fn filter_rows(query: &Query, figures: &[FigureRef], rows: &mut Vec<AnswerRow>) {
    for having in &query.having {
        let Some(place) = figures.iter().position(|one| *one == having.figure) else {
            continue;
        };
        rows.retain(|row| {
            let figure = row.figures.get(place).copied().flatten();
            figure.is_some_and(|figure| having.comparison.holds(&figure, &having.values))
        });
    }
}

/// Compares with missing values last, whatever the direction.
fn compare_present<T: Ord>(left: Option<T>, right: Option<T>, is_descending: bool) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) if is_descending => right.cmp(&left),
        (Some(left), Some(right)) => left.cmp(&right),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

fn order_rows(query: &Query, figures: &[FigureRef], layout: &Layout, rows: &mut [AnswerRow]) {
    for OrderKey { by, is_descending } in query.order.iter().rev() {
        match by {
            OrderBy::Dimension(id) => {
                let Some(place) = layout.dimensions.iter().position(|one| one.id == *id) else {
                    continue;
                };
                let label = |row: &AnswerRow| {
                    row.labels
                        .get(place)
                        .filter(|label| **label != Cell::Null)
                        .cloned()
                };
                rows.sort_by(|a, b| compare_present(label(a), label(b), *is_descending));
            }
            OrderBy::Figure(figure) => {
                let Some(place) = figures.iter().position(|one| one == figure) else {
                    continue;
                };
                let value = |row: &AnswerRow| {
                    let figure = row.figures.get(place).copied().flatten();
                    figure.map(Figure::rounded)
                };
                rows.sort_by(|a, b| compare_present(value(a), value(b), *is_descending));
            }
        }
    }
}

/// Keeps the first rows of each member, and returns the positions of the dimensions within which
/// rows are ranked.
fn keep_top_rows(query: &Query, layout: &Layout, rows: &mut Vec<AnswerRow>) -> Vec<usize> {
    let added = layout.own..layout.dimensions.len();
    let Some(top) = query.top_per else {
        return added.collect();
    };
    let partition: Vec<usize> = std::iter::once(top.dimension).chain(added).collect();
    let mut counts: HashMap<Vec<Cell>, usize> = HashMap::new();
    rows.retain(|row| {
        let count = counts.entry(row.labels_at(&partition)).or_default();
        *count += 1;
        *count <= top.limit
    });
    rows.sort_by_cached_key(|row| row.labels_at(&partition));
    partition
}

impl AnswerRow {
    fn labels_at(&self, positions: &[usize]) -> Vec<Cell> {
        positions
            .iter()
            .filter_map(|position| self.labels.get(*position))
            .cloned()
            .collect()
    }

    fn label_values(&self, query: &Query, layout: &Layout) -> Vec<AnswerValue> {
        self.labels
            .iter()
            .zip(&layout.dimensions)
            .map(|(label, dimension)| show_label(query, dimension, label))
            .collect()
    }

    fn to_values(&self, query: &Query, layout: &Layout) -> Vec<AnswerValue> {
        let mut values = self.label_values(query, layout);
        let figures = self.figures.iter().chain(&self.derived);
        values.extend(figures.map(|figure| show_figure(*figure)));
        values
    }

    fn to_total(&self, query: &Query, layout: &Layout) -> Vec<AnswerValue> {
        let mut values = self.to_values(query, layout);
        values.extend(query.derive.iter().map(|_| AnswerValue::Null));
        values
    }
}

fn show_figure(figure: Option<Figure>) -> AnswerValue {
    figure.map_or(AnswerValue::Null, |figure| {
        AnswerValue::Number(figure.to_f64())
    })
}

fn show_label(query: &Query, dimension: &Dimension, label: &Cell) -> AnswerValue {
    match (label, dimension.value_type) {
        (Cell::Null, _) => AnswerValue::Null,
        (Cell::Text(text), _) => AnswerValue::Text(text.clone()),
        (Cell::Integer(number), DimensionType::Bucket(bucket)) => bucket
            .first_day(*number, query.calendar)
            .map_or(AnswerValue::Null, |day| AnswerValue::Text(day.to_string())),
        (Cell::Integer(number), _) => AnswerValue::Integer(*number),
    }
}

/// The time buckets of the rows that the period cuts, or that are not over yet.
fn find_incomplete(query: &Query, layout: &Layout, rows: &[AnswerRow]) -> Vec<NaiveDate> {
    let mut dimensions = layout.dimensions.iter().enumerate();
    let bucket = dimensions.find_map(|(place, one)| Some((place, one.bucket()?)));
    let Some((place, bucket)) = bucket else {
        return Vec::new();
    };
    let calendar = query.calendar;
    let numbers: BTreeSet<i64> = rows
        .iter()
        .filter_map(|row| row.labels.get(place)?.integer())
        .collect();
    numbers
        .into_iter()
        .filter_map(|number| {
            let first = bucket.first_day(number, calendar)?;
            let last = bucket.first_day(number + 1, calendar)?.pred_opt()?;
            let is_cut = query.span.from.is_some_and(|from| first < from) || last > query.span.to;
            (is_cut || last >= calendar.today).then_some(first)
        })
        .collect()
}

fn describe_columns(query: &Query, layout: &Layout, results: &Results) -> Vec<Column> {
    let mut columns: Vec<Column> = layout
        .dimensions
        .iter()
        .map(|dimension| Column {
            id: dimension.id.to_owned(),
            label: dimension.label.to_owned(),
            kind: dimension.kind(),
            unit: None,
            role: ColumnRole::Dimension,
        })
        .collect();
    for (id, figure) in query.figures() {
        let Some(measure) = query.measures.get(figure.measure) else {
            continue;
        };
        let (label, kind, role) = match figure.part {
            FigurePart::Current => (measure.label.to_owned(), measure.kind, ColumnRole::Measure),
            FigurePart::Compared => {
                let label = format!("{} before", measure.label);
                (label, measure.kind, ColumnRole::Compare)
            }
            FigurePart::Change => {
                let label = format!("{}: change", measure.label);
                (label, measure.kind, ColumnRole::Compare)
            }
            FigurePart::ChangePercent => {
                let label = format!("{}: change in percent", measure.label);
                (label, Kind::Percent, ColumnRole::Compare)
            }
        };
        let wanted = match kind {
            Kind::Money => "currency",
            Kind::Quantity => "unit",
            _ => "",
        };
        columns.push(Column {
            id,
            label,
            kind,
            unit: results.only_member(query, wanted),
            role,
        });
    }
    let first = query.measures.first();
    columns.extend(query.derive.iter().filter_map(|derived| {
        let first = first?;
        Some(Column {
            id: format!("{}.{}", first.id, derived.id()),
            label: format!("{}: {}", first.label, derived.label()),
            kind: derived.kind(first.kind),
            unit: None,
            role: ColumnRole::Derived,
        })
    }));
    columns
}

fn describe_notes(query: &Query, layout: &Layout, results: &Results) -> Vec<String> {
    let mut notes = Vec::new();
    let added: Vec<&str> = layout
        .dimensions
        .iter()
        .skip(layout.own)
        .map(|dimension| dimension.id)
        .collect();
    if !added.is_empty() {
        notes.push(format!(
            "Never added up: one row for each {}.",
            added.join(" and ")
        ));
    }
    let count = |condition| results.count(query, condition);
    let has_cost = |formula: &crate::catalogue::Formula| {
        formula
            .aggregates()
            .iter()
            .any(|one| matches!(one, Aggregate::Sum(Field::CostAmount, _)))
    };
    if query
        .measures
        .iter()
        .any(|measure| has_cost(&measure.formula))
    {
        let (all, known) = (count(Condition::Always), count(Condition::HasCost));
        let purchased = count(Condition::HasPurchasePrice);
        notes.push(format!(
            "Cost of {purchased} lines: the last purchase price. Of {} lines: the unit cost of the \
             inventory row. {} lines have no known cost and are left out of costs and margins.",
            known.saturating_sub(purchased),
            all.saturating_sub(known),
        ));
    }
    notes
}
