//! Measures and dimensions of an organization's data, declared once: queries of them are validated
//! against the declarations, compiled to SQL, and answered with exact figures.
//!
//! A query runs in steps, so that this crate needs no connection:
//!
//! 1. [`Query::parse`] validates the JSON of a query.
//! 2. [`Plan::lookups`] are statements that list members; [`Plan::set_members`] takes their rows.
//! 3. [`Plan::statements`] are the statements of the figures; [`Plan::answer`] takes their rows.
//!
//! In place of steps 2 and 3, [`Plan::compute`] reads a [`ColumnStore`], if there is one.
//!
//! [`RowList`] lists the rows behind a figure. [`Explanation`] splits the change of a figure.

mod answer;
mod calendar;
mod catalogue;
mod column_query;
mod column_store;
mod condition_text;
mod explanation;
mod figure;
mod member_list;
mod plan;
mod query;
mod row_list;
mod sql;

pub use answer::{Answer, AnswerValue, Column, ColumnRole};
pub use calendar::{Calendar, PeriodChoice, Span};
pub use catalogue::{
    Access, DATASETS, Dataset, Dimension, Kind, Measure, RowColumn, find_dataset, find_dimension,
};
pub use column_store::{ColumnStore, ColumnStoreBuilder, LoadError, LoadedTable};
pub use condition_text::{WEEKDAY_NAMES, describe_conditions};
pub use explanation::{
    ChangeEffect, ChangePart, DimensionChange, Direction, Effect, ExplainedChange, Explanation,
    MAX_EXPLAINED_DIMENSIONS, MemberChange, OtherMembers,
};
pub use figure::Figure;
pub use member_list::MemberList;
pub use plan::Plan;
pub use query::{MAX_DIMENSIONS, MAX_MEASURES, MAX_ROWS, Query, QueryError};
pub use row_list::{MAX_FILE_ROWS, RowList, RowPage, RowValue};
pub use sql::{
    Cell, CellKind, Dialect, MembersOfLines, NAME_SEPARATOR, ResultRows, Rows, Source, Statement,
};
