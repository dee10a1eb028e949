//! Lists the members of a dimension, for searches and for names in questions.

use crate::calendar::Calendar;
use crate::catalogue::{Access, Dimension, Field, find_dimension};
use crate::column_store::ColumnStore;
use crate::sql::{
    Cell, FactContext, MemberIndex, MembersOfLines, ResultRows, Source, Statement, member_rows,
};
use chrono::NaiveDate;

/// The members of a dimension, for a search.
#[derive(Clone, Debug)]
pub struct MemberList {
    dimension: &'static Dimension,
}

impl MemberList {
    /// The members of a dimension with text.
    pub fn new(dimension: &str) -> Option<Self> {
        let dimension = find_dimension(dimension)?;
        (dimension.kind() == crate::Kind::Text).then_some(Self { dimension })
    }

    /// The dimension.
    pub fn dimension(&self) -> &'static Dimension {
        self.dimension
    }

    /// What a caller must be allowed to read.
    pub fn access(&self) -> Access {
        match self.dimension.field {
            Field::Supplier | Field::SupplierId => Access::Purchasing,
            Field::Customer
            | Field::CustomerId
            | Field::Salesperson
            | Field::State
            | Field::County
            | Field::Crop => Access::Customers,
            Field::Commodity | Field::Market => Access::Market,
            Field::Order => Access::Sales,
            _ => Access::Inventory,
        }
    }

    /// Whether members are looked for in the order lines, of which there are many.
    pub fn reads_lines(&self) -> bool {
        self.dimension.has_line_members()
    }

    /// The statement that lists all members; without those of the order lines if a store has them,
    /// and none if it has all.
    pub fn statement(&self, source: &dyn Source, lines: MembersOfLines) -> Option<Statement> {
        let members = MemberIndex::default();
        let context = FactContext {
            source,
            // No member depends on the day.
            calendar: Calendar::new(NaiveDate::default()),
            members: &members,
        };
        member_rows(&context, self.dimension, lines)
    }

    /// The members of the order lines, as rows of [`Self::statement`].
    pub fn find_in_lines(&self, store: &ColumnStore) -> ResultRows {
        store.line_members(self.dimension.field)
    }

    /// The names that contain a text, ignoring case, in order and without duplicates.
    pub fn search(&self, rows: &ResultRows, text: &str) -> Vec<String> {
        let text = text.to_lowercase();
        let mut names: Vec<String> = rows
            .iter()
            .filter_map(|row| row.get(1).and_then(Cell::text))
            .flat_map(|name| -> Vec<&str> {
                if self.dimension.field == Field::Crop {
                    name.split(';').collect()
                } else {
                    vec![name]
                }
            })
            .filter(|name| text.is_empty() || name.to_lowercase().contains(&text))
            .map(ToOwned::to_owned)
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}
