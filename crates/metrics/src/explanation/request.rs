//! Parses the query of a change.

use super::{Direction, Explanation};
use crate::Kind;
use crate::calendar::Calendar;
use crate::catalogue::{Dataset, Measure};
use crate::plan::Plan;
use crate::query::{JsonObject, Query, QueryError, parse_limit};
use serde_json::{Map, Value, json};

/// The maximum number of dimensions of an explanation.
pub const MAX_EXPLAINED_DIMENSIONS: usize = 6;
const MAX_LISTED_MEMBERS: usize = 100;
const DEFAULT_LISTED_MEMBERS: usize = 10;

const MEMBERS: [&str; 8] = [
    "dataset",
    "measure",
    "dimensions",
    "filters",
    "period",
    "compare",
    "premise",
    "limit",
];

impl Explanation {
    /// Parses and validates the query of a change.
    pub fn parse(body: &Value, calendar: Calendar) -> Result<Self, QueryError> {
        let object = JsonObject::new(body, "")?;
        object.allow_members(&MEMBERS)?;
        let measure = object.text("measure")?;
        for name in ["period", "compare"] {
            if !object.contains(name) {
                let message = "Send the period, and the one to compare it with.";
                return Err(QueryError::new(name, message));
            }
        }
        let premise = match object.optional_text("premise")? {
            None => None,
            Some("increase") => Some(Direction::Increase),
            Some("decrease") => Some(Direction::Decrease),
            Some(_) => {
                return Err(QueryError::new("premise", "Use increase or decrease."));
            }
        };
        let limit = parse_limit(&object, "limit", MAX_LISTED_MEMBERS)?;
        let query = |measures: &[&str], dimensions: &[&str]| {
            let body = group_body(body, measures, dimensions);
            Query::parse(&body, calendar).map_err(as_own_path)
        };
        let total = query(&[measure], &[])?;
        let dimensions = if object.contains("dimensions") {
            object.texts("dimensions")?
        } else {
            default_dimensions(&total)
        };
        if dimensions.is_empty() || dimensions.len() > MAX_EXPLAINED_DIMENSIONS {
            let message = format!("Send 1 to {MAX_EXPLAINED_DIMENSIONS} dimensions.");
            return Err(QueryError::new("dimensions", message));
        }
        let mut plans = Vec::new();
        for (index, dimension) in dimensions.iter().enumerate() {
            let path = format!("dimensions[{index}]");
            if dimensions
                .iter()
                .take(index)
                .any(|known| known == dimension)
            {
                let message = format!("\"{dimension}\" is there twice.");
                return Err(QueryError::new(path, message));
            }
            let query = query(&[measure], &[*dimension]).map_err(|mut error| {
                if error.path == "dimensions[0]" {
                    error.path.clone_from(&path);
                }
                error
            })?;
            if !query.dimensions.iter().all(|one| one.kind() == Kind::Text) {
                let message = "A change between periods has no time dimension.";
                return Err(QueryError::new(path, message));
            }
            if total
                .split_candidates()
                .iter()
                .any(|one| one.id == *dimension)
            {
                let message = "Each of its members has a part of the answer already.";
                return Err(QueryError::new(path, message));
            }
            plans.push(Plan::new(query));
        }
        let has_effects = has_price_volume_mix(total.dataset, &total.measures);
        if has_effects {
            plans.push(Plan::new(query(&[measure, "quantity"], &["item", "unit"])?));
        }
        Ok(Self {
            plans,
            has_effects,
            premise,
            limit: limit.unwrap_or(DEFAULT_LISTED_MEMBERS),
        })
    }
}

/// The body of a query of groups.
fn group_body(body: &Value, measures: &[&str], dimensions: &[&str]) -> Value {
    let mut members = Map::new();
    for name in ["dataset", "filters", "period", "compare"] {
        if let Some(value) = body.get(name) {
            members.insert(name.to_owned(), value.clone());
        }
    }
    members.insert("measures".to_owned(), json!(measures));
    members.insert("dimensions".to_owned(), json!(dimensions));
    Value::Object(members)
}

/// The path in the query of a change: it has one measure.
fn as_own_path(error: QueryError) -> QueryError {
    if error.path.starts_with("measures") {
        return QueryError::new("measure", error.message);
    }
    error
}

/// The dimensions that an explanation has by default, without those that a filter fixes.
fn default_dimensions(query: &Query) -> Vec<&'static str> {
    let all: &[&'static str] = match query.dataset.id {
        "sales" => &["category", "item", "customer", "location"],
        "purchases" => &["category", "item", "supplier", "location"],
        _ => &["commodity", "market"],
    };
    let is_open = |id: &&'static str| {
        let mut fixed = query.filters.iter().filter(|one| one.is_single_member());
        !fixed.any(|filter| filter.dimension.id == *id)
    };
    let open: Vec<_> = all.iter().copied().filter(is_open).collect();
    if open.is_empty() { all.to_vec() } else { open }
}

/// Whether the measure is the sum of quantity x price.
fn has_price_volume_mix(dataset: &Dataset, measures: &[&'static Measure]) -> bool {
    let amounts = [("sales", "revenue"), ("purchases", "spend")];
    measures
        .iter()
        .any(|measure| amounts.contains(&(dataset.id, measure.id)))
}
