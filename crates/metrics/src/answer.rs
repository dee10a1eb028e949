//! Puts the answer of a query together from the figures of its groups.

mod derived_columns;
mod empty_buckets;
mod group_figures;
mod keyed_groups;

use group_figures::PartKey;
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
use foldhash::HashMap;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::mem;

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

    /// The same without copies.
    fn keep_shown(&self, mut cells: Vec<Cell>, own: usize) -> Vec<Cell> {
        let mut position = 0_usize;
        cells.retain(|_| {
            let split = position.checked_sub(own);
            position += 1;
            split.is_none_or(|split| self.kept.contains(&split))
        });
        cells
    }
}

impl Answer {
    pub(crate) fn assemble(query: &Query, mut results: Results) -> Self {
        let layout = Layout::new(query, &results);
        let totals = collect_rows(query, &layout, Level::Totals, |part| {
            let groups = results.groups(part);
            groups.map(|(key, group)| (key.clone(), group.clone()))
        });
        let mut rows = if query.dimensions.is_empty() {
            totals.clone()
        } else {
            collect_rows(query, &layout, Level::Rows, |part| {
                results.take_groups(part)
            })
        };
        let figures: Vec<FigureRef> = query.figures().into_iter().map(|(_, one)| one).collect();
        filter_rows(query, &figures, &mut rows);
        rows = order_rows(query, &figures, &layout, rows);
        let partition = keep_top_rows(query, &layout, &mut rows);
        add_derived(query, &layout, &partition, &totals, &mut rows);
        let row_count = rows.len();
        let incomplete = find_incomplete(query, &layout, &rows);
        let end = query.offset.saturating_add(query.limit);
        let page = rows.iter().skip(query.offset).take(query.limit);
        Self {
            columns: describe_columns(query, &layout, &results),
            rows: page.map(|row| row.to_values(query, &layout)).collect(),
            totals: totals
                .iter()
                .map(|row| row.to_total(query, &layout))
                .collect(),
            span: query.dataset.has_days.then_some(query.span),
            compared_span: query.compared,
            incomplete,
            notes: describe_notes(query, &layout, &results),
            next_cursor: (row_count > end).then(|| query.cursor_at(end)),
            source_rows: u64::try_from(results.count(query, Condition::Always)).unwrap_or(0),
            row_count,
        }
    }
}

/// A measure of a group in a period.
#[derive(Clone, Copy)]
enum MeasureValue {
    WithoutRows,
    /// The figure of the rows, which can be missing.
    OfRows(Option<Figure>),
}

/// A row of which not all groups were read yet.
struct RowParts {
    labels: Vec<Cell>,
    /// The measures in each period.
    values: Vec<MeasureValue>,
}

/// The rows of both periods; totals are in order of their labels. `groups_of` are those of a part of
/// the results.
fn collect_rows<Groups>(
    query: &Query,
    layout: &Layout,
    level: Level,
    mut groups_of: impl FnMut(PartKey) -> Groups,
) -> Vec<AnswerRow>
where
    Groups: Iterator<Item = (Vec<Cell>, GroupFigures)>,
{
    let own = match level {
        Level::Rows => layout.own,
        Level::Totals => 0,
    };
    let bucket = query
        .dimensions
        .iter()
        .position(|one| one.bucket().is_some());
    let bucket = bucket.filter(|_| level == Level::Rows);
    let measures = query.measures.len();
    let spans = 1 + usize::from(query.compared.is_some());
    let mut found: HashMap<Vec<Cell>, RowParts> = HashMap::default();
    let mut dates: Vec<Field> = Vec::new();
    for measure in &query.measures {
        if !dates.contains(&measure.date) {
            dates.push(measure.date);
        }
    }
    for span in 0..spans {
        for date in &dates {
            for (raw_key, mut group) in groups_of((span, level, *date)) {
                let mut key = layout.keep_shown(raw_key, own);
                let mut labels = layout.keep_shown(mem::take(&mut group.labels), own);
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
                let row = found.entry(key).or_insert_with(|| RowParts {
                    labels,
                    values: vec![MeasureValue::WithoutRows; spans * measures],
                });
                let values = row.values.iter_mut().skip(span * measures);
                for (measure, value) in query.measures.iter().zip(values) {
                    if measure.date == *date {
                        *value = MeasureValue::OfRows(group.evaluate(&measure.formula));
                    }
                }
            }
        }
    }
    let mut rows: Vec<AnswerRow> = found
        .into_iter()
        .map(|(key, parts)| AnswerRow {
            figures: compute_figures(query, &parts.values),
            labels: parts.labels,
            key,
            derived: Vec::new(),
        })
        .collect();
    if level == Level::Totals {
        for row in &mut rows {
            let mut labels = vec![Cell::Null; layout.own];
            labels.append(&mut row.labels);
            row.labels = labels;
        }
        rows.sort_by(|a, b| (&a.labels, &a.key).cmp(&(&b.labels, &b.key)));
    }
    rows
}

/// The figures of the period, then of each measure those of the compared period and the changes.
fn compute_figures(query: &Query, values: &[MeasureValue]) -> Vec<Option<Figure>> {
    let measures = query.measures.len();
    let value_of = |span: usize, index: usize| match values.get(span * measures + index) {
        Some(MeasureValue::OfRows(figure)) => *figure,
        _ => query
            .measures
            .get(index)
            .filter(|measure| measure.is_zero_without_rows)
            .map(|_| Figure::ZERO),
    };
    let mut figures: Vec<Option<Figure>> = (0..measures).map(|index| value_of(0, index)).collect();
    if query.compared.is_some() {
        for index in 0..measures {
            let (now, before) = (value_of(0, index), value_of(1, index));
            let both = now.zip(before);
            figures.push(before);
            figures.push(both.and_then(|(now, before)| now.minus(before)));
            figures.push(both.and_then(|(now, before)| now.percent_change_from(before)));
        }
    }
    figures
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

/// A value by which rows are ordered.
#[derive(Clone, Copy)]
enum OrderValue {
    Figure(Option<i128>),
    /// The position of the label.
    Label(usize),
}

/// Orders the rows; equal ones by their labels and ids.
fn order_rows(
    query: &Query,
    figures: &[FigureRef],
    layout: &Layout,
    rows: Vec<AnswerRow>,
) -> Vec<AnswerRow> {
    let keys: Vec<&OrderKey> = query.order.iter().collect();
    let value_of = |row: &AnswerRow, by: &OrderBy| match by {
        OrderBy::Dimension(id) => {
            let place = layout.dimensions.iter().position(|one| one.id == *id)?;
            Some(OrderValue::Label(place))
        }
        OrderBy::Figure(figure) => {
            let place = figures.iter().position(|one| one == figure)?;
            let figure = row.figures.get(place).copied().flatten();
            Some(OrderValue::Figure(figure.map(Figure::rounded)))
        }
    };
    let mut ordered: Vec<(Vec<Option<OrderValue>>, AnswerRow)> = rows
        .into_iter()
        .map(|row| {
            (
                keys.iter().map(|key| value_of(&row, &key.by)).collect(),
                row,
            )
        })
        .collect();
    ordered.sort_unstable_by(|(left_values, left), (right_values, right)| {
        let values = left_values.iter().zip(right_values);
        let mut orders = keys.iter().zip(values).map(|(key, values)| match values {
            (Some(OrderValue::Figure(a)), Some(OrderValue::Figure(b))) => {
                compare_present(*a, *b, key.is_descending)
            }
            (Some(OrderValue::Label(place)), _) => compare_present(
                left.label_at(*place),
                right.label_at(*place),
                key.is_descending,
            ),
            _ => Ordering::Equal,
        });
        orders
            .find(|order| order.is_ne())
            .unwrap_or_else(|| (&left.labels, &left.key).cmp(&(&right.labels, &right.key)))
    });
    ordered.into_iter().map(|(_, row)| row).collect()
}

/// Keeps the first rows of each member, and returns the positions of the dimensions within which
/// rows are ranked.
fn keep_top_rows(query: &Query, layout: &Layout, rows: &mut Vec<AnswerRow>) -> Vec<usize> {
    let added = layout.own..layout.dimensions.len();
    let Some(top) = query.top_per else {
        return added.collect();
    };
    let partition: Vec<usize> = std::iter::once(top.dimension).chain(added).collect();
    let mut counts: HashMap<Vec<Cell>, usize> = HashMap::default();
    rows.retain(|row| {
        let count = counts.entry(row.labels_at(&partition)).or_default();
        *count += 1;
        *count <= top.limit
    });
    rows.sort_by_cached_key(|row| row.labels_at(&partition));
    partition
}

impl AnswerRow {
    /// The label of a dimension; none where it is missing.
    fn label_at(&self, position: usize) -> Option<&Cell> {
        self.labels
            .get(position)
            .filter(|label| **label != Cell::Null)
    }

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
