//! The definition of a rule: one measure, its filters and period, and a condition on the figure.

use crate::message::FigureUnit;
use metrics::{Answer, AnswerValue, Calendar, ColumnRole, Kind, Query, QueryError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The maximum number of members that a rule follows. More of them cannot be told apart in a
/// message.
pub const MAX_MEMBERS: usize = 1_000;

/// Members of a metric query that a rule may set.
const ALLOWED: [&str; 5] = ["dataset", "measures", "dimensions", "filters", "period"];
/// Dimensions of time. A rule has a period; its members are not days.
const TIME_DIMENSIONS: [&str; 11] = [
    "day",
    "week",
    "month",
    "quarter",
    "half",
    "year",
    "fiscal_year",
    "season",
    "weekday",
    "month_of_year",
    "day_of_month",
];

/// Measures of lines that are open today.
const STATES_OF_TODAY: [&str; 3] = ["open_lines", "overdue_lines", "overdue_amount"];

/// When a figure raises an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The figure is above the limit.
    Above,
    /// The figure is below the limit.
    Below,
    /// The figure is more than the limit in percent above that of the previous period.
    Rises,
    /// The figure is more than the limit in percent below that of the previous period.
    Falls,
    /// The figure rises or falls.
    Changes,
}

impl Condition {
    /// Whether the condition compares with the previous period.
    pub fn is_change(self) -> bool {
        matches!(self, Self::Rises | Self::Falls | Self::Changes)
    }

    /// Comparisons with the limit, any of which is enough: the operator, and whether the limit is
    /// negated.
    fn comparisons(self) -> &'static [(&'static str, bool)] {
        match self {
            Self::Above | Self::Rises => &[(">", false)],
            Self::Below => &[("<", false)],
            Self::Falls => &[("<", true)],
            Self::Changes => &[(">", false), ("<", true)],
        }
    }
}

/// A valid definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    query: Value,
    measure: String,
    condition: Condition,
    limit: f64,
}

/// A member of the breakdown with its figure. The member of a rule without a breakdown is empty,
/// unless currencies or units are kept apart.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Member {
    /// The name.
    pub name: String,
    /// The figure, for a change in percent. None if the member has no rows.
    pub figure: Option<f64>,
}

impl Definition {
    /// Checks a definition. The error names the part of the query that is wrong.
    pub fn new(
        query: Value,
        condition: Condition,
        limit: f64,
        calendar: Calendar,
    ) -> Result<Self, QueryError> {
        let parts = query
            .as_object()
            .ok_or_else(|| QueryError::new("query", "Send an object."))?;
        for name in parts.keys() {
            if !ALLOWED.contains(&name.as_str()) {
                let message = format!("A rule has no {name}. Use {}.", ALLOWED.join(", "));
                return Err(at_query(QueryError::new(name, message)));
            }
        }
        let measure = match parts.get("measures").and_then(Value::as_array) {
            Some(ids) if ids.len() == 1 => ids.first().and_then(Value::as_str),
            _ => None,
        };
        let measure = measure
            .ok_or_else(|| at_query(QueryError::new("measures", "Send one measure.")))?
            .to_owned();
        let by = parts.get("dimensions").and_then(Value::as_array);
        if by.is_some_and(|ids| ids.len() > 1) {
            let message = "A rule has at most one dimension.";
            return Err(at_query(QueryError::new("dimensions", message)));
        }
        let mut ids = by.into_iter().flatten().filter_map(Value::as_str);
        if ids.any(|id| TIME_DIMENSIONS.contains(&id)) {
            let message = "Choose a dimension other than time. The period sets the days.";
            return Err(at_query(QueryError::new("dimensions[0]", message)));
        }
        let period = parts.get("period").and_then(Value::as_object);
        if period.is_some_and(|period| !period.contains_key("preset")) {
            let message = "Use a period relative to today, such as last_30_days.";
            return Err(at_query(QueryError::new("period", message)));
        }
        if !limit.is_finite() || (condition.is_change() && limit < 0.0) {
            return Err(QueryError::new(
                "limit",
                "Send a number, not below 0 for a change.",
            ));
        }
        let definition = Self {
            query,
            measure,
            condition,
            limit,
        };
        definition.queries(calendar).map_err(at_query)?;
        Ok(definition)
    }

    /// The queries whose rows are the members for which the condition holds. None if the stored
    /// definition no longer fits the catalogue.
    pub fn queries(&self, calendar: Calendar) -> Result<Vec<Query>, QueryError> {
        let comparisons = self.condition.comparisons().iter();
        comparisons
            .map(|(op, is_negated)| {
                let limit = if *is_negated { -self.limit } else { self.limit };
                let having = json!([{"measure": self.column(), "op": op, "value": limit}]);
                self.build_query(Some(having), calendar)
            })
            .collect()
    }

    /// The query of all members, for the figures of those whose alert ends.
    pub fn unconditional_query(&self, calendar: Calendar) -> Result<Query, QueryError> {
        self.build_query(None, calendar)
    }

    /// The members of an answer to one of the queries.
    pub fn read_members(&self, answer: &Answer) -> Vec<Member> {
        let position = |id: &str| answer.columns.iter().position(|column| column.id == id);
        let Some(figure) = position(&self.column()) else {
            return Vec::new();
        };
        let rows = answer.rows.iter().map(|row| {
            let labels = answer.columns.iter().zip(row);
            let labels = labels.filter(|(column, _)| column.role == ColumnRole::Dimension);
            let names: Vec<String> = labels.filter_map(|(_, value)| read_label(value)).collect();
            Member {
                name: names.join(", "),
                figure: row.get(figure).and_then(read_figure),
            }
        });
        rows.collect()
    }

    /// The unit of the figures in a message.
    pub fn unit(&self, answer: &Answer) -> FigureUnit {
        let column = answer.columns.iter().find(|one| one.id == self.measure);
        match column {
            _ if self.condition.is_change() => FigureUnit::Percent,
            Some(column) if column.kind == Kind::Percent => FigureUnit::Percent,
            Some(column) => column
                .unit
                .clone()
                .map_or(FigureUnit::None, FigureUnit::Named),
            None => FigureUnit::None,
        }
    }

    /// The metric query, as the explore page shows it.
    pub fn query(&self) -> &Value {
        &self.query
    }

    /// The condition.
    pub fn condition(&self) -> Condition {
        self.condition
    }

    /// The limit, in the unit of the measure or in percent.
    pub fn limit(&self) -> f64 {
        self.limit
    }

    /// The id of the measure.
    pub fn measure(&self) -> &str {
        &self.measure
    }

    /// Whether the figure can be computed for a day of the past. Which lines were open then is not
    /// recorded.
    pub fn has_past(&self) -> bool {
        !STATES_OF_TODAY.contains(&self.measure.as_str())
    }

    /// The column on which the condition is.
    fn column(&self) -> String {
        if self.condition.is_change() {
            format!("{}.change_percent", self.measure)
        } else {
            self.measure.clone()
        }
    }

    fn build_query(&self, having: Option<Value>, calendar: Calendar) -> Result<Query, QueryError> {
        let mut query = self.query.clone();
        if let Some(parts) = query.as_object_mut() {
            parts.insert("limit".to_owned(), json!(MAX_MEMBERS));
            if self.condition.is_change() {
                parts.insert("compare".to_owned(), json!("previous_period"));
            }
            parts.extend(having.map(|having| ("having".to_owned(), having)));
        }
        Query::parse(&query, calendar)
    }
}

fn at_query(error: QueryError) -> QueryError {
    QueryError::new(format!("query.{}", error.path), error.message)
}

fn read_label(value: &AnswerValue) -> Option<String> {
    match value {
        AnswerValue::Text(text) => Some(text.clone()),
        AnswerValue::Integer(number) => Some(number.to_string()),
        AnswerValue::Number(number) => Some(number.to_string()),
        AnswerValue::Null => None,
    }
}

fn read_figure(value: &AnswerValue) -> Option<f64> {
    match value {
        AnswerValue::Number(number) => Some(*number),
        AnswerValue::Integer(number) => number.to_string().parse().ok(),
        AnswerValue::Text(_) | AnswerValue::Null => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALENDAR: fn() -> Calendar = || Calendar {
        today: "2026-06-16".parse().unwrap(),
        week_start: 1,
        fiscal_year_start: 1,
    };

    fn define(query: Value, condition: Condition) -> Result<Definition, QueryError> {
        Definition::new(query, condition, 10.0, CALENDAR())
    }

    #[test]
    fn refuses_what_a_rule_cannot_have() {
        let cases = [
            (json!({"measures": ["revenue", "orders"]}), "query.measures"),
            (
                json!({"measures": ["revenue"], "dimensions": ["item", "location"]}),
                "query.dimensions",
            ),
            (
                json!({"measures": ["revenue"], "dimensions": ["week"]}),
                "query.dimensions[0]",
            ),
            (
                json!({"measures": ["revenue"], "period": {"from": "2026-01-01"}}),
                "query.period",
            ),
            (json!({"measures": ["revenue"], "limit": 3}), "query.limit"),
            (json!({"measures": ["no_such"]}), "query.measures[0]"),
        ];
        for (query, path) in cases {
            assert_eq!(define(query, Condition::Above).unwrap_err().path, path);
        }
        let stock = json!({"measures": ["days_of_cover"]});
        assert!(define(stock.clone(), Condition::Below).is_ok());
        assert!(
            define(stock, Condition::Falls).is_err(),
            "stock has no days"
        );
    }

    #[test]
    fn a_change_in_either_direction_needs_two_queries() {
        let query = json!({"measures": ["revenue"], "period": {"preset": "last_30_days"}});
        let change = define(query.clone(), Condition::Changes).unwrap();
        assert_eq!(change.queries(CALENDAR()).unwrap().len(), 2);
        let above = define(query, Condition::Above).unwrap();
        assert_eq!(above.queries(CALENDAR()).unwrap().len(), 1);
    }
}
