//! Filters of a query.

use super::json_object::{JsonObject, closest_ids};
use super::{MAX_FILTERS, QueryError, parse_figure, parse_period};
use crate::calendar::{Bucket, Calendar, Span, parse_date};
use crate::catalogue::{Access, Dataset, Dimension, DimensionType, Field, find_dataset};
use crate::figure::Figure;
use chrono::NaiveDate;
use serde_json::Value;

/// The maximum number of values of a filter.
const MAX_VALUES: usize = 1_000;
/// The maximum depth of "bought" filters within each other.
const MAX_DEPTH: usize = 2;

/// A condition on the rows of a query.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub(crate) dimension: &'static Dimension,
    pub(crate) test: FilterTest,
}

/// What a filter tests. A negated test keeps rows without a value.
#[derive(Clone, Debug)]
pub(crate) enum FilterTest {
    IsEmpty {
        is_negated: bool,
    },
    /// Whether a text is one of these.
    In {
        texts: Vec<String>,
        is_negated: bool,
    },
    /// Whether a text contains one of these, ignoring case.
    Contains {
        texts: Vec<String>,
        is_negated: bool,
    },
    /// Whether a text starts with one of these, ignoring case.
    StartsWith {
        texts: Vec<String>,
    },
    /// Whether a number or a date is one of these.
    OneOf {
        operands: Vec<Operand>,
        is_negated: bool,
    },
    Compare {
        comparison: Comparison,
        operands: Vec<Operand>,
    },
    /// Whether the customer bought, or the supplier delivered, lines of another query.
    Bought {
        lines: &'static Dataset,
        span: Span,
        filters: Vec<Filter>,
        is_negated: bool,
    },
}

/// A number or a date in a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    Number(Figure),
    Date(NaiveDate),
}

/// A comparison of numbers or dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    NotEqual,
    Between,
}

impl Comparison {
    pub(crate) fn parse(operator: &str) -> Option<Self> {
        Some(match operator {
            "<" => Self::Less,
            "<=" => Self::AtMost,
            ">" => Self::Greater,
            ">=" => Self::AtLeast,
            "=" => Self::Equal,
            "!=" => Self::NotEqual,
            "between" => Self::Between,
            _ => return None,
        })
    }

    pub(crate) fn operands(self) -> usize {
        if self == Self::Between { 2 } else { 1 }
    }

    /// Whether the comparison of a value with the operands holds.
    pub(crate) fn holds<T: PartialOrd>(self, value: &T, operands: &[T]) -> bool {
        let Some(first) = operands.first() else {
            return false;
        };
        match self {
            Self::Less => value < first,
            Self::AtMost => value <= first,
            Self::Greater => value > first,
            Self::AtLeast => value >= first,
            Self::Equal => value == first,
            Self::NotEqual => value != first,
            Self::Between => value >= first && operands.get(1).is_some_and(|last| value <= last),
        }
    }
}

/// Tests whether a name contains one of the texts, ignoring case.
pub(crate) fn contains_any(texts: &[String]) -> impl Fn(&str) -> bool + use<> {
    let parts: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    move |name| {
        let name = name.to_lowercase();
        parts.iter().any(|part| name.contains(part.as_str()))
    }
}

/// Tests whether a name starts with one of the texts, ignoring case.
pub(crate) fn starts_with_any(texts: &[String]) -> impl Fn(&str) -> bool + use<> {
    let starts: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    move |name| {
        let name = name.to_lowercase();
        starts.iter().any(|start| name.starts_with(start.as_str()))
    }
}

impl Filter {
    /// Whether only one member passes.
    pub(crate) fn is_single_member(&self) -> bool {
        matches!(&self.test, FilterTest::In { texts, is_negated: false } if texts.len() == 1)
    }

    /// What a caller must be allowed to read for the filter beyond the measures.
    pub(super) fn required_access(&self) -> Option<Access> {
        match &self.test {
            FilterTest::Bought { lines, .. } if lines.id == "sales" => Some(Access::Sales),
            FilterTest::Bought { .. } => Some(Access::Purchasing),
            _ => None,
        }
    }
}

pub(super) fn parse_filters(
    body: &JsonObject<'_>,
    name: &str,
    dataset: &'static Dataset,
    calendar: Calendar,
    depth: usize,
) -> Result<Vec<Filter>, QueryError> {
    body.objects(name, MAX_FILTERS)?
        .iter()
        .map(|filter| parse_filter(filter, dataset, calendar, depth))
        .collect()
}

fn parse_filter(
    filter: &JsonObject<'_>,
    dataset: &'static Dataset,
    calendar: Calendar,
    depth: usize,
) -> Result<Filter, QueryError> {
    let id = filter.text("dimension")?;
    let dimension = dataset.find_dimension(id).ok_or_else(|| {
        let hint = closest_ids(id, dataset.all_dimensions().map(|known| known.id));
        let message = format!("{} has no dimension \"{id}\".{hint}", dataset.label);
        QueryError::new(filter.path("dimension"), message)
    })?;
    let operator = filter.text("op")?;
    if !dimension.operators().contains(&operator) {
        if matches!(operator, "bought" | "did_not_buy") {
            let message = format!("\"{operator}\" needs the dimension customer or supplier.");
            return Err(QueryError::new(filter.own_path(), message));
        }
        let all = dimension.operators().join(" ");
        let message = format!("\"{operator}\" does not fit {id}. Operators: {all}.");
        return Err(QueryError::new(filter.path("op"), message));
    }
    let is_negated = matches!(
        operator,
        "not_in" | "!=" | "not_contains" | "did_not_buy" | "is_not_empty"
    );
    let test = match operator {
        "is_empty" | "is_not_empty" => {
            filter.allow_members(&["dimension", "op"])?;
            FilterTest::IsEmpty { is_negated }
        }
        "bought" | "did_not_buy" => {
            filter.allow_members(&["dimension", "op", "where", "period"])?;
            parse_bought(filter, dimension, calendar, depth)?
        }
        _ => {
            filter.allow_members(&["dimension", "op", "value", "values"])?;
            parse_value_test(filter, dimension, operator, is_negated)?
        }
    };
    let test = match test {
        FilterTest::Bought {
            lines,
            span,
            filters,
            ..
        } => FilterTest::Bought {
            lines,
            span,
            filters,
            is_negated,
        },
        other => other,
    };
    Ok(Filter { dimension, test })
}

fn parse_bought(
    filter: &JsonObject<'_>,
    dimension: &Dimension,
    calendar: Calendar,
    depth: usize,
) -> Result<FilterTest, QueryError> {
    if depth >= MAX_DEPTH {
        let message = format!("Filters can be nested {MAX_DEPTH} times.");
        return Err(QueryError::new(filter.own_path(), message));
    }
    let lines = match dimension.field {
        Field::Customer => "sales",
        _ => "purchases",
    };
    let lines = find_dataset(lines)
        .ok_or_else(|| QueryError::new(filter.own_path(), "There are no lines."))?;
    Ok(FilterTest::Bought {
        lines,
        span: parse_period(filter, calendar)?.span,
        filters: parse_filters(filter, "where", lines, calendar, depth + 1)?,
        is_negated: false,
    })
}

fn parse_value_test(
    filter: &JsonObject<'_>,
    dimension: &Dimension,
    operator: &str,
    is_negated: bool,
) -> Result<FilterTest, QueryError> {
    let name = if filter.contains("value") {
        "value"
    } else {
        "values"
    };
    let values = filter.values(name)?;
    let wrong = |message: &str| QueryError::new(filter.path(name), message);
    if values.is_empty() || values.len() > MAX_VALUES {
        return Err(wrong(&format!("Send 1 to {MAX_VALUES} values.")));
    }
    if dimension.value_type == DimensionType::Text {
        let texts: Option<Vec<String>> = values
            .iter()
            .map(|value| value.as_str().map(ToOwned::to_owned))
            .collect();
        let texts = texts.ok_or_else(|| wrong("Send texts."))?;
        return Ok(match operator {
            "contains" | "not_contains" => FilterTest::Contains { texts, is_negated },
            "starts_with" => FilterTest::StartsWith { texts },
            _ => FilterTest::In { texts, is_negated },
        });
    }
    let operands: Option<Vec<Operand>> = values
        .iter()
        .map(|value| parse_operand(value, dimension.value_type))
        .collect();
    let operands = operands.ok_or_else(|| {
        wrong(match dimension.type_name() {
            "date" => "Send days such as 2026-05-31.",
            _ => "Send numbers with at most eight decimals.",
        })
    })?;
    if matches!(operator, "in" | "not_in") {
        return Ok(FilterTest::OneOf {
            operands,
            is_negated,
        });
    }
    let comparison = Comparison::parse(operator).ok_or_else(|| wrong("Send values."))?;
    if operands.len() != comparison.operands() {
        let count = comparison.operands();
        return Err(wrong(&format!("\"{operator}\" needs {count} value(s).")));
    }
    Ok(match comparison {
        Comparison::Equal | Comparison::NotEqual => FilterTest::OneOf {
            operands,
            is_negated,
        },
        _ => FilterTest::Compare {
            comparison,
            operands,
        },
    })
}

fn parse_operand(value: &Value, dimension_type: DimensionType) -> Option<Operand> {
    match dimension_type {
        DimensionType::Date | DimensionType::Bucket(_) => {
            value.as_str().and_then(parse_date).map(Operand::Date)
        }
        DimensionType::Number(_) | DimensionType::CalendarNumber(_) => {
            parse_figure(value).map(Operand::Number)
        }
        DimensionType::Text => None,
    }
}

/// A bound of an integer column: the largest integer that is not above the operand, and whether it
/// is exactly the operand.
pub(crate) fn integer_bound(
    operand: Operand,
    dimension_type: DimensionType,
    calendar: Calendar,
) -> (i128, bool) {
    match (operand, dimension_type) {
        (Operand::Number(figure), DimensionType::Number(decimals)) => figure.floor_scaled(decimals),
        (Operand::Number(figure), _) => figure.floor_scaled(0),
        (Operand::Date(day), DimensionType::Bucket(bucket)) => {
            let number = bucket.number_of(day, calendar);
            let is_first = bucket.first_day(number, calendar) == Some(day);
            (i128::from(number), is_first || bucket == Bucket::Day)
        }
        (Operand::Date(day), _) => (i128::from(Bucket::Day.number_of(day, calendar)), true),
    }
}
