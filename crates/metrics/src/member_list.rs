//! Lists the members of a dimension, for searches and for names in questions.

use crate::calendar::Calendar;
use crate::catalogue::{Access, Dimension, Field, find_dimension};
use crate::column_store::ColumnStore;
use crate::sql::{
    Cell, FactContext, MemberIndex, MembersOfLines, NAME_SEPARATOR, ResultRows, Source, Statement,
    joined_names,
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

    /// The statement for [`Self::read_names`]: of all members, or without those of the order lines
    /// if a store has them. None if it has all.
    pub fn statement(&self, source: &dyn Source, lines: MembersOfLines) -> Option<Statement> {
        let members = MemberIndex::default();
        let context = FactContext {
            source,
            // No member depends on the day.
            calendar: Calendar::new(NaiveDate::default()),
            members: &members,
        };
        joined_names(&context, self.dimension, lines)
    }

    /// The names in the result of [`Self::statement`].
    pub fn read_names(rows: &ResultRows) -> impl Iterator<Item = &str> {
        let joined = rows.iter().flatten().filter_map(Cell::text);
        joined.flat_map(|names| names.split(NAME_SEPARATOR))
    }

    /// The names of the members of the order lines.
    pub fn find_in_lines(&self, store: &ColumnStore) -> Vec<String> {
        store.line_member_names(self.dimension.field)
    }

    /// The names that contain a text, ignoring case, in order and without duplicates.
    pub fn search(&self, names: Vec<String>, text: &str) -> Vec<String> {
        let text = text.to_lowercase();
        let mut names = match self.dimension.field {
            Field::Crop => {
                let crops = names.iter().flat_map(|crops| crops.split(';'));
                crops.map(ToOwned::to_owned).collect()
            }
            _ => names,
        };
        if !text.is_empty() {
            names.retain(|name| name.to_lowercase().contains(&text));
        }
        names.sort_unstable();
        names.dedup();
        names
    }
}
