//! Request and response types of shared views.

use crate::features::metrics::wire::MetricAnswer;
use chrono::{DateTime, Utc};
use entities::shared_view::Model;
use metrics::{DATASETS, Dataset};
use poem_openapi::Object;
use poem_openapi::types::{Any, Example};
use sea_orm::prelude::Uuid;
use serde_json::{Value, json};

/// The days until a link expires, if the request names none.
pub(super) const DEFAULT_DAYS: u32 = 30;

/// A page of links, newest first.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct SharedViews {
    pub items: Vec<SharedView>,
    /// Send it as `cursor` for the next page. Missing on the last page.
    pub next_cursor: Option<String>,
}

/// A link that shows the figures of a view to people outside of the organization.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct SharedView {
    /// The link's id. Ids sort by time.
    pub id: Uuid,
    /// The saved view.
    pub view_id: Uuid,
    /// The name of the view when the link was created.
    pub name: String,
    pub created_at: DateTime<Utc>,
    /// The name of the person who created the link.
    pub created_by: String,
    pub expires_at: DateTime<Utc>,
    /// How often the figures were read.
    pub uses: u64,
    /// When they were last read. Absent if never.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// A view to share.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct NewSharedView {
    /// A saved view that the caller sees.
    pub view_id: Uuid,
    /// The body of `queryMetrics`, without `cursor`. The link answers this query only. A period
    /// with a preset moves with time.
    pub query: Any<Value>,
    /// Days until the link expires, 1 to 90. Default: 30.
    #[oai(validator(minimum(value = "1"), maximum(value = "90")))]
    pub days: Option<u32>,
}

/// A new link.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct CreatedSharedView {
    pub link: SharedView,
    /// The address to pass on. It is shown once. Anyone who has it can see the figures.
    pub url: String,
}

/// The token of a link.
#[derive(Object)]
#[oai(deny_unknown_fields, example)]
pub(super) struct SharedViewToken {
    /// What follows `#token=` in the link's address.
    #[oai(validator(max_length = 128))]
    pub token: String,
}

/// What a link shows.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct SharedViewContent {
    /// The name of the organization that shares the figures.
    pub organization: String,
    /// The name of the view.
    pub name: String,
    pub expires_at: DateTime<Utc>,
    /// The conditions that all rows behind the figures meet.
    pub filters: Vec<SharedViewFilter>,
    /// The figures, without a next page.
    pub answer: MetricAnswer,
}

/// A condition on the rows behind the figures.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct SharedViewFilter {
    /// Id of the dimension.
    pub dimension: String,
    pub label: String,
    /// The operator, such as `in`.
    pub op: String,
    pub values: Vec<Any<Value>>,
}

impl SharedViewFilter {
    /// The conditions of a valid query.
    pub(super) fn from_query(query: &Value) -> Vec<Self> {
        let text = |part: Option<&Value>| {
            let text = part.and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        let filters = query.get("filters").and_then(Value::as_array);
        let describe = |filter: &Value| {
            let dimension = text(filter.get("dimension"));
            let mut known = DATASETS.iter().flat_map(Dataset::all_dimensions);
            let label = known
                .find(|known| known.id == dimension)
                .map(|known| known.label.to_owned());
            let values = filter.get("values").and_then(Value::as_array).cloned();
            let single = filter.get("value").cloned();
            Self {
                label: label.unwrap_or_else(|| dimension.clone()),
                dimension,
                op: text(filter.get("op")),
                values: values
                    .unwrap_or_default()
                    .into_iter()
                    .chain(single)
                    .map(Any)
                    .collect(),
            }
        };
        filters.into_iter().flatten().map(describe).collect()
    }
}

impl Example for NewSharedView {
    fn example() -> Self {
        Self {
            view_id: Uuid::from_u128(0x0197_a000_0000_7000_8000_0000_0000_0001),
            query: Any(json!({
                "dataset": "sales",
                "measures": ["revenue"],
                "dimensions": ["category"],
                "period": {"preset": "last_12_months"},
            })),
            days: Some(DEFAULT_DAYS),
        }
    }
}

impl Example for SharedViewToken {
    fn example() -> Self {
        Self {
            token: "JLkx2mYb7qk0F3yq0pG4H1n8tVw5sZ6eR9uC2aD7iX0".to_owned(),
        }
    }
}

impl From<Model> for SharedView {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            view_id: row.view_id,
            name: row.name,
            created_at: row.created_at,
            created_by: row.created_by_name,
            expires_at: row.expires_at,
            uses: u64::try_from(row.use_count).unwrap_or(0),
            last_used_at: row.last_used_at,
        }
    }
}
