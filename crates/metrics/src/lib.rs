//! Measures and dimensions of an organization's data, declared once: queries of them are validated
//! against the declarations, compiled to SQL, and answered with exact figures.
//!
//! A query runs in steps, so that this crate needs no connection:
//!
//! 1. [`Query::parse`] validates the JSON of a query.
//! 2. [`Plan::lookups`] are statements that list members; [`Plan::set_members`] takes their rows.
//! 3. [`Plan::statements`] are the statements of the figures; [`Plan::answer`] takes their rows.

mod answer;
mod calendar;
mod catalogue;
mod figure;
mod plan;
mod query;
mod sql;

pub use answer::{Answer, AnswerValue, Column, ColumnRole};
pub use calendar::{Calendar, Span};
pub use catalogue::{
    Access, DATASETS, Dataset, Dimension, Kind, Measure, find_dataset, find_dimension,
};
pub use plan::{MemberList, Plan};
pub use query::{MAX_DIMENSIONS, MAX_MEASURES, MAX_ROWS, Query, QueryError};
pub use sql::{Cell, CellKind, Dialect, ResultRows, Rows, Source, Statement};
