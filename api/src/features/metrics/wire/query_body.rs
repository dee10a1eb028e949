//! The bodies of metric queries. Their schemas are generated from types; the bodies themselves are
//! read by the library, which names the path of each invalid part.

use poem_openapi::Object;
use poem_openapi::registry::{MetaSchemaRef, Registry};
use poem_openapi::types::{Any, Example, ParseFromJSON, ParseResult, Type};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::marker::PhantomData;

/// A query of up to 4 measures, grouped by up to 3 dimensions.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub(crate) struct MetricQuery {
    /// The dataset, if several have the measures.
    pub dataset: Option<String>,
    /// Ids of 1 to 4 measures of one dataset.
    pub measures: Vec<String>,
    /// Ids of up to 3 dimensions.
    pub dimensions: Option<Vec<String>>,
    /// Conditions that must all hold.
    pub filters: Option<Vec<MetricFilter>>,
    /// The period; without it, all days up to today.
    pub period: Option<MetricPeriod>,
    /// `previous_period`, `previous_year`, or a period.
    pub compare: Option<Any<Value>>,
    /// Conditions on the figures of rows.
    pub having: Option<Vec<MetricHaving>>,
    /// The order of rows. Default: by time, else by the first measure, largest first.
    pub order: Option<Vec<MetricOrder>>,
    /// Keeps the first rows of each member of a dimension.
    pub top_per: Option<MetricTop>,
    /// Columns that follow from the first measure: `share`, `rank`, `running_total`,
    /// `moving_average_3`.
    pub derive: Option<Vec<String>>,
    /// Rows of a page, 1 to 10,000; default 50.
    pub limit: Option<Any<Value>>,
    /// `nextCursor` of the previous page of the same query.
    pub cursor: Option<Any<Value>>,
}

/// A condition on the rows behind the figures.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct MetricFilter {
    /// Id of a dimension or attribute.
    pub dimension: String,
    /// An operator of the dimension, such as `in`.
    pub op: String,
    /// The values to compare with.
    pub values: Option<Any<Value>>,
    /// A single value to compare with, instead of `values`.
    pub value: Option<Any<Value>>,
    /// For `bought` and `did_not_buy`: conditions on the lines.
    #[oai(rename = "where")]
    pub lines_where: Option<Vec<Any<Value>>>,
    /// For `bought` and `did_not_buy`: the period of the lines.
    pub period: Option<MetricPeriod>,
}

/// A period: days, or a preset.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct MetricPeriod {
    /// The first day, such as `2026-05-01`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
    /// Such as `this_year`, `last_quarter`, `last_90_days`, `year_to_date`, `since:2026-01-01`.
    pub preset: Option<String>,
}

/// A condition on a figure of a row.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct MetricHaving {
    /// Id of a measure of the query, or of its compare columns such as `revenue.change`.
    pub measure: String,
    /// `<`, `<=`, `>`, `>=`, `=`, `!=` or `between`.
    pub op: String,
    /// The number to compare with.
    pub value: Option<Any<Value>>,
    /// Two numbers, for `between`.
    pub values: Option<Any<Value>>,
}

/// A column by which rows are ordered.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct MetricOrder {
    /// Id of a column.
    pub by: String,
    /// `asc` (default) or `desc`.
    pub direction: Option<String>,
}

/// How many rows of each member to keep.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct MetricTop {
    /// Id of a dimension of the query.
    pub dimension: String,
    /// The number of rows.
    pub limit: Any<Value>,
}

impl Example for MetricQuery {
    fn example() -> Self {
        Self {
            dataset: None,
            measures: vec!["revenue".to_owned()],
            dimensions: Some(vec!["category".to_owned(), "month".to_owned()]),
            filters: Some(vec![MetricFilter {
                dimension: "category".to_owned(),
                op: "in".to_owned(),
                values: Some(Any(json!(["seed", "fertilizer"]))),
                value: None,
                lines_where: None,
                period: None,
            }]),
            period: Some(example_period()),
            compare: Some(Any(json!("previous_year"))),
            having: None,
            order: Some(vec![MetricOrder {
                by: "revenue".to_owned(),
                direction: Some("desc".to_owned()),
            }]),
            top_per: None,
            derive: Some(vec!["share".to_owned()]),
            limit: Some(Any(json!(50))),
            cursor: None,
        }
    }
}

/// A query of the rows behind a figure: the members of a metric query. Needs `dataset` or `measures`.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub(crate) struct MetricRowQuery {
    /// The dataset. Needed without measures, or if several datasets have them.
    pub dataset: Option<String>,
    /// Measures whose rows to list, such as `late_lines`, with their totals. Default: all rows, with
    /// the total of the dataset's first measure.
    pub measures: Option<Vec<String>>,
    /// Conditions that must all hold.
    pub filters: Option<Vec<MetricFilter>>,
    /// The period; without it, all days up to today.
    pub period: Option<MetricPeriod>,
    /// No effect on rows, like `compare`, `order` and `derive`.
    pub dimensions: Option<Vec<String>>,
    /// No effect on rows.
    pub compare: Option<Any<Value>>,
    /// No effect: the newest rows come first.
    pub order: Option<Vec<MetricOrder>>,
    /// No effect on rows.
    pub derive: Option<Vec<String>>,
    /// Rows of a page, 1 to 10,000; default 50. Files have all rows.
    pub limit: Option<Any<Value>>,
    /// `nextCursor` of the previous page of the same query.
    pub cursor: Option<Any<Value>>,
}

/// A query of the change of a measure between two periods.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub(crate) struct MetricChangeQuery {
    /// The dataset, if several have the measure.
    pub dataset: Option<String>,
    /// Id of the measure.
    pub measure: String,
    /// Ids of up to 6 dimensions with text. Default: the main ones of the dataset.
    pub dimensions: Option<Vec<String>>,
    /// Conditions that must all hold.
    pub filters: Option<Vec<MetricFilter>>,
    /// The period.
    pub period: MetricPeriod,
    /// `previous_period`, `previous_year`, or a period.
    pub compare: Any<Value>,
    /// How the question assumes that the figure moved: `increase` or `decrease`.
    pub premise: Option<String>,
    /// Members to list for each dimension, 1 to 100; default 10.
    pub limit: Option<Any<Value>>,
}

fn example_period() -> MetricPeriod {
    MetricPeriod {
        from: None,
        to: None,
        preset: Some("this_year".to_owned()),
    }
}

impl Example for MetricRowQuery {
    fn example() -> Self {
        Self {
            dataset: None,
            measures: Some(vec!["revenue".to_owned()]),
            filters: Some(vec![MetricFilter {
                dimension: "location".to_owned(),
                op: "in".to_owned(),
                values: Some(Any(json!(["Ames"]))),
                value: None,
                lines_where: None,
                period: None,
            }]),
            period: Some(example_period()),
            dimensions: None,
            compare: None,
            order: None,
            derive: None,
            limit: Some(Any(json!(100))),
            cursor: None,
        }
    }
}

impl Example for MetricChangeQuery {
    fn example() -> Self {
        Self {
            dataset: None,
            measure: "revenue".to_owned(),
            dimensions: Some(vec!["category".to_owned(), "customer".to_owned()]),
            filters: None,
            period: example_period(),
            compare: Any(json!("previous_year")),
            premise: Some("decrease".to_owned()),
            limit: Some(Any(json!(5))),
        }
    }
}

/// Any JSON, documented as a `T`. The library names the path of each invalid part.
pub(crate) struct DocumentedJson<T> {
    pub value: Value,
    shape: PhantomData<fn() -> T>,
}

impl<T: Type> Type for DocumentedJson<T> {
    const IS_REQUIRED: bool = true;

    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        T::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        T::schema_ref()
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl<T: Type> ParseFromJSON for DocumentedJson<T> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        Ok(Self {
            value: value.unwrap_or_default(),
            shape: PhantomData,
        })
    }
}
