//! Queries of measures: parsed from JSON and validated against the catalogue. Every error names the
//! part of the query that is wrong.

mod filter;
mod json_object;
mod row_query;

pub(crate) use filter::{
    Comparison, Filter, FilterTest, Operand, contains_any, integer_bound, starts_with_any,
};

use crate::calendar::{Calendar, PRESETS, Period, Span, parse_date};
use crate::catalogue::{Access, DATASETS, Dataset, Dimension, Measure, find_dataset};
use crate::figure::Figure;
pub(crate) use json_object::JsonObject;
use json_object::closest_ids;
use serde_json::Value;

/// The maximum number of measures of a query.
pub const MAX_MEASURES: usize = 4;
/// The maximum number of dimensions of a query.
pub const MAX_DIMENSIONS: usize = 3;
/// The maximum number of rows of a page.
pub const MAX_ROWS: usize = 10_000;
/// The maximum number of conditions of a query, of values of a condition, and of the conditions of
/// a "bought" filter.
const MAX_FILTERS: usize = 50;
const DEFAULT_ROWS: usize = 50;
const MAX_ORDER_KEYS: usize = 10;

/// Why a query is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {message}")]
pub struct QueryError {
    /// The part of the query, such as `filters[0].op`.
    pub path: String,
    /// What is wrong, and which values are valid.
    pub message: String,
}

impl QueryError {
    /// An error at a part of the query.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            message: message.into(),
        }
    }
}

/// A valid query.
#[derive(Clone, Debug)]
pub struct Query {
    pub(crate) calendar: Calendar,
    pub(crate) dataset: &'static Dataset,
    pub(crate) measures: Vec<&'static Measure>,
    pub(crate) dimensions: Vec<&'static Dimension>,
    pub(crate) filters: Vec<Filter>,
    pub(crate) span: Span,
    pub(crate) compared: Option<Span>,
    pub(crate) having: Vec<Having>,
    pub(crate) order: Vec<OrderKey>,
    pub(crate) top_per: Option<TopPer>,
    pub(crate) derive: Vec<Derived>,
    pub(crate) limit: usize,
    pub(crate) offset: usize,
    fingerprint: u64,
}

/// A figure of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FigureRef {
    /// The position of the measure.
    pub(crate) measure: usize,
    pub(crate) part: FigurePart,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FigurePart {
    Current,
    Compared,
    Change,
    ChangePercent,
}

impl FigurePart {
    pub(crate) const COMPARED: [Self; 3] = [Self::Compared, Self::Change, Self::ChangePercent];

    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::Current => "",
            Self::Compared => ".compare",
            Self::Change => ".change",
            Self::ChangePercent => ".change_percent",
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Having {
    pub(crate) figure: FigureRef,
    pub(crate) comparison: Comparison,
    pub(crate) values: Vec<Figure>,
}

#[derive(Clone, Debug)]
pub(crate) struct OrderKey {
    pub(crate) by: OrderBy,
    pub(crate) is_descending: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OrderBy {
    /// A dimension of the query, or one that was added to keep currencies or units apart.
    Dimension(&'static str),
    Figure(FigureRef),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct TopPer {
    /// The position of the dimension.
    pub(crate) dimension: usize,
    pub(crate) limit: usize,
}

/// A column that is derived from the rows of the first measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Derived {
    Share,
    Rank,
    RunningTotal,
    MovingAverage3,
}

impl Derived {
    const ALL: [Self; 4] = [
        Self::Share,
        Self::Rank,
        Self::RunningTotal,
        Self::MovingAverage3,
    ];

    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Share => "share",
            Self::Rank => "rank",
            Self::RunningTotal => "running_total",
            Self::MovingAverage3 => "moving_average_3",
        }
    }
}

const MEMBERS: [&str; 12] = [
    "dataset",
    "measures",
    "dimensions",
    "filters",
    "period",
    "compare",
    "having",
    "order",
    "topPer",
    "derive",
    "limit",
    "cursor",
];

impl Query {
    /// Parses and validates a query.
    pub fn parse(body: &Value, calendar: Calendar) -> Result<Self, QueryError> {
        let body = JsonObject::new(body, "")?;
        body.allow_members(&MEMBERS)?;
        let dataset_id = body.optional_text("dataset")?;
        let measure_ids = body.texts("measures")?;
        let dataset = find_measured_dataset(&measure_ids, dataset_id)?;
        let measures: Vec<_> = measure_ids
            .iter()
            .filter_map(|id| dataset.find_measure(id))
            .collect();
        let dimensions = parse_dimensions(&body, dataset)?;
        let filters = filter::parse_filters(&body, "filters", dataset, calendar, 0)?;
        for name in ["period", "compare"] {
            if !dataset.has_days && body.contains(name) {
                let label = dataset.label;
                return Err(QueryError::new(name, format!("{label} has no days.")));
            }
        }
        let period = parse_period(&body, calendar)?;
        let compared = parse_compare(&body, period, calendar)?;
        check_compared_buckets(&dimensions, period.span, compared)?;
        let mut query = Self {
            calendar,
            dataset,
            measures,
            dimensions,
            filters,
            span: period.span,
            compared,
            having: Vec::new(),
            order: Vec::new(),
            top_per: None,
            derive: Vec::new(),
            limit: parse_limit(&body, "limit", MAX_ROWS)?.unwrap_or(DEFAULT_ROWS),
            offset: 0,
            fingerprint: body.fingerprint_without("cursor"),
        };
        query.having = query.parse_having(&body)?;
        query.order = query.parse_order(&body)?;
        query.top_per = query.parse_top_per(&body)?;
        query.derive = query.parse_derive(&body)?;
        query.offset = match body.optional_text("cursor")? {
            Some(cursor) => query.parse_cursor(cursor)?,
            None => 0,
        };
        Ok(query)
    }

    /// The days of the period.
    pub fn span(&self) -> Span {
        self.span
    }

    /// What a caller must be allowed to read, without duplicates.
    pub fn required_access(&self) -> Vec<Access> {
        let mut all: Vec<Access> = self
            .measures
            .iter()
            .flat_map(|measure| measure.access)
            .copied()
            .chain(self.filters.iter().filter_map(Filter::required_access))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The cursor of the page that starts at a row.
    pub(crate) fn cursor_at(&self, offset: usize) -> String {
        format!("{offset}.{:016x}", self.fingerprint)
    }

    fn parse_cursor(&self, cursor: &str) -> Result<usize, QueryError> {
        cursor
            .split_once('.')
            .and_then(|(offset, _)| offset.parse().ok())
            .filter(|offset| self.cursor_at(*offset) == cursor)
            .ok_or_else(|| {
                QueryError::new(
                    "cursor",
                    "Send nextCursor of the previous page of the same query unchanged.",
                )
            })
    }

    /// The ids of the figures of a row, in order.
    pub(crate) fn figures(&self) -> Vec<(String, FigureRef)> {
        let figures_of = |part: FigurePart| {
            self.measures
                .iter()
                .enumerate()
                .map(move |(index, measure)| {
                    let figure = FigureRef {
                        measure: index,
                        part,
                    };
                    (format!("{}{}", measure.id, part.suffix()), figure)
                })
        };
        let mut all: Vec<_> = figures_of(FigurePart::Current).collect();
        if self.compared.is_some() {
            for measure in 0..self.measures.len() {
                for part in FigurePart::COMPARED {
                    all.extend(figures_of(part).filter(|(_, figure)| figure.measure == measure));
                }
            }
        }
        all
    }

    /// The dimensions by which the figures must be split unless the rows have one member only.
    pub(crate) fn split_candidates(&self) -> Vec<&'static Dimension> {
        let mut found: Vec<&'static Dimension> = Vec::new();
        for id in self
            .measures
            .iter()
            .flat_map(|measure| measure.split.dimension_ids())
        {
            let is_new = !self
                .dimensions
                .iter()
                .chain(&found)
                .any(|known| known.id == *id);
            found.extend(self.dataset.find_dimension(id).filter(|_| is_new));
        }
        found
    }

    fn find_figure(&self, id: &str, path: &str) -> Result<FigureRef, QueryError> {
        let figures = self.figures();
        figures
            .iter()
            .find(|(known, _)| known == id)
            .map(|(_, figure)| *figure)
            .ok_or_else(|| {
                let ids = figures.iter().map(|(known, _)| known.as_str());
                QueryError::new(
                    path,
                    format!("\"{id}\" is not in the query.{}", closest_ids(id, ids)),
                )
            })
    }

    fn parse_having(&self, body: &JsonObject<'_>) -> Result<Vec<Having>, QueryError> {
        let mut having = Vec::new();
        for condition in body.objects("having", MAX_FILTERS)? {
            condition.allow_members(&["measure", "op", "value", "values"])?;
            let id = condition.text("measure")?;
            let figure = self.find_figure(id, &condition.path("measure"))?;
            let comparison = Comparison::parse(condition.text("op")?).ok_or_else(|| {
                QueryError::new(condition.path("op"), "Use <, <=, >, >=, =, != or between.")
            })?;
            let name = if condition.contains("values") {
                "values"
            } else {
                "value"
            };
            let values = condition.values(name)?;
            let numbers: Option<Vec<Figure>> = values.iter().map(|v| parse_figure(v)).collect();
            let values = numbers
                .filter(|values| values.len() == comparison.operands())
                .ok_or_else(|| {
                    let message = match comparison.operands() {
                        1 => "Send one number with at most eight decimals.",
                        _ => "Send two numbers with at most eight decimals.",
                    };
                    QueryError::new(condition.path(name), message)
                })?;
            having.push(Having {
                figure,
                comparison,
                values,
            });
        }
        Ok(having)
    }

    fn parse_order(&self, body: &JsonObject<'_>) -> Result<Vec<OrderKey>, QueryError> {
        let mut keys = Vec::new();
        for key in body.objects("order", MAX_ORDER_KEYS)? {
            key.allow_members(&["by", "direction"])?;
            let id = key.text("by")?;
            let known = self
                .dimensions
                .iter()
                .copied()
                .chain(self.split_candidates());
            let by = match known.into_iter().find(|dimension| dimension.id == id) {
                Some(dimension) => OrderBy::Dimension(dimension.id),
                None => OrderBy::Figure(self.find_figure(id, &key.path("by"))?),
            };
            let is_descending = match key.optional_text("direction")? {
                None | Some("asc") => false,
                Some("desc") => true,
                Some(_) => {
                    return Err(QueryError::new(key.path("direction"), "Use asc or desc."));
                }
            };
            keys.push(OrderKey { by, is_descending });
        }
        if keys.is_empty() {
            let time = self.dimensions.iter().find(|one| one.bucket().is_some());
            keys.push(match time {
                Some(time) => OrderKey {
                    by: OrderBy::Dimension(time.id),
                    is_descending: false,
                },
                None => OrderKey {
                    by: OrderBy::Figure(FigureRef {
                        measure: 0,
                        part: FigurePart::Current,
                    }),
                    is_descending: true,
                },
            });
        }
        Ok(keys)
    }

    fn parse_top_per(&self, body: &JsonObject<'_>) -> Result<Option<TopPer>, QueryError> {
        let Some(top) = body.optional_object("topPer")? else {
            return Ok(None);
        };
        top.allow_members(&["dimension", "limit"])?;
        let id = top.text("dimension")?;
        let dimension = self.dimensions.iter().position(|known| known.id == id);
        let dimension = dimension.ok_or_else(|| {
            let ids = self.dimensions.iter().map(|known| known.id);
            let message = format!("\"{id}\" is not in the query.{}", closest_ids(id, ids));
            QueryError::new(top.path("dimension"), message)
        })?;
        let limit = parse_limit(&top, "limit", MAX_ROWS)?;
        let limit = limit.ok_or_else(|| QueryError::new(top.path("limit"), "Send a number."))?;
        Ok(Some(TopPer { dimension, limit }))
    }

    fn parse_derive(&self, body: &JsonObject<'_>) -> Result<Vec<Derived>, QueryError> {
        let mut columns = Vec::new();
        for (index, id) in body.optional_texts("derive")?.into_iter().enumerate() {
            let path = format!("derive[{index}]");
            let column = Derived::ALL.into_iter().find(|column| column.id() == id);
            let column = column.ok_or_else(|| {
                let ids = Derived::ALL.iter().map(|column| column.id());
                let message = format!("There is no column \"{id}\".{}", closest_ids(id, ids));
                QueryError::new(&path, message)
            })?;
            if columns.contains(&column) {
                return Err(QueryError::new(path, format!("\"{id}\" is there twice.")));
            }
            let has_time = self.dimensions.iter().any(|one| one.bucket().is_some());
            let is_additive = self.measures.first().is_some_and(|first| first.is_additive);
            if column == Derived::MovingAverage3 && !(has_time && is_additive) {
                return Err(QueryError::new(
                    path,
                    "A moving average needs a time dimension and a measure that adds up.",
                ));
            }
            columns.push(column);
        }
        Ok(columns)
    }
}

/// The number that a JSON value is.
pub(crate) fn parse_figure(value: &Value) -> Option<Figure> {
    match value {
        Value::Number(number) => number.to_string().parse().ok(),
        _ => None,
    }
}

/// The dataset that has all measures.
fn find_measured_dataset(
    ids: &[&str],
    dataset: Option<&str>,
) -> Result<&'static Dataset, QueryError> {
    if ids.is_empty() || ids.len() > MAX_MEASURES {
        return Err(QueryError::new(
            "measures",
            format!("Send 1 to {MAX_MEASURES} measures."),
        ));
    }
    let wanted = match dataset {
        None => None,
        Some(id) => Some(find_dataset(id).ok_or_else(|| {
            let ids = DATASETS.iter().map(|known| known.id);
            let message = format!("There is no dataset \"{id}\".{}", closest_ids(id, ids));
            QueryError::new("dataset", message)
        })?),
    };
    let candidates = || {
        DATASETS
            .iter()
            .filter(|one| wanted.is_none_or(|only| only.id == one.id))
    };
    for (index, id) in ids.iter().enumerate() {
        let path = || format!("measures[{index}]");
        if !candidates().any(|one| one.find_measure(id).is_some()) {
            let known = candidates()
                .flat_map(|one| one.measures)
                .map(|measure| measure.id);
            let place = wanted.map_or(String::new(), |only| format!(" in {}", only.id));
            let message = format!(
                "There is no measure \"{id}\"{place}.{}",
                closest_ids(id, known)
            );
            return Err(QueryError::new(path(), message));
        }
        if ids.iter().take(index).any(|before| before == id) {
            return Err(QueryError::new(path(), format!("\"{id}\" is there twice.")));
        }
    }
    candidates()
        .find(|one| ids.iter().all(|id| one.find_measure(id).is_some()))
        .ok_or_else(|| {
            QueryError::new(
                "measures",
                "The measures are of different datasets. Send one query for each dataset.",
            )
        })
}

fn parse_dimensions(
    body: &JsonObject<'_>,
    dataset: &'static Dataset,
) -> Result<Vec<&'static Dimension>, QueryError> {
    let ids = body.optional_texts("dimensions")?;
    if ids.len() > MAX_DIMENSIONS {
        let message = format!("Send at most {MAX_DIMENSIONS} dimensions.");
        return Err(QueryError::new("dimensions", message));
    }
    let mut dimensions: Vec<&'static Dimension> = Vec::new();
    for (index, id) in ids.iter().copied().enumerate() {
        let path = format!("dimensions[{index}]");
        let known = dataset
            .find_dimension(id)
            .filter(|known| known.is_groupable);
        let dimension = known.ok_or_else(|| {
            let all = dataset.all_dimensions().filter(|known| known.is_groupable);
            let hint = closest_ids(id, all.map(|known| known.id));
            QueryError::new(
                &path,
                format!("{} has no dimension \"{id}\".{hint}", dataset.label),
            )
        })?;
        if dimensions.contains(&dimension) {
            return Err(QueryError::new(path, format!("\"{id}\" is there twice.")));
        }
        if let Some(name) = dimension
            .name_dimension()
            .filter(|name| !ids.contains(name))
        {
            let message = format!("Group by \"{name}\". \"{id}\" is only allowed beside it.");
            return Err(QueryError::new(path, message));
        }
        dimensions.push(dimension);
    }
    Ok(dimensions)
}

/// A period as `{"from", "to"}` or `{"preset"}`.
fn parse_period(body: &JsonObject<'_>, calendar: Calendar) -> Result<Period, QueryError> {
    let Some(period) = body.optional_object("period")? else {
        return Ok(Period::all(calendar));
    };
    parse_period_object(&period, calendar)
}

fn parse_period_object(period: &JsonObject<'_>, calendar: Calendar) -> Result<Period, QueryError> {
    period.allow_members(&["from", "to", "preset"])?;
    if let Some(preset) = period.optional_text("preset")? {
        if period.contains("from") || period.contains("to") {
            let message = "Send either a preset or days.";
            return Err(QueryError::new(period.path("preset"), message));
        }
        return Period::from_preset(preset, calendar).ok_or_else(|| {
            let message = format!(
                "There is no period \"{preset}\".{}",
                closest_ids(preset, PRESETS)
            );
            QueryError::new(period.path("preset"), message)
        });
    }
    let day = |name: &str| match period.optional_text(name)? {
        None => Ok(None),
        Some(text) => parse_date(text).map(Some).ok_or_else(|| {
            let message = format!("\"{text}\" is not a day such as 2026-05-31.");
            QueryError::new(period.path(name), message)
        }),
    };
    let (from, to) = (day("from")?, day("to")?);
    if from.zip(to).is_some_and(|(from, to)| from > to) {
        return Err(QueryError::new(
            period.path("from"),
            "The first day is after the last.",
        ));
    }
    Ok(Period::from_dates(from, to, calendar))
}

fn parse_compare(
    body: &JsonObject<'_>,
    period: Period,
    calendar: Calendar,
) -> Result<Option<Span>, QueryError> {
    let span = match body.get("compare") {
        None => return Ok(None),
        Some(Value::String(how)) => match how.as_str() {
            "previous_year" => period.previous_year(),
            "previous_period" => period.previous_period(calendar),
            _ => {
                let hint = closest_ids(how, ["previous_period", "previous_year"]);
                let message = format!("There is no comparison \"{how}\".{hint}");
                return Err(QueryError::new("compare", message));
            }
        },
        Some(other) => {
            let other = JsonObject::new(other, "compare")?;
            Some(parse_period_object(&other, calendar)?.span)
        }
    };
    span.map(Some).ok_or_else(|| {
        QueryError::new(
            "compare",
            "A period without a first day has none before it.",
        )
    })
}

/// Time buckets of both periods are matched by their position, which needs a first one.
fn check_compared_buckets(
    dimensions: &[&'static Dimension],
    span: Span,
    compared: Option<Span>,
) -> Result<(), QueryError> {
    let Some(compared) = compared else {
        return Ok(());
    };
    let buckets = dimensions
        .iter()
        .filter(|one| one.bucket().is_some())
        .count();
    if buckets > 1 {
        let message = "A comparison can have one time dimension.";
        return Err(QueryError::new("compare", message));
    }
    if buckets == 1 && (span.from.is_none() || compared.from.is_none()) {
        let message = "Both periods need a first day to compare their time buckets.";
        return Err(QueryError::new("compare", message));
    }
    Ok(())
}

pub(crate) fn parse_limit(
    object: &JsonObject<'_>,
    name: &str,
    max: usize,
) -> Result<Option<usize>, QueryError> {
    let Some(value) = object.get(name) else {
        return Ok(None);
    };
    value
        .as_u64()
        .and_then(|limit| usize::try_from(limit).ok())
        .filter(|limit| (1..=max).contains(limit))
        .map(Some)
        .ok_or_else(|| {
            QueryError::new(
                object.path(name),
                format!("Send an integer from 1 to {max}."),
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::NaiveDate;
    use proptest::prelude::*;
    use serde_json::json;

    fn parse(cursor: Option<&str>) -> Result<Query, QueryError> {
        let mut body = json!({"dataset": "sales", "measures": ["revenue"], "dimensions": ["item"]});
        if let Some(cursor) = cursor {
            body["cursor"] = json!(cursor);
        }
        let today = NaiveDate::from_ymd_opt(2026, 6, 16).unwrap();
        Query::parse(&body, Calendar::new(today))
    }

    proptest! {
        #[test]
        fn cursors_return_to_their_row(offset in any::<u32>()) {
            let offset = usize::try_from(offset).unwrap();
            let query = parse(None).unwrap();
            prop_assert_eq!(query.parse_cursor(&query.cursor_at(offset)), Ok(offset));
        }

        #[test]
        fn other_texts_are_no_cursors(text in "[0-9+-]{0,6}\\.?[0-9a-fA-F]{0,20}", other in ".{0,30}") {
            let query = parse(None).unwrap();
            for text in [text, other] {
                if let Ok(offset) = query.parse_cursor(&text) {
                    prop_assert_eq!(query.cursor_at(offset), text);
                }
            }
        }
    }
}
