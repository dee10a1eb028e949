//! Queries of the rows behind a figure.

use super::json_object::{JsonObject, closest_ids};
use super::{Query, QueryError};
use crate::calendar::Calendar;
use crate::catalogue::{DATASETS, find_dataset};
use serde_json::Value;

/// Members that choose among groups, so that rows have no counterpart.
const GROUP_CONDITIONS: [&str; 2] = ["having", "topPer"];

impl Query {
    /// Parses a query whose rows are listed. It needs a dataset or measures; what shapes groups
    /// only, such as dimensions, is validated and left out.
    pub(crate) fn parse_rows(body: &Value, calendar: Calendar) -> Result<Self, QueryError> {
        let object = JsonObject::new(body, "")?;
        for name in GROUP_CONDITIONS {
            if object.contains(name) {
                let message = "Rows have no groups. Send filters on the rows instead.";
                return Err(QueryError::new(name, message));
            }
        }
        let mut query = if object.contains("measures") {
            Self::parse(body, calendar)?
        } else {
            let first = first_measure(&object)?;
            let mut body = body.clone();
            if let Some(members) = body.as_object_mut() {
                members.insert("measures".to_owned(), Value::from(vec![first]));
            }
            Self::parse(&body, calendar)?
        };
        let mut dates = query.measures.iter().map(|measure| measure.date);
        let first = dates.next();
        if dates.any(|date| Some(date) != first) {
            return Err(QueryError::new(
                "measures",
                "Different days decide in which period these measures are. Send one of them.",
            ));
        }
        query.dimensions.clear();
        query.compared = None;
        query.order.clear();
        query.derive.clear();
        Ok(query)
    }
}

/// The measure of a query without measures: the first of the dataset, which covers all rows.
fn first_measure(body: &JsonObject<'_>) -> Result<&'static str, QueryError> {
    let Some(id) = body.optional_text("dataset")? else {
        let message = "Send the dataset, or the measures whose rows to list.";
        return Err(QueryError::new("dataset", message));
    };
    let dataset = find_dataset(id).and_then(|dataset| dataset.measures.first());
    dataset.map(|measure| measure.id).ok_or_else(|| {
        let hint = closest_ids(id, DATASETS.iter().map(|known| known.id));
        QueryError::new("dataset", format!("There is no dataset \"{id}\".{hint}"))
    })
}
