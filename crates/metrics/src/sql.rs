//! Compiles queries to SQL for SQLite and PostgreSQL.

mod dialect;
mod fact_query;
mod filter_sql;
mod group_query;
mod member_query;

pub use dialect::Dialect;
pub(crate) use dialect::column;
pub(crate) use fact_query::{FactContext, item_names};
pub(crate) use filter_sql::{MemberIndex, has_name, lookup_fields, to_integer};
pub(crate) use group_query::{AggregateColumns, GroupQuery, MAX_GROUPS, NUMBER_BASE, SUM_RADIX};
pub use member_query::{MembersOfLines, NAME_SEPARATOR};
pub(crate) use member_query::{joined_names, member_rows};

use sea_query::SelectStatement;

/// Which rows of a table count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Rows that are not deleted.
    Live,
    /// Also soft-deleted rows.
    WithDeleted,
}

/// The tables that queries read. The implementation restricts them to one organization.
pub trait Source {
    /// The SQL dialect of the database.
    fn dialect(&self) -> Dialect;

    /// All columns of rows of a table.
    fn table(&self, name: &'static str, rows: Rows) -> SelectStatement;
}

/// The type of a result column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    Integer,
    Text,
}

/// A value of a result.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    Integer(i64),
    Text(String),
    /// Sorts last.
    Null,
}

/// A statement that reads rows of one [`Source`]. Only this crate creates one.
#[derive(Clone, Debug)]
pub struct Statement {
    select: SelectStatement,
    columns: Vec<CellKind>,
}

impl Statement {
    pub(crate) fn new(select: SelectStatement, columns: Vec<CellKind>) -> Self {
        Self { select, columns }
    }

    /// The SQL, to be built for the dialect of the source.
    pub fn select(&self) -> &SelectStatement {
        &self.select
    }

    /// The types of the columns.
    pub fn columns(&self) -> &[CellKind] {
        &self.columns
    }
}

/// The rows that a statement returned.
pub type ResultRows = Vec<Vec<Cell>>;

impl Cell {
    pub(crate) fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(value) => Some(*value),
            _ => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}
